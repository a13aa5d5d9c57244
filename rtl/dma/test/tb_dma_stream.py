# SPDX-License-Identifier: Apache-2.0
"""Streaming channels: packets, short packets, results, long transfers, streams that get stuck."""

import struct

import cocotb
from cocotb.triggers import ClockCycles
from dma_bench import (
    COMPLETED,
    COUNT,
    CTL_C,
    D_DONE,
    D_EOP,
    D_STOP,
    D_STOP_AT_EOP,
    HOST,
    HOST_SIZE,
    IDLE,
    LAST,
    LENGTH,
    MAGIC,
    NO_RESULT,
    PAGE,
    PARTIAL,
    READ_ERR,
    RUN,
    START,
    STAT,
    STOPPED,
    WRITE_ERR,
    Bench,
    Channel,
    descriptor,
    frame,
    quiet,
)

DONE = STOPPED | COMPLETED
DATA, RESULTS = HOST + 0x10_0000, HOST + 0x8_0000


def result(bench, index):
    """(end of packet, bytes) of a result; they lie 32 bytes apart as the driver lays them out."""
    status, length = struct.unpack("<II", bench.host.get(RESULTS + 32 * index, 8))
    assert status & 0xFFFF_FFFE == 0x52B4_0000, f"result {index} is {status:#010x}"
    return status & 1, length


@cocotb.test()
async def h2c_packets_end_where_eop_says(dut):
    bench = await Bench(dut, 1).start(pauses=True)
    h2c = Channel(bench, "h2c", 1)
    data = bench.fill(bench.host, DATA, 20000)
    packets, pieces, at = [[64], [1], [4096, 100], [64, 64, 63], [100, 28, 200], [5000]], [], 0
    for packet in packets:
        for i, length in enumerate(packet):
            pieces.append((length, DATA + at, 0, D_EOP if i == len(packet) - 1 else 0))
            at += length
    assert await h2c.run(pieces) == (DONE, len(pieces))
    at = 0
    for packet in packets:
        got = await bench.sink.recv()
        assert bytes(got.tdata) == data[at : at + sum(packet)]
        at += sum(packet)
    await quiet(bench)


@cocotb.test()
async def c2h_short_packet_sets_eop(dut):
    bench = await Bench(dut, 2).start(pauses=True)
    c2h = Channel(bench, "c2h", 1)
    sizes = [64, 1, 4096, 200, 4097, 63]
    packets = [bench.rng.randbytes(size) for size in sizes]
    for packet in packets:
        await bench.source.send(frame(packet))
    pieces = [(PAGE, RESULTS + 32 * i, DATA + PAGE * i) for i in range(7)]
    assert await c2h.run(pieces, every=D_DONE) == (DONE, 7)
    # 4097 bytes span two descriptors: the first is full and does not end the packet.
    expect = [(1, 64), (1, 1), (1, 4096), (1, 200), (0, 4096), (1, 1), (1, 63)]
    assert [result(bench, i) for i in range(7)] == expect
    stream = b"".join(packets)
    at = 0
    for i, (_, length) in enumerate(expect):
        assert bench.host.get(DATA + PAGE * i, length) == stream[at : at + length]
        at += length
    await quiet(bench)


@cocotb.test()
async def results_can_be_switched_off(dut):
    bench = await Bench(dut, 3).start()
    c2h = Channel(bench, "c2h", 1)
    await bench.source.send(frame(bytes(range(100))))
    assert await c2h.run([(PAGE, RESULTS, DATA)], START | NO_RESULT) == (DONE, 1)
    assert bench.host.get(RESULTS, 8) == bytes(8) and bench.host.get(DATA, 100) == bytes(range(100))


@cocotb.test()
async def result_that_cannot_be_written_is_an_error(dut):
    bench = await Bench(dut, 4).start()
    c2h = Channel(bench, "c2h", 1)
    nowhere = HOST + HOST_SIZE
    await bench.source.send(frame(bytes(64)))
    status, count = await c2h.run([(PAGE, nowhere, DATA)])
    assert (status, count) == (1 << (WRITE_ERR + 1), 0)
    assert bench.bad_host == [nowhere] and bench.events["host_error"] == 1
    await bench.source.send(frame(bytes(64)))
    assert await c2h.run([(PAGE, RESULTS, DATA)]) == (DONE, 1), "usable afterwards"


