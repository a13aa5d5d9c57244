# SPDX-License-Identifier: Apache-2.0
"""cocotb tests of the engine with few buckets, with one adder and with three: what runs give."""

import random

import cocotb
from cocotb.triggers import ClockCycles
from engine_bench import (
    BUCKETS,
    BUSY,
    CONTROL,
    COVER,
    FOLD,
    GEOMETRY,
    MODE,
    OCTETS,
    PASS,
    PASSES,
    POINTS,
    RECODE,
    RECORDS,
    RESIDENT,
    RHO,
    RHO_OF_TESTS,
    SCALAR_CUT,
    SLOT,
    START,
    START_READY,
    STATUS,
    UNIFORM,
    WINDOW,
    Plan,
    bench_of,
    checked_run,
    one_pass,
    pairs_of,
    passes_of,
)
from msm_plan import ORDER, TOP, Pass, Window


@cocotb.test()
async def registers_tell_the_geometry_and_hold_what_is_written(dut):
    bench = await bench_of(dut)
    adders, banks = int(dut.NumAdders.value), int(dut.NumBanks.value)
    buckets = int(dut.NumBuckets.value)
    assert (bench.adders, bench.banks, bench.buckets, bench.records) == (adders, banks, buckets, banks * 256)
    assert await bench.read(GEOMETRY) >> 16 & 0xFF == int(dut.HoldDepth.value)
    rng = random.Random(1)
    words = [(addr + 4 * word, 0xFFFF_FFFF) for addr in (RHO, RECODE) for word in range(8)]
    rows = [(WINDOW + 4 * row, 0x7FFF) for row in range(64)]
    single = [(POINTS, 0xFFFF_FFFF), (SLOT, 0xFFFF_FFFF), (MODE, 7), (PASSES, 0x7F), (COVER, 0xFF)]
    for addr, mask in single + words + rows:
        value = rng.getrandbits(32)
        await bench.write(addr, value)
        assert await bench.read(addr) == value & mask, f"register {addr:#x}"
    for row in range(64):
        assert await bench.read(PASS + 4 * row) == 1 << 22 or row < len(bench.plan.rows), "a row before it is written"
    for row in range(64):
        word = Pass(row, 1 + min(row % 8, 63 - row), 7, row % 8).word() | 1 << 22
        await bench.write(PASS + 4 * row, word)
        assert await bench.read(PASS + 4 * row) == word
    for report in (GEOMETRY, BUCKETS, RECORDS):
        before = await bench.read(report)
        assert (await bench.access(report, 99))[1], f"register {report:#x} only reports, a write must answer an error"
        assert await bench.read(report) == before
    for hole in (0x28, 0x3C, 0x80, 0xFC, 0x300, 0xFFC):
        assert await bench.access(hole) == (0, True), f"hole {hole:#x} must answer an error"
        assert (await bench.access(hole, 1))[1]


@cocotb.test()
async def a_pass_that_does_not_fit_is_refused(dut):
    bench = await bench_of(dut)
    before = await bench.read(PASS)
    fit = bench.buckets >> 7
    too_much = [
        (fit + 1, 7, 7),
        (1, 12, 12),
        (1, 11, 10),
        (2, 11, 11),
        (2, 10, 3),
        (1, 3, 4),
        (1, 31, 0),
        (64, 5, 5),
        (1, 18, 18),
    ]
    # More numbers than buckets: only if half of them are fewer.
    too_much += [(1, 11, 11)] if bench.buckets == 1024 else []
    cases = [(Pass(0, *made), 1) for made in too_much]
    cases += [(Pass(0, 1, 3, 3), adders) for adders in (0, bench.adders + 1)]
    # Windows beyond the table: of the last adder, of all of them.
    cases += [(Pass(63, 2, 3, 3), 1), (Pass(60, 5, 3, 3), 1), (Pass(64 - 2 * bench.adders + 1, 2, 3, 3), bench.adders)]
    for made, adders in cases:
        assert (await bench.access(PASS, made.word() | adders << 22))[1], f"{made} of {adders} adders"
        assert await bench.read(PASS) == before
    await bench.write(PASS, Pass(0, fit, 7, 7).word() | bench.adders << 22)
    await bench.write(PASS, Pass(0, 1, 10, 10).word() | 1 << 22)
    await bench.write(PASS, Pass(64 - 2 * bench.adders, 2, 3, 3).word() | bench.adders << 22)


@cocotb.test()
async def a_split_pass_is_of_all_adders_and_not_the_first(dut):
    bench = await bench_of(dut)
    made = Pass(0, 1, 3, 3).word() | 1 << 26
    for row, adders in ((0, bench.adders), (1, 0), (1, bench.adders - 1), (63, bench.adders + 1)):
        before = await bench.read(PASS + 4 * row)
        assert (await bench.access(PASS + 4 * row, made | adders << 22))[1], f"row {row}, {adders} adders"
        assert await bench.read(PASS + 4 * row) == before
    # The same windows for all: those of one adder have to be within the table.
    assert (await bench.access(PASS + 4, Pass(63, 2, 3, 3).word() | bench.adders << 22 | 1 << 26))[1]
    await bench.write(PASS + 4, Pass(62, 2, 3, 3).word() | bench.adders << 22 | 1 << 26)


