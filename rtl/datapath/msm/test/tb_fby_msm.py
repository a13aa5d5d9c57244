# SPDX-License-Identifier: Apache-2.0
"""cocotb tests of the toy core (WindowTable 1): every promise on small runs."""

import random

import cocotb
from cocotb.triggers import ClockCycles
from msm_bench import (
    ABORT,
    ADDER_LATENCY,
    BUSY,
    CONTROL,
    DRAINING,
    HOLD_DEPTH,
    NUM_BUCKETS,
    NUM_WINDOWS,
    POINTS,
    SCALAR_BITS,
    SCALAR_CUT,
    START,
    START_READY,
    STATUS,
    WINDOW_BASE,
    WINDOW_BITS,
    Bench,
)
from msm_model import SUBGROUP_ORDER, recode

TOY_BITS = 12


async def bench_of(dut):
    bench = Bench(dut)
    await bench.reset()
    return bench


def pairs_of(bench, scalars):
    return list(zip(bench.curve.points(len(scalars)), scalars, strict=True))


def check_counters(bench, counters, pairs):
    """What must be true of the counters of a run whatever its timing was."""
    digits = [digit for _, scalar in pairs for digit in recode(scalar, bench.widths)]
    adds = sum(1 for digit in digits if digit)
    assert counters["pairs"] == len(pairs)
    assert counters["runs"] == 1
    assert counters["adds"] == adds
    assert counters["zero_digits"] == len(digits) - adds
    assert counters["held"] <= adds
    accounted = counters["adds"] + counters["starve"] + counters["hazard"]
    # What is left is the adder running empty after the last pair.
    assert accounted <= counters["active"] <= accounted + 2 * int(bench.latency)
    assert counters["drain"] >= 3 * bench.num_buckets


async def checked_run(bench, scalars):
    bench.latency = await bench.read(ADDER_LATENCY)
    pairs = pairs_of(bench, scalars)
    counters = await bench.run(pairs)
    check_counters(bench, counters, pairs)
    return counters


@cocotb.test()
async def registers_tell_the_geometry(dut):
    bench = await bench_of(dut)
    assert await bench.read(NUM_WINDOWS) == len(bench.widths)
    assert await bench.read(NUM_BUCKETS) == bench.num_buckets
    assert await bench.read(SCALAR_BITS) == sum(bench.widths)
    assert await bench.read(HOLD_DEPTH) == int(dut.HoldDepth.value)
    assert await bench.read(ADDER_LATENCY) > 0
    for window in range(32):
        inside = window < len(bench.widths)
        assert await bench.read(WINDOW_BITS + 4 * window) == (bench.widths[window] if inside else 0)
        assert await bench.read(WINDOW_BASE + 4 * window) == (bench.bases[window] if inside else 0)
    await bench.write(POINTS, 0xDEADBEEF)
    assert await bench.read(POINTS) == 0xDEADBEEF
    for report in (NUM_WINDOWS, WINDOW_BITS, WINDOW_BASE):
        _, error = await bench.access(report, 99)
        assert error, f"a write to register {report:#x}, which only reports, must answer an error"
    assert await bench.read(NUM_WINDOWS) == len(bench.widths)
    for hole in (0x20, 0x7C, 0x180, 0xFFC):
        assert await bench.access(hole) == (0, True), f"hole {hole:#x} must answer an error"


@cocotb.test()
async def run_of_nothing_reads_out_empty_buckets(dut):
    bench = await bench_of(dut)
    counters = await checked_run(bench, [])
    assert counters["active"] <= 2


@cocotb.test()
async def runs_of_all_small_sizes(dut):
    bench = await bench_of(dut)
    rng = random.Random(2)
    for count in (1, 2, 3, 4, 5, 6, 7, 8, 9, 64):
        await checked_run(bench, [rng.randrange(1 << TOY_BITS) for _ in range(count)])


@cocotb.test()
async def special_scalars(dut):
    bench = await bench_of(dut)
    counters = await checked_run(bench, [0] * 64)
    assert counters["adds"] == 0
    # 64 points are 144 beats: nothing but the stream may slow a run of zeros down.
    assert counters["active"] <= 144 + 20
    await checked_run(bench, [1] * 64)
    await checked_run(bench, [(1 << TOY_BITS) - 1] * 64)
    await checked_run(bench, [(SUBGROUP_ORDER - 1) % (1 << TOY_BITS)] * 64)
    await checked_run(bench, [0, 0, 0, 5, 0, 0xFFF, 0, 0] * 8)


@cocotb.test()
async def equal_scalars_are_slow_and_right(dut):
    bench = await bench_of(dut)
    counters = await checked_run(bench, [0b001_010_011_001] * 64)
    # Four buckets only, so the adder can hold four additions at a time.
    assert counters["held"] > 0
    assert counters["hazard"] > 63 * bench.latency


@cocotb.test()
async def same_point_with_cancelling_scalars(dut):
    bench = await bench_of(dut)
    point = bench.curve.base
    # 3 is the digit 3; 5 is the digit -3 and a carry: bucket 2 holds the neutral element, not "empty".
    pairs = [(point, 3), (point, 5)]
    await bench.run(pairs)
    assert 2 in bench.expected(pairs)