@cocotb.test()
async def empty_stream_descriptor_is_an_invalid_length(dut):
    bench = await Bench(dut, 5).start()
    h2c = Channel(bench, "h2c", 1)
    assert await h2c.run([(64, DATA, 0, D_EOP), (0, DATA, 0)]) == (LENGTH, 1)
    assert await h2c.run([(64, DATA, 0)]) == (DONE, 1)


async def stream_alone(bench, h2c, before):
    """What has come out is `before`; then a packet of its own comes out alone and whole."""
    data = bench.fill(bench.host, DATA, 300)
    assert await h2c.run([(300, DATA, 0)]) == (DONE, 1)
    await quiet(bench)
    seen = []
    while not bench.sink.empty():
        seen.append(bytes(bench.sink.recv_nowait().tdata))
    assert seen == [*before, data], f"packets of {[len(packet) for packet in seen]} bytes"


@cocotb.test()
async def h2c_failure_closes_its_packet_and_is_the_last_of_its_run(dut):
    """A packet of several descriptors fails in any of them; what was counted comes out, closed, and no more."""
    bench = await Bench(dut, 14).start()
    h2c = Channel(bench, "h2c", 1)
    nowhere = HOST + HOST_SIZE
    for number in (6, 20):
        for bad in range(0, number, 1 if number == 6 else 7):
            for status, change in (
                (MAGIC, {"magic": 0xAD4A}),
                (LENGTH, {"length": 0}),
                (2 << READ_ERR, {"src": nowhere}),
            ):
                data = bench.fill(bench.host, DATA, 200 * number)
                table, adjacent = bench.chain([(200, DATA + 200 * i, 0) for i in range(number)], base=HOST)
                wrong = {"length": 200, "src": DATA, "dst": 0, "adjacent": max(number - bad - 2, 0), **change}
                wrong["control"] = LAST if bad == number - 1 else 0
                bench.host.put(table + 32 * bad, descriptor(**wrong))
                await h2c.submit(table, adjacent)
                assert (await h2c.wait(), await h2c.read(COUNT)) == (status, bad), f"{change} in {bad} of {number}"
                assert await h2c.read(PARTIAL) == 0
                await stream_alone(bench, h2c, [data[: 200 * bad]] if bad else [])


@cocotb.test()
async def h2c_failure_within_a_descriptor_cuts_its_packet_there(dut):
    """The bytes before the failure come out, whichever run began their packet; whole packets behind it do not."""
    bench = await Bench(dut, 15).start()
    h2c = Channel(bench, "h2c", 1)
    for pauses in (False, True):
        if pauses:
            bench._pause()
        for lead in (64, PAGE - 100):
            data = bench.fill(bench.host, DATA, 8 * PAGE)
            edge = DATA + 2 * PAGE
            bench.host.holes = [(edge, edge + PAGE)]
            assert await h2c.run([(500, DATA, 0)], last=D_STOP | D_DONE) == (DONE, 1)
            behind = [(100, DATA + 5 * PAGE, 0, D_EOP)] * 12
            assert await h2c.run([(PAGE, edge - lead, 0, D_EOP), *behind]) == (2 << READ_ERR, 0)
            bench.host.holes = []
            await stream_alone(bench, h2c, [data[:500] + data[2 * PAGE - lead : 2 * PAGE]])


@cocotb.test()
async def c2h_failure_takes_no_more(dut):
    """The descriptors behind the one that failed wait for nobody, and the next packet is the next run's."""
    bench = await Bench(dut, 16).start()
    c2h = Channel(bench, "c2h", 1)
    await bench.source.send(frame(bytes(64)))
    results = [HOST + HOST_SIZE, *(RESULTS + 32 * i for i in range(11))]
    pieces = [(PAGE, place, DATA + PAGE * i) for i, place in enumerate(results)]
    assert await c2h.run(pieces, cycles=1000) == (1 << (WRITE_ERR + 1), 0)
    await quiet(bench)
    packet = bench.rng.randbytes(200)
    await bench.source.send(frame(packet))
    assert await c2h.run([(PAGE, RESULTS, DATA)]) == (DONE, 1)
    assert result(bench, 0) == (1, 200) and bench.host.get(DATA, 200) == packet


