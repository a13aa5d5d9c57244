# SPDX-License-Identifier: Apache-2.0
"""Copies by physical address: every way, every refusal, every failure, and beside the channels."""

import cocotb
from cocotb.triggers import ClockCycles, RisingEdge
from copy_bench import (
    ABORT,
    ABORTED,
    BAD,
    BUSY,
    CARD_DECODE,
    CARD_SIDE,
    CARD_SLAVE,
    CONTROL,
    DATA,
    DESCRIPTOR,
    DONE,
    DST,
    GO,
    HOST_DECODE,
    HOST_POISON,
    HOST_SIDE,
    HOST_SLAVE,
    LENGTH,
    LINE,
    MOVED,
    NO_PATH,
    OVERLAPS,
    SPACES,
    SRC,
    STATUS,
    STATUS_WORD,
    TOO_LONG,
    VECTOR,
    WHOLE,
    WRAPS,
    ZERO,
    CopyBench,
)
from dma_bench import CARD, CARD_SIZE, CTL, HOST, HOST_SIZE, IDLE, POLL, RUN, START, STAT, WB_HI, WB_LO, Channel, quiet

WAYS = [(HOST_SIDE, CARD_SIDE), (CARD_SIDE, HOST_SIDE), (HOST_SIDE, HOST_SIDE)]
BASES = {HOST_SIDE: HOST, CARD_SIDE: CARD}
FROM, TO, GUARD = 0x10_0000, 0x18_0000, 80


async def check_copy(bench, way, src_at, dst_at, length):
    """One copy that must work, with guard bytes on both sides of its destination."""
    src, dst = BASES[way[0]] + FROM + src_at, BASES[way[1]] + TO + dst_at
    data = bench.fill(bench.memory(way[0]), src, length)
    around = bench.fill(bench.memory(way[1]), dst - GUARD, length + 2 * GUARD)
    assert await bench.copy((way[0], src), (way[1], dst), length) == (WHOLE, 0, length)
    expected = around[:GUARD] + data + around[GUARD + length :]
    assert bench.memory(way[1]).get(dst - GUARD, length + 2 * GUARD) == expected


@cocotb.test()
async def every_way_at_any_alignment(dut):
    bench = await CopyBench(dut, 1).start(pauses=True)
    for way in WAYS:
        for length in (1, 63, 64, 65, 4096, 9000):
            await check_copy(bench, way, bench.rng.randrange(200), bench.rng.randrange(200), length)
    await quiet(bench)


@cocotb.test()
async def registers_read_back_and_hold_their_places(dut):
    bench = await CopyBench(dut, 2).start()
    for at in (SRC, SRC + 4, DST, DST + 4, LENGTH):
        await bench.put(at, 0x8765_4321 ^ at)
    await bench.put(SPACES, 0xFFFF_FFFF)
    for at in (SRC, SRC + 4, DST, DST + 4, LENGTH):
        assert await bench.get(at) == 0x8765_4321 ^ at
    assert (await bench.get(SPACES), await bench.get(CONTROL), await bench.get(STATUS)) == (3, 0, 0)
    for at in (BAD, BAD + 4, MOVED):
        assert await bench.get(at) == 0
        assert (await bench.copy_access(True, at, 1))[0] == 1, "cannot be written"
    for at in (0x2C, 0x40, 0xFFC):
        assert await bench.copy_access(False, at) == (1, 0), "nothing is there"
        assert (await bench.copy_access(True, at, 1))[0] == 1