@cocotb.test()
async def points_that_are_there_are_not_brought(dut):
    bench = await bench_of(dut)
    await bench.write(PASSES, 0)
    await bench.write(POINTS, 4)
    await bench.write(MODE, RESIDENT)
    assert (await bench.access(CONTROL, START))[1]
    assert not await bench.read(STATUS) & BUSY


@cocotb.test()
async def a_digit_without_a_bucket_is_told(dut):
    """A window alone may have more numbers than there are buckets; then as many digits as buckets are right."""
    bench = await bench_of(dut)
    rng = random.Random(18)
    buckets = bench.buckets
    bits = (buckets - 1).bit_length()
    plan = Plan([Window(TOP, bits + 1, 0)], [(Pass(0, 1, bits, bits), 1, False)])
    await bench.describe(plan)
    digits = [0, 1, 1024, buckets - 1, buckets, *(rng.randrange(buckets + 1) for _ in range(30))]
    pairs = pairs_of(rng, len(digits), digits)
    await checked_run(bench, pairs)
    for digit in (buckets + 1, buckets + 65, (1 << bits) + 1, (2 << bits) - 1):
        for number in (0, 7):
            # It adds nothing, the others are added, and the next run is right.
            with_it = [(k, digit if i == number else scalar) for i, (k, scalar) in enumerate(pairs)]
            await bench.feed([with_it])
            await bench.start(len(with_it))
            await bench.idle()
            (lines,) = bench.read_out()
            bench.check(lines, [(k, 0 if i == number else scalar) for i, (k, scalar) in enumerate(pairs)])
            assert await bench.read(STATUS) & SCALAR_CUT, f"digit {digit}"
            await bench.write(STATUS, SCALAR_CUT)
        await checked_run(bench, pairs)


@cocotb.test()
async def runs_of_all_small_sizes(dut):
    rng = random.Random(2)
    for plan, counts in ((one_pass, (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 33)), (passes_of, (0, 1, 2, 4, 33))):
        bench = await bench_of(dut, plan)
        for count in counts:
            await checked_run(bench, pairs_of(rng, count))


@cocotb.test()
async def every_mode_with_every_kind_of_scalar(dut):
    bench = await bench_of(dut)
    rng = random.Random(3)
    bits = [rng.randrange(2) for _ in range(40)]
    kinds = [None, bits, *([scalar] * 40 for scalar in (0, 1, ORDER - 1, rng.randrange(ORDER)))]
    cases = [(mode, None) for mode in (0, UNIFORM, FOLD)] + [(UNIFORM | FOLD, scalars) for scalars in kinds]
    for mode, scalars in cases:
        await checked_run(bench, pairs_of(rng, 40, scalars), mode, RHO_OF_TESTS % ORDER)


@cocotb.test()
async def equal_scalars_are_no_slower_when_made_uniform(dut):
    bench = await bench_of(dut)
    rng = random.Random(4)
    pairs = pairs_of(rng, 60, [rng.randrange(ORDER)] * 60)
    plain = await checked_run(bench, pairs)
    uniform = await checked_run(bench, pairs, UNIFORM, RHO_OF_TESTS % ORDER)
    assert plain["hazard"] > 4 * uniform["hazard"]


@cocotb.test()
async def scalars_that_are_all_one_meet_in_no_bucket(dut):
    """What a sieve on the host sends apart: one window of a bit, in as many copies as a record's number tells."""
    bench = await bench_of(dut)
    rng = random.Random(19)
    await bench.describe(Plan([Window(TOP, 1, 0)], [(Pass(0, 1, 10, 0), 1, False)]))
    for count in (1, 2, 700, 1500):
        counters = await checked_run(bench, pairs_of(rng, count, [1] * count))
        assert counters["held"] == 0
        # Nine beats bring four points.
        assert counters["fill"] <= count * 9 // 4 + 2 * bench.latency
    # Zeros among them are nothing.
    await checked_run(bench, pairs_of(rng, 99, [rng.randrange(2) for _ in range(99)]))


