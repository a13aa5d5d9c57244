# SPDX-License-Identifier: Apache-2.0
"""Descriptors in the doorbell: 2 + 2 channels, 0 memory-mapped, 1 streaming. Offsets are typed by hand."""

import cocotb
from cocotb.triggers import ClockCycles
from dma_bench import (
    BUSY,
    CARD,
    COMPLETED,
    COUNT,
    CTL,
    D_DONE,
    HOST,
    IDLE,
    LAST,
    LENGTH,
    MAGIC,
    PARTIAL,
    POLL,
    READ_ERR,
    RUN,
    START,
    STAT,
    STOPPED,
    WB_HI,
    WB_LO,
    WRITE_ERR,
    Bench,
    Channel,
    descriptor,
    frame,
    quiet,
)  # fmt: skip

REFUSED, LINE = 0x04, 0x40
R_BUSY, R_TORN, R_FORMAT = 1, 2, 4
HOST_DATA, HOST_BACK = HOST + 0x10_0000, HOST + 0x20_0000
ASK = START & ~RUN


class Doorbell(Channel):
    """A channel with its doorbell."""

    def __init__(self, bench, direction, number):
        super().__init__(bench, direction, number)
        self.doorbell = (0xA000 if self.c2h else 0x9000) + 0x100 * number

    def packet(self, length, src, dst, control=LAST, magic=0xAD4B):
        return descriptor(length, src, dst, 0xFFFF_FFFF_FFFF_FFFF, control, 63, magic) + bytes(32)

    async def words(self, line, indices=range(16), last_error=0):
        for k in indices:
            word = int.from_bytes(line[4 * k : 4 * k + 4], "little")
            await self.bench.write(self.doorbell + LINE + 4 * k, word, last_error if k == 15 else 0)

    async def ring(self, line, by="store"):
        """Sends a good line; no more than that."""
        if by == "store":
            assert await self.bench.store(self.doorbell + LINE, line) == 0
        else:
            await self.words(line)

    async def refused(self, clear=True):
        value = await self.bench.read(self.doorbell + REFUSED)
        if clear:
            await self.bench.write(self.doorbell + REFUSED, value)
        return value

    async def done(self, line, by="store"):
        """Rings and waits; (status, count)."""
        await self.ring(line, by)
        return await self.wait(), await self.read(COUNT)


async def start(dut, seed=1, pauses=False):
    bench = await Bench(dut, seed).start(pauses)
    doorbells = [Doorbell(bench, d, n) for d in ("h2c", "c2h") for n in (0, 1)]
    for doorbell in doorbells:
        await doorbell.write(CTL, ASK)
    return bench, *doorbells


def reads(bench):
    return bench.events["host_read"]


@cocotb.test()
async def each_channel_says_that_it_has_one(dut):
    bench, *doorbells = await start(dut)
    for doorbell in doorbells:
        target, stream = (10, 0x8000) if doorbell.c2h else (9, 0x8000)
        number = doorbell.doorbell >> 8 & 15
        assert await bench.read(doorbell.doorbell) == 0x1FC0_0006 | target << 16 | number << 8 | (
            stream if number else 0
        )
        for offset in (REFUSED, 0x08, LINE, LINE + 0x3C, 0x80, 0xFC):
            assert await bench.read(doorbell.doorbell + offset) == 0, hex(offset)
    assert await bench.read(0x9200) == await bench.read(0xA200) == 0


