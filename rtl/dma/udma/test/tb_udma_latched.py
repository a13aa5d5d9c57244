# SPDX-License-Identifier: Apache-2.0
"""The schemes of two accesses and of one: what is latched, whose it is, what empties it, and every bit of it."""

import cocotb
from udma_bench import (
    ADDR_BITS,
    ALL_CONTEXTS,
    CONTEXT_PAGE,
    CONTEXTS,
    FAIL,
    OK1,
    PORTAL_PAGE,
    Bench,
    Said,
    Start,
    exchange,
    failed,
    load,
    silent,
    store,
)

A, B, SIZE = 0x8123_4567_8ABC, 0x7EDC_BA98_7654, 0x89AB_CDEF
PAIRS = ("shrimp2", "flash", "shadow_check", "shadow")
BY_CONTEXT = ("shadow_check", "shadow")


def told(scheme, src=A, dst=B, size=SIZE, ctx=0):
    """What a load is told that starts."""
    return Said(OK1, 0, Start(ctx if scheme in BY_CONTEXT else 0, src, dst, size))


async def pair(bench, scheme, src=A, dst=B, size=SIZE, ctx=0):
    await bench.expect(store(dst, size, ctx), silent())
    await bench.expect(load(src, ctx), told(scheme, src, dst, size, ctx))


async def each(dut, schemes=PAIRS):
    """A bench in each of the schemes, one after the other, with nothing latched."""
    bench = await Bench(dut).start(schemes[0])
    for scheme in schemes:
        await bench.select(scheme)
        yield bench, scheme


def strange(addr, ctx=0):
    """What these schemes do not name: [(access, what it is told)]."""
    found = [(exchange(addr, SIZE, ctx), failed(1)), (store(addr, SIZE, ctx, wide=1), silent(1))]
    for space in (CONTEXT_PAGE, PORTAL_PAGE):
        found.append((load(addr, ctx, space), failed(1)))
        found.append((store(addr, SIZE, ctx, space), silent(1)))
    return found


@cocotb.test()
async def a_pair_starts_once(dut):
    async for bench, scheme in each(dut):
        for ctx in range(CONTEXTS):
            await bench.expect(load(A, ctx), failed())
            await pair(bench, scheme, ctx=ctx)
            await bench.expect(load(A, ctx), failed())


@cocotb.test()
async def a_second_store_replaces_the_first(dut):
    async for bench, scheme in each(dut):
        await bench.expect(store(A, 1), silent())
        await pair(bench, scheme)


@cocotb.test()
async def a_refused_start_is_told_fail_and_empties_the_latch(dut):
    async for bench, scheme in each(dut):
        await bench.expect(store(B, SIZE), silent())
        await bench.expect(load(A), told(scheme)._replace(answer=FAIL), accept=False)
        await bench.expect(load(A), failed())


@cocotb.test()
async def every_bit_of_every_argument_arrives(dut):
    async for bench, scheme in each(dut):
        for bit in range(ADDR_BITS):
            await pair(bench, scheme, 1 << bit, B, 1 << bit % 32, ctx=bit % CONTEXTS)
            await pair(bench, scheme, A, 1 << bit, 0xFFFF_FFFF ^ 1 << bit % 32, ctx=bit % CONTEXTS)


@cocotb.test()
async def what_a_scheme_does_not_name_changes_nothing(dut):
    async for bench, scheme in each(dut):
        for access, said in strange(A):
            await bench.expect(access, said)
            await bench.expect(load(A), failed())
            await bench.expect(store(B, SIZE), silent())
            await bench.expect(access, said)
            await bench.idle(2)
            await bench.expect(load(A), told(scheme))


@cocotb.test()
async def clear_empties_the_latch(dut):
    async for bench, scheme in each(dut):
        for mine in range(CONTEXTS):
            for cleared in range(CONTEXTS):
                await bench.expect(store(B, SIZE, mine), silent())
                await bench.clear(1 << cleared)
                kept = scheme in BY_CONTEXT and cleared != mine
                await bench.expect(load(A, mine), told(scheme, ctx=mine) if kept else failed())
        # In the cycle of a clear nothing is there, and nothing stays.
        await bench.expect(store(B, SIZE), silent())
        dut.clear.value = ALL_CONTEXTS
        await bench.expect(load(A), failed())
        await bench.expect(store(B, SIZE), silent())
        dut.clear.value = 0
        await bench.expect(load(A), failed())
        await bench.expect(store(B, SIZE), silent())
        await bench.select("none")
        await bench.select(scheme)
        await bench.expect(load(A), failed())


@cocotb.test()
async def the_hook_empties_the_latch_of_shrimp2_alone(dut):
    async for bench, scheme in each(dut):
        await bench.expect(store(B, SIZE), silent())
        await bench.hook()
        await bench.expect(load(A), failed() if scheme == "shrimp2" else told(scheme))
        # It acts before an access of the same cycle.
        await bench.expect(store(A, 1), silent())
        dut.hook.value = 1
        await bench.expect(store(B, SIZE), silent())
        dut.hook.value = 0
        await bench.expect(load(A), told(scheme))
        await bench.expect(store(B, SIZE), silent())
        dut.hook.value = 1
        await bench.expect(load(A), failed() if scheme == "shrimp2" else told(scheme))
        dut.hook.value = 0
        await bench.expect(load(A), failed())


