# SPDX-License-Identifier: Apache-2.0
"""What software does with the transmit engine. Offsets are typed here by hand, those below 0x80 from the product
guide of the AXI DMA (PG021, direct-register mode), as a second witness beside the register description."""

import cocotb
from cocotb.triggers import RisingEdge, with_timeout
from pairs_bench import PATIENCE_NS, PairsBench, Record

DMACR, DMASR, SA, SA_MSB, LENGTH = 0x00, 0x04, 0x18, 0x1C, 0x28
NEXT_SA, NEXT_SA_MSB, ENDED = 0x90, 0x94, 0xAC
# Its line and the vector that the benches give it.
LINE, VECTOR = 7, 21


def told(buffer, length, sequence, stopped=False):
    """The record of a buffer that was sent: there is no time, no loss and no end of a packet to tell."""
    return Record(0, 0, False, False, False, stopped, buffer, length, sequence)


class TransmitBench(PairsBench):
    """The bench of the channels, with the registers of the transmit engine."""

    DMACR, DMASR, ADDRESS, LENGTH = DMACR, DMASR, SA, LENGTH

    async def start(self, pauses=False):
        await super().start(pauses)
        self.idle, self.beats = 0, 0
        cocotb.start_soon(self._count_beats())
        return self

    async def _count_beats(self):
        """Beats that were taken, and cycles in which one would have been, of those between the first and the last."""
        dut = self.dut
        waited = 0
        while True:
            await RisingEdge(dut.clk_i)
            if dut.h2c_tvalid.value and dut.h2c_tready.value:
                self.idle += waited if self.beats else 0
                self.beats, waited = self.beats + 1, 0
            elif dut.h2c_tready.value:
                waited += 1

    async def packet(self):
        """The bytes of the next packet of the stream."""
        return bytes((await with_timeout(self.sink.recv(), PATIENCE_NS, "ns")).tdata)
