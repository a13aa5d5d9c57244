# SPDX-License-Identifier: Apache-2.0
"""The capture engine beside two channels a direction, on one back end. Runs on Verilator with cocotbext-axi."""

from fby_sim import run_cocotb

TB = ["rtl/dma/test/tb_fby_dma.sv"]
FLIST = "rtl/dma/s2mm/test/s2mm_engine.f"
# The first front end and the capture engine, whose stream is the third card-to-host mover; the port is that one's.
PARAMETERS = {"Fronts": "8'b1001", "NumC2h": 3, "C2hStream": "4'b0110", "C2hPort": 2}


def test_registers():
    assert run_cocotb("tb_fby_dma", FLIST, "tb_s2mm_registers", PARAMETERS, extra_sources=TB) == 5


def test_buffers():
    assert run_cocotb("tb_fby_dma", FLIST, "tb_s2mm_buffers", PARAMETERS, extra_sources=TB) == 7


def test_ends():
    assert run_cocotb("tb_fby_dma", FLIST, "tb_s2mm_ends", PARAMETERS, extra_sources=TB) == 5


def test_channels_beside_it():
    """The channels do all they did without it."""
    beside = PARAMETERS | {"C2hPort": 1}
    for module, at_least in (("tb_dma_engine", 18), ("tb_dma_irq", 6)):
        assert run_cocotb("tb_fby_dma", FLIST, module, beside, extra_sources=TB, brief=True) >= at_least
