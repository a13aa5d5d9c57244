# SPDX-License-Identifier: Apache-2.0
"""Runs tb_axi_xbar.py: crossbar, its demultiplexers and arbiters, and DECERR, in front of two card memories."""

from fby_sim import run_cocotb


def test_xbar():
    passed = run_cocotb(
        "tb_fby_axi_xbar",
        "rtl/axi/axi.f",
        "tb_axi_xbar",
        extra_sources=["rtl/card/fby_card_mem.sv", "rtl/axi/test/tb_fby_axi_xbar.sv"],
    )
    assert passed == 5
