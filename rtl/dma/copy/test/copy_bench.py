# SPDX-License-Identifier: Apache-2.0
"""What software does with the copy front end. Offsets and causes are typed here by hand, as a second witness."""

from cocotb.triggers import ClockCycles, RisingEdge
from dma_bench import Bench

SRC, DST, LENGTH, SPACES, CONTROL, STATUS, BAD, MOVED = 0x00, 0x08, 0x10, 0x14, 0x18, 0x1C, 0x20, 0x28
GO, ABORT = 1, 2
BUSY, DONE = 1, 2
WHOLE, HOST_DECODE, HOST_SLAVE, CARD_DECODE, CARD_SLAVE, HOST_POISON = range(6)
ZERO, TOO_LONG, WRAPS, OVERLAPS, NO_PATH, ABORTED = range(8, 14)
HOST_SIDE, CARD_SIDE = 0, 1
# User line of the copy's end, and the vector that the benches give it.
LINE, VECTOR = 4, 20
DATA, DESCRIPTOR, STATUS_WORD = 0, 1, 2


class CopyBench(Bench):
    """The bench of the channels, with the registers of the copy front end and a look at who is on the host bus."""

    async def start(self, pauses=False):
        await super().start(pauses)
        # The account of events begins a cycle after the start.
        await ClockCycles(self.dut.clk_i, 2)
        self.seen = set()
        return self

    def watch_bus(self):
        import cocotb

        cocotb.start_soon(self._note_who())

    async def _note_who(self):
        dut = self.dut
        while True:
            await RisingEdge(dut.clk_i)
            if dut.host_arvalid.value and dut.host_arready.value:
                self.seen.add(("read", int(dut.host_arpurpose.value), int(dut.host_arsource.value)))
            if dut.host_awvalid.value and dut.host_awready.value:
                self.seen.add(("write", int(dut.host_awpurpose.value), int(dut.host_awsource.value)))

    async def copy_access(self, write, offset, data=0):
        """(error, value) of one register access; the front end of the access is put back to the channels."""
        dut = self.dut
        await RisingEdge(dut.clk_i)
        dut.reg_front.value = 1
        dut.reg_valid.value, dut.reg_write.value = 1, int(write)
        dut.reg_addr.value, dut.reg_wdata.value = offset, data
        for _ in range(8):
            await RisingEdge(dut.clk_i)
            if dut.reg_ready.value:
                dut.reg_valid.value = 0
                result = int(dut.reg_error.value), int(dut.reg_rdata.value)
                await RisingEdge(dut.clk_i)
                dut.reg_front.value = 0
                return result
        raise AssertionError(f"register {offset:#x} did not answer within 8 cycles")

    async def put(self, offset, value):
        assert (await self.copy_access(True, offset, value))[0] == 0

    async def get(self, offset):
        error, value = await self.copy_access(False, offset)
        assert error == 0
        return value

    async def setup(self, src, dst, length):
        """src and dst are (side, address)."""
        for at, (_, address) in ((SRC, src), (DST, dst)):
            await self.put(at, address & 0xFFFF_FFFF)
            await self.put(at + 4, address >> 32)
        await self.put(LENGTH, length)
        await self.put(SPACES, src[0] | dst[0] << 1)

    async def finish(self, cycles=20000):
        """Waits for the end; (cause, bad address, bytes moved)."""
        for _ in range(cycles // 8):
            status = await self.get(STATUS)
            if not status & BUSY:
                assert status & DONE, "idle, and no end was told"
                bad = await self.get(BAD) | await self.get(BAD + 4) << 32
                return status >> 8 & 0xFF, bad, await self.get(MOVED)
            await ClockCycles(self.dut.clk_i, 4)
        raise AssertionError(f"still busy after {cycles} cycles")

    async def copy(self, src, dst, length):
        """One copy, to its end."""
        await self.setup(src, dst, length)
        await self.put(CONTROL, GO)
        return await self.finish()

    def memory(self, side):
        return self.card if side == CARD_SIDE else self.host
