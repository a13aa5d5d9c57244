# SPDX-License-Identifier: Apache-2.0
"""Prepared words against plain integers: every word, its place, its cut and what its windows add up to."""

import random
from collections import deque

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import RisingEdge

ORDER = 0x12AB655E9A2CA55660B44D1E5C37B00159AA76FED00000010A11800000000001
HALF = (ORDER - 1) // 2
CLASSES = 1024
WORD_BITS, SIGN = 256, 1 << 255
# Cycles from a start to the first scalar, and from the last scalar to its word, at most.
START_CYCLES, WORD_CYCLES = 64, 16
# Scalars that a word may wait for at most: what is taken while no word is.
INSIDE = 16

# Windows from bit 0 on; all are signed but the last, which is only where it says so.
PLAIN = ([13] * 13 + [12] * 7, False)
FOLDED = ([17] * 15, True)
SIGNED = ([16] * 16, True)
NARROW = ([3] * 4, False)


class Plan:
    """Widths of windows, and what the host makes of them."""

    def __init__(self, widths, top_signed):
        self.widths = widths
        self.signed = [top_signed or i < len(widths) - 1 for i in range(len(widths))]
        self.offsets = [sum(widths[:i]) for i in range(len(widths))]
        tops = zip(self.offsets, widths, self.signed, strict=True)
        self.recode = sum(1 << (offset + width - 1) for offset, width, signed in tops if signed)
        self.cover = sum(widths)

    def sum_of_digits(self, word):
        """What the windows of a word stand for: each is looked at alone."""
        total = 0
        for offset, width, signed in zip(self.offsets, self.widths, self.signed, strict=True):
            digit = (word >> offset) % (1 << width) - (signed << (width - 1))
            assert -(1 << (width - 1)) <= digit < 1 << width
            total += digit << offset
        return -total if word & SIGN else total


class Run:
    """What a run is started with."""

    def __init__(self, uniform=False, fold=False, rho=0, plan=PLAIN, cover=None):
        self.uniform, self.fold, self.rho = uniform, fold, rho
        self.plan = Plan(*plan)
        self.cover = self.plan.cover if cover is None else cover

    def number(self, index, scalar):
        """What scalar number `index` has become before it is folded; None where that is not promised."""
        if scalar >= ORDER and (self.uniform or self.fold):
            return None
        return (scalar + (1 + index % CLASSES) * self.rho) % ORDER if self.uniform else scalar

    def word(self, index, scalar):
        """(word, or None where it is not promised; cut)."""
        number = self.number(index, scalar)
        if number is None:
            return None, True
        negative = self.fold and number > HALF
        shifted = (ORDER - number if negative else number) + self.plan.recode
        return negative * SIGN + shifted % SIGN, shifted >> self.cover != 0

    def check(self, index, scalar, word, cut):
        expected, expected_cut = self.word(index, scalar)
        assert cut == expected_cut, f"scalar {index}, {scalar:#x}: cut is {cut}"
        if expected is None:
            return
        assert word == expected, f"scalar {index}, {scalar:#x}: word is {word:#x}, not {expected:#x}"
        if not cut and self.cover <= self.plan.cover:
            total, number = self.plan.sum_of_digits(word), self.number(index, scalar)
            assert (total - number) % ORDER == 0 if self.fold else total == number
            assert not self.fold or abs(total) <= HALF


MODES = [Run(uniform, fold) for uniform in (False, True) for fold in (False, True)]


def corners(run, index):
    """Scalars of the index that come out at the ends of the ranges."""
    shift = (1 + index % CLASSES) * run.rho if run.uniform else 0
    results = [0, 1, 2, HALF - 1, HALF, HALF + 1, HALF + 2, ORDER - 2, ORDER - 1]
    wanted = [(result - shift) % ORDER for result in results]
    top = [ORDER, ORDER + 1, 2 * ORDER - 1, 2 * ORDER, (1 << 253) - 1, 1 << 253, (1 << 255) - 1, 1 << 255]
    return [0, 1, ORDER - 1, *wanted, *top, 2 * ORDER + 1, (1 << 256) - 1, 1 << 207, (1 << 208) - 1, 1 << 208]


