# SPDX-License-Identifier: Apache-2.0
"""Runs tb_card_plug.py: fby_card around a datapath that misbehaves."""

from fby_sim import run_cocotb


def test_card_plug():
    passed = run_cocotb(
        "tb_fby_card_plug",
        "rtl/card/test/bad_datapath.f",
        "tb_card_plug",
        extra_sources=["rtl/card/test/tb_fby_card_plug.sv"],
        brief=True,
    )
    assert passed == 6
