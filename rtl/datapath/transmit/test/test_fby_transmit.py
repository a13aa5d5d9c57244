# SPDX-License-Identifier: Apache-2.0
"""Runs the benches of the transmit part in the socket of the source, with cocotbext-axi at the other end."""

import pytest
from fby_sim import run_cocotb


@pytest.mark.parametrize(("module", "tests"), [("tb_transmit", 8), ("tb_transmit_bad", 6), ("tb_transmit_status", 4)])
def test_transmit(module, tests):
    passed = run_cocotb(
        toplevel="tb_fby_source",
        flist="rtl/datapath/transmit/test/radio.f",
        module=module,
        extra_sources=["rtl/datapath/source/test/tb_fby_source.sv"],
    )
    assert passed == tests
