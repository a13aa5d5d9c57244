# SPDX-License-Identifier: Apache-2.0
"""Errors, stops, resets, rest in every phase: what was taken is told, the rest stays in the stream, it works again."""

import cocotb
from cocotb.triggers import ClockCycles
from dma_bench import HOST, HOST_SIZE, quiet
from pairs_bench import (
    ARMED,
    BEAT,
    BUFFERS,
    DEC_ERR,
    ERR,
    ERR_EN,
    ERRORS,
    GUARD,
    HALTED,
    INT_ERR,
    IOC,
    IOC_EN,
    KEYHOLE,
    RECORDS,
    RESET,
    RS,
    SEQUENCE,
    SLV_ERR,
    THRESHOLD_1,
)
from s2mm_bench import (
    CUT,
    DMACR,
    DMASR,
    LENGTH,
    CaptureBench,
    Note,
    packet,
)


async def ended(bench, error):
    """It has halted with that error and no other; nothing runs before a reset, and everything does behind it."""
    status = await bench.until(DMASR, HALTED, HALTED)
    assert status & ERRORS == error and status & ERR, f"{status:#x}"
    assert not await bench.get(DMACR) & RS
    await bench.put(DMACR, RS | THRESHOLD_1)
    assert await bench.get(DMASR) & (HALTED | ERRORS) == HALTED | error, "runs with an error"
    await bench.put(DMASR, ERR)
    assert await bench.get(DMASR) & (ERR | ERRORS) == error, "the error stays until reset"
    await bench.reset()


async def works(bench, data):
    """One transfer of a packet that is in the stream or goes there now."""
    await bench.run()
    before = await bench.get(SEQUENCE)
    await bench.begin(BUFFERS, len(data) + BEAT)
    await bench.finished(before + 1)
    assert bench.host.get(BUFFERS, len(data)) == data and await bench.get(LENGTH) == len(data)
    await bench.reset()


@cocotb.test()
async def a_packet_longer_than_its_buffer_is_an_error(dut):
    bench = await CaptureBench(dut, 1).start(pauses=True)
    for length in (1, 64, 65, 1000):
        around = bench.fill(bench.host, BUFFERS - GUARD, length + 2 * GUARD)
        data = bench.rng.randbytes(length + 700)
        await bench.run()
        await bench.begin(BUFFERS, length)
        await bench.source.send(packet(data))
        await ended(bench, INT_ERR)
        expected = around[:GUARD] + data[:length] + around[GUARD + length :]
        assert bench.host.get(BUFFERS - GUARD, length + 2 * GUARD) == expected
        await works(bench, data[length:])
    # A packet that fills its buffer is none.
    await bench.run()
    await bench.begin(BUFFERS, 640)
    await bench.source.send(packet(bytes(640)))
    await bench.finished(1)
    assert await bench.get(DMASR) & (ERRORS | HALTED | IOC) == IOC
    await quiet(bench)