@cocotb.test()
async def a_line_moves_its_bytes_and_reads_no_descriptor(dut):
    bench, h2c, _, c2h, _ = await start(dut, 2)
    for by in ("store", "words"):
        for length, skew in ((64, 0), (1, 3), (200, 61)):
            around = bench.fill(bench.card, CARD, 512)
            data = bench.fill(bench.host, HOST_DATA + skew, length)
            before, asked = bench.events["desc_done"], reads(bench)
            assert await h2c.done(h2c.packet(length, HOST_DATA + skew, CARD + 77), by) == (STOPPED | COMPLETED, 1)
            assert bench.card.get(CARD, 512) == around[:77] + data + around[77 + length :]
            assert reads(bench) == asked + 1 and bench.events["desc_done"] == before + 1
            around = bench.fill(bench.host, HOST_BACK, 512)
            assert await c2h.done(c2h.packet(length, CARD + 77, HOST_BACK + 5), by) == (STOPPED | COMPLETED, 1)
            assert bench.host.get(HOST_BACK, 512) == around[:5] + data + around[5 + length :]
            assert reads(bench) == asked + 1
            assert [await doorbell.refused() for doorbell in (h2c, c2h)] == [0, 0]
    await quiet(bench)


@cocotb.test()
async def streams_and_results(dut):
    bench, _, h2c, _, c2h = await start(dut, 3, pauses=True)
    for by in ("store", "words"):
        data = bench.fill(bench.host, HOST_DATA, 200)
        assert await h2c.done(h2c.packet(200, HOST_DATA, 0), by) == (STOPPED | COMPLETED, 1)
        assert bytes((await bench.sink.recv()).tdata) == data
        await bench.source.send(frame(data))
        bench.fill(bench.host, HOST_BACK, 512)
        result = HOST_BACK + 1024
        assert await c2h.done(c2h.packet(512, result, HOST_BACK), by) == (STOPPED | COMPLETED, 1)
        assert bench.host.get(HOST_BACK, 200) == data
        assert (bench.host.word(result), bench.host.word(result + 4)) == (0x52B4_0001, 200)
    await quiet(bench)


@cocotb.test()
async def words_and_messages_follow_as_for_any_run(dut):
    bench, h2c, *_ = await start(dut, 4, pauses=True)
    await bench.unmask()
    await bench.write(0x2010, 1)
    await bench.write(0x20A0, 0)
    await h2c.write(0x90, STOPPED)
    word = HOST + 0x30_0000
    await h2c.write(WB_LO, word & 0xFFFF_FFFF)
    await h2c.write(WB_HI, word >> 32)
    await h2c.write(CTL, ASK | POLL)
    seen = []
    bench.on_message = lambda _: seen.append((bench.host.word(word), bench.card.get(CARD, 64)))
    for n in range(3):
        bench.host.put(word, bytes(4))
        data = bench.fill(bench.host, HOST_DATA, 64)
        assert await h2c.done(h2c.packet(64, HOST_DATA, CARD), "words" if n == 1 else "store") == (
            STOPPED | COMPLETED,
            1,
        )
        await ClockCycles(dut.clk_i, 20)
        # Data and word are there when the message comes; one each.
        assert seen == [(1, data)]
        seen.clear()
    assert bench.messages == [0, 0, 0]
    await quiet(bench)


@cocotb.test()
async def runs_of_both_kinds_follow_each_other(dut):
    bench, h2c, *_ = await start(dut, 5)
    for _ in range(2):
        data = bench.fill(bench.host, HOST_DATA, 300)
        assert await h2c.run([(100, HOST_DATA, CARD), (200, HOST_DATA + 100, CARD + 100)]) == (STOPPED | COMPLETED, 2)
        assert bench.card.get(CARD, 300) == data
        # RUN is still set from that run, then from this one.
        assert await h2c.read(CTL) & RUN
        data = bench.fill(bench.host, HOST_DATA, 64)
        for at in (0, 64):
            assert await h2c.done(h2c.packet(64, HOST_DATA, CARD + at)) == (STOPPED | COMPLETED, 1)
        assert bench.card.get(CARD, 128) == data * 2
        assert await h2c.read(CTL) == START
    await quiet(bench)


