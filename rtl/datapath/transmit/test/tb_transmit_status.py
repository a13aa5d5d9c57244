# SPDX-License-Identifier: Apache-2.0
"""What is told in the very cycle in which it happens, is cleared, or is forgotten; and when there is work."""

import cocotb
from cocotb.triggers import ClockCycles, ReadOnly, RisingEdge
from source_bench import EVENTS, HALF
from transmit_bench import (
    CHANNELS,
    CLEAR,
    TX_CONTROL,
    TX_ENABLE,
    TX_RATE,
    TX_STATUS,
    UNDERRUN,
    Account,
    Packet,
    TransmitBench,
)

TIME_LO, TIME_HI = 0x20, 0x24


@cocotb.test()
async def what_happens_while_it_is_cleared_is_told(dut):
    """A burst that runs dry: the line is high behind each moment that is missed, whenever the status is cleared."""
    bench = await TransmitBench(dut, 1).start()
    await bench.put(TX_RATE, HALF)
    await bench.put(TX_ENABLE, UNDERRUN)
    await bench.send(Packet(bench.fresh(4), 2))
    seen = []

    async def watch():
        missed = False
        while True:
            await RisingEdge(dut.clk_i)
            await ReadOnly()
            seen.append((missed, int(dut.lines.value)))
            missed = int(dut.events.value) >> 6 * EVENTS.index("tx_missed") & 63 != 0

    cocotb.start_soon(watch())
    await ClockCycles(dut.clk_i, 30)
    for turn in range(40):
        await bench.put(TX_STATUS, UNDERRUN)
        await ClockCycles(dut.clk_i, turn % 3)
    assert all(line for missed, line in seen if missed), "a miss that is not told"
    assert sum(missed for missed, _ in seen) > 60 and not all(line for _, line in seen[40:]), "it was never cleared"


@cocotb.test()
async def what_is_forgotten_is_not_told(dut):
    """At every cycle of a burst that runs dry with late packets behind it: no bit, no sample and no moment."""
    bench = await TransmitBench(dut, 2).start()
    await bench.put(TX_RATE, HALF)
    for way in ("rest", "clear"):
        for moment in range(24):
            bench.number = [0] * CHANNELS
            now = await bench.now()
            late = [Packet(bench.fresh(1), 0, now) for _ in range(8)]
            await bench.send(Packet(bench.fresh(2), 0), *late, Packet(bench.fresh(2), 1))
            await bench.host.wait()
            await ClockCycles(dut.clk_i, moment)
            if way == "rest":
                dut.quiesce.value = 1
                await ClockCycles(dut.clk_i, 1)
                dut.quiesce.value = 0
            else:
                await bench.put(TX_CONTROL, CLEAR)
            assert await bench.get(TX_STATUS) == 0, f"{way} after {moment}"
            assert [await bench.told(channel) for channel in range(CHANNELS)] == [Account()] * CHANNELS


@cocotb.test()
async def there_is_work_from_a_packet_on_to_its_end(dut):
    """Without a break, from the first beat on until the air is silent: who waits for rest finds nothing begun."""
    bench = await TransmitBench(dut, 3).start()
    await bench.put(TX_RATE, HALF)
    for ahead in (None, 60):
        for samples in (1, 16, 17, 40):
            stamp = None if ahead is None else await bench.now() + ahead
            frame = Packet(bench.fresh(samples), 3, stamp, eob=True, number=bench.number[3])
            bench.number[3] += 1
            await bench.give(frame.bytes())
            trace = []
            for _ in range(300):
                await RisingEdge(dut.clk_i)
                await ReadOnly()
                comes = bool(dut.h2c_tvalid.value and dut.h2c_tready.value)
                trace.append((comes, int(dut.busy.value), int(dut.air.value) != 0))
            began = next(place for place, (comes, _, _) in enumerate(trace) if comes)
            ended = max(place for place, (_, _, sounds) in enumerate(trace) if sounds)
            busy = [work for _, work, _ in trace]
            assert busy[began : ended + 1] == [1] * (ended + 1 - began), f"{samples} samples, {ahead} ahead"
            assert busy[ended + 1 :] == [0] * (300 - ended - 1)


@cocotb.test()
async def the_time_stands_as_it_is_while_a_packet_is_here(dut):
    bench = await TransmitBench(dut, 4).start()
    await bench.put(TX_RATE, HALF)
    first = await bench.now() + 400
    await bench.send(Packet(bench.fresh(30), 1, first))
    await bench.host.wait()
    await bench.put(TIME_LO, 7)
    while await bench.now() < first + 200:
        before = await bench.now()
        await bench.put(TIME_HI, 0, error=1)
        assert before < await bench.now() < before + 20
    await bench.send(Packet(bench.fresh(1), 1, eob=True))
    await bench.at_rest()
    await bench.put(TIME_HI, 0)
    assert 7 < await bench.now() < 27
    # It goes by that one.
    words = bench.fresh(3)
    await bench.send(Packet(words, 1, 200, eob=True))
    await bench.at_rest()
    assert bench.heard(1, 199, 207) == [0, *(word for word in words for _ in range(2)), 0]
