# SPDX-License-Identifier: Apache-2.0
"""fby_fq_mul: the gates, the simulation model and Python integers agree, bit for bit and cycle for cycle."""

import os

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ReadOnly, RisingEdge
from fq_reference import CORNERS, RESULT_BITS, P, montgomery, random_operand, rng_of

RANDOM_VECTORS = 6000


async def start(dut):
    cocotb.start_soon(Clock(dut.clk_i, 4, units="ns").start())
    dut.valid_i.value = 0
    dut.a_i.value = 0
    dut.b_i.value = 0
    dut.rst_i.value = 1
    for _ in range(3):
        await RisingEdge(dut.clk_i)
    dut.rst_i.value = 0
    await RisingEdge(dut.clk_i)


async def stream(dut, vectors):
    """Offers one pair per cycle (None is an idle cycle) and returns [(cycle, gates, model)]."""
    results = []
    latency = None
    for cycle in range(len(vectors) + 400):
        vector = vectors[cycle] if cycle < len(vectors) else None
        dut.valid_i.value = int(vector is not None)
        # Idle cycles carry operands too: they must not disturb their neighbours.
        a, b = vector if vector is not None else (P, cycle)
        dut.a_i.value = a
        dut.b_i.value = b
        await ReadOnly()
        latency = int(dut.latency_o.value)
        if dut.valid_o.value == 1:
            results.append((cycle, int(dut.r_o.value), int(dut.model_o.value)))
        if cycle >= len(vectors) + latency:
            break
        await RisingEdge(dut.clk_i)
    return results, latency


def check(vectors, results, latency):
    offered = [(cycle, vector) for cycle, vector in enumerate(vectors) if vector is not None]
    assert len(results) == len(offered)
    for (sent, (a, b)), (got, gates, model) in zip(offered, results, strict=True):
        expected = montgomery(a, b)
        assert got - sent == latency, f"{a:#x} * {b:#x} took {got - sent} cycles, not {latency}"
        assert gates == expected, f"gates: {a:#x} * {b:#x} = {gates:#x}, want {expected:#x}"
        assert model == expected, f"model: {a:#x} * {b:#x} = {model:#x}, want {expected:#x}"
        assert expected < 1.24 * P and expected >> RESULT_BITS == 0


@cocotb.test()
async def corners_in_every_pair(dut):
    await start(dut)
    vectors = [(a, b) for a in CORNERS for b in CORNERS]
    results, latency = await stream(dut, vectors)
    check(vectors, results, latency)


@cocotb.test()
async def random_back_to_back_and_with_gaps(dut):
    await start(dut)
    rng = rng_of(int(os.environ["RANDOM_SEED"]))
    vectors = [(random_operand(rng), random_operand(rng)) for _ in range(RANDOM_VECTORS)]
    for index in range(RANDOM_VECTORS // 2, RANDOM_VECTORS):
        if rng.random() < 0.3:
            vectors[index] = None
    results, latency = await stream(dut, vectors)
    check(vectors, results, latency)
    await RisingEdge(dut.clk_i)
    await ReadOnly()
    assert int(dut.differing_o.value) == 0
    assert int(dut.compared_o.value) >= RANDOM_VECTORS * 8 // 10
