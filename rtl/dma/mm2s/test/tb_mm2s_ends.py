# SPDX-License-Identifier: Apache-2.0
"""Errors, stops, resets, rest in every phase: what the stream was given is told, its packet is closed, it goes on."""

import cocotb
from cocotb.triggers import ClockCycles
from dma_bench import HOST, HOST_SIZE, quiet
from mm2s_bench import DMACR, DMASR, ENDED, LENGTH, TransmitBench, told
from pairs_bench import (
    ARMED,
    BEAT,
    BUFFERS,
    DEC_ERR,
    ERR,
    ERR_EN,
    ERRORS,
    HALTED,
    INT_ERR,
    IOC_EN,
    KEYHOLE,
    MODE,
    RECORDS,
    RECORDS_AT,
    RESET,
    RING,
    RS,
    SEQUENCE,
    SLV_ERR,
    THRESHOLD_1,
)

STOPPED = 1 << 19


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


async def works(bench):
    """One transfer, which is a packet by itself."""
    data = bench.fill(bench.host, BUFFERS + 77, 700)
    await bench.run()
    before = await bench.get(SEQUENCE)
    await bench.begin(BUFFERS + 77, len(data))
    await bench.finished(before + 1)
    assert await bench.packet() == data and await bench.get(LENGTH) == len(data)
    await bench.reset()


@cocotb.test()
async def what_host_memory_refuses_ends_it(dut):
    """Of the data or of the record, decoded nowhere or refused; the packet is closed behind what came before."""
    bench = await TransmitBench(dut, 1).start(pauses=True)
    end = HOST + HOST_SIZE
    for decode, error in ((1, DEC_ERR), (0, SLV_ERR)):
        dut.host_decode.value = decode
        for before in (0, 1000):
            data = bench.fill(bench.host, end - before, before)
            await bench.run(mode=RECORDS)
            await bench.begin(end - before, before + 500)
            await bench.arm(BUFFERS, 256)
            await bench.until(DMASR, HALTED, HALTED)
            bytes_told = await bench.get(LENGTH)
            assert (await bench.get(SEQUENCE), await bench.get(ENDED)) == (1, STOPPED)
            assert bench.record(0) == told(end - before, bytes_told, 1, stopped=True) and bytes_told <= before
            await ended(bench, error)
            if bytes_told:
                assert await bench.packet() == data[:bytes_told]
            assert await bench.get(ARMED) == 0 and bench.sink.empty()
            assert bench.bad_host and all(at >= end for at in bench.bad_host)
            bench.bad_host.clear()
            await works(bench)
        # The record: the data are sent.
        data = bench.fill(bench.host, BUFFERS, 320)
        await bench.put(RING, end & 0xFFFF_FFFF)
        await bench.put(RING + 4, end >> 32)
        await bench.put(MODE, RECORDS)
        await bench.put(DMACR, RS | ERR_EN | THRESHOLD_1)
        await bench.until(DMASR, HALTED, 0)
        await bench.begin(BUFFERS, 320)
        await ended(bench, error)
        assert await bench.packet() == data
        assert bench.bad_host and all(at // 64 == end // 64 for at in bench.bad_host)
        bench.bad_host.clear()
        await works(bench)
    await quiet(bench)


@cocotb.test()
async def an_address_that_stands_still_is_refused(dut):
    bench = await TransmitBench(dut, 2).start()
    await bench.run(control=KEYHOLE | IOC_EN)
    await bench.begin(BUFFERS, 256)
    await ended(bench, INT_ERR)
    assert bench.beats == 0 and bench.events["host_read"] == 0
    await works(bench)
    await quiet(bench)


async def cut_at(bench, way, moment, stuck):
    """A chain of buffers, ended at a moment: what was told is what the stream got, and the packet is closed."""
    dut = bench.dut
    sizes = [BEAT * 3, 100, BEAT * 10, BEAT * 40]
    data = bench.fill(bench.host, BUFFERS, sum(sizes))
    bench.host.put(RECORDS_AT, bytes(4 * 32))
    bench.sink.pause = stuck
    await bench.run(mode=RECORDS)
    at = BUFFERS
    for size in sizes:
        await bench.arm(at, size)
        at += size
    await ClockCycles(dut.clk_i, moment)
    if way == "stop":
        await bench.put(DMACR, THRESHOLD_1)
    elif way == "rest":
        dut.quiesce.value = 2
    else:
        await bench.put(DMACR, RESET)
    for _ in range(400):
        # Rest does not wait for the stream's reader.
        if int(dut.front_busy.value) >> 1 == 0:
            break
        await ClockCycles(dut.clk_i, 4)
    else:
        raise AssertionError("does not come to rest")
    finished = await bench.get(SEQUENCE)
    if way == "reset":
        assert finished == 0
        # The count is gone; the records are not.
        finished = sum(bench.record(place).sequence == place + 1 for place in range(4))
    else:
        assert await bench.get(DMASR) & (HALTED | ERRORS) == HALTED and await bench.get(ARMED) == 0
    dut.quiesce.value = 0
    bench.sink.pause = False
    arrived, at = 0, 0
    for place in range(finished):
        record, size = bench.record(place), sizes[place]
        assert record == told(BUFFERS + at, record.bytes, place + 1, stopped=record.bytes != size)
        assert record.bytes == size or place == finished - 1, "something behind what was cut"
        assert await bench.packet() == data[at : at + record.bytes], "the packet is what was told of it, and closed"
        arrived, at = arrived + record.bytes, at + size
    if way != "reset":
        await bench.reset()
    await works(bench)
    assert bench.sink.empty()
    return arrived


@cocotb.test()
async def it_ends_in_every_phase(dut):
    """At every cycle of a run, by stop, by QUIESCE, by reset; with a reader that takes all, and with a stuck one."""
    bench = await TransmitBench(dut, 3).start()
    for way in ("stop", "rest", "reset"):
        seen = {await cut_at(bench, way, moment, stuck=False) for moment in range(44)}
        seen |= {await cut_at(bench, way, moment, stuck=True) for moment in range(0, 44, 4)}
        assert len(seen) > 8, f"{way}: ended with {sorted(seen)} bytes only"
    await quiet(bench)


@cocotb.test()
async def it_ends_in_every_phase_with_slow_partners(dut):
    bench = await TransmitBench(dut, 4).start(pauses=True)
    for way in ("stop", "rest", "reset"):
        seen = {await cut_at(bench, way, moment, stuck=False) for moment in range(0, 120, 3)}
        assert len(seen) > 8, f"{way}: ended with {sorted(seen)} bytes only"
    await quiet(bench)
