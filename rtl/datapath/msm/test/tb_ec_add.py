# SPDX-License-Identifier: Apache-2.0
"""fby_ec_add against the curve's own affine addition on y^2 = x^3 + 1, and against its exact integers.

Expected points are computed on the Weierstrass curve and mapped afterwards, so neither the Edwards
formulas nor the map are taken from the RTL.
"""

import os

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ReadOnly, RisingEdge
from fq_reference import (
    GENERATOR,
    OPERAND_MAX,
    Curve,
    P,
    R,
    add_weierstrass,
    montgomery,
    multiply_weierstrass,
    negate_weierstrass,
    rng_of,
)

CURVE = Curve()
IDENTITY = (0, R % P, R % P, 0)
MIXED, FIRST, SECOND = 0, 1, 2
# What a passage that reads no point finds at the point's port.
RUBBISH = (1, 2, 3)
EDWARDS_D = int(
    "122268283598675559488486339158635529096981886914877139579534153582033676785385790730042363341236035746924960903179"
)


async def start(dut):
    cocotb.start_soon(Clock(dut.clk_i, 4, units="ns").start())
    dut.valid_i.value = 0
    dut.slot_i.value = MIXED
    dut.rst_i.value = 1
    for _ in range(3):
        await RisingEdge(dut.clk_i)
    dut.rst_i.value = 0
    await RisingEdge(dut.clk_i)


async def run(dut, operations, limit=2000):
    """Offers one operation per cycle, None being an idle one; returns [(cycle, tag, sum)] by arrival.

    An operation is (accumulator, point, negate, tag) and, where it is not a mixed addition, the kind of its passage."""
    results = []
    wanted = sum(operation is not None and operation[4:] != (FIRST,) for operation in operations)
    for cycle in range(len(operations) + limit):
        operation = operations[cycle] if cycle < len(operations) else None
        dut.valid_i.value = int(operation is not None)
        if operation is not None:
            accumulator, point, negate, tag, *slot = operation
            dut.slot_i.value = slot[0] if slot else MIXED
            for port, value in zip("xyzt", accumulator, strict=True):
                getattr(dut, f"{port}_i").value = value
            for port, value in zip("abc", point, strict=True):
                getattr(dut, f"{port}_i").value = value
            dut.negate_i.value = negate
            dut.tag_i.value = tag
        await ReadOnly()
        if dut.valid_o.value == 1:
            total = tuple(int(getattr(dut, f"{port}_o").value) for port in "xyzt")
            results.append((cycle, int(dut.tag_o.value), total))
        await RisingEdge(dut.clk_i)
        if len(results) == wanted:
            break
    assert len(results) == wanted, f"{wanted} additions went in, {len(results)} came out"
    return results


def exact_sum(accumulator, point, negate):
    """The integers that the datapath must return, by the formulas of its header."""
    x1, y1, z1, t1 = accumulator
    a, b, c = point
    if negate:
        a, b = b, a
    aa, bb, cc = montgomery(y1 - x1 + 2 * P, a), montgomery(y1 + x1, b), montgomery(t1, c)
    e, h = bb - aa + 2 * P, bb + aa
    f, g = 2 * z1 - cc + 2 * P, 2 * z1 + cc
    if negate:
        f, g = g, f
    assert all(0 <= value <= OPERAND_MAX for value in (e, f, g, h))
    return montgomery(e, f), montgomery(g, h), montgomery(f, g), montgomery(e, h)


def exact_sum_of_accumulators(first, second):
    """The integers of two passages: the mixed formulas, with what the first one leaves as the point."""
    x2, y2, z2, t2 = second
    x1, y1, z1, t1 = first
    one, twice_d = R % P, 2 * CURVE.d * R % P
    a = montgomery(y1 - x1 + 2 * P, montgomery(y2 - x2 + 2 * P, one))
    b = montgomery(y1 + x1, montgomery(y2 + x2, one))
    c = montgomery(t1, montgomery(t2, twice_d))
    d = 2 * montgomery(z1, z2)
    e, f, g, h = b - a + 2 * P, d - c + 2 * P, d + c, b + a
    return montgomery(e, f), montgomery(g, h), montgomery(f, g), montgomery(e, h)


def scaled(point, rng):
    """Extended coordinates of an affine Edwards point with a random Z, some above p as sums are."""
    x, y = point
    z = rng.randrange(1, P)
    values = [v * R % P for v in (x * z, y * z, z, x * y * z)]
    return tuple(v + P if v + P <= int(1.2 * P) and rng.random() < 0.5 else v for v in values)


@cocotb.test()
async def curve_constants(dut):
    """The reference itself: the derived d is the published one and the generator lies on both curves."""
    await start(dut)
    assert CURVE.d == EDWARDS_D
    x, y = GENERATOR
    assert (y * y - x**3 - 1) % P == 0
    assert CURVE.on_curve(CURVE.from_weierstrass(GENERATOR))
    assert CURVE.to_affine(IDENTITY) == CURVE.from_weierstrass(None)


@cocotb.test()
async def special_and_random_sums(dut):
    await start(dut)
    rng = rng_of(int(os.environ["RANDOM_SEED"]))
    multiples = [multiply_weierstrass(GENERATOR, k) for k in (1, 2, 3, 5, 0x1234567, rng.randrange(1 << 250))]
    cases = []
    for left in [None, *multiples]:
        for right in multiples:
            # Includes P + P, P - P, identity + P and identity - P.
            cases += [(left, right, 0), (left, right, 1)]
    operations = [
        (IDENTITY if left is None else scaled(CURVE.from_weierstrass(left), rng),
         CURVE.precompute(CURVE.from_weierstrass(right)), negate, tag)
        for tag, (left, right, negate) in enumerate(cases)
    ]  # fmt: skip
    results = await run(dut, operations)
    for (_, tag, total), (left, right, negate), operation in zip(results, cases, operations, strict=True):
        expected = add_weierstrass(left, negate_weierstrass(right) if negate else right)
        assert tag == operation[3]
        assert CURVE.to_affine(total) == CURVE.from_weierstrass(expected), f"case {tag}"
        assert total == exact_sum(*operation[:3]), f"case {tag}"
        assert max(total) < 2 * P


