# SPDX-License-Identifier: Apache-2.0
"""Runs tb_fq_reduce.py on the gates of the reduction."""

from fby_sim import run_cocotb


def test_fq_reduce():
    assert run_cocotb("fby_fq_reduce", "rtl/datapath/msm/arith.f", "tb_fq_reduce", brief=True) == 1