def scalars(run, count, rng):
    """Uniform ones, small ones and corners in any order."""
    found = []
    for index in range(count):
        kind = rng.random()
        if kind < 0.5:
            found.append(rng.randrange(ORDER))
        elif kind < 0.6:
            found.append(rng.getrandbits(rng.randrange(1, WORD_BITS + 1)))
        else:
            found.append(rng.choice(corners(run, index)))
    return found


class Bench:
    """Samples at a clock edge what was there before it, and drives for the next one."""

    def __init__(self, dut, seed):
        self.dut, self.rng = dut, random.Random(seed)
        self.cuts = 0
        self.held, self.took = None, False

    async def begin(self):
        cocotb.start_soon(Clock(self.dut.clk_i, 4, units="ns").start())
        dut = self.dut
        dut.start_i.value = dut.scalar_valid_i.value = dut.word_ready_i.value = 0
        dut.scalar_i.value = 0
        dut.uniform_i.value = dut.fold_i.value = dut.rho_i.value = dut.recode_i.value = dut.cover_bits_i.value = 0
        await self.reset()

    async def reset(self, cycles=4):
        self.dut.rst_i.value = 1
        self.dut.start_i.value = 0
        for _ in range(cycles):
            await RisingEdge(self.dut.clk_i)
        self.dut.rst_i.value = 0
        self.dut.scalar_valid_i.value = self.dut.word_ready_i.value = 0
        self.held, self.took = None, False
        await RisingEdge(self.dut.clk_i)
        assert not self.dut.busy_o.value
        assert not self.dut.scalar_ready_o.value
        assert not self.dut.word_valid_o.value

    async def edge(self):
        """One clock edge: (scalar taken, (word, cut) handed on or None). A word that waits stays as it is."""
        dut = self.dut
        await RisingEdge(dut.clk_i)
        taken = bool(dut.scalar_valid_i.value) and bool(dut.scalar_ready_o.value)
        valid, ready, cut = bool(dut.word_valid_o.value), bool(dut.word_ready_i.value), bool(dut.cut_o.value)
        word = dut.word_o.value.integer if valid else None
        if self.held is not None:
            assert word == self.held, "a word that waited is another one"
        self.held = word if valid and not ready else None
        given = valid and ready
        assert given or not cut, "a cut without a word"
        assert dut.busy_o.value or not (valid or self.took), "not busy with a word inside"
        self.took = taken
        return taken, (word, cut) if given else None

    def offer(self, scalar):
        """Puts a scalar to the input, or noise that nobody offers."""
        self.dut.scalar_valid_i.value = int(scalar is not None)
        self.dut.scalar_i.value = self.rng.getrandbits(WORD_BITS) if scalar is None else scalar

    def start(self, run, rho=None):
        """Levels and the pulse of a start; the caller ends the pulse with the next edge."""
        dut = self.dut
        assert not dut.busy_o.value
        dut.uniform_i.value, dut.fold_i.value = int(run.uniform), int(run.fold)
        dut.rho_i.value = run.rho if rho is None else rho
        dut.recode_i.value, dut.cover_bits_i.value = run.plan.recode, run.cover
        dut.start_i.value = 1

    async def settle(self):
        """Waits until nothing is inside, which after the last word is a matter of the adder of the multiples."""
        self.offer(None)
        for _ in range(8):
            if not self.dut.busy_o.value:
                return
            assert (await self.edge())[1] is None, "a word too many"
        raise AssertionError("busy without end")

    async def run(self, run, wanted, scalar_pause=0.0, word_pause=0.0, stop_after=None):
        """A whole run, left after `stop_after` cycles; returns the cycles from the first scalar to the last word."""
        rng, todo, sent, came, first = self.rng, deque(wanted), [], 0, None
        await self.settle()
        self.start(run)
        offered = todo[0] if todo and rng.random() >= scalar_pause else None
        self.offer(offered)
        self.dut.word_ready_i.value = int(rng.random() >= word_pause)
        cycle, last_change = 0, 0
        while came < len(wanted):
            taken, given = await self.edge()
            self.dut.start_i.value = 0
            cycle += 1
            if taken:
                assert cycle > 1, "a scalar was taken with the start"
                first = cycle if first is None else first
                sent.append(todo.popleft())
                offered = None
            if given:
                assert came < len(sent), "a word without a scalar"
                run.check(came, sent[came], *given)
                self.cuts += given[1]
                came += 1
            assert len(sent) - came <= INSIDE
            last_change = cycle if taken or given else last_change
            assert cycle - last_change < 500, f"nothing moves: {len(sent)} scalars taken, {came} words given"
            if stop_after is not None and cycle >= stop_after:
                return None
            if offered is None and todo and rng.random() >= scalar_pause:
                offered = todo[0]
            self.offer(offered)
            self.dut.word_ready_i.value = int(rng.random() >= word_pause)
        return cycle - first + 1 if first else 0

    async def idle(self, cycles=2 * WORD_CYCLES):
        """Nothing more comes, of a run that is through."""
        self.offer(None)
        self.dut.word_ready_i.value = 1
        for cycle in range(cycles):
            _, given = await self.edge()
            assert given is None, "a word too many"
            assert cycle == 0 or not self.dut.busy_o.value


