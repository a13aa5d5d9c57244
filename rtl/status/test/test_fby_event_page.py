# SPDX-License-Identifier: Apache-2.0
"""Runs tb_event_page.py on the counters of a datapath's page."""

from fby_sim import run_cocotb

TESTS = 3


def test_event_page():
    passed = run_cocotb(
        toplevel="tb_fby_event_page",
        flist="rtl/status/status.f",
        module="tb_event_page",
        extra_sources=["rtl/status/test/tb_fby_event_page.sv"],
        verilator_args=["--public-flat-rw"],
    )
    assert passed == TESTS