@cocotb.test()
async def every_scalar_recodes(dut):
    bench = await bench_of(dut)
    scalars = list(range(1 << TOY_BITS))
    random.Random(3).shuffle(scalars)
    await checked_run(bench, scalars)


@cocotb.test()
async def back_pressure_on_every_stream(dut):
    bench = await bench_of(dut)
    rng = random.Random(4)
    for scalars, points, result in ((200, 0, 0), (0, 240, 0), (0, 0, 220), (128, 128, 128), (250, 250, 250)):
        bench.pauses(scalars, points, result)
        counters = await checked_run(bench, [rng.randrange(1 << TOY_BITS) for _ in range(61)])
        assert (counters["drain_stall"] > 0) == (result > 0)
        assert counters["starve"] > 0


@cocotb.test()
async def read_out_is_one_beat_per_cycle(dut):
    bench = await bench_of(dut)
    counters = await checked_run(bench, [1, 2, 3])
    assert counters["drain"] <= 3 * bench.num_buckets + 12


@cocotb.test()
async def queued_runs_keep_apart(dut):
    bench = await bench_of(dut)
    rng = random.Random(5)
    # Odd sizes: padding of one run must not reach the next.
    runs = [pairs_of(bench, [rng.randrange(1 << TOY_BITS) for _ in range(count)]) for count in (7, 0, 33, 5)]
    await bench.idle()
    await bench.feed(runs)
    started = 0
    for run in runs:
        while not await bench.read(STATUS) & START_READY:
            await ClockCycles(dut.clk_i, 5)
        await bench.start(len(run))
        started += 1
    status = await bench.read(STATUS)
    assert status & BUSY
    await bench.idle()
    packets = bench.read_out()
    assert len(packets) == started == len(runs)
    for lines, run in zip(packets, runs, strict=True):
        bench.check(lines, run)
    assert await bench.read(STATUS) == START_READY | len(runs) << 16


@cocotb.test()
async def start_is_refused_while_one_is_queued(dut):
    bench = await bench_of(dut)
    await bench.idle()
    pairs = pairs_of(bench, [9, 10])
    await bench.feed([pairs, pairs])
    await bench.start(2)
    await bench.start(2)
    assert not await bench.read(STATUS) & START_READY
    assert (await bench.access(CONTROL, START))[1]
    await bench.idle()
    packets = bench.read_out()
    assert len(packets) == 2
    for lines in packets:
        bench.check(lines, pairs)


async def abort(bench, dut, cycles):
    await bench.write(CONTROL, ABORT)
    assert await bench.read(CONTROL) == ABORT
    assert await bench.read(STATUS) & (BUSY | START_READY) == BUSY
    assert (await bench.access(CONTROL, START | ABORT))[1]
    await ClockCycles(dut.clk_i, cycles)
    assert dut.busy_o.value == 1
    beats_before = int(dut.beats_o.value)
    await bench.write(CONTROL, 0)
    await bench.idle(limit=2 * bench.latency + bench.num_buckets + 50)
    assert int(dut.beats_o.value) == beats_before, "an aborted run must not read out"


@cocotb.test()
async def abort_at_any_time_leaves_nothing_behind(dut):
    bench = await bench_of(dut)
    bench.latency = await bench.read(ADDER_LATENCY)
    rng = random.Random(6)
    for cycles in (1, 5, 40, 150, 400, 700):
        scalars = [7] * 64 if cycles == 400 else [rng.randrange(1 << TOY_BITS) for _ in range(64)]
        await bench.idle()
        await bench.feed([pairs_of(bench, scalars)])
        await bench.start(64)
        await bench.start(64)
        await ClockCycles(dut.clk_i, cycles)
        bench.read_out()
        await abort(bench, dut, rng.choice((1, 10, 300)))
        await checked_run(bench, [rng.randrange(1 << TOY_BITS) for _ in range(20)])


@cocotb.test()
async def quiesce_at_any_time_brings_it_to_rest(dut):
    """Busy falls while QUIESCE holds, nothing can be started, and afterwards the core is as new."""
    bench = await bench_of(dut)
    latency = await bench.read(ADDER_LATENCY)
    rng = random.Random(7)
    # In no run, in the runs' accumulation, and in their read-out.
    for cycles in (0, 1, 40, 150, 400, 700):
        await bench.idle()
        if cycles:
            await bench.feed([pairs_of(bench, [rng.randrange(1 << TOY_BITS) for _ in range(64)])])
            await bench.start(64)
            await bench.start(64)
            await ClockCycles(dut.clk_i, cycles)
        dut.quiesce_i.value = 1
        await ClockCycles(dut.clk_i, 2)
        beats_before = int(dut.beats_o.value)
        await bench.idle(limit=2 * latency + bench.num_buckets + 50)
        assert await bench.read(STATUS) & (BUSY | START_READY) == 0
        assert (await bench.access(CONTROL, START))[1]
        await ClockCycles(dut.clk_i, 50)
        assert dut.busy_o.value == 0
        assert int(dut.beats_o.value) == beats_before, "what was cut must not be read out"
        dut.quiesce_i.value = 0
        await ClockCycles(dut.clk_i, 2)
        assert await bench.read(STATUS) & (BUSY | START_READY) == START_READY
        bench.read_out()
        await checked_run(bench, [rng.randrange(1 << TOY_BITS) for _ in range(20)])


