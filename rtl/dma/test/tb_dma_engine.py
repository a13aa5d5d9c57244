# SPDX-License-Identifier: Apache-2.0
"""Descriptor chains, errors, write-back, stopping, counters on memory-mapped channels."""

import cocotb
from cocotb.triggers import ClockCycles, RisingEdge
from dma_bench import (
    BUSY,
    CARD,
    COMPLETED,
    COUNT,
    CREDITS,
    CTL,
    CTL_C,
    CTL_S,
    CYC_HI,
    CYC_LO,
    D_DONE,
    D_STOP,
    DAT_LO,
    DESC_ERR,
    HOST,
    HOST_SIZE,
    IDLE,
    IEM,
    IEM_C,
    IEM_S,
    LAST,
    LOG_ALL,
    MAGIC,
    NON_INCR,
    PAGE,
    PARTIAL,
    PERF,
    POLL,
    READ_ERR,
    RUN,
    START,
    STAT,
    STAT_RC,
    STOPPED,
    WB_HI,
    WB_LO,
    WRITE_ERR,
    Bench,
    Channel,
    descriptor,
    quiet,
)

DONE = STOPPED | COMPLETED
DATA = HOST + 0x10_0000


@cocotb.test()
async def registers_set_clear_and_mask(dut):
    bench = await Bench(dut).start()
    h2c = Channel(bench, "h2c", 0)
    await h2c.write(CTL, 0xFFFF_FFFE)
    assert await h2c.read(CTL) == 0x0EFF_FE7E & ~(1 << 24)
    await h2c.write(CTL_C, 0x0000_0006)
    assert await h2c.read(CTL) == 0x0EFF_FE78 & ~(1 << 24)
    await h2c.write(CTL_S, 0x0000_0002)
    assert await h2c.read(CTL) == 0x0EFF_FE7A & ~(1 << 24)
    assert await h2c.read(CTL_S) == 0 and await h2c.read(CTL_C) == 0
    await h2c.write(IEM, 0xFFFF_FFFF)
    assert await h2c.read(IEM) == 0x00FF_FE7E
    await h2c.write(IEM_C, 0x00FF_0000)
    await h2c.write(IEM_S, 0x0008_0001)
    assert await h2c.read(IEM) == 0x0008_FE7E
    for offset in (WB_LO, WB_HI):
        await h2c.write(offset, 0xDEAD_BEE8)
        assert await h2c.read(offset) == 0xDEAD_BEE8
    assert await h2c.read(0x4C) == 0x0001_0140
    await bench.write(0x4088, 0xFFFF_FFFF)
    assert await bench.read(0x4088) == 0x3F
    await bench.write(0x6014, 0xFFFF_FFFF)
    assert await bench.read(0x6010) == 0x0003_0003
    await bench.write(0x6018, 0x0001_0000)
    assert await bench.read(0x6010) == 0x0002_0003
    assert await bench.read(0x3018) == 3 and await bench.read(0x3014) == 2
    assert await bench.read(0x3040) == 0x15
    for hole in (0x0010, 0x00DC, 0x2100, 0x3100, 0x7000, 0x8200, 0x9008, 0xB000):
        await bench.write(hole, 0xFFFF_FFFF)
        assert await bench.read(hole) == 0, f"{hole:#x}"
    await quiet(bench)


@cocotb.test()
async def h2c_chain_moves_every_byte(dut):
    bench = await Bench(dut, 2).start(pauses=True)
    h2c = Channel(bench, "h2c", 0)
    pieces, wanted, src, dst = [], [], DATA, CARD
    for length in (1, 63, 64, 65, 4096, 777, 4095, 130):
        src, dst = src + bench.rng.randrange(200), dst + bench.rng.randrange(200)
        wanted.append((dst, bench.fill(bench.host, src, length)))
        pieces.append((length, src, dst))
        src, dst = src + length, dst + length
    status, count = await h2c.run(pieces)
    assert (status, count) == (DONE, len(pieces))
    for address, data in wanted:
        assert bench.card.get(address, len(data)) == data
    assert bench.events["desc_done"] == len(pieces)
    assert await h2c.read(STAT_RC) == DONE and await h2c.read(STAT) == 0
    await quiet(bench)


