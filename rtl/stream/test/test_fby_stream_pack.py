# SPDX-License-Identifier: Apache-2.0
"""Runs tb_stream_pack.py: fby_stream_close and fby_stream_pack, at full width."""

from fby_sim import run_cocotb


def test_stream_pack():
    passed = run_cocotb(
        "tb_fby_stream_pack",
        "rtl/stream/stream.f",
        "tb_stream_pack",
        extra_sources=["rtl/stream/test/tb_fby_stream_pack.sv"],
    )
    assert passed == 4
