# SPDX-License-Identifier: Apache-2.0
"""Clearing RUN at every cycle of a transfer: every byte and every count, then a clean start.

A stop is tried at each cycle from the write of RUN to the end of the transfer, once with rest awaited and once with the
next run started at once. Each shape prints how long the channel took to come to rest in the worst case.
"""

import struct

import cocotb
from cocotb.triggers import ClockCycles, RisingEdge
from dma_bench import (
    BUSY,
    CARD,
    COMPLETED,
    COUNT,
    CTL,
    CTL_C,
    D_EOP,
    FIRST_ADJ,
    FIRST_HI,
    FIRST_LO,
    HOST,
    IDLE,
    PARTIAL,
    RUN,
    START,
    STAT,
    STOPPED,
    Bench,
    Channel,
    frame,
    quiet,
)

DONE = STOPPED | COMPLETED
SOURCE, TARGET, RESULTS, FRESH = HOST + 0x10_0000, HOST + 0x18_0000, HOST + 0x8_0000, HOST + 0x20_0000
CARD_FRESH = CARD + 0x10_0000
GUARD = b"\xa5"
AREA = 4096
# By then everything stands still behind a reader that takes nothing.
STUCK_CYCLES = 80
LARGE, SMALL = [1500], [100] * 6
# Lengths of the packets of a stream: of the H2C chain's descriptors, and against the C2H descriptors.
PACKETS_OUT = {1: [1500], 6: [300, 200, 100]}
PACKETS_IN = {1: [1400], 6: [250, 64, 1, 120]}


def cut(packets, total):
    """The packets as a receiver sees them when their stream is cut after `total` bytes."""
    seen = []
    for packet in packets:
        if total <= 0:
            break
        seen.append(packet[:total])
        total -= len(packet)
    return seen


def split(data, lengths):
    """Consecutive parts of these lengths."""
    parts, at = [], 0
    for length in lengths:
        parts.append(data[at : at + length])
        at += length
    return parts


class Shape:
    """A channel, its descriptors, and what may be seen of them; the kinds of channel say how."""

    stuck = False

    def __init__(self, bench, direction, number, sizes):
        self.bench, self.channel, self.sizes = bench, Channel(bench, direction, number), sizes
        self.worst, self.stops = 0, 0

    def at(self, base, index):
        """Unaligned places with room between them."""
        return base + 3 + index * (self.sizes[0] + 77)

    async def start(self, table, adjacent):
        channel = self.channel
        await channel.write(CTL_C, RUN)
        for offset, value in ((FIRST_LO, table & 0xFFFF_FFFF), (FIRST_HI, table >> 32), (FIRST_ADJ, adjacent)):
            await self.bench.write(channel.sgdma + offset, value)
        await channel.write(CTL, START)

    async def trial(self, delay, again):
        """One stop `delay` cycles after the start; false when the transfer had already ended."""
        channel = self.channel
        self.prepare()
        await self.start(*self.bench.chain(self.pieces(), base=HOST))
        await ClockCycles(self.bench.dut.clk_i, delay)
        under_way = await channel.read(STAT) & BUSY
        since, now = 0, self.bench.cycle
        await channel.write(CTL_C, RUN)
        if not again:
            busy = BUSY
            while busy:
                # To the end of the first look that says idle: no less than it took.
                busy = await channel.read(STAT) & BUSY
                since = self.bench.cycle - now
                assert since < 3000, f"not at rest {since} cycles after a stop at {delay}"
            self.worst, self.stops = max(self.worst, since), self.stops + 1
            assert await channel.read(STAT) in (IDLE, DONE)
            await self.check(await channel.read(COUNT), await channel.read(PARTIAL))
        await self.afresh(again)
        assert await channel.read(PARTIAL) == 0
        return under_way

    async def sweep(self, label):
        """Every cycle until the transfer ends before the stop, or cannot end for want of a reader."""
        for again in (False, True):
            delay = 0
            while await self.trial(delay, again) and not (self.stuck and delay == STUCK_CYCLES):
                delay += 1
                assert delay < 1000
            assert delay > 20, "the transfer lasts"
        self.bench.dut._log.info("stop, %s: at rest within %d cycles (%d stops)", label, self.worst, self.stops)

    def moved(self, count, partial):
        """Bytes that count and partial promise."""
        assert count <= len(self.sizes)
        assert partial == 0 or (count < len(self.sizes) and partial < self.sizes[count]), (count, partial)
        return sum(self.sizes[:count]) + partial


