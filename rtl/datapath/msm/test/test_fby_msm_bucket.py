# SPDX-License-Identifier: Apache-2.0
"""Bucket memory against a dictionary: what was written is read, and an empty bucket reads as its value, in time."""

import os
import random
from collections import deque

import cocotb
import pytest
from bus_models import reset
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge
from fby_sim import run_cocotb

BUCKETS, BITS, EMPTY = 20, 96, 0x1234_5678_9ABC_DEF0_0FED_CBA9
LATENCY = int(os.environ.get("LATENCY", "5"))


class Bench:
    """One cycle at a time: what is read now is due in LATENCY cycles, with what was there before this cycle's write."""

    def __init__(self, dut):
        self.dut = dut
        self.held = {}
        self.due = deque([None] * LATENCY)

    async def start(self):
        cocotb.start_soon(Clock(self.dut.clk_i, 4, units="ns").start())
        self.dut.rd_valid_i.value = self.dut.rd_take_i.value = self.dut.wr_valid_i.value = 0
        await reset(self.dut)
        await FallingEdge(self.dut.clk_i)
        # The memory comes up with anything in it.
        for bucket in range(BUCKETS):
            await self.cycle(clear=bucket)

    async def cycle(self, read=None, write=None, clear=None, take=False):
        """Drives one cycle and checks what comes out of an earlier one."""
        dut = self.dut
        self.due.append(None if read is None else (self.held.get(read, EMPTY), read not in self.held))
        dut.rd_take_i.value = int(take)
        if read is not None and take:
            self.held.pop(read, None)
        bucket, data = write or (clear or 0, 0)
        if write:
            self.held[bucket] = data
        elif clear is not None:
            self.held.pop(clear, None)
        dut.rd_valid_i.value, dut.rd_bucket_i.value = int(read is not None), read or 0
        dut.wr_valid_i.value, dut.wr_clear_i.value = int(bool(write) or clear is not None), int(not write)
        dut.wr_bucket_i.value, dut.wr_data_i.value = bucket, data
        await FallingEdge(dut.clk_i)
        self.due.popleft()
        expected = self.due[0]
        assert dut.rd_valid_o.value.integer == int(expected is not None)
        if expected is not None:
            assert (dut.rd_data_o.value.integer, bool(dut.rd_empty_o.value.integer)) == expected


@cocotb.test()
async def every_bucket_holds_its_own_and_is_empty_when_it_was_emptied(dut):
    bench = Bench(dut)
    await bench.start()
    for bucket in range(BUCKETS):
        await bench.cycle(read=bucket)
    for bucket in range(BUCKETS):
        await bench.cycle(write=(bucket, bucket * 0x0101_0101_0101 + 7))
    # All of them are read, one in each cycle, before the first is emptied again.
    for bucket in reversed(range(BUCKETS)):
        await bench.cycle(read=bucket)
    for bucket in range(0, BUCKETS, 3):
        await bench.cycle(clear=bucket)
    for bucket in range(BUCKETS):
        await bench.cycle(read=bucket)
    for _ in range(LATENCY):
        await bench.cycle()


@cocotb.test()
async def a_read_beside_a_write_is_of_before_it_and_the_next_is_of_after_it(dut):
    bench = Bench(dut)
    await bench.start()
    await bench.cycle(write=(7, 1))
    for value in range(2, 9):
        await bench.cycle(read=7, write=(7, value))
        await bench.cycle(read=7)
    await bench.cycle(read=7, clear=7)
    await bench.cycle(read=7)
    for _ in range(LATENCY):
        await bench.cycle()


@cocotb.test()
async def a_bucket_that_is_taken_is_read_once(dut):
    bench = Bench(dut)
    await bench.start()
    for bucket in range(BUCKETS):
        await bench.cycle(write=(bucket, bucket + 1))
    for bucket in range(BUCKETS):
        await bench.cycle(read=bucket, take=bucket % 2 == 0, write=((bucket + 7) % BUCKETS, 100 + bucket))
        await bench.cycle(read=bucket)
    # Nothing is read here, so nothing is taken.
    for _ in range(3):
        await bench.cycle(take=True)
    for bucket in range(BUCKETS):
        await bench.cycle(read=bucket)
    for _ in range(LATENCY):
        await bench.cycle()


@cocotb.test()
async def any_mixture_of_reads_writes_and_emptying(dut):
    rng = random.Random(3)
    bench = Bench(dut)
    await bench.start()
    for _ in range(4000):
        change = rng.random()
        read = rng.randrange(BUCKETS) if rng.random() < 0.8 else None
        write = (rng.randrange(BUCKETS), rng.getrandbits(BITS)) if change < 0.6 else None
        clear = rng.randrange(BUCKETS) if change >= 0.8 else None
        changed = clear if write is None else write[0]
        await bench.cycle(read=read, write=write, clear=clear, take=rng.random() < 0.3 and read != changed)


@cocotb.test()
async def a_reset_forgets_reads_under_way_and_no_bucket(dut):
    bench = Bench(dut)
    await bench.start()
    await bench.cycle(write=(3, 99))
    await bench.cycle()
    for cycles in range(LATENCY):
        await bench.cycle(read=3)
        for _ in range(cycles):
            await bench.cycle()
        dut.rst_i.value = 1
        bench.due = deque([None] * len(bench.due))
        await bench.cycle()
        dut.rst_i.value = 0
    await bench.cycle(read=3)
    for _ in range(LATENCY):
        await bench.cycle()


@pytest.mark.parametrize("latency", [3, 5])
def test_bucket(latency):
    ran = run_cocotb(
        "fby_msm_bucket", "rtl/datapath/msm/passes.f", "test_fby_msm_bucket",
        parameters={"NumBuckets": BUCKETS, "DataBits": BITS, "ReadLatency": latency, "EmptyValue": f"{BITS}'d{EMPTY}"},
        extra_env={"LATENCY": str(latency)},
    )  # fmt: skip
    assert ran == 5
