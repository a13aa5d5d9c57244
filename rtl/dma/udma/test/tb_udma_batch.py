# SPDX-License-Identifier: Apache-2.0
"""Lists of transfers that one line starts: what is read, in which order, what waits, what is told, and every end."""

import struct

import cocotb
from cocotb.triggers import ClockCycles, RisingEdge
from dma_bench import HOST, HOST_SIZE, quiet
from front_bench import (
    ABORTED,
    CONTEXT,
    CONTROL,
    DEPTH,
    EMPTY,
    EXTENT,
    FULL,
    HOST_DECODE,
    HOST_POISON,
    HOST_SLAVE,
    IN_CARD,
    ITEM,
    MOST,
    NO_SLOT,
    OFF,
    PAGE,
    PATH,
    PENDING,
    PORTAL,
    PORTALS,
    READ,
    SCHEME,
    SHADOW,
    SKIPPED,
    STATUS,
    UNREADABLE,
    UNWRITABLE,
    WHOLE,
    WRITE,
    FrontBench,
    at,
    item,
    list_line,
    of_list,
    shadow,
)

# Slots of these tests; the list's is one of two pages, the other page the slot behind it. Context 1 has the same,
# so many slots behind.
A, B, CARD_A, CARD_B, RECORDS, LIST, OTHERS = 3, 4, 9, 10, 20, 60, 100
UNTOLD = b"\xee" * PAGE


async def made(dut, seed, pauses=False, contexts=1):
    bench = await FrontBench(dut, seed).start(pauses)
    for ctx in range(contexts):
        base = OTHERS * ctx
        await bench.slot(base + A, READ | WRITE, ctx)
        await bench.slot(base + B, READ | WRITE, ctx)
        for slot in (CARD_A, CARD_B):
            await bench.slot(base + slot, READ | WRITE | IN_CARD, ctx)
        await bench.slot(base + RECORDS, WRITE, ctx)
        await bench.slot(base + LIST, READ, ctx, 2 * PAGE)
        await bench.slot(base + LIST + 1, READ, ctx)
        bench.host.put(bench.slots[base + RECORDS], UNTOLD)
        await bench.turn(ctx)
    await bench.put(SCHEME, PORTAL)
    return bench


def record_at(bench, offset, ctx=0):
    """(what it says, cookie) of a record."""
    return struct.unpack("<II", bench.host.get(bench.slots[OTHERS * ctx + RECORDS] + offset, 8))


LAST = PAGE - 8  # where the record of a list goes


class Items:
    """Transfers of up to 32 bytes that go each to a place of its own, with the bytes that must be there in the end."""

    def __init__(self, bench, count, ctx=0, told=lambda i: True, ways=((A, B), (A, CARD_A), (CARD_B, B))):
        self.bench, self.ctx, self.told, rng = bench, ctx, told, bench.rng
        self.base = OTHERS * ctx
        self.ways = [rng.choice(ways) for _ in range(count)]
        self.sizes = [rng.randrange(1, 33) for _ in range(count)]
        for slot in {slot for way in self.ways for slot in way}:
            bus = bench.slots[self.base + slot]
            bench.fill(bench.memory_of(bus), bus, PAGE)
        self.before = {slot: self.page(slot) for slot in (B, CARD_A)}
        sources = {slot: self.page(slot) for slot in (A, CARD_B)}
        self.data = [sources[way[0]][32 * i :][: self.sizes[i]] for i, way in enumerate(self.ways)]

    def page(self, slot):
        bus = self.bench.slots[self.base + slot]
        return self.bench.memory_of(bus).get(bus, PAGE)

    def descriptors(self):
        for i, ((src, dst), size) in enumerate(zip(self.ways, self.sizes, strict=True)):
            record = at(self.base + RECORDS, 8 * i) if self.told(i) else None
            yield item(at(self.base + src, 32 * i), at(self.base + dst, 32 * i), size, record, 1000 + i)

    async def submit(self, offset=0, record=LAST, cookie=7):
        where = None if record is None else at(self.base + RECORDS, record)
        await self.bench.submit_list(self.ctx, at(self.base + LIST, offset), list(self.descriptors()), where, cookie)

    def check(self, moved=None):
        """Those of `moved`, all as a rule, have arrived, and nothing else has changed."""
        pages = {slot: bytearray(page) for slot, page in self.before.items()}
        for i, (_, dst) in enumerate(self.ways):
            if moved is None or i in moved:
                pages[dst][32 * i :][: self.sizes[i]] = b""
                pages[dst][32 * i : 32 * i + self.sizes[i]] = self.data[i]
        for slot, page in pages.items():
            assert self.page(slot) == bytes(page), slot

    def records(self):
        return [record_at(self.bench, 8 * i, self.ctx) for i in range(len(self.ways))]


