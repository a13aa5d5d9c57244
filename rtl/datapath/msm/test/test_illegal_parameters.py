# SPDX-License-Identifier: Apache-2.0
"""A parameter that breaks a range dies at elaboration, with the sentence of the check that caught it."""

import subprocess

import pytest
from fby_sim import TOOLS, read_flist


def elaborate(top, parameters):
    sources, includes = read_flist("rtl/datapath/msm/prepare.f")
    command = [TOOLS / "verilator", "--lint-only", "--top-module", top]
    command += [f"-I{include}" for include in includes]
    command += [f"-G{name}={value}" for name, value in parameters.items()]
    return subprocess.run([*command, *sources], capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("top", "parameters", "sentence"),
    [
        ("fby_fq_sub", {"Multiple": 1}, "the result could be negative"),
        ("fby_fq_sub", {"Multiple": 5}, "is above Limit"),
        ("fby_fq_sub", {"Width": 379}, "Limit does not fit"),
        ("fby_fq_add", {"Width": 379}, "Limit does not fit"),
        ("fby_mul_column", {"ABits": 27}, "ABits must be 1 to"),
        ("fby_add3_chunk", {"Width": 209}, "Width must be 1 to"),
        ("fby_delay", {"Depth": 3, "Ram": "1'b1"}, "at least 4 cycles"),
        ("fby_mul_leaf", {"Width": 52}, "Width must be 1 to"),
        ("fby_mul_sparse", {"Factor": "18'h3ffff"}, "do not make up Factor"),
        ("fby_msm_modadd", {"Modulus": "253'd0"}, "Modulus must not be 0"),
        ("fby_msm_fold", {"Order": "253'd12"}, "Order must be odd"),
        ("fby_msm_fold", {"Width": 252}, "the order does not fit"),
        ("fby_msm_word", {"WordBits": 384}, "must be a power of two"),
        ("fby_msm_word", {"OrderBits": 256}, "a sign needs a bit"),
        ("fby_msm_multiples", {"Classes": 1000}, "a power of two above CHAINS"),
        ("fby_msm_multiples", {"ChunkBits": 80}, "the adder is too slow"),
    ],
)
def test_illegal_parameter(top, parameters, sentence):
    run = elaborate(top, parameters)
    assert run.returncode != 0
    assert sentence in run.stderr


@pytest.mark.parametrize(
    "top",
    ["fby_fq_sub", "fby_fq_add", "fby_mul_column", "fby_mul_leaf", "fby_mul_sparse", "fby_ec_add", "fby_msm_prepare"],
)
def test_defaults_are_legal(top):
    run = elaborate(top, {})
    assert run.returncode == 0, run.stderr