@cocotb.test()
async def c2h_chain_moves_every_byte(dut):
    bench = await Bench(dut, 3).start(pauses=True)
    c2h = Channel(bench, "c2h", 0)
    pieces, wanted, src, dst = [], [], CARD, DATA
    for length in (4096, 1, 64, 100, 9000, 63):
        src, dst = src + bench.rng.randrange(200), dst + bench.rng.randrange(200)
        wanted.append((dst, bench.fill(bench.card, src, length)))
        pieces.append((length, src, dst))
        src, dst = src + length, dst + length
    for adjacent in (True, False):
        for address, data in wanted:
            bench.host.put(address, bytes(len(data)))
        status, count = await c2h.run(pieces, adjacent=adjacent)
        assert (status, count) == (DONE, len(pieces))
        for address, data in wanted:
            assert bench.host.get(address, len(data)) == data
    await quiet(bench)


@cocotb.test()
async def adjacent_blocks_may_cross_pages(dut):
    """Any adjacent count at any address: the reader splits at 4 KiB (the bus model and the bench check)."""
    bench = await Bench(dut, 4).start()
    h2c = Channel(bench, "h2c", 0)
    for base in (HOST + PAGE - 32, HOST + PAGE - 64, HOST + PAGE - 96, HOST + 0xFE0 - 31 * 32):
        pieces = [(64, DATA + 64 * i, CARD + 64 * i) for i in range(150)]
        data = bench.fill(bench.host, DATA, 64 * 150)
        status, count = await h2c.run(pieces, base=base)
        assert (status, count) == (DONE, 150), hex(base)
        assert bench.card.get(CARD, len(data)) == data
    # Many descriptors come with one read, not one each.
    assert bench.events["host_read"] < 4 * 150 + 4 * 40
    await quiet(bench)


@cocotb.test()
async def nothing_is_read_past_stop(dut):
    bench = await Bench(dut, 5).start()
    h2c = Channel(bench, "h2c", 0)
    base, _ = bench.chain([(64, DATA, CARD)])
    # The chain goes on behind STOP, into a hole: following it would be an error.
    bench.host.put(base, descriptor(64, DATA, CARD, HOST + HOST_SIZE, LAST, 5))
    await h2c.submit(base, 0)
    assert await h2c.wait() == DONE
    assert bench.events["host_error"] == 0 and bench.events["host_read"] == 2
    await quiet(bench)


@cocotb.test()
async def bad_magic_halts(dut):
    bench = await Bench(dut, 6).start()
    h2c = Channel(bench, "h2c", 0)
    pieces = [(64, DATA, CARD)] * 3
    base, adjacent = bench.chain(pieces)
    bench.host.put(base + 32, descriptor(64, DATA, CARD, 0, LAST, 0, magic=0xAD4A))
    await h2c.submit(base, adjacent)
    assert await h2c.wait() == MAGIC
    assert await h2c.read(COUNT) == 1
    assert await h2c.run(pieces) == (DONE, 3), "usable afterwards"
    await quiet(bench)


@cocotb.test()
async def unmapped_addresses_are_reported(dut):
    bench = await Bench(dut, 7).start()
    h2c, c2h = Channel(bench, "h2c", 0), Channel(bench, "c2h", 0)
    nowhere_host, nowhere_card = HOST + HOST_SIZE + 0x40, CARD + (1 << 28)
    ok = bench.fill(bench.host, DATA, 256)
    for decode in (0, 1):
        dut.host_decode.value = dut.card_decode.value = decode
        cause = 0 if decode else 1
        cases = [
            (h2c, (256, nowhere_host, CARD), 1 << (READ_ERR + cause), bench.bad_host, nowhere_host),
            (h2c, (256, DATA, nowhere_card), 1 << (WRITE_ERR + cause), bench.bad_card, nowhere_card),
            (c2h, (256, nowhere_card, DATA), 1 << (READ_ERR + cause), bench.bad_card, nowhere_card),
            (c2h, (256, CARD, nowhere_host), 1 << (WRITE_ERR + cause), bench.bad_host, nowhere_host),
        ]
        for channel, piece, bit, log, address in cases:
            log.clear()
            good = (256, CARD, DATA + 4096) if channel.c2h else (256, DATA, CARD)
            status, count = await channel.run([good, piece, good])
            assert (status, count) == (bit, 1), f"{status:#x}, want {bit:#x}"
            assert log == [address]
            assert await channel.run([good]) == (DONE, 1), "usable afterwards"
        bench.bad_host.clear()
        await h2c.submit(nowhere_host & ~0x1F, 0)
        assert await h2c.wait() == 1 << (DESC_ERR + cause)
        assert bench.bad_host == [nowhere_host & ~0x1F]
    assert bench.events["host_error"] == 6 and bench.events["card_error"] == 4
    assert bench.card.get(CARD, 256) == ok
    await quiet(bench)


