#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints, as JSON, what the engine takes for a multiplication with resident points, whatever the scalars are.

    engine_rate.py ADDERS BANKS BUCKETS WIDTH LOG_POINTS

All windows of that width, all passes, every sum compared; windows of more than 16 bits with the smaller of s and r - s.
"""

import json
import sys
import tempfile
from pathlib import Path

REPO = Path(__file__).resolve().parents[4]
sys.path.insert(0, str(REPO / "scripts"))

from fby_sim import run_cocotb  # noqa: E402 (needs the path above)
from test_fby_msm_engine import SOURCES  # noqa: E402


def main():
    adders, banks, buckets, width, log_points = map(int, sys.argv[1:])
    points = 1 << log_points
    with tempfile.NamedTemporaryFile() as result:
        run_cocotb(
            "tb_fby_msm_engine",
            "rtl/datapath/msm/test/tb_fby_msm_engine.f",
            "tb_fby_msm_engine_rate",
            parameters={
                "NumAdders": adders,
                "NumBanks": banks,
                "NumBuckets": buckets,
                "Slots": -(-points // (128 * banks)) * 128,
                "PlayBeats": 4 * points,
            },
            defines=["FBY_SIM_MUL"],
            extra_sources=SOURCES,
            extra_env={"FBY_RATE_WIDTH": str(width), "FBY_RATE_POINTS": str(points), "FBY_RATE_RESULT": result.name},
            timeout_seconds=6 * 3600,
        )
        print(json.dumps(json.loads(Path(result.name).read_text()), indent=2))


if __name__ == "__main__":
    main()