@cocotb.test()
async def what_host_memory_refuses_ends_it(dut):
    """Of the data or of the record, decoded nowhere or refused; the samples behind it stay in the stream."""
    bench = await CaptureBench(dut, 2).start(pauses=True)
    for decode, error in ((1, DEC_ERR), (0, SLV_ERR)):
        dut.host_decode.value = decode
        await bench.run(mode=CUT)
        beyond = HOST + HOST_SIZE + 4096
        await bench.begin(beyond, 256)
        await bench.arm(BUFFERS, 256)
        await bench.source.send(packet(bytes(256)))
        await ended(bench, error)
        assert bench.bad_host.pop() == beyond and not bench.bad_host
        assert await bench.get(ARMED) == 0
        bench.source.clear()
        # The record: the data are there.
        data = bench.rng.randbytes(320)
        await bench.put(0xC0, beyond & 0xFFFF_FFFF)
        await bench.put(0xC4, beyond >> 32)
        await bench.put(0x84, CUT | RECORDS)
        await bench.put(DMACR, RS | ERR_EN | THRESHOLD_1)
        await bench.until(DMASR, HALTED, 0)
        await bench.begin(BUFFERS, 4096)
        await bench.source.send(packet(data))
        await ended(bench, error)
        assert bench.host.get(BUFFERS, 320) == data
        assert bench.bad_host and all(at // 64 == beyond // 64 for at in bench.bad_host)
        bench.bad_host.clear()
        await bench.source.send(packet(data))
        await works(bench, data)
    await quiet(bench)


@cocotb.test()
async def an_address_that_stands_still_is_refused(dut):
    bench = await CaptureBench(dut, 3).start()
    await bench.run(control=KEYHOLE | IOC_EN)
    data = bench.rng.randbytes(200)
    await bench.source.send(packet(data))
    around = bench.fill(bench.host, BUFFERS, 256)
    await bench.begin(BUFFERS, 256)
    await ended(bench, INT_ERR)
    assert bench.host.get(BUFFERS, 256) == around and bench.events["host_write"] == 0
    await works(bench, data)
    await quiet(bench)


async def cut_at(bench, way, moment):
    """A stream over buffers, ended at a moment, and taken up again: every byte once, in order, and each told."""
    dut = bench.dut
    data = bench.rng.randbytes(BEAT * 80)
    note = Note(stamp=5000, lost=9, eob=True)
    sizes = [BEAT * 3, BEAT, BEAT * 10, BEAT * 40]
    await bench.run(mode=CUT | RECORDS)
    at = BUFFERS
    for size in sizes:
        await bench.arm(at, size)
        at += size
    around = bench.fill(bench.host, at, GUARD)
    await bench.source.send(packet(data, note))
    await ClockCycles(dut.clk_i, moment)
    if way == "stop":
        await bench.put(DMACR, THRESHOLD_1)
    elif way == "rest":
        dut.quiesce.value = 2
    else:
        await bench.put(DMACR, RESET)
    for _ in range(400):
        # Rest does not wait for the stream.
        if int(dut.front_busy.value) >> 1 == 0:
            break
        await ClockCycles(dut.clk_i, 4)
    else:
        raise AssertionError("does not come to rest")
    arrived, lost, at = 0, 0, BUFFERS
    if way != "reset":
        assert await bench.get(DMASR) & (HALTED | ERRORS) == HALTED and await bench.get(ARMED) == 0
    finished = await bench.get(SEQUENCE)
    if way == "reset":
        assert finished == 0
        # The count is gone; the records are not, and the bytes tell how far it came.
        finished = sum(
            bench.host.get(0x8000 + HOST + 32 * n + 28, 4) == (n + 1).to_bytes(4, "little") for n in range(4)
        )
    for place in range(finished):
        record, size = bench.record(place), sizes[place]
        assert (record.buffer, record.sequence, record.stamp) == (at, place + 1, 5000 + arrived // BEAT)
        assert record.stopped == (record.bytes != size) and not record.eop and 0 < record.bytes <= size
        assert record.bytes == size or place == finished - 1, "something behind what was cut"
        assert bench.host.get(at, record.bytes) == data[arrived : arrived + record.bytes]
        arrived, lost, at = arrived + record.bytes, lost + record.lost, at + size
    assert lost == (9 if arrived else 0)
    assert bench.host.get(BUFFERS + sum(sizes), GUARD) == around
    dut.quiesce.value = 0
    if way == "stop" or way == "rest":
        await bench.reset()
    # The rest of the packet is still there.
    await works(bench, data[arrived:])
    bench.host.put(HOST + 0x8000, bytes(4 * 32))
    return arrived


@cocotb.test()
async def it_ends_in_every_phase(dut):
    """At every cycle of a run, by stop, by QUIESCE, by reset."""
    bench = await CaptureBench(dut, 4).start()
    for way in ("stop", "rest", "reset"):
        seen = {await cut_at(bench, way, moment) for moment in range(44)}
        assert len(seen) > 8, f"{way}: ended with {sorted(seen)} bytes only"
    await quiet(bench)


@cocotb.test()
async def it_ends_in_every_phase_with_slow_partners(dut):
    bench = await CaptureBench(dut, 5).start(pauses=True)
    for way in ("stop", "rest", "reset"):
        seen = {await cut_at(bench, way, moment) for moment in range(0, 120, 3)}
        assert len(seen) > 8, f"{way}: ended with {sorted(seen)} bytes only"
    await quiet(bench)
