# SPDX-License-Identifier: Apache-2.0
"""Reading records: every one, in order, at full rate, whatever the ports do."""

import cocotb
from cocotb.triggers import ClockCycles
from mem_bench import BURST, CAPACITY, DECERR, NEVER, SLICES, SLVERR, WORD, Bench, address, bursts

COUNTS = (0, 1, 15, 16, 17, 31, 32, 33)
PLACES = 64  # of beats, in the FIFO of a port
# Cycles beside the latency of the memory: from a start to the first record, and from one beat to the next in its place.
FIRST, AGAIN = 3, 3


@cocotb.test()
async def every_count_from_any_record(dut):
    bench = await Bench(dut, 1).start()
    for count in COUNTS:
        for first in (0, 1, 15, 16, 1007, CAPACITY - count):
            await bench.read(first, count)
            await bench.read(first, count, words=False)
    await bench.read(3, 1000)
    await bench.read(0, CAPACITY)


@cocotb.test()
async def ports_of_different_and_varying_latencies(dut):
    bench = await Bench(dut, 2).start()
    for stall in (0.0, 0.3, 0.9):
        bench.vary()
        bench.out_stall = stall
        for count in COUNTS:
            await bench.read(bench.rng.randrange(CAPACITY - count), count, words=bench.rng.random() < 0.5)
        await bench.read(bench.rng.randrange(CAPACITY - 1000), 1000)
    assert bench.refused > 1000


@cocotb.test()
async def one_record_a_cycle_while_nothing_pauses(dut):
    """From the first to the last, up to the latency that the FIFOs cover; and the exact price beyond it."""
    bench = await Bench(dut, 3).start()
    # A place is asked for again with the others of its burst.
    covered = PLACES - (BURST - 1) - AGAIN
    for latency in (2, 20, covered, covered + 1, covered + 10):
        bench.set(read_latency=latency)
        await bench.read(0, 1000)
        assert bench.cycles[0] - bench.began == FIRST + latency
        idle = bench.cycles[-1] - bench.cycles[0] + 1 - 1000
        # What is beyond is waited for once in each round of the FIFO.
        rounds = (1000 - 1) // PLACES
        assert idle == max(latency - covered, 0) * rounds, f"{idle} idle cycles at latency {latency}"


@cocotb.test()
async def unequal_latencies_cost_nothing(dut):
    bench = await Bench(dut, 4).start()
    for port in range(SLICES):
        bench.set(port, read_latency=2 + 8 * port)
    await bench.read(0, 1000)
    assert bench.cycles[-1] - bench.cycles[0] + 1 == 1000


@cocotb.test()
async def a_refresh_costs_no_more_than_itself(dut):
    """All ports pause at once, as those of one clock may, for 65 of 975 cycles."""
    bench = await Bench(dut, 14).start()
    bench.set(read_latency=32, beats_per_1024=1840, refresh_every=975, refresh_for=65)
    await bench.read(0, CAPACITY)
    took = bench.cycles[-1] - bench.cycles[0] + 1
    refreshes = took // 975 + 1
    assert CAPACITY < took <= CAPACITY + 65 * refreshes


@cocotb.test()
async def bandwidth_of_the_slowest_port_is_the_rate(dut):
    bench = await Bench(dut, 5).start()
    for port in (0, WORD):
        bench.set(port, beats_per_1024=512)
        await bench.read(100, 600)
        took = bench.cycles[-1] - bench.cycles[0]
        assert 2 * 599 - 6 <= took <= 2 * 599, f"{took} cycles for 600 records at one in two cycles"
        bench.set(port, beats_per_1024=3072)


@cocotb.test()
async def a_word_port_that_is_not_read_holds_up_nobody(dut):
    bench = await Bench(dut, 6).start()
    bench.set(WORD, ar_stall=NEVER)
    await bench.read(17, 200, words=False)


@cocotb.test()
async def an_error_at_each_place_is_told_and_costs_no_record(dut):
    """It names the slice, stands before the record is offered, stays, and is forgotten by the next start only."""
    bench = await Bench(dut, 7).start()
    first, count = 30, 70
    for port in range(SLICES):
        for record, resp in ((first, SLVERR), (first + 1, DECERR), (first + 33, SLVERR), (first + count - 1, DECERR)):
            bench.set(port, error=1, error_addr=address(port, record), error_resp=resp)
            await bench.read(first, count)
            # A beat may be early by what the FIFOs hold.
            told = [seen == 1 << port for seen in bench.errors]
            assert all(told[record - first :]), "a wrong record is offered before the error is told"
            assert not any(told[: max(record - first - PLACES, 0)])
            assert dut.err_rd.value.integer == 1 << port
            await ClockCycles(dut.clk_i, 50)
            assert dut.err_rd.value.integer == 1 << port, "it stays"
            bench.set(port, error=0)
            await bench.read(first, count)
            assert bench.errors == [0] * count and dut.err_rd.value.integer == 0
    assert dut.err_wr.value.integer == dut.err_rd_range.value.integer == dut.err_wr_range.value.integer == 0


@cocotb.test()
async def an_error_of_a_slice_that_is_not_read_is_none(dut):
    bench = await Bench(dut, 8).start()
    bench.set(WORD, error=1, error_addr=address(WORD, 5), error_resp=SLVERR)
    await bench.read(0, 20, words=False)
    assert dut.err_rd.value.integer == 0
    await bench.read(0, 20)
    assert dut.err_rd.value.integer == 1 << WORD
    # OKAY of an exclusive access is no error.
    bench.set(WORD, error_resp=1)
    await bench.read(0, 20)
    assert dut.err_rd.value.integer == 0


