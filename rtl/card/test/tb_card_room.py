# SPDX-License-Identifier: Apache-2.0
"""cocotb tests of writers that share the way to stream ports and memory; one that is full holds up its own."""

import random

import cocotb
from bus_models import BEAT, Channel, Memory, ReadModel, Requests, Slice, WriteModel, reset
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, RisingEdge

HOST, SIZE = 0x0012_3456_0000_0000, 1 << 18
STREAM_PORTS = (0x1000_0000, 0x2000_0000)
OK, OKAY = 0, 0
# Each channel has a part of host memory of its own; the last is where card memory is read back to.
PART = SIZE // 4
BACK = 3
# Cycles in which a channel that was cancelled has answered everything: what it has on the buses, and a few of its own.
REST = 100
WIDTHS = {
    "req_host": 64, "req_card": 64, "req_len": 28, "req_eop": 1, "req_fixed": 1, "req_valid": 1, "req_ready": 1,
    "rsp_cause": 3, "rsp_bad": 64, "rsp_bytes": 28, "rsp_valid": 1, "rsp_ready": 1,
}  # fmt: skip


class Bench:
    """Movers and aperture in front of the card address space, a consumer behind each stream port."""

    def __init__(self, dut, seed):
        self.dut, self.rng = dut, random.Random(seed)
        Slice.shadows.clear()
        self.depth = int(dut.FifoEntries.value)
        self.host = Memory(HOST, SIZE, self.rng)
        self.write_model = WriteModel(dut, "host", self.host, self.rng)
        self.models = [ReadModel(dut, "host", self.host, self.rng, latency=20), self.write_model]
        self.channels = [Requests(Channel(dut, index, WIDTHS), self.rng) for index in range(4)]
        # How often the consumer of each stream port is ready, and what it took.
        self.rates, self.taken = [0.0, 0.0], [[], []]
        self.cancelled = 0

    async def start(self):
        dut = self.dut
        dut.bar_valid.value = dut.cancel.value = dut.port_ready.value = 0
        self.tasks = [cocotb.start_soon(Clock(dut.clk_i, 4, units="ns").start())]
        self.tasks += [cocotb.start_soon(model.run()) for model in (*self.models, *self.channels)]
        await reset(dut)
        self.tasks.append(cocotb.start_soon(self._consume()))
        return self

    async def stop(self):
        for task in self.tasks:
            task.kill()

    async def _consume(self):
        dut, ready = self.dut, 0
        while True:
            await RisingEdge(dut.clk_i)
            moved = dut.port_valid.value.integer & ready
            for n, data in enumerate((dut.port0_data, dut.port1_data)):
                if moved >> n & 1:
                    self.taken[n].append(data.value.integer.to_bytes(BEAT, "little"))
            ready = sum((self.rng.random() < rate) << n for n, rate in enumerate(self.rates))
            dut.port_ready.value = ready

    def part(self, channel, offset, length):
        """Bytes of a channel's part of host memory."""
        start = PART * channel + offset
        return bytes(self.host.data[start : start + length])

    def put(self, channel, offset, card, length):
        self.channels[channel].put(HOST + PART * channel + offset, card, length)

    def cancel(self, channels):
        self.dut.cancel.value = sum(1 << channel for channel in channels)

    async def bar_write(self, address, line):
        """One line through the aperture; the response."""
        dut = self.dut
        dut.bar_addr.value, dut.bar_data.value, dut.bar_valid.value = address, int.from_bytes(line, "little"), 1
        for _ in range(3000):
            await RisingEdge(dut.clk_i)
            if dut.bar_done.value.integer:
                response = dut.bar_resp.value.integer
                dut.bar_valid.value = 0
                await RisingEdge(dut.clk_i)
                return response
        raise AssertionError("no answer to a BAR access")

    async def card_memory(self, length):
        """The first bytes of card memory, read back by the fourth mover."""
        done = len(self.channels[BACK].responses)
        self.put(BACK, 0, 0, length)
        await self.channels[BACK].wait(done + 1, 10000)
        assert self.channels[BACK].responses[-1] == (OK, 0, length, 0)
        return self.part(BACK, 0, length)

    async def until_taken(self, port, count, cycles=20000):
        for _ in range(cycles):
            if len(self.taken[port]) >= count:
                return
            await RisingEdge(self.dut.clk_i)
        raise AssertionError(f"{len(self.taken[port])} of {count} entries came out of stream port {port}")


