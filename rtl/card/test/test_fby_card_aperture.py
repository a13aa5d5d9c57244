# SPDX-License-Identifier: Apache-2.0
"""Runs tb_card_aperture.py: fby_card_aperture, fby_card_aperture_rd, fby_card_aperture_wr."""

from fby_sim import run_cocotb


def test_card_aperture():
    passed = run_cocotb(
        "tb_fby_card_aperture",
        "rtl/card/space.f",
        "tb_card_aperture",
        extra_sources=["rtl/card/test/tb_fby_card_aperture.sv"],
    )
    assert passed == 17
