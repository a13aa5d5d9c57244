# SPDX-License-Identifier: Apache-2.0
"""Runs of the engine that the native card's model of cycles is held to: what each of them counts, and when it began.

With ENGINE_CYCLES_RECORD in the environment, the name of a file, what is seen goes there instead of being compared.
"""

import json
import os
from pathlib import Path

import cocotb
from cocotb.triggers import ClockCycles, FallingEdge
from cocotb.utils import get_sim_time
from engine_bench import COUNTERS, PASSES, RESIDENT, UNIFORM, Bench, Plan
from msm_plan import ORDER, Pass, Window

RUNS = Path(__file__).resolve().parents[4] / "crates/forebay-card-fast/src/datapath/msm/cycles/runs.json"
CLOCK_NS = 4


def splitmix(seed):
    """The generator that the native test has too."""
    while True:
        seed = (seed + 0x9E37_79B9_7F4A_7C15) % 2**64
        z = seed
        z = (z ^ z >> 30) * 0xBF58_476D_1CE4_E5B9 % 2**64
        z = (z ^ z >> 27) * 0x94D0_49BB_1331_11EB % 2**64
        yield z ^ z >> 31


def residue(words):
    return sum(next(words) << 64 * word for word in range(4)) % ORDER


def scalars_of(kind, count, seed):
    words = splitmix(seed)
    value = residue(words)
    hot = [residue(words) for _ in range(100)]
    for number in range(count):
        match kind:
            case "uniform":
                value = residue(words)
            case "pairs" if number % 2 == 0:
                value = residue(words)
            case "zeros and ones":
                value = next(words) & 1 if next(words) % 10 < 7 else residue(words)
            case "32 bits":
                value = next(words) & 0xFFFF_FFFF
            case "100 values":
                value = hot[next(words) % 100]
            case "zeros":
                value = 0
        yield value


def plan_of(made):
    windows = [Window(*window) for window in made["windows"]]
    rows = [(Pass(*row[:4]), row[4], bool(row[5])) for row in made["rows"]]
    return Plan(windows, rows)


async def falls(signal):
    await FallingEdge(signal)
    return get_sim_time("ns")


async def counted(bench, plan, run, reset_at):
    """What a run counts, and the cycles since the reset in which START is written and late streams come."""

    def cycle():
        return round((get_sim_time("ns") - reset_at) / CLOCK_NS)

    count, mode, seed = run["points"], run["mode"], run["seed"]
    scalars = [None] * count if run["loads"] else list(scalars_of(run["kind"], count, seed))
    point = None if mode & RESIDENT else 1
    await bench.describe(plan)
    if run["loads"]:
        await bench.write(PASSES, 0)
    await bench.clear_counters()
    if not run["late"]:
        await bench.feed([[(point, scalar) for scalar in scalars]])
    bench.pauses(result=run["pause"])
    rho = residue(splitmix(seed + 1)) if mode & UNIFORM else 0
    await bench.start(count, mode, rho, run["slot"])
    # That was the cycle before this one.
    began, fed = cycle() - 1, 0
    if run["late"]:
        await ClockCycles(bench.dut.clk_i, run["late"])
        await bench.feed([[(point, scalar) for scalar in scalars]])
        fed = cycle()
    await bench.idle(20_000_000)
    bench.read_out()
    counters = bench.counters()
    return {"began": began, "fed": fed, "counters": [counters[name] for name in COUNTERS]}


@cocotb.test()
async def every_run_counts_what_is_recorded(dut):
    recorded = json.loads(RUNS.read_text())
    bench = Bench(dut)
    reset = cocotb.start_soon(falls(dut.rst_i))
    await bench.reset()
    reset_at = await reset
    await bench.idle()
    build = {"adders": bench.adders, "buckets": bench.buckets}
    seen = []
    for run in recorded["runs"]:
        if {name: run[name] for name in build} != build:
            continue
        plan = plan_of(recorded["plans"][run["plan"]])
        found = await counted(bench, plan, run, reset_at)
        print(f"{run['plan']} {run['kind']} {run['points']}: {found}")
        seen.append({**run, **found})
    assert seen, f"no run of {build}"
    if os.environ.get("ENGINE_CYCLES_RECORD"):
        Path(os.environ["ENGINE_CYCLES_RECORD"]).write_text(json.dumps(seen))
    else:
        assert seen == [run for run in recorded["runs"] if {name: run[name] for name in build} == build]
