# SPDX-License-Identifier: Apache-2.0
"""cocotb tests of the datapath with very few buckets: runs cut anywhere, runs that meet, bad memory, bad plans.

Plans are small, so that a whole run is some thousand cycles and many moments of it can be tried.
"""

import random

import cocotb
from cocotb.triggers import ClockCycles, FallingEdge
from engine_bench import (
    ABORT,
    BUSY,
    CONTROL,
    MEMORY_ERROR,
    PASS,
    PASSES,
    POINTS,
    REDUCING,
    RESIDENT,
    START,
    START_READY,
    STATUS,
    WINDOW,
    Bench,
    Plan,
    checked_run,
    pairs_of,
)
from msm_plan import Pass, windows_of

# Three signed windows and the top: scalars of 14 bits. Digits of the class are no more than there are records.
WINDOWS = windows_of([4, 4, 4, 3], classes=True)
SCALAR_BITS = 14
RECORDS = 13


def small(adders):
    """A pass in which each adder has windows of its own, a split one, and the classes on one adder alone."""
    return Plan(
        WINDOWS,
        [(Pass(0, 3 // adders, 3, 3), adders, False), (Pass(3, 1, 4, 3), adders, True), (Pass(4, 1, 4, 4), 1, False)],
    )


def small_pairs(rng, count=RECORDS):
    return pairs_of(rng, count, [rng.getrandbits(SCALAR_BITS) for _ in range(count)])


async def bench_of(dut):
    bench = Bench(dut)
    await bench.reset()
    await bench.idle()
    await bench.describe(small(bench.adders))
    return bench


def clearing(bench):
    """Cycles in which what was cut is cleared away: the pipelines, then the buckets; and what the memory owes."""
    return 2 * bench.latency + bench.buckets + 500


# ---------------------------------------------------------------------------------------------------------------------
# Cut at any moment
# ---------------------------------------------------------------------------------------------------------------------


async def cut_by_abort(bench):
    await bench.write(CONTROL, ABORT)
    await bench.write(CONTROL, 0)


async def cut_by_quiesce(bench):
    bench.dut.quiesce_i.value = 1
    await bench.idle(clearing(bench))
    assert (await bench.access(CONTROL, START))[1], "nothing is started while it is to be at rest"
    bench.dut.quiesce_i.value = 0
    await ClockCycles(bench.dut.clk_i, 1)


async def cut_by_reset(bench):
    bench.dut.rst_i.value = 1
    await ClockCycles(bench.dut.clk_i, 1)
    await FallingEdge(bench.dut.clk_i)
    bench.dut.rst_i.value = 0
    # Tables keep what they had, but may be written only at rest.
    await bench.idle(clearing(bench))
    await bench.describe(bench.plan)


CUTS = (cut_by_abort, cut_by_quiesce, cut_by_reset)


async def restarted(bench, pairs, mode=0):
    """A run at once behind a cut, while that may still be cleared away: all of it is right."""
    assert await bench.read(STATUS) & START_READY
    await bench.feed([pairs])
    bench.read_out()
    await bench.clear_counters()
    done = await bench.read(STATUS) >> 16
    await bench.start(len(pairs), mode)
    await bench.idle()
    (lines,) = bench.read_out()
    bench.check(lines, pairs)
    assert await bench.read(STATUS) == START_READY | (len(bench.plan.rows) - 1) << 8 | (done + 1) << 16
    assert bench.counters()["pairs"] == len(pairs)
    assert (int(bench.dut.edges_o.value), int(bench.dut.line_o.value)) == (1, 1), "one message for one run"


async def phases(bench, pairs):
    """Lengths of the parts of a run in cycles, between its sums: where a stalled stream would hold it."""
    dut = bench.dut
    await bench.feed([pairs])
    await bench.start(len(pairs))
    marks, before, cycles = [], 0, 0
    while dut.busy_o.value:
        await FallingEdge(dut.clk_i)
        cycles += 1
        if int(dut.passes_o.value) != before:
            before = int(dut.passes_o.value)
            marks.append(cycles)
    bench.read_out()
    return marks


@cocotb.test()
async def a_run_cut_at_any_moment_leaves_nothing_behind(dut):
    bench = await bench_of(dut)
    rng = random.Random(1)
    await bench.clear_counters()
    whole = (await phases(bench, small_pairs(rng)))[-1]
    turns = 36
    for turn in range(turns):
        cut = CUTS[turn % len(CUTS)]
        dut.memory_slow_i.value = rng.randrange(2)
        await bench.feed([small_pairs(rng), small_pairs(rng)])
        await bench.start(RECORDS)
        await bench.start(RECORDS)
        # The first passes are short beside the reductions: half of the moments lie there.
        await ClockCycles(
            dut.clk_i, 1 + (rng.randrange(400) if turn % 2 else whole * turn // turns + rng.randrange(whole // 8))
        )
        await cut(bench)
        await restarted(bench, small_pairs(rng))


@cocotb.test()
async def a_read_out_that_nobody_takes_can_be_cut(dut):
    bench = await bench_of(dut)
    rng = random.Random(2)
    for cut in CUTS:
        for row in range(len(bench.plan.rows)):
            sums = sum(adders * made.count for made, adders, _ in bench.plan.rows[:row])
            await bench.feed([small_pairs(rng)])
            before = int(dut.beats_o.value)
            await bench.start(RECORDS)
            while int(dut.beats_o.value) - before < 3 * sums:
                await FallingEdge(dut.clk_i)
            bench.pauses(result=255)
            for _ in range(20_000):
                status = await bench.read(STATUS)
                if dut.result_o.value and status & REDUCING:
                    break
            else:
                raise AssertionError("the read-out never stood")
            # Now and then a beat goes all the same.
            await ClockCycles(dut.clk_i, 1 + rng.randrange(300))
            await cut(bench)
            bench.pauses()
            await restarted(bench, small_pairs(rng))


@cocotb.test()
async def points_that_are_being_brought_can_be_cut(dut):
    """A run without a pass, cut anywhere; the memory has other points afterwards, and they are the right ones."""
    bench = await bench_of(dut)
    rng = random.Random(3)
    for turn in range(12):
        pairs = small_pairs(rng)
        await bench.write(PASSES, 0)
        await bench.feed([[(k, None) for k, _ in pairs]])
        await bench.start(RECORDS)
        await ClockCycles(dut.clk_i, 1 + rng.randrange(12 * turn + 1))
        await CUTS[turn % len(CUTS)](bench)
        await bench.idle()
        await bench.write(PASSES, 0)
        await bench.feed([[(k, None) for k, _ in pairs]])
        await bench.start(RECORDS)
        await bench.idle()
        assert bench.read_out() == []
        await bench.write(PASSES, len(bench.plan.rows))
        await checked_run(bench, pairs, RESIDENT)


@cocotb.test()
async def bringing_points_moves_something(dut):
    """A run without a pass takes no scalar and adds nothing; but it is no run that stands still."""
    bench = await bench_of(dut)
    await bench.write(PASSES, 0)
    await bench.clear_counters()
    await bench.feed([[(k, None) for k, _ in small_pairs(random.Random(4))]])
    await bench.start(RECORDS)
    await bench.idle()
    assert int(dut.moved_o.value) >= RECORDS


# ---------------------------------------------------------------------------------------------------------------------
# Runs that meet
# ---------------------------------------------------------------------------------------------------------------------


async def seen(bench):
    """Behind a run that followed one the line falls and rises when that is over; then the edge is counted."""
    await ClockCycles(bench.dut.clk_i, 3)


async def at_the_end_of_a_run(bench, cycles):
    """Waits until so many cycles after the last beat but one of the sums."""
    total = 3 * sum(1 for _ in bench.plan.sums())
    before = int(bench.dut.beats_o.value)
    while int(bench.dut.beats_o.value) - before < total - 1:
        await FallingEdge(bench.dut.clk_i)
    for _ in range(cycles):
        await FallingEdge(bench.dut.clk_i)


@cocotb.test()
async def a_start_in_any_cycle_of_the_end_of_a_run(dut):
    bench = await bench_of(dut)
    rng = random.Random(5)
    for cycles in range(10):
        runs = [small_pairs(rng), small_pairs(rng)]
        await bench.feed(runs)
        await bench.clear_counters()
        done = await bench.read(STATUS) >> 16
        await bench.start(RECORDS)
        await at_the_end_of_a_run(bench, cycles)
        await bench.start(RECORDS)
        await bench.idle()
        await seen(bench)
        packets = bench.read_out()
        assert len(packets) == 2
        for lines, run in zip(packets, runs, strict=True):
            bench.check(lines, run)
        assert await bench.read(STATUS) >> 16 == done + 2
        assert (int(dut.edges_o.value), int(dut.line_o.value)) == (2, 1), "a message for each run"


@cocotb.test()
async def a_cut_in_any_cycle_of_the_end_of_a_run(dut):
    bench = await bench_of(dut)
    rng = random.Random(6)
    for cycles in range(8):
        for cut in CUTS[:2]:
            pairs = small_pairs(rng)
            await bench.feed([pairs])
            bench.read_out()
            done = await bench.read(STATUS) >> 16
            await bench.start(RECORDS)
            await at_the_end_of_a_run(bench, cycles)
            await cut(bench)
            packets = bench.read_out()
            finished = (await bench.read(STATUS) >> 16) - done
            # A run that counts has given its sums.
            assert finished <= len(packets) <= 1
            if packets:
                bench.check(packets[0], pairs)
            await restarted(bench, small_pairs(rng))


@cocotb.test()
async def each_run_is_an_edge_of_its_line(dut):
    bench = await bench_of(dut)
    rng = random.Random(7)
    await bench.clear_counters()
    runs = [small_pairs(rng, count) for count in (3, 0, 1)]
    await bench.feed(runs)
    assert not dut.line_o.value
    for number, run in enumerate(runs):
        while not await bench.read(STATUS) & START_READY:
            await ClockCycles(dut.clk_i, 20)
        await bench.start(len(run))
        if number == 0:
            await ClockCycles(dut.clk_i, 1)
            assert not dut.line_o.value
    await bench.idle()
    await seen(bench)
    assert (int(dut.edges_o.value), int(dut.line_o.value)) == (len(runs), 1)
    for lines, run in zip(bench.read_out(), runs, strict=True):
        bench.check(lines, run)
    # It falls with a start that is taken, and with no other.
    await bench.write(POINTS, 0xFFFF_FFFF)
    assert (await bench.access(CONTROL, START))[1]
    assert dut.line_o.value
    await bench.start(0)
    assert not dut.line_o.value
    await bench.idle()


# ---------------------------------------------------------------------------------------------------------------------
# Memory that fails
# ---------------------------------------------------------------------------------------------------------------------


@cocotb.test()
async def every_run_that_meets_an_error_is_marked(dut):
    """An error that stays is told in each run, also where the mark was cleared between them."""
    bench = await bench_of(dut)
    rng = random.Random(8)
    slice_bytes = 32 * bench.records // bench.banks
    for port in (0, 5, 6 * bench.banks - 1):
        dut.memory_error_i.value = 1
        dut.memory_error_addr_i.value = port * slice_bytes + 32
        for turn in range(3):
            await bench.feed([small_pairs(rng)])
            await bench.start(RECORDS)
            await bench.idle()
            assert len(bench.read_out()) == 1, "the run ends all the same"
            assert await bench.read(STATUS) & MEMORY_ERROR, f"port {port}, run {turn}"
            if turn % 2:
                await cut_by_abort(bench)
                await bench.idle()
            else:
                await bench.write(STATUS, MEMORY_ERROR)
            assert not await bench.read(STATUS) & MEMORY_ERROR
        dut.memory_error_i.value = 0
        await checked_run(bench, small_pairs(rng))


@cocotb.test()
async def memory_that_does_not_answer_ends_with_its_answer_or_a_reset(dut):
    """Until then it is busy, and says so; a run waits for nothing else, and an abort only for the memory."""
    bench = await bench_of(dut)
    rng = random.Random(9)
    for cut in (None, cut_by_abort, cut_by_reset):
        for cycles in (100, 4000):
            pairs = small_pairs(rng)
            await bench.feed([pairs])
            bench.read_out()
            await bench.start(RECORDS)
            await ClockCycles(dut.clk_i, cycles)
            dut.memory_dead_i.value = 1
            await ClockCycles(dut.clk_i, 20_000)
            assert dut.busy_o.value, "a run that wants memory is not over without it"
            assert await bench.read(STATUS) & BUSY
            if cut:
                dut.memory_dead_i.value = int(cut is cut_by_abort)
                await cut(bench)
                await ClockCycles(dut.clk_i, 2 * clearing(bench))
                dut.memory_dead_i.value = 0
                await restarted(bench, small_pairs(rng))
            else:
                dut.memory_dead_i.value = 0
                await bench.idle()
                (lines,) = bench.read_out()
                bench.check(lines, pairs)


# ---------------------------------------------------------------------------------------------------------------------
# Plans that make no sense
# ---------------------------------------------------------------------------------------------------------------------


async def nonsense(bench, rng, passes):
    """Rows of any content, as far as they are taken; returns those passes."""
    for row in range(64):
        await bench.write(WINDOW + 4 * row, rng.getrandbits(15))
    rows = []
    while len(rows) < passes:
        row = Pass(rng.randrange(64), 1 + rng.choice((0, 1, 3)), rng.randrange(7), rng.randrange(7))
        adders, split = 1 + rng.randrange(bench.adders), bool(rng.randrange(2))
        if not (await bench.access(PASS + 4 * len(rows), row.word() | adders << 22 | int(split) << 26))[1]:
            rows.append((row, adders, split))
    return rows


@cocotb.test()
async def a_plan_that_makes_no_sense_ends_all_the_same(dut):
    """Kinds that are none, widths of 0 and 31, fields beyond the word, digits beyond the buckets.

    As many sums as were asked for come, nobody can say which, and the next run is right.
    """
    bench = await bench_of(dut)
    rng = random.Random(10)
    for turn in range(10):
        rows = await nonsense(bench, rng, 1 + turn % 3)
        pairs = pairs_of(rng, RECORDS, [rng.getrandbits(256) for _ in range(RECORDS)])
        await bench.write(PASSES, len(rows))
        await bench.feed([pairs])
        bench.read_out()
        await bench.start(RECORDS)
        await bench.idle()
        (lines,) = bench.read_out()
        assert len(lines) == 3 * sum(adders * made.count for made, adders, _ in rows)
        await cut_by_abort(bench)
        await bench.idle()
        await bench.describe(small(bench.adders))
        await checked_run(bench, small_pairs(rng))