class Memory(Shape):
    """Memory-mapped: the target holds what is counted, and not a byte more."""

    def prepare(self):
        bench, c2h = self.bench, self.channel.c2h
        self.source = (bench.card, CARD) if c2h else (bench.host, SOURCE)
        self.target = (bench.host, TARGET) if c2h else (bench.card, CARD)
        # The guard's value is not among the data, so that what has moved can be told from the memory.
        self.data = bench.rng.randbytes(AREA).replace(GUARD, b"\0")
        self.source[0].put(self.source[1], self.data)
        self.target[0].put(self.target[1], GUARD * AREA)

    def pieces(self):
        return [(size, self.at(self.source[1], i), self.at(self.target[1], i) + 9) for i, size in enumerate(self.sizes)]

    async def check(self, count, partial):
        self.moved(count, partial)
        assert self.target[0].get(self.target[1], AREA) == self.image([*self.sizes[:count], partial])

    def image(self, lengths):
        image = bytearray(GUARD * AREA)
        for i, length in enumerate(lengths):
            image[self.at(9, i) : self.at(9, i) + length] = self.data[self.at(0, i) : self.at(0, i) + length]
        return bytes(image)

    async def afresh(self, again):
        bench, c2h = self.bench, self.channel.c2h
        source = (bench.card, CARD_FRESH) if c2h else (bench.host, FRESH)
        target = (bench.host, FRESH) if c2h else (bench.card, CARD_FRESH)
        data = bench.fill(*source, 300)
        target[0].put(target[1], bytes(300))
        assert await self.channel.run([(300, source[1], target[1])], base=HOST + 0x1000) == (DONE, 1)
        assert target[0].get(target[1], 300) == data
        if again:
            seen = self.target[0].get(self.target[1], AREA)
            moved = sum(byte != GUARD[0] for byte in seen)
            lengths = [max(0, min(size, moved - sum(self.sizes[:i]))) for i, size in enumerate(self.sizes)]
            assert seen == self.image(lengths), f"{moved} bytes, not from the beginning on"


class ToStream(Shape):
    """H2C stream: all that is counted comes out, in packets that end, and what follows is a packet of its own."""

    def prepare(self):
        self.data = self.bench.fill(self.bench.host, SOURCE, AREA)
        parts = [self.data[self.at(0, i) : self.at(0, i) + size] for i, size in enumerate(self.sizes)]
        self.packets = split(b"".join(parts), PACKETS_OUT[len(self.sizes)])
        self.promised = None
        if self.stuck:
            self.bench.sink.pause = True

    def pieces(self):
        ends, total, pieces = set(), 0, []
        for packet in self.packets:
            total += len(packet)
            ends.add(total)
        total = 0
        for i, size in enumerate(self.sizes):
            total += size
            pieces.append((size, self.at(SOURCE, i), 0, D_EOP if total in ends else 0))
        return pieces

    async def check(self, count, partial):
        self.promised = self.moved(count, partial)

    async def afresh(self, again):
        bench = self.bench
        # Also one that fits into a beat: nothing behind it would cover what was held before.
        size = bench.rng.choice((30, 300))
        data = bench.fill(bench.host, FRESH, size)
        await self.channel.submit(*bench.chain([(size, FRESH, 0)], base=HOST + 0x1000))
        if self.stuck:
            await ClockCycles(bench.dut.clk_i, bench.rng.randrange(200))
            bench.sink.pause = False
        assert await self.channel.wait() == DONE and await self.channel.read(COUNT) == 1
        for _ in range(400):
            if not bench.dut.busy.value and not bench.dut.h2c_tvalid.value:
                break
            await RisingEdge(bench.dut.clk_i)
        await ClockCycles(bench.dut.clk_i, 2)
        seen = []
        while not bench.sink.empty():
            seen.append(bytes(bench.sink.recv_nowait().tdata))
        assert seen[-1] == data, f"a packet of {len(seen[-1])} bytes instead of the {size} that were sent"
        total = sum(map(len, seen[:-1]))
        assert seen[:-1] == cut(self.packets, total)
        assert self.promised in (None, total), f"{total} bytes came out, {self.promised} were counted"


