# SPDX-License-Identifier: Apache-2.0
"""The engine in Verilator, with few buckets, with one adder and two banks of memory, and with three of each."""

import pytest
from fby_sim import run_cocotb

SOURCES = ["rtl/datapath/msm/model/fby_fq_mul_dpi.cpp", "rtl/datapath/msm/test/tb_fby_msm_engine.sv"]
WIDE = {"NumBuckets": 32768, "Slots": 1 << 14, "PlayBeats": 1 << 16}

# Adders, banks, buckets.
CARDS = [(1, 2, 1216), (3, 3, 1024)]


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
@pytest.mark.parametrize(("adders", "banks", "buckets"), CARDS)
def test_runs(adders, banks, buckets):
    assert run("tb_fby_msm_engine", NumAdders=adders, NumBanks=banks, NumBuckets=buckets) == 14


@pytest.mark.minutes
@pytest.mark.parametrize(("adders", "banks", "buckets"), CARDS)
def test_ends(adders, banks, buckets):
    assert run("tb_fby_msm_engine_ends", NumAdders=adders, NumBanks=banks, NumBuckets=buckets) == 7


@pytest.mark.minutes
def test_hold_pools_of_two():
    assert run("tb_fby_msm_shallow", NumAdders=1, NumBanks=2, NumBuckets=1216, HoldDepth=2) == 1


@pytest.mark.minutes
@pytest.mark.parametrize(("adders", "banks"), [card[:2] for card in CARDS])
def test_wide_windows(adders, banks):
    assert run("tb_fby_msm_engine_full", NumAdders=adders, NumBanks=banks, **WIDE) == 1


@pytest.mark.minutes
@pytest.mark.parametrize(("adders", "banks", "buckets"), CARDS)
def test_counts(adders, banks, buckets):
    """The same as the native card's model of cycles is held to."""
    assert run("tb_fby_msm_engine_cycles", NumAdders=adders, NumBanks=banks, NumBuckets=buckets) == 1


@pytest.mark.minutes
@pytest.mark.parametrize(("adders", "banks"), [card[:2] for card in CARDS])
def test_counts_of_wide_windows(adders, banks):
    assert run("tb_fby_msm_engine_cycles", NumAdders=adders, NumBanks=banks, **WIDE) == 1


@pytest.mark.minutes
@pytest.mark.parametrize(("adders", "banks"), [card[:2] for card in CARDS])
def test_attacks(adders, banks):
    """Of the datapath as it is in its socket, with very few buckets."""
    assert run("tb_fby_msm", NumAdders=adders, NumBanks=banks, NumBuckets=64, Slots=128) == 10