def beats_of(data):
    return [data[i : i + BEAT] for i in range(0, len(data), BEAT)]


@cocotb.test()
async def a_full_stream_port_holds_up_nobody_else(dut):
    """Memory at full rate, the other port and the BAR, while a channel waits for a stream port that nobody empties."""
    bench = await Bench(dut, 1).start()
    entries = 3 * bench.depth
    bench.put(0, 0, STREAM_PORTS[0], BEAT * entries)
    await ClockCycles(dut.clk_i, 400)
    assert dut.port_stall.value.integer == 1
    length = PART // 2
    bench.put(1, 0, 0, length)
    begin = bench.channels[1].cycle
    await bench.channels[1].wait(1, 5000)
    spent = bench.channels[1].response_cycles[0] - begin
    assert spent <= length / BEAT / 0.9 + 60, spent
    bench.put(2, 0, STREAM_PORTS[1], BEAT * bench.depth)
    await bench.channels[2].wait(1, 1000)
    line = bench.rng.randbytes(BEAT)
    assert await bench.bar_write(length, line) == OKAY
    assert await bench.card_memory(length + BEAT) == bench.part(1, 0, length) + line
    assert bench.channels[0].responses == [], "the stream port is full"
    bench.rates = [1.0, 1.0]
    await bench.channels[0].wait(1, 2000)
    await bench.until_taken(0, entries)
    await bench.until_taken(1, bench.depth)
    await ClockCycles(dut.clk_i, 100)
    assert bench.taken[0] == beats_of(bench.part(0, 0, BEAT * entries))
    assert bench.taken[1] == beats_of(bench.part(2, 0, BEAT * bench.depth))
    await bench.stop()


@cocotb.test()
async def short_bursts_of_three_fill_the_bus(dut):
    """Requests of two beats from each channel into one port, with a consumer that always takes: a beat per cycle."""
    bench = await Bench(dut, 4).start()
    bench.rates = [1.0, 0.0]
    requests = 200
    for channel in range(3):
        for number in range(requests):
            bench.put(channel, 2 * BEAT * number, STREAM_PORTS[0], 2 * BEAT)
    begin = bench.channels[0].cycle
    for channel in range(3):
        await bench.channels[channel].wait(requests, 5000)
    spent = max(channel.response_cycles[-1] for channel in bench.channels[:3]) - begin
    assert spent <= 3 * 2 * requests / 0.95 + 60, spent
    await bench.until_taken(0, 3 * 2 * requests)
    pairs = [bench.taken[0][i : i + 2] for i in range(0, len(bench.taken[0]), 2)]
    for channel in range(3):
        sent = [beats_of(bench.part(channel, 2 * BEAT * number, 2 * BEAT)) for number in range(requests)]
        assert [pair for pair in pairs if pair in sent] == sent
    assert len(pairs) == 3 * requests
    await bench.stop()


