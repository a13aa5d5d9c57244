# SPDX-License-Identifier: Apache-2.0
"""The transmit engine beside two channels a direction, on one back end. Runs on Verilator with cocotbext-axi."""

from fby_sim import run_cocotb

TB = ["rtl/dma/test/tb_fby_dma.sv"]
FLIST = "rtl/dma/mm2s/test/mm2s_engine.f"
# The first front end and the transmit engine, whose stream is the third host-to-card mover; the port is that one's.
PARAMETERS = {"Fronts": "8'b10001", "NumH2c": 3, "H2cStream": "4'b0110", "H2cPort": 2}


def test_registers():
    assert run_cocotb("tb_fby_dma", FLIST, "tb_mm2s_registers", PARAMETERS, extra_sources=TB) == 5


def test_buffers():
    assert run_cocotb("tb_fby_dma", FLIST, "tb_mm2s_buffers", PARAMETERS, extra_sources=TB) == 5


def test_ends():
    assert run_cocotb("tb_fby_dma", FLIST, "tb_mm2s_ends", PARAMETERS, extra_sources=TB) == 4


def test_channels_beside_it():
    """The channels do all they did without it."""
    beside = PARAMETERS | {"H2cPort": 1}
    for module, at_least in (("tb_dma_engine", 18), ("tb_dma_irq", 6)):
        assert run_cocotb("tb_fby_dma", FLIST, module, beside, extra_sources=TB, brief=True) >= at_least
