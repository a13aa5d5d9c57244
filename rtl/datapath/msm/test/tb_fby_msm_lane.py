# SPDX-License-Identifier: Apache-2.0
"""A lane by itself: records in, a sum for each window out, compared with multiples of the generator."""

import os
import random

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, ReadOnly
from msm_plan import Pass, Points, affine_of_beats, digit, expected_sum, record, windows_of

BUCKETS = int(os.environ["BUCKETS"])
POINTS = Points()


class Bench:
    def __init__(self, dut):
        self.dut = dut
        self.rng = random.Random(int(os.environ["RANDOM_SEED"]))
        self.events = dict.fromkeys(("fill", "add", "starve", "hazard", "held", "zero", "stray", "reduce"), 0)

    async def start(self):
        dut = self.dut
        cocotb.start_soon(Clock(dut.clk_i, 4, units="ns").start())
        for name in ("sweep_i", "sweep_bucket_i", "start_i", "pass_i", "window_write_i", "record_i", "record_valid_i"):
            getattr(dut, name).value = 0
        dut.records_end_i.value = dut.result_ready_i.value = 0
        await self.clear()

    async def clear(self):
        """What the core does after a reset or an abort."""
        dut = self.dut
        dut.rst_i.value = 1
        for _ in range(250):
            await FallingEdge(dut.clk_i)
        dut.rst_i.value = 0
        await FallingEdge(dut.clk_i)
        for bucket in range(BUCKETS):
            dut.sweep_i.value, dut.sweep_bucket_i.value = 1, bucket
            await FallingEdge(dut.clk_i)
        dut.sweep_i.value = 0

    async def describe(self, windows, made):
        dut = self.dut
        for row, window in enumerate(windows):
            dut.window_write_i.value = 1 << 21 | row << 15 | window.word()
            await FallingEdge(dut.clk_i)
        dut.window_write_i.value = 0
        dut.pass_i.value = made.word()

    async def run(self, windows, made, entries, pause=0.0, limit=300_000, stop_after=None):
        """One pass; returns the beats. The consumer and the source pause at random."""
        dut, beats, last, waiting = self.dut, [], [], list(entries)
        self.events = dict.fromkeys(self.events, 0)
        await self.describe(windows, made)
        offered = False
        for cycle in range(limit):
            if cycle == stop_after:
                return None
            dut.start_i.value = int(cycle == 0)
            offered = bool(waiting) and (offered or self.rng.random() >= pause)
            dut.record_valid_i.value = int(offered)
            if offered:
                number, scalar, negative, k = waiting[0]
                dut.record_i.value = record(number, scalar, negative, POINTS[k], windows)
            dut.records_end_i.value = int(not waiting)
            dut.result_ready_i.value = int(self.rng.random() >= pause)
            # What shows now is what the next edge takes.
            await ReadOnly()
            if offered and dut.record_ready_o.value:
                waiting.pop(0)
                offered = False
            if dut.result_valid_o.value and dut.result_ready_i.value:
                beats.append(dut.result_o.value.integer)
                last.append(bool(dut.result_last_o.value))
            self.count()
            done = bool(dut.done_o.value)
            await FallingEdge(dut.clk_i)
            if done:
                break
        else:
            raise AssertionError("the pass does not end")
        assert not dut.busy_o.value
        assert not waiting
        assert last == [False] * (len(last) - 1) + [True], "last is not with the last beat alone"
        return beats

    def count(self):
        word = self.dut.events_o.value.integer
        for place, name in enumerate(reversed(self.events)):
            self.events[name] += word >> place & 1

    async def check(self, windows, made, entries, pause=0.0):
        beats = await self.run(windows, made, entries, pause)
        assert len(beats) == 3 * made.count
        for slot in range(made.count):
            found = affine_of_beats(beats[3 * slot : 3 * slot + 3])
            window = windows[made.first + slot]
            want = expected_sum(window, entries, windows)
            if found is None:
                # Zero bytes are the neutral element.
                found = (0, 1)
            assert found == want, f"window {made.first + slot}"
        digits = [digit(windows[made.first + slot], number, scalar, windows)
                  for number, scalar, _, _ in entries for slot in range(made.count)]  # fmt: skip
        assert self.events["zero"] == digits.count(0)
        assert self.events["add"] == len(digits) - digits.count(0)