@cocotb.test()
async def every_mode_with_corners_at_full_pace(dut):
    bench = Bench(dut, 1)
    await bench.begin()
    rng = bench.rng
    for plan in (PLAIN, FOLDED, SIGNED, NARROW):
        for mode in MODES:
            run = Run(mode.uniform, mode.fold, rng.randrange(ORDER), plan, min(255, sum(plan[0])))
            wanted = scalars(run, 250, rng)
            cycles = await bench.run(run, wanted)
            assert cycles <= len(wanted) + WORD_CYCLES
            await bench.idle()
    assert bench.cuts > 1000


@cocotb.test()
async def every_corner_in_every_mode_and_place(dut):
    """The corners of the first classes, of the last and of the first ones again."""
    bench = Bench(dut, 2)
    await bench.begin()
    for mode in MODES:
        run = Run(mode.uniform, mode.fold, bench.rng.randrange(ORDER), FOLDED)
        wanted = [corners(run, index)[index] for index in range(len(corners(run, 0)))]
        while len(wanted) < CLASSES + 40:
            near = len(wanted) < 60 or len(wanted) > CLASSES - 20
            wanted.append(bench.rng.choice(corners(run, len(wanted))) if near else bench.rng.randrange(ORDER))
        await bench.run(run, wanted)
        await bench.idle()


@cocotb.test()
async def classes_begin_again_whatever_the_pauses(dut):
    bench = Bench(dut, 3)
    await bench.begin()
    for scalar_pause, word_pause in ((0.0, 0.0), (0.3, 0.0), (0.0, 0.3), (0.5, 0.5)):
        run = Run(True, True, bench.rng.randrange(ORDER), FOLDED)
        await bench.run(run, scalars(run, 3000, bench.rng), scalar_pause, word_pause)
        await bench.idle()


@cocotb.test()
async def pauses_of_any_rate_in_every_mode(dut):
    bench = Bench(dut, 4)
    await bench.begin()
    for mode in MODES:
        for scalar_pause in (0.0, 0.5, 0.9):
            for word_pause in (0.0, 0.5, 0.9):
                run = Run(mode.uniform, mode.fold, bench.rng.randrange(ORDER), FOLDED)
                await bench.run(run, scalars(run, 60, bench.rng), scalar_pause, word_pause)
                await bench.idle()


@cocotb.test()
async def each_run_begins_with_its_own_rho_and_class_1(dut):
    """Runs of any length follow each other as soon as busy falls."""
    bench = Bench(dut, 5)
    await bench.begin()
    for count in (1, 2, 7, 8, 9, 15, 16, 17, 1, 1023, 1, 1024, 3, 1025, 1016, 1017, 1):
        run = Run(True, bench.rng.random() < 0.5, bench.rng.randrange(ORDER), FOLDED)
        await bench.run(run, scalars(run, count, bench.rng))


@cocotb.test()
async def a_start_without_a_scalar_is_a_run_too(dut):
    bench = Bench(dut, 6)
    await bench.begin()
    for _ in range(3):
        bench.start(Run(True, rho=bench.rng.randrange(ORDER)))
        bench.offer(None)
        waited = 0
        while True:
            await bench.edge()
            dut.start_i.value = 0
            waited += 1
            if waited > 1 and not dut.busy_o.value:
                break
            assert waited < START_CYCLES, "the multiples are never there"
        assert dut.scalar_ready_o.value
    run = Run(True, rho=bench.rng.randrange(ORDER))
    await bench.run(run, scalars(run, 20, bench.rng))
    await bench.idle()


