# SPDX-License-Identifier: Apache-2.0
"""Whole multiplications in wide windows, for engine_rate.py: cycles a point of every kind of scalars."""

import json
import os
import random
from pathlib import Path

import cocotb
from engine_bench import FOLD, PASSES, RESIDENT, UNIFORM, Bench, Plan, kinds, pairs_of
from msm_plan import ORDER, Pass, windows_of

# Bits of a scalar; of the smaller of it and its negative.
SCALAR_BITS, FOLDED_BITS = 253, 252


def whole(adders, buckets, width, mode):
    """Windows of that width, one for each adder and pass, the rest split; of the top one as many copies as fit."""
    most = ORDER // 2 if mode & FOLD else ORDER - 1
    signed = 0
    # What is left above, and a carry.
    while (most >> (signed * width)) + 1 > 1 << (width - 1) and (signed + 1) * width < (
        FOLDED_BITS if mode & FOLD else SCALAR_BITS
    ):
        signed += 1
    left = (most >> (signed * width)) + 1
    weight = (left - 1).bit_length()
    windows = windows_of([width] * signed + [left.bit_length()])
    rows = [(Pass(first, 1, width - 1, width - 1), adders, False) for first in range(0, signed - adders + 1, adders)]
    rows += [
        (Pass(row, 1, width - 1, width - 1), adders, adders > 1) for row in range(signed - signed % adders, signed)
    ]
    copies = max(0, min(4, buckets.bit_length() - 1 - weight))
    return Plan(windows, [*rows, (Pass(signed, 1, weight + copies, weight), adders, adders > 1)])


@cocotb.test()
async def any_scalars(dut):
    width, points = (int(os.environ[f"FBY_RATE_{name}"]) for name in ("WIDTH", "POINTS"))
    mode = UNIFORM | RESIDENT | (FOLD if width > 16 else 0)
    bench = Bench(dut)
    await bench.reset()
    await bench.idle()
    rng = random.Random(1)
    plan = whole(bench.adders, bench.buckets, width, mode)
    ks = [k for k, _ in pairs_of(rng, points)]
    # A run without a pass brings the points.
    await bench.describe(plan)
    await bench.write(PASSES, 0)
    await bench.feed([[(k, None) for k in ks]])
    await bench.start(points)
    await bench.idle(10 * points)
    await bench.write(PASSES, len(plan.rows))
    found = {}
    for kind, scalars in kinds(rng, points).items():
        rho = rng.randrange(ORDER)
        counters = await bench.run(list(zip(ks, scalars, strict=True)), mode, rho, limit=1 << 28)
        per_point = counters["fill"] / bench.adders / points
        found[kind] = {"cycles_per_point": round(per_point, 4), **counters}
        dut._log.info(f"{kind}: {per_point:.4f} cycles a point; {counters}")
    rates = [entry["cycles_per_point"] for entry in found.values()]
    result = {
        "adders": bench.adders,
        "banks": bench.banks,
        "buckets": bench.buckets,
        "width": width,
        "windows": len(plan.windows),
        "passes": len(plan.rows),
        "points": points,
        "worst_over_best": round(max(rates) / min(rates), 4),
        "kinds": found,
    }
    Path(os.environ["FBY_RATE_RESULT"]).write_text(json.dumps(result))
