# SPDX-License-Identifier: Apache-2.0
"""What arrives in buffers, and what is told of it."""

import cocotb
from cocotb.triggers import ClockCycles, RisingEdge
from dma_bench import quiet
from pairs_bench import (
    ARMED,
    BEAT,
    BUFFERS,
    GUARD,
    HALTED,
    IDLE,
    IOC,
    PAIRS,
    RECORDS,
    RECORDS_AT,
    SEQUENCE,
    Record,
)
from s2mm_bench import (
    CUT,
    DMACR,
    DMASR,
    LINE,
    THROUGH,
    VECTOR,
    CaptureBench,
    Note,
    packet,
)


@cocotb.test()
async def a_packet_of_any_length_arrives_at_any_address(dut):
    """The core's way, one by one, with guard bytes on both sides."""
    bench = await CaptureBench(dut, 1).start(pauses=True)
    await bench.run()
    for turn, length in enumerate((1, 63, 64, 65, 100, 4096, 5000, 9999), start=1):
        at = BUFFERS + bench.rng.randrange(1, 5000)
        around = bench.fill(bench.host, at - GUARD, 12000)
        data = bench.rng.randbytes(length)
        note = Note(
            stamp=bench.rng.getrandbits(60), lost=bench.rng.getrandbits(48), eob=bool(turn & 1), cut=bool(turn & 2)
        )
        await bench.begin(at, 11000)
        await bench.source.send(packet(data, note))
        await bench.finished(turn)
        expected = around[:GUARD] + data + around[GUARD + length :]
        assert bench.host.get(at - GUARD, 12000) == expected
        assert await bench.last() == Record(note.stamp, note.lost, True, note.eob, note.cut, False, 0, length, 0)
    assert not bench.bad_host and bench.events["desc_done"] == 8
    await quiet(bench)


@cocotb.test()
async def buffers_follow_each_other_without_an_idle_beat(dut):
    """A stream that always has a beat, a host that takes one a cycle: no beat waits once the first was taken."""
    bench = await CaptureBench(dut, 2).start()
    await bench.run(mode=CUT)
    sizes = [4096, 64, 1024, 8192, 64, 64, 2048, 4096]
    data = bench.rng.randbytes(sum(sizes))
    at = BUFFERS
    for size in sizes:
        await bench.arm(at, size)
        at += size + 4096
    await bench.source.send(packet(data))
    while not (dut.c2h_tvalid.value and dut.c2h_tready.value):
        await RisingEdge(dut.clk_i)
    bench.waited = 0
    await bench.source.wait()
    assert bench.waited == 0, f"{bench.waited} cycles between buffers"
    await bench.finished(len(sizes))
    at, start = BUFFERS, 0
    for size in sizes:
        assert bench.host.get(at, size) == data[start : start + size]
        at, start = at + size + 4096, start + size
    await quiet(bench)


@cocotb.test()
async def a_cut_packet_tells_the_time_of_each_buffer(dut):
    """Losses and the time of a packet's first beat go with its first buffer, the end with its last."""
    bench = await CaptureBench(dut, 3).start(pauses=True)
    await bench.run(mode=CUT | RECORDS)
    note = Note(stamp=1 << 40, lost=77, eob=True, cut=True)
    data = bench.rng.randbytes(3 * 1024 + 100)
    for place in range(4):
        await bench.arm(BUFFERS + 1024 * place, 1024)
    await bench.source.send(packet(data, note))
    await bench.finished(4)
    assert bench.host.get(BUFFERS, len(data)) == data
    for place, length in enumerate((1024, 1024, 1024, 100)):
        last, stamp = place == 3, note.stamp + 16 * place
        lost = note.lost if place == 0 else 0
        expected = Record(stamp, lost, last, last, last, False, BUFFERS + 1024 * place, length, place + 1)
        assert bench.record(place) == expected
    await quiet(bench)


