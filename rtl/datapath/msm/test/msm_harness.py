# SPDX-License-Identifier: Apache-2.0
"""The harness of the MSM engine as its benches drive it: registers, stream files, counters, read-out."""

from pathlib import Path

from cocotb.triggers import FallingEdge, First, Timer


class Harness:
    """A test harness with a flat register port, streams from files and a file of results."""

    # Outputs NAME_o that count.
    COUNTERS = ()

    def __init__(self, dut):
        self.dut = dut
        self.packets_seen = 0

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

    async def play(self, scalar_beats, point_beats):
        """Loads both streams with beats and plays them."""
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
        return {name: int(getattr(self.dut, name + "_o").value) for name in self.COUNTERS}

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