@cocotb.test()
async def c2h_stop_without_data_comes_to_rest(dut):
    """Nobody sends: descriptors without data are dropped at once, and the channel works again."""
    bench = await Bench(dut, 6).start()
    c2h = Channel(bench, "c2h", 1)
    await c2h.submit(*bench.chain([(PAGE, RESULTS + 32 * i, DATA + PAGE * i) for i in range(12)]))
    await bench.source.send(frame(bytes(range(64))))
    await ClockCycles(dut.clk_i, 500)
    assert await c2h.read(COUNT) == 1 and await c2h.read(STAT) == 1
    await c2h.write(CTL_C, RUN)
    assert await c2h.wait(40) == IDLE
    assert (await c2h.read(COUNT), await c2h.read(PARTIAL)) == (1, 0)
    assert result(bench, 0) == (1, 64) and bench.host.get(RESULTS + 32, 11 * 32) == bytes(11 * 32)
    await quiet(bench)
    await bench.source.send(frame(bytes(range(200))))
    assert await c2h.run([(PAGE, RESULTS, DATA)]) == (DONE, 1)
    assert result(bench, 0) == (1, 200) and bench.host.get(DATA, 200) == bytes(range(200))


@cocotb.test()
async def h2c_stop_with_a_stuck_reader_comes_to_rest(dut):
    """One packet of 40 descriptors is cut: what was counted comes out whenever its reader moves, and nothing else."""
    bench = await Bench(dut, 7).start()
    h2c = Channel(bench, "h2c", 1)
    bench.sink.pause = True
    packet = bench.fill(bench.host, DATA, 4000)
    await h2c.submit(*bench.chain([(100, DATA + 100 * i, 0) for i in range(40)]))
    await ClockCycles(dut.clk_i, 1000)
    assert await h2c.read(STAT) == 1
    await h2c.write(CTL_C, RUN)
    assert await h2c.wait(100) == IDLE
    sent = 100 * await h2c.read(COUNT) + await h2c.read(PARTIAL)
    await quiet(bench)
    assert bench.sink.empty()
    bench.sink.pause = False
    await stream_alone(bench, h2c, [packet[:sent]])


@cocotb.test()
async def h2c_packet_left_open_by_design_goes_on(dut):
    """A run that ends by itself without an end of packet is no cut; clearing RUN at rest changes nothing."""
    bench = await Bench(dut, 10).start()
    h2c = Channel(bench, "h2c", 1)
    data = bench.fill(bench.host, DATA, 500)
    for at in (0, 130):
        assert await h2c.run([(130, DATA + at, 0)], last=D_STOP | D_DONE) == (DONE, 1)
        await h2c.write(CTL_C, RUN)
    assert await h2c.run([(240, DATA + 260, 0)]) == (DONE, 1)
    assert bytes((await bench.sink.recv()).tdata) == data
    # A run that is cut before it gave anything closes what an earlier one has left open.
    assert await h2c.run([(130, DATA, 0)], last=D_STOP | D_DONE) == (DONE, 1)
    dut.host_dead.value = 1
    await h2c.submit(*bench.chain([(130, DATA, 0)]))
    await h2c.write(CTL_C, RUN)
    dut.host_dead.value = 0
    assert await h2c.wait(100) == IDLE and await h2c.read(COUNT) == 0
    assert bytes((await bench.sink.recv()).tdata) == data[:130]


@cocotb.test()
async def c2h_restart_at_once_does_not_revive(dut):
    """Descriptors of a stopped run take nothing, however soon the next run is started and whenever data comes."""
    bench = await Bench(dut, 11).start()
    c2h = Channel(bench, "c2h", 1)
    old = [(PAGE, RESULTS + 32 * i, DATA + PAGE * i) for i in range(16)]
    for gap in (0, 1, 7, 300):
        await c2h.submit(*bench.chain(old, base=HOST))
        await ClockCycles(dut.clk_i, 200)
        await c2h.submit(*bench.chain([(PAGE, RESULTS + 0x1000, DATA + 16 * PAGE)], base=HOST + PAGE))
        await ClockCycles(dut.clk_i, gap)
        packet = bench.rng.randbytes(1000)
        await bench.source.send(frame(packet))
        assert await c2h.wait(1000) == DONE and await c2h.read(COUNT) == 1
        assert bench.host.get(DATA + 16 * PAGE, 1000) == packet and result(bench, 128) == (1, 1000)
    assert bench.host.get(DATA, 16 * PAGE) == bytes(16 * PAGE) and bench.host.get(RESULTS, 512) == bytes(512)
    await quiet(bench)


