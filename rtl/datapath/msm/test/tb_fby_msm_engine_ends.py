# SPDX-License-Identifier: Apache-2.0
"""cocotb tests of the engine with few buckets, with one adder and with three: runs that are cut short or go wrong."""

import random

import cocotb
from cocotb.triggers import ClockCycles
from engine_bench import (
    ABORT,
    BUSY,
    CONTROL,
    FOLD,
    MEMORY_ERROR,
    REDUCING,
    RHO_OF_TESTS,
    SCALAR_CUT,
    START,
    START_READY,
    STATUS,
    UNIFORM,
    bench_of,
    checked_run,
    pairs_of,
)
from msm_plan import ORDER


async def abort(bench, dut, cycles):
    await bench.write(CONTROL, ABORT)
    assert await bench.read(CONTROL) == ABORT
    assert await bench.read(STATUS) & (BUSY | START_READY) == BUSY
    assert (await bench.access(CONTROL, START | ABORT))[1]
    await ClockCycles(dut.clk_i, cycles)
    assert dut.busy_o.value == 1
    beats_before = int(dut.beats_o.value)
    await bench.write(CONTROL, 0)
    await bench.idle(limit=2 * bench.latency + bench.buckets + 500)
    assert int(dut.beats_o.value) == beats_before, "an aborted run must not read out"


async def cycles_of_a_run(bench, pairs, mode):
    """How long it takes, from START to rest."""
    counters = await bench.run(pairs, mode, RHO_OF_TESTS % ORDER)
    return counters["active"]


@cocotb.test()
async def abort_at_any_time_leaves_nothing_behind(dut):
    bench = await bench_of(dut)
    rng = random.Random(10)
    whole = await cycles_of_a_run(bench, pairs_of(rng, 40), UNIFORM)
    for turn in range(16):
        await bench.feed([pairs_of(rng, 40)])
        dut.memory_slow_i.value = turn % 2
        await bench.start(40, UNIFORM, RHO_OF_TESTS % ORDER)
        await bench.start(40)
        await ClockCycles(dut.clk_i, 1 + rng.randrange(whole * turn // 16 + 1))
        bench.read_out()
        await abort(bench, dut, rng.choice((1, 10, 300)))
        if turn % 5 == 0:
            await checked_run(bench, pairs_of(rng, 20), UNIFORM, 77)
    await checked_run(bench, pairs_of(rng, 20))


@cocotb.test()
async def quiesce_at_any_time_brings_it_to_rest(dut):
    """Busy falls while QUIESCE holds, nothing can be started, and afterwards the core is as new."""
    bench = await bench_of(dut)
    rng = random.Random(11)
    whole = await cycles_of_a_run(bench, pairs_of(rng, 40), 0)
    for turn in range(12):
        if turn:
            await bench.feed([pairs_of(rng, 40)])
            await bench.start(40)
            await bench.start(40)
            await ClockCycles(dut.clk_i, 1 + rng.randrange(whole * turn // 12 + 1))
        dut.quiesce_i.value = 1
        await ClockCycles(dut.clk_i, 2)
        beats_before = int(dut.beats_o.value)
        await bench.idle(limit=2 * bench.latency + bench.buckets + 500)
        assert await bench.read(STATUS) & (BUSY | START_READY) == 0
        assert (await bench.access(CONTROL, START))[1]
        await ClockCycles(dut.clk_i, 50)
        assert dut.busy_o.value == 0
        assert int(dut.beats_o.value) == beats_before, "what was cut must not be read out"
        dut.quiesce_i.value = 0
        await ClockCycles(dut.clk_i, 2)
        assert await bench.read(STATUS) & (BUSY | START_READY) == START_READY
        bench.read_out()
        if turn % 4 == 0:
            await checked_run(bench, pairs_of(rng, 20))


@cocotb.test()
async def card_reset_in_a_run_leaves_nothing_behind(dut):
    rng = random.Random(12)
    bench = await bench_of(dut)
    for cycles in (5, 200, 1000, 4000):
        await bench.feed([pairs_of(rng, 40)])
        await bench.start(40)
        await ClockCycles(dut.clk_i, cycles)
        dut.rst_i.value = 1
        await ClockCycles(dut.clk_i, 2)
        dut.rst_i.value = 0
        await bench.idle()
        # Tables keep what they had, registers do not.
        await bench.describe(bench.plan)
        bench.read_out()
        await checked_run(bench, pairs_of(rng, 20))
        assert await bench.read(STATUS) >> 16 == 1


@cocotb.test()
async def abort_in_the_read_out_drops_it(dut):
    bench = await bench_of(dut)
    pairs = pairs_of(random.Random(13), 5)
    await bench.feed([pairs])
    bench.pauses(result=255)
    await bench.start(5)
    status = 0
    for _ in range(5000):
        status = await bench.read(STATUS)
        if dut.result_o.value:
            break
    assert status & REDUCING, "the read-out never began"
    await abort(bench, dut, 3)
    bench.pauses()
    await checked_run(bench, pairs)


@cocotb.test()
async def starved_core_waits_and_goes_on(dut):
    bench = await bench_of(dut)
    pairs = pairs_of(random.Random(15), 3)
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
    rng = random.Random(16)
    for mode, scalar in ((0, 1 << 254), (0, 1 << 255), (UNIFORM, ORDER), (UNIFORM, (1 << 256) - 1), (FOLD, ORDER + 1)):
        for place in (0, 4):
            scalars = [5, 6, 7, 8, 9]
            scalars[place] = scalar
            await bench.feed([pairs_of(rng, 5, scalars)])
            await bench.start(5, mode, 3)
            await bench.idle()
            assert len(bench.read_out()) == 1
            assert await bench.read(STATUS) & SCALAR_CUT, f"{scalar:#x} at {place}"
            await bench.write(STATUS, 0xFFFF_FFFF ^ SCALAR_CUT)
            assert await bench.read(STATUS) & SCALAR_CUT, "it stays until 1 is written to it"
            await bench.write(STATUS, SCALAR_CUT)
            assert not await bench.read(STATUS) & SCALAR_CUT
            # The scalar behind the last one of an odd run is padding, and not looked at.
            await checked_run(bench, pairs_of(rng, 3))
    await bench.feed([pairs_of(rng, 1, [1 << 255])])
    await bench.start(1)
    await bench.idle()
    assert await bench.read(STATUS) & SCALAR_CUT
    await abort(bench, dut, 3)
    assert not await bench.read(STATUS) & SCALAR_CUT, "an abort forgets it"
    bench.read_out()


@cocotb.test()
async def memory_that_answers_in_error_is_told(dut):
    bench = await bench_of(dut)
    rng = random.Random(17)
    slice_bytes = 32 * bench.records // bench.banks
    # In a slice of a point and in that of the words, of the first bank and of the last.
    for port in (2, 5, 6 * bench.banks - 1):
        dut.memory_error_i.value = 1
        dut.memory_error_addr_i.value = port * slice_bytes + 32 * 4
        await bench.feed([pairs_of(rng, 30)])
        await bench.start(30)
        await bench.idle()
        assert len(bench.read_out()) == 1, "the run ends all the same"
        assert await bench.read(STATUS) & MEMORY_ERROR, f"port {port}"
        dut.memory_error_i.value = 0
        await bench.write(STATUS, MEMORY_ERROR)
        await checked_run(bench, pairs_of(rng, 30))
