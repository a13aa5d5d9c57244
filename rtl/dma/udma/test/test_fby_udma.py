# SPDX-License-Identifier: Apache-2.0
"""The user-level front end beside the channels, on one back end. Runs on Verilator with cocotbext-axi."""

from fby_sim import run_cocotb

TB = ["rtl/dma/test/tb_fby_dma.sv"]
FLIST = "rtl/dma/udma/test/udma_engine.f"
PARAMETERS = {"Fronts": "8'b111"}


def test_udma():
    """2 + 2 channels, 0 memory-mapped and 1 streaming, and a mover within host memory."""
    assert run_cocotb("tb_fby_dma", FLIST, "tb_fby_udma", PARAMETERS, extra_sources=TB) == 15


def test_direct():
    """With an upper window, in which shadow addresses are those of host memory."""
    parameters = PARAMETERS | {"UpperWindow": 1}
    assert run_cocotb("tb_fby_dma", FLIST, "tb_udma_direct", parameters, extra_sources=TB) == 6


def test_channels_beside_it():
    """The channels do all they did without it."""
    assert run_cocotb("tb_fby_dma", FLIST, "tb_dma_engine", PARAMETERS, extra_sources=TB) >= 18


def test_lists():
    """Lists of transfers that one line starts."""
    assert run_cocotb("tb_fby_dma", FLIST, "tb_udma_batch", PARAMETERS, extra_sources=TB) == 13