@cocotb.test()
async def what_cannot_be_is_refused_before_anything_moves(dut):
    bench = await CopyBench(dut, 3).start()
    host, card, top = (HOST_SIDE, HOST + FROM), (CARD_SIDE, CARD + FROM), (1 << 64) - 64
    cases = [
        (host, card, 0, ZERO),
        (card, card, 0, ZERO),
        (host, card, 1 << 28, TOO_LONG),
        (host, host, 0xFFFF_FFFF, TOO_LONG),
        ((HOST_SIDE, top), card, 65, WRAPS),
        (card, (HOST_SIDE, top), 65, WRAPS),
        ((CARD_SIDE, top), host, 100, WRAPS),
        (host, (HOST_SIDE, top + 63), 2, WRAPS),
        (host, host, 1, OVERLAPS),
        (host, (HOST_SIDE, host[1] + 99), 100, OVERLAPS),
        ((HOST_SIDE, host[1] + 99), host, 100, OVERLAPS),
        (card, (CARD_SIDE, card[1] + 10), 64, OVERLAPS),
        (card, (CARD_SIDE, card[1] + 64), 64, NO_PATH),
        ((HOST_SIDE, top), (HOST_SIDE, top), 64, OVERLAPS),
    ]
    for src, dst, length, cause in cases:
        reads, writes = bench.events["host_read"], bench.events["host_write"]
        assert await bench.copy(src, dst, length) == (cause, 0, 0), (src, dst, length)
        assert (bench.events["host_read"], bench.events["host_write"]) == (reads, writes)
        await check_copy(bench, WAYS[length % 3], 5, 9, 300)
    # Side by side is not overlapping, nor are equal numbers in different spaces.
    data = bench.fill(bench.host, host[1], 100)
    assert await bench.copy(host, (HOST_SIDE, host[1] + 100), 100) == (WHOLE, 0, 100)
    assert bench.host.get(host[1] + 100, 100) == data
    await quiet(bench)


@cocotb.test()
async def the_last_address_is_an_address(dut):
    """A range that ends with the last byte there is does not wrap; nobody is mapped there."""
    bench = await CopyBench(dut, 4).start()
    dut.host_decode.value = 1
    top = (1 << 64) - 64
    assert await bench.copy((HOST_SIDE, top), (CARD_SIDE, CARD), 64) == (HOST_DECODE, top, 0)


@cocotb.test()
async def unmapped_ends_are_told_from_the_bus(dut):
    bench = await CopyBench(dut, 5).start()
    host, card = (HOST_SIDE, HOST + FROM), (CARD_SIDE, CARD + FROM)
    no_host, no_card = (HOST_SIDE, HOST + HOST_SIZE), (CARD_SIDE, CARD + CARD_SIZE)
    for decode in (0, 1):
        dut.host_decode.value = dut.card_decode.value = decode
        of_host, of_card = (HOST_DECODE, CARD_DECODE) if decode else (HOST_SLAVE, CARD_SLAVE)
        for src, dst, cause, bad in (
            (no_host, card, of_host, no_host[1]),
            (host, no_card, of_card, no_card[1]),
            (no_card, host, of_card, no_card[1]),
            (card, no_host, of_host, no_host[1]),
            (no_host, host, of_host, no_host[1]),
            (host, no_host, of_host, no_host[1]),
        ):
            assert await bench.copy(src, dst, 200) == (cause, bad, 0), (src, dst)
            await check_copy(bench, WAYS[0], 3, 1, 500)
            await check_copy(bench, WAYS[2], 3, 1, 500)
    # Part of it is there: what has moved is a beginning.
    length, there = 8192, 4096
    src = HOST + HOST_SIZE - there
    data = bench.fill(bench.host, src, there)
    cause, bad, moved = await bench.copy((HOST_SIDE, src), card, length)
    assert (cause, bad) == (HOST_DECODE, HOST + HOST_SIZE) and moved <= there
    assert bench.card.get(card[1], moved) == data[:moved]
    dut.host_poison.value = 1
    assert await bench.copy(no_host, card, 64) == (HOST_POISON, no_host[1], 0)
    dut.host_poison.value = 0
    await check_copy(bench, WAYS[1], 0, 0, 64)
    assert bench.events["host_error"] == 10 and bench.events["card_error"] == 4


@cocotb.test()
async def an_abort_leaves_a_beginning_and_the_next_copy_works(dut):
    """ABORT at every cycle of a copy, every way; BUSY falls without anybody's help."""
    bench = await CopyBench(dut, 6).start()
    ends = set()
    for way in WAYS:
        src, dst = BASES[way[0]] + FROM + 7, BASES[way[1]] + TO + 30
        for wait in range(0, 110, 3):
            data = bench.fill(bench.memory(way[0]), src, 5000)
            before = bench.fill(bench.memory(way[1]), dst, 5000)
            await bench.setup((way[0], src), (way[1], dst), 5000)
            await bench.put(CONTROL, GO)
            await ClockCycles(dut.clk_i, wait + 1)
            await bench.put(CONTROL, ABORT)
            cause, bad, moved = await bench.finish()
            ends.add((way, cause, min(moved, 1)))
            assert (cause == WHOLE) == (moved == 5000) and cause in (WHOLE, ABORTED) and bad == 0
            after = bench.memory(way[1]).get(dst, 5000)
            assert after == data[:moved] + before[moved:], "as many bytes as it says, and no other"
            if wait % 10 == 0:
                await check_copy(bench, way, 1, 2, 700)
    for way in WAYS:
        assert (way, ABORTED, 0) in ends and (way, WHOLE, 1) in ends, "the shape does not reach both ends"
    await quiet(bench)


