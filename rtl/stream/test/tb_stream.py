# SPDX-License-Identifier: Apache-2.0
"""cocotb tests of the stream port and its registers; the bus is driven by cocotbext-axi."""

import logging
import random
import sys
from pathlib import Path

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, RisingEdge, with_timeout
from cocotbext.axi import AxiBus, AxiMaster, AxiResp, AxiStreamBus, AxiStreamSink

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "regs"))
import model

BEAT = 64
EVENTS = ("beat_in", "beat_out", "full_stall", "empty_starve", "discarded")
# Two bounds: no single wait may be longer, whatever the test.
WAIT_US = 200


def stream_registers():
    """name -> offset, from the register description."""
    user = next(m for m in model.load() if m.name == "user")
    group = next(g for g in user.groups if g.name == "stream")
    return {r.name: r.offset for r in group.regs}, group.instances[0].stride


class Bench:
    """Bus master, stream sink, register access and an event counter around the harness."""

    def __init__(self, dut):
        self.dut = dut
        self.depth = int(dut.DepthEntries.value)
        self.regs, self.page = stream_registers()
        # Bursts as long as the card's.
        bus = AxiBus.from_prefix(dut, "s_axi")
        self.axi = AxiMaster(bus, dut.clk_i, dut.rst_i, max_burst_len=16)
        self.sink = AxiStreamSink(AxiStreamBus.from_prefix(dut, "m_axis"), dut.clk_i, dut.rst_i)
        self.events = dict.fromkeys(EVENTS, 0)
        self.received = []
        for part in (self.axi.write_if, self.axi.read_if, self.sink):
            part.log.setLevel(logging.WARNING)

    async def start(self):
        dut = self.dut
        dut.reg_valid.value = 0
        dut.rst_i.value = 1
        cocotb.start_soon(Clock(dut.clk_i, 4, units="ns").start())
        await ClockCycles(dut.clk_i, 4)
        dut.rst_i.value = 0
        await RisingEdge(dut.clk_i)
        cocotb.start_soon(self._watch())

    async def _watch(self):
        """Counts events and keeps the entries that the consumer took."""
        dut = self.dut
        while True:
            await RisingEdge(dut.clk_i)
            for name in EVENTS:
                self.events[name] += int(getattr(dut, name).value)
            if dut.m_axis_tvalid.value and dut.m_axis_tready.value:
                assert dut.m_axis_tkeep.value.integer == 2**BEAT - 1
                self.received.append(dut.m_axis_tdata.value.integer.to_bytes(BEAT, "little"))

    async def access(self, offset, write=None):
        """One register access; returns (data, error)."""
        dut = self.dut
        dut.reg_addr.value = offset
        dut.reg_write.value = int(write is not None)
        dut.reg_wdata.value = write or 0
        dut.reg_valid.value = 1
        for _ in range(8):
            await RisingEdge(dut.clk_i)
            if dut.reg_ready.value:
                dut.reg_valid.value = 0
                answer = dut.reg_rdata.value.integer, int(dut.reg_error.value)
                await RisingEdge(dut.clk_i)
                return answer
        raise AssertionError(f"register access at {offset:#x} not answered within 8 cycles")

    async def read(self, name):
        data, error = await self.access(self.regs[name])
        assert error == 0
        return data

    async def write(self, name, value):
        _, error = await self.access(self.regs[name], value)
        assert error == 0

    async def send(self, address, data):
        response = await with_timeout(self.axi.write(address, data), WAIT_US, "us")
        assert response.resp == AxiResp.OKAY
        return response

    async def until_received(self, count):
        for _ in range(WAIT_US * 250):
            if len(self.received) >= count:
                return
            await RisingEdge(self.dut.clk_i)
        raise AssertionError(f"{len(self.received)} of {count} entries came out")

    async def settle(self):
        """Long enough for whatever could still come out to come out."""
        await ClockCycles(self.dut.clk_i, 20)

    async def check_conservation(self, occupancy):
        """Every entry is inside, taken or discarded, and what is not filled is free."""
        await self.settle()
        events = self.events
        assert events["beat_in"] == events["beat_out"] + events["discarded"] + occupancy, events
        assert self.dut.free_entries.value.integer == self.depth - occupancy, "no promise is left over"


