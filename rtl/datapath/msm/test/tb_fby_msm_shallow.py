# SPDX-License-Identifier: Apache-2.0
"""cocotb test of a core whose hold pool is full most of the time."""

import random

import cocotb
from msm_bench import Bench


@cocotb.test()
async def full_hold_queue_loses_nothing(dut):
    bench = Bench(dut)
    await bench.reset()
    rng = random.Random(9)
    for scalars in (
        [rng.randrange(1 << 12) for _ in range(300)],
        [5] * 30,
        [rng.choice((1, 9, 73)) for _ in range(80)],
    ):
        counters = await bench.run(list(zip(bench.curve.points(len(scalars)), scalars, strict=True)))
        assert counters["held"] > 0
        assert counters["hazard"] > counters["held"], "waiting for a full queue must have happened"