@cocotb.test()
async def damaged_data_is_a_cause_of_its_own(dut):
    """Bit 3 of the error groups: the host marked what it sent as poisoned."""
    bench = await Bench(dut, 17).start()
    h2c = Channel(bench, "h2c", 0)
    hole = DATA + 0x1_0000
    bench.host.holes = [(hole, hole + 64)]
    bench.fill(bench.host, DATA, 4096)
    bench.card.put(CARD, bytes(8192))
    dut.host_poison.value = 1
    status, count = await h2c.run([(100, DATA, CARD), (1000, hole - 500, CARD + 4096), (64, DATA, CARD + 7000)])
    assert (status, count) == (8 << READ_ERR, 1)
    assert bench.bad_host == [hole], bench.bad_host
    await h2c.submit(hole, 0)
    assert await h2c.wait() == 8 << DESC_ERR
    assert bench.bad_host[-1] == hole and bench.events["host_error"] == 2
    assert await h2c.run([(64, DATA, CARD)]) == (DONE, 1), "usable afterwards"
    await quiet(bench)


@cocotb.test()
async def log_bits_gate_logging_only(dut):
    """... and of failures not even that: nothing halts without a trace."""
    bench = await Bench(dut, 8).start()
    h2c = Channel(bench, "h2c", 0)
    bench.host.put(HOST, descriptor(64, DATA, CARD, 0, LAST, 0, magic=0))
    await h2c.submit(HOST, 0, RUN)
    assert await h2c.wait() == MAGIC
    assert await h2c.run([(64, DATA, HOST)], RUN) == (2 << WRITE_ERR, 0)
    assert await h2c.run([(64, DATA, CARD)], RUN) == (0, 1)
    assert await h2c.run([(64, DATA, CARD)], RUN | STOPPED) == (STOPPED, 1)
    assert bench.card.get(CARD, 64) == bench.host.get(DATA, 64)


@cocotb.test()
async def poll_word_follows_data_and_status(dut):
    """Written for COMPLETED whatever bit 2 is; by then data, count and busy are final."""
    bench = await Bench(dut, 9).start(pauses=True)
    word_at = HOST + 0x6_0000
    for name in ("h2c", "c2h"):
        channel = Channel(bench, name, 0)
        await channel.write(WB_LO, word_at & 0xFFFF_FFFF)
        await channel.write(WB_HI, word_at >> 32)
        bench.host.put(word_at, bytes(4))
        data = bench.fill(bench.card if channel.c2h else bench.host, CARD if channel.c2h else DATA, 3000)
        piece = (3000, CARD, DATA) if channel.c2h else (3000, DATA, CARD)
        table = bench.chain([(64, *piece[1:]), piece, piece])
        await channel.submit(*table, (START | POLL) & ~COMPLETED)
        for _ in range(20000):
            await RisingEdge(dut.clk_i)
            if bench.host.word(word_at):
                break
        assert bench.host.word(word_at) == 3
        moved = bench.host.get(DATA, 3000) if channel.c2h else bench.card.get(CARD, 3000)
        assert moved == data
        # The model of memory shows a word before it acknowledges it, a register read over a link comes long after that.
        for _ in range(100):
            if bench.host_bus.write_if.b_channel.idle():
                break
            await RisingEdge(dut.clk_i)
        assert await channel.read(STAT) == STOPPED and await channel.read(COUNT) == 3
        # On error the word comes too, with its top bit, though no descriptor asked for it.
        bench.host.put(word_at, bytes(4))
        bad = (64, CARD + (1 << 28), DATA) if channel.c2h else (64, DATA, CARD + (1 << 28))
        await channel.run([piece, bad], START | POLL, last=D_STOP)
        await ClockCycles(dut.clk_i, 100)
        assert bench.host.word(word_at) == 0x8000_0001
        # Without STOP|COMPLETED|bit 26: silence.
        bench.host.put(word_at, bytes(4))
        await channel.run([piece], START | POLL, last=D_STOP)
        await channel.run([piece], START)
        await ClockCycles(dut.clk_i, 100)
        assert bench.host.word(word_at) == 0
    await quiet(bench)