async def make_bench(dut):
    bench = Bench(dut)
    await bench.start()
    return bench


def pauses(rng, percent):
    while True:
        yield rng.random() * 100 < percent


def beats_of(data):
    return [data[i : i + BEAT] for i in range(0, len(data), BEAT)]


@cocotb.test()
async def whole_bursts_come_out_in_order(dut):
    bench = await make_bench(dut)
    rng = random.Random(1)
    data = rng.randbytes(BEAT * 150)
    await bench.send(0, data)
    await bench.until_received(150)
    assert bench.received == beats_of(data)
    await bench.settle()
    await bench.check_conservation(0)
    assert bench.events["beat_in"] == 150


@cocotb.test()
async def address_does_not_matter(dut):
    """Single beats at spread, descending and repeated addresses: entries come in the order of writes."""
    bench = await make_bench(dut)
    rng = random.Random(2)
    sent = []
    for address in (0x0FFF_FFC0, 0, 0x40, 0x40, 0x0800_0000, 0x1000, 0x0FC0):
        data = rng.randbytes(BEAT)
        await bench.send(address, data)
        sent.append(data)
    await bench.until_received(len(sent))
    assert bench.received == sent


@cocotb.test()
async def partial_beats_are_filled_with_zeros(dut):
    bench = await make_bench(dut)
    rng = random.Random(3)
    expected = []
    for start, length in ((0, 4), (60, 4), (8, 16), (63, 1), (1, 63), (32, 64), (5, 190)):
        data = rng.randbytes(length)
        await bench.send(start, data)
        lanes = bytes(start) + data
        expected += beats_of(lanes + bytes(-len(lanes) % BEAT))
    await bench.until_received(len(expected))
    assert bench.received == expected


@cocotb.test()
async def back_pressure_everywhere_loses_nothing(dut):
    bench = await make_bench(dut)
    rng = random.Random(4)
    axi = bench.axi.write_if
    for channel, percent in (
        (axi.aw_channel, 30),
        (axi.w_channel, 20),
        (axi.b_channel, 60),
        (bench.sink, 40),
    ):
        channel.set_pause_generator(pauses(random.Random(percent), percent))
    blocks = [rng.randbytes(BEAT * rng.randint(1, 40)) for _ in range(25)]
    tasks = [cocotb.start_soon(bench.send(0x1000 * n, block)) for n, block in enumerate(blocks)]
    for task in tasks:
        await task
    sent = [beat for block in blocks for beat in beats_of(block)]
    await bench.until_received(len(sent))
    assert sorted(bench.received) == sorted(sent)
    assert bench.received == sent
    await bench.check_conservation(0)


@cocotb.test()
async def full_fifo_holds_the_bus_back(dut):
    bench = await make_bench(dut)
    rng = random.Random(5)
    bench.sink.pause = True
    data = rng.randbytes(BEAT * (bench.depth + 40))
    task = cocotb.start_soon(bench.send(0, data))
    await ClockCycles(dut.clk_i, bench.depth + 200)
    assert not task.done()
    assert await bench.read("DEPTH") == bench.depth
    assert await bench.read("OCCUPANCY") == 1 << 31 | bench.depth, "full, and somebody waits"
    assert await bench.read("HIGH_WATER") == bench.depth
    assert bench.events["beat_in"] == bench.depth
    assert bench.events["full_stall"] > 100
    bench.sink.pause = False
    await task
    await bench.until_received(bench.depth + 40)
    assert bench.received == beats_of(data)
    assert await bench.read("OCCUPANCY") == 0
    assert await bench.read("HIGH_WATER_CLEAR") == bench.depth
    assert await bench.read("HIGH_WATER") == 0
    await bench.check_conservation(0)


