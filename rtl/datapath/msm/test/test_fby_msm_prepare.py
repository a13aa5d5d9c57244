# SPDX-License-Identifier: Apache-2.0
"""Runs tb_fby_msm_prepare.py at the field's own width."""

from fby_sim import run_cocotb


def test_prepare():
    assert run_cocotb("fby_msm_prepare", "rtl/datapath/msm/prepare.f", "tb_fby_msm_prepare") == 12
