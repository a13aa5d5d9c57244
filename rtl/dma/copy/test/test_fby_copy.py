# SPDX-License-Identifier: Apache-2.0
"""The copy front end beside the channels, on one back end. Runs on Verilator with cocotbext-axi."""

import pytest
from fby_sim import run_cocotb

TB = ["rtl/dma/test/tb_fby_dma.sv"]
FLIST = "rtl/dma/copy/test/engine.f"


@pytest.mark.parametrize("fronts", ["8'b011", "8'b111"])
def test_copy(fronts):
    """2 + 2 channels, 0 memory-mapped and 1 streaming, a mover within host memory; alone and beside a third."""
    parameters = {"Fronts": fronts}
    assert run_cocotb("tb_fby_dma", FLIST, "tb_fby_copy", parameters, extra_sources=TB) == 12


def test_channels_beside_it():
    """The channels do all they did without it."""
    parameters = {"Fronts": "8'b011"}
    for module, at_least in (("tb_dma_engine", 18), ("tb_dma_irq", 6)):
        assert run_cocotb("tb_fby_dma", FLIST, module, parameters, extra_sources=TB) >= at_least


def test_copy_between_streams():
    """Where every channel is a stream there is no way between host and card."""
    parameters = {"Fronts": "8'b011", "H2cStream": "4'd3", "C2hStream": "4'd3"}
    assert run_cocotb("tb_fby_dma", FLIST, "tb_fby_copy_streams", parameters, extra_sources=TB, brief=True) == 1
