# SPDX-License-Identifier: Apache-2.0
"""Runs tb_card_path.py: fby_card_path with fby_card_room, movers, arbiter, BAR bridge and stream ports around it."""

from fby_sim import run_cocotb


def test_card_path():
    passed = run_cocotb(
        "tb_fby_card_room",
        "rtl/card/card.f",
        "tb_card_path",
        {"SharedPath": 1},
        extra_sources=["rtl/axi/formal/fby_axi_props.sv", "rtl/card/test/tb_fby_card_room.sv"],
    )
    assert passed == 4
