# SPDX-License-Identifier: Apache-2.0
"""Runs tb_source.py on the signal source."""

from fby_sim import run_cocotb

TESTS = 14


def test_source():
    passed = run_cocotb(
        toplevel="tb_fby_source",
        flist="rtl/datapath/source/source.f",
        module="tb_source",
        extra_sources=["rtl/datapath/source/test/tb_fby_source.sv"],
    )
    assert passed == TESTS
