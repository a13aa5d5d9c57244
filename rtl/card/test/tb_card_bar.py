# SPDX-License-Identifier: Apache-2.0
"""cocotb tests of the BAR bridge; the host's side is driven by cocotbext-axi."""

import logging
import random

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, RisingEdge, with_timeout
from cocotb.utils import get_sim_time
from cocotbext.axi import AxiBus, AxiMaster, AxiResp

BAR0, BAR2, BAR4 = 0 << 36, 2 << 36, 4 << 36
CLOCK_NS = 4
WAIT_US = 200


class Bench:
    """Bus master, register blocks that answer after a while, and a record of what was asked and signalled."""

    def __init__(self, dut):
        self.dut = dut
        self.axi = AxiMaster(AxiBus.from_prefix(dut, "s_axi"), dut.clk_i, dut.rst_i)
        for part in (self.axi.write_if, self.axi.read_if):
            part.log.setLevel(logging.WARNING)
        self.answer = (0, 0)  # (rdata, error)
        self.asked = []  # (block, address, data written or None)
        self.signals = []  # (kind, error, address)

    async def start(self):
        dut = self.dut
        dut.stall.value = 0
        dut.reg_ready.value = 0
        dut.rst_i.value = 1
        cocotb.start_soon(Clock(dut.clk_i, CLOCK_NS, units="ns").start())
        await ClockCycles(dut.clk_i, 4)
        dut.rst_i.value = 0
        await RisingEdge(dut.clk_i)
        cocotb.start_soon(self._serve())
        cocotb.start_soon(self._watch())

    async def _serve(self):
        dut = self.dut
        while True:
            await RisingEdge(dut.clk_i)
            if not dut.reg_valid.value:
                continue
            # Held for two more cycles before it is answered.
            first = (dut.reg_valid.value.integer, dut.reg_addr.value.integer)
            await ClockCycles(dut.clk_i, 2)
            assert first == (dut.reg_valid.value.integer, dut.reg_addr.value.integer), "request did not wait"
            dut.reg_rdata.value, dut.reg_error.value = self.answer
            dut.reg_ready.value = 1
            await RisingEdge(dut.clk_i)
            dut.reg_ready.value = 0
            written = dut.reg_wdata.value.integer if dut.reg_write.value else None
            assert first[0].bit_count() == 1, "one block at a time"
            self.asked.append((first[0].bit_length() - 1, first[1], written))
            await RisingEdge(dut.clk_i)

    async def _watch(self):
        dut = self.dut
        while True:
            await RisingEdge(dut.clk_i)
            for kind in ("read", "write"):
                if getattr(dut, kind).value:
                    self.signals.append((kind, int(dut.error.value), dut.addr.value.integer))

    async def write(self, address, data):
        answer = await with_timeout(self.axi.write(address, data, user=len(data)), WAIT_US, "us")
        return answer.resp

    async def read(self, address, length):
        answer = await with_timeout(self.axi.read(address, length, user=length), WAIT_US, "us")
        return answer.resp, answer.data


async def bench(dut):
    made = Bench(dut)
    await made.start()
    return made


@cocotb.test()
async def registers_reach_their_block_with_offset_and_lane(dut):
    b = await bench(dut)
    places = [
        (BAR0 + 0x0000, 0, 0x0000),
        (BAR0 + 0x0FFC, 0, 0x0FFC),
        (BAR0 + 0x1044, 1, 0x0044),
        (BAR0 + 0x2108, 2, 0x0108),
        (BAR2 + 0x0000, 3, 0x0000),
        (BAR2 + 0x2014, 3, 0x2014),
        (BAR2 + 0xFFFC, 3, 0xFFFC),
    ]
    for number, (address, block, offset) in enumerate(places):
        word = 0xC0DE_0000 + number
        b.answer = (word, 0)
        # Each block answers with its own number in the lowest bits.
        assert await b.read(address, 4) == (AxiResp.OKAY, (word ^ block).to_bytes(4, "little")), hex(address)
        assert await b.write(address, (~word & 0xFFFFFFFF).to_bytes(4, "little")) == AxiResp.OKAY
        assert b.asked[-2:] == [(block, offset, None), (block, offset, ~word & 0xFFFFFFFF)], hex(address)
        assert b.signals[-2:] == [("read", 0, address), ("write", 0, address)]


@cocotb.test()
async def a_block_that_refuses_is_counted_and_reads_what_it_says(dut):
    b = await bench(dut)
    b.answer = (0, 1)
    assert await b.read(BAR0 + 0x800, 4) == (AxiResp.OKAY, bytes(4))
    assert await b.write(BAR0 + 0x1000, b"\x01\0\0\0") == AxiResp.OKAY
    assert b.signals == [("read", 1, BAR0 + 0x800), ("write", 1, BAR0 + 0x1000)]