@cocotb.test()
async def lines_of_two_channels_and_other_registers_may_interleave(dut):
    bench, h2c, _, c2h, _ = await start(dut, 6)
    for _ in range(3):
        one, two = bench.fill(bench.host, HOST_DATA, 96), bench.fill(bench.card, CARD + 4096, 80)
        lines = {h2c: h2c.packet(96, HOST_DATA, CARD), c2h: c2h.packet(80, CARD + 4096, HOST_BACK)}
        left = {doorbell: list(range(16)) for doorbell in lines}
        while any(left.values()):
            doorbell = bench.rng.choice([doorbell for doorbell in lines if left[doorbell]])
            await doorbell.words(lines[doorbell], [left[doorbell].pop(0)])
            assert await bench.read(h2c.base) == 0x1FC0_0006
        assert [(await doorbell.wait(), await doorbell.read(COUNT)) for doorbell in lines] == [
            (STOPPED | COMPLETED, 1)
        ] * 2
        assert bench.card.get(CARD, 96) == one and bench.host.get(HOST_BACK, 80) == two
    await quiet(bench)


@cocotb.test()
async def a_torn_line_rings_nothing_and_the_next_whole_one_does(dut):
    bench, h2c, *_ = await start(dut, 7)
    line = h2c.packet(64, HOST_DATA, CARD)
    around = bench.fill(bench.card, CARD, 128)
    torn = {
        "a word missing": [*range(9), *range(10, 16)],
        "the last words only": [14, 15],
        "two words changed over": [0, 1, 3, 2, *range(4, 16)],
        "a word twice": [0, 1, 2, 2, *range(3, 16)],
        "from the end": list(range(15, -1, -1)),
        "the last word twice": [15, 15],
    }
    for name, indices in torn.items():
        await h2c.words(line, indices, last_error=1)
        assert await h2c.refused() == R_TORN, name
        assert (await h2c.read(STAT), await h2c.read(CTL)) == (0, ASK), name
    for strobes in (1, (1 << 32) - 1, (1 << 63) - 1, ((1 << 64) - 1) & ~(1 << 20)):
        assert await bench.store(h2c.doorbell + LINE, line, strobes) == 1
        assert await h2c.refused() == R_TORN
    # A store in the middle of the words is a line of its own, and ends the other one.
    await h2c.words(line, range(8))
    assert await bench.store(h2c.doorbell + LINE, line, 1) == 1
    await h2c.words(line, range(8, 16), last_error=1)
    assert await h2c.refused() == R_TORN
    assert bench.card.get(CARD, 128) == around
    # What was begun and left does not spoil the next one.
    await h2c.words(h2c.packet(7, 1, 2), range(11))
    data = bench.fill(bench.host, HOST_DATA, 64)
    assert await h2c.done(line, "words") == (STOPPED | COMPLETED, 1)
    assert bench.card.get(CARD, 128) == data + around[64:]
    assert await h2c.refused() == 0
    await quiet(bench)


@cocotb.test()
async def formats_that_are_none_are_refused(dut):
    bench, h2c, *_ = await start(dut, 8)
    around = bench.fill(bench.card, CARD, 128)
    good = h2c.packet(64, HOST_DATA, CARD)
    bad = [h2c.packet(64, HOST_DATA, CARD, D_DONE)]
    bad += [good[:at] + b"\x80" + good[at + 1 :] for at in (32, 47, 59, 60, 63)]
    for line in bad:
        assert await bench.store(h2c.doorbell + LINE, line) == 1
        assert await h2c.refused(clear=False) == R_FORMAT
        assert await h2c.refused() == R_FORMAT
        await h2c.words(line, last_error=1)
        assert await h2c.refused() == R_FORMAT
        assert (await h2c.read(STAT), await h2c.read(CTL)) == (0, ASK)
    assert bench.card.get(CARD, 128) == around
    # Stores beside the line are no lines.
    for offset in (0x9000, 0x9080, 0x90C0, 0x9240, 0xA240, 0x0, 0x4080, 0x2000, 0x8000, 0xF000):
        assert await bench.store(offset, good) == 1, hex(offset)
    assert (await h2c.refused(), await h2c.read(STAT)) == (0, 0)
    assert (await h2c.done(good))[1] == 1
    await quiet(bench)


