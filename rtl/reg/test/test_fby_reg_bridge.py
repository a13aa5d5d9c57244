# SPDX-License-Identifier: Apache-2.0
"""Runs tb_reg_bridge.py: fby_reg_bridge."""

from fby_sim import run_cocotb


def test_reg_bridge():
    passed = run_cocotb(
        "tb_fby_reg_bridge",
        "rtl/reg/reg.f",
        "tb_reg_bridge",
        extra_sources=["rtl/reg/test/tb_fby_reg_bridge.sv"],
    )
    assert passed == 10
