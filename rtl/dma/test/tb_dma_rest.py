# SPDX-License-Identifier: Apache-2.0
"""What a cleared RUN leaves behind, and how long that takes: poll words, runs started over, and the bound of rest."""

import itertools

import cocotb
from cocotb.triggers import ClockCycles, RisingEdge
from dma_bench import (
    BUSY,
    CARD,
    COUNT,
    CTL,
    CTL_C,
    D_DONE,
    FIRST_ADJ,
    FIRST_HI,
    FIRST_LO,
    HOST,
    IDLE,
    PARTIAL,
    POLL,
    RUN,
    START,
    STAT,
    WB_HI,
    WB_LO,
    Bench,
    Channel,
    quiet,
)
from tb_dma_stop import CARD_FRESH, DONE, FRESH, LARGE, SMALL, SOURCE, Memory


@cocotb.test()
async def poll_word_after_a_stop_says_the_count(dut):
    """The word is written at rest, before busy falls, and it is the final one."""
    bench = await Bench(dut, 50).start(pauses=True)
    h2c = Channel(bench, "h2c", 0)
    word = HOST + 0x6_0000
    await h2c.write(WB_LO, word & 0xFFFF_FFFF)
    await h2c.write(WB_HI, word >> 32)
    table = bench.chain([(100, SOURCE, CARD)] * 30, every=D_DONE)
    told = 0
    for delay in range(0, 400, 7):
        bench.host.put(word, bytes(4))
        await h2c.submit(*table, START | POLL)
        await ClockCycles(dut.clk_i, delay)
        await h2c.write(CTL_C, RUN)
        while await h2c.read(STAT) & BUSY:
            pass
        now = bench.host.word(word)
        assert now == await h2c.read(COUNT), f"stopped after {delay} cycles"
        await ClockCycles(dut.clk_i, 100)
        assert bench.host.word(word) == now
        told += now > 0
    assert told > 20
    await quiet(bench)


class Watch:
    """When the host's memory is read at one place and written at another."""

    def __init__(self, bench, read_at, write_at):
        self.reads, self.writes = [], []
        read, write = bench.host.read, bench.host.write

        async def seen_read(address, length, **flags):
            if address <= read_at < address + length:
                self.reads.append(bench.cycle)
            return await read(address, length, **flags)

        async def seen_write(address, data, **flags):
            if address <= write_at < address + len(data):
                self.writes.append(bench.cycle)
            await write(address, data, **flags)

        bench.host.read, bench.host.write = seen_read, seen_write

    def clear(self):
        self.reads.clear()
        self.writes.clear()


@cocotb.test()
async def word_of_a_stopped_run_never_lands_in_the_next(dut):
    """With words that take long to write: the next run reads its first descriptor when all of them are there."""
    bench = await Bench(dut, 51).start()
    h2c = Channel(bench, "h2c", 0)
    word, table = HOST + 0x6_0000, HOST + 0x2000
    watch = Watch(bench, table, word)
    await h2c.write(WB_LO, word & 0xFFFF_FFFF)
    await h2c.write(WB_HI, word >> 32)
    old = bench.chain([(100, SOURCE, CARD)] * 30, base=HOST, every=D_DONE)
    new = bench.chain([(100, SOURCE, CARD)], base=table)

    def slow():
        while True:
            yield bench.rng.random() < 0.95

    bench.host_bus.write_if.w_channel.set_pause_generator(slow())
    bench.host_bus.write_if.b_channel.set_pause_generator(slow())
    told = 0
    for delay in range(0, 240, 3):
        watch.clear()
        await h2c.submit(*old, START | POLL)
        await ClockCycles(dut.clk_i, delay)
        # The next run asks for no word, so that every one is of the run before.
        await h2c.submit(*new)
        assert await h2c.wait() == DONE and await h2c.read(COUNT) == 1
        await ClockCycles(dut.clk_i, 200)
        assert len(watch.reads) == 1
        assert not watch.writes or watch.writes[-1] < watch.reads[0], f"stopped after {delay} cycles"
        told += bool(watch.writes)
    assert told > 40
    await quiet(bench)