@cocotb.test()
async def points_come_before_and_stay(dut):
    """A run without a pass brings points into the memory; others use them, or the first of them, from any slot."""
    bench = await bench_of(dut)
    rng = random.Random(5)
    pairs = pairs_of(rng, 50)
    for slot in (0, 37):
        await bench.write(PASSES, 0)
        await bench.feed([[(k, None) for k, _ in pairs]])
        await bench.clear_counters()
        await bench.start(len(pairs), slot=slot)
        await bench.idle()
        assert bench.read_out() == [], "a run without a pass has no sum"
        counters = bench.counters()
        assert (counters["runs"], counters["passes"], counters["adds"], counters["pairs"]) == (1, 1, 0, 0)
        await bench.write(PASSES, len(bench.plan.rows))
        for count in (50, 50, 49, 17, 1, 0):
            fresh = [(k, scalar) for (k, _), (_, scalar) in zip(pairs, pairs_of(rng, count), strict=False)]
            await checked_run(bench, fresh, RESIDENT | UNIFORM, RHO_OF_TESTS % ORDER, slot=slot)
    # What lies before the slot is as it was, and what a run that brings its points leaves behind is resident too.
    await checked_run(bench, [(k, rng.randrange(ORDER)) for k, _ in pairs[:37]], RESIDENT)
    fresh = pairs_of(rng, 20)
    await checked_run(bench, fresh, slot=5)
    await checked_run(bench, [(k, rng.randrange(ORDER)) for k, _ in fresh], RESIDENT, slot=5)


@cocotb.test()
async def the_memory_is_full(dut):
    bench = await bench_of(dut)
    rng = random.Random(6)
    slots = bench.records // bench.banks
    too_much = [(bench.records + 1, 0), (1, slots), (bench.banks + 1, slots - 1), (0xFFFF_FFFF, 0), (0, 0xFFFF_FFFF)]
    for count, slot in too_much:
        await bench.write(POINTS, count)
        await bench.write(SLOT, slot)
        assert (await bench.access(CONTROL, START))[1], f"{count} points from slot {slot}"
    assert not await bench.read(STATUS) & BUSY
    # As many as there is room for, and those of the last slot alone.
    await checked_run(bench, pairs_of(rng, bench.banks), slot=slots - 1)
    await bench.describe(Plan(OCTETS, [(Pass(0, 1, 7, 7), 1, False), (Pass(31, 1, 7, 7), bench.adders, True)]))
    await checked_run(bench, pairs_of(rng, bench.records))
    # One pass wants no memory.
    await bench.describe(Plan(OCTETS, [(Pass(30, 1, 7, 7), 1, False)]))
    await checked_run(bench, pairs_of(rng, bench.records + 50))


@cocotb.test()
async def back_pressure_everywhere(dut):
    bench = await bench_of(dut)
    rng = random.Random(7)
    cases = [(200, 0, 0, 0), (0, 240, 0, 0), (0, 0, 220, 0), (0, 0, 0, 1), (250, 250, 250, 1)]
    for scalars, points, result, slow in cases:
        bench.pauses(scalars, points, result)
        dut.memory_slow_i.value = slow
        counters = await checked_run(bench, pairs_of(rng, 61), UNIFORM, RHO_OF_TESTS % ORDER)
        assert counters["starve"] > 0
        if result:
            assert counters["stall"] > 0


@cocotb.test()
async def queued_runs_keep_apart(dut):
    bench = await bench_of(dut)
    rng = random.Random(8)
    # Odd sizes: padding of one run must not reach the next.
    runs = [pairs_of(rng, count) for count in (7, 0, 33, 5)]
    modes = [(UNIFORM, 12345), (0, 0), (UNIFORM | FOLD, RHO_OF_TESTS % ORDER), (FOLD, 0)]
    await bench.feed(runs)
    for run, (mode, rho) in zip(runs, modes, strict=True):
        while not await bench.read(STATUS) & START_READY:
            await ClockCycles(dut.clk_i, 50)
        await bench.start(len(run), mode, rho)
    assert await bench.read(STATUS) & BUSY
    await bench.idle()
    packets = bench.read_out()
    assert len(packets) == len(runs)
    for lines, run, (mode, rho) in zip(packets, runs, modes, strict=True):
        bench.check(lines, run, mode, rho)
    assert await bench.read(STATUS) & 0xFFFF_00FF == START_READY | len(runs) << 16


@cocotb.test()
async def what_a_run_needs_is_not_changed_under_it(dut):
    """While one is on: no table, and no second run behind the one that waits."""
    bench = await bench_of(dut)
    pairs = pairs_of(random.Random(9), 2)
    await bench.feed([pairs, pairs])
    await bench.start(2)
    await bench.start(2)
    assert not await bench.read(STATUS) & START_READY
    assert (await bench.access(CONTROL, START))[1]
    for addr in (WINDOW, WINDOW + 4 * 63, PASS, PASS + 4 * 63, RECODE, RECODE + 28, COVER):
        before = await bench.read(addr)
        assert (await bench.access(addr, 0x0040_0000))[1], f"register {addr:#x}"
        assert await bench.read(addr) == before
    await bench.idle()
    packets = bench.read_out()
    assert len(packets) == 2
    for lines in packets:
        bench.check(lines, pairs)
