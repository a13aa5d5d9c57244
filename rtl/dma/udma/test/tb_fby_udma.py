# SPDX-License-Identifier: Apache-2.0
"""The user-level front end on the engine: schemes, the door, records, order, and ends of every kind."""

import struct

import cocotb
from cocotb.triggers import ClockCycles, RisingEdge
from dma_bench import HOST, HOST_SIZE, quiet
from front_bench import (
    ABORTED,
    BATCH,
    CAPS,
    CONTEXT,
    CONTEXTS,
    CONTROL,
    DEPTH,
    DIRECT,
    EMPTY,
    ENABLE,
    EXTENT,
    FAIL,
    FLASH,
    FULL,
    HOOK,
    HOST_DECODE,
    IN_CARD,
    KEY,
    KEY_HI,
    LINE,
    MINUS_ONE,
    MOST,
    NO_SLOT,
    NONE,
    OFF,
    OK1,
    OK2,
    OK3,
    PAGE,
    PATH,
    PENDING,
    PORTAL,
    PORTALS,
    READ,
    REFUSED,
    REPEAT3,
    REPEAT4,
    REPEAT5,
    SCHEME,
    SHADOW,
    SHADOW_CHECK,
    SHADOWS,
    SHRIMP1,
    SHRIMP2,
    SKIPPED,
    SLOT,
    SLOT_ADDR,
    SLOT_BYTES,
    SLOT_RIGHTS,
    SLOTS,
    STATUS,
    UNREADABLE,
    UNWRITABLE,
    VECTOR,
    WHO,
    WHOLE,
    WRITE,
    FrontBench,
    at,
    line,
    shadow,
)

SECRET = 0xABC_DEF0_1234_5678
# What the last load of each scheme is answered when the start is taken.
LAST = {
    SHRIMP1: OK1, SHRIMP2: OK1, FLASH: OK1, SHADOW_CHECK: OK1, SHADOW: OK1, REPEAT3: OK2, REPEAT4: OK2, REPEAT5: OK3,
    PORTAL: None,
}  # fmt: skip
# Slots of these tests: two of host memory, two of card memory, one for records.
A, B, CARD_A, CARD_B, RECORDS = 3, 4, 9, 10, 20


async def made(dut, seed, scheme, pauses=False, ctx=0):
    """A bench with the usual slots, one context on, and a scheme in force."""
    bench = await FrontBench(dut, seed).start(pauses)
    await bench.slot(A, READ | WRITE, ctx, partner=B)
    await bench.slot(B, READ | WRITE, ctx, partner=A)
    await bench.slot(CARD_A, READ | WRITE | IN_CARD, ctx)
    await bench.slot(CARD_B, READ | WRITE | IN_CARD, ctx)
    await bench.slot(RECORDS, WRITE, ctx)
    await bench.turn(ctx, 1, SECRET)
    await bench.put(SCHEME, scheme)
    return bench


async def check_moves(bench, scheme, src, dst, size, ctx=0):
    """One transfer that must work, with guard bytes around its destination."""
    bus = [bench.slots[a >> 12] + (a & 0xFFF) for a in (src, dst)]
    data = bench.fill(bench.memory_of(bus[0]), bus[0], size)
    around = bench.fill(bench.memory_of(bus[1]), bus[1] - 40, size + 80)
    answer = await bench.initiate(scheme, src, dst, size, ctx, SECRET)
    assert answer == (size if scheme == KEY else LAST[scheme]), (scheme, answer)
    await bench.rest(ctx)
    assert bench.memory_of(bus[1]).get(bus[1] - 40, size + 80) == around[:40] + data + around[40 + size :]


