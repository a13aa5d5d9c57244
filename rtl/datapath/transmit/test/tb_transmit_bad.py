# SPDX-License-Identifier: Apache-2.0
"""Packets that are none, full rings, rest and clear: counted, dropped, and what is behind them is sent."""

import cocotb
from cocotb.triggers import ClockCycles
from source_bench import BEAT, HALF
from transmit_bench import (
    CHANNELS,
    CLEAR,
    HELD_BEATS,
    MALFORMED,
    MOST,
    SKIP,
    TX_CONTROL,
    TX_DROPPED,
    TX_ENDPOINT,
    TX_MALFORMED,
    TX_RATE,
    TX_STATUS,
    Account,
    Packet,
    TransmitBench,
    on_air,
)


@cocotb.test()
async def a_malformed_packet_is_dropped_with_its_buffer(dut):
    """Each thing that a header can have wrong; what was before it in its buffer and the next buffer are sent."""
    bench = await TransmitBench(dut, 1).start()
    await bench.put(TX_RATE, HALF)
    words = bench.fresh(20)
    wrong = [
        {"kind": kind} for kind in range(6)
    ] + [
        {"length": length} for length in (0, 1, 63, 64, 65, 66, 67, BEAT + 4 * MOST + 4, 0xFFFF)
    ] + [
        {"channel": CHANNELS}, {"channel": 0xFFFF}, {"more": 1 << 58}, {"more": 1 << 63}, {"more": 1 << 56},
        {"more": 1 << 48}, {"more": 1 << 52},
    ]  # fmt: skip
    sent = 0
    for number, what in enumerate(wrong, start=1):
        bad = Packet(words, **what).bytes()
        good = [Packet(words[:1], 0, eob=True, number=2 * (number - 1) + place).bytes() for place in range(2)]
        # Behind it in its buffer is a packet that would be good.
        await bench.give(good[0] + bad + good[1])
        await bench.give(good[1])
        await bench.at_rest()
        sent += 2
        assert await bench.told() == Account(sent=sent, packets=sent), what
        assert (await bench.get(TX_MALFORMED), await bench.get(TX_DROPPED)) == (number, 5 * number), what
        assert await bench.get(TX_STATUS) == MALFORMED
        await bench.put(TX_STATUS, MALFORMED)
        assert await bench.get(TX_STATUS) == 0
    assert bench.events["tx_malformed"] == len(wrong) and bench.events["tx_sent"] == sent
    # One that is as long as it says, which is too long.
    await bench.give(Packet(bench.fresh(MOST + 1), 0, eob=True, number=sent).bytes())
    await bench.at_rest()
    assert await bench.told() == Account(sent=sent, packets=sent)
    dropped = 5 * len(wrong) + 1 + -(-4 * (MOST + 1) // BEAT)
    assert (await bench.get(TX_MALFORMED), await bench.get(TX_DROPPED)) == (len(wrong) + 1, dropped)


@cocotb.test()
async def a_packet_that_its_buffer_cuts_was_never_there(dut):
    """At every length: with the bytes of its samples it is sent, with fewer it is dropped; padding is none of it."""
    bench = await TransmitBench(dut, 2).start()
    await bench.put(TX_RATE, HALF)
    words = bench.fresh(35)
    whole = Packet(words, 1, eob=True).line() + b"".join(word.to_bytes(4, "little") for word in words)
    sent = malformed = dropped = 0
    for length in [*range(1, len(whole) + 3), len(whole) + 20]:
        data = whole.ljust(length, b"\x55")[:length]
        # Its number is that of the packet that is next.
        data = data[:4] + sent.to_bytes(2, "little") + data[6:] if length >= 6 else data
        before = await bench.now()
        await bench.give(data)
        await bench.at_rest()
        if length >= len(whole):
            sent += 1
            first = next(time for time in range(before, await bench.now()) if bench.air[time][1])
            assert bench.heard(1, first, first + 71) == on_air(first, words, HALF, first + 71)
        else:
            malformed, dropped = malformed + 1, dropped + -(-length // BEAT)
        assert await bench.told(1) == Account(sent=35 * sent, packets=sent), length
        assert (await bench.get(TX_MALFORMED), await bench.get(TX_DROPPED)) == (malformed, dropped), length
    # Others are not touched by what was forgotten: all of the ring is there.
    for channel in range(CHANNELS):
        bench.number[channel] = sent if channel == 1 else 0
        await bench.send(Packet(bench.fresh(MOST), channel, eob=True), Packet(bench.fresh(MOST), channel, eob=True))
    await bench.at_rest()
    assert await bench.get(TX_STATUS) == MALFORMED


@cocotb.test()
async def what_is_cut_leaves_what_is_held(dut):
    """A packet that waits for its time stands, whatever is cut behind it; what was counted goes with a rest, too."""
    bench = await TransmitBench(dut, 6).start()
    await bench.put(TX_RATE, HALF)
    for way in ("rest", "clear"):
        bench.number[0] = 0
        first = await bench.now() + 500
        held, behind = bench.fresh(40), bench.fresh(20)
        await bench.send(Packet(held, 0, first))
        await bench.give(Packet(bench.fresh(60), 0, number=1).bytes()[: BEAT + 100])
        await bench.send(Packet(behind, 0, eob=True))
        await bench.at_rest()
        assert bench.heard(0, first, first + 121) == on_air(first, held + behind, HALF, first + 121)
        assert await bench.told() == Account(sent=60, packets=2)
        assert (await bench.get(TX_MALFORMED), await bench.get(TX_DROPPED)) == (1, 3)
        if way == "rest":
            dut.quiesce.value = 1
            await ClockCycles(dut.clk_i, 2)
            dut.quiesce.value = 0
            await ClockCycles(dut.clk_i, 2)
        else:
            await bench.put(TX_CONTROL, CLEAR)
        assert [await bench.get(at) for at in (TX_STATUS, TX_MALFORMED, TX_DROPPED)] == [0, 0, 0], way
        assert await bench.told() == Account()


@cocotb.test()
async def packets_that_are_missing_are_told(dut):
    """Whoever is to have a packet says of each that is not the next one; an endpoint is known from its register on."""
    bench = await TransmitBench(dut, 3).start()
    await bench.put(TX_RATE, HALF)
    await bench.put(TX_ENDPOINT, 0xFFFE)
    # Endpoints go round at their end.
    for channel, endpoint in enumerate((0xFFFE, 0xFFFF, 0, 1)):
        skips, following = 0, 0
        for turn, number in enumerate((0, 1, 3, 4, 4, 0xFFFF, 0, 1, 0), start=1):
            await bench.give(Packet(bench.fresh(1), endpoint, eob=True, number=number).bytes())
            await bench.at_rest()
            skips, following = skips + (number != following), number + 1 & 0xFFFF
            assert await bench.told(channel) == Account(sent=turn, packets=turn, skips=skips)
        assert skips == 4 and await bench.get(TX_STATUS) == SKIP
    await bench.put(TX_CONTROL, CLEAR)
    assert await bench.get(TX_STATUS) == 0 and await bench.told() == Account()


@cocotb.test()
async def what_finds_no_room_waits_in_the_stream(dut):
    """More beats than a ring has, more packets than it has: nothing is lost, and all is sent in order without a gap."""
    bench = await TransmitBench(dut, 4).start()
    await bench.put(TX_RATE, HALF)
    for lengths in ([MOST, MOST, 48, MOST, 17, 3], [1] * 40):
        await bench.put(TX_CONTROL, CLEAR)
        bench.number[2] = 0
        first = await bench.now() + 300
        words = bench.fresh(sum(lengths))
        at, packets = 0, []
        for place, length in enumerate(lengths):
            packets.append(
                Packet(words[at : at + length], 2, first if place == 0 else None, eob=place == len(lengths) - 1)
            )
            at += length
        await bench.send(*packets)
        await bench.until(first - 10)
        assert dut.h2c_tready.value == 0 and dut.h2c_tvalid.value == 1, "it waits"
        await bench.at_rest()
        end = first + 2 * len(words) + 1
        assert bench.heard(2, first, end) == on_air(first, words, HALF, end)
        assert await bench.told(2) == Account(sent=len(words), packets=len(lengths))
    assert sum((MOST, MOST, 48, MOST, 17, 3)) > HELD_BEATS * 16


@cocotb.test()
async def rest_and_clear_forget_all_in_every_phase(dut):
    """At every cycle: silence and no account behind it, the rest of the buffer is no packet, the next one is sent."""
    bench = await TransmitBench(dut, 5).start()
    await bench.put(TX_RATE, HALF)
    for way in ("rest", "clear"):
        for moment in range(40):
            words = bench.fresh(40)
            bench.number = [0] * CHANNELS
            await bench.send(Packet(words, 0), Packet(words, 1, eob=True), Packet(words, 0, eob=True))
            await ClockCycles(dut.clk_i, 1 + moment)
            if way == "rest":
                dut.quiesce.value = 1
                await ClockCycles(dut.clk_i, 2 + moment % 5)
                assert dut.busy.value == 0
                dut.quiesce.value = 0
            else:
                await bench.put(TX_CONTROL, CLEAR)
            await bench.host.wait()
            bench.number = [0] * CHANNELS
            # What began behind it is an account of its own.
            rest = [await bench.told(channel) for channel in range(2)]
            await bench.at_rest() if all(told == Account() for told in rest) else None
            if all(told == Account() for told in rest):
                assert await bench.get(TX_STATUS) == 0 and await bench.get(TX_MALFORMED) == 0
                await bench.send(Packet(words[:5], 1, eob=True))
                await bench.at_rest()
                assert await bench.told(1) == Account(sent=5, packets=1), f"{way} after {moment}"
            await bench.put(TX_CONTROL, CLEAR)
            await bench.at_rest()
            bench.air.clear()
            await ClockCycles(dut.clk_i, 10)
            assert all(air == [0] * CHANNELS for air in list(bench.air.values())[2:]), f"{way} after {moment}"
