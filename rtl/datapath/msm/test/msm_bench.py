# SPDX-License-Identifier: Apache-2.0
"""Drives tb_fby_msm from cocotb: registers, stream files, read-out."""

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, FallingEdge
from msm_harness import Harness
from msm_model import TABLES, Curve, beats, check_buckets, window_bases

# Typed by hand: the witness for the register description.
CONTROL, STATUS, POINTS, NUM_WINDOWS, NUM_BUCKETS = 0x00, 0x04, 0x08, 0x0C, 0x10
ADDER_LATENCY, HOLD_DEPTH, SCALAR_BITS, WINDOW_BITS, WINDOW_BASE = 0x14, 0x18, 0x1C, 0x80, 0x100
START, ABORT = 1, 2
BUSY, START_READY, DRAINING, SCALAR_CUT = 1, 2, 4, 8

COUNTERS = ["active", "adds", "starve", "hazard", "held", "zero_digits", "drain", "drain_stall", "pairs", "runs"]


class Bench(Harness):
    COUNTERS = COUNTERS

    def __init__(self, dut, curve_seed=1):
        super().__init__(dut)
        self.table = int(dut.WindowTable.value)
        self.widths = TABLES[self.table]
        self.bases, self.num_buckets = window_bases(self.widths)
        self.curve = Curve(curve_seed)

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

    async def start(self, count):
        await self.write(POINTS, count)
        await self.write(CONTROL, START)

    async def feed(self, runs):
        """Loads the streams with runs one after the other, each a list of (point, scalar)."""
        scalar_beats, point_beats = [], []
        for pairs in runs:
            scalar_beats += beats(b"".join(scalar.to_bytes(32, "little") for _, scalar in pairs))
            point_beats += beats(b"".join(self.curve.point_bytes(point) for point, _ in pairs))
        await self.play(scalar_beats, point_beats)

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