@cocotb.test()
async def every_scheme_moves_bytes(dut):
    bench = await made(dut, 1, NONE, pauses=True)
    number = 0
    for scheme in [*LAST, KEY]:
        await bench.put(SCHEME, scheme)
        ways = [(A, B), (A, CARD_A), (CARD_B, B)] if scheme != SHRIMP1 else [(A, B)]
        for src, dst in ways:
            # Keys mean a place by 8 bytes.
            offset = 8 * bench.rng.randrange(1, 60)
            other = offset if scheme == SHRIMP1 else 8 * bench.rng.randrange(6, 60)
            await check_moves(bench, scheme, at(src, offset), at(dst, other), bench.rng.randrange(1, 3000))
            number += 1
    # Three loads of the context page told of nothing else.
    assert await bench.counts(0) == (number, number, 0, 0, {})
    assert await bench.load(0) == FAIL and await bench.bad(0) == (0, 0)
    await quiet(bench)


@cocotb.test()
async def registers_read_back_and_hold_their_places(dut):
    bench = await FrontBench(dut, 2).start()
    assert await bench.get(CAPS) == CONTEXTS | SLOTS << 8 | DEPTH << 24
    assert await bench.get(BATCH) == MOST
    for offset, value, reads in (
        (SCHEME, REPEAT5, REPEAT5), (SCHEME, 11, NONE), (SCHEME, 0x105, SHADOW), (HOOK, 1, 0),
        (WHO, 0x8765_4321, 0x8765_4321),
        (ENABLE, 0xFFFF_FFFF, 0xFF), (SLOT, 0x1_0042, 0x42), (SLOT_ADDR, 0xFFFF_FFFF, 0xFFFF_F000),
        (SLOT_ADDR + 4, 0x1234_5678, 0x1234_5678), (SLOT_RIGHTS, 0xFFFF_FFFF, 0x00FF_0707), (SLOT_BYTES, 77, 77),
        (CONTEXT, 0xF, 7), (CONTROL, 3, 1), (CONTROL, 0, 0), (KEY_HI, 5, 0), (PENDING, 0xFF, 0),
    ):  # fmt: skip
        await bench.put(offset, value)
        assert await bench.get(offset) == reads, (hex(offset), hex(value))
    # Nothing has failed where nothing has ended.
    for context in range(8):
        assert await bench.of(context, STATUS) == 0
    # No room for addresses of host memory here: they cannot be asked for.
    assert await bench.get(DIRECT) == 0
    for offset in (CAPS, BATCH, DIRECT, STATUS, 0x54, 0x58, 0x60, 0x64, 0x68, 0x6C, SKIPPED, REFUSED, REFUSED + 28):
        assert (await bench.register(True, offset, 1))[0] == 1, "cannot be written"
    for offset in (0x34, 0x5C, 0x74, REFUSED + 32, 0xFFC):
        assert await bench.register(False, offset) == (1, 0), "nothing is there"
        assert (await bench.register(True, offset, 1))[0] == 1
    # A slot beyond the table is none.
    await bench.slot(SLOTS + A, READ | WRITE)
    await bench.turn(0)
    await bench.put(SCHEME, SHADOW)
    assert await bench.initiate(SHADOW, at(A), at(A, 64), 8) == FAIL and await bench.bad(0) == (NO_SLOT, at(A))


