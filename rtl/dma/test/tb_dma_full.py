# SPDX-License-Identifier: Apache-2.0
"""The largest engine: eight channels at once."""

import struct

import cocotb
from cocotb.triggers import ClockCycles
from dma_bench import CARD, COMPLETED, HOST, IEM_S, LOG_ALL, PAGE, STOPPED, Bench, Channel, frame, quiet

DONE = STOPPED | COMPLETED
DATA, RESULTS = HOST + 0x10_0000, HOST + 0x8_0000
AREA = 0x4_0000


@cocotb.test()
async def every_channel_says_what_it_is(dut):
    bench = await Bench(dut).start()
    for target in (0, 1, 4, 5):
        for channel in range(4):
            stream = 0x8000 if channel >= 2 else 0
            value = await bench.read(target << 12 | channel << 8)
            assert value == 0x1FC0_0006 | target << 16 | stream | channel << 8
    await bench.write(0x2010, 0xFFFF_FFFF)
    assert await bench.read(0x2010) == 0xFF


def pieces_of(bench, length, side, result=None):
    """Cuts [0, length) into random descriptors; side(at) gives (src, dst)."""
    pieces, at = [], 0
    while at < length:
        part = min(bench.rng.choice([64, 100, 1000, 4096, 5000]), length - at)
        src, dst = side(at)
        pieces.append((part, src if result is None else result + 32 * len(pieces), dst))
        at += part
    return pieces


@cocotb.test()
async def eight_channels_at_once(dut):
    """Two memory-mapped pairs, one looped stream pair, one stream pair at the bench."""
    bench = await Bench(dut, 3).start(pauses=True)
    length = 30000
    host = [bench.fill(bench.host, DATA + AREA * k, length) for k in range(4)]
    card = [bench.fill(bench.card, CARD + AREA * (2 + k), length) for k in range(2)]
    packet = bench.rng.randbytes(length)
    await bench.source.send(frame(packet))
    runs = []
    for k in range(2):
        runs.append(("h2c", k, pieces_of(bench, length, lambda at, k=k: (DATA + AREA * k + at, CARD + AREA * k + at))))
        runs.append(("c2h", k, pieces_of(
            bench, length, lambda at, k=k: (CARD + AREA * (2 + k) + at, DATA + AREA * (4 + k) + at))))  # fmt: skip
    for k in (2, 3):
        runs.append(("h2c", k, pieces_of(bench, length, lambda at, k=k: (DATA + AREA * k + at, 0))))
        runs.append(("c2h", k, pieces_of(
            bench, length, lambda at, k=k: (0, DATA + AREA * (4 + k) + at), RESULTS + 0x8000 * k)))  # fmt: skip
    channels = [Channel(bench, direction, number) for direction, number, _ in runs]
    await bench.unmask()
    await bench.write(0x20A0, 0x0302_0100)
    await bench.write(0x20A4, 0x0706_0504)
    await bench.write(0x2014, 0xFF)
    for channel, (_, _, pieces) in zip(channels, runs, strict=True):
        await channel.write(IEM_S, LOG_ALL)
        await channel.submit(*bench.chain(pieces))
    for channel in channels:
        assert await channel.wait(60000) == DONE
    await ClockCycles(dut.clk_i, 50)
    for k in range(2):
        assert bench.card.get(CARD + AREA * k, length) == host[k], f"h2c {k}"
        assert bench.host.get(DATA + AREA * (4 + k), length) == card[k], f"c2h {k}"
    assert bench.host.get(DATA + AREA * 6, length) == host[2], "loop"
    assert bench.host.get(DATA + AREA * 7, length) == packet, "c2h 3"
    assert bytes((await bench.sink.recv()).tdata) == host[3], "h2c 3"
    last = len(runs[-1][2]) - 1
    status, moved = struct.unpack("<II", bench.host.get(RESULTS + 0x8000 * 3 + 32 * last, 8))
    assert status == 0x52B4_0001 and moved == runs[-1][2][-1][0]
    assert sorted(bench.messages) == list(range(8)), "one message each"
    assert bench.events["desc_done"] == sum(len(pieces) for _, _, pieces in runs)
    await quiet(bench)


@cocotb.test()
async def errors_of_one_channel_leave_the_others_alone(dut):
    bench = await Bench(dut, 4).start()
    good, bad = Channel(bench, "h2c", 0), Channel(bench, "h2c", 1)
    data = bench.fill(bench.host, DATA, 20 * PAGE)
    await good.submit(*bench.chain([(PAGE, DATA + PAGE * i, CARD + PAGE * i) for i in range(20)]))
    for _ in range(5):
        status, count = await bad.run([(256, HOST + (1 << 40), CARD + AREA)])
        assert (status, count) == (1 << 10, 0)
    assert await good.wait() == DONE
    assert bench.card.get(CARD, len(data)) == data and bench.events["host_error"] == 5
    await quiet(bench)
