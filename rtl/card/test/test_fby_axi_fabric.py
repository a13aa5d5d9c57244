# SPDX-License-Identifier: Apache-2.0
"""Runs tb_axi_fabric.py: fby_axi_mux, fby_axi_demux, fby_axi_err and fby_card_mem."""

from fby_sim import run_cocotb


def test_fabric():
    passed = run_cocotb(
        "tb_fby_axi_fabric",
        "rtl/card/bar.f",
        "tb_axi_fabric",
        extra_sources=["rtl/card/test/tb_fby_axi_fabric.sv"],
    )
    assert passed == 5