@cocotb.test()
async def packets_go_through_buffers_up_to_the_end_of_a_burst(dut):
    """Many packets a buffer, parts of one in two buffers, losses summed, and a burst's end ends the buffer."""
    bench = await CaptureBench(dut, 4).start(pauses=True)
    await bench.run(mode=THROUGH | RECORDS)
    lengths = [64, 100, 1, 640, 64, 2000, 33, 64]
    notes = [Note(stamp=1000 * n, lost=n + 1, eob=n == len(lengths) - 1) for n in range(len(lengths))]
    packets = [bench.rng.randbytes(length) for length in lengths]
    whole = b"".join(packets)
    for place in range(8):
        await bench.arm(BUFFERS + 1024 * place, 1024)
    for data, note in zip(packets, notes, strict=True):
        await bench.source.send(packet(data, note))
    await bench.finished(3)
    assert bench.host.get(BUFFERS, len(whole)) == whole
    # 1,024 bytes each: packets 0 to 5 begin in the first, none in the second, 6 and 7 in the third.
    first_of_second = 1024 - sum(lengths[:5])
    stamps = [0, 5000 + first_of_second // BEAT, 5000 + (first_of_second + 1024) // BEAT]
    for place, (lost, length) in enumerate(((sum(range(1, 7)), 1024), (0, 1024), (7 + 8, len(whole) - 2048))):
        end = place == 2
        expected = Record(stamps[place], lost, end, end, False, False, BUFFERS + 1024 * place, length, place + 1)
        assert bench.record(place) == expected
    assert await bench.get(ARMED) == 5, "the others wait"
    await bench.put(DMACR, 0)
    await bench.until(DMASR, HALTED, HALTED)
    await quiet(bench)


@cocotb.test()
async def records_go_round_the_ring(dut):
    bench = await CaptureBench(dut, 5).start(pauses=True)
    await bench.run(mode=RECORDS, log2=2)
    around = bench.fill(bench.host, RECORDS_AT - GUARD, 4 * 32 + 2 * GUARD)
    for turn in range(11):
        await bench.arm(BUFFERS + 128 * turn, 128)
        await bench.source.send(packet(bytes([turn]) * (turn + 1), Note(stamp=turn)))
        await bench.finished(turn + 1)
        expected = Record(turn, 0, True, False, False, False, BUFFERS + 128 * turn, turn + 1, turn + 1)
        assert bench.record(turn % 4) == expected
    for at, length in ((0, GUARD), (GUARD + 4 * 32, GUARD)):
        assert bench.host.get(RECORDS_AT - GUARD + at, length) == around[at : at + length]
    await quiet(bench)


@cocotb.test()
async def the_line_follows_record_and_data(dut):
    """One message a buffer; data, record and registers are there when it comes."""
    bench = await CaptureBench(dut, 6).start(pauses=True)
    await bench.unmask()
    await bench.write(0x2080 + LINE // 4 * 4, VECTOR << 8 * (LINE % 4))
    await bench.write(0x2004, 1 << LINE)
    await bench.run(mode=RECORDS)
    seen = []
    for turn in range(6):
        at, data = BUFFERS + 4096 * turn, bench.rng.randbytes(3000)

        def at_message(vector, at=at, turn=turn):
            assert vector == VECTOR
            seen.append((bench.host.get(at, 3000), bench.record(turn).sequence))

        bench.on_message = at_message
        await bench.begin(at, 4096)
        await bench.source.send(packet(data))
        for _ in range(3000):
            await RisingEdge(dut.clk_i)
            if seen:
                break
        assert seen == [(data, turn + 1)]
        assert await bench.read(0x2040) == 1 << LINE, "the line stands until it is cleared"
        assert await bench.get(DMASR) & (IOC | IDLE) == IOC | IDLE
        await bench.put(DMASR, IOC)
        await ClockCycles(dut.clk_i, 20)
        assert await bench.read(0x2040) == 0 and len(seen) == 1
        seen.clear()
    await quiet(bench)


@cocotb.test()
async def a_sequence_of_random_packets_and_buffers_is_all_there(dut):
    """What arrived is what was sent, in order, whatever the sizes; losses told are those that the stream told."""
    bench = await CaptureBench(dut, 7).start(pauses=True)
    await bench.run(mode=CUT | RECORDS)
    sent, told_lost, lost, stamps, ends, told_ends = bytearray(), 0, 0, [], 0, 0
    arrived, armed, finished, at = bytearray(), [], 0, BUFFERS
    for _ in range(40):
        length = bench.rng.choice((64, 128, 640, 64 * bench.rng.randrange(1, 60)))
        note = Note(
            stamp=bench.rng.getrandbits(40), lost=bench.rng.choice((0, 0, 5, 1 << 44)), eob=bench.rng.random() < 0.3
        )
        data = bench.rng.randbytes(length)
        sent += data
        lost, ends = lost + note.lost, ends + 1
        stamps += [note.stamp + beat for beat in range(length // BEAT)]
        await bench.source.send(packet(data, note))
    while len(arrived) < len(sent):
        while len(armed) < PAIRS:
            size = BEAT * bench.rng.randrange(1, 40)
            await bench.arm(at, size)
            armed.append((at, size))
            at = BUFFERS + (at + size + 64 - BUFFERS) % 0x20_0000
        await bench.at_least(finished + 1)
        record, (buffer, size) = bench.record(finished % 16), armed.pop(0)
        finished += 1
        assert record.buffer == buffer and record.sequence == finished and 0 < record.bytes <= size
        assert record.stamp == stamps[len(arrived) // BEAT] and not record.stopped
        assert record.eop or record.bytes == size, "a buffer that is neither full nor at a packet's end"
        arrived += bench.host.get(buffer, record.bytes)
        told_lost, told_ends = told_lost + record.lost, told_ends + record.eop
    assert (bytes(arrived), told_lost, told_ends) == (bytes(sent), lost, ends)
    assert await bench.get(SEQUENCE) == finished
