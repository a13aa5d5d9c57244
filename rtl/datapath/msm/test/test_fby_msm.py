# SPDX-License-Identifier: Apache-2.0
"""The MSM core in Verilator, toy and full window tables."""

import pytest
from fby_sim import run_cocotb

SOURCES = ["rtl/datapath/msm/model/fby_fq_mul_dpi.cpp", "rtl/datapath/msm/test/tb_fby_msm.sv"]


def run(module, **parameters):
    return run_cocotb(
        "tb_fby_msm",
        "rtl/datapath/msm/msm.f",
        module,
        parameters=parameters,
        defines=["FBY_SIM_MUL"],
        extra_sources=SOURCES,
    )


@pytest.mark.minutes
def test_toy_windows():
    assert run("tb_fby_msm", WindowTable=1) >= 17


def test_toy_windows_shallow_hold_pool():
    assert run("tb_fby_msm_shallow", WindowTable=1, HoldDepth=2) >= 1


@pytest.mark.minutes
def test_full_windows():
    assert run("tb_fby_msm_full", WindowTable=0) == 2
