# SPDX-License-Identifier: Apache-2.0
"""Runs tb_stream.py on the stream port with the smallest FIFO and with the two sizes that real designs use."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "scripts"))
from fby_sim import run_cocotb

TESTS = 10


@pytest.mark.parametrize("depth", [64, 1024, 4096])
def test_stream_port(depth):
    passed = run_cocotb(
        toplevel="tb_fby_stream_port",
        flist="rtl/stream/stream.f",
        module="tb_stream",
        parameters={"DepthEntries": depth},
        extra_sources=["rtl/stream/test/tb_fby_stream_port.sv"],
    )
    assert passed == TESTS
