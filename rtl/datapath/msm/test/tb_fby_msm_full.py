# SPDX-License-Identifier: Apache-2.0
"""cocotb tests of the full window table: every bucket of a medium run, and the pace of the adder."""

import random

import cocotb
from msm_bench import Bench
from msm_model import SUBGROUP_ORDER

SPECIAL = [
    0,
    1,
    SUBGROUP_ORDER - 1,
    SUBGROUP_ORDER - 2,
    (1 << 252) - 1,
    1 << 252,
    sum(1 << (13 * i + 12) for i in range(13)),
    sum(1 << (13 * i + 12) for i in range(13)) + 1,
    (1 << 169) - 1,
    (1 << 169) + (1 << 12),
]


@cocotb.test()
async def uniform_scalars_keep_the_adder_busy(dut):
    bench = Bench(dut)
    await bench.reset()
    rng = random.Random(7)
    count = 2048
    scalars = SPECIAL + [rng.randrange(SUBGROUP_ORDER) for _ in range(count - len(SPECIAL))]
    pairs = list(zip(bench.curve.points(count), scalars, strict=True))
    counters = await bench.run(pairs)
    utilisation = counters["adds"] / counters["active"]
    per_point = counters["active"] / count
    dut._log.info("counters %s", counters)
    dut._log.info("adder utilisation %.4f, %.3f cycles per point", utilisation, per_point)
    assert utilisation >= 0.99
    assert per_point <= 20.15
    assert counters["hazard"] > 0, "2048 points collide somewhere; no collision means none was looked for"


@cocotb.test()
async def few_points_under_back_pressure(dut):
    bench = Bench(dut)
    await bench.reset()
    bench.pauses(100, 100, 60)
    rng = random.Random(8)
    scalars = [rng.randrange(SUBGROUP_ORDER) for _ in range(200)] + [rng.randrange(8) for _ in range(57)]
    await bench.run(list(zip(bench.curve.points(len(scalars)), scalars, strict=True)), limit=2_000_000)
