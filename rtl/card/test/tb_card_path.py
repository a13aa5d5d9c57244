# SPDX-License-Identifier: Apache-2.0
"""cocotb tests of writers with one path to stream ports and memory: one without room holds up all the others."""

import cocotb
from bus_models import BEAT
from cocotb.triggers import ClockCycles
from tb_card_room import (
    OK,
    OKAY,
    PART,
    REST,
    STREAM_PORTS,
    Bench,
    beats_of,
    short_bursts_of_three_fill_the_bus,
    writers_of_one_stream_port_lose_nothing,
)

# These two hold with a path as they do without.
__all__ = ["short_bursts_of_three_fill_the_bus", "writers_of_one_stream_port_lose_nothing"]


async def full(bench):
    """Channel 0 has sent all that finds room in stream port 0 and waits."""
    entries = 3 * bench.depth
    bench.put(0, 0, STREAM_PORTS[0], BEAT * entries)
    await ClockCycles(bench.dut.clk_i, 400)
    assert bench.dut.port_stall.value.integer == 1
    return entries


@cocotb.test()
async def a_full_stream_port_holds_up_every_channel_and_not_the_bar(dut):
    """Memory and the other stream port wait behind it, whatever would be taken; all comes when there is room."""
    bench = await Bench(dut, 1).start()
    entries = await full(bench)
    bench.rates = [0.0, 1.0]
    length = PART // 2
    bench.put(1, 0, 0, length)
    bench.put(2, 0, STREAM_PORTS[1], BEAT * bench.depth)
    await ClockCycles(dut.clk_i, 5000)
    assert [channel.responses for channel in bench.channels[:3]] == [[], [], []]
    assert bench.taken == [[], []]
    assert dut.port_stall.value.integer == 1, "stream port 1 is not asked"
    line, entry = bench.rng.randbytes(BEAT), bench.rng.randbytes(BEAT)
    assert await bench.bar_write(length, line) == OKAY
    assert await bench.bar_write(STREAM_PORTS[1], entry) == OKAY
    await bench.until_taken(1, 1)
    bench.rates = [1.0, 1.0]
    for channel in range(3):
        await bench.channels[channel].wait(1, 4000)
    await bench.until_taken(0, entries)
    await bench.until_taken(1, 1 + bench.depth)
    await ClockCycles(dut.clk_i, 100)
    sizes = (BEAT * entries, length, BEAT * bench.depth)
    for channel, size in enumerate(sizes):
        assert bench.channels[channel].responses == [(OK, 0, size, 0)]
    assert bench.taken[0] == beats_of(bench.part(0, 0, sizes[0]))
    assert bench.taken[1] == [entry, *beats_of(bench.part(2, 0, sizes[2]))]
    assert await bench.card_memory(length + BEAT) == bench.part(1, 0, length) + line
    await bench.stop()


@cocotb.test()
async def who_waits_in_front_and_is_cancelled_lets_the_others_go(dut):
    """It answers in bounded time, with what has arrived; what was behind it goes on without anybody's help."""
    for moment in range(24):
        bench = await Bench(dut, 200 + moment).start()
        entries = await full(bench)
        bench.put(1, 0, STREAM_PORTS[1], BEAT * bench.depth)
        bench.put(2, 0, 0, PART // 4)
        await ClockCycles(dut.clk_i, 300 + moment)
        assert [channel.responses for channel in bench.channels[:3]] == [[], [], []]
        bench.cancel([0])
        await bench.channels[0].wait(1, REST)
        [(status, _, arrived, _)] = bench.channels[0].responses
        assert (status, arrived) == (OK, BEAT * bench.depth) and bench.depth < entries
        await bench.channels[1].wait(1, 1000)
        await bench.channels[2].wait(1, 2000)
        bench.rates = [1.0, 1.0]
        for port in range(2):
            await bench.until_taken(port, bench.depth)
        await ClockCycles(dut.clk_i, 100)
        assert dut.busy.value.integer == 0
        assert bench.taken == [beats_of(bench.part(port, 0, BEAT * bench.depth)) for port in range(2)]
        bench.cancel([])
        assert await bench.card_memory(PART // 4) == bench.part(2, 0, PART // 4)
        await bench.stop()
