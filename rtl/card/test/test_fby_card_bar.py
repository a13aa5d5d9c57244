# SPDX-License-Identifier: Apache-2.0
"""Runs tb_card_bar.py: fby_card_bar and fby_card_bar_axi."""

from fby_sim import run_cocotb


def test_card_bar():
    passed = run_cocotb(
        "tb_fby_card_bar",
        "rtl/card/bar.f",
        "tb_card_bar",
        extra_sources=["rtl/card/test/tb_fby_card_bar.sv"],
    )
    assert passed == 7
