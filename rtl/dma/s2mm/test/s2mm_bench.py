# SPDX-License-Identifier: Apache-2.0
"""What software does with the capture engine. Offsets and bits are typed here by hand: those below 0x80 from the
product guide of the AXI DMA (PG021, direct-register mode), as a second witness beside the register description."""

from dataclasses import dataclass

import cocotb
from cocotb.triggers import ClockCycles, RisingEdge
from cocotbext.axi import AxiStreamFrame
from pairs_bench import BEAT, PairsBench, Record

DMACR, DMASR, DA, DA_MSB, LENGTH = 0x30, 0x34, 0x48, 0x4C, 0x58
NEXT_DA, NEXT_DA_MSB = 0x90, 0x94
STAMP, LOST = 0xA0, 0xA8
CUT, THROUGH = 1, 2
# Its line and the vector that the benches give it.
LINE, VECTOR = 6, 20


@dataclass(frozen=True)
class Note:
    """What a stream says beside a packet: time of its first beat (the others' follow), losses ahead, how it ends."""

    stamp: int = 0
    lost: int = 0
    eob: bool = False
    cut: bool = False

    def words(self, beats):
        """The side word of each beat, as `axis_note_t` packs it; a beat's time is its number behind the packet's."""
        for beat in range(beats):
            last = beat == beats - 1
            lost = self.lost if beat == 0 else 0
            yield ((self.stamp + beat) << 50) | (lost << 2) | (last and self.eob) << 1 | (last and self.cut)


def packet(data, note=Note()):
    beats = -(-len(data) // BEAT)
    user = [word for word in note.words(beats) for _ in range(BEAT)][: len(data)]
    return AxiStreamFrame(data, tuser=user)


class CaptureBench(PairsBench):
    """The bench of the channels, with the registers of the capture engine."""

    DMACR, DMASR, ADDRESS, LENGTH = DMACR, DMASR, DA, LENGTH

    async def start(self, pauses=False):
        await super().start(pauses)
        await ClockCycles(self.dut.clk_i, 2)
        self.waited = 0
        cocotb.start_soon(self._count_waits())
        return self

    async def _count_waits(self):
        """Cycles in which a beat was offered and not taken."""
        dut = self.dut
        while True:
            await RisingEdge(dut.clk_i)
            self.waited += int(dut.c2h_tvalid.value and not dut.c2h_tready.value)

    async def last(self):
        """What the registers say of the last finished buffer."""
        low, high = await self.get(LOST), await self.get(LOST + 4)
        flags = [bool(high >> bit & 1) for bit in (16, 17, 18, 19)]
        return Record(await self.get_wide(STAMP), low | (high & 0xFFFF) << 32, *flags, 0, await self.get(LENGTH), 0)
