# SPDX-License-Identifier: Apache-2.0
"""Runs tb_status.py on the status block."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "scripts"))
from fby_sim import run_cocotb

TESTS = 16


def test_status():
    passed = run_cocotb(
        toplevel="tb_fby_status",
        flist="rtl/status/status.f",
        module="tb_status",
        extra_sources=["rtl/status/test/tb_fby_status.sv"],
        verilator_args=["--public-flat-rw"],
    )
    assert passed == TESTS
