# SPDX-License-Identifier: Apache-2.0
"""What goes into the stream, and what is told of it."""

import cocotb
from cocotb.triggers import ClockCycles, RisingEdge
from dma_bench import quiet
from mm2s_bench import DMACR, DMASR, ENDED, LENGTH, LINE, VECTOR, TransmitBench, told
from pairs_bench import ARMED, BEAT, BUFFERS, GUARD, HALTED, IDLE, IOC, PAIRS, RECORDS, RECORDS_AT


@cocotb.test()
async def a_buffer_of_any_length_at_any_address_is_a_packet(dut):
    """The core's way, one by one."""
    bench = await TransmitBench(dut, 1).start(pauses=True)
    await bench.run()
    for turn, length in enumerate((1, 63, 64, 65, 100, 4096, 5000, 9999), start=1):
        at = BUFFERS + bench.rng.randrange(1, 5000)
        data = bench.fill(bench.host, at, length)
        await bench.begin(at, length)
        assert await bench.packet() == data
        await bench.finished(turn)
        assert (await bench.get(LENGTH), await bench.get(ENDED)) == (length, 0)
    assert bench.sink.empty() and not bench.bad_host and bench.events["desc_done"] == 8
    await quiet(bench)


@cocotb.test()
async def buffers_follow_each_other_without_an_idle_beat(dut):
    """From a host that answers as fast as it can, many buffers come as one does: no cycle is lost between two."""
    idle = []
    for sizes in ([32 << 10], [4096, 1024, 1024, 8192, 2048, 4096, 4096, 8192]):
        bench = await TransmitBench(dut, 2).start()
        await bench.run()
        data = bench.fill(bench.host, BUFFERS, sum(sizes))
        bench.sink.pause = True
        at = 0
        for size in sizes:
            await bench.arm(BUFFERS + at, size)
            at += size
        await ClockCycles(dut.clk_i, 200)
        bench.sink.pause = False
        await bench.finished(len(sizes))
        at = 0
        for size in sizes:
            assert await bench.packet() == data[at : at + size]
            at += size
        assert bench.beats == sum(sizes) // BEAT
        idle.append(bench.idle)
        await quiet(bench)
    assert idle[1] <= idle[0], f"{idle[1]} idle cycles between the beats of eight buffers, {idle[0]} of one"


@cocotb.test()
async def records_go_round_the_ring(dut):
    bench = await TransmitBench(dut, 3).start(pauses=True)
    await bench.run(mode=RECORDS, log2=2)
    around = bench.fill(bench.host, RECORDS_AT - GUARD, 4 * 32 + 2 * GUARD)
    for turn in range(11):
        data = bench.fill(bench.host, BUFFERS + 128 * turn, turn + 1)
        await bench.arm(BUFFERS + 128 * turn, turn + 1)
        await bench.finished(turn + 1)
        assert bench.record(turn % 4) == told(BUFFERS + 128 * turn, turn + 1, turn + 1)
        assert await bench.packet() == data
    for at, length in ((0, GUARD), (GUARD + 4 * 32, GUARD)):
        assert bench.host.get(RECORDS_AT - GUARD + at, length) == around[at : at + length]
    await quiet(bench)


@cocotb.test()
async def the_line_follows_the_record(dut):
    """One message a buffer; record and registers are there when it comes, and the buffer may be filled anew."""
    bench = await TransmitBench(dut, 4).start(pauses=True)
    await bench.unmask()
    await bench.write(0x2080 + LINE // 4 * 4, VECTOR << 8 * (LINE % 4))
    await bench.write(0x2004, 1 << LINE)
    await bench.run(mode=RECORDS)
    seen = []
    for turn in range(6):
        data = bench.fill(bench.host, BUFFERS, 3000)

        def at_message(vector, turn=turn):
            assert vector == VECTOR
            seen.append(bench.record(turn))
            bench.host.put(BUFFERS, bytes(3000))

        bench.on_message = at_message
        await bench.begin(BUFFERS, 3000)
        for _ in range(3000):
            await RisingEdge(dut.clk_i)
            if seen:
                break
        assert seen == [told(BUFFERS, 3000, turn + 1)] and await bench.packet() == data
        assert await bench.read(0x2040) == 1 << LINE, "the line stands until it is cleared"
        assert await bench.get(DMASR) & (IOC | IDLE) == IOC | IDLE
        await bench.put(DMASR, IOC)
        await ClockCycles(dut.clk_i, 20)
        assert await bench.read(0x2040) == 0 and len(seen) == 1
        seen.clear()
    await quiet(bench)


@cocotb.test()
async def a_sequence_of_random_buffers_is_all_there(dut):
    """Each buffer is a packet, in order, whatever lengths and alignments; each is told once."""
    bench = await TransmitBench(dut, 5).start(pauses=True)
    await bench.run(mode=RECORDS)
    armed, finished, begun, at = [], 0, 0, BUFFERS
    while finished < 60:
        while begun < 60 and len(armed) < PAIRS:
            size = bench.rng.choice((1, 64, 65, bench.rng.randrange(1, 4000)))
            armed.append((at, bench.fill(bench.host, at, size)))
            await bench.arm(at, size)
            begun += 1
            at = BUFFERS + (at + size + bench.rng.randrange(1, 200) - BUFFERS) % 0x20_0000
        await bench.at_least(finished + 1)
        buffer, data = armed.pop(0)
        finished += 1
        assert bench.record((finished - 1) % 16) == told(buffer, len(data), finished)
        assert await bench.packet() == data
    assert bench.sink.empty() and await bench.get(ARMED) == 0
    await bench.put(DMACR, 0)
    await bench.until(DMASR, HALTED, HALTED)
    await quiet(bench)
