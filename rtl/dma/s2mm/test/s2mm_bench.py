# SPDX-License-Identifier: Apache-2.0
"""What software does with the capture engine. Offsets and bits are typed here by hand: those below 0x80 from the
product guide of the AXI DMA (PG021, direct-register mode), as a second witness beside the register description."""

import struct
from dataclasses import dataclass

import cocotb
from cocotb.triggers import ClockCycles, RisingEdge
from cocotbext.axi import AxiStreamFrame
from dma_bench import HOST, Bench

DMACR, DMASR, DA, DA_MSB, LENGTH = 0x30, 0x34, 0x48, 0x4C, 0x58
RS, RESET, KEYHOLE, IOC_EN, DLY_EN, ERR_EN = 1 << 0, 1 << 2, 1 << 3, 1 << 12, 1 << 13, 1 << 14
HALTED, IDLE, INT_ERR, SLV_ERR, DEC_ERR, IOC, ERR = 1, 2, 1 << 4, 1 << 5, 1 << 6, 1 << 12, 1 << 14
THRESHOLD_1 = 1 << 16
CAPS, MODE, ARMED, NEXT_DA, NEXT_DA_MSB, NEXT_LENGTH = 0x80, 0x84, 0x88, 0x90, 0x94, 0x98
STAMP, LOST, SEQUENCE, RING, RING_SIZE = 0xA0, 0xA8, 0xB0, 0xC0, 0xC8
CUT, THROUGH, RECORDS = 1, 2, 4
PAIRS = 16
# Its line and the vector that the benches give it.
LINE, VECTOR = 6, 20
BEAT = 64
# Where things are in host memory.
BUFFERS, RECORDS_AT = HOST + 0x10_0000, HOST + 0x8000
GUARD = 64


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


def packet(data, note=Note()):
    beats = -(-len(data) // BEAT)
    user = [word for word in note.words(beats) for _ in range(BEAT)][: len(data)]
    return AxiStreamFrame(data, tuser=user)


class CaptureBench(Bench):
    """The bench of the channels, with the registers of the capture engine."""

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

    async def capture_access(self, write, offset, data=0):
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
        assert (await self.capture_access(True, offset, value))[0] == error, f"write of {value:#x} to {offset:#x}"

    async def get(self, offset):
        error, value = await self.capture_access(False, offset)
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
        await self.put(DMACR, RS | control | THRESHOLD_1)
        await self.until(DMASR, HALTED, 0)

    async def reset(self):
        await self.put(DMACR, RESET)
        await self.until(DMACR, RESET, 0)

    async def begin(self, address, length):
        """The core's way: address, then length."""
        await self.put(DA, address & 0xFFFF_FFFF)
        await self.put(DA_MSB, address >> 32)
        await self.put(LENGTH, length)

    async def arm(self, address, length, error=0):
        """A pair behind those that are armed."""
        await self.put(NEXT_DA, address & 0xFFFF_FFFF)
        await self.put(NEXT_DA_MSB, address >> 32)
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

    async def last(self):
        """What the registers say of the last finished buffer."""
        low, high = await self.get(LOST), await self.get(LOST + 4)
        flags = [bool(high >> bit & 1) for bit in (16, 17, 18, 19)]
        return Record(await self.get_wide(STAMP), low | (high & 0xFFFF) << 32, *flags, 0, await self.get(LENGTH), 0)

    def record(self, place):
        """A record of the ring."""
        words = struct.unpack("<QQQII", self.host.get(RECORDS_AT + 32 * place, 32))
        flags = [bool(words[1] >> bit & 1) for bit in (48, 49, 50, 51)]
        return Record(words[0], words[1] & (1 << 48) - 1, *flags, words[2], words[3], words[4])
