# SPDX-License-Identifier: Apache-2.0
"""fby_fq_reduce alone, with totals that no product of small operands would reach."""

import os

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge
from fq_reference import OPERAND_MAX, P, R, rng_of

TOTAL_MAX = OPERAND_MAX * OPERAND_MAX
NEG_INVERSE = pow(-P, -1, R)
LATENCY_LIMIT = 300


def reduced(t):
    return (t + (t * NEG_INVERSE % R) * P) // R


def totals(rng):
    """Ends of the range, multiples of p and of R, and numbers whose 96-bit digits are 0, 1 or all ones."""
    picks = [0, 1, TOTAL_MAX, TOTAL_MAX - 1, R - 1, R, R + 1, P, P * P, (R - 1) * P, 6 * P * R]
    picks += [1 << bit for bit in range(0, 758, 7)]
    digits = [0, 0, 1, (1 << 96) - 1, (1 << 46) - 1, 1 << 46, 1 << 95]
    for _ in range(1500):
        parts = [rng.choice([*digits, rng.randrange(1 << 96)]) << (96 * i) for i in range(8)]
        picks.append(sum(parts) % (TOTAL_MAX + 1))
    # -m p plus a multiple of R asks for exactly the digits of m: runs of zero and full digits.
    for _ in range(300):
        m = sum(rng.choice(digits) << (96 * i) for i in range(4)) % R
        picks.append((-m * P) % R + (rng.randrange(1 << 374) << 384))
    return [t for t in picks if 0 <= t <= TOTAL_MAX] + [rng.randrange(TOTAL_MAX + 1) for _ in range(1500)]


@cocotb.test()
async def reduces_every_total(dut):
    cocotb.start_soon(Clock(dut.clk_i, 4, units="ns").start())
    vectors = totals(rng_of(int(os.environ["RANDOM_SEED"])))
    expected = [reduced(t) for t in vectors]
    outputs = []
    for cycle in range(len(vectors) + LATENCY_LIMIT):
        await FallingEdge(dut.clk_i)
        outputs.append(int(dut.r_o.value))
        dut.t_i.value = vectors[min(cycle, len(vectors) - 1)]
    # Where the first results appear is the latency (tb_fq_mul.py pins it); from there all must match.
    latency = next((i for i in range(LATENCY_LIMIT) if outputs[i : i + 16] == expected[:16]), None)
    assert latency is not None, "the first 16 results never appear"
    for index, (got, want) in enumerate(zip(outputs[latency:], expected, strict=False)):
        assert got == want, f"total {vectors[index]:#x}: {got:#x}, want {want:#x}"
    assert len(outputs) - latency >= len(expected)
    assert max(expected) < 1.24 * P
