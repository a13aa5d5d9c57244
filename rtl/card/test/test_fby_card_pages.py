# SPDX-License-Identifier: Apache-2.0
"""Runs tb_card_pages.py: fby_card_pages, in every layout of the card table."""

import sys
from pathlib import Path

import pytest
from fby_sim import run_cocotb

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "regs"))
import cards

LAYOUTS = cards.load().layouts


@pytest.mark.parametrize("window", [0, 1])
@pytest.mark.parametrize("number", range(len(LAYOUTS)), ids=[layout.name for layout in LAYOUTS])
def test_card_pages(number, window):
    passed = run_cocotb(
        "tb_fby_card_pages",
        "rtl/card/pages.f",
        "tb_card_pages",
        parameters={"Layout": number, "HasWindow": f"1'd{window}"},
        extra_sources=["rtl/card/test/tb_fby_card_pages.sv"],
    )
    assert passed == 5
