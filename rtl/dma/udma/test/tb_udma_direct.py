# SPDX-License-Identifier: Apache-2.0
"""The user-level front end with addresses of host memory as shadow addresses: what moves, is refused, or is a hole."""

import cocotb
from cocotb.triggers import ClockCycles
from dma_bench import HOST_SIZE, Memory, quiet
from front_bench import (
    DIRECT,
    DIRECT_BITS,
    EMPTY,
    EXTENT,
    FAIL,
    FLASH,
    KEY,
    MINUS_ONE,
    NONE,
    OFF,
    OK1,
    OK2,
    OK3,
    PAGE,
    PORTAL,
    PORTALS,
    READ,
    REPEAT3,
    REPEAT4,
    REPEAT5,
    SCHEME,
    SCHEME_DIRECT,
    SHADOW,
    SHADOW_CHECK,
    SHRIMP1,
    SHRIMP2,
    UPPER,
    WRITE,
    FrontBench,
    direct,
    line,
    shadow,
)

SECRET = 0xABC_DEF0_1234_5678
# Schemes whose addresses are all shadow addresses, and what the last load is answered; that of the key is the size.
LAST = {
    SHRIMP2: OK1, FLASH: OK1, SHADOW_CHECK: OK1, SHADOW: OK1, REPEAT3: OK2, REPEAT4: OK2, REPEAT5: OK3, KEY: None,
}  # fmt: skip
# Those that look at no context.
SHARED = (SHRIMP2, FLASH, REPEAT3, REPEAT4, REPEAT5)
# Memory whose addresses the window has room for: at its end, with the sign bit of a word set.
LOW = (1 << DIRECT_BITS) - HOST_SIZE
A, B = LOW + 0x2_3000, LOW + 0x10_4000


async def made(dut, seed, scheme, pauses=False, ctx=0):
    """A bench with host memory below 4 GiB, one context on, and a scheme in force with addresses of memory."""
    bench = FrontBench(dut, seed)
    bench.host = Memory(LOW, HOST_SIZE)
    await bench.start(pauses)
    await bench.turn(ctx, 1, SECRET)
    await bench.put(SCHEME, scheme | SCHEME_DIRECT)
    return bench


async def check_moves(bench, scheme, src, dst, size, ctx=0):
    """One transfer that must work; all other bytes of host memory stay as they are."""
    data = bench.fill(bench.host, src, size)
    wanted = bytearray(bench.host.data)
    wanted[dst - LOW : dst - LOW + size] = data
    answer = await bench.initiate(scheme, src, dst, size, ctx, SECRET, direct)
    assert answer == (LAST[scheme] or size), (scheme, answer)
    await bench.rest(ctx)
    assert bench.host.data == wanted


@cocotb.test()
async def every_scheme_moves_bytes_between_addresses(dut):
    """Of each context, of each scheme that knows them; the table is empty."""
    bench = await made(dut, 1, NONE, pauses=True)
    assert await bench.get(DIRECT) == DIRECT_BITS
    counted = [0] * 8
    for scheme in LAST:
        await bench.put(SCHEME, scheme | SCHEME_DIRECT)
        assert await bench.get(SCHEME) == scheme | SCHEME_DIRECT
        for ctx in (0,) if scheme in SHARED else (0, 5, 7):
            await bench.turn(ctx, 1, SECRET)
            src, dst = (base + 8 * bench.rng.randrange(100) for base in (A, B))
            await check_moves(bench, scheme, src, dst, bench.rng.randrange(1, 3000), ctx)
            counted[ctx] += 1
    for ctx, count in enumerate(counted):
        assert await bench.counts(ctx) == (count, count, 0, 0, {}), ctx
    await quiet(bench)


@cocotb.test()
async def a_transfer_stays_within_the_pages_of_its_addresses(dut):
    bench = await made(dut, 2, SHADOW, ctx=5)
    before, counted = bench.snapshot(), {}
    cases = [
        (A, B, 0, EMPTY, A),
        (A, B, PAGE + 1, EXTENT, A),
        (A + 4, B, PAGE - 3, EXTENT, A + 4),
        (A, B + PAGE - 1, 2, EXTENT, B + PAGE - 1),
        (A + PAGE - 4, B + 8, 5, EXTENT, A + PAGE - 4),
        (A, B, 1 << 28, EXTENT, A),
        (A, B, 0xFFFF_FFFF, EXTENT, A),
    ]
    for src, dst, size, reason, bad in cases:
        assert await bench.initiate(SHADOW, src, dst, size, 5, shadow=direct) == FAIL, (hex(src), hex(dst), size)
        assert await bench.bad(5) == (reason, bad), (hex(src), hex(dst), size)
        counted[reason] = counted.get(reason, 0) + 1
        assert await bench.counts(5) == (0, 0, 0, 0, counted)
    assert bench.snapshot() == before
    # What just fits, up to the last byte that has an address.
    for src, dst, size in (
        (A, B, PAGE),
        (A + 4, B + 4, PAGE - 4),
        (A, (1 << DIRECT_BITS) - 4, 4),
        ((1 << DIRECT_BITS) - PAGE, B, PAGE),
    ):
        await check_moves(bench, SHADOW, src, dst, size, 5)
    await bench.turn(5, 0)
    assert await bench.initiate(SHADOW, A, B, 64, 5, shadow=direct) == FAIL
    assert await bench.bad(5) == (OFF, A)
    await quiet(bench)