@cocotb.test()
async def what_is_wrong_with_a_descriptor_is_told_as_for_any_run(dut):
    bench, h2c, s2c, c2h, c2s = await start(dut, 9)
    nowhere = 0x7777_0000_0000
    bench.dut.host_decode.value = 1
    bench.dut.card_decode.value = 1
    cases = [
        (h2c, h2c.packet(0, HOST_DATA, CARD), LENGTH),
        (c2h, c2h.packet(0, CARD, HOST_BACK), LENGTH),
        (s2c, s2c.packet(0, HOST_DATA, 0), LENGTH),
        (c2s, c2s.packet(0, HOST_BACK, HOST_BACK), LENGTH),
        (h2c, h2c.packet(1 << 28, HOST_DATA, CARD), LENGTH),
        (h2c, h2c.packet(0x8000_0040, HOST_DATA, CARD), LENGTH),
        (h2c, h2c.packet(64, HOST_DATA, CARD, magic=0xAD4A), MAGIC),
        (h2c, h2c.packet(64, nowhere, CARD), 1 << READ_ERR),
        (h2c, h2c.packet(64, HOST_DATA, nowhere), 1 << WRITE_ERR),
        (h2c, h2c.packet(64, 0xFFFF_FFFF_FFFF_FFE0, CARD), 1 << READ_ERR),
        (h2c, h2c.packet(64, HOST_DATA, 0xFFFF_FFFF_FFFF_FFE0), 1 << WRITE_ERR),
        (c2h, c2h.packet(64, nowhere, HOST_BACK), 1 << READ_ERR),
        (c2h, c2h.packet(64, CARD, nowhere), 1 << WRITE_ERR),
        (s2c, s2c.packet(64, nowhere, 0), 1 << READ_ERR),
    ]  # fmt: skip
    for n, (doorbell, line, status) in enumerate(cases):
        cards, hosts = bench.fill(bench.card, CARD, 128), bench.fill(bench.host, HOST_BACK, 128)
        assert await doorbell.done(line, ("store", "words")[n % 2]) == (status, 0), n
        assert (bench.card.get(CARD, 128), bench.host.get(HOST_BACK, 128)) == (cards, hosts), n
        assert (await doorbell.refused(), await doorbell.read(PARTIAL)) == (0, 0)
        if doorbell in (h2c, c2h):
            data = bench.fill(bench.host, HOST_DATA, 64)
            assert await h2c.done(h2c.packet(64, HOST_DATA, CARD)) == (STOPPED | COMPLETED, 1)
            assert await c2h.done(c2h.packet(64, CARD, HOST_BACK)) == (STOPPED | COMPLETED, 1)
            assert bench.host.get(HOST_BACK, 64) == data
    await quiet(bench)


@cocotb.test()
async def a_busy_channel_refuses_and_goes_on(dut):
    bench, h2c, *_ = await start(dut, 10)
    data = bench.fill(bench.host, HOST_DATA, 512)
    around = bench.fill(bench.card, CARD, 1024)
    other = h2c.packet(64, HOST_DATA, CARD + 700)
    for by in ("list", "store", "words"):
        bench.card.put(CARD, around)
        bench.dut.host_dead.value = 1
        if by == "list":
            await h2c.submit(*bench.chain([(256, HOST_DATA, CARD), (256, HOST_DATA + 256, CARD + 256)]))
        else:
            await h2c.ring(h2c.packet(512, HOST_DATA, CARD), by)
        assert await h2c.read(STAT) == BUSY
        assert await bench.store(h2c.doorbell + LINE, other) == 1
        await h2c.words(other, last_error=1)
        # One that begins while the channel is busy is refused though it ends when that is at rest.
        await h2c.words(other, range(8))
        assert await h2c.refused() == R_BUSY
        bench.dut.host_dead.value = 0
        assert await h2c.wait() == STOPPED | COMPLETED
        await h2c.words(other, range(8, 16), last_error=1)
        assert await h2c.refused() == R_BUSY
        assert await h2c.read(COUNT) == (2 if by == "list" else 1)
        assert bench.card.get(CARD, 1024) == data + around[512:]
    # One that begins at rest and ends in a run, likewise.
    await h2c.words(other, range(15))
    bench.dut.host_dead.value = 1
    await h2c.submit(*bench.chain([(256, HOST_DATA, CARD)]))
    await h2c.words(other, [15], last_error=1)
    bench.dut.host_dead.value = 0
    assert (await h2c.wait(), await h2c.refused()) == (STOPPED | COMPLETED, R_BUSY)
    assert bench.card.get(CARD + 512, 512) == around[512:]
    await quiet(bench)