@cocotb.test()
async def what_goes_beyond_the_slices_is_refused_whole(dut):
    bench = await Bench(dut, 9).start()
    most = (1 << 29) - 1
    for first, count in ((CAPACITY, 1), (CAPACITY - 1, 2), (0, CAPACITY + 1), (most, most), (most, 1), (1, most)):
        await bench.clear()
        await bench.ask(first, count)
        for _ in range(100):
            await bench.edge
            assert dut.rd_idle.value.integer and dut.err_rd_range.value.integer
        assert bench.got == [] and bench.counts("ar") == [0] * SLICES
        await bench.read(CAPACITY - 1, 1)
        assert dut.err_rd_range.value.integer == 0
    await bench.read(CAPACITY, 0)
    assert dut.err_rd_range.value.integer == 0, "nothing, at the end, is not beyond it"


async def cancel_and_go_on(bench):
    """One cycle of cancel; nothing is offered after it, idle follows, and the next read is right."""
    dut = bench.dut
    await bench.pulse(dut.cancel)
    came = None
    for _ in range(300):
        await bench.edge
        if came is None:
            # A record may be taken at the very edge of the cancel.
            came = len(bench.got)
        assert not dut.out_valid.value.integer, "a record is offered after a cancel"
        if dut.rd_idle.value.integer:
            break
    assert dut.rd_idle.value.integer, "not idle 300 cycles after a cancel"
    asked, beats = bench.counts("ar"), bench.counts("r")
    for _ in range(100):
        await bench.edge
        assert not dut.out_valid.value.integer and dut.rd_idle.value.integer
    assert (bench.counts("ar"), bench.counts("r")) == (asked, beats), "something is under way while idle"
    assert len(bench.got) == came
    return came


@cocotb.test()
async def cancel_in_every_phase(dut):
    bench = await Bench(dut, 10).start()

    async def idle():
        pass

    async def asking():
        bench.set(ar_stall=NEVER)
        await bench.ask(0, 1000)
        await ClockCycles(dut.clk_i, 30)
        assert bench.counts("ar") == [0] * SLICES
        # What is offered must be taken before there is an end.
        dut.cancel.value = 1
        await bench.edge
        dut.cancel.value = 0
        for _ in range(50):
            await bench.edge
            assert not dut.rd_idle.value.integer
        bench.set(ar_stall=0)

    async def under_way():
        bench.set(read_latency=60)
        await bench.ask(0, 1000)
        await ClockCycles(dut.clk_i, 40)
        assert min(bench.counts("ar")) >= 4 and bench.counts("r") == [0] * SLICES

    async def coming():
        await bench.ask(0, 1000)
        await ClockCycles(dut.clk_i, 100)
        assert bench.got and max(bench.counts("r")) < 1000

    async def full():
        bench.out_stall = 1.0
        await ClockCycles(dut.clk_i, 2)
        await bench.ask(0, 1000)
        await ClockCycles(dut.clk_i, 300)
        assert bench.counts("r") == [PLACES] * SLICES and bench.got == []

    async def last_beats():
        await bench.ask(0, 20)
        await ClockCycles(dut.clk_i, 20)
        assert bench.counts("ar") == [bursts(0, 20)] * SLICES

    async def one_port_behind():
        bench.set(3, read_latency=90)
        await bench.ask(0, 1000)
        await ClockCycles(dut.clk_i, 85)
        assert bench.got == [] and bench.counts("r") == [PLACES, PLACES, PLACES, 0, PLACES, PLACES]

    for phase in (idle, asking, under_way, coming, full, last_beats, one_port_behind):
        await bench.clear()
        await phase()
        await cancel_and_go_on(bench)
        bench.out_stall = 0.0
        bench.set(ar_stall=0, read_latency=4)
        await bench.read(5, 100)


@cocotb.test()
async def cancel_in_every_cycle(dut):
    bench = await Bench(dut, 11).start()
    bench.vary()
    bench.out_stall = 0.3
    ends = set()
    for wait in range(0, 240, 3):
        first = bench.rng.randrange(CAPACITY - 90)
        await bench.clear()
        await bench.ask(first, 90)
        if wait:
            await ClockCycles(dut.clk_i, wait)
        came = await cancel_and_go_on(bench)
        assert bench.got == bench.memory[first : first + came]
        ends.add(0 if came == 0 else 2 if came == 90 else 1)
        await bench.read(first + 1, 20)
    assert ends == {0, 1, 2}, "the sweep does not reach both ends"


@cocotb.test()
async def nothing_starts_while_cancelled(dut):
    bench = await Bench(dut, 12).start()
    dut.cancel.value = 1
    await bench.ask(0, 50)
    await ClockCycles(dut.clk_i, 100)
    assert bench.got == [] and bench.counts("ar") == [0] * SLICES and dut.rd_idle.value.integer
    dut.cancel.value = 0
    await bench.edge
    await bench.read(0, 50)


@cocotb.test()
async def a_reset_ends_all_and_leaves_nothing(dut):
    """The memories are reset with it."""
    bench = await Bench(dut, 13).start()
    bench.vary()
    for wait in (1, 5, 40, 70, 120):
        await bench.ask(0, 1000)
        await ClockCycles(dut.clk_i, wait)
        dut.rst_i.value = 1
        await ClockCycles(dut.clk_i, 2)
        dut.rst_i.value = 0
        await ClockCycles(dut.clk_i, 2)
        came = len(bench.got)
        await bench.clear()
        await ClockCycles(dut.clk_i, 100)
        assert dut.rd_idle.value.integer and dut.wr_idle.value.integer and not dut.in_ready.value.integer
        assert len(bench.got) == came and bench.counts("r") == [0] * SLICES and bench.counts("ar") == [0] * SLICES
        await bench.read(7, 50)
