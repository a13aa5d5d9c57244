#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Two trees against each other on the machine at hand, in turn in one run, as JSON: this one and an older one.

| part | what is compared |
|---|---|
| msm | 2^15 points on the RTL card: cycles a point while it computes, and simulated cycles per second, round by round |
| loopback | the table of `forebay-bench dma-loopback`: card cycles of a chain of packets and of one alone, each |

Card cycles are exact, so they are taken once; seconds are the machine's and count as ratios of neighbouring runs only.
The older tree counts a transfer from the arrival of the store that starts it; so is this one's counted here.
"""

import argparse
import json
import statistics
import subprocess
from pathlib import Path

REPO = Path(__file__).resolve().parent.parent
MSM = ["target/release/forebay", "msm", "--points", "vectors/aleo-powers-of-beta-15.usrs"]
MSM += ["--scalars", "random:1", "--card", "rtl", "--verify", "--json"]
LOOPBACK = ["target/release/forebay-bench", "dma-loopback"]


def said(tree, command):
    """What a command of a tree prints."""
    return json.loads(subprocess.run(command, cwd=tree, check=True, capture_output=True, text=True).stdout)


def msm(before, now, rounds):
    """Both trees in turn, each going first in every other round."""
    runs = {before: [], now: []}
    for number in range(rounds):
        for tree in (before, now) if number % 2 == 0 else (now, before):
            runs[tree].append(said(tree, MSM))
            assert runs[tree][-1]["verified"] is True, f"{tree}: a result was not verified"
    speeds = {tree: [run["simulated_cycles_per_second"] for run in of] for tree, of in runs.items()}
    ratios = [new / old for old, new in zip(speeds[before], speeds[now], strict=True)]
    return {
        "cycles_per_point": {"before": runs[before][0]["cycles_per_point"], "now": runs[now][0]["cycles_per_point"]},
        "simulated_speed_now_over_before": {"rounds": ratios, "median": statistics.median(ratios)},
    }


def cells(row):
    """Card cycles of a row: of its chain, and of one packet alone, both from the arrival of the first store."""
    chain = row["packets"] * row["bytes"] / row["bytes_per_cycle"]
    alone = row.get("single_cycles_at_card", row["single_cycles"])
    return {"chain": round(chain) - (row["single_cycles"] - alone), "alone": alone}


def table_of(answer):
    """{size: its cells}, of packets whose buffers follow each other; the older bench knows no others."""
    rows = (row for row in answer["sizes"] if row.get("buffers", "neighbours") == "neighbours")
    return {row["bytes"]: cells(row) for row in rows}


def loopback(before, now):
    """The sizes that both tables have."""
    old = table_of(said(before, LOOPBACK))
    new = table_of(said(now, LOOPBACK))
    table = []
    for size in sorted(old.keys() & new.keys()):
        table += [
            {"bytes": size, "what": what, "before": old[size][what], "now": new[size][what]}
            for what in ("chain", "alone")
        ]
    worse = [cell for cell in table if cell["now"] > cell["before"]]
    return {"cells": table, "worse": worse}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--before", type=Path, required=True, help="the older tree, built")
    parser.add_argument("--rounds", type=int, default=5)
    args = parser.parse_args()
    before = args.before.resolve()
    print(json.dumps({"msm": msm(before, REPO, args.rounds), "loopback": loopback(before, REPO)}, indent=1))


if __name__ == "__main__":
    main()