@cocotb.test()
async def the_door_asks_in_its_order(dut):
    """Each refusal alone and before those that come later; nothing moves, and it is counted for its context."""
    bench = await made(dut, 3, SHADOW, ctx=5)
    await bench.slot(30, WRITE, 5)  # not to be read
    await bench.slot(31, READ, 5)  # not to be written
    await bench.slot(32, READ | WRITE, 4)  # another context's
    await bench.slot(33, READ | WRITE, 5, size=100)
    await bench.slot(34, READ | WRITE, 5, size=0)
    await bench.slot(35, READ | WRITE, 5, size=0xFFFF_FFFF)
    await bench.slot(36, READ | WRITE, 5, size=0xFFFF_FFFF)
    before, counted = bench.snapshot(), {}
    cases = [
        (at(34), at(34), 0, EMPTY, at(34)),
        (at(34), at(B), 8, NO_SLOT, at(34)),
        (at(32), at(B), 8, NO_SLOT, at(32)),
        (at(32), at(34), 8, NO_SLOT, at(32)),
        (at(30), at(34), 8, NO_SLOT, at(34)),
        (at(30), at(32, 8), 8, NO_SLOT, at(32, 8)),
        (at(99), at(31), 8, NO_SLOT, at(99)),
        (at(30, 4), at(31), 8, UNREADABLE, at(30, 4)),
        (at(30), at(33), 999, UNREADABLE, at(30)),
        (at(33), at(31, 4), 999, UNWRITABLE, at(31, 4)),
        (at(33), at(33), 101, EXTENT, at(33)),
        (at(33, 4), at(B), 97, EXTENT, at(33, 4)),
        (at(A), at(33, 96), 5, EXTENT, at(33, 96)),
        (at(33, 100), at(B), 1, EXTENT, at(33, 100)),
        (at(A, 4), at(B), PAGE - 3, EXTENT, at(A, 4)),
        (at(35), at(A), 0xFFFF_FFFF, EXTENT, at(A)),
        (at(35), at(36), 1 << 28, EXTENT, at(35)),
        (at(CARD_A), at(CARD_B), 8, PATH, at(CARD_B)),
    ]
    for src, dst, size, reason, bad in cases:
        assert await bench.initiate(SHADOW, src, dst, size, 5) == FAIL, (hex(src), hex(dst), size)
        assert await bench.bad(5) == (reason, bad), (hex(src), hex(dst), size)
        counted[reason] = counted.get(reason, 0) + 1
        assert await bench.counts(5) == (0, 0, 0, 0, counted)
    assert bench.snapshot() == before
    # What just fits.
    for src, dst, size in (
        (at(33), at(B), 100),
        (at(33, 96), at(B), 4),
        (at(A, 4), at(B), PAGE - 4),
        (at(A), at(33), 100),
    ):
        assert await bench.initiate(SHADOW, src, dst, size, 5) == OK1
        await bench.rest(5)
    assert (await bench.counts(5))[:3] == (4, 4, 0)
    # Off goes first, and another context is told nothing.
    await bench.turn(5, 0)
    assert await bench.initiate(SHADOW, at(A), at(B), 0, 5) == FAIL
    assert await bench.bad(5) == (OFF, at(A))
    assert await bench.counts(4) == (0, 0, 0, 0, {}) and await bench.bad(4) == (0, 0)
    await quiet(bench)


@cocotb.test()
async def what_is_refused_moves_nothing(dut):
    bench = await made(dut, 4, REPEAT5)
    await bench.slot(31, READ)
    before = bench.snapshot()
    assert await bench.initiate(REPEAT5, at(A), at(31), 64) == FAIL
    await bench.put(SCHEME, KEY)
    assert await bench.initiate(KEY, at(A), at(31), 64, 0, SECRET) == MINUS_ONE
    assert await bench.initiate(KEY, at(A), at(B), 64, 0, SECRET ^ 1) == MINUS_ONE
    await bench.put(SCHEME, PORTAL)
    await bench.submit(0, at(A), at(31), 64)
    await ClockCycles(dut.clk_i, 400)
    assert bench.snapshot() == before and bench.events["host_read"] == bench.events["host_write"] == 0
    await quiet(bench)


def record_of(bench, number):
    """(reason, cookie) of a record."""
    return struct.unpack("<II", bench.host.get(bench.slots[RECORDS] + 8 * number, 8))