@cocotb.test()
async def each_run_raises_the_line(dut):
    """The line stands from the end of a run to the next accepted start; a queued run that ends raises it once more."""
    bench = await bench_of(dut)
    await bench.idle()
    await bench.clear_counters()
    pairs = pairs_of(bench, [1, 2, 3])
    assert dut.lines_o.value == 0
    await bench.feed([pairs, pairs, pairs])
    await bench.start(3)
    await bench.start(3)
    await bench.idle()
    await ClockCycles(dut.clk_i, 3)
    assert (int(dut.lines_o.value), int(dut.line_rises_o.value)) == (1, 2)
    assert int(dut.moved_o.value) >= 6, "every pair is a step"
    await bench.write(POINTS, 3)
    assert dut.lines_o.value == 1
    await bench.write(CONTROL, START)
    assert dut.lines_o.value == 0
    assert (await bench.access(CONTROL, START | ABORT))[1], "refused"
    await bench.write(CONTROL, 0)
    await bench.idle()
    before = int(dut.moved_o.value)
    await ClockCycles(dut.clk_i, 100)
    assert int(dut.moved_o.value) == before, "no step at rest"


@cocotb.test()
async def abort_in_the_read_out_drops_it(dut):
    bench = await bench_of(dut)
    bench.latency = await bench.read(ADDER_LATENCY)
    pairs = pairs_of(bench, [1, 2, 3, 4, 5])
    await bench.idle()
    await bench.feed([pairs])
    bench.pauses(result=255)
    await bench.start(5)
    status = 0
    for _ in range(2000):
        status = await bench.read(STATUS)
        if status & DRAINING:
            break
    assert status & DRAINING, "the read-out never began"
    await abort(bench, dut, 3)
    bench.pauses()
    await bench.feed([pairs])
    await bench.start(5)
    await bench.idle()
    packets = bench.read_out()
    assert len(packets) == 1
    bench.check(packets[0], pairs)


@cocotb.test()
async def card_reset_in_a_run_leaves_nothing_behind(dut):
    bench = await bench_of(dut)
    await bench.idle()
    await bench.feed([pairs_of(bench, [3] * 64)])
    await bench.start(64)
    await ClockCycles(dut.clk_i, 200)
    dut.rst_i.value = 1
    await ClockCycles(dut.clk_i, 2)
    dut.rst_i.value = 0
    await checked_run(bench, [4, 5, 6])
    assert await bench.read(STATUS) >> 16 == 1


@cocotb.test()
async def starved_core_waits_and_goes_on(dut):
    bench = await bench_of(dut)
    await bench.idle()
    pairs = pairs_of(bench, [11, 12, 13])
    await bench.start(3)
    await ClockCycles(dut.clk_i, 1000)
    assert dut.busy_o.value == 1
    await bench.feed([pairs])
    await bench.idle()
    (lines,) = bench.read_out()
    bench.check(lines, pairs)


@cocotb.test()
async def cut_scalar_is_marked_until_the_mark_is_cleared(dut):
    bench = await bench_of(dut)
    bench.latency = await bench.read(ADDER_LATENCY)
    widest = (1 << TOY_BITS) - 1
    # The scalar behind the last one of an odd run is padding, and not looked at.
    await checked_run(bench, [widest] * 3)
    assert not await bench.read(STATUS) & SCALAR_CUT
    for bit in (TOY_BITS, 31, 128, 252, 253, 255):
        # Upper and lower half of a beat; buckets are those of what is left of it.
        for place in (0, 1, 4):
            pairs = pairs_of(bench, [5, 6, 7, 8, 9])
            point, scalar = pairs[place]
            await bench.idle()
            await bench.feed([[*pairs[:place], (point, scalar | 1 << bit), *pairs[place + 1 :]]])
            await bench.start(len(pairs))
            await bench.idle()
            (lines,) = bench.read_out()
            bench.check(lines, pairs)
            assert await bench.read(STATUS) & SCALAR_CUT, f"bit {bit} of scalar {place}"
            await checked_run(bench, [1, 2])
            await bench.write(STATUS, 0xFFFF_FFFF ^ SCALAR_CUT)
            assert await bench.read(STATUS) & SCALAR_CUT, "it stays until 1 is written to it"
            await bench.write(STATUS, SCALAR_CUT)
            assert not await bench.read(STATUS) & SCALAR_CUT
    await bench.feed([pairs_of(bench, [1 << TOY_BITS])])
    await bench.start(1)
    await bench.idle()
    assert await bench.read(STATUS) & SCALAR_CUT
    await abort(bench, dut, 3)
    assert not await bench.read(STATUS) & SCALAR_CUT, "an abort forgets it"
