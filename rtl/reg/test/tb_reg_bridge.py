# SPDX-License-Identifier: Apache-2.0
"""cocotb tests of the register bridge; the host's side is driven by cocotbext-axi."""

import itertools
import logging
import random

import cocotb
from bus_models import took
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, RisingEdge, with_timeout
from cocotb.utils import get_sim_time
from cocotbext.axi import AxiBus, AxiMaster, AxiResp

PAGES = (0x0000, 0x1000, 0x2000, 0x100_0000)
WHOLE = 3  # the page that takes stores whole that are no words
CLOCK_NS = 4
WAIT_US = 200
ONES = 0xFFFFFFFF


class Bench:
    """Bus master, pages that answer after a while, and a record of what was asked and signalled."""

    def __init__(self, dut):
        self.dut = dut
        self.axi = AxiMaster(AxiBus.from_prefix(dut, "s_axi"), dut.clk_i, dut.rst_i)
        for part in (self.axi.write_if, self.axi.read_if):
            part.log.setLevel(logging.WARNING)
        self.answer = (0, 0)  # (rdata, error)
        self.delay = 2  # cycles that a request is held before it is answered
        self.stuck = set()  # pages that do not answer
        self.asked = []  # (page, address, word written or None)
        self.stores = []  # (address, strobes, data)
        self.order = []  # what was asked and stored, as it came
        self.signals = []  # (kind, error, dead, address)

    async def start(self):
        dut = self.dut
        dut.reg_ready.value = 0
        dut.rst_i.value = 1
        cocotb.start_soon(Clock(dut.clk_i, CLOCK_NS, units="ns").start())
        await self.reset()
        cocotb.start_soon(self._serve())
        cocotb.start_soon(self._watch())

    async def reset(self):
        self.dut.rst_i.value = 1
        await ClockCycles(self.dut.clk_i, 4)
        self.dut.rst_i.value = 0
        await RisingEdge(self.dut.clk_i)

    def _offset(self, low):
        """An offset as the page sees it, in two parts."""
        return self.dut.high.value.integer << 16 | low.value.integer

    def _under_way(self):
        """The access that a page sees, or None."""
        dut = self.dut
        words, stores = dut.reg_valid.value.integer, dut.store_valid.value.integer
        assert (words | stores).bit_count() <= 1 and not words & stores, "one page at a time"
        if words:
            written = dut.reg_wdata.value.integer if dut.reg_write.value else None
            return words.bit_length() - 1, (self._offset(dut.reg_addr), written)
        if stores:
            what = (self._offset(dut.store_addr), dut.store_strb.value.integer, dut.store_data.value.integer)
            return stores.bit_length() - 1, what
        return None

    async def _serve(self):
        dut = self.dut
        while True:
            await RisingEdge(dut.clk_i)
            first = self._under_way()
            if first is None or first[0] in self.stuck:
                continue
            for _ in range(self.delay):
                await RisingEdge(dut.clk_i)
                assert self._under_way() == first, "request did not wait"
            dut.reg_rdata.value, dut.reg_error.value = self.answer
            dut.reg_ready.value = 1 << first[0]
            await RisingEdge(dut.clk_i)
            dut.reg_ready.value = 0
            page, what = first
            self.order.append(what)
            if len(what) == 2:
                self.asked.append((page, *what))
            else:
                self.stores.append(what)

    async def _watch(self):
        dut = self.dut
        while True:
            await RisingEdge(dut.clk_i)
            for kind in ("read", "write"):
                if getattr(dut, kind).value:
                    self.signals.append((kind, int(dut.error.value), int(dut.dead.value), dut.addr.value.integer))

    async def write(self, address, data):
        answer = await with_timeout(self.axi.write(address, data, user=len(data)), WAIT_US, "us")
        return answer.resp

    async def read(self, address, length):
        answer = await with_timeout(self.axi.read(address, length, user=length), WAIT_US, "us")
        return answer.resp, answer.data


def word(value):
    return (value & ONES).to_bytes(4, "little")


def expected(answer, page, offset):
    """What the harness makes of an answer: the page's number and the offset are mixed in."""
    return word(answer ^ page ^ (offset & 0xFFFF) << 16)


async def bench(dut):
    made = Bench(dut)
    await made.start()
    return made


@cocotb.test()
async def words_reach_their_page_with_offset_and_lane(dut):
    b = await bench(dut)
    places = [(0, 0x0), (0, 0xFFC), (1, 0x44), (2, 0x108), (3, 0x0), (3, 0x2014), (3, 0xFFFC)]
    places += [(3, 0x1_0000), (3, 0x80_0104), (3, 0xFF_FFFC)]
    for number, (page, offset) in enumerate(places):
        address, value = PAGES[page] + offset, 0xC0DE_0000 + number
        b.answer = (value, 0)
        assert await b.read(address, 4) == (AxiResp.OKAY, expected(value, page, offset)), hex(address)
        assert took(b.asked) == [(page, offset, None)]
        assert await b.write(address, word(~value)) == AxiResp.OKAY
        assert took(b.asked) == [(page, offset, ~value & ONES)]
        assert b.stores == []
        assert took(b.signals) == [("read", 0, 0, address), ("write", 0, 0, address)]


