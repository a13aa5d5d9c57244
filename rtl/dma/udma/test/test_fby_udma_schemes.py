# SPDX-License-Identifier: Apache-2.0
"""Runs the cocotb tests of the schemes of user-level DMA."""

import pytest
from fby_sim import run_cocotb


def run(module, passed, exchange=0):
    assert passed == run_cocotb(
        "tb_fby_udma_schemes",
        "rtl/dma/udma/schemes.f",
        module,
        parameters={"Exchange": exchange},
        extra_sources=["rtl/dma/udma/test/tb_fby_udma_schemes.sv"],
    )


TESTS = [
    ("tb_udma_repeat", 7),
    ("tb_udma_latched", 12),
    ("tb_udma_key", 13),
    ("tb_udma_portal", 12),
    ("tb_udma_random", 1),
    ("tb_udma_traces", 1),
]


@pytest.mark.parametrize("module, passed", TESTS)
def test_schemes(module, passed):
    run(module, passed)


@pytest.mark.parametrize("module, passed", [("tb_udma_latched", 12), ("tb_udma_random", 1), ("tb_udma_traces", 1)])
def test_on_a_bus_with_exchange(module, passed):
    run(module, passed, exchange=1)