def entries_of(rng, count, bits, negative=True):
    """Records of random scalars and a few points, with the ends of the range among them."""
    ends = [0, 1, (1 << bits) - 1, 1 << (bits - 1)]
    return [(number, rng.choice(ends) if rng.random() < 0.1 else rng.getrandbits(bits),
             negative and rng.random() < 0.3, rng.randrange(1, 20)) for number in range(count)]  # fmt: skip


@cocotb.test()
async def all_windows_in_one_pass(dut):
    bench = Bench(dut)
    await bench.start()
    # The top window has no half to lose: three bits and what is carried into it fit four.
    windows = windows_of([4] * 6 + [4])
    for count in (0, 1, 2, 40):
        for pause in (0.0, 0.5):
            entries = entries_of(bench.rng, count, 27)
            await bench.check(windows, Pass(0, 7, 4, 4), entries, pause)


@cocotb.test()
async def one_window_a_pass_at_a_record_a_cycle(dut):
    bench = Bench(dut)
    await bench.start()
    windows = windows_of([8] * 31 + [6])
    entries = entries_of(bench.rng, 300, 253)
    for row in (0, 13, 31):
        await bench.check(windows, Pass(row, 1, 7, 7), entries)
        # A record a cycle, but for those whose bucket is taken: they wait in the pool.
        assert bench.events["fill"] - bench.events["hazard"] <= 300 + 230
        assert bench.events["starve"] <= 30


@cocotb.test()
async def scalars_that_are_all_equal(dut):
    bench = Bench(dut)
    await bench.start()
    windows = windows_of([4] * 3)
    for scalar in (0, 1, 0x7FF, 0x888):
        entries = [(number, scalar, False, 3) for number in range(25)]
        await bench.check(windows, Pass(0, 3, 4, 4), entries)


@cocotb.test()
async def points_that_cancel(dut):
    bench = Bench(dut)
    await bench.start()
    windows = windows_of([4] * 3)
    entries = [(number, 0x345, number % 2 == 1, 7) for number in range(8)]
    await bench.check(windows, Pass(0, 3, 4, 4), entries)


@cocotb.test()
async def a_window_that_is_spread(dut):
    """Copies of a window's buckets, by the record's number: the sum is the same."""
    bench = Bench(dut)
    await bench.start()
    windows = windows_of([4] * 3)
    entries = entries_of(bench.rng, 60, 11)
    for copies in range(4):
        await bench.check(windows, Pass(2, 1, 4 + copies, 4), entries, 0.2)
    # And that the copies are used: equal digits wait for one of eight buckets.
    equal, waits = [(number, 0x500, False, 3) for number in range(40)], []
    for copies in (0, 3):
        await bench.check(windows, Pass(2, 1, 4 + copies, 4), equal)
        waits.append(bench.events["hazard"])
    assert waits[1] * 6 < waits[0]


@cocotb.test()
async def the_window_of_the_correction(dut):
    bench = Bench(dut)
    await bench.start()
    windows = windows_of([4] * 3, classes=True)
    entries = [(number, 0, number % 3 == 0, 1 + number % 5) for number in (0, 1, 5, 1022, 1023, 1024, 2047, 2048, 3000)]
    await bench.check(windows, Pass(3, 1, 10, 10), entries)


@cocotb.test()
async def a_pass_after_one_that_was_cut(dut):
    """At any moment of the filling, the reduction and the read-out."""
    bench = Bench(dut)
    await bench.start()
    windows = windows_of([4] * 3)
    made, entries = Pass(0, 3, 4, 4), entries_of(bench.rng, 30, 11)
    await bench.run(windows, made, entries)
    whole = sum(bench.events[name] for name in ("fill", "reduce")) + 30
    for _ in range(8):
        await bench.run(windows, made, entries, stop_after=bench.rng.randrange(whole))
        await bench.clear()
        await bench.check(windows, made, entries, 0.1)
