# SPDX-License-Identifier: Apache-2.0
"""cocotb test of an engine whose hold pools are full most of the time."""

import random

import cocotb
from engine_bench import bench_of, checked_run, pairs_of
from msm_plan import ORDER


@cocotb.test()
async def full_hold_pools_lose_nothing(dut):
    bench = await bench_of(dut)
    rng = random.Random(9)
    hot = [rng.randrange(ORDER) for _ in range(3)]
    for scalars in (
        [rng.randrange(ORDER) for _ in range(150)],
        [hot[0]] * 20,
        [rng.choice(hot) for _ in range(40)],
    ):
        counters = await checked_run(bench, pairs_of(rng, len(scalars), scalars))
        assert counters["held"] > 0
        assert counters["hazard"] > counters["held"], "waiting for a full pool must have happened"