@cocotb.test()
async def clearing_run_cuts_the_descriptor(dut):
    bench = await Bench(dut, 10).start()
    h2c = Channel(bench, "h2c", 0)
    bench.fill(bench.host, DATA, PAGE)
    await h2c.submit(*bench.chain([(PAGE, DATA, CARD + PAGE * i) for i in range(60)]))
    await ClockCycles(dut.clk_i, 400)
    await h2c.write(CTL_C, RUN)
    status = await h2c.wait()
    count, partial = await h2c.read(COUNT), await h2c.read(PARTIAL)
    assert status == IDLE and 0 < count < 60
    reads = bench.events["host_read"]
    await quiet(bench, 300)
    assert bench.events["host_read"] == reads, "no read after idle"
    data, rest = bench.host.get(DATA, PAGE), 60 * PAGE - PAGE * count - partial
    assert bench.card.get(CARD, 60 * PAGE) == data * count + data[:partial] + bytes(rest)
    # Clearing it again, or after an ordinary end, is no stop.
    assert await h2c.run([(64, DATA, CARD)]) == (DONE, 1)
    await h2c.read(STAT_RC)
    await h2c.write(CTL, LOG_ALL)
    assert await h2c.read(STAT) == 0


@cocotb.test()
async def two_large_descriptors_fill_the_bus_and_a_stop_cuts_them(dut):
    """Large ones are not handed over far ahead, yet the bus never waits for the next; a stop waits for neither."""
    bench = await Bench(dut, 18).start()
    h2c = Channel(bench, "h2c", 0)
    size = 1 << 16
    await h2c.submit(*bench.chain([(size, DATA, CARD)] * 20))
    await ClockCycles(dut.clk_i, 1000)
    begun = bench.events["h2c_beat"]
    await ClockCycles(dut.clk_i, 3000)
    full = bench.events["h2c_beat"] - begun
    await h2c.write(CTL_C, RUN)
    beats = bench.events["h2c_beat"]
    assert await h2c.wait(1000) == IDLE
    assert bench.events["h2c_beat"] - beats <= 512, "what was asked for arrives"
    # The same in descriptors that are just not large: the rate is that of the bus in both cases.
    await h2c.submit(*bench.chain([(16384 - 64, DATA, CARD)] * 60))
    await ClockCycles(dut.clk_i, 1000)
    begun = bench.events["h2c_beat"]
    await ClockCycles(dut.clk_i, 3000)
    assert abs(full - (bench.events["h2c_beat"] - begun)) < 100, f"{full} beats in 3000 cycles"
    await h2c.write(CTL_C, RUN)
    assert await h2c.wait() == IDLE
    await quiet(bench)


@cocotb.test()
async def restart_while_stopping_is_kept(dut):
    bench = await Bench(dut, 11).start()
    h2c = Channel(bench, "h2c", 0)
    await h2c.submit(*bench.chain([(PAGE, DATA, CARD)] * 40))
    await ClockCycles(dut.clk_i, 300)
    # Stop and start at once: the second run begins when the first has come to rest.
    table = bench.chain([(100, DATA, CARD)] * 2)
    await h2c.submit(*table)
    assert await h2c.read(STAT) & BUSY
    assert await h2c.wait() == DONE and await h2c.read(COUNT) == 2
    await quiet(bench)


