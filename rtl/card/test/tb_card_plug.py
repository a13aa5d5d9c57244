# SPDX-License-Identifier: Apache-2.0
"""cocotb tests of a card whose datapath owes the platform something: all the rest of the card works on.

Offsets are typed here by hand, as on purpose everywhere in the benches.
"""

import logging
import random
import struct

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, with_timeout
from cocotb.utils import get_sim_time
from cocotbext.axi import AxiBus, AxiMaster, AxiResp, AxiSlave

CLOCK_NS = 4
WAIT_US = 400
ONES = b"\xff" * 4
MAGIC = 0x59414246
# The page of the datapath, and how it is told to misbehave.
PAGE = 0x1000
SILENT, TWICE, BUSY, LOUD, DEAF, WILD = (1 << n for n in range(6))
# Headers of the features: xdma, copy, datapath; their words.
XDMA, COPY, DATAPATH = 0x04C0, 0x0500, 0x0540
CONTROL, STATUS = 0x30, 0x34
COUNTERS, DEAD_PAGES = 0x0100, 12
COPY_PAGE = 0x3000
USER_REQUEST = 0x2040
COPY_LINE = 4
HOST, HOST_BYTES = 0x12_3400_0000, 1 << 16
GUARD = b"\xa5"


class Memory:
    """Host memory; what is outside is answered with an error."""

    def __init__(self):
        self.data = bytearray(HOST_BYTES)

    def _at(self, address, length):
        if not HOST <= address <= HOST + HOST_BYTES - length:
            raise ValueError(f"{address:#x} is not mapped")
        return address - HOST

    async def read(self, address, length, **_):
        at = self._at(address, length)
        return bytes(self.data[at : at + length])

    async def write(self, address, data, **_):
        at = self._at(address, len(data))
        self.data[at : at + len(data)] = data


