# SPDX-License-Identifier: Apache-2.0
"""Drives tb_fby_msm from cocotb: registers, stream files, read-out."""

from pathlib import Path

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, FallingEdge, First, Timer
from msm_model import TABLES, Curve, beats, check_buckets, window_bases

# Typed by hand: the witness for the register description.
CONTROL, STATUS, POINTS, NUM_WINDOWS, NUM_BUCKETS = 0x00, 0x04, 0x08, 0x0C, 0x10
ADDER_LATENCY, HOLD_DEPTH, SCALAR_BITS, WINDOW_BITS, WINDOW_BASE = 0x14, 0x18, 0x1C, 0x80, 0x100
START, ABORT = 1, 2
BUSY, START_READY, DRAINING, SCALAR_CUT = 1, 2, 4, 8

COUNTERS = ["active", "adds", "starve", "hazard", "held", "zero_digits", "drain", "drain_stall", "pairs", "runs"]


class Bench:
    def __init__(self, dut, curve_seed=1):
        self.dut = dut
        self.table = int(dut.WindowTable.value)
        self.widths = TABLES[self.table]
        self.bases, self.num_buckets = window_bases(self.widths)
        self.curve = Curve(curve_seed)
        self.packets_seen = 0

    async def reset(self):
        dut = self.dut
        for name in (
            "reg_valid",
            "reg_write",
            "reg_addr",
            "reg_wdata",
            "load",
            "scalar_beats",
            "point_beats",
            "clear",
            "quiesce",
        ):
            getattr(dut, name + "_i").value = 0
        self.pauses()
        dut.rst_i.value = 1
        cocotb.start_soon(Clock(dut.clk_i, 4, "ns").start())
        await ClockCycles(dut.clk_i, 4)
        await FallingEdge(dut.clk_i)
        dut.rst_i.value = 0
        # The file lives as long as the simulator: forget what an earlier test recorded.
        self.read_out()

    def pauses(self, scalars=0, points=0, result=0):
        """Chance of a pause per cycle of each stream, in 1/256."""
        self.dut.scalar_pause_i.value = scalars
        self.dut.point_pause_i.value = points
        self.dut.result_pause_i.value = result

    async def access(self, addr, write=None):
        """One register access; returns (data, error)."""
        dut = self.dut
        await FallingEdge(dut.clk_i)
        dut.reg_valid_i.value = 1
        dut.reg_write_i.value = write is not None
        dut.reg_addr_i.value = addr
        dut.reg_wdata_i.value = write or 0
        await Timer(1, "ns")
        assert dut.reg_ready_o.value == 1, "the core answers every access at once"
        answer = int(dut.reg_rdata_o.value), bool(dut.reg_error_o.value)
        await FallingEdge(dut.clk_i)
        dut.reg_valid_i.value = 0
        return answer

    async def read(self, addr):
        data, error = await self.access(addr)
        assert not error, f"register {addr:#x} answered an error"
        return data

    async def write(self, addr, value):
        _, error = await self.access(addr, value)
        assert not error, f"write of {value:#x} to register {addr:#x} was refused"

    async def start(self, count):
        await self.write(POINTS, count)
        await self.write(CONTROL, START)

    async def feed(self, runs):
        """Loads the streams with runs one after the other, each a list of (point, scalar)."""
        scalar_beats, point_beats = [], []
        for pairs in runs:
            scalar_beats += beats(b"".join(scalar.to_bytes(32, "little") for _, scalar in pairs))
            point_beats += beats(b"".join(self.curve.point_bytes(point) for point, _ in pairs))
        assert max(len(scalar_beats), len(point_beats)) <= int(self.dut.PlayBeats.value)
        for name, words in (("scalars", scalar_beats), ("points", point_beats)):
            Path(f"{name}.hex").write_text("".join(f"{word:0128x}\n" for word in words or [0]))
        await FallingEdge(self.dut.clk_i)
        self.dut.scalar_beats_i.value = len(scalar_beats)
        self.dut.point_beats_i.value = len(point_beats)
        self.dut.load_i.value = 1
        await FallingEdge(self.dut.clk_i)
        self.dut.load_i.value = 0

    async def clear_counters(self):
        await FallingEdge(self.dut.clk_i)
        self.dut.clear_i.value = 1
        await FallingEdge(self.dut.clk_i)
        self.dut.clear_i.value = 0

    def counters(self):
        return {name: int(getattr(self.dut, name + "_o").value) for name in COUNTERS}

    async def idle(self, limit=1_000_000):
        """Waits until the core is idle; fails after `limit` cycles."""
        await FallingEdge(self.dut.clk_i)
        if self.dut.busy_o.value == 0:
            return
        fell = FallingEdge(self.dut.busy_o)
        reached = await First(fell, Timer(4 * limit, "ns"))
        assert reached is fell, f"the core is still busy after {limit} cycles"
        await FallingEdge(self.dut.clk_i)

    def read_out(self):
        """The read-outs recorded since the last call, each a list of beats."""
        packets, beat_list = [], []
        for line in Path("results.hex").read_text().split():
            if line in "LC":
                if line == "L":
                    packets.append(beat_list)
                beat_list = []
            else:
                beat_list.append(int(line, 16))
        fresh = packets[self.packets_seen :]
        self.packets_seen = len(packets)
        return fresh

    def expected(self, pairs):
        return self.curve.buckets([point for point, _ in pairs], [scalar for _, scalar in pairs], self.widths)

    def check(self, lines, pairs):
        return check_buckets(lines, self.expected(pairs), self.num_buckets)

    async def run(self, pairs, limit=1_000_000):
        """One whole run; checks every bucket and returns the counters of this run."""
        await self.idle()
        await self.clear_counters()
        await self.feed([pairs])
        await self.start(len(pairs))
        await self.idle(limit)
        packets = self.read_out()
        assert len(packets) == 1, f"{len(packets)} read-outs for one run"
        self.check(packets[0], pairs)
        return self.counters()