@cocotb.test()
async def all_of_a_list_moves_in_order(dut):
    """Lists of lengths near the pieces', wherever they begin: each once, in order; the list's record behind all."""
    bench = await made(dut, 1, pauses=True)
    total = 0
    for count, offset in [(1, 0), (2, 32), (7, 224), (8, 0), (8, 32), (9, 160), (17, PAGE - 64), (3, 2 * PAGE - 96)]:
        bench.host.put(bench.slots[RECORDS], UNTOLD)
        items = Items(bench, count, told=lambda i: i % 3 != 1)
        await items.submit(offset, cookie=0x8000_0000 + count)
        expected = [(WHOLE, 1000 + i) if i % 3 != 1 else (0xEEEE_EEEE,) * 2 for i in range(count)]
        for _ in range(6000):
            await RisingEdge(dut.clk_i)
            found = items.records()
            told = [i for i in range(count) if i % 3 != 1 and found[i] == expected[i]]
            assert told == [i for i in range(count) if i % 3 != 1][: len(told)], "out of order"
            if record_at(bench, LAST) != (0xEEEE_EEEE,) * 2:
                break
        assert record_at(bench, LAST) == (of_list(count), 0x8000_0000 + count)
        assert items.records() == expected, "the list was told before one of its own"
        items.check()
        await bench.rest(0)
        total += count + 1
        assert await bench.counts(0) == (total, total, 0, 0, {})
    assert await bench.of(0, SKIPPED) == 0 and await bench.bad(0) == (0, 0)
    await quiet(bench)