@cocotb.test()
async def held_at_rest_it_refuses(dut):
    bench, h2c, *_ = await start(dut, 11)
    line = h2c.packet(64, HOST_DATA, CARD)
    around = bench.fill(bench.card, CARD, 64)
    dut.quiesce.value = 1
    assert await bench.store(h2c.doorbell + LINE, line) == 1
    await h2c.words(line, last_error=1)
    assert (await h2c.refused(), await h2c.read(STAT), bench.card.get(CARD, 64)) == (R_BUSY, 0, around)
    dut.quiesce.value = 0
    data = bench.fill(bench.host, HOST_DATA, 64)
    assert await h2c.done(line) == (STOPPED | COMPLETED, 1)
    assert bench.card.get(CARD, 64) == data
    await quiet(bench)


@cocotb.test()
async def stopped_at_every_cycle_it_comes_to_rest_and_works_again(dut):
    bench, h2c, _, c2h, _ = await start(dut, 12)
    ends = set()
    for doorbell, memory, at in ((h2c, bench.card, CARD), (c2h, bench.host, HOST_BACK)):
        for delay in range(60):
            source = bench.fill(
                bench.host if doorbell is h2c else bench.card, HOST_DATA if doorbell is h2c else CARD + 4096, 200
            )
            around = bench.fill(memory, at, 256)
            line = (
                doorbell.packet(200, HOST_DATA, CARD)
                if doorbell is h2c
                else doorbell.packet(200, CARD + 4096, HOST_BACK)
            )
            await doorbell.ring(line)
            await ClockCycles(dut.clk_i, delay)
            await doorbell.write(CTL, ASK)
            status, count, partial = await doorbell.wait(), await doorbell.read(COUNT), await doorbell.read(PARTIAL)
            moved = 200 if count else partial
            ends.add((doorbell.c2h, status))
            assert (status, count, partial) in [(STOPPED | COMPLETED, 1, 0), (IDLE, 0, partial), (0, 0, 0)], delay
            got = memory.get(at, 256)
            assert got[:moved] == source[:moved] and got[200:] == around[200:], delay
            if not count and status == 0:
                assert got == around
            assert await doorbell.refused() == 0
    assert {(c2h, STOPPED | COMPLETED) for c2h in (False, True)} <= ends and len(ends) >= 4
    await quiet(bench)


@cocotb.test()
async def a_reset_forgets_what_was_collected_and_refused(dut):
    bench, h2c, *_ = await start(dut, 13)
    line = h2c.packet(64, HOST_DATA, CARD)
    await h2c.words(line, [14, 15], last_error=1)
    assert await h2c.refused(clear=False) == R_TORN
    await h2c.words(line, range(15))
    dut.rst_i.value = 1
    await ClockCycles(dut.clk_i, 5)
    dut.rst_i.value = 0
    await ClockCycles(dut.clk_i, 5)
    assert (await h2c.refused(), await h2c.read(STAT)) == (0, 0)
    await h2c.words(line, [15], last_error=1)
    assert await h2c.refused() == R_TORN
    await h2c.write(CTL, ASK)
    data = bench.fill(bench.host, HOST_DATA, 64)
    assert await h2c.done(line, "words") == (STOPPED | COMPLETED, 1)
    assert bench.card.get(CARD, 64) == data
    await quiet(bench)