class FromStream(Shape):
    """C2H stream: memory holds what is counted, results say so, and the next run finds the rest."""

    def prepare(self):
        bench = self.bench
        self.stream = [bench.rng.randbytes(length) for length in PACKETS_IN[len(self.sizes)]]
        for packet in self.stream:
            bench.source.send_nowait(frame(packet))
        for base in (TARGET, FRESH, RESULTS):
            bench.host.put(base, GUARD * 16 * AREA)

    def pieces(self):
        return [(size, RESULTS + 32 * i, self.at(TARGET, i)) for i, size in enumerate(self.sizes)]

    def taken(self, base, places):
        """(bytes, end of packet) of every result from `base` on, and their data; what is beside them is untouched."""
        host, got, results = self.bench.host, [], bytearray(GUARD * AREA)
        image = bytearray(GUARD * 4 * AREA)
        for i, place in enumerate(places):
            raw = host.get(base + 32 * i, 8)
            if raw == GUARD * 8:
                break
            status, length = struct.unpack("<II", raw)
            assert status & 0xFFFF_FFFE == 0x52B4_0000
            results[32 * i : 32 * i + 8] = raw
            got.append((host.get(place, length), status & 1))
            image[place - places[0] : place - places[0] + length] = got[-1][0]
        assert host.get(base, AREA) == results, "results follow each other"
        assert host.get(places[0], len(image)) == image, "nothing is written that no result tells"
        return got

    async def check(self, count, partial):
        got = self.taken(RESULTS, [self.at(TARGET, i) for i in range(len(self.sizes))])
        assert len(got) == count + bool(partial)
        if partial:
            assert (len(got[-1][0]), got[-1][1]) == (partial, 0)

    async def afresh(self, again):
        """Descriptors with more room than is needed take the rest; then they are stopped, idle as they are."""
        bench, host = self.bench, self.bench.host
        old = [self.at(TARGET, i) for i in range(len(self.sizes))]
        new = [FRESH + 4096 * i for i in range(8)]
        results = RESULTS + AREA
        await self.channel.submit(
            *bench.chain([(3500, results + 32 * i, place) for i, place in enumerate(new)], base=HOST + 0x1000)
        )
        whole = b"".join(self.stream)
        for _ in range(600):
            now = [host.word(base + 32 * i + 4) for base, n in ((RESULTS, len(old)), (results, 8)) for i in range(n)]
            if sum(n for n in now if n != 0xA5A5_A5A5) >= len(whole):
                break
            await ClockCycles(bench.dut.clk_i, 5)
        await self.channel.write(CTL_C, RUN)
        await self.channel.wait(500)
        first, second = self.taken(RESULTS, old), self.taken(results, new)
        # With nothing left to take the second run may be called off before it has begun: the count is then the first's.
        assert await self.channel.read(COUNT) == len(second or first) or not (second or await self.channel.read(COUNT))
        got = first + second
        assert b"".join(data for data, _ in got) == whole, "nothing is lost, nothing comes twice"
        at, ends = 0, []
        for data, end in got:
            at += len(data)
            ends += [at] if end else []
        assert ends == [sum(map(len, self.stream[: i + 1])) for i in range(len(self.stream))]


async def sweeps(dut, seed, kind, direction, number, label, sizes, setting):
    bench = await Bench(dut, seed).start(pauses=setting == "slow")
    shape = kind(bench, direction, number, sizes)
    shape.stuck = setting == "stuck reader"
    await shape.sweep(f"{label}, {'one large descriptor' if len(sizes) == 1 else 'small descriptors'}, {setting}")
    await quiet(bench)


def declare(kind, direction, number, label, settings):
    """One test for each chain and setting, by a name of its own."""
    for sizes in (LARGE, SMALL):
        for setting in settings:

            async def test(dut, sizes=sizes, setting=setting):
                seed = len(sizes) + 100 * number + len(setting)
                await sweeps(dut, seed, kind, direction, number, label, sizes, setting)

            name = f"{label}_{'large' if len(sizes) == 1 else 'chain'}_{setting}".replace(" ", "_")
            test.__name__ = test.__qualname__ = name
            globals()[name] = cocotb.test()(test)


declare(Memory, "h2c", 0, "h2c memory", ("flowing", "slow"))
declare(Memory, "c2h", 0, "c2h memory", ("flowing", "slow"))
declare(ToStream, "h2c", 1, "h2c stream", ("flowing", "slow", "stuck reader"))
declare(FromStream, "c2h", 1, "c2h stream", ("flowing", "slow"))