@cocotb.test()
async def c2h_run_ends_with_its_packet(dut):
    """STOP_AT_EOP: one chain takes one packet, however little of the chain that needs, and the next packet waits."""
    bench = await Bench(dut, 12).start(pauses=True)
    c2h = Channel(bench, "c2h", 1)
    for length in (1, 64, 300, PAGE - 1, PAGE, PAGE + 1, 5 * PAGE + 700, 12 * PAGE):
        packets = [bench.rng.randbytes(length), bench.rng.randbytes(77)]
        for packet in packets:
            await bench.source.send(frame(packet))
        for packet in packets:
            bench.host.put(DATA, bytes(12 * PAGE))
            bench.host.put(RESULTS, bytes(12 * 32))
            pieces = [(PAGE, RESULTS + 32 * i, DATA + PAGE * i, D_STOP_AT_EOP) for i in range(12)]
            used = -(-len(packet) // PAGE)
            assert await c2h.run(pieces) == (DONE, used)
            assert await c2h.read(PARTIAL) == 0
            assert bench.host.get(DATA, 12 * PAGE) == packet + bytes(12 * PAGE - len(packet))
            assert result(bench, used - 1) == (1, len(packet) - PAGE * (used - 1))
            assert bench.host.get(RESULTS + 32 * used, 32 * (12 - used)) == bytes(32 * (12 - used))
    # What is wrong behind the packet's end was never reached.
    base, adjacent = bench.chain([(PAGE, RESULTS, DATA, D_STOP_AT_EOP)] * 2)
    bench.host.put(base + 32, bytes(32))
    await bench.source.send(frame(bytes(100)))
    await c2h.submit(base, adjacent)
    assert await c2h.wait() == DONE and await c2h.read(COUNT) == 1
    await quiet(bench)


@cocotb.test()
async def c2h_run_that_failed_at_the_end_of_its_packet_leaves_the_channel_open(dut):
    """The result of the packet's last descriptor cannot be written; the next run takes the next packet all the same."""
    bench = await Bench(dut, 13).start()
    c2h = Channel(bench, "c2h", 1)
    for size in (64, 99):
        await bench.source.send(frame(bytes([size] * size)))
    status, count = await c2h.run([(PAGE, HOST + HOST_SIZE, DATA, D_STOP_AT_EOP), (PAGE, RESULTS, DATA)])
    assert (status, count) == (1 << (WRITE_ERR + 1), 0)
    assert await c2h.run([(PAGE, RESULTS, DATA, D_STOP_AT_EOP)]) == (DONE, 1)
    assert result(bench, 0) == (1, 99) and bench.host.get(DATA, 99) == bytes([99] * 99)


@cocotb.test()
async def one_packet_longer_than_a_mebibyte(dut):
    """300 descriptors, a packet across all of them, adjacent blocks that cross pages."""
    bench = await Bench(dut, 8).start()
    c2h = Channel(bench, "c2h", 1)
    total = 300 * PAGE - 100
    packet = bench.rng.randbytes(total)
    await bench.source.send(frame(packet))
    pieces = [(PAGE, RESULTS + 32 * i, DATA + PAGE * i) for i in range(300)]
    assert await c2h.run(pieces, base=HOST + 0x4000 - 96, cycles=400_000) == (DONE, 300)
    assert bench.host.get(DATA, total) == packet
    assert result(bench, 298) == (0, PAGE) and result(bench, 299) == (1, PAGE - 100)


@cocotb.test()
async def stop_of_flowing_data_loses_nothing(dut):
    """What was taken is in memory and counted, and the next run goes on from there."""
    bench = await Bench(dut, 9).start()
    c2h = Channel(bench, "c2h", 1)
    packet = bench.rng.randbytes(60 * PAGE)
    await bench.source.send(frame(packet))
    pieces = [(PAGE, RESULTS + 32 * i, DATA + PAGE * i) for i in range(60)]
    await c2h.submit(*bench.chain(pieces))
    await ClockCycles(dut.clk_i, 1500)
    await c2h.write(CTL_C, RUN)
    assert await c2h.wait() == IDLE
    count, partial = await c2h.read(COUNT), await c2h.read(PARTIAL)
    moved = count * PAGE + partial
    assert 0 < count < 60 and bench.host.get(DATA, 60 * PAGE) == packet[:moved] + bytes(60 * PAGE - moved)
    rest = [(PAGE - partial, RESULTS, DATA + moved)] + [(PAGE, RESULTS, DATA + PAGE * i) for i in range(count + 1, 60)]
    assert await c2h.run(rest) == (DONE, 60 - count)
    assert bench.host.get(DATA, len(packet)) == packet