@cocotb.test()
async def schemes_with_other_addresses_are_none(dut):
    """A line, and the partner of a slot, have addresses that no page table has seen."""
    bench = await made(dut, 3, NONE)
    await bench.slot(3, READ | WRITE, address=A, partner=4)
    await bench.slot(4, READ | WRITE, address=B)
    before, strays = bench.snapshot(), 0
    for scheme in (PORTAL, SHRIMP1, NONE, 11):
        await bench.put(SCHEME, scheme | SCHEME_DIRECT)
        assert await bench.get(SCHEME) == NONE | SCHEME_DIRECT
        assert await bench.save_line(PORTALS, line(A, B, 64)) == 0
        await bench.save(direct(0, A), 64)
        assert await bench.load(direct(0, A)) == FAIL
        strays += 18
    assert await bench.counts(0) == (0, 0, 0, strays, {})
    await ClockCycles(dut.clk_i, 400)
    assert bench.snapshot() == before
    await quiet(bench)


@cocotb.test()
async def the_shadow_that_is_not_in_force_is_a_hole(dut):
    bench = await made(dut, 4, SHADOW)
    await bench.slot(3, READ | WRITE, address=A)
    await bench.slot(4, READ | WRITE, address=B)
    before = bench.snapshot()
    for mode, hole in ((SCHEME_DIRECT, shadow(0, 3 << 12)), (0, direct(0, 3 << 12)), (0, direct(7, A))):
        await bench.put(SCHEME, SHADOW | mode)
        assert await bench._reach(True, True, hole, 64, 40) == (1, 0)
        assert await bench._reach(True, False, hole, 0, 40) == (1, 0)
        assert await bench.save_line(hole, bytes(64)) == 1
        # Halves of a key too.
        await bench.put(SCHEME, KEY | mode)
        for word in (0, 4):
            assert await bench._reach(True, True, hole + word, 0x789A_BCDE, 40) == (1, 0)
    assert await bench.counts(0) == (0, 0, 0, 0, {})
    # Both ways work when they are in force.
    await bench.put(SCHEME, SHADOW)
    assert await bench.initiate(SHADOW, 3 << 12, 4 << 12, 64) == OK1
    await bench.rest(0)
    await bench.put(SCHEME, SHADOW | SCHEME_DIRECT)
    await check_moves(bench, SHADOW, A + 64, B + 64, 100)
    assert bench.snapshot() != before
    await quiet(bench)


@cocotb.test()
async def an_address_means_what_it_meant_when_it_came(dut):
    """What was latched is forgotten when addresses change their meaning, whichever way."""
    bench = await made(dut, 5, SHADOW)
    await bench.slot(3, READ | WRITE, address=A)
    await bench.slot(4, READ | WRITE, address=B)
    before = bench.snapshot()
    for first, store, second, load in (
        (SHADOW, shadow(0, 4 << 12), SHADOW | SCHEME_DIRECT, direct(0, A)),
        (SHADOW | SCHEME_DIRECT, direct(0, 4 << 12), SHADOW, shadow(0, 3 << 12)),
    ):
        await bench.put(SCHEME, first)
        await bench.save(store, 64)
        await bench.put(SCHEME, second)
        assert await bench.load(load) == FAIL
    # The low half of a key is forgotten as well.
    await bench.put(SCHEME, KEY)
    await bench.save(shadow(0, 4 << 12), 0)
    await bench.put(SCHEME, KEY | SCHEME_DIRECT)
    assert await bench._reach(True, True, shadow(0, 4 << 12) + 4, 0, 40) == (1, 0)
    assert bench.snapshot() == before and await bench.counts(0) == (0, 0, 0, 0, {})
    await quiet(bench)


@cocotb.test()
async def all_bits_of_an_address_count(dut):
    """A source that differs from the one before in any bit is another: the repeated scheme goes back to its start."""
    bench = await made(dut, 6, REPEAT5)
    before = bench.snapshot()
    for bit in range(2, DIRECT_BITS):
        await bench.save(direct(0, B), 64)
        assert await bench.load(direct(0, A)) == OK1
        await bench.save(direct(0, B), 64)
        assert await bench.load(direct(0, A ^ 1 << bit)) == FAIL, bit
        assert await bench.load(direct(0, B)) == FAIL
    # A context is no part of the address for a scheme that knows none.
    await bench.save(direct(3, B), 64)
    assert await bench.load(direct(1, A)) == OK1
    assert bench.snapshot() == before and await bench.counts(0) == (0, 0, 0, 0, {})
    await bench.put(SCHEME, KEY | SCHEME_DIRECT)
    assert await bench.initiate(KEY, A, B, 64, 0, SECRET ^ 1, direct) == MINUS_ONE
    assert bench.snapshot() == before and await bench.load(UPPER) == FAIL
    await quiet(bench)
