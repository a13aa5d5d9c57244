# SPDX-License-Identifier: Apache-2.0
"""Runs tb_fq_mul.py: both bodies of the multiplier against each other and against Python integers."""

from fby_sim import run_cocotb


def test_fq_mul():
    passed = run_cocotb(
        "tb_fq_mul",
        "rtl/datapath/msm/arith.f",
        "tb_fq_mul",
        extra_sources=["rtl/datapath/msm/test/tb_fq_mul.sv", "rtl/datapath/msm/model/fby_fq_mul_dpi.cpp"],
        brief=True,
    )
    assert passed == 2