@cocotb.test()
async def writers_of_one_stream_port_lose_nothing(dut):
    """Three channels and the BAR into both stream ports, requests of every length, consumers slow and fast."""
    bench = await Bench(dut, 2).start()
    rng = bench.rng
    source = {}  # entry -> (writer, its number)
    counts = [[0] * 4, [0] * 4]
    lengths = [[] for _ in range(3)]
    for channel in range(3):
        offset = 0
        while offset < PART - 4096:
            beats = rng.choice((1, 1, 2, 5, 16, 17, 40))
            port = rng.randrange(2)
            bench.put(channel, offset, STREAM_PORTS[port] + BEAT * rng.randrange(1 << 20), BEAT * beats)
            for entry in beats_of(bench.part(channel, offset, BEAT * beats)):
                source[entry] = (port, channel, counts[port][channel])
                counts[port][channel] += 1
            lengths[channel].append(BEAT * beats)
            offset += BEAT * beats
    total = sum(map(sum, counts))

    async def bar():
        for _ in range(60):
            line, port = rng.randbytes(BEAT), rng.randrange(2)
            source[line] = (port, 3, counts[port][3])
            counts[port][3] += 1
            assert await bench.bar_write(STREAM_PORTS[port], line) == OKAY

    async def moods():
        while True:
            bench.rates = [rng.choice((0.1, 0.5, 0.9, 1.0)) for _ in STREAM_PORTS]
            await ClockCycles(dut.clk_i, rng.randrange(20, 400))

    mood = cocotb.start_soon(moods())
    await cocotb.start_soon(bar())
    for channel in range(3):
        await bench.channels[channel].wait(len(lengths[channel]), 60000)
        assert bench.channels[channel].responses == [(OK, 0, length, 0) for length in lengths[channel]]
    for port in range(2):
        await bench.until_taken(port, sum(counts[port]))
    await ClockCycles(dut.clk_i, 200)
    mood.kill()
    assert sum(map(len, bench.taken)) == total + 60
    for port, entries in enumerate(bench.taken):
        seen = [0] * 4
        for entry in entries:
            assert source[entry] == (port, source[entry][1], seen[source[entry][1]])
            seen[source[entry][1]] += 1
        assert seen == counts[port]
    await bench.stop()


@cocotb.test()
async def short_bursts_do_not_starve_long_ones(dut):
    """Single beats from one channel, bursts of sixteen from another, a consumer that keeps the stream port full."""
    bench = await Bench(dut, 3).start()
    bench.rates = [0.25, 0.0]
    for beat in range(PART // BEAT):
        bench.put(0, BEAT * beat, STREAM_PORTS[0], BEAT)
    bench.put(1, 0, STREAM_PORTS[0], PART)
    long = set(beats_of(bench.part(1, 0, PART)))
    await bench.until_taken(0, 900)
    entries = bench.taken[0][bench.depth : 900]
    share = sum(entry in long for entry in entries) / len(entries)
    # Burst about: sixteen beats to one, as far as single requests come so fast.
    assert 0.5 < share < 0.99, share
    await bench.stop()


@cocotb.test()
async def a_writer_that_waits_can_be_cancelled(dut):
    """At any moment, whether or not room comes just then: answered in bounded time, with what arrives."""
    for moment in range(48):
        bench = await Bench(dut, 100 + moment).start()
        beats = bench.depth + 7
        bench.put(0, 0, STREAM_PORTS[0], BEAT * beats)
        bench.put(0, BEAT * beats, STREAM_PORTS[0], BEAT * 5)
        bench.put(1, 0, STREAM_PORTS[0], BEAT * 9)
        await ClockCycles(dut.clk_i, 300)
        # From now on something leaves the stream port now and then; the cancel falls anywhere in it.
        bench.rates = [0.0 if moment < 4 else 0.3, 0.0]
        await ClockCycles(dut.clk_i, moment)
        bench.cancel([0, 1])
        for channel, requests in ((0, 2), (1, 1)):
            await bench.channels[channel].wait(requests, REST)
        bench.rates = [1.0, 0.0]
        await ClockCycles(dut.clk_i, 4 * bench.depth)
        assert dut.busy.value.integer == 0
        answers = [bench.channels[0].responses, bench.channels[1].responses]
        assert {answer[0] for channel in answers for answer in channel} == {OK}
        (whole, part), (other,) = [[answer[2] for answer in channel] for channel in answers]
        assert part == 0 or whole == BEAT * beats
        first = beats_of(bench.part(0, 0, whole + part))
        second = beats_of(bench.part(1, 0, other))
        taken = bench.taken[0]
        assert [entry for entry in taken if entry in first] == first
        assert [entry for entry in taken if entry in second] == second
        assert len(taken) == len(first) + len(second)
        assert bench.depth - 16 <= len(taken), "a burst of sixteen waits only where there is no room for it"
        bench.cancel([])
        await bench.stop()