@cocotb.test()
async def go_while_busy_is_refused_and_changes_nothing(dut):
    bench = await CopyBench(dut, 7).start()
    src, dst = HOST + FROM, CARD + TO
    data = bench.fill(bench.host, src, 8000)
    await bench.setup((HOST_SIDE, src), (CARD_SIDE, dst), 8000)
    await bench.put(CONTROL, GO)
    await bench.setup((HOST_SIDE, src + 0x1000), (HOST_SIDE, src), 5)
    assert await bench.get(STATUS) == BUSY
    assert (await bench.copy_access(True, CONTROL, GO))[0] == 1
    assert await bench.finish() == (WHOLE, 0, 8000)
    assert bench.card.get(dst, 8000) == data and bench.host.get(src, 8000) == data
    # DONE is cleared by writing 1, and by the next GO.
    assert await bench.get(STATUS) == DONE
    await bench.put(STATUS, DONE)
    assert await bench.get(STATUS) == 0


@cocotb.test()
async def the_line_follows_the_data(dut):
    """One message per copy, when all data is there and the registers say so."""
    bench = await CopyBench(dut, 8).start(pauses=True)
    await bench.unmask()
    await bench.write(0x2080 + LINE // 4 * 4, VECTOR << 8 * (LINE % 4))
    await bench.write(0x2004, 1 << LINE)
    seen = []
    for way in WAYS * 2:
        src, dst = BASES[way[0]] + FROM + 11, BASES[way[1]] + TO + 2
        data = bench.fill(bench.memory(way[0]), src, 3000)

        def at_message(vector, way=way, dst=dst):
            assert vector == VECTOR
            seen.append((bench.memory(way[1]).get(dst, 3000), int(dut.front_busy.value) >> 1))

        bench.on_message = at_message
        await bench.setup((way[0], src), (way[1], dst), 3000)
        await bench.put(CONTROL, GO)
        for _ in range(3000):
            await RisingEdge(dut.clk_i)
            if seen:
                break
        assert seen == [(data, 0)]
        assert await bench.read(0x2040) == 1 << LINE, "the line stands until it is cleared"
        assert await bench.finish() == (WHOLE, 0, 3000)
        await bench.put(STATUS, DONE)
        await ClockCycles(dut.clk_i, 20)
        assert await bench.read(0x2040) == 0 and len(seen) == 1
        seen.clear()


@cocotb.test()
async def purposes_and_sources_are_on_the_bus(dut):
    bench = await CopyBench(dut, 9).start()
    bench.watch_bus()
    for way in WAYS:
        await check_copy(bench, way, 0, 0, 500)
    assert bench.seen == {("read", DATA, 1), ("write", DATA, 1)}
    bench.seen.clear()
    for direction, src, dst in (("h2c", HOST + FROM, CARD), ("c2h", CARD, HOST + FROM)):
        channel = Channel(bench, direction, 0)
        await channel.write(WB_LO, (HOST + 0x6_0000) & 0xFFFF_FFFF)
        await channel.write(WB_HI, (HOST + 0x6_0000) >> 32)
        await channel.run([(500, src, dst)], START | POLL)
    assert bench.seen == {
        ("read", DESCRIPTOR, 0), ("read", DATA, 0), ("write", DATA, 0), ("write", STATUS_WORD, 0),
    }  # fmt: skip


@cocotb.test()
async def channels_and_copies_share_movers(dut):
    """A long chain on the mover that copies use: both get on, and all bytes are right."""
    bench = await CopyBench(dut, 10).start(pauses=True)
    for way, direction in ((WAYS[0], "h2c"), (WAYS[1], "c2h")):
        channel = Channel(bench, direction, 0)
        data = bench.fill(bench.memory(way[0]), BASES[way[0]] + 0x4_0000, 200 * 300)
        pieces = [
            (300, BASES[way[0]] + 0x4_0000 + 300 * i, BASES[way[1]] + 0x6_0000 + 300 * i) for i in range(200)
        ]  # fmt: skip
        await channel.submit(*bench.chain(pieces))
        copies = 0
        while await channel.read(STAT) & BUSY:
            await check_copy(bench, way, copies, 3, 400)
            copies += 1
        assert copies >= 4, "the copies waited for the chain"
        assert bench.memory(way[1]).get(BASES[way[1]] + 0x6_0000, 200 * 300) == data
        assert await channel.read(0x48) == 200


@cocotb.test()
async def neither_cuts_the_other(dut):
    """A stopped channel cuts no copy, an aborted copy no channel, however they meet in the mover."""
    bench = await CopyBench(dut, 11).start()
    channel = Channel(bench, "h2c", 0)
    cut = 0
    for wait in range(0, 120, 4):
        length = 64 * 40
        pieces = [(1000, HOST + 0x4_0000 + 1000 * i, CARD + 0x6_0000 + 1000 * i) for i in range(12)]
        chain = bench.chain(pieces, base=HOST + 0x2_0000)
        data = bench.fill(bench.host, HOST + 0x4_0000, 12000)
        src, dst = HOST + FROM, CARD + TO
        copied = bench.fill(bench.host, src, length)
        bench.card.put(dst, bytes(length))
        await channel.submit(*chain)
        await bench.setup((HOST_SIDE, src), (CARD_SIDE, dst), length)
        await bench.put(CONTROL, GO)
        await ClockCycles(dut.clk_i, wait + 1)
        if wait % 8:
            await channel.write(CTL, START & ~RUN)
            assert await bench.finish() == (WHOLE, 0, length), "the channel's stop has cut the copy"
            assert bench.card.get(dst, length) == copied
            await channel.wait()
        else:
            await bench.put(CONTROL, ABORT)
            cause, _, moved = await bench.finish()
            cut += cause == ABORTED
            assert bench.card.get(dst, moved) == copied[:moved]
            await channel.wait()
            assert await channel.read(0x48) == 12, "the abort has cut the channel"
            assert bench.card.get(CARD + 0x6_0000, 12000) == data
    assert cut > 2, "no abort met a copy"
    await quiet(bench)


@cocotb.test()
async def any_front_end_comes_to_rest_when_asked(dut):
    """QUIESCE: as if each run had been stopped; nothing begins while it holds; afterwards all works again."""
    bench = await CopyBench(dut, 12).start()
    channel = Channel(bench, "h2c", 0)
    pieces = [(4000, HOST + 0x4_0000, CARD + 0x6_0000)] * 60
    await channel.submit(*bench.chain(pieces))
    await bench.setup((HOST_SIDE, HOST + FROM), (HOST_SIDE, HOST + TO), 0x4_0000)
    await bench.put(CONTROL, GO)
    await ClockCycles(dut.clk_i, 150)
    assert dut.front_busy.value == 3
    moved = [0, 0]
    dut.quiesce.value = 3
    for _ in range(600):
        await RisingEdge(dut.clk_i)
        moved = [count + (int(dut.front_moved.value) >> i & 1) for i, count in enumerate(moved)]
        if dut.front_busy.value == 0:
            break
    assert dut.front_busy.value == 0 and moved[0] and moved[1]
    assert await channel.read(STAT) == IDLE and await channel.read(CTL) & RUN == 0
    cause, _, there = await bench.finish()
    assert cause == ABORTED and there < 0x4_0000
    await channel.write(CTL, START)
    assert await channel.read(CTL) & RUN == 0, "no run begins"
    assert (await bench.copy_access(True, CONTROL, GO))[0] == 1, "no copy begins"
    await quiet(bench)
    dut.quiesce.value = 0
    await RisingEdge(dut.clk_i)
    await check_copy(bench, WAYS[0], 1, 1, 1000)
    status, count = await channel.run([(4000, HOST + 0x4_0000, CARD + 0x6_0000)])
    assert (status, count) == (6, 1)
