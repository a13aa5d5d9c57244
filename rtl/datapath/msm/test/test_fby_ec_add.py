# SPDX-License-Identifier: Apache-2.0
"""Runs tb_ec_add.py on the curve addition with the simulation body of the multiplier."""

from fby_sim import run_cocotb


def test_ec_add():
    passed = run_cocotb(
        "fby_ec_add",
        "rtl/datapath/msm/arith.f",
        "tb_ec_add",
        parameters={"TagBits": 24},
        defines=["FBY_SIM_MUL"],
        extra_sources=["rtl/datapath/msm/model/fby_fq_mul_dpi.cpp"],
    )
    assert passed == 5