@cocotb.test()
async def eight_bytes_are_two_words_low_one_first(dut):
    b = await bench(dut)
    b.answer = (0x1234_0000, 0)
    for page, offset in ((0, 0x0), (1, 0x38), (2, 0xFF8), (WHOLE, 0x30)):
        address = PAGES[page] + offset
        low, high = (expected(0x1234_0000, page, at) for at in (offset, offset + 4))
        assert await b.read(address, 8) == (AxiResp.OKAY, low + high)
        assert await b.write(address, word(0x1111_2222) + word(0x3333_4444)) == AxiResp.OKAY
        assert took(b.asked) == [
            (page, offset, None), (page, offset + 4, None),
            (page, offset, 0x1111_2222), (page, offset + 4, 0x3333_4444),
        ]  # fmt: skip
        assert took(b.signals) == [("read", 0, 0, address), ("write", 0, 0, address)], "one access each"


@cocotb.test()
async def a_word_takes_four_cycles_at_most(dut):
    """From the address to the answer, with a page that answers at once: no longer than the bridge before it."""
    b = await bench(dut)
    dut.reg_ready.value = 0xF
    b.stuck = {0, 1, 2, 3}  # the bench leaves the readies alone
    for kind, most in (("read", 3), ("write", 3)):
        task = cocotb.start_soon(b.read(PAGES[0], 4) if kind == "read" else b.write(PAGES[0], bytes(4)))
        asks = (dut.s_axi_arvalid, dut.s_axi_rvalid) if kind == "read" else (dut.s_axi_wvalid, dut.s_axi_bvalid)
        while not asks[0].value:
            await RisingEdge(dut.clk_i)
        cycles = 0
        while not asks[1].value:
            await RisingEdge(dut.clk_i)
            cycles += 1
        assert cycles <= most, (kind, cycles)
        await task


@cocotb.test()
async def a_page_that_refuses_is_counted_and_reads_what_it_says(dut):
    b = await bench(dut)
    b.answer = (0, 1)
    assert await b.read(PAGES[0] + 0x800, 4) == (AxiResp.OKAY, word(0x800 << 16))
    assert await b.write(PAGES[1], b"\x01\0\0\0") == AxiResp.OKAY
    assert await b.write(PAGES[WHOLE], bytes(64)) == AxiResp.OKAY
    assert b.signals == [
        ("read", 1, 0, PAGES[0] + 0x800), ("write", 1, 0, PAGES[1]), ("write", 1, 0, PAGES[WHOLE]),
    ]  # fmt: skip


@cocotb.test()
async def holes_read_zero_and_ask_nobody(dut):
    b = await bench(dut)
    for address in (0x3000, 0x4000, 0x2_0000, 1 << 30, 1 << 40):
        assert await b.read(address, 4) == (AxiResp.OKAY, bytes(4)), hex(address)
        assert await b.write(address, bytes(4)) == AxiResp.OKAY
        assert await b.write(address, bytes(64)) == AxiResp.OKAY
        assert took(b.signals) == [("read", 1, 0, address), ("write", 1, 0, address), ("write", 1, 0, address)]
    assert b.asked == [] and b.stores == []


@cocotb.test()
async def words_refuse_every_shape_but_aligned_words(dut):
    b = await bench(dut)
    for offset, length in ((0, 1), (2, 2), (1, 4), (4, 8), (0, 3), (0, 12), (0, 64), (56, 200)):
        resp, _ = await b.read(PAGES[1] + offset, length)
        assert resp == AxiResp.SLVERR, (offset, length)
        assert await b.write(PAGES[1] + offset, bytes(length)) == AxiResp.SLVERR
        assert [signal[:3] for signal in took(b.signals)] == [("read", 1, 0), ("write", 1, 0)]
    # Four bytes by the count, and not all of them strobed.
    resp = await with_timeout(b.axi.write(PAGES[1], b"\x01\x02", user=4), WAIT_US, "us")
    assert resp.resp == AxiResp.SLVERR
    assert b.asked == []


def lanes_of(strobes):
    """The bits of a line that its strobes are for."""
    return sum(0xFF << 8 * lane for lane in range(64) if strobes >> lane & 1)


def is_words(begin, length):
    return length in (4, 8) and begin % length == 0


