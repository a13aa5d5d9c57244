# SPDX-License-Identifier: Apache-2.0
"""Whole multiplications for engine_rate.py: cycles of every kind of scalars that it asks for, every sum compared."""

import json
import os
import random
from pathlib import Path

import cocotb
from engine_bench import FOLD, PASSES, RESIDENT, UNIFORM, Bench, Plan, kinds, pairs_of
from msm_plan import ORDER, TOP, Pass, Window, windows_of


def cut_below(most, width, digits):
    """Windows of that width at most, as few as can be; the top one has no more than so many digits. With it their bits.

    The top one is wide, and the others are narrower for it: a narrow one has few buckets, and always one is in flight.
    """
    below = next(bit for bit in range(256) if (most >> bit) + 1 <= digits)
    count = -(-below // width)
    widths = [below // count + (index < below % count) for index in range(count)]
    left = (most >> below) + 1
    return windows_of([*widths, left.bit_length()]), (left - 1).bit_length()


def cut(width, mode, buckets):
    """With all buckets for the top one, where they are more than half a window has and that makes a window less."""
    most = ORDER // 2 if mode & FOLD else ORDER - 1
    half = 1 << (width - 1)
    cuts = [cut_below(most, width, digits) for digits in (half, buckets if half < buckets < 2 * half else half)]
    return min(cuts, key=lambda made: len(made[0]))


def at_once(windows, adders, width):
    """All windows in one pass, filled up with such as are always zero to as many as each adder has."""
    windows = windows + [Window(TOP, 0, 0)] * (-len(windows) % adders)
    return Plan(windows, [(Pass(0, len(windows) // adders, width - 1, width - 1), adders, False)])


def one_by_one(windows, top_bits, adders, buckets, width):
    """A window for each adder and pass, the rest split; of the top one as many copies as fit."""
    signed = len(windows) - 1
    rows = [(Pass(first, 1, width - 1, width - 1), adders, False) for first in range(0, signed - adders + 1, adders)]
    rows += [
        (Pass(row, 1, width - 1, width - 1), adders, adders > 1) for row in range(signed - signed % adders, signed)
    ]
    copies = max(0, min(4, buckets.bit_length() - 1 - top_bits))
    return Plan(windows, [*rows, (Pass(signed, 1, top_bits + copies, top_bits), adders, adders > 1)])


async def make_resident(bench, ks):
    """A run without a pass brings the points."""
    await bench.write(PASSES, 0)
    await bench.feed([[(k, None) for k in ks]])
    await bench.start(len(ks))
    await bench.idle(10 * len(ks) + 1000)
    await bench.write(PASSES, len(bench.plan.rows))


@cocotb.test()
async def any_scalars(dut):
    asked = json.loads(os.environ["FBY_RATE"])
    width, points = asked["width"], asked["points"]
    bench = Bench(dut)
    await bench.reset()
    await bench.idle()
    rng = random.Random(1)
    mode = UNIFORM | (FOLD if width > 16 else 0)
    windows, top_bits = cut(width, mode, bench.buckets)
    if -(-len(windows) // bench.adders) << (width - 1) <= bench.buckets:
        plan = at_once(windows, bench.adders, width)
    else:
        plan = one_by_one(windows, top_bits, bench.adders, bench.buckets, width)
        mode |= RESIDENT
    ks = [k for k, _ in pairs_of(rng, points)]
    await bench.describe(plan)
    if mode & RESIDENT:
        await make_resident(bench, ks)
    found = {}
    for kind, scalars in kinds(rng, points).items():
        rho = rng.randrange(ORDER)
        if kind not in asked["kinds"]:
            continue
        counters = await bench.run(list(zip(ks, scalars, strict=True)), mode, rho, limit=1 << 28)
        per_point = counters["fill"] / bench.adders / points
        found[kind] = {"fill_cycles_per_point": round(per_point, 4), **counters}
        dut._log.info(f"{kind}: {per_point:.4f} cycles a point; {counters}")
    rates = [entry["fill_cycles_per_point"] for entry in found.values()]
    result = {
        "adders": bench.adders,
        "banks": bench.banks,
        "buckets": bench.buckets,
        "width": width,
        "windows": len(windows),
        "passes": len(plan.rows),
        "points": points,
        "resident": bool(mode & RESIDENT),
        "worst_over_best": round(max(rates) / min(rates), 4),
        "kinds": found,
    }
    Path(asked["result"]).write_text(json.dumps(result))
