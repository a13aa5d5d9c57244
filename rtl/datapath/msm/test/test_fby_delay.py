# SPDX-License-Identifier: Apache-2.0
"""Runs tb_delay.py: the delay line's shift register, block RAM and circular buffer do the same."""

from fby_sim import run_cocotb


def test_delay():
    bench = "rtl/datapath/msm/test/tb_delay.sv"
    assert run_cocotb("tb_delay", "rtl/datapath/msm/arith.f", "tb_delay", extra_sources=[bench]) == 1
