# SPDX-License-Identifier: Apache-2.0
"""cocotb tests of the engine with windows of 16 bits: a record a cycle and adder, whatever the scalars."""

import random

import cocotb
from engine_bench import RESIDENT, UNIFORM, Bench, Plan, kinds, pairs_of
from msm_plan import ORDER, Pass, windows_of

POINTS = 1 << 14
# 15 windows of 16 bits and what is left of 253 bits and a carry: 4,780 digits, in four copies.
WINDOWS = windows_of([16] * 15 + [13])


@cocotb.test()
async def any_scalars_are_as_fast_when_made_uniform(dut):
    """The points are resident; passes read them and the words. The last pass is the top window, split."""
    bench = Bench(dut)
    await bench.reset()
    await bench.idle()
    rng = random.Random(1)
    adders = bench.adders
    wide = Pass(0, 1, 15, 15), Pass(12, 1, 15, 15)
    await bench.describe(
        Plan(WINDOWS, [*((made, adders, False) for made in wide), (Pass(15, 1, 15, 13), adders, adders > 1)])
    )
    points = [k for k, _ in pairs_of(rng, POINTS)]
    await bench.run([(k, rng.randrange(ORDER)) for k in points])
    share = POINTS * (2 * adders + 1)
    worst = best = None
    for kind, scalars in kinds(rng, POINTS).items():
        pairs = list(zip(points, scalars, strict=True))
        counters = await bench.run(pairs, UNIFORM | RESIDENT, rng.randrange(ORDER))
        # Filling of all adders, without what they wait for records; an adder has a record in each of its cycles but for
        # buckets in flight, and runs empty at the end of each pass.
        cycles = counters["fill"] - counters["starve"] - 3 * adders * (bench.latency + 20)
        dut._log.info(f"{kind}: {cycles / share:.4f} cycles a record and adder; {counters}")
        assert cycles <= 1.03 * share, kind
        # A bank that is read at the full rate of its ports cannot make up for a refresh, 65 cycles of 975: that of each
        # adder in the split pass. All others are ahead by enough. Passes begin with the way through the memory, and the
        # first one with the multiples of rho; they end with the way through the adder, where nobody waits for a bucket.
        split = POINTS * 65 / 910 if adders > 1 else 0
        assert counters["starve"] <= split + 3 * adders * (bench.latency + 130), kind
        # Of what waits for a bucket and what waits for a record, one hides the other.
        fill = counters["fill"]
        worst, best = max(worst or fill, fill), min(best or fill, fill)
    assert worst <= 1.02 * best
