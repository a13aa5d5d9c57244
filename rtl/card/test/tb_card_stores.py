# SPDX-License-Identifier: Apache-2.0
"""cocotb tests of stores through a BAR of the card to plugs that take them whole: every byte, in order with the words.

Offsets are typed here by hand, as on purpose everywhere in the benches.
"""

import cocotb
from cocotb.triggers import ClockCycles, with_timeout
from cocotbext.axi import AxiResp
from tb_card_plug import COPY_PAGE, MAGIC, PAGE, USER_REQUEST, WAIT_US, Bench

# Pages of the front end and of the datapath; both remember what is written to them (store_log.sv).
TAKERS = {"front end": COPY_PAGE, "datapath": PAGE}
STREAM_PORTS = 0x2000
ENTRY_BYTES, ENTRIES, COUNT = 0x80, 8, 0xF80
WORD, STORE = 1, 2
# The low half of counter 11.
MMIO_ERRORS = 0x100 + 8 * 11
LINES = 0b11 << 6


async def bench(dut):
    return await Bench(dut).start()


async def seen(b, page):
    """[(what, line, {lane: byte})] of all that the page has seen."""
    entries = []
    for n in range(await b.read(page + COUNT)):
        words = [await b.read(page + ENTRY_BYTES * n + 4 * k) for k in range(20)]
        line = b"".join(word.to_bytes(4, "little") for word in words[:16])
        strobes = words[16] | words[17] << 32
        entries.append((words[19], words[18], {lane: line[lane] for lane in range(64) if strobes >> lane & 1}))
    return entries


def entry(what, offset, data):
    """What a page sees of a write."""
    at, lane = (offset, offset % 64) if what == WORD else (offset - offset % 64, offset % 64)
    return what, at, {lane + k: byte for k, byte in enumerate(data)}


@cocotb.test()
async def a_store_is_seen_whole_and_in_order_with_the_words_around_it(dut):
    b = await bench(dut)
    for page in TAKERS.values():
        shapes = [(0x44, 4), (0x80, 64), (0x48, 4), (0xC0, 64), (0x10, 8), (0x103, 17), (0x3FC, 4)]
        writes, expected = [], []
        for offset, length in shapes:
            data = b.rng.randbytes(length)
            writes.append(b.user.init_write(page + offset, data, user=length))
            if length in (4, 8):
                expected += [entry(WORD, offset + k, data[k : k + 4]) for k in range(0, length, 4)]
            else:
                expected.append(entry(STORE, offset, data))
        for write in writes:
            await with_timeout(write.wait(), WAIT_US, "us")
            assert write.data.resp == AxiResp.OKAY
        assert len(expected) == ENTRIES
        assert await seen(b, page) == expected
    # What one has seen is not the other's.
    assert [await b.read(page + COUNT) for page in TAKERS.values()] == [len(expected)] * 2


@cocotb.test()
async def a_page_that_does_not_ask_sees_no_store(dut):
    b = await bench(dut)
    for bar, address in ((b.user, 0x0), (b.user, STREAM_PORTS)):
        answer = await with_timeout(bar.write(address, bytes(64), user=64), WAIT_US, "us")
        assert answer.resp == AxiResp.SLVERR, hex(address)
    # The XDMA block asks, for its doorbells' sake; elsewhere in it a store is an error and does nothing.
    for address in (0x0, 0x2000, 0x3000, 0x8000):
        errors = await b.read(MMIO_ERRORS)
        before = [await b.read(address + offset, b.dma) for offset in range(0, 64, 4)]
        answer = await with_timeout(b.dma.write(address, b"\xff" * 64, user=64), WAIT_US, "us")
        assert answer.resp == AxiResp.OKAY, hex(address)
        assert await b.read(MMIO_ERRORS) == errors + 1, hex(address)
        assert [await b.read(address + offset, b.dma) for offset in range(0, 64, 4)] == before, hex(address)
    assert await b.read(0) == MAGIC
    assert [await b.read(page + COUNT) for page in TAKERS.values()] == [0, 0]


@cocotb.test()
async def a_front_end_that_is_a_line_of_the_table_has_its_lines(dut):
    b = await bench(dut)
    await ClockCycles(dut.clk_i, 20)
    assert await b.read(USER_REQUEST, b.dma) == LINES
