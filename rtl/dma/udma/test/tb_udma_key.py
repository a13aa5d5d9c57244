# SPDX-License-Identifier: Apache-2.0
"""The key-based scheme: whose key, which role, and what a load of the context page tells and starts."""

import itertools
import random

import cocotb
from udma_bench import (
    ADDR_BITS,
    CONTEXT_PAGE,
    CONTEXTS,
    KEY_BITS,
    LOAD,
    MINUS_ONE,
    PORTAL_PAGE,
    SHADOW,
    STORE,
    Access,
    Bench,
    Progress,
    Said,
    Start,
    exchange,
    failed,
    load,
    silent,
    store,
)

A, B, SIZE = 0x8123_4567_8ABC, 0x7EDC_BA98_7654, 0x89AB_CDEF
DST, SRC = 0, 1
ENDED_WELL = Progress(0, 0, 0)


def word(key, role, ctx):
    return key << 4 | role << 3 | ctx


def keyed(addr, key, role, ctx, page=0):
    """A store of the key at the address, from a shadow page of any context."""
    return Access(STORE, SHADOW, page, addr, word(key, role, ctx), 1)


def size_of(ctx, size, offset=0):
    return store(offset, size, ctx, CONTEXT_PAGE)


def ask(ctx, offset=0):
    return load(offset, ctx, CONTEXT_PAGE)


async def begin(dut, seed=1):
    """A bench with a key for each context, where every context's last transfer ended well."""
    bench = await Bench(dut).start("key")
    rng = random.Random(seed)
    bench.set_keys(rng.getrandbits(KEY_BITS) | 1 for _ in range(CONTEXTS))
    bench.set_progress([ENDED_WELL] * CONTEXTS)
    return bench


def passing(bench, ctx, src=A, dst=B, size=SIZE):
    """The three accesses that pass the arguments of a context, in the order of the report."""
    key = bench.keys[ctx]
    return [keyed(dst, key, DST, ctx), keyed(src, key, SRC, ctx), size_of(ctx, size)]


async def silently(bench, accesses):
    for access in accesses:
        await bench.expect(access, silent())


@cocotb.test()
async def arguments_in_any_order_start_once(dut):
    bench = await begin(dut)
    for ctx in range(CONTEXTS):
        for order in itertools.permutations(passing(bench, ctx)):
            await silently(bench, order)
            await bench.idle()
            await bench.expect(ask(ctx), Said(SIZE, 0, Start(ctx, A, B, SIZE)))
            # Who polls starts nothing.
            await bench.expect(ask(ctx), Said(0))
            await bench.expect(ask(ctx), Said(0))


@cocotb.test()
async def every_bit_of_every_argument_arrives(dut):
    bench = await begin(dut)
    for bit in range(ADDR_BITS):
        ctx, size = bit % CONTEXTS, 1 << bit % 32
        await silently(bench, passing(bench, ctx, 1 << bit, B, size))
        await bench.expect(ask(ctx, 8 * bit), Said(size, 0, Start(ctx, 1 << bit, B, size)))
        await silently(bench, passing(bench, ctx, A, 1 << bit, size ^ 0xFFFF_FFFF))
        await bench.expect(ask(ctx), Said(size ^ 0xFFFF_FFFF, 0, Start(ctx, A, 1 << bit, size ^ 0xFFFF_FFFF)))


@cocotb.test()
async def every_bit_of_the_key_counts(dut):
    bench = await begin(dut)
    for ctx in range(CONTEXTS):
        for bit in range(KEY_BITS):
            for role in (DST, SRC):
                await bench.expect(keyed(0xBAD0, bench.keys[ctx] ^ 1 << bit, role, ctx), silent(1))
                # Nothing is latched, so this tells how the last one ended.
                await bench.expect(ask(ctx), Said(0))


@cocotb.test()
async def the_key_of_another_context_is_none(dut):
    bench = await begin(dut)
    for ctx, other in itertools.permutations(range(CONTEXTS), 2):
        await bench.expect(keyed(A, bench.keys[other], SRC, ctx), silent(1))
        await bench.expect(ask(ctx), Said(0))
        await bench.expect(ask(other), Said(0))


@cocotb.test()
async def the_page_of_a_keyed_store_does_not_matter(dut):
    bench = await begin(dut)
    for ctx in range(CONTEXTS):
        for page in range(CONTEXTS):
            accesses = [access._replace(ctx=page if access.space == SHADOW else ctx) for access in passing(bench, ctx)]
            await silently(bench, accesses)
            await bench.expect(ask(ctx), Said(SIZE, 0, Start(ctx, A, B, SIZE)))


@cocotb.test()
async def no_key_is_no_key(dut):
    bench = await begin(dut)
    for ctx in range(CONTEXTS):
        keys = bench.keys.copy()
        keys[ctx] = 0
        bench.set_keys(keys)
        for role in (DST, SRC):
            await bench.expect(keyed(A, 0, role, ctx), silent(1))
        await bench.expect(ask(ctx), Said(0))


@cocotb.test()
async def some_of_the_arguments_are_dropped(dut):
    bench = await begin(dut)
    for ctx in range(CONTEXTS):
        three = passing(bench, ctx)
        for some in itertools.chain(itertools.combinations(three, 1), itertools.combinations(three, 2)):
            await silently(bench, some)
            await bench.expect(ask(ctx), Said(MINUS_ONE))
            await bench.expect(ask(ctx), Said(0))
            # The others alone are no whole either.
            await silently(bench, [access for access in three if access not in some])
            await bench.expect(ask(ctx), Said(MINUS_ONE))


