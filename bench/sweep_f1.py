#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What is kept of a sweep's folder: the time that it took, and what it says in a few figures, all of them modelled."""

import csv
import json
import os
import sys
from pathlib import Path

TIMES = ("mean_ms", "deviation_ms", "min_ms", "max_ms", "computed_mean_ms")


def best(rows):
    """Of each order, depth, load and mode the setting with the least mean, of those that always end."""
    found = {}
    for row in rows:
        if row["mean_ms"] and row["deadlocks"] == "0":
            key = tuple(row[column] for column in ("subject", "pattern", "fifo", "tasks", "completion"))
            if key not in found or float(row["mean_ms"]) < float(found[key]["mean_ms"]):
                found[key] = row
    return [{"cell": row["cell"]} | {name: float(row[name]) for name in TIMES} for row in found.values()]


out = Path(sys.argv[1])
said = json.loads((out / "said.json").read_text())
page = (out / "report.html").stat().st_size
record = {
    "took": json.loads((out / "times.json").read_text()),
    "processors": os.cpu_count(),
    "modelled": said["modelled"],
    "model": said["model"],
    "settings_known_from_before": said["found"],
    "report_bytes": page,
    "pictures": len(said["pictures"]),
    "traces": len(said["traces"]),
    "best": best(csv.DictReader((out / "results.csv").open())),
    "summary": said["summary"],
}
print(json.dumps(record, indent=1))
