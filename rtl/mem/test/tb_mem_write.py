# SPDX-License-Identifier: Apache-2.0
"""Writing records, points and words: each where it belongs, everything else untouched."""

import cocotb
from cocotb.triggers import ClockCycles
from mem_bench import BURST, CAPACITY, DECERR, NEVER, SLICES, SLVERR, WORD, Bench, address, bursts

COUNTS = (1, 15, 16, 17, 31, 32, 33)


async def write_run(bench, first, beats, apart=False):
    """One run from its start to its end, its flush with the last record or apart from it; as many bursts as must be."""
    await bench.clear()
    await bench.begin(first)
    await bench.write(beats, flush=not apart)
    if apart:
        await bench.pulse(bench.dut.wr_flush)
    await bench.wait(bench.dut.wr_idle, 5000)
    await bench.edge
    points, words = sum(point for point, _, _ in beats), sum(word for _, word, _ in beats)
    fit = [min(number, max(CAPACITY - first, 0)) for number in (points, words)]
    asked = [bursts(first, fit[0])] * WORD + [bursts(first, fit[1])]
    assert bench.counts("aw") == asked and bench.counts("b") == asked
    assert bench.counts("w") == [fit[0]] * WORD + [fit[1]]
    bench.place(beats, first, first)


@cocotb.test()
async def every_count_from_any_record(dut):
    """Records, points alone, words alone."""
    bench = await Bench(dut, 1).start()
    for count in COUNTS:
        for first in (0, 1, 15, 16, 1007, CAPACITY - count):
            await write_run(bench, first, bench.records(count))
            await write_run(bench, (first + 777) % (CAPACITY - count), bench.records(count, word=0))
            await write_run(bench, (first + 555) % (CAPACITY - count), bench.records(count, point=0))
    await write_run(bench, 9, bench.records(1000))
    await bench.check_memory()


@cocotb.test()
async def points_and_words_have_running_numbers_of_their_own(dut):
    """Mixed as they come, with pauses and flushes at any place; ports of different latencies."""
    bench = await Bench(dut, 2).start()
    for stall in (0.0, 0.4):
        bench.vary()
        bench.in_stall = stall
        point_at = word_at = first = bench.rng.randrange(300)
        await bench.begin(first)
        await bench.clear()
        for _ in range(12):
            fresh = bench.records(bench.rng.randrange(1, 60))
            beats = [(*bench.rng.choice(((1, 1), (1, 0), (0, 1))), record) for _, _, record in fresh]
            await bench.write(beats, flush=bench.rng.random() < 0.7)
            point_at, word_at = bench.place(beats, point_at, word_at)
        await bench.pulse(dut.wr_flush)
        await bench.wait(dut.wr_idle, 5000)
        await bench.edge
        assert bench.counts("w") == [point_at - first] * WORD + [word_at - first]
        assert bench.counts("b") == bench.counts("aw")
        await bench.check_memory()
    await bench.read(0, CAPACITY)


@cocotb.test()
async def one_record_a_cycle_while_nothing_pauses(dut):
    bench = await Bench(dut, 3).start()
    bench.set(beats_per_1024=1024, write_latency=30)
    beats = bench.records(500)
    await bench.begin(0)
    began = bench.cycle
    await bench.write(beats)
    assert bench.cycle - began == 500
    bench.place(beats, 0, 0)
    await bench.wait(dut.wr_idle, 100)
    await bench.check_memory()


@cocotb.test()
async def a_slow_port_holds_up_all_and_loses_nothing(dut):
    """The flush comes behind: with a record that waits, it would send out what is before that one at once."""
    bench = await Bench(dut, 12).start()
    for port in (0, 3, WORD):
        bench.set(port, w_stall=230)
        await write_run(bench, 300 * port + 7, bench.records(120), apart=True)
        bench.set(port, w_stall=0)
    await bench.check_memory()


@cocotb.test()
async def idle_waits_for_the_flush_and_for_every_answer(dut):
    bench = await Bench(dut, 4).start()
    bench.set(4, write_latency=200)
    beats = bench.records(BURST + 5)
    await bench.begin(BURST)
    await bench.write(beats, flush=False)
    for _ in range(400):
        await bench.edge
        assert not dut.wr_idle.value.integer, "idle with beats gathered"
    assert bench.counts("w") == [BURST] * SLICES
    await bench.pulse(dut.wr_flush)
    for _ in range(180):
        await bench.edge
        assert not dut.wr_idle.value.integer, "idle before the last answer"
    await bench.wait(dut.wr_idle, 60)
    assert bench.counts("b") == [2] * SLICES
    bench.place(beats, BURST, BURST)
    # A flush of nothing is nothing; the numbers run on.
    await bench.pulse(dut.wr_flush)
    await ClockCycles(dut.clk_i, 5)
    assert dut.wr_idle.value.integer
    more = bench.records(3)
    await bench.write(more)
    await bench.wait(dut.wr_idle, 400)
    bench.place(more, 2 * BURST + 5, 2 * BURST + 5)
    await bench.check_memory()


@cocotb.test()
async def a_record_that_meets_a_start_belongs_behind_it(dut):
    bench = await Bench(dut, 11).start()
    await write_run(bench, 10, bench.records(5))
    [(_, _, record)] = beats = bench.records(1)
    dut.in_valid.value, dut.in_point.value, dut.in_word.value, dut.in_record.value = 1, 1, 1, record
    dut.wr_first.value, dut.wr_start.value = 100, 1
    await bench.edge
    assert not dut.in_ready.value.integer
    dut.wr_start.value = 0
    await bench.write(beats)
    await bench.wait(dut.wr_idle, 100)
    bench.place(beats, 100, 100)
    await bench.check_memory()


