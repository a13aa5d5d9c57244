# SPDX-License-Identifier: Apache-2.0
"""The portal: lines in pieces of every size, torn lines, and two contexts piece by piece."""

import random
import struct

import cocotb
from udma_bench import (
    ADDR_BITS,
    ALL_CONTEXTS,
    CONTEXT_PAGE,
    CONTEXTS,
    PORTAL_PAGE,
    SHADOW,
    STORE,
    Access,
    Bench,
    Start,
    failed,
    silent,
)

LINE, PAGE = 64, 4096
ROWS = PAGE // LINE


def line_of(start, words=()):
    """The bytes of the line that means a start; `words` of 8 bytes in place of its own."""
    plain = [
        start.src,
        start.dst,
        start.record_addr,
        start.cookie << 32 | start.size,
        0,
        0,
        0,
        start.record | start.batch << 1,
    ]
    return struct.pack("<8Q", *(dict(words).get(at, plain[at]) for at in range(8)))


def some_start(rng, ctx=0):
    addr = [rng.getrandbits(ADDR_BITS) for _ in range(3)]
    size, cookie, batch = rng.getrandbits(32), rng.getrandbits(32), int(rng.random() < 0.2)
    return Start(ctx, addr[0], 0 if batch else addr[1], size, rng.getrandbits(1), addr[2], cookie, batch)


def piece(line, at, length, ctx=0, row=0):
    """The access that brings 4 or 8 bytes of the line."""
    data = int.from_bytes(line[at : at + length], "little")
    # What is above a piece of 4 bytes has no meaning.
    noise = 0xA5A5_A5A5 << 32 if length == 4 else 0
    return Access(STORE, PORTAL_PAGE, ctx, row * LINE + at, data | noise, int(length == 8))


def pieces(line, lengths, ctx=0, row=0):
    """The accesses of stores of these lengths, one after the other; more than 8 bytes come by eights."""
    at = 0
    for length in lengths:
        for part in range(0, length, 8):
            yield piece(line, at + part, min(length, 8), ctx, row)
        at += length
    assert at == LINE


async def line_starts(bench, start, lengths, row=0):
    *before, last = pieces(line_of(start), lengths, start.ctx, row)
    for access in before:
        await bench.expect(access, silent())
    await bench.expect(last, silent()._replace(start=start))


def some_lengths(rng):
    """Lengths of naturally aligned stores that make up a line."""
    lengths, at = [], 0
    while at < LINE:
        fit = [length for length in (4, 8, 16, 32, 64) if at % length == 0 and at + length <= LINE]
        lengths.append(rng.choice(fit))
        at += lengths[-1]
    return lengths


