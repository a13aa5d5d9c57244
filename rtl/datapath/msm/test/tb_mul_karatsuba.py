# SPDX-License-Identifier: Apache-2.0
"""Waits for the exhaustive sweep of tb_mul_karatsuba.sv and reads its verdict."""

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, ReadOnly, RisingEdge, with_timeout


@cocotb.test()
async def every_pair(dut):
    cocotb.start_soon(Clock(dut.clk_i, 4, units="ns").start())
    dut.rst_i.value = 1
    await ClockCycles(dut.clk_i, 3)
    dut.rst_i.value = 0
    pairs = 1 << (2 * dut.Width.value)
    await with_timeout(RisingEdge(dut.done_o), 4 * (pairs + 1000), "ns")
    await RisingEdge(dut.clk_i)
    await ReadOnly()
    assert int(dut.checked_o.value) == pairs
    assert int(dut.wrong_o.value) == 0