@cocotb.test()
async def a_page_may_see_stores_whole(dut):
    b = await bench(dut)
    rng = random.Random(8)
    shapes = [(begin, length) for begin in range(64) for length in range(1, 65 - begin) if not is_words(begin, length)]
    for begin, length in [(0, 64), *rng.sample(shapes, 60)]:
        line, data = rng.randrange(1024) * 64, rng.randbytes(length)
        assert await b.write(PAGES[WHOLE] + line + begin, data) == AxiResp.OKAY
        [(address, strobes, seen)] = took(b.stores)
        assert (address, strobes) == (line, ((1 << len(data)) - 1) << begin)
        assert seen.to_bytes(64, "little")[begin : begin + len(data)] == data
        assert b.asked == []
    # A word by its count, and not all of it strobed, is none.
    resp = await with_timeout(b.axi.write(PAGES[WHOLE] + 8, b"\x01\x02", user=4), WAIT_US, "us")
    assert resp.resp == AxiResp.OKAY and [store[:2] for store in took(b.stores)] == [(0, 0x300)]
    # A burst of two lines is no store, and it reads by words.
    assert await b.write(PAGES[WHOLE], bytes(128)) == AxiResp.SLVERR
    assert (await b.read(PAGES[WHOLE], 64))[0] == AxiResp.SLVERR
    assert b.stores == [] and b.asked == []


@cocotb.test()
async def stores_and_words_of_a_page_come_in_order(dut):
    b = await bench(dut)
    rng = random.Random(9)
    writes, expected_order = [], []
    for _ in range(80):
        line, (begin, length) = (
            rng.randrange(1024) * 64,
            rng.choice([(0, 64), (0, 64), (4, 4), (24, 8), (8, 17), (60, 4)]),
        )
        data = rng.randbytes(length)
        writes.append(b.axi.init_write(PAGES[WHOLE] + line + begin, data, user=length))
        if is_words(begin, length):
            for at in range(0, length, 4):
                expected_order.append((line + begin + at, int.from_bytes(data[at : at + 4], "little")))
        else:
            lanes = int.from_bytes(data, "little") << 8 * begin
            expected_order.append((line, ((1 << length) - 1) << begin, lanes))
    for operation in writes:
        await with_timeout(operation.wait(), WAIT_US, "us")
    seen = [(*what[:-1], what[-1] & lanes_of(what[1])) if len(what) == 3 else what for what in b.order]
    assert seen == expected_order


@cocotb.test()
async def a_dead_page_costs_its_time_once_and_holds_up_no_other(dut):
    b = await bench(dut)
    patience = int(dut.TimeoutCycles.value)
    b.answer = (0x77, 0)

    async def timed(access):
        begin = get_sim_time("ns")
        result = await access
        return result, (get_sim_time("ns") - begin) / CLOCK_NS

    for page in (1, WHOLE):
        b.stuck = {page}
        address = PAGES[page] + 0x10
        took(b.signals)
        first = b.read(address, 8) if page == 1 else b.write(address, bytes(64 - 16))
        result, waited = await timed(first)
        assert result in ((AxiResp.SLVERR, b"\xff" * 8), AxiResp.SLVERR)
        assert patience <= waited <= patience + 12, waited
        assert took(b.signals) == [("read" if page == 1 else "write", 1, 1, address)]
        # Also when it would answer again: it is dead.
        b.stuck = set()
        asked = len(b.asked) + len(b.stores)
        for kind, access, answer in (
            ("read", b.read(address, 4), (AxiResp.SLVERR, b"\xff" * 4)),
            ("write", b.write(address, bytes(4)), AxiResp.SLVERR),
        ):
            result, waited = await timed(access)
            assert result == answer and waited < 16, (result, waited)
            assert took(b.signals) == [(kind, 1, 0, address)], "an error, and no further page given up"
        assert len(b.asked) + len(b.stores) == asked
        assert await b.read(PAGES[0], 4) == (AxiResp.OKAY, expected(0x77, 0, 0))
    # An answer in the last cycle is an answer.
    b.delay = patience - 4
    assert (await b.read(PAGES[2], 4))[0] == AxiResp.OKAY
    await b.reset()
    b.delay = 2
    assert await b.read(PAGES[1], 4) == (AxiResp.OKAY, expected(0x77, 1, 0))


@cocotb.test()
async def accesses_from_both_sides_are_all_answered_in_order(dut):
    """Reads and writes at the same time, with hesitation: each side's stay in order, none waits for ever."""
    b = await bench(dut)
    rng = random.Random(5)
    for channel in (b.axi.write_if.aw_channel, b.axi.write_if.w_channel, b.axi.read_if.ar_channel):
        channel.set_pause_generator(iter(lambda: rng.random() < 0.3, None))
    reads = [b.axi.init_read(PAGES[0] + 4 * n, 4, user=4) for n in range(60)]
    writes = [b.axi.init_write(PAGES[1] + 4 * n, word(n), user=4) for n in range(60)]
    for operation in reads + writes:
        await with_timeout(operation.wait(), WAIT_US, "us")
    assert [at for page, at, written in b.asked if written is None] == [4 * n for n in range(60)]
    assert [(at, w) for page, at, w in b.asked if w is not None] == [(4 * n, n) for n in range(60)]
    # Neither side is kept waiting by the other.
    kinds = [written is None for _, _, written in b.asked]
    runs = [len(list(run)) for _, run in itertools.groupby(kinds[:100])]
    assert max(runs) < 12, runs
