# SPDX-License-Identifier: Apache-2.0
"""cocotb tests of where pages of registers lie, and when they are given up; cocotbext-axi drives the host's side."""

import logging
import sys
from pathlib import Path

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, RisingEdge, with_timeout
from cocotb.utils import get_sim_time
from cocotbext.axi import AxiBus, AxiMaster, AxiResp

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "regs"))
import cards

TABLE = cards.load()
CLOCK_NS = 4
WAIT_US = 200
# A register that answers in the next cycle is read within so many cycles through the bridge and the bus model.
PROMPT = 16
# Of the table's parts, those that the harness has, in its order.
PARTS = ("identity", "stream_ports", "xdma")
ALL = 0b111
# The one that takes stores whole, here.
TAKER = 2


class Bench:
    """A master at each of the two ports, and which BAR each is."""

    def __init__(self, dut):
        self.dut = dut
        self.layout = TABLE.layouts[int(dut.Layout.value)]
        self.user = AxiMaster(AxiBus.from_prefix(dut, "s_user"), dut.clk_i, dut.rst_i)
        self.dma = AxiMaster(AxiBus.from_prefix(dut, "s_dma"), dut.clk_i, dut.rst_i)
        for master in (self.user, self.dma):
            for part in (master.write_if, master.read_if):
                part.log.setLevel(logging.WARNING)
        self.features = [next(f for f in TABLE.features if f.name == name) for name in PARTS]

    async def start(self):
        self.dut.answers.value = ALL
        self.dut.rst_i.value = 1
        cocotb.start_soon(Clock(self.dut.clk_i, CLOCK_NS, units="ns").start())
        await ClockCycles(self.dut.clk_i, 4)
        self.dut.rst_i.value = 0
        await RisingEdge(self.dut.clk_i)

    def place(self, page):
        """Port of a page, and where it begins there, by the table."""
        feature, layout = self.features[page], self.layout
        if feature.page_in == "user_pages":
            return self.user, layout.user_offset + feature.page
        own = layout.dma_bar != layout.user_bar
        return self.dma if own else self.user, layout.dma_offset + feature.page

    async def read(self, master, address):
        """(response, word, cycles that it took)."""
        begin = get_sim_time("ns")
        answer = await with_timeout(master.read(address, 4, user=4), WAIT_US, "us")
        return answer.resp, int.from_bytes(answer.data, "little"), (get_sim_time("ns") - begin) / CLOCK_NS


async def bench(dut):
    made = Bench(dut)
    await made.start()
    return made


@cocotb.test()
async def pages_are_where_the_layout_has_them(dut):
    b = await bench(dut)
    for page, feature in enumerate(b.features):
        master, base = b.place(page)
        for at in (0, 0x44, feature.page_bytes - 4):
            resp, word, _ = await b.read(master, base + at)
            assert (resp, word) == (AxiResp.OKAY, (0xA0 + page) << 24 | at), (feature.name, hex(at), hex(word))


@cocotb.test()
async def nothing_is_anywhere_else(dut):
    b = await bench(dut)
    taken = [(*b.place(page), feature.page_bytes) for page, feature in enumerate(b.features)]
    for port in (b.user, b.dma):
        for base in range(0, 0x1_4000, 0x1000):
            _, word, waited = await b.read(port, base)
            inside = any(master is port and begin <= base < begin + size for master, begin, size in taken)
            assert (word != 0) == inside and waited < PROMPT, (hex(base), hex(word), waited)


@cocotb.test()
async def a_store_reaches_the_page_that_takes_it_and_no_other(dut):
    b = await bench(dut)
    for page in range(len(PARTS)):
        master, base = b.place(page)
        data = bytes(range(page, page + 64))
        answer = await with_timeout(master.write(base + 0x140, data, user=64), WAIT_US, "us")
        assert answer.resp == (AxiResp.OKAY if page == TAKER else AxiResp.SLVERR), PARTS[page]
        assert dut.stores.value.integer == (page == TAKER)
    assert dut.store_addr.value.integer == 0x140 and dut.store_strb.value.integer == (1 << 64) - 1
    assert dut.store_data.value.integer.to_bytes(64, "little") == data
    # Nor does it reach that page through the other port, where there is one.
    other = b.user if b.place(TAKER)[0] is b.dma else b.dma
    await with_timeout(other.write(b.place(TAKER)[1] + 0x140, data, user=64), WAIT_US, "us")
    assert dut.stores.value.integer == 1


@cocotb.test()
async def an_access_is_answered_within_the_bound_whatever_the_others_do(dut):
    b = await bench(dut)
    bound = b.layout.answer_cycles
    for stuck in range(len(PARTS)):
        dut.answers.value = ALL & ~(1 << stuck)
        master, base = b.place(stuck)
        waiting = cocotb.start_soon(b.read(master, base))
        # Another BAR, as long as the access that waits does.
        others = [p for p in range(len(PARTS)) if b.place(p)[0] is not master]
        looks = 0
        while others and not waiting.done():
            other = others[looks % len(others)]
            resp, word, waited = await b.read(*((b.place(other)[0], b.place(other)[1] + 4 * looks % 0x1000)))
            assert resp == AxiResp.OKAY and word >> 24 == 0xA0 + other and waited < PROMPT, (hex(word), waited)
            looks += 1
        resp, word, waited = await waiting
        assert (resp, word) == (AxiResp.SLVERR, 0xFFFF_FFFF)
        assert bound - 16 < waited <= bound, f"{waited} of {bound} cycles"
        assert not others or looks > bound / PROMPT, looks
        # A page is dead until the next reset.
        await b.start()


@cocotb.test()
async def the_window_is_at_one_place_in_every_layout(dut):
    b = await bench(dut)
    has = int(dut.HasWindow.value)
    for at in (0, 0x1_0004, 0x80_0000, TABLE.window_bytes - 4):
        resp, word, _ = await b.read(b.user, TABLE.window_base + at)
        assert (resp, word) == (AxiResp.OKAY, 0xB000_0000 | at if has else 0), hex(at)
    for at in (TABLE.window_base - 4, TABLE.window_base + TABLE.window_bytes):
        resp, word, _ = await b.read(b.user, at)
        assert (resp, word) == (AxiResp.OKAY, 0), hex(at)
    answer = await b.user.write(TABLE.window_base + 0x1_0040, bytes(64), user=64)
    assert answer.resp == AxiResp.OKAY
    assert dut.window_stores.value.integer == has
    assert dut.stores.value.integer == 0