@cocotb.test()
async def registers_answer_when_the_host_bus_is_dead(dut):
    bench = await Bench(dut, 12).start()
    h2c, c2h = Channel(bench, "h2c", 0), Channel(bench, "c2h", 0)
    dut.host_dead.value = 1
    await h2c.submit(*bench.chain([(PAGE, DATA, CARD)]))
    await c2h.submit(*bench.chain([(PAGE, CARD, DATA)]))
    for channel in (h2c, c2h):
        for offset in (0x00, CTL, STAT, COUNT, IEM):
            await channel.read(offset)
        assert await channel.read(STAT) == BUSY
        await channel.write(CTL_C, RUN)
        assert await channel.read(STAT) == BUSY, "the read is still out there"
    dut.host_dead.value = 0
    for channel in (h2c, c2h):
        assert await channel.wait() == IDLE
    await quiet(bench)


@cocotb.test()
async def perf_counters_cover_the_run(dut):
    bench = await Bench(dut, 13).start()
    h2c = Channel(bench, "h2c", 0)
    await h2c.write(PERF, 2)
    await h2c.write(PERF, 5)
    await ClockCycles(dut.clk_i, 100)
    assert await h2c.read(CYC_LO) == 0, "nothing before the run"
    await h2c.run([(PAGE, DATA, CARD)] * 4)
    cycles, beats = await h2c.read(CYC_LO), await h2c.read(DAT_LO)
    assert beats == 4 * 64 and 256 <= cycles < 4000
    assert await h2c.read(CYC_LO) == cycles and await h2c.read(CYC_HI) == 0, "still after STOP"
    await h2c.run([(PAGE, DATA, CARD)])
    assert await h2c.read(DAT_LO) == 64, "AUTO clears with the run"
    await h2c.write(PERF, 1)
    first = await h2c.read(CYC_LO)
    assert await h2c.read(CYC_LO) > first, "RUN alone counts always"
    await h2c.write(PERF, 2)
    assert await h2c.read(CYC_LO) == 0


@cocotb.test()
async def credits_and_halt_hold_the_fetch(dut):
    bench = await Bench(dut, 14).start()
    h2c = Channel(bench, "h2c", 0)
    await bench.write(0x6024, 1)
    await h2c.submit(*bench.chain([(64, DATA, CARD)] * 20))
    for give, total in ((3, 3), (1, 4), (7, 11)):
        await bench.write(h2c.sgdma + CREDITS, give)
        await ClockCycles(dut.clk_i, 400)
        assert await h2c.read(COUNT) == total and await h2c.read(STAT) & BUSY
        assert await bench.read(h2c.sgdma + CREDITS) == 0
    await bench.write(0x6014, 1)
    await bench.write(h2c.sgdma + CREDITS, 100)
    await ClockCycles(dut.clk_i, 400)
    assert await h2c.read(COUNT) == 11
    await bench.write(0x6018, 1)
    assert await h2c.wait() == DONE and await h2c.read(COUNT) == 20
    await h2c.write(CTL_C, RUN)
    assert await bench.read(h2c.sgdma + CREDITS) == 0, "credits end with the run"
    await bench.write(0x6028, 1)


@cocotb.test()
async def fixed_card_address_stands_still(dut):
    bench = await Bench(dut, 15).start()
    h2c = Channel(bench, "h2c", 0)
    data = bench.fill(bench.host, DATA, 640)
    bench.card.put(CARD, bytes(704))
    assert await h2c.run([(640, DATA, CARD)], START | NON_INCR) == (DONE, 1)
    assert bench.card.get(CARD, 64) == data[-64:] and bench.card.get(CARD + 64, 640) == bytes(640)


@cocotb.test()
async def completed_flag_mid_chain_is_logged_at_once(dut):
    bench = await Bench(dut, 16).start()
    h2c = Channel(bench, "h2c", 0)
    await bench.write(0x6024, 1)
    await h2c.submit(*bench.chain([(64, DATA, CARD)] * 3, every=D_DONE))
    await bench.write(h2c.sgdma + CREDITS, 1)
    await ClockCycles(dut.clk_i, 200)
    assert await h2c.read(STAT_RC) == BUSY | COMPLETED and await h2c.read(STAT) == BUSY
    await bench.write(h2c.sgdma + CREDITS, 2)
    assert await h2c.wait() == DONE
