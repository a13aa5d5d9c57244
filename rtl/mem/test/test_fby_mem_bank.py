# SPDX-License-Identifier: Apache-2.0
"""A bank of card memory before six memory models, with the protocol rules beside every port."""

import subprocess

import pytest
from fby_sim import TOOLS, read_flist, run_cocotb

TB = ["rtl/mem/formal/fby_mem_rd_props.sv", "rtl/mem/formal/fby_mem_wr_props.sv", "rtl/mem/test/tb_fby_mem_bank.sv"]


def run(module):
    return run_cocotb("tb_fby_mem_bank", "rtl/mem/model/mem_model.f", module, extra_sources=TB)


def test_reading():
    assert run("tb_mem_read") == 14


def test_writing():
    assert run("tb_mem_write") == 12


@pytest.mark.parametrize(
    ("top", "parameters", "sentence"),
    [
        ("fby_mem_bank", {"SliceBytes": "34'd0"}, "multiples of a page"),
        ("fby_mem_bank", {"SliceBytes": "34'd4608"}, "multiples of a page"),
        ("fby_mem_bank", {"BaseBytes": "34'd512"}, "multiples of a page"),
        ("fby_mem_bank", {"BaseBytes": "34'h3_8000_0000"}, "must end within the address space"),
        ("fby_mem_bank", {"ReadBeats": 31}, "DepthBeats must be two bursts"),
        ("fby_mem_bank", {"WriteBeats": 31}, "DepthBeats must be two bursts"),
        ("fby_mem_bank", {"MaxWrites": 0}, "MaxBursts must be at least 1"),
        ("fby_mem_port_rd", {"BaseBytes": "34'd32"}, "multiple of BURST_BYTES"),
        ("fby_mem_port_wr", {"BaseBytes": "34'd32"}, "multiple of BURST_BYTES"),
        ("fby_mem_bank", {}, None),
        ("fby_mem_bank", {"BaseBytes": "34'h3_4000_0000"}, None),
    ],
)
def test_illegal_parameters(top, parameters, sentence):
    """A parameter that cannot be dies at elaboration with the sentence that says why; the last two are legal."""
    sources, includes = read_flist("rtl/mem/mem.f")
    command = [TOOLS / "verilator", "--lint-only", "--top-module", top, *(f"-I{include}" for include in includes)]
    command += [f"-G{name}={value}" for name, value in parameters.items()]
    result = subprocess.run([*command, *sources], capture_output=True, text=True, check=False)
    if sentence is None:
        assert result.returncode == 0, result.stderr
    else:
        assert result.returncode != 0 and sentence in result.stderr