@cocotb.test()
async def start_that_is_called_off_leaves_the_end_of_the_run_before(dut):
    """Started and stopped again at every cycle around rest: counts and cause are of the last run that began."""
    bench = await Bench(dut, 52).start()
    shape = Memory(bench, "h2c", 0, SMALL)
    table = HOST + 0x2000
    watch = Watch(bench, table, 0)
    new = bench.chain([(1500, FRESH, CARD_FRESH)], base=table)
    called_off = 0
    gaps = [(0, gap) for gap in range(30)] + [(gap, 0) for gap in range(30)]
    for delay, (start, again) in itertools.product((0, 15), gaps):
        shape.prepare()
        watch.clear()
        await shape.start(*bench.chain(shape.pieces(), base=HOST))
        await ClockCycles(dut.clk_i, delay)
        for offset, value in ((FIRST_LO, new[0] & 0xFFFF_FFFF), (FIRST_HI, new[0] >> 32), (FIRST_ADJ, new[1])):
            await bench.write(shape.channel.sgdma + offset, value)
        await shape.channel.write(CTL_C, RUN)
        await ClockCycles(dut.clk_i, start)
        await shape.channel.write(CTL, START)
        await ClockCycles(dut.clk_i, again)
        await shape.channel.write(CTL_C, RUN)
        assert await shape.channel.wait() in (IDLE, DONE), f"started after {start}, stopped after {again}"
        if not watch.reads:
            called_off += 1
            await shape.check(await shape.channel.read(COUNT), await shape.channel.read(PARTIAL))
    assert 20 < called_off < 100
    await quiet(bench)


class Rest:
    """The longest time from the cycle in which a cleared RUN is taken to the first one without anything under way."""

    def __init__(self, bench, channel):
        self.bench, self.place, self.worst = bench, channel.base + CTL_C, 0
        cocotb.start_soon(self._watch())

    async def _watch(self):
        dut, since = self.bench.dut, None
        while True:
            await RisingEdge(dut.clk_i)
            if not dut.busy.value:
                if since is not None:
                    self.worst = max(self.worst, self.bench.cycle - since)
                since = None
            elif since is None and all(line.value for line in (dut.reg_valid, dut.reg_ready, dut.reg_write)):
                since = self.bench.cycle if int(dut.reg_addr.value) == self.place else None


@cocotb.test()
async def what_a_sweep_prints_is_no_less_than_it_took(dut):
    bench = await Bench(dut, 53).start()
    shape = Memory(bench, "h2c", 0, LARGE)
    rest = Rest(bench, shape.channel)
    for delay in range(50):
        await shape.trial(delay, False)
    dut._log.info("printed: within %d cycles; by the engine's own busy: %d", shape.worst, rest.worst)
    assert shape.worst >= rest.worst
    await quiet(bench)


@cocotb.test()
async def rest_of_descriptors_that_fill_the_mover(dut):
    """A host that answers at once, a beat in each cycle, and takes as many reads as the engine asks for."""
    bench = await Bench(dut, 54).start()
    bench.host_bus.read_if.ar_channel.queue_occupancy_limit = 64
    h2c = Channel(bench, "h2c", 0)
    rest = Rest(bench, h2c)
    bytes_each = 1 << 16
    bench.fill(bench.host, SOURCE, bytes_each)
    table = bench.chain([(bytes_each, SOURCE, CARD)], base=HOST)
    for delay in range(0, 1100, 7):
        await h2c.submit(*table)
        await ClockCycles(dut.clk_i, delay)
        await h2c.write(CTL_C, RUN)
        await h2c.wait()
    dut._log.info("64 KiB: at rest within %d cycles", rest.worst)
    # What the mover can have asked for (H2cFifoBeats, as built here), and what a small transfer takes.
    assert 512 <= rest.worst <= 512 + 40
    await quiet(bench)