@cocotb.test()
async def no_more_bursts_than_may_be_without_an_answer(dut):
    """The rules beside the ports count them; here they reach the bound."""
    bench = await Bench(dut, 5).start()
    bench.set(write_latency=1000)
    await bench.begin(0)
    feed = cocotb.start_soon(bench.write(bench.records(1000)))
    await ClockCycles(dut.clk_i, 600)
    assert bench.counts("aw") == [8] * SLICES and bench.counts("b") == [0] * SLICES
    bench.set(write_latency=1)
    await feed
    await bench.wait(dut.wr_idle, 3000)


@cocotb.test()
async def an_error_at_each_place_is_told_until_the_next_start(dut):
    bench = await Bench(dut, 6).start()
    first, count = 30, 70
    for port in range(SLICES):
        for record, resp in ((first, SLVERR), (first + 33, DECERR), (first + count - 1, SLVERR)):
            bench.set(port, error=1, error_addr=address(port, record), error_resp=resp)
            await write_run(bench, first, bench.records(count))
            assert dut.err_wr.value.integer == 1 << port
            bench.set(port, error=0)
            more = bench.records(20)
            await bench.write(more)
            await bench.wait(dut.wr_idle, 500)
            bench.place(more, first + count, first + count)
            assert dut.err_wr.value.integer == 1 << port, "it stays until a start"
            await write_run(bench, first, bench.records(count))
            assert dut.err_wr.value.integer == 0
    assert dut.err_rd.value.integer == dut.err_wr_range.value.integer == dut.err_rd_range.value.integer == 0
    await bench.check_memory()


@cocotb.test()
async def what_is_beyond_the_slices_is_dropped_and_told(dut):
    bench = await Bench(dut, 7).start()
    await write_run(bench, CAPACITY - 20, bench.records(20))
    assert dut.err_wr_range.value.integer == 0
    await write_run(bench, CAPACITY - 20, bench.records(21))
    assert dut.err_wr_range.value.integer == 1
    await write_run(bench, CAPACITY - 3, bench.records(3))
    assert dut.err_wr_range.value.integer == 0
    # Points are full, words are not: they go on.
    beats = bench.records(30, word=0) + bench.records(10)
    await write_run(bench, CAPACITY - 25, beats)
    assert dut.err_wr_range.value.integer == 1
    for first in (CAPACITY, (1 << 29) - 1):
        await write_run(bench, first, bench.records(5))
        assert dut.err_wr_range.value.integer == 1
        # A port that is never ready is no matter to what is dropped.
        bench.set(aw_stall=NEVER, w_stall=NEVER)
        await bench.begin(first)
        await bench.write(bench.records(200), cycles=5)
        bench.set(aw_stall=0, w_stall=0)
    await bench.check_memory()


@cocotb.test()
async def after_a_cancel_what_was_taken_is_written_and_nothing_more(dut):
    bench = await Bench(dut, 8).start()
    bench.vary()
    for wait in range(0, 120, 4):
        beats = bench.records(120)
        first = bench.rng.randrange(CAPACITY - 120)
        await bench.begin(first)
        taken = []

        async def feed(beats=beats, taken=taken):
            for beat in beats:
                await bench.write([beat], flush=False)
                taken.append(beat)

        feeding = cocotb.start_soon(feed())
        if wait:
            await ClockCycles(dut.clk_i, wait)
        await bench.pulse(dut.cancel)
        await bench.edge
        for _ in range(2000):
            await bench.edge
            assert not dut.in_ready.value.integer, "taken after a cancel"
            if dut.wr_idle.value.integer:
                break
        assert dut.wr_idle.value.integer
        feeding.kill()
        dut.in_valid.value = 0
        await bench.edge
        bench.place(taken, first, first)
        await write_run(bench, bench.rng.randrange(1000), bench.records(20))
    await bench.check_memory()


@cocotb.test()
async def reading_and_writing_know_nothing_of_each_other(dut):
    bench = await Bench(dut, 9).start()
    bench.vary()
    bench.out_stall = bench.in_stall = 0.2
    beats = bench.records(400)
    await bench.begin(1200)
    feed = cocotb.start_soon(bench.write(beats))
    for first in (0, 300, 600):
        await bench.ask(first, 300)
        await bench.wait(dut.rd_idle, 20000)
        bench.check_records(first, 300)
    await feed
    await bench.wait(dut.wr_idle, 5000)
    bench.place(beats, 1200, 1200)
    # Written, and read at once.
    bench.out_stall = 0.0
    await bench.read(1190, 420)
    await bench.check_memory()


@cocotb.test()
async def a_reset_forgets_what_is_gathered(dut):
    """What was written before stays; the memories are reset with it."""
    bench = await Bench(dut, 10).start()
    beats = bench.records(BURST + 7)
    await bench.begin(0)
    await bench.write(beats, flush=False)
    await ClockCycles(dut.clk_i, 100)
    dut.rst_i.value = 1
    await ClockCycles(dut.clk_i, 2)
    dut.rst_i.value = 0
    await ClockCycles(dut.clk_i, 2)
    assert dut.wr_idle.value.integer and not dut.in_ready.value.integer
    bench.place(beats[:BURST], 0, 0)
    await write_run(bench, 100, bench.records(40))
    await bench.check_memory()