@cocotb.test()
async def a_list_may_be_as_long_as_is_said(dut):
    bench = await made(dut, 2)
    items = Items(bench, MOST, told=lambda i: False)
    await items.submit(PAGE // 2 + 32)
    await bench.rest(0)
    assert record_at(bench, LAST) == (of_list(MOST), 7)
    items.check()
    # Without a record as well.
    items = Items(bench, 20, told=lambda i: False)
    bench.host.put(bench.slots[RECORDS], UNTOLD)
    await items.submit(record=None)
    await bench.rest(0)
    items.check()
    assert bench.host.get(bench.slots[RECORDS], PAGE) == UNTOLD
    assert await bench.counts(0) == (MOST + 22, MOST + 22, 0, 0, {})
    await quiet(bench)


@cocotb.test()
async def nothing_outside_the_list_is_read(dut):
    """The last descriptors of a slot, and the only ones in memory: what lies around their lines does not answer."""
    bench = await made(dut, 3)
    base = bench.slots[LIST]
    for offset, count in ((2 * PAGE - 32, 1), (2 * PAGE - 64, 2), (PAGE - 32, 2), (2 * PAGE - 11 * 32, 11), (96, 1)):
        items = Items(bench, count)
        low, high = base + offset & ~63, (base + offset + 32 * count + 63) & ~63
        bench.host.holes = [(base - PAGE, low), (high, base + 3 * PAGE)]
        await items.submit(offset)
        await bench.rest(0)
        assert record_at(bench, LAST) == (of_list(count), 7)
        items.check()
    assert bench.events["host_error"] == 0
    bench.host.holes = []
    await quiet(bench)


@cocotb.test()
async def a_line_for_a_list_is_judged_in_its_order(dut):
    bench = await made(dut, 4)
    await bench.slot(30, WRITE, 0, 2 * PAGE)
    await bench.slot(31, READ, 1)
    await bench.slot(32, READ, 0, 100)
    await bench.slot(33, READ | IN_CARD, 0)
    good, counted = at(RECORDS, 16), {}
    items = Items(bench, 2)
    bench.write_list(at(LIST), list(items.descriptors()))
    before = bench.snapshot()
    cases = [
        (at(99), 0, at(99), EMPTY, at(99), False),
        (at(99), 1, at(98), NO_SLOT, at(98), False),
        (at(99), 1, at(31), NO_SLOT, at(31), False),
        (at(99), 1, at(LIST), UNWRITABLE, at(LIST), False),
        (at(99), 1, at(RECORDS, PAGE - 4), EXTENT, at(RECORDS, PAGE - 4), False),
        (at(99), 1, at(RECORDS, 4), PATH, at(RECORDS, 4), False),
        (at(99), 1, at(CARD_A), PATH, at(CARD_A), False),
        (at(99), 1, good, NO_SLOT, at(99), True),
        (at(31), 1, good, NO_SLOT, at(31), True),
        (at(256, 0), 1, good, NO_SLOT, at(256), True),
        (at(30, 8), 999, good, UNREADABLE, at(30, 8), True),
        (at(32, 8), 4, good, EXTENT, at(32, 8), True),
        (at(32), 4, good, EXTENT, at(32), True),
        (at(LIST, 2 * PAGE - 32), 2, good, EXTENT, at(LIST, 2 * PAGE - 32), True),
        (at(LIST, PAGE - 32), 130, good, EXTENT, at(LIST, PAGE - 32), True),
        (at(LIST), MOST + 1, good, EXTENT, at(LIST), True),
        (at(LIST), 1 << 27, good, EXTENT, at(LIST), True),
        (at(LIST), (1 << 27) + 1, good, EXTENT, at(LIST), True),
        (at(LIST), 0xFFFF_FFFF, good, EXTENT, at(LIST), True),
        (at(33), 1, good, PATH, at(33), True),
        (at(LIST, 16), 1, good, PATH, at(LIST, 16), True),
        (at(LIST, 1), 1, good, PATH, at(LIST, 1), True),
    ]  # fmt: skip
    for cookie, (where, count, record, reason, bad, told) in enumerate(cases, 1):
        bench.host.put(bench.slots[RECORDS], UNTOLD)
        assert await bench.save_line(PORTALS, list_line(where, count, record, cookie)) == 0
        await bench.rest(0)
        assert await bench.bad(0) == (reason, bad), (cookie, hex(where))
        assert record_at(bench, 16) == ((reason, cookie) if told else (0xEEEE_EEEE,) * 2), cookie
        counted[reason] = counted.get(reason, 0) + 1
        assert await bench.counts(0) == (0, 0, 0, 0, counted)
    bench.host.put(bench.slots[RECORDS], before[0][bench.slots[RECORDS] - HOST :][:PAGE])
    assert bench.snapshot() == before and bench.events["host_read"] == 0
    await bench.turn(0, 0)
    assert await bench.save_line(PORTALS, list_line(at(LIST), 2, good, 9)) == 0
    assert await bench.bad(0) == (OFF, at(LIST))
    # What just fits.
    await bench.turn(0)
    bench.write_list(at(32), [*items.descriptors(), item(at(A, 64), at(B, 64), 8)])
    assert await bench.save_line(PORTALS, list_line(at(32), 3, good, 10)) == 0
    await bench.rest(0)
    assert record_at(bench, 16) == (of_list(3), 10)
    await quiet(bench)


@cocotb.test()
async def each_descriptor_is_judged_by_itself(dut):
    """Bad ones between good ones: each is told, none stops the others, and the list tells of the first by its place."""
    bench = await made(dut, 5, pauses=True)
    await bench.slot(31, READ)
    await bench.slot(32, READ | WRITE, 3)
    items = Items(bench, 12)
    good = list(items.descriptors())
    bad = {
        2: (at(A), at(31), 8, UNWRITABLE, True),
        3: (1 << 48 | at(A), at(B), 8, NO_SLOT, True),
        4: (at(A), 1 << 63 | at(B), 8, NO_SLOT, True),
        6: (at(A), at(32), 8, NO_SLOT, False),
        8: (at(A), at(B), 0, EMPTY, False),
        9: (at(A, 8), at(B), PAGE, EXTENT, True),
        11: (at(CARD_A), at(CARD_B), 8, PATH, True),
    }
    for i, (src, dst, size, _, told) in bad.items():
        good[i] = item(src, dst, size, at(RECORDS, 8 * i) if told else None, 1000 + i)
    await bench.submit_list(0, at(LIST), good, at(RECORDS, LAST), 7)
    await bench.rest(0)
    assert record_at(bench, LAST) == (of_list(5, 2, UNWRITABLE), 7)
    items.check({i for i in range(12) if i not in bad})
    for i, record in enumerate(items.records()):
        if i not in bad:
            assert record == (WHOLE, 1000 + i)
        else:
            assert record == ((bad[i][3], 1000 + i) if bad[i][4] else (0xEEEE_EEEE,) * 2), i
    counted = {UNWRITABLE: 1, NO_SLOT: 3, EMPTY: 1, EXTENT: 1, PATH: 1}
    assert await bench.counts(0) == (6, 6, 0, 0, counted) and await bench.of(0, SKIPPED) == 0
    assert await bench.bad(0) == (PATH, at(CARD_B))
    # A record that is wanted where none can be: nothing moves; where it is not wanted its address means nothing.
    nowhere = [item(at(A), at(B), 8, 0x7FFF << 48 | at(RECORDS), 1), struct.pack("<QQQII", at(A), at(B), 3, 8, 2)]
    await bench.submit_list(0, at(LIST), nowhere, at(RECORDS, LAST), 8)
    await bench.rest(0)
    assert record_at(bench, LAST) == (of_list(1, 0, NO_SLOT), 8) and await bench.bad(0) == (NO_SLOT, (1 << 48) - 1)
    # The first by its place, though another one was known before: memory refuses the first one, the door the second.
    dut.host_decode.value = 1
    await bench.slot(50, READ | WRITE, address=HOST + HOST_SIZE)
    mixed = [item(at(A), at(B), 8), item(at(50), at(B), 8), item(at(A), at(31), 8), item(at(A), at(B), 8)]
    await bench.submit_list(0, at(LIST), mixed, at(RECORDS, LAST), 9)
    await bench.rest(0)
    assert record_at(bench, LAST) == (of_list(2, 1, HOST_DECODE), 9)
    # A record that nobody takes makes its transfer one that did not end well.
    lost = [item(at(A), at(B), 8), item(at(A), at(B), 8, at(50)), item(at(A), at(B), 8)]
    await bench.submit_list(0, at(LIST), lost, at(RECORDS, LAST), 10)
    await bench.rest(0)
    assert record_at(bench, LAST) == (of_list(2, 1, HOST_DECODE), 10)
    assert await bench.bad(0) == (HOST_DECODE, at(50))
    # So does the list's own.
    _, done, failed, _, _ = await bench.counts(0)
    await bench.submit_list(0, at(LIST), lost[:1], at(50, 8), 11)
    await bench.rest(0)
    assert (await bench.counts(0))[1:3] == (done + 1, failed + 1) and await bench.bad(0) == (HOST_DECODE, at(50, 8))
    await quiet(bench)


@cocotb.test()
async def a_list_waits_for_places_and_holds_up_nobody(dut):
    """Context 0's list waits, with nothing moving; a line of its context finds no place; context 1 gets on."""
    bench = await made(dut, 6, contexts=2)
    first, second = Items(bench, 60, ways=((A, CARD_A),)), Items(bench, 5, 1)
    card = bench.card_bus.write_if.aw_channel
    card.pause = True
    await first.submit()
    await ClockCycles(dut.clk_i, 500)
    # The card takes nothing: its places are taken, and it waits.
    assert await bench.of(0, STATUS) >> 8 == DEPTH and (await bench.counts(0))[:2] == (DEPTH, 0)
    await bench.submit(0, at(A), at(B), 8)
    assert await bench.bad(0) == (FULL, at(A))
    await second.submit()
    await ClockCycles(dut.clk_i, 500)
    assert (await bench.counts(0))[:2] == (DEPTH, 0)
    # That of context 1 has come as far as to the queue.
    assert (await bench.counts(1))[:2] == (6, 0) and await bench.of(1, STATUS) >> 8 == 6
    card.pause = False
    for _ in range(20000):
        await RisingEdge(dut.clk_i)
        if record_at(bench, LAST, 1) != (0xEEEE_EEEE,) * 2:
            break
    assert record_at(bench, LAST, 1) == (of_list(5), 7)
    assert record_at(bench, LAST) == (0xEEEE_EEEE,) * 2, "the short list had to wait for the long one"
    await bench.rest(0)
    assert record_at(bench, LAST) == (of_list(60), 7)
    first.check()
    second.check()
    assert await bench.counts(0) == (61, 61, 0, 0, {FULL: 1}) and await bench.counts(1) == (6, 6, 0, 0, {})
    await quiet(bench)


@cocotb.test()
async def one_list_a_context(dut):
    """A second one is refused and told; a line beside it starts; the next list starts when the record has come."""
    bench = await made(dut, 7, contexts=2)
    items = Items(bench, 3)
    dut.host_dead.value = 1
    await items.submit()
    line = list_line(at(LIST), 3, at(RECORDS, LAST - 8), 8)
    assert await bench.save_line(PORTALS, line) == 0
    assert await bench.bad(0) == (FULL, at(LIST))
    data = bench.fill(bench.host, bench.slots[A] + 1000, 100)
    await bench.submit(0, at(A, 1000), at(B, 1000), 100, at(RECORDS, LAST - 16), 9)
    dut.host_dead.value = 0
    await bench.rest(0)
    assert record_at(bench, LAST) == (of_list(3), 7) and record_at(bench, LAST - 8) == (FULL, 8)
    assert record_at(bench, LAST - 16) == (WHOLE, 9) and bench.host.get(bench.slots[B] + 1000, 100) == data
    assert await bench.counts(0) == (5, 5, 0, 0, {FULL: 1})
    for _ in range(3):
        bench.host.put(bench.slots[RECORDS] + LAST, b"\xee" * 8)
        assert await bench.save_line(PORTALS, line[:16] + struct.pack("<Q", at(RECORDS, LAST)) + line[24:]) == 0
        await bench.rest(0)
        assert record_at(bench, LAST) == (of_list(3), 8)
    # All places taken: the list itself finds none.
    dut.host_dead.value = 1
    for _ in range(DEPTH):
        await bench.submit(0, at(A), at(B), 8)
    assert await bench.save_line(PORTALS, line) == 0
    assert await bench.bad(0) == (FULL, at(LIST)) and await bench.of(0, STATUS) >> 8 == DEPTH
    dut.host_dead.value = 0
    await bench.rest(0)
    await quiet(bench)


async def ends(bench, ctx=0, cycles=3000):
    await bench.rest(ctx, cycles)
    says, cookie = record_at(bench, LAST, ctx)
    assert cookie == 7
    return says >> 16, says >> 8 & 0xFF, says & 0xFF


def check_called_off(bench, items, count, told, counted, now, skipped):
    """What a list that was called off says, agrees with what it did; (it was whole, how far it came)."""
    good, first, reason = told
    records = items.records()
    assert good == sum(record == (WHOLE, 1000 + i) for i, record in enumerate(records))
    items.check({i for i, record in enumerate(records) if record == (WHOLE, 1000 + i)})
    starts, done, failed, _, refused = (after - before for after, before in zip(now, counted, strict=True))
    assert starts + refused + skipped == count + 1, (starts, refused, skipped)
    assert done + failed == starts and done == good + (skipped == 0)
    # Whatever came to the door has its record, and nothing behind that.
    assert all(record[1] == 1000 + i for i, record in enumerate(records[: starts - 1]))
    assert all(record == (0xEEEE_EEEE,) * 2 for record in records[count - skipped :])
    if good == count:
        assert (first, reason) == (0, WHOLE)
    else:
        not_good = next(i for i, record in enumerate(records) if record != (WHOLE, 1000 + i))
        assert first == not_good and reason in (ABORTED, OFF), (first, reason)
    return good == count, skipped


def summed(counts):
    *numbers, refused = counts
    return *numbers, sum(refused.values())


@cocotb.test()
async def a_list_can_be_called_off_in_every_phase(dut):
    """A context turned off before, while and after its list is read, brought and moved: all is counted once."""
    bench = await made(dut, 8)
    seen, count = set(), 20
    for wait in [*range(60), *range(60, 700, 23)]:
        bench.host.put(bench.slots[RECORDS], UNTOLD)
        items = Items(bench, count)
        counted, before = summed(await bench.counts(0)), await bench.of(0, SKIPPED)
        bench.write_list(at(LIST), list(items.descriptors()))
        # So that the write that turns it off comes soon.
        await bench.put(CONTEXT, 0)
        assert await bench.save_line(PORTALS, list_line(at(LIST), count, at(RECORDS, LAST), 7)) == 0
        await ClockCycles(dut.clk_i, wait)
        await bench.put(CONTROL, 0)
        if wait % 2:
            # On again at once: the list is called off all the same.
            await bench.put(CONTROL, 1)
        told = await ends(bench)
        skipped = await bench.of(0, SKIPPED) - before
        seen.add(check_called_off(bench, items, count, told, counted, summed(await bench.counts(0)), skipped))
        await bench.turn(0, 1)
    assert {whole for whole, _ in seen} == {True, False}
    assert {skipped for _, skipped in seen} >= {0, count}, seen
    assert len(seen) > 8, seen
    bench.host.put(bench.slots[RECORDS], UNTOLD)
    items = Items(bench, count)
    await items.submit()
    assert await ends(bench) == (count, 0, WHOLE)
    items.check()
    await quiet(bench)


@cocotb.test()
async def a_list_comes_to_rest_when_asked(dut):
    """QUIESCE in every phase, with a host that answers late, too."""
    bench = await made(dut, 9)
    seen, count = set(), 20
    for wait in [*range(0, 50, 2), *range(60, 800, 29)]:
        bench.host.put(bench.slots[RECORDS], UNTOLD)
        items = Items(bench, count)
        counted, before = summed(await bench.counts(0)), await bench.of(0, SKIPPED)
        late = wait % 3 == 0
        await items.submit()
        await ClockCycles(dut.clk_i, wait)
        if late:
            dut.host_dead.value = 1
        dut.quiesce.value = 4
        if late:
            await ClockCycles(dut.clk_i, 100)
            dut.host_dead.value = 0
        for _ in range(800):
            await RisingEdge(dut.clk_i)
            if not int(dut.front_busy.value) >> 2:
                break
        assert not int(dut.front_busy.value) >> 2, "not at rest"
        told = await ends(bench)
        skipped = await bench.of(0, SKIPPED) - before
        seen.add(check_called_off(bench, items, count, told, counted, summed(await bench.counts(0)), skipped))
        await bench.submit_list(0, at(LIST), list(items.descriptors()), at(RECORDS, LAST), 7)
        assert await bench.bad(0) == (OFF, at(LIST))
        dut.quiesce.value = 0
        await ClockCycles(dut.clk_i, 2)
    assert {whole for whole, _ in seen} == {True, False} and {skipped for _, skipped in seen} >= {0, count}, seen
    items = Items(bench, count)
    await items.submit()
    assert await ends(bench) == (count, 0, WHOLE)
    await quiet(bench)


@cocotb.test()
async def a_list_that_cannot_be_read_is_told(dut):
    """By each kind of refusal, in each beat of a piece: those before it move, those behind it are counted."""
    bench = await made(dut, 10)
    base, errors = bench.slots[LIST], 0
    total = [0, 0, 0]
    for kind, (decode, poison) in {HOST_DECODE: (1, 0), HOST_SLAVE: (0, 0), HOST_POISON: (0, 1)}.items():
        dut.host_decode.value, dut.host_poison.value = decode, poison
        for offset, hole in ((0, 0), (0, 64), (32, 0), (32, 64), (32, 256), (96, 640), (PAGE - 96, PAGE)):
            bench.host.put(bench.slots[RECORDS], UNTOLD)
            items, count = Items(bench, 25), 25
            skipped = await bench.of(0, SKIPPED)
            bench.write_list(at(LIST, offset), list(items.descriptors()))
            bench.host.holes = [(base + hole, base + hole + 64)]
            good = max(0, hole - offset) // ITEM
            assert await bench.save_line(PORTALS, list_line(at(LIST, offset), count, at(RECORDS, LAST), 7)) == 0
            assert await ends(bench) == (good, good, kind), (kind, offset, hole)
            bench.host.holes = []
            items.check(set(range(good)))
            assert await bench.of(0, SKIPPED) == skipped + count - good
            assert await bench.bad(0) == (kind, at(LIST, offset + ITEM * good))
            total = [total[0] + good + 1, total[1] + good, total[2] + 1]
            assert await bench.counts(0) == (*total, 0, {})
            errors += 1
            assert bench.events["host_error"] == errors and bench.bad_host[-1] == base + offset + ITEM * good
    items = Items(bench, 9)
    await items.submit()
    assert await ends(bench) == (9, 0, WHOLE)
    await quiet(bench)


@cocotb.test()
async def only_the_end_of_a_list_is_pending(dut):
    bench = await made(dut, 11)
    items = Items(bench, 30)
    await items.submit()
    for _ in range(3000):
        if record_at(bench, 8 * 20) != (0xEEEE_EEEE,) * 2:
            break
        await RisingEdge(dut.clk_i)
    assert record_at(bench, 8 * 20) == (WHOLE, 1020) and record_at(bench, LAST) == (0xEEEE_EEEE,) * 2
    assert await bench.get(PENDING) == 0
    await bench.rest(0)
    assert await bench.get(PENDING) == 1
    await quiet(bench)


@cocotb.test()
async def programs_and_the_kernel_get_on_beside_lists(dut):
    """Accesses of others are answered, another scheme in force changes nothing of what has begun, and the list ends."""
    bench = await made(dut, 12, pauses=True, contexts=2)
    items = Items(bench, 100)
    await items.submit()
    strays = 0
    for n in range(60):
        assert await bench.load(shadow(1, at(OTHERS + A, 4 * n))) == 0
        strays += 1
    # Lists begin by a portal only; those that have begun go on.
    await bench.put(SCHEME, SHADOW)
    data = bench.fill(bench.host, bench.slots[OTHERS + A], 64)
    assert await bench.initiate(SHADOW, at(OTHERS + A), at(OTHERS + B), 64, 1) == 1
    for n in range(20):
        assert await bench.load(shadow(1, at(OTHERS + A, 4 * n))) == 0
    await bench.rest(0)
    await bench.rest(1)
    assert bench.host.get(bench.slots[OTHERS + B], 64) == data
    assert record_at(bench, LAST) == (of_list(100), 7)
    items.check()
    assert await bench.counts(0) == (101, 101, 0, 0, {}) and await bench.counts(1) == (1, 1, 0, strays, {})
    await quiet(bench)


@cocotb.test()
async def lists_of_all_contexts_at_once(dut):
    """Each to its own places, in turns: no context's list reads or moves another's."""
    bench = await made(dut, 13, pauses=True, contexts=2)
    for ctx in range(2, 8):
        await bench.turn(ctx)
    for _ in range(4):
        lists = [Items(bench, bench.rng.randrange(1, 50), ctx, told=lambda i: i % 2) for ctx in range(2)]
        for one in lists:
            bench.host.put(bench.slots[one.base + RECORDS], UNTOLD)
            await one.submit(32 * bench.rng.randrange(8))
        for ctx, one in enumerate(lists):
            await bench.rest(ctx, 40000)
            assert record_at(bench, LAST, ctx) == (of_list(len(one.ways)), 7)
            one.check()
        # Slots of the other one.
        stolen = [item(at(A), at(OTHERS + B), 8), item(at(OTHERS + A), at(B), 8)]
        before = bench.snapshot()
        await bench.submit_list(1, at(OTHERS + LIST), stolen)
        wrong = before[0]
        await bench.rest(1)
        hole = slice(bench.slots[OTHERS + LIST] - HOST, bench.slots[OTHERS + LIST] - HOST + 64)
        now = bench.snapshot()
        assert now[0][: hole.start] == wrong[: hole.start] and now[0][hole.stop :] == wrong[hole.stop :]
        # Nor is a list of another context's read.
        await bench.save_line(PORTALS + (1 << 12), list_line(at(LIST), 1))
        assert await bench.bad(1) == (NO_SLOT, at(LIST))
    await quiet(bench)