@cocotb.test()
async def lines_in_pieces_of_every_size(dut):
    bench, rng = await Bench(dut).start("portal"), random.Random(1)
    for length in (4, 8, 16, 32, 64):
        for ctx in range(CONTEXTS):
            await line_starts(bench, some_start(rng, ctx), [length] * (LINE // length), rng.randrange(ROWS))
    for _ in range(300):
        await line_starts(bench, some_start(rng, rng.randrange(CONTEXTS)), some_lengths(rng), rng.randrange(ROWS))


@cocotb.test()
async def every_bit_of_every_argument_arrives(dut):
    bench = await Bench(dut).start("portal")
    for lengths in ([4] * 16, [8] * 8):
        for bit in range(ADDR_BITS):
            one, small = 1 << bit, 1 << bit % 32
            for at, field in enumerate(("src", "dst", "record_addr")):
                start = Start(bit % CONTEXTS, 0, 0, 0, at == 2, 0, 0)._replace(**{field: one})
                await line_starts(bench, start, lengths)
            await line_starts(bench, Start(0, 0, 0, small, 0, 0, 0), lengths)
            await line_starts(bench, Start(0, 0, 0, 0, 1, 0, small), lengths)


@cocotb.test()
async def every_line_of_the_page(dut):
    bench, rng = await Bench(dut).start("portal"), random.Random(2)
    for row in range(ROWS):
        await line_starts(bench, some_start(rng, row % CONTEXTS), some_lengths(rng), row)


@cocotb.test()
async def idle_cycles_and_refusals_change_nothing(dut):
    bench, rng = await Bench(dut).start("portal"), random.Random(3)
    for nth in range(20):
        start = some_start(rng, nth % CONTEXTS)
        *before, last = pieces(line_of(start), some_lengths(rng), start.ctx)
        for access in before:
            await bench.expect(access, silent())
            await bench.idle(rng.randrange(3))
        await bench.expect(last, silent()._replace(start=start), accept=nth % 2 == 0)


async def does_all(bench, accesses, said):
    for access in accesses:
        await bench.expect(access, said)


@cocotb.test()
async def a_gap_or_a_repeat_tears_the_line(dut):
    """Every position to which a line may have come, and every other piece that may come then."""
    bench, rng = await Bench(dut).start("portal"), random.Random(4)
    for length in (4, 8):
        for come in range(0, LINE, length):
            for comes in [at for at in range(0, LINE, length) if at != come]:
                start, torn = some_start(rng, comes % CONTEXTS), line_of(some_start(rng))
                line = line_of(start)
                for at in range(0, come, length):
                    await bench.expect(piece(torn, at, length, start.ctx), silent())
                await bench.expect(piece(line, comes, length, start.ctx), silent(1))
                rest = [piece(line, at, length, start.ctx) for at in range(comes + length, LINE, length)]
                if comes == 0:
                    # It is the first of another line.
                    await does_all(bench, rest[:-1], silent())
                    await bench.expect(rest[-1], silent()._replace(start=start))
                else:
                    await does_all(bench, rest, silent(1))
                await line_starts(bench, start, [length] * (LINE // length))


@cocotb.test()
async def pieces_that_are_not_aligned_tear_the_line(dut):
    bench, rng = await Bench(dut).start("portal"), random.Random(5)
    start = some_start(rng, 1)
    line = line_of(start)
    for offset, length in [(1, 4), (2, 4), (3, 4), (4, 8), (5, 8), (1, 8)]:
        for come in (0, 8, 56):
            await does_all(bench, [piece(line, at, 8, 1) for at in range(0, come, 8)], silent())
            if offset == 4 and come < 56:
                await bench.expect(piece(line, come, 4, 1), silent())
            access = piece(line, come, length, 1)
            await bench.expect(access._replace(addr=come + offset), silent(1))
            await does_all(bench, [piece(line, at, 8, 1) for at in range(come + 8, LINE, 8)], silent(1))
            await line_starts(bench, start, [8] * 8)


@cocotb.test()
async def another_line_of_the_page_does_not_continue(dut):
    bench, rng = await Bench(dut).start("portal"), random.Random(6)
    start = some_start(rng, 2)
    line = line_of(start)
    for bit in range(6):
        for come in range(8, LINE, 8):
            await does_all(bench, [piece(line, at, 8, 2, 5) for at in range(0, come, 8)], silent())
            rest = [piece(line, at, 8, 2, 5 ^ 1 << bit) for at in range(come, LINE, 8)]
            await does_all(bench, rest, silent(1))
            # The line begun is gone, too.
            await does_all(bench, [piece(line, at, 8, 2, 5) for at in range(come, LINE, 8)], silent(1))
            await line_starts(bench, start, [8] * 8, 5)


@cocotb.test()
async def two_contexts_piece_by_piece(dut):
    bench, rng = await Bench(dut).start("portal"), random.Random(7)
    for _ in range(100):
        first, second = rng.sample(range(CONTEXTS), 2)
        starts = {ctx: some_start(rng, ctx) for ctx in (first, second)}
        queues = {ctx: list(pieces(line_of(start), some_lengths(rng), ctx)) for ctx, start in starts.items()}
        while any(queues.values()):
            ctx = rng.choice([ctx for ctx, queue in queues.items() if queue])
            access = queues[ctx].pop(0)
            await bench.expect(access, silent()._replace(start=None if queues[ctx] else starts[ctx]))


@cocotb.test()
async def one_tears_and_the_other_does_not_notice(dut):
    bench, rng = await Bench(dut).start("portal"), random.Random(8)
    for come in range(8, LINE, 8):
        start = some_start(rng, 4)
        line = line_of(start)
        await does_all(bench, [piece(line, at, 8, 4) for at in range(0, come, 8)], silent())
        other = piece(line, 0, 8, 3)
        await bench.expect(other, silent())
        await bench.expect(other, silent(1))
        await bench.expect(other._replace(addr=56), silent(1))
        rest = [piece(line, at, 8, 4) for at in range(come, LINE, 8)]
        await does_all(bench, rest[:-1], silent())
        await bench.expect(rest[-1], silent()._replace(start=start))


@cocotb.test()
async def what_has_to_be_zero(dut):
    """Any other bit than those with a meaning: nothing starts, and it is counted once."""
    bench, rng = await Bench(dut).start("portal"), random.Random(9)
    zero = [(word, bit, None) for word in range(3) for bit in range(ADDR_BITS, 64)]
    zero += [(word, bit, None) for word in (4, 5, 6) for bit in range(64)] + [(7, bit, None) for bit in range(2, 64)]
    # A list has no destination.
    zero += [(1, bit, 1) for bit in range(64)]
    for word, bit, batch in zero:
        start = some_start(rng, bit % CONTEXTS)
        if batch:
            start = start._replace(dst=0, batch=1)
        plain = struct.unpack("<8Q", line_of(start))[word]
        *before, last = pieces(line_of(start, [(word, plain | 1 << bit)]), some_lengths(rng), start.ctx)
        await does_all(bench, before, silent())
        await bench.expect(last, silent(1))
        await line_starts(bench, start, some_lengths(rng))


@cocotb.test()
async def clear_forgets_the_line(dut):
    bench, rng = await Bench(dut).start("portal"), random.Random(10)
    for come in range(8, LINE, 8):
        for cleared in range(CONTEXTS):
            start = some_start(rng, 3)
            line = line_of(start)
            await does_all(bench, [piece(line, at, 8, 3) for at in range(0, come, 8)], silent())
            await bench.clear(1 << cleared)
            rest = [piece(line, at, 8, 3) for at in range(come, LINE, 8)]
            if cleared == 3:
                await does_all(bench, rest, silent(1))
            else:
                await does_all(bench, rest[:-1], silent())
                await bench.expect(rest[-1], silent()._replace(start=start))
    # In the cycle of a clear nothing has begun, and nothing stays.
    await does_all(bench, [piece(line, at, 8, 3) for at in range(0, 56, 8)], silent())
    dut.clear.value = ALL_CONTEXTS
    await bench.expect(piece(line, 56, 8, 3), silent(1))
    await bench.expect(piece(line, 0, 8, 3), silent())
    dut.clear.value = 0
    await bench.expect(piece(line, 8, 8, 3), silent(1))
    await does_all(bench, [piece(line, at, 8, 3) for at in range(0, 56, 8)], silent())
    await bench.select("key")
    await bench.select("portal")
    await bench.expect(piece(line, 56, 8, 3), silent(1))


@cocotb.test()
async def what_it_does_not_name_changes_nothing(dut):
    bench, rng = await Bench(dut).start("portal"), random.Random(11)
    start = some_start(rng, 6)
    *before, last = pieces(line_of(start), [8] * 8, 6)
    for space in (SHADOW, CONTEXT_PAGE, PORTAL_PAGE):
        for op in range(3):
            if (op, space) == (STORE, PORTAL_PAGE):
                continue
            for access in before:
                await bench.expect(access, silent())
                strange = access._replace(op=op, space=space)
                await bench.expect(strange, silent(1) if op == STORE else failed(1))
            await bench.expect(last, silent()._replace(start=start))