@cocotb.test()
async def rho_counts_modulo_the_order(dut):
    bench = Bench(dut, 7)
    await bench.begin()
    for rho in (0, 1, 2, HALF, HALF + 1, ORDER - 1, ORDER, ORDER + 1, (1 << 253) - 1, 1 << 252):
        run = Run(True, True, rho, FOLDED)
        await bench.run(run, scalars(run, 40, bench.rng))
        await bench.idle()


@cocotb.test()
async def a_cut_comes_with_its_word_for_any_reach(dut):
    bench = Bench(dut, 8)
    await bench.begin()
    for cover in range(256):
        run = Run(plan=([cover], False) if cover else NARROW, cover=cover)
        below = [(1 << cover) - 1 - run.plan.recode, 0] if run.plan.recode < 1 << cover else [0]
        above = [1 << cover, (1 << cover) | (1 << 255), 1 << 255, (1 << 256) - 1]
        before = bench.cuts
        wanted = [scalar for pair in zip(below * 4, above, strict=False) for scalar in pair]
        await bench.run(run, wanted, word_pause=0.5)
        assert bench.cuts - before == sum(run.word(i, scalar)[1] for i, scalar in enumerate(wanted))
        assert bench.cuts - before >= len(above)


@cocotb.test()
async def a_carry_of_the_constant_beyond_the_reach_is_a_cut(dut):
    """t fits the windows, t + C does not: the top window is signed and t is above what it can say."""
    bench = Bench(dut, 9)
    await bench.begin()
    for width in (2, 16, 17):
        count = 252 // width
        run = Run(plan=([width] * count, True))
        most = (1 << run.cover) - 1 - run.plan.recode
        before = bench.cuts
        await bench.run(run, [most, most + 1, most, (1 << run.cover) - 1, most - 1])
        assert bench.cuts - before == 2
        await bench.idle()
    # So far that none of the word's own bits shows it.
    run = Run(plan=FOLDED)
    before = bench.cuts
    await bench.run(run, [(1 << 256) - run.plan.recode, 0, (1 << 256) - 1])
    assert bench.cuts - before == 2
    await bench.idle()


@cocotb.test()
async def nothing_is_taken_before_a_start(dut):
    bench = Bench(dut, 10)
    await bench.begin()
    bench.offer(5)
    dut.word_ready_i.value = 1
    for _ in range(2 * START_CYCLES):
        assert await bench.edge() == (False, None)
        assert not dut.busy_o.value


@cocotb.test()
async def a_sink_that_stops_loses_nothing(dut):
    bench = Bench(dut, 11)
    await bench.begin()
    run = Run(True, True, bench.rng.randrange(ORDER), FOLDED)
    for stop in (0, 1, 5, 40):
        wanted = scalars(run, 60, bench.rng)
        bench.start(run)
        sent, came = 0, 0
        for cycle in range(400):
            bench.offer(wanted[sent] if sent < len(wanted) else None)
            # Open until the first few words have come, shut for long, then open.
            dut.word_ready_i.value = int(came < stop or cycle > 250)
            taken, given = await bench.edge()
            dut.start_i.value = 0
            sent += taken
            if given:
                run.check(came, wanted[came], *given)
                came += 1
            if cycle == 240:
                assert sent - came == INSIDE
                assert dut.word_valid_o.value
        assert (sent, came) == (60, 60)
        await bench.idle()


@cocotb.test()
async def a_reset_at_any_moment_forgets_the_run(dut):
    bench = Bench(dut, 12)
    await bench.begin()
    for moment in [*range(1, 100), 500, 1100, 1200]:
        run = Run(True, True, bench.rng.randrange(ORDER), FOLDED)
        wanted = scalars(run, 1500, bench.rng)
        pause = bench.rng.choice((0.0, 0.5))
        await bench.run(run, wanted, pause, bench.rng.choice((0.0, 0.5, 1.0)), stop_after=moment)
        await bench.reset(cycles=bench.rng.choice((1, 2, 5)))
        bench.offer(7)
        dut.word_ready_i.value = 1
        for _ in range(bench.rng.randrange(3 * WORD_CYCLES)):
            assert await bench.edge() == (False, None)
        run = Run(True, bench.rng.random() < 0.5, bench.rng.randrange(ORDER), FOLDED)
        await bench.run(run, scalars(run, 20, bench.rng), pause)
    await bench.idle()