class Bench:
    """Masters at the BARs, host memory, and what a driver does with channels."""

    def __init__(self, dut):
        self.dut, self.rng, self.host = dut, random.Random(3), Memory()
        self.user, self.dma, self.aperture = (
            AxiMaster(AxiBus.from_prefix(dut, name), dut.clk_i, dut.rst_i) for name in ("user", "dma", "aperture")
        )
        self.slave = AxiSlave(AxiBus.from_prefix(dut, "host"), dut.clk_i, dut.rst_i, target=self.host)
        for model in (self.user, self.dma, self.aperture, self.slave):
            for half in (model.write_if, model.read_if):
                half.log.setLevel(logging.ERROR)

    async def start(self):
        self.dut.rst_i.value = 1
        self.dut.rst_card_i.value = 0
        cocotb.start_soon(Clock(self.dut.clk_i, CLOCK_NS, units="ns").start())
        await ClockCycles(self.dut.clk_i, 5)
        self.dut.rst_i.value = 0
        await ClockCycles(self.dut.clk_i, 5)
        return self

    async def reset_card(self):
        """What software can do about it."""
        self.dut.rst_card_i.value = 1
        await ClockCycles(self.dut.clk_i, 5)
        self.dut.rst_card_i.value = 0
        await ClockCycles(self.dut.clk_i, 500)

    async def ask(self, bar, address, length=4):
        answer = await with_timeout(bar.read(address, length, user=length), WAIT_US, "us")
        return answer.resp, answer.data

    async def tell(self, bar, address, value):
        answer = await with_timeout(bar.write(address, struct.pack("<I", value), user=4), WAIT_US, "us")
        return answer.resp

    async def read(self, address, bar=None):
        resp, data = await self.ask(self.user if bar is None else bar, address)
        assert resp == AxiResp.OKAY, hex(address)
        return struct.unpack("<I", data)[0]

    async def write(self, address, value, bar=None):
        assert await self.tell(self.user if bar is None else bar, address, value) == AxiResp.OKAY, hex(address)

    async def misbehave(self, misdeeds):
        await self.write(PAGE, misdeeds)

    async def counter(self, index):
        return await self.read(COUNTERS + 8 * index)

    async def run(self, c2h, channel, length, host, card, flags=0x13):
        """One descriptor on a channel, as far as its start."""
        src, dst = (card, HOST + host) if c2h else (HOST + host, card)
        table = 0xF000 + 64 * (2 * channel + c2h)
        self.host.data[table : table + 32] = struct.pack("<IIQQQ", 0xAD4B0000 | flags, length, src, dst, 0)
        base, sgdma = 0x1000 * c2h + 0x100 * channel, 0x4000 + 0x1000 * c2h + 0x100 * channel
        await self.write(base + 0x04, 0, self.dma)
        for offset, value in ((0x80, (HOST + table) & 0xFFFFFFFF), (0x84, (HOST + table) >> 32), (0x88, 0)):
            await self.write(sgdma + offset, value, self.dma)
        await self.write(base + 0x04, 1 | 1 << 1 | 1 << 2 | 1 << 4, self.dma)
        return base

    async def ends(self, base, cycles=4000):
        """Until a channel is at rest; its status."""
        for _ in range(cycles // 16):
            status = await self.read(base + 0x40, self.dma)
            if not status & 1:
                return status
        raise AssertionError(f"channel at {base:#x} is busy for {cycles} cycles")

    async def works(self):
        """Registers of all other pages answer, channel 0 moves data both ways, the other front end copies."""
        assert await self.read(0) == MAGIC
        data = self.rng.randbytes(1000)
        self.host.data[0:1000] = data
        self.host.data[0x2000:0x2500] = GUARD * 0x500
        assert await self.ends(await self.run(0, 0, 1000, 0, 0x123)) & 6 == 6
        assert await self.ends(await self.run(1, 0, 1000, 0x2007, 0x123)) & 6 == 6
        assert self.host.data[0x2007 : 0x2007 + 1000] == data
        assert self.host.data[0x2000:0x2007] == GUARD * 7 and self.host.data[0x23EF:0x2500] == GUARD * 0x111
        await self.copies(data)

    async def copies(self, data):
        self.host.data[0x4000:0x4500] = GUARD * 0x500
        low, high = (HOST & 0xFFFFFFFF), HOST >> 32
        for offset, value in enumerate((low, high, low + 0x4003, high, len(data), 0, 1)):
            await self.write(COPY_PAGE + 4 * offset, value)
        for _ in range(200):
            status = await self.read(COPY_PAGE + 0x1C)
            if status & 2:
                break
        assert status == 2, f"DONE, no cause: {status:#x}"
        assert self.host.data[0x4003 : 0x4003 + len(data)] == data
        lines = await self.read(USER_REQUEST, self.dma)
        assert lines >> COPY_LINE & 1 == 1
        await self.write(COPY_PAGE + 0x1C, 2)
        assert await self.read(USER_REQUEST, self.dma) >> COPY_LINE & 1 == 0


async def bench(dut):
    return await Bench(dut).start()


@cocotb.test()
async def a_page_that_never_answers_is_given_up_and_told_of(dut):
    b = await bench(dut)
    patience = int(dut.AnswerCycles.value)
    assert await b.read(PAGE + 0x44) == 0xBAD0_0044
    before = await b.counter(DEAD_PAGES)
    await b.misbehave(SILENT)
    for most in (patience + 32, 32):
        begin = get_sim_time("ns")
        assert await b.ask(b.user, PAGE + 0x44) == (AxiResp.SLVERR, ONES)
        cycles = (get_sim_time("ns") - begin) / CLOCK_NS
        assert cycles <= most, cycles
    assert await b.counter(DEAD_PAGES) == before + 1
    assert await b.read(DATAPATH + STATUS) == 0, "its header answers"
    await b.works()
    await b.reset_card()
    assert await b.read(PAGE + 0x44) == 0xBAD0_0044, "and after a reset it does"


@cocotb.test()
async def a_second_answer_is_nobody_elses(dut):
    b = await bench(dut)
    await b.misbehave(TWICE)
    for _ in range(40):
        first = cocotb.start_soon(b.ask(b.user, PAGE + 4 * b.rng.randrange(16)))
        others = [(b.user, address, await b.read(address)) for address in (0x0, 0x4, 0xC, DATAPATH, COPY_PAGE + 0x10)]
        await first
        asked = [cocotb.start_soon(b.ask(b.user, PAGE + 0x44))]
        asked += [cocotb.start_soon(b.ask(bar, address)) for bar, address, _ in others]
        await asked[0]
        for task, (_, address, value) in zip(asked[1:], others, strict=True):
            assert await task == (AxiResp.OKAY, struct.pack("<I", value)), hex(address)
    await b.works()


@cocotb.test()
async def one_that_never_comes_to_rest_says_so_and_the_others_rest(dut):
    b = await bench(dut)
    await b.misbehave(BUSY)
    for header in (XDMA, COPY, DATAPATH):
        await b.write(header + CONTROL, 1)
    await ClockCycles(dut.clk_i, 200)
    told = [await b.read(header + STATUS) & 1 for header in (XDMA, COPY, DATAPATH)]
    assert told == [0, 0, 1]
    assert dut.busy.value == 1, "time does not stop for it"
    for header in (XDMA, COPY):
        await b.write(header + CONTROL, 0)
    await b.works()
    assert await b.read(DATAPATH + STATUS) & 1 == 1
    await b.reset_card()
    assert await b.read(DATAPATH + STATUS) == 0
    await b.works()


@cocotb.test()
async def lines_that_are_not_its_own_reach_nobody(dut):
    b = await bench(dut)
    await b.misbehave(LOUD)
    await ClockCycles(dut.clk_i, 20)
    assert await b.read(USER_REQUEST, b.dma) == 1, "the one of its line of the card table"
    await b.works()
    assert await b.read(USER_REQUEST, b.dma) == 1


@cocotb.test()
async def one_that_takes_no_data_holds_up_its_stream_and_no_other_channel(dut):
    b = await bench(dut)
    await b.misbehave(DEAF)
    stream = await b.run(0, 1, 4096, 0, 0)
    await ClockCycles(dut.clk_i, 1000)
    assert await b.read(stream + 0x40, b.dma) & 1 == 1, "it waits"
    await b.works()
    assert await b.read(stream + 0x40, b.dma) & 1 == 1, "and waits on"
    await b.write(stream + 0x04, 0, b.dma)
    await b.ends(stream)
    await b.works()


@cocotb.test()
async def data_that_nobody_asked_for_go_where_a_descriptor_says_and_no_further(dut):
    b = await bench(dut)
    await b.misbehave(WILD)
    await b.write(DATAPATH + CONTROL, 1)
    await ClockCycles(dut.clk_i, 200)
    await b.works()
    b.host.data[0x6000:0x8000] = GUARD * 0x2000
    # An open end: the descriptor is full before a packet is over.
    status = await b.ends(await b.run(1, 1, 640, 0x6040, HOST + 0xE000))
    assert status & 6 == 6, hex(status)
    assert b.host.data[0x6040:0x62C0] == b"\xee" * 640
    assert b.host.data[0x6000:0x6040] == GUARD * 64 and b.host.data[0x62C0:0x8000] == GUARD * (0x8000 - 0x62C0)
    await b.works()
