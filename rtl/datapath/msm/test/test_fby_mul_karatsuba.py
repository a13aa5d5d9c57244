# SPDX-License-Identifier: Apache-2.0
"""Runs tb_mul_karatsuba.py for odd and even widths."""

import pytest
from fby_sim import run_cocotb


@pytest.mark.parametrize(("width", "levels"), [(8, 1), (9, 2), (10, 2)])
def test_mul_karatsuba(width, levels):
    passed = run_cocotb(
        "tb_mul_karatsuba",
        "rtl/datapath/msm/arith.f",
        "tb_mul_karatsuba",
        parameters={"Width": width, "Levels": levels},
        extra_sources=["rtl/datapath/msm/test/tb_mul_karatsuba.sv"],
    )
    assert passed == 1