@cocotb.test()
async def flash_knows_every_bit_of_who(dut):
    async for bench, scheme in each(dut):
        for bit in range(32):
            dut.who.value = 0x89AB_CDEF
            await bench.expect(store(B, SIZE), silent())
            dut.who.value = 0x89AB_CDEF ^ 1 << bit
            await bench.expect(load(A), failed() if scheme == "flash" else told(scheme))
            dut.who.value = 0x89AB_CDEF
            await bench.expect(load(A), failed())
        # A store of another replaces it: it is that one's.
        await bench.expect(store(A, 1), silent())
        dut.who.value = 7
        await pair(bench, scheme)
        # And who comes back finds what he has left.
        await bench.expect(store(B, SIZE), silent())
        dut.who.value = 8
        await bench.idle(2)
        dut.who.value = 7
        await bench.expect(load(A), told(scheme))


@cocotb.test()
async def another_context(dut):
    """One latch: it ends both attempts. A latch for each: nobody notices. Neither: it goes on with what it finds."""
    async for bench, scheme in each(dut):
        for mine in range(CONTEXTS):
            for other in set(range(CONTEXTS)) - {mine}:
                await bench.expect(store(B, SIZE, mine), silent())
                mixes = scheme not in BY_CONTEXT
                await bench.expect(load(0xC000, other), told(scheme, 0xC000) if mixes else failed())
                await bench.expect(load(A, mine), told(scheme, ctx=mine) if scheme == "shadow" else failed())
                # And a store of another.
                await bench.expect(store(B, SIZE, mine), silent())
                await bench.expect(store(0xD000, 5, other), silent())
                if scheme == "shadow":
                    await bench.expect(load(A, mine), told(scheme, ctx=mine))
                    await bench.expect(load(A, other), told(scheme, A, 0xD000, 5, other))
                elif scheme == "shadow_check":
                    await bench.expect(load(A, mine), failed())
                    await bench.expect(load(A, other), failed())
                else:
                    await bench.expect(load(A, mine), told(scheme, A, 0xD000, 5))


@cocotb.test()
async def shrimp1_starts_with_one_access(dut):
    bench = await Bench(dut).start("shrimp1")
    with_exchange = bool(dut.Exchange.value)
    starts, cannot = (exchange, store) if with_exchange else (store, exchange)
    for bit in range(ADDR_BITS):
        for src, dst in ((1 << bit, B), (A, 1 << bit)):
            ctx, size = bit % CONTEXTS, SIZE ^ 1 << bit % 32
            dut.partner.value = dst
            for accept in (True, False, True):
                answer = (OK1 if accept else FAIL) if with_exchange else None
                await bench.expect(starts(src, size, ctx), Said(answer, 0, Start(ctx, src, dst, size)), accept)
                if with_exchange:
                    await bench.expect(load(A, ctx), failed(1))
                else:
                    # As often as it is asked, at any address.
                    for addr in (src, dst, 0, (1 << ADDR_BITS) - 1):
                        await bench.expect(load(addr, ctx), Said(OK1 if accept else FAIL))
            await bench.expect(cannot(src, size, ctx), failed(1) if cannot is exchange else silent(1))
    for access, said in strange(A)[1:]:
        await bench.expect(access, said)
    wide = exchange(A, SIZE)._replace(wide=1)
    await bench.expect(wide, failed(1))


@cocotb.test()
async def shrimp1_tells_each_context_of_its_own(dut):
    bench = await Bench(dut).start("shrimp1")
    if dut.Exchange.value:
        await bench.expect(load(A), failed(1))
        return
    for ctx in range(CONTEXTS):
        await bench.expect(load(A, ctx), failed())
    went = [ctx % 3 == 0 for ctx in range(CONTEXTS)]
    for ctx in range(CONTEXTS):
        await bench.expect(store(A, SIZE, ctx), Said(None, 0, Start(ctx, A, 0, SIZE)), went[ctx])
    for ctx in range(CONTEXTS):
        await bench.expect(load(A, ctx), Said(OK1 if went[ctx] else FAIL))
    for ctx in range(CONTEXTS):
        dut.clear.value = 1 << ctx
        await bench.expect(load(A, ctx), failed())
        dut.clear.value = 0
        went[ctx] = False
        for other in range(CONTEXTS):
            await bench.expect(load(A, other), Said(OK1 if went[other] else FAIL))


@cocotb.test()
async def with_no_scheme_everything_is_strange(dut):
    bench = await Bench(dut).start("none")
    for value in [0, *range(11, 16)]:
        dut.scheme.value = value
        await bench.idle()
        for access, said in strange(A):
            await bench.expect(access, said)
        await bench.expect(store(B, SIZE), silent(1))
        await bench.expect(load(A), failed(1))
