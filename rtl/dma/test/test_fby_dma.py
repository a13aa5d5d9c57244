# SPDX-License-Identifier: Apache-2.0
"""The whole engine, in three sizes, driven as a driver drives it. Runs on Verilator with cocotbext-axi."""

import pytest
from fby_sim import run_cocotb

TB = ["rtl/dma/test/tb_fby_dma.sv"]
FLIST = "rtl/dma/dma.f"


@pytest.mark.minutes
def test_engine_mixed():
    """2 + 2 channels: 0 memory-mapped, 1 streaming."""
    for module, at_least in (("tb_dma_engine", 18), ("tb_dma_irq", 6), ("tb_dma_stream", 6)):
        assert run_cocotb("tb_fby_dma", FLIST, module, extra_sources=TB) >= at_least


@pytest.mark.minutes
def test_engine_stopped():
    """2 + 2 channels, stopped at every cycle of a transfer."""
    assert run_cocotb("tb_fby_dma", FLIST, "tb_dma_stop", extra_sources=TB) == 18


@pytest.mark.minutes
def test_engine_at_rest():
    """2 + 2 channels: what a stop leaves behind, and how long it takes."""
    assert run_cocotb("tb_fby_dma", FLIST, "tb_dma_rest", extra_sources=TB) == 5


def test_engine_single():
    """1 + 1 memory-mapped channels: the absent ones are absent."""
    parameters = {"NumH2c": 1, "NumC2h": 1, "H2cStream": "4'd0", "C2hStream": "4'd0", "H2cPort": 0, "C2hPort": 0}
    assert run_cocotb("tb_fby_dma", FLIST, "tb_dma_single", parameters, extra_sources=TB, brief=True) >= 2


def test_engine_full():
    """4 + 4 channels: 0 and 1 memory-mapped, 2 streaming in a loop, 3 streaming to the bench."""
    parameters = {
        "NumH2c": 4, "NumC2h": 4, "H2cStream": "4'd12", "C2hStream": "4'd12", "H2cPort": 3, "C2hPort": 3,
    }  # fmt: skip
    assert run_cocotb("tb_fby_dma", FLIST, "tb_dma_full", parameters, extra_sources=TB, brief=True) >= 3


def test_engine_doorbell():
    """2 + 2 channels: descriptors in the doorbell."""
    assert run_cocotb("tb_fby_dma", FLIST, "tb_dma_doorbell", extra_sources=TB, brief=True) == 13