@cocotb.test()
async def holes_read_zero_and_ask_nobody(dut):
    b = await bench(dut)
    for address in (BAR0 + 0x3000, BAR0 + 0x4000, BAR0 + (1 << 30), BAR2 + 0x10000, (1 << 36), (7 << 36)):
        assert await b.read(address, 4) == (AxiResp.OKAY, bytes(4)), hex(address)
        assert await b.write(address, bytes(4)) == AxiResp.OKAY
        assert b.signals[-2:] == [("read", 1, address), ("write", 1, address)]
    assert b.asked == []


@cocotb.test()
async def registers_refuse_every_shape_but_an_aligned_word(dut):
    b = await bench(dut)
    for offset, length in ((0, 1), (0, 8), (2, 2), (1, 4), (0, 64)):
        resp, _ = await b.read(BAR2 + offset, length)
        assert resp == AxiResp.SLVERR, (offset, length)
        assert await b.write(BAR2 + offset, bytes(length)) == AxiResp.SLVERR
        assert [signal[1] for signal in b.signals[-2:]] == [1, 1]
    assert b.asked == []


@cocotb.test()
async def the_card_address_space_takes_any_bytes_of_a_line(dut):
    b = await bench(dut)
    rng = random.Random(3)
    image = bytearray(4096)
    for line in range(0, 4096, 64):
        assert await b.write(BAR4 + line, bytes(64)) == AxiResp.OKAY
    for _ in range(80):
        line = rng.randrange(64) * 64
        begin = rng.randrange(64)
        length = rng.randint(1, 64 - begin)
        data = rng.randbytes(length)
        image[line + begin : line + begin + length] = data
        assert await b.write(BAR4 + line + begin, data) == AxiResp.OKAY
        back = rng.randrange(64) * 64
        assert await b.read(BAR4 + back, 64) == (AxiResp.OKAY, bytes(image[back : back + 64]))
    assert not any(signal[1] for signal in b.signals)


@cocotb.test()
async def a_stuck_card_address_space_never_holds_up_registers(dut):
    b = await bench(dut)
    patience = int(dut.TimeoutCycles.value)
    assert await b.write(BAR4, b"old!") == AxiResp.OKAY
    for access in (lambda: b.write(BAR4, b"late"), lambda: b.read(BAR4, 4)):
        dut.stall.value = 1
        begin = get_sim_time("ns")
        result = await access()
        resp = result[0] if isinstance(result, tuple) else result
        waited = (get_sim_time("ns") - begin) / CLOCK_NS
        assert resp == AxiResp.SLVERR
        assert patience <= waited <= patience + 12, waited
        assert b.signals[-1][1] == 1

        # Registers answer, the space refuses at once.
        b.answer = (0x1234, 0)
        assert await b.read(BAR0, 4) == (AxiResp.OKAY, (0x1234).to_bytes(4, "little"))
        begin = get_sim_time("ns")
        assert await b.write(BAR4, b"lost") == AxiResp.SLVERR
        assert (get_sim_time("ns") - begin) / CLOCK_NS < 16

        # What was put on the bus happens when the bus takes it; then all is as before.
        dut.stall.value = 0
        await ClockCycles(dut.clk_i, 16)
        assert await b.read(BAR4, 4) == (AxiResp.OKAY, b"late")


@cocotb.test()
async def a_write_without_room_is_refused_and_forgotten(dut):
    b = await bench(dut)
    patience = int(dut.TimeoutCycles.value)
    assert await b.write(BAR4, b"old!") == AxiResp.OKAY
    dut.no_room.value = 1
    for _ in range(2):
        begin = get_sim_time("ns")
        assert await b.write(BAR4, b"lost") == AxiResp.SLVERR
        waited = (get_sim_time("ns") - begin) / CLOCK_NS
        assert patience <= waited <= patience + 12, waited
        assert b.signals[-1][1] == 1
        # Nothing is on the bus: reads are answered at once.
        begin = get_sim_time("ns")
        assert await b.read(BAR4, 4) == (AxiResp.OKAY, b"old!")
        assert (get_sim_time("ns") - begin) / CLOCK_NS < 32
    # Room that comes before patience ends is used.
    task = cocotb.start_soon(b.write(BAR4, b"late"))
    await ClockCycles(dut.clk_i, patience // 2)
    assert not task.done()
    dut.no_room.value = 0
    assert await task == AxiResp.OKAY
    assert await b.read(BAR4, 4) == (AxiResp.OKAY, b"late")
    # Room at every moment around the end of patience: what is answered so is written, and the bridge goes on.
    for early in range(-4, 5):
        dut.no_room.value = 1
        data = early.to_bytes(4, "little", signed=True)
        before = await b.read(BAR4, 4)
        task = cocotb.start_soon(b.write(BAR4, data))
        await ClockCycles(dut.clk_i, patience + 4 + early)
        dut.no_room.value = 0
        answer = await task
        assert answer in (AxiResp.OKAY, AxiResp.SLVERR)
        await ClockCycles(dut.clk_i, 16)
        after = await b.read(BAR4, 4)
        assert after[0] == AxiResp.OKAY
        assert after[1] == data or (answer == AxiResp.SLVERR and after == before)
