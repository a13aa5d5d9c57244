# SPDX-License-Identifier: Apache-2.0
"""cocotb tests of the packing: what comes out are the bytes with a strobe, in order, whatever holds them up."""

import random

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, RisingEdge

BEAT = 64
ALL = (1 << BEAT) - 1


async def start(dut):
    dut.s_valid.value = dut.m_ready.value = dut.clear.value = 0
    dut.rst_i.value = 1
    cocotb.start_soon(Clock(dut.clk_i, 4, units="ns").start())
    await ClockCycles(dut.clk_i, 4)
    dut.rst_i.value = 0
    await RisingEdge(dut.clk_i)


def of_strobes(data, strobes):
    return bytes(byte for lane, byte in enumerate(data) if strobes >> lane & 1)


async def send(dut, beats, rng, percent):
    """Offers beats of (port bits, last, strobes, data), some of the time."""
    for port, last, strobes, data in beats:
        while rng.random() * 100 >= percent:
            dut.s_valid.value = 0
            await RisingEdge(dut.clk_i)
        dut.s_valid.value = 1
        dut.s_port.value, dut.s_last.value, dut.s_strb.value = port, last, strobes
        dut.s_data.value = int.from_bytes(data, "little")
        await RisingEdge(dut.clk_i)
        while not dut.s_ready.value:
            await RisingEdge(dut.clk_i)
    dut.s_valid.value = 0


async def receive(dut, count, rng, percent):
    """That many beats, taken some of the time: (port bits, last, strobes, data)."""
    beats = []
    for _ in range(100 * count + 1000):
        dut.m_ready.value = int(rng.random() * 100 < percent)
        await RisingEdge(dut.clk_i)
        if dut.m_valid.value and dut.m_ready.value:
            data = dut.m_data.value.integer.to_bytes(BEAT, "little")
            beats.append((int(dut.m_port.value), int(dut.m_last.value), dut.m_strb.value.integer, data))
            if len(beats) == count:
                dut.m_ready.value = 0
                return beats
    raise AssertionError(f"{len(beats)} of {count} beats came out")


def some_beat(rng):
    strobes = rng.choice([0, ALL, ALL, rng.getrandbits(BEAT), 1 << rng.randrange(BEAT), (1 << rng.randrange(BEAT)) - 1])
    return rng.choice([0, 1, 1, 2]), rng.getrandbits(1), strobes, rng.randbytes(BEAT)


def expected(beats):
    """Beat by beat what has to come out, by appending bytes; and what is left over of each stream port."""
    begun = {1: b"", 2: b""}
    out = []
    for port, last, strobes, data in beats:
        if port == 0:
            out.append((port, last, strobes, data))
            continue
        begun[port] += of_strobes(data, strobes)
        if len(begun[port]) >= BEAT:
            out.append((port, last, ALL, begun[port][:BEAT]))
            begun[port] = begun[port][BEAT:]
        else:
            out.append((port, last, 0, None))
    return out, begun


@cocotb.test()
async def bytes_come_out_as_they_went_in_under_any_stalls(dut):
    await start(dut)
    for seed, (into, out) in enumerate([(100, 100), (100, 30), (30, 100), (60, 60)]):
        rng = random.Random(seed)
        dut.rst_i.value = 1
        await ClockCycles(dut.clk_i, 2)
        dut.rst_i.value = 0
        beats = [some_beat(rng) for _ in range(400)]
        sender = cocotb.start_soon(send(dut, beats, random.Random(seed + 10), into))
        got = await receive(dut, len(beats), random.Random(seed + 20), out)
        await sender
        want, left = expected(beats)
        for number, (is_, should) in enumerate(zip(got, want, strict=True)):
            # What a beat without strobes holds is nobody's.
            assert is_[:3] == should[:3] and should[3] in (None, is_[3]), (seed, number, is_, should)
        await RisingEdge(dut.clk_i)
        assert [dut.held0.value.integer, dut.held1.value.integer] == [len(left[1]), len(left[2])]


@cocotb.test()
async def a_beat_per_cycle(dut):
    await start(dut)
    rng = random.Random(7)
    beats = [some_beat(rng) for _ in range(200)]
    cocotb.start_soon(send(dut, beats, rng, 100))
    dut.m_ready.value = 1
    valid = []
    for _ in range(220):
        await RisingEdge(dut.clk_i)
        valid.append(int(dut.m_valid.value))
    first = valid.index(1)
    assert valid[first : first + 200] == [1] * 200, "no cycle is lost between them"


@cocotb.test()
async def a_clear_forgets_what_is_begun_and_nothing_else(dut):
    await start(dut)
    rng = random.Random(8)
    lines = [rng.randbytes(BEAT) for _ in range(4)]

    async def one(port, strobes, line):
        await send(dut, [(port, 1, strobes, line)], rng, 100)
        ((_, _, out, data),) = await receive(dut, 1, rng, 100)
        await RisingEdge(dut.clk_i)
        return out, data

    for port in (1, 2):
        assert (await one(port, 0b111, lines[0]))[0] == 0
    assert [dut.held0.value.integer, dut.held1.value.integer] == [3, 3]
    dut.clear.value = 1
    await ClockCycles(dut.clk_i, 2)
    assert [dut.held0.value.integer, dut.held1.value.integer] == [0, 3]
    assert await one(1, ALL, lines[1]) == (ALL, lines[1]), "a whole beat is an entry also meanwhile"
    dut.clear.value = 0
    await RisingEdge(dut.clk_i)
    assert await one(1, ALL, lines[2]) == (ALL, lines[2])
    assert await one(2, ALL, lines[3]) == (ALL, lines[0][:3] + lines[3][:61])
    assert [dut.held0.value.integer, dut.held1.value.integer] == [0, 3]


@cocotb.test()
async def who_waits_stays_as_offered_while_something_is_cleared(dut):
    """A beat that completes an entry is on offer when its stream port is cleared: that goes, the rest of it not."""
    await start(dut)
    first, second = bytes(range(BEAT)), bytes(range(100, 100 + BEAT))
    await send(dut, [(1, 1, 0xF, first), (1, 1, ALL, second)], random.Random(9), 100)
    await receive(dut, 1, random.Random(9), 100)
    await ClockCycles(dut.clk_i, 3)
    offered = dut.m_strb.value.integer, dut.m_data.value.integer
    assert offered == (ALL, int.from_bytes(first[:4] + second[:60], "little"))
    dut.clear.value = 1
    await ClockCycles(dut.clk_i, 2)
    dut.clear.value = 0
    for _ in range(3):
        await RisingEdge(dut.clk_i)
        assert dut.m_valid.value and offered == (dut.m_strb.value.integer, dut.m_data.value.integer)
    await receive(dut, 1, random.Random(9), 100)
    await RisingEdge(dut.clk_i)
    assert dut.held0.value.integer == 0