@cocotb.test()
async def one_beat_per_cycle_when_nobody_waits(dut):
    """Eighty bursts: few lost cycles per burst, and those the bus model's own."""
    bench = await make_bench(dut)
    count = 20 * BEAT
    data = random.Random(6).randbytes(BEAT * count)
    first = cocotb.start_soon(bench.until_received(1))
    task = cocotb.start_soon(bench.send(0, data))
    await first
    before = bench.events["empty_starve"]
    await task
    await bench.until_received(count)
    assert bench.received == beats_of(data)
    # The bus model itself pauses a little between its bursts; the stream port may add nothing to that.
    assert bench.events["full_stall"] == 0
    assert bench.events["empty_starve"] - before <= 3 * 80


@cocotb.test()
async def flush_discards_inside_and_arriving(dut):
    bench = await make_bench(dut)
    rng = random.Random(7)
    bench.sink.pause = True
    await bench.send(0, rng.randbytes(BEAT * 50))
    assert await bench.read("OCCUPANCY") == 50
    await bench.write("CONTROL", 1)
    assert await bench.read("CONTROL") == 1
    bench.sink.pause = False
    # More than the FIFO holds goes through while the flush lasts.
    await bench.send(0, rng.randbytes(BEAT * (bench.depth + 100)))
    # One entry leaves per cycle.
    await ClockCycles(dut.clk_i, bench.depth)
    assert await bench.read("OCCUPANCY") == 0
    assert bench.received == []
    assert bench.events["discarded"] == bench.depth + 150
    await bench.write("CONTROL", 0)
    data = rng.randbytes(BEAT * 9)
    await bench.send(0, data)
    await bench.until_received(9)
    assert bench.received == beats_of(data)
    await bench.check_conservation(0)


@cocotb.test()
async def short_flush_empties_a_full_fifo(dut):
    """A flush lifted at once still throws away everything that was inside, and nothing that comes after."""
    bench = await make_bench(dut)
    rng = random.Random(8)
    bench.sink.pause = True
    inside = bench.depth - 1
    await bench.send(0, rng.randbytes(BEAT * inside))
    await bench.write("CONTROL", 1)
    await bench.write("CONTROL", 0)
    data = rng.randbytes(BEAT * 30)
    bench.sink.pause = False
    await bench.send(0x40, data)
    await bench.until_received(30)
    await bench.settle()
    assert bench.received == beats_of(data)
    assert bench.events["discarded"] == inside
    await bench.check_conservation(0)


@cocotb.test()
async def reading_the_stream_port_is_an_error(dut):
    bench = await make_bench(dut)
    for length in (1, BEAT, 5 * BEAT):
        response = await with_timeout(bench.axi.read(0, length), WAIT_US, "us")
        assert response.resp == AxiResp.SLVERR
        assert response.data == bytes(length)
    await bench.send(0, bytes(range(BEAT)))
    await bench.until_received(1)
    assert bench.received == [bytes(range(BEAT))]


@cocotb.test()
async def registers_answer_as_described(dut):
    """Every offset of both pages: reset value, access kind, holes read 0 with an error, neighbours keep."""
    bench = await make_bench(dut)
    user = next(m for m in model.load() if m.name == "user")
    group = next(g for g in user.groups if g.name == "stream")
    described = {r.offset: r for r in group.regs}
    for page in range(3):
        for offset in range(0, bench.page, 4):
            register = described.get(offset) if page < 2 else None
            data, error = await bench.access(page * bench.page + offset)
            if register is None:
                assert (data, error) == (0, 1), (page, offset)
                _, error = await bench.access(page * bench.page + offset, 0xFFFF_FFFF)
                assert error == 1, (page, offset)
                continue
            expected = bench.depth if register.name == "DEPTH" else register.reset
            assert (data, error) == (expected, 0), (page, register.name)
            writable = sum(f.mask for f in register.fields if f.access == "rw")
            _, error = await bench.access(page * bench.page + offset, 0xFFFF_FFFF)
            assert error == int(writable == 0), (page, register.name)
            data, _ = await bench.access(page * bench.page + offset)
            assert data == (expected | writable), (page, register.name)
    # Writing page 0 and 1 set both flush bits and nothing else; clearing one leaves the other.
    await bench.access(0, 0)
    assert (await bench.access(bench.page))[0] == 1
    assert (await bench.access(0))[0] == 0
