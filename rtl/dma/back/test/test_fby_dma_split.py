# SPDX-License-Identifier: Apache-2.0
"""Splitter against a model of four lines: every burst, its length in beats, the order, and no bubble."""

import os
import random

import cocotb
import pytest
from bus_models import reset
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, RisingEdge
from fby_sim import run_cocotb

BURST = int(os.environ.get("BURST", "1024"))


def model(addr, length, fixed):
    """The bursts of a request: (address, bytes, beats, last)."""
    if length == 0:
        return [(addr, 0, 0, 1)]
    bursts = []
    while length:
        limit = 64 if fixed else BURST
        count = min(length, limit - addr % limit)
        length -= count
        bursts.append((addr, count, (addr % 64 + count + 63) // 64, int(length == 0)))
        addr = addr // 64 * 64 if fixed else (addr + count) % 2**64
    return bursts


async def start(dut):
    """Clock, idle inputs, reset."""
    cocotb.start_soon(Clock(dut.clk_i, 4, units="ns").start())
    for signal in (dut.addr, dut.len, dut.fixed, dut.valid, dut.fail, dut.burst_ready):
        signal.value = 0
    await reset(dut)


async def collect(dut, requests, rng, stall):
    """Feeds requests and returns the bursts seen and the cycles from the first to the last of them."""
    bursts, expected, cycle, first, fed = [], sum(len(model(*request)) for request in requests), 0, None, 0
    while len(bursts) < expected:
        dut.burst_ready.value = int(rng.random() >= stall)
        dut.valid.value = int(fed < len(requests))
        if fed < len(requests):
            dut.addr.value, dut.len.value, dut.fixed.value = requests[fed]
        await RisingEdge(dut.clk_i)
        cycle += 1
        assert cycle < 20 * expected + 100, f"{len(bursts)} of {expected} bursts after {cycle} cycles"
        if dut.valid.value.integer and dut.ready.value.integer:
            fed += 1
        if dut.burst_valid.value.integer and dut.burst_ready.value.integer:
            first = first or cycle
            bursts.append(
                (dut.burst_addr.value.integer, dut.burst_bytes.value.integer,
                 dut.burst_beats.value.integer, dut.burst_last.value.integer)
            )  # fmt: skip
    dut.valid.value = 0
    return bursts, cycle - first + 1


@cocotb.test()
async def every_edge(dut):
    """Addresses and lengths around lanes, burst limits, pages and the top of the address space."""
    rng = random.Random(1)
    await start(dut)
    near = [0, 1, 63, 64, 65, BURST - 1, BURST, 4095, 4096, 4097, 2**32 - 1, 2**64 - 5000]
    lengths = [0, 1, 63, 64, 65, BURST - 1, BURST, BURST + 1, 4096, 8193]
    requests = [(addr, length, 0) for addr in near for length in lengths]
    requests += [(addr, length, 1) for addr in near for length in (0, 1, 64, 65, 200)]
    for stall in (0.0, 0.5):
        bursts, cycles = await collect(dut, requests, rng, stall)
        assert bursts == [burst for request in requests for burst in model(*request)]
        for addr, count, _, _ in bursts:
            assert addr % 4096 + count <= 4096
        if stall == 0.0:
            assert cycles == len(bursts), "a bubble between bursts or requests"


@cocotb.test()
async def random_requests(dut):
    """Random addresses, lengths, modes and stalls."""
    rng = random.Random(2)
    await start(dut)
    requests = [(rng.randrange(2**48), rng.randrange(20000), int(rng.random() < 0.02)) for _ in range(200)]
    bursts, _ = await collect(dut, requests, rng, 0.3)
    assert bursts == [burst for request in requests for burst in model(*request)]


@cocotb.test()
async def failed_request(dut):
    """A failed request ends in one empty burst with the last mark; the next one is whole."""
    rng = random.Random(3)
    await start(dut)
    dut.addr.value, dut.len.value, dut.valid.value = 0, 100 * BURST, 1
    await RisingEdge(dut.clk_i)
    dut.valid.value, dut.burst_ready.value = 0, 1
    await ClockCycles(dut.clk_i, 5)
    dut.fail.value = 1
    await RisingEdge(dut.clk_i)
    assert (dut.burst_valid.value, dut.burst_bytes.value, dut.burst_beats.value, dut.burst_last.value) == (1, 0, 0, 1)
    dut.fail.value = 0
    await RisingEdge(dut.clk_i)
    assert dut.burst_valid.value == 0
    bursts, _ = await collect(dut, [(100, 3000, 0)], rng, 0.0)
    assert bursts == model(100, 3000, 0)


@pytest.mark.parametrize("burst", [64, 1024, 4096])
def test_split(burst):
    ran = run_cocotb(
        "tb_fby_dma_split", "rtl/dma/back/back.f", "test_fby_dma_split",
        parameters={"MaxBurstBytes": burst},
        extra_sources=["rtl/dma/back/test/tb_fby_dma_split.sv"],
        extra_env={"BURST": str(burst)},
    )  # fmt: skip
    assert ran == 3
