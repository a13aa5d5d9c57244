#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints, as JSON, the cycles of multiplications in the engine, whatever the scalars are.

    engine_rate.py ADDERS BANKS BUCKETS [WIDTH:LOG_POINTS[:KIND,KIND...] ...]

Windows of that width, all of them: in one pass where they fit, else of resident points. With more than 16 bits the
smaller of s and r - s is taken.
"""

import json
import sys
import tempfile
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parents[4] / "scripts"
KINDS = ["uniform", "all equal", "zeros and ones", "32 bits", "100 values"]


def measure(card, most_points, job):
    from fby_sim import run_cocotb
    from test_fby_msm_engine import SOURCES

    width, log_points, kinds = (*job.split(":"), "")[:3]
    adders, banks, buckets = card
    with tempfile.NamedTemporaryFile() as result:
        asked = {
            "width": int(width),
            "points": 1 << int(log_points),
            "kinds": kinds.split(",") if kinds else KINDS,
            "result": result.name,
        }
        run_cocotb(
            "tb_fby_msm_engine",
            "rtl/datapath/msm/test/tb_fby_msm_engine.f",
            "tb_fby_msm_engine_rate",
            parameters={
                "NumAdders": adders,
                "NumBanks": banks,
                "NumBuckets": buckets,
                "Slots": -(-most_points // (128 * banks)) * 128,
                "PlayBeats": 4 * most_points,
            },
            defines=["FBY_SIM_MUL"],
            extra_sources=SOURCES,
            extra_env={"FBY_RATE": json.dumps(asked)},
            timeout_seconds=6 * 3600,
        )
        return json.loads(Path(result.name).read_text())


def main():
    # Where pytest's own settings have it for tests.
    sys.path.insert(0, str(SCRIPTS))
    *card, jobs = *map(int, sys.argv[1:4]), sys.argv[4:]
    most_points = 1 << max(int(job.split(":")[1]) for job in jobs)
    print(json.dumps([measure(card, most_points, job) for job in jobs], indent=2))


if __name__ == "__main__":
    main()