@cocotb.test()
async def one_per_cycle_with_constant_latency(dut):
    """A full stream, then one with idle cycles: every result after the same latency, tags in order."""
    await start(dut)
    rng = rng_of(int(os.environ["RANDOM_SEED"]) + 1)

    def operation(tag):
        # Range corners: any 377 bits on the point side, anything below 2 p on the other.
        point = tuple(rng.choice([rng.randrange(P), (1 << 377) - 1, 0]) for _ in range(3))
        accumulator = tuple(rng.choice([rng.randrange(2 * P), 2 * P - 1, 0]) for _ in range(4))
        return accumulator, point, rng.randrange(2), tag & 0xFFFFFF

    operations = [operation(tag) for tag in range(500)]
    operations += [operation(tag) if rng.random() < 0.6 else None for tag in range(0xFFFE00, 0x1000200)]
    results = await run(dut, operations)
    sent = [(cycle, entry) for cycle, entry in enumerate(operations) if entry is not None]
    latency = results[0][0] - sent[0][0]
    assert latency > 100
    for (cycle, entry), (arrival, tag, total) in zip(sent, results, strict=True):
        assert arrival - cycle == latency
        assert tag == entry[3]
        assert total == exact_sum(*entry[:3])


def in_two_passages(sums, distance, mixed):
    """A schedule of sums of accumulators, [(first, second)], with mixed additions in the cycles between.

    A sum's second passage is `distance` cycles behind its first. Tags of sums are even, the others are odd."""
    schedule, waiting = {}, list(enumerate(sums))
    cycle = 0
    while waiting:
        if cycle not in schedule:
            if cycle % 7 == 3 and mixed:
                schedule[cycle] = (*mixed[cycle % len(mixed)], 2 * cycle + 1)
            else:
                index, (first, second) = waiting.pop(0)
                schedule[cycle] = (second, RUBBISH, 0, 0xFFFFFF, FIRST)
                schedule[cycle + distance] = (first, RUBBISH, 0, 2 * index, SECOND)
        cycle += 1
    return [schedule.get(cycle) for cycle in range(max(schedule) + 1)]


@cocotb.test()
async def sums_of_accumulators(dut):
    """Two passages add two accumulators, as dense as they go and with mixed additions between them."""
    await start(dut)
    rng = rng_of(int(os.environ["RANDOM_SEED"]) + 2)
    point = CURVE.precompute(CURVE.from_weierstrass(GENERATOR))
    results = await run(dut, [(IDENTITY, point, 0, 1)])
    distance = results[0][0] // 2

    multiples = [multiply_weierstrass(GENERATOR, k) for k in (1, 2, 5, rng.randrange(1 << 250))]
    known = [None, *multiples, *(negate_weierstrass(multiple) for multiple in multiples)]
    # Includes P + P, P - P, and the neutral element on both sides.
    cases = [(left, right) for left in known for right in known]
    points = [tuple(scaled(CURVE.from_weierstrass(point), rng) for point in case) for case in cases]
    corners = [0, 2 * P - 1, P, P - 1]
    ranges = [tuple(tuple(rng.choice(corners) for _ in range(4)) for _ in range(2)) for _ in range(300)]
    sums = points + ranges
    mixed = [(first, CURVE.precompute(CURVE.from_weierstrass(multiples[0])), rng.randrange(2)) for first, _ in points]

    operations = in_two_passages(sums, distance, mixed)
    results = await run(dut, operations)
    sent = {cycle: operation for cycle, operation in enumerate(operations) if operation and operation[4:] != (FIRST,)}
    assert [cycle - 2 * distance for cycle, _, _ in results] == sorted(sent), "a sum came at another time"
    seen = 0
    for cycle, tag, total in results:
        operation = sent[cycle - 2 * distance]
        assert tag == operation[3]
        assert max(total) < 2 * P
        if tag % 2:
            assert total == exact_sum(*operation[:3])
            continue
        first, second = sums[tag // 2]
        assert total == exact_sum_of_accumulators(first, second), f"sum {tag // 2}"
        if tag // 2 < len(cases):
            left, right = cases[tag // 2]
            assert CURVE.to_affine(total) == CURVE.from_weierstrass(add_weierstrass(left, right)), f"sum {tag // 2}"
        seen += 1
    assert seen == len(sums)


@cocotb.test()
async def reset_drops_what_is_in_flight(dut):
    await start(dut)
    point = CURVE.precompute(CURVE.from_weierstrass(GENERATOR))
    for port, value in zip("xyztabc", (*IDENTITY, *point), strict=True):
        getattr(dut, f"{port}_i").value = value
    dut.valid_i.value = 1
    for _ in range(20):
        await RisingEdge(dut.clk_i)
    dut.valid_i.value = 0
    dut.rst_i.value = 1
    await RisingEdge(dut.clk_i)
    dut.rst_i.value = 0
    for _ in range(400):
        await ReadOnly()
        assert dut.valid_o.value == 0
        await RisingEdge(dut.clk_i)
    results = await run(dut, [(IDENTITY, point, 0, 77)])
    assert results[0][1] == 77
    assert CURVE.to_affine(results[0][2]) == CURVE.from_weierstrass(GENERATOR)