@cocotb.test()
async def the_role_says_which_it_is(dut):
    """After an attempt that was left with a destination alone, a toggle would take the next one for the source."""
    bench = await begin(dut)
    for ctx in range(CONTEXTS):
        key = bench.keys[ctx]
        await bench.expect(keyed(0xDEAD, key, DST, ctx), silent())
        await silently(bench, passing(bench, ctx))
        await bench.expect(ask(ctx), Said(SIZE, 0, Start(ctx, A, B, SIZE)))
        # The last of each counts.
        await silently(bench, passing(bench, ctx, 1, 2, 3))
        await silently(bench, passing(bench, ctx))
        await bench.expect(ask(ctx), Said(SIZE, 0, Start(ctx, A, B, SIZE)))


@cocotb.test()
async def contexts_do_not_disturb_each_other(dut):
    bench = await begin(dut)
    for rounds in range(3):
        for nth in range(3):
            for ctx in range(CONTEXTS):
                access = passing(bench, ctx, 0x1000 + ctx, 0x2000 + ctx, 0x3000 + ctx)[(nth + rounds) % 3]
                await bench.expect(access, silent())
        for ctx in range(CONTEXTS):
            starts = Start(ctx, 0x1000 + ctx, 0x2000 + ctx, 0x3000 + ctx)
            await bench.expect(ask(ctx), Said(starts.size, 0, starts))
        for ctx in range(CONTEXTS):
            await bench.expect(ask(ctx), Said(0))


@cocotb.test()
async def a_refused_start_is_minus_one_and_consumes_all(dut):
    bench = await begin(dut)
    for ctx in range(CONTEXTS):
        await silently(bench, passing(bench, ctx))
        await bench.expect(ask(ctx), Said(MINUS_ONE, 0, Start(ctx, A, B, SIZE)), accept=False)
        await bench.expect(ask(ctx), Said(0))


@cocotb.test()
async def a_transfer_under_way(dut):
    bench = await begin(dut)
    for ctx in range(CONTEXTS):
        for left in (SIZE, 0x1234, 1):
            progress = [ENDED_WELL] * CONTEXTS
            progress[ctx] = Progress(1, left, 0)
            bench.set_progress(progress)
            await bench.expect(keyed(A, bench.keys[ctx], SRC, ctx), silent(1))
            await bench.expect(keyed(B, bench.keys[ctx], DST, ctx), silent(1))
            await bench.expect(size_of(ctx, 5), silent())
            await bench.expect(ask(ctx), Said(left))
            await bench.expect(ask((ctx + 1) % CONTEXTS), Said(0))
        for end, told in ((Progress(0, 0, 0), 0), (Progress(0, 0, 1), MINUS_ONE)):
            progress[ctx] = end
            bench.set_progress(progress)
            # Nothing of what came meanwhile is there.
            await bench.expect(ask(ctx), Said(told))
        # What is latched before a transfer of the same context begins stays.
        await silently(bench, passing(bench, ctx))
        progress[ctx] = Progress(1, 9, 0)
        bench.set_progress(progress)
        await bench.expect(ask(ctx), Said(9))
        progress[ctx] = ENDED_WELL
        bench.set_progress(progress)
        await bench.expect(ask(ctx), Said(SIZE, 0, Start(ctx, A, B, SIZE)))


@cocotb.test()
async def clear_forgets_the_context(dut):
    bench = await begin(dut)
    for cleared in range(CONTEXTS):
        for ctx in range(CONTEXTS):
            await silently(bench, passing(bench, ctx))
        await bench.clear(1 << cleared)
        for ctx in range(CONTEXTS):
            said = Said(0) if ctx == cleared else Said(SIZE, 0, Start(ctx, A, B, SIZE))
            await bench.expect(ask(ctx), said)
        await silently(bench, passing(bench, cleared))
        dut.clear.value = 1 << cleared
        await bench.expect(ask(cleared), Said(0))
        # Nothing stays that comes meanwhile.
        await silently(bench, passing(bench, cleared))
        dut.clear.value = 0
        await bench.expect(ask(cleared), Said(0))
        # Each of the three by itself.
        for access in passing(bench, cleared):
            await bench.expect(access, silent())
            await bench.clear(1 << cleared)
            await bench.expect(ask(cleared), Said(0))
    await silently(bench, passing(bench, 3))
    await bench.select("shadow")
    await bench.select("key")
    await bench.expect(ask(3), Said(0))


@cocotb.test()
async def what_it_does_not_name_changes_nothing(dut):
    bench = await begin(dut)
    key = bench.keys[2]
    strange = [
        (store(A, word(key, SRC, 2) & 0xFFFF_FFFF, 2), silent(1)),
        (store(0, SIZE, 2, CONTEXT_PAGE, wide=1), silent(1)),
        (exchange(A, word(key, SRC, 2), 2)._replace(wide=1), failed(1)),
        (Access(LOAD, PORTAL_PAGE, 2), failed(1)),
        (Access(STORE, PORTAL_PAGE, 2, A, word(key, SRC, 2), 1), silent(1)),
        (load(A, 2), failed()),
    ]
    for access, said in strange:
        await bench.expect(access, said)
        await bench.expect(ask(2), Said(0))
        three = passing(bench, 2)
        for at in range(len(three)):
            await silently(bench, three[:at])
            await bench.expect(access, said)
            await silently(bench, three[at:])
            await bench.expect(ask(2), Said(SIZE, 0, Start(2, A, B, SIZE)))
