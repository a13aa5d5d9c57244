# SPDX-License-Identifier: Apache-2.0
"""Runs tb_delay.sv for a few turns of its longest line."""

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, ReadOnly


@cocotb.test()
async def bodies_agree(dut):
    cocotb.start_soon(Clock(dut.clk_i, 4, units="ns").start())
    dut.rst_i.value = 1
    await ClockCycles(dut.clk_i, 3)
    dut.rst_i.value = 0
    await ClockCycles(dut.clk_i, 1500)
    await ReadOnly()
    assert int(dut.cycles_o.value) > 1400
    assert int(dut.wrong_o.value) == 0, f"depth index bits {int(dut.wrong_o.value):07b}"
