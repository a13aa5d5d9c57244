# SPDX-License-Identifier: Apache-2.0
"""The reduction against plain sums: windows of every shape, numbers in the place of points.

The bench is the bucket memory and the adder: a read sees what is written by then, a sum is written a latency after its
second passage, and an empty bucket is worth 0.
"""

import os
import random
from collections import deque

import cocotb
import pytest
from bus_models import reset
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge
from fby_sim import run_cocotb

DISTANCE = int(os.environ.get("DISTANCE", "12"))
BUCKETS = int(os.environ.get("BUCKETS", "1024"))
LATENCY = 2 * DISTANCE + 7
FIRST, SECOND = 1, 2
PRIME = (1 << 61) - 1


class Bench:
    def __init__(self, dut):
        self.dut = dut
        self.buckets = {}
        # By cycle: what came in a first passage, and what is to be written.
        self.firsts = {}
        self.writes = deque([None] * LATENCY)
        self.cycles = self.sums = 0

    async def start(self):
        cocotb.start_soon(Clock(self.dut.clk_i, 4, units="ns").start())
        self.dut.start_i.value = self.dut.written_i.value = 0
        await reset(self.dut)
        await FallingEdge(self.dut.clk_i)

    async def cycle(self):
        """One cycle: the passage that is offered in it reads, the sum that is due is written."""
        dut = self.dut
        write = self.writes.popleft()
        dut.written_i.value = int(write is not None)
        self.writes.append(None)
        if dut.valid_o.value:
            self.passage(dut.slot_o.value.integer, dut.bucket_o.value.integer, bool(dut.take_o.value))
        # A read in the cycle of a write sees what was there before.
        if write is not None:
            self.buckets[write[0]] = write[1]
        self.cycles += 1
        await FallingEdge(dut.clk_i)

    def passage(self, slot, bucket, take):
        assert bucket < BUCKETS, f"there is no bucket {bucket}"
        value = self.buckets.get(bucket, 0)
        assert all(write is None or write[0] != bucket for write in self.writes), f"bucket {bucket} is under way"
        if take:
            self.buckets.pop(bucket, None)
        if slot == FIRST:
            self.firsts[self.cycles] = value
        else:
            assert slot == SECOND and not take
            value += self.firsts.pop(self.cycles - DISTANCE)
            self.writes[-1] = (bucket, value % PRIME)
            self.sums += 1

    async def reduce(self, windows, bucket_bits, weight_bits, limit=200_000):
        dut = self.dut
        dut.last_window_i.value = windows - 1
        dut.bucket_bits_i.value = bucket_bits
        dut.weight_bits_i.value = weight_bits
        self.cycles = self.sums = 0
        dut.start_i.value = 1
        await self.cycle()
        dut.start_i.value = 0
        while not dut.done_o.value:
            assert dut.busy_o.value
            await self.cycle()
            assert self.cycles < limit, "it does not end"
        await self.cycle()
        assert not dut.busy_o.value
        assert not self.firsts and not any(self.writes), "something is under way behind the end"


def filled(rng, windows, bucket_bits, share):
    return {n: rng.randrange(PRIME) for n in range(min(windows << bucket_bits, BUCKETS)) if rng.random() < share}


def expected(buckets, windows, bucket_bits, weight_bits):
    """Sum of each window: a bucket weighs one more than the low bits of its number."""
    sums = [0] * windows
    for number, value in buckets.items():
        sums[number >> bucket_bits] += (number % (1 << weight_bits) + 1) * value
    return [value % PRIME for value in sums]


async def check(bench, rng, windows, bucket_bits, weight_bits, share):
    before = filled(rng, windows, bucket_bits, share)
    bench.buckets = dict(before)
    await bench.reduce(windows, bucket_bits, weight_bits)
    place = bench.dut.sum_bucket_o.value.integer
    assert place < 1 << bucket_bits
    for window, value in enumerate(expected(before, windows, bucket_bits, weight_bits)):
        found = bench.buckets.pop((window << bucket_bits) | place, 0)
        assert found == value, f"window {window} of {windows}, {bucket_bits} bits, {weight_bits} of weight"
    assert not bench.buckets, "buckets are left that are not empty"


@cocotb.test()
async def windows_of_every_shape(dut):
    rng = random.Random(5)
    bench = Bench(dut)
    await bench.start()
    for bucket_bits in range(7):
        for weight_bits in range(bucket_bits + 1):
            for windows in (1, 2, 3, rng.randrange(4, 17)):
                for share in (0, 0.2, 1):
                    await check(bench, rng, windows, bucket_bits, weight_bits, share)


@cocotb.test()
async def two_additions_for_a_bucket(dut):
    """The pipeline is full but between steps: 4 cycles a bucket, a latency for each step."""
    rng = random.Random(6)
    bench = Bench(dut)
    await bench.start()
    for windows, bits in ((1, 10), (4, 8)):
        await check(bench, rng, windows, bits, bits, 1)
        buckets, steps = windows << bits, bits + 2 * (bits - 1) + 1
        # Each but the last of a window is added once by the fold; U_b takes 2^b - 1; then the chain of doublings.
        chain = 2 * (bits - 1) + 1
        assert bench.sums == windows * ((2**bits - 1) + (2**bits - 1 - bits) + chain)
        assert bench.cycles <= 4 * buckets + steps * (3 * DISTANCE + LATENCY)


@cocotb.test()
async def a_window_with_more_numbers_than_buckets(dut):
    """What would be added from beyond the memory is left out, and costs a cycle each time."""
    rng = random.Random(8)
    bench = Bench(dut)
    await bench.start()
    bits = (BUCKETS - 1).bit_length()
    for share in (0, 0.2, 1):
        await check(bench, rng, 1, bits, bits, share)
    assert bench.cycles <= 4 * BUCKETS + bits * bits + (3 * bits - 1) * (3 * DISTANCE + LATENCY)
    # Others are not cut short.
    for windows, bucket_bits in ((1, bits - 1), (2, bits - 2), (BUCKETS >> 4, 4)):
        await check(bench, rng, min(windows, 16), bucket_bits, bucket_bits, 1)


@cocotb.test()
async def a_reset_ends_it_at_any_moment(dut):
    rng = random.Random(7)
    bench = Bench(dut)
    await bench.start()
    for _ in range(40):
        dut.last_window_i.value, dut.bucket_bits_i.value, dut.weight_bits_i.value = 2, 5, 4
        dut.start_i.value = 1
        await bench.cycle()
        dut.start_i.value = 0
        for _ in range(rng.randrange(600)):
            await bench.cycle()
        dut.rst_i.value = 1
        await bench.cycle()
        dut.rst_i.value = 0
        bench.firsts.clear()
        bench.writes = deque([None] * LATENCY)
        assert not dut.busy_o.value and not dut.valid_o.value
        await check(bench, rng, 2, 3, 3, 1)


def reduce(distance, buckets, testcase=None):
    return run_cocotb(
        "fby_msm_reduce", "rtl/datapath/msm/passes.f", "test_fby_msm_reduce",
        parameters={"NumBuckets": buckets, "BucketBits": 10, "MaxWindows": 16, "Distance": distance},
        extra_env={"DISTANCE": str(distance), "BUCKETS": str(buckets)}, testcase=testcase,
    )  # fmt: skip


@pytest.mark.parametrize("distance", [3, 12])
def test_reduce(distance):
    assert reduce(distance, 1024) == 4


@pytest.mark.parametrize("buckets", [513, 608, 1023])
def test_any_number_of_buckets(buckets):
    assert reduce(3, buckets, "a_window_with_more_numbers_than_buckets") == 1