@cocotb.test()
async def records_follow_their_data(dut):
    """Eight in a row: each record comes after its bytes, in order, with cookie and reason; then the interrupt."""
    bench = await made(dut, 5, PORTAL, pauses=True)
    await bench.unmask()
    await bench.write(0x2080 + LINE // 4 * 4, VECTOR << 8 * (LINE % 4))
    await bench.write(0x2004, 1 << LINE)
    await bench.put(ENABLE, 1)
    sizes = [bench.rng.randrange(1, 400) for _ in range(DEPTH)]
    bench.host.put(bench.slots[RECORDS], b"\xee" * PAGE)
    data = [bench.fill(bench.host, bench.slots[A] + 400 * i, size) for i, size in enumerate(sizes)]
    for i, size in enumerate(sizes):
        away = CARD_A if i % 3 == 2 else B
        await bench.submit(0, at(A, 400 * i), at(away, 410 * i), size, at(RECORDS, 8 * i), 1000 + i)
    told = 0
    for _ in range(6000):
        await RisingEdge(dut.clk_i)
        while told < DEPTH and record_of(bench, told) == (WHOLE, 1000 + told):
            bus = bench.slots[CARD_A if told % 3 == 2 else B] + 410 * told
            assert bench.memory_of(bus).get(bus, sizes[told]) == data[told], "the record is ahead of its data"
            told += 1
        assert all(record_of(bench, later) == (0xEEEE_EEEE,) * 2 for later in range(told + 1, DEPTH)), "out of order"
        if told == DEPTH:
            break
    assert told == DEPTH
    await bench.rest(0)
    assert await bench.counts(0) == (DEPTH, DEPTH, 0, 0, {})
    assert bench.host.get(bench.slots[RECORDS] + 8 * DEPTH, 64) == b"\xee" * 64
    await ClockCycles(dut.clk_i, 20)
    assert VECTOR in bench.messages and await bench.get(PENDING) == 1
    await bench.put(PENDING, 1)
    assert await bench.get(PENDING) == 0 and await bench.read(0x2040) == 0
    await quiet(bench)


@cocotb.test()
async def a_record_tells_of_a_refusal_where_it_can(dut):
    bench = await made(dut, 6, PORTAL)
    await bench.slot(31, READ)
    await bench.slot(32, READ | WRITE, 3)
    good, cases = at(RECORDS, 16), [
        (at(99), at(B), 8, NO_SLOT, at(99)),
        (at(A), at(31), 8, UNWRITABLE, at(31)),
        (at(A, 8), at(B), PAGE, EXTENT, at(A, 8)),
        (at(CARD_A), at(CARD_B), 8, PATH, at(CARD_B)),
    ]  # fmt: skip
    for cookie, (src, dst, size, reason, bad) in enumerate(cases, 1):
        await bench.submit(0, src, dst, size, good, cookie)
        await bench.rest(0)
        assert record_of(bench, 2) == (reason, cookie) and await bench.bad(0) == (reason, bad)
    assert await bench.counts(0) == (0, 0, 0, 0, {reason: 1 for *_, reason, _ in cases})
    # Where no record can be, none is.
    before, nowhere = bench.snapshot(), [
        (at(A), at(B), 0, good, EMPTY, at(A)),
        (at(A), at(B), 8, at(99), NO_SLOT, at(99)),
        (at(A), at(B), 8, at(32), NO_SLOT, at(32)),
        (at(A), at(B), 8, at(31), UNWRITABLE, at(31)),
        (at(A), at(B), 8, at(RECORDS, PAGE - 4), EXTENT, at(RECORDS, PAGE - 4)),
        (at(A), at(B), 8, at(RECORDS, 4), PATH, at(RECORDS, 4)),
        (at(A), at(B), 8, at(CARD_B), PATH, at(CARD_B)),
    ]  # fmt: skip
    for src, dst, size, record, reason, bad in nowhere:
        await bench.submit(0, src, dst, size, record, 77)
        await bench.rest(0)
        assert await bench.bad(0) == (reason, bad)
    assert bench.snapshot() == before
    assert (await bench.counts(0))[:4] == (0, 0, 0, 0)
    await check_moves(bench, PORTAL, at(A, 64), at(B, 64), 100)
    await quiet(bench)


@cocotb.test()
async def a_context_has_its_places_and_no_more(dut):
    """The one that fills its own takes none of another's."""
    bench = await made(dut, 7, PORTAL)
    for slot in (40, 41):
        await bench.slot(slot, READ | WRITE, 1)
    await bench.turn(1)
    dut.host_dead.value = 1
    for i in range(DEPTH + 3):
        await bench.submit(0, at(A), at(B), 64, at(RECORDS, 8 * i), i)
    assert await bench.bad(0) == (FULL, at(A))
    data = bench.fill(bench.host, bench.slots[40], 300)
    await bench.submit(1, at(40), at(41), 300)
    assert await bench.of(0, STATUS) == 1 | DEPTH << 8 and await bench.of(1, STATUS) == 1 | 1 << 8
    dut.host_dead.value = 0
    await bench.rest(0)
    await bench.rest(1)
    assert await bench.counts(0) == (DEPTH, DEPTH, 0, 0, {FULL: 3})
    assert await bench.counts(1) == (1, 1, 0, 0, {})
    assert bench.host.get(bench.slots[41], 300) == data
    assert [record_of(bench, i) for i in range(DEPTH)] == [(WHOLE, i) for i in range(DEPTH)]
    assert await bench.get(PENDING) == 3
    await quiet(bench)


@cocotb.test()
async def a_line_may_come_in_pieces(dut):
    """In words, and of two contexts between each other; nothing starts before the last of its words."""
    bench = await made(dut, 8, PORTAL)
    for slot in (40, 41):
        await bench.slot(slot, READ | WRITE, 1)
    await bench.turn(1)
    data = [bench.fill(bench.host, bench.slots[slot], 200) for slot in (A, 40)]
    lines = [line(at(A), at(B, 8), 200), line(at(40), at(41, 16), 200)]
    for word in range(16):
        assert bench.events["host_read"] == 0
        for ctx in (0, 1):
            await bench.save(
                PORTALS + (ctx << 12) + 0xFC0 + 4 * word, int.from_bytes(lines[ctx][4 * word :][:4], "little")
            )
    await bench.rest(0)
    await bench.rest(1)
    assert bench.host.get(bench.slots[B] + 8, 200) == data[0] and bench.host.get(bench.slots[41] + 16, 200) == data[1]
    # A line in which a word is missing starts nothing, nor does one of which only bytes came.
    before = bench.snapshot()
    await bench.save_line(PORTALS, lines[0], ((1 << 64) - 1) & ~(0xF << 20))
    await bench.save_line(PORTALS, lines[0], ((1 << 64) - 1) & ~(1 << 63))
    await ClockCycles(dut.clk_i, 300)
    strays = (await bench.counts(0))[3]
    assert bench.snapshot() == before and strays > 0
    await check_moves(bench, PORTAL, at(A, 64), at(B, 64), 100)
    # A line that begins where another was not at its end tears that one.
    assert (await bench.counts(0))[3] == strays + 1
    await quiet(bench)


@cocotb.test()
async def halves_of_a_key_stay_together(dut):
    bench = await made(dut, 9, KEY)
    word = SECRET << 4
    low, high = word & 0xFFFF_FFFF, word >> 32
    here, there = shadow(0, at(B)), shadow(0, at(B, 8))
    strays = 0
    for accesses, more in (
        ([(here + 4, high)], 1),
        ([(here, low), (here, low)], 1),
        ([(here, low), (there + 4, high)], 2),
        ([(here, low), (shadow(1, at(B)) + 4, high)], 1),
        ([(here, low), (0, 64), (here + 4, high)], 2),
        ([(here, low), (PORTALS, 0), (here + 4, high)], 3),
    ):
        for offset, value in accesses:
            await bench.save(offset, value)
        # Whatever is kept is dropped by the load that follows.
        kept = accesses == [(here, low), (here, low)]
        assert await bench.load(0) == MINUS_ONE
        strays += more + kept
        assert (await bench.counts(0))[3] == strays, (accesses, strays)
    assert (await bench.counts(1))[3] == 1
    # A line of keys is as good as two stores, and bytes of a word are none.
    keys = struct.pack("<QQ", word, word)
    await bench.save_line(here & ~63, keys + bytes(48), 0xFFFF)
    await bench.save_line(here & ~63, keys + bytes(48), 0x0FF7)
    assert (await bench.counts(0))[3] == strays + 2
    # The low half that was in that line is dropped. Written between the halves, SCHEME makes them halves of nothing.
    await bench.save(here, low)
    await bench.put(SCHEME, KEY)
    await bench.save(here + 4, high)
    assert (await bench.counts(0))[3] == strays + 4
    await check_moves(bench, KEY, at(A, 64), at(B, 64), 100)
    await quiet(bench)


@cocotb.test()
async def what_no_page_has_is_a_hole(dut):
    bench = await made(dut, 10, SHADOW)
    for offset in (0x8000, 0xFFFC, PORTALS + 0x8000, SHADOWS - 4):
        assert await bench._reach(True, False, offset, 0, 40) == (1, 0), hex(offset)
        assert (await bench._reach(True, True, offset, 1, 40))[0] == 1
        assert await bench.save_line(offset & ~63, bytes(64)) == 1
    for ctx in range(CONTEXTS):
        assert (await bench.counts(ctx))[3] == 0
        # Pages that are there, of a scheme that has no use for them.
        assert await bench.load((ctx << 12) + 0xFFC) == FAIL and await bench.load(PORTALS + (ctx << 12)) == FAIL
        assert await bench.load(shadow(ctx, at(255, 0xFFC))) == FAIL
        assert (await bench.counts(ctx))[3] == 2


@cocotb.test()
async def a_context_can_be_taken_away_at_any_time(dut):
    """Off in every phase: what was queued is dropped, what moves goes to its end, all is told; then it works."""
    bench = await made(dut, 11, PORTAL)
    ends = set()
    for wait in range(0, 150, 5):
        bench.host.put(bench.slots[RECORDS], b"\xee" * 64)
        before = bench.fill(bench.host, bench.slots[B], PAGE)
        data = bench.fill(bench.host, bench.slots[A], PAGE)
        counted = await bench.counts(0)
        dut.host_dead.value = 1
        for i in range(4):
            # Every other one on another mover, so that one waits for it.
            await bench.submit(0, at(A, 1000 * i), at((B, CARD_A)[i % 2], 1000 * i), 900, at(RECORDS, 8 * i), i)
        dut.host_dead.value = 0
        await ClockCycles(dut.clk_i, wait)
        await bench.turn(0, 0)
        await bench.rest(0, 3000)
        after, reasons = bench.host.get(bench.slots[B], PAGE), [record_of(bench, i) for i in range(4)]
        assert all(cookie == i and reason in (WHOLE, ABORTED) for i, (reason, cookie) in enumerate(reasons)), reasons
        for i in (0, 2):
            moved = reasons[i][0] == WHOLE
            ends.add((i, moved))
            assert after[1000 * i :][:900] == (data if moved else before)[1000 * i :][:900]
        starts, done, failed, _, _ = await bench.counts(0)
        lost = sum(reason == ABORTED for reason, _ in reasons)
        assert (starts, done, failed) == (counted[0] + 4, counted[1] + 4 - lost, counted[2] + lost)
        assert await bench.of(0, STATUS) & 0xFF01 == 0
        await bench.turn(0)
        if wait % 10 == 0:
            # Off and on again at once: what waited is lost all the same, and nothing begins before that is over.
            dut.host_dead.value = 1
            await bench.submit(0, at(A), at(B), 64)
            await bench.submit(0, at(A), at(CARD_A), 64)
            await bench.turn(0, 0)
            await bench.turn(0)
            await bench.submit(0, at(A), at(B), 64)
            assert await bench.bad(0) == (OFF, at(A))
            dut.host_dead.value = 0
            await bench.rest(0)
            assert (await bench.counts(0))[2] == failed + 1
        if wait % 25 == 0:
            await check_moves(bench, PORTAL, at(A, 64), at(B, 64), 100)
    assert ends >= {(0, True), (2, False), (2, True)}, ends
    await quiet(bench)


@cocotb.test()
async def it_comes_to_rest_when_asked(dut):
    """QUIESCE in every phase: soon at rest, as many whole as are told; nothing begins while it holds."""
    bench = await made(dut, 12, PORTAL)
    ends = set()
    for wait in range(0, 200, 7):
        counted = await bench.counts(0)
        bench.host.put(bench.slots[RECORDS], b"\xee" * 64)
        for i in range(5):
            await bench.submit(0, at(A, 700 * i), at((B, B, CARD_A, CARD_A, B)[i], 700 * i), 650, at(RECORDS, 8 * i), i)
        await ClockCycles(dut.clk_i, wait)
        dut.quiesce.value = 4
        for _ in range(800):
            await RisingEdge(dut.clk_i)
            if not int(dut.front_busy.value) >> 2:
                break
        assert not int(dut.front_busy.value) >> 2, "not at rest"
        reasons = [record_of(bench, i) for i in range(5)]
        assert all(cookie == i and reason in (WHOLE, ABORTED) for i, (reason, cookie) in enumerate(reasons)), reasons
        ends |= {reason for reason, _ in reasons}
        await bench.submit(0, at(A), at(B), 64)
        assert await bench.bad(0) == (OFF, at(A))
        lost = sum(reason == ABORTED for reason, _ in reasons)
        starts, done, failed, _, _ = await bench.counts(0)
        assert (starts, done, failed) == (counted[0] + 5, counted[1] + 5 - lost, counted[2] + lost)
        dut.quiesce.value = 0
        if wait % 21 == 0:
            await check_moves(bench, PORTAL, at(A, 64), at(CARD_B, 64), 100)
    assert ends == {WHOLE, ABORTED}
    await quiet(bench)


@cocotb.test()
async def what_a_bus_refuses_is_told(dut):
    """Source, destination, and where the record goes: none of them is there."""
    bench = await made(dut, 13, PORTAL)
    dut.host_decode.value = 1
    nowhere = HOST + HOST_SIZE
    await bench.slot(50, READ | WRITE, address=nowhere)
    for cookie, (src, dst) in enumerate(((at(50), at(B)), (at(A), at(50)), (at(50), at(CARD_A)), (at(CARD_A), at(50)))):
        await bench.submit(0, src, dst, 64, at(RECORDS), cookie)
        await bench.rest(0)
        assert record_of(bench, 0) == (HOST_DECODE, cookie) and await bench.bad(0) == (HOST_DECODE, src)
        assert await bench.of(0, STATUS) == 2
    assert bench.bad_host == [nowhere] * 4 and bench.events["host_error"] == 4
    await bench.submit(0, at(A), at(B), 64, at(50, 8), 9)
    await bench.rest(0)
    assert await bench.bad(0) == (HOST_DECODE, at(50, 8)) and bench.bad_host[4:] == [nowhere + 8]
    assert bench.events["host_error"] == 5
    assert await bench.counts(0) == (5, 0, 5, 0, {})
    # Whoever has it next has had no transfer, and of one that has, the last one is told of.
    await bench.turn(0)
    assert await bench.of(0, STATUS) == 0
    await bench.submit(0, at(50), at(B), 64)
    await bench.rest(0)
    assert await bench.of(0, STATUS) == 2
    await check_moves(bench, PORTAL, at(A, 64), at(B, 64), 100)
    assert await bench.of(0, STATUS) == 0
    await quiet(bench)


@cocotb.test()
async def whoever_polls_is_told_how_far_it_is(dut):
    bench = await made(dut, 14, KEY)
    assert await bench.load(0) == MINUS_ONE
    dut.host_dead.value = 1
    assert await bench.initiate(KEY, at(A), at(B), 500, 0, SECRET) == 500
    for _ in range(3):
        assert await bench.load(0) == 500
    # What is said meanwhile is for nobody.
    await bench.save8(shadow(0, at(A)), SECRET << 4)
    await bench.save(0, 8)
    dut.host_dead.value = 0
    await bench.rest(0)
    assert await bench.load(0) == 0 and await bench.load(0) == 0
    assert (await bench.counts(0))[:3] == (1, 1, 0) and await bench.of(0, STATUS) == 0
    # Another owner: nothing is left of the first.
    await bench.save8(shadow(0, at(B)), SECRET << 4)
    await bench.save8(shadow(0, at(A)), SECRET << 4 | 8)
    await bench.save(0, 8)
    await bench.turn(0, 0)
    await bench.turn(0, 1, 99)
    assert await bench.load(0) == MINUS_ONE and (await bench.counts(0))[0] == 1
    # Its page says so of a program that has had no transfer; the kernel is told of those that failed.
    assert await bench.of(0, STATUS) == 0


@cocotb.test()
async def hostile_accesses_reach_nothing_of_others(dut):
    """Anything anywhere in the pages of context 1, whatever the scheme: no byte of context 0's changes."""
    bench = await made(dut, 15, NONE)
    rng = bench.rng
    await bench.turn(1, 1, 0x123)
    for slot in (40, 41):
        await bench.slot(slot, READ | WRITE, 1, partner=81 - slot)
    mine = [bench.slots[slot] for slot in (40, 41)]
    for scheme in (SHRIMP1, SHADOW_CHECK, SHADOW, KEY, PORTAL):
        await bench.put(SCHEME, scheme)
        before, counted = bench.snapshot(), await bench.counts(1)
        for _ in range(300):
            slot = rng.choice((40, 41, 40, 41, 40, 41, A, B, rng.randrange(SLOTS)))
            offset = 8 * rng.randrange(rng.choice((8, 512)))
            size = rng.choice((0, 4, 64, 300, 1000, PAGE, rng.randrange(1 << 32)))
            key = rng.choice((0x123, 0x123, SECRET, rng.randrange(1 << 60)))
            kind = rng.randrange(8)
            if kind == 7:
                # One that is good as it stands, so that what follows comes into the middle of others.
                await bench.initiate(scheme, at(40, offset), at(41, offset), 64, 1, 0x123)
            elif kind == 0:
                await bench.load(shadow(1, at(slot, offset)))
            elif kind == 1:
                await bench.save(shadow(1, at(slot, offset)), size)
            elif kind == 2:
                await bench.save8(shadow(1, at(slot, offset & ~7)), key << 4 | rng.randrange(16))
            elif kind == 3:
                await bench.save(1 << 12, size)
            elif kind == 4:
                await bench.load(1 << 12)
            elif kind == 5:
                dst, record = rng.choice((40, 41, A, B)), rng.choice((None, at(41), at(RECORDS), at(A)))
                await bench.submit(1, at(slot, offset), at(dst, offset), size, record, 5)
            else:
                await bench.save(PORTALS + (1 << 12) + 4 * rng.randrange(1024), size)
        await bench.rest(1)
        host, card = bench.snapshot()
        for base in mine:
            hole = slice(base - HOST, base - HOST + PAGE)
            assert len(host[hole]) == PAGE
            before = (before[0][: hole.start] + host[hole] + before[0][hole.stop :], before[1])
        assert (host, card) == before, scheme
        starts, done, failed, _, refused = await bench.counts(1)
        assert starts == done + failed and starts > counted[0] and sum(refused.values()) > 0
    assert await bench.counts(0) == (0, 0, 0, 0, {})
    await quiet(bench)
