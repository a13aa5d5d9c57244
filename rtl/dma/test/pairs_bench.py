# SPDX-License-Identifier: Apache-2.0
"""What software does with a channel of an AXI DMA in direct-register mode, whatever its direction. Bits are typed here
by hand, those of registers below 0x80 from that core's product guide (PG021), as a second witness."""

import struct
from dataclasses import dataclass

from cocotb.triggers import RisingEdge
from dma_bench import HOST, Bench

RS, RESET, KEYHOLE, IOC_EN, DLY_EN, ERR_EN = 1 << 0, 1 << 2, 1 << 3, 1 << 12, 1 << 13, 1 << 14
HALTED, IDLE, INT_ERR, SLV_ERR, DEC_ERR, IOC, ERR = 1, 2, 1 << 4, 1 << 5, 1 << 6, 1 << 12, 1 << 14
THRESHOLD_1 = 1 << 16
CAPS, MODE, ARMED, NEXT, NEXT_LENGTH, SEQUENCE, RING, RING_SIZE = 0x80, 0x84, 0x88, 0x90, 0x98, 0xB0, 0xC0, 0xC8
RECORDS = 4
PAIRS = 16
BEAT = 64
# Where things are in host memory.
BUFFERS, RECORDS_AT = HOST + 0x10_0000, HOST + 0x8000
GUARD = 64
# Longer than anything takes, in nanoseconds.
PATIENCE_NS = 400_000
ERRORS = INT_ERR | SLV_ERR | DEC_ERR


@dataclass(frozen=True)
class Record:
    """What is told of a buffer."""

    stamp: int
    lost: int
    eop: bool
    eob: bool
    overrun: bool
    stopped: bool
    buffer: int
    bytes: int
    sequence: int


class PairsBench(Bench):
    """The bench of the channels of the first front end, with the registers of such a channel behind it."""

    # Where the core has them in this direction.
    DMACR, DMASR, ADDRESS, LENGTH = None, None, None, None

    async def page_access(self, write, offset, data=0):
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

    async def put(self, offset, value, error=0):
        assert (await self.page_access(True, offset, value))[0] == error, f"write of {value:#x} to {offset:#x}"

    async def get(self, offset):
        error, value = await self.page_access(False, offset)
        assert error == 0, f"read of {offset:#x}"
        return value

    async def get_wide(self, offset):
        return await self.get(offset) | await self.get(offset + 4) << 32

    async def until(self, offset, mask, value, cycles=20000):
        """Waits until a register's bits are as wanted; all of it."""
        for _ in range(cycles // 8):
            got = await self.get(offset)
            if got & mask == value:
                return got
        raise AssertionError(f"{offset:#x} is {got:#x} after {cycles} cycles, {mask:#x} of it should be {value:#x}")

    async def run(self, mode=0, control=IOC_EN | ERR_EN, log2=4):
        """Sets it up and lets it run; records go to their place if the mode has them."""
        await self.put(MODE, mode)
        if mode & RECORDS:
            await self.put(RING, RECORDS_AT & 0xFFFF_FFFF)
            await self.put(RING + 4, RECORDS_AT >> 32)
            await self.put(RING_SIZE, log2)
        await self.put(self.DMACR, RS | control | THRESHOLD_1)
        await self.until(self.DMASR, HALTED, 0)

    async def reset(self):
        await self.put(self.DMACR, RESET)
        await self.until(self.DMACR, RESET, 0)

    async def begin(self, address, length):
        """The core's way: address, then length."""
        await self.put(self.ADDRESS, address & 0xFFFF_FFFF)
        await self.put(self.ADDRESS + 4, address >> 32)
        await self.put(self.LENGTH, length)

    async def arm(self, address, length, error=0):
        """A pair behind those that are armed."""
        await self.put(NEXT, address & 0xFFFF_FFFF)
        await self.put(NEXT + 4, address >> 32)
        await self.put(NEXT_LENGTH, length, error)

    async def finished(self, count, cycles=40000):
        """Waits until so many buffers are finished since reset."""
        await self.until(SEQUENCE, 0xFFFF_FFFF, count, cycles)

    async def at_least(self, count, cycles=40000):
        """Waits until so many are, or more."""
        for _ in range(cycles // 8):
            if await self.get(SEQUENCE) >= count:
                return
        raise AssertionError(f"{await self.get(SEQUENCE)} buffers are finished after {cycles} cycles, not {count}")

    def record(self, place):
        """A record of the ring."""
        words = struct.unpack("<QQQII", self.host.get(RECORDS_AT + 32 * place, 32))
        flags = [bool(words[1] >> bit & 1) for bit in (48, 49, 50, 51)]
        return Record(words[0], words[1] & (1 << 48) - 1, *flags, words[2], words[3], words[4])
