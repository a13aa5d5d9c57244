# SPDX-License-Identifier: Apache-2.0
"""Runs tb_sink.py on the sink."""

from fby_sim import run_cocotb

TESTS = 8


def test_sink():
    passed = run_cocotb(
        toplevel="tb_fby_sink",
        flist="rtl/datapath/sink/sink.f",
        module="tb_sink",
        extra_sources=["rtl/datapath/sink/test/tb_fby_sink.sv"],
    )
    assert passed == TESTS
