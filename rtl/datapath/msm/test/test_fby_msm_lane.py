# SPDX-License-Identifier: Apache-2.0
"""Runs tb_fby_msm_lane.py on a lane with a small bucket memory."""

from fby_sim import run_cocotb

BUCKETS = 1024


def test_lane():
    passed = run_cocotb(
        "fby_msm_lane",
        "rtl/datapath/msm/passes.f",
        "tb_fby_msm_lane",
        parameters={"NumBuckets": BUCKETS},
        defines=["FBY_SIM_MUL"],
        extra_sources=["rtl/datapath/msm/model/fby_fq_mul_dpi.cpp"],
        extra_env={"BUCKETS": str(BUCKETS)},
    )
    assert passed == 7
