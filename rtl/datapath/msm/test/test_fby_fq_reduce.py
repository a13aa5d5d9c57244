# SPDX-License-Identifier: Apache-2.0
"""Runs tb_fq_reduce.py on the gates of the reduction."""

from fby_sim import run_cocotb


def test_fq_reduce():
    passed = run_cocotb(
        "fby_fq_reduce", "rtl/datapath/msm/arith.f", "tb_fq_reduce", parameters={"Skewed": 0}, brief=True
    )
    assert passed == 1
