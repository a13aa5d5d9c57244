# SPDX-License-Identifier: Apache-2.0
"""cocotb tests of the counters in a datapath's page, with places from the register description."""

import random
import sys
from pathlib import Path

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, ReadOnly, RisingEdge

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "regs"))
import model

PAGE = 0x1000
COUNT_MAX = 2**48 - 1
PLACES = {p.name: p for m in model.load() if m.name == "plug" for group in m.groups for p in group.instances}


def offset_of(index, clear=False):
    place = PLACES["event_clear" if clear else "event"]
    return place.base + place.stride * index


def is_counter(offset):
    return any(p.base <= offset < p.base + p.count * p.stride for p in PLACES.values())


class Bench:
    """Register access and events."""

    def __init__(self, dut):
        self.dut = dut
        self.events = int(dut.NumEvents.value)
        self.bits = int(dut.AmountBits.value)

    async def start(self):
        dut = self.dut
        for name in ("reg_valid", "reg_write", "reg_addr", "reg_wdata", "amount"):
            getattr(dut, name).value = 0
        dut.rst_i.value = 1
        cocotb.start_soon(Clock(dut.clk_i, 4, units="ns").start())
        await ClockCycles(dut.clk_i, 3)
        dut.rst_i.value = 0
        await RisingEdge(dut.clk_i)

    def drive(self, amounts):
        """What the counters add from now on; amounts: index -> amount."""
        self.dut.amount.value = sum(amount << (index * self.bits) for index, amount in amounts.items())

    async def access(self, offset, write=None):
        """One access; returns (data, error, cycles until its answer, whether the datapath was asked)."""
        dut = self.dut
        dut.reg_addr.value = offset
        dut.reg_write.value = int(write is not None)
        dut.reg_wdata.value = write or 0
        dut.reg_valid.value = 1
        asked = False
        for cycle in range(8):
            await ReadOnly()
            asked = asked or bool(dut.own_valid.value)
            if dut.reg_ready.value:
                answer = dut.reg_rdata.value.integer, int(dut.reg_error.value), cycle, asked
                await RisingEdge(dut.clk_i)
                dut.reg_valid.value = 0
                return answer
            await RisingEdge(dut.clk_i)
        raise AssertionError(f"register access at {offset:#x} not answered within 8 cycles")

    async def read64(self, offset):
        low, error, _, _ = await self.access(offset)
        assert error == 0
        high, error, _, _ = await self.access(offset + 4)
        assert error == 0
        return low | high << 32


async def make_bench(dut):
    bench = Bench(dut)
    await bench.start()
    return bench


@cocotb.test()
async def the_page_is_shared_as_described(dut):
    """Walks the page: counters answer a cycle later, read 0, refuse writes; all else is the datapath's, at once."""
    bench = await make_bench(dut)
    for offset in range(0, PAGE, 4):
        read, write = await bench.access(offset), await bench.access(offset, 0x1234)
        if is_counter(offset):
            assert read == (0, 0, 1, False), hex(offset)
            assert write[1:] == (1, 1, False), hex(offset)
        else:
            error = offset >> 3 & 1
            assert read == (offset << 16, error, 0, True), hex(offset)
            assert write == (offset << 16 | 0x1234, error, 0, True), hex(offset)
    assert await bench.access(offset_of(1) + 2) == (0, 1, 1, False), "only whole words are registers"


@cocotb.test()
async def read_and_clear_loses_no_event(dut):
    """All counters run on while they are read and cleared at random phases; every event is in exactly one reading."""
    bench = await make_bench(dut)
    rng = random.Random(1)
    sent, seen, running = [0] * bench.events, [0] * bench.events, True

    async def feed():
        while running:
            amounts = {i: rng.randrange(1 << bench.bits) if rng.randrange(2) else 0 for i in range(bench.events)}
            bench.drive(amounts)
            await RisingEdge(dut.clk_i)
            for i, amount in amounts.items():
                sent[i] += amount
        bench.drive({})

    task = cocotb.start_soon(feed())
    for _ in range(300):
        index = rng.randrange(bench.events)
        seen[index] += await bench.read64(offset_of(index, clear=True))
        await ClockCycles(dut.clk_i, rng.randrange(1, 5))
    running = False
    await task
    await ClockCycles(dut.clk_i, 2)
    for index in range(bench.events):
        rest = await bench.read64(offset_of(index))
        assert await bench.read64(offset_of(index, clear=True)) == rest, "the plain counter must not clear"
        seen[index] += rest
        assert await bench.read64(offset_of(index)) == 0
    assert seen == sent
    assert min(sent) > 1000


@cocotb.test()
async def counters_stop_at_their_end_and_halves_belong_together(dut):
    bench = await make_bench(dut)
    counters = dut.u_dut.u_counters.gen_counter
    counters[2].count_q.value, counters[3].count_q.value = COUNT_MAX - 5, 0xFFFF_FFFF
    await RisingEdge(dut.clk_i)
    assert (await bench.access(offset_of(3)))[0] == 0xFFFF_FFFF
    bench.drive({2: 63, 3: 1})
    await RisingEdge(dut.clk_i)
    bench.drive({})
    await RisingEdge(dut.clk_i)
    assert (await bench.access(offset_of(3) + 4))[0] == 0, "a carry between the two reads must not show"
    assert await bench.read64(offset_of(3)) == 1 << 32
    assert await bench.read64(offset_of(2)) == COUNT_MAX
