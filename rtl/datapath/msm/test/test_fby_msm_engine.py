# SPDX-License-Identifier: Apache-2.0
"""The engine in Verilator, with few buckets, with one adder and with three."""

import pytest
from fby_sim import run_cocotb

SOURCES = ["rtl/datapath/msm/model/fby_fq_mul_dpi.cpp", "rtl/datapath/msm/test/tb_fby_msm_engine.sv"]


def run(module, **parameters):
    return run_cocotb(
        "tb_fby_msm_engine",
        "rtl/datapath/msm/test/tb_fby_msm_engine.f",
        module,
        parameters=parameters,
        defines=["FBY_SIM_MUL"],
        extra_sources=SOURCES,
    )


@pytest.mark.minutes
@pytest.mark.parametrize("adders", [1, 3])
def test_runs(adders):
    assert run("tb_fby_msm_engine", NumAdders=adders) == 10


@pytest.mark.minutes
@pytest.mark.parametrize("adders", [1, 3])
def test_ends(adders):
    assert run("tb_fby_msm_engine_ends", NumAdders=adders) == 7


@pytest.mark.minutes
@pytest.mark.parametrize("adders", [1, 3])
def test_wide_windows(adders):
    assert run("tb_fby_msm_engine_full", NumAdders=adders, NumBuckets=32768, Slots=1 << 14, PlayBeats=1 << 16) == 1
