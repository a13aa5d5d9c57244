# SPDX-License-Identifier: Apache-2.0
"""What is on the air, cycle by cycle, and what is told of it."""

import cocotb
from cocotb.triggers import ClockCycles
from source_bench import (
    AT,
    CHDR,
    CONTROL,
    COUNTED,
    DONE,
    ENDPOINT,
    HALF,
    MODE,
    PACKET,
    RATE,
    SAMPLES,
    START,
    START_AT,
    channels,
    stamp_of,
)
from transmit_bench import (
    CHANNELS,
    LATE,
    LOOP,
    MALFORMED,
    SKIP,
    TX_CONTROL,
    TX_DROPPED,
    TX_ENABLE,
    TX_ENDPOINT,
    TX_LATE,
    TX_LATE_PACKETS,
    TX_MALFORMED,
    TX_MISSED,
    TX_PACKETS,
    TX_RATE,
    TX_SENT,
    TX_SENT_HI,
    TX_SKIPS,
    TX_STATUS,
    UNDERRUN,
    Account,
    Packet,
    TransmitBench,
    on_air,
)

STATUS_BITS = LATE | UNDERRUN | MALFORMED | SKIP
FIXED = (TX_MALFORMED, TX_DROPPED, *(TX_SENT + 4 * c for c in range(CHANNELS)), TX_SENT_HI, TX_MISSED, TX_MISSED + 4,
         TX_LATE, TX_LATE + 4, TX_LATE_PACKETS, TX_PACKETS, TX_SKIPS)  # fmt: skip


@cocotb.test()
async def every_bit_of_a_register_is_kept_or_fixed(dut):
    bench = await TransmitBench(dut, 1).start()
    for offset, after_reset, writable in (
        (TX_CONTROL, 0, 0), (TX_STATUS, 0, 0), (TX_ENABLE, 0, STATUS_BITS), (TX_ENDPOINT, 0, 0xFFFF),
    ):  # fmt: skip
        assert await bench.get(offset) == after_reset
        for value in (0xFFFF_FFFF, 0, 0xA5A5_A5A5, 0x5A5A_5A5A):
            await bench.put(offset, value)
            assert await bench.get(offset) == value & writable, f"{offset:#x}"
    assert await bench.get(TX_RATE) == 1 << 30
    for value, error in ((1, 0), (HALF, 0), (0x1234_5678, 0), (0, 1), (HALF + 1, 1), (0xFFFF_FFFF, 1)):
        before = await bench.get(TX_RATE)
        await bench.put(TX_RATE, value, error)
        assert await bench.get(TX_RATE) == (before if error else value)
    for offset in FIXED:
        assert await bench.get(offset) == 0
        await bench.put(offset, 0xFFFF_FFFF, error=1)
        assert await bench.get(offset) == 0
    for offset in (0x11C, 0x13C, 0x170, 0x3FC):
        assert await bench.access(False, offset) == (1, 0) and (await bench.access(True, offset, 1))[0] == 1
    await bench.put(MODE, 0xFFFF_FFFF)
    assert await bench.get(MODE) == 0x733, "the loop is a bit of the mode"


@cocotb.test()
async def samples_of_four_channels_are_sent_at_their_times(dut):
    """At rates that divide nothing, packets of all lengths; each cycle is as it should be, each sample counted."""
    bench = await TransmitBench(dut, 2).start()
    sent = [0] * CHANNELS
    packets = [0] * CHANNELS
    for rate in (HALF, 0x7654_3210, 0x1999_999A, 1 << 30):
        await bench.put(TX_RATE, rate)
        first = await bench.now() + 900
        words, last = [], first
        for channel in range(CHANNELS):
            lengths = [bench.rng.choice((1, 15, 16, 17, 33)) for _ in range(3)]
            whole, number = bench.fresh(sum(lengths)), 0
            for place, length in enumerate(lengths):
                stamp = stamp_of(first, number, rate) if place == 0 or channel % 2 else None
                part = whole[number : number + length]
                await bench.send(Packet(part, channel, stamp, eob=place == 2))
                number += length
            words.append(whole)
            sent[channel] += len(whole)
            packets[channel] += 3
            last = max(last, stamp_of(first, len(whole), rate))
        await bench.until(first - 5)
        assert await bench.get(TX_STATUS) == 0xF0, "all are held, and none is on the air"
        await bench.put(TX_RATE, 77, error=1)
        await bench.at_rest()
        for channel in range(CHANNELS):
            assert bench.heard(channel, first - 20, first) == [0] * 20
            assert bench.heard(channel, first, last + 1) == on_air(first, words[channel], rate, last + 1)
            assert await bench.told(channel) == Account(sent=sent[channel], packets=packets[channel])
        assert await bench.get(TX_STATUS) == 0
    assert bench.events["tx_sent"] == sum(sent) and bench.events["tx_missed"] == 0


@cocotb.test()
async def a_packet_without_a_time_is_sent_at_once(dut):
    bench = await TransmitBench(dut, 3).start()
    await bench.put(TX_RATE, HALF)
    before = await bench.now()
    words = bench.fresh(40)
    await bench.send(Packet(words, 2, eob=True))
    await bench.at_rest()
    first = next(time for time in range(before, await bench.now()) if bench.air[time][2])
    assert first < before + 12, "a beat a cycle, and the way through"
    assert bench.heard(2, first, first + 81) == on_air(first, words, HALF, first + 81)
    assert await bench.told(2) == Account(sent=40, packets=1)


@cocotb.test()
async def each_moment_without_a_sample_is_counted(dut):
    """A burst that runs dry: silence, each moment of it counted, and the samples behind it at their times."""
    bench = await TransmitBench(dut, 4).start()
    missed = sent = packets = 0
    for rate in (HALF, 0x2345_6789):
        await bench.put(TX_RATE, rate)
        for gap in (1, 2, 7, 30):
            first = await bench.now() + 150
            words = bench.fresh(20), bench.fresh(9)
            # The second has a time that is no moment's: it begins with the first one behind it.
            stamp = stamp_of(first, 20 + gap - 1, rate) + 1
            await bench.send(Packet(words[0], 1, first), Packet(words[1], 1, stamp, eob=True))
            await bench.at_rest()
            missed, sent, packets = missed + gap, sent + 29, packets + 2
            end = stamp_of(first, 29 + gap, rate) + 1
            expected = on_air(first, words[0] + (0,) * gap + words[1], rate, end)
            assert bench.heard(1, first, end) == expected, f"{gap} moments at {rate:#x}"
            assert await bench.told(1) == Account(sent=sent, missed=missed, packets=packets)
            assert await bench.get(TX_STATUS) == UNDERRUN
            await bench.put(TX_STATUS, UNDERRUN)
    # Nothing comes until something does, and without a time it is sent at the next moment.
    await bench.put(TX_ENABLE, UNDERRUN)
    first = await bench.now() + 100
    words = bench.fresh(3), bench.fresh(5)
    await bench.send(Packet(words[0], 1, first))
    await bench.until(first + 333)
    assert await bench.get(TX_STATUS) == UNDERRUN | 1 << 1 and dut.lines.value == 1
    await bench.send(Packet(words[1], 1, eob=True))
    await bench.at_rest()
    again = next(time for time in range(first + 300, await bench.now()) if bench.air[time][1])
    gap = next(n for n in range(1000) if stamp_of(first, 3 + n, rate) >= again)
    assert stamp_of(first, 3 + gap, rate) == again, "at a moment of its burst"
    assert await bench.told(1) == Account(sent=sent + 8, missed=missed + gap, packets=packets + 2)
    assert bench.events["tx_missed"] == missed + gap
    await bench.put(TX_STATUS, UNDERRUN)
    assert dut.lines.value == 0


@cocotb.test()
async def what_is_late_is_dropped_whole_and_counted(dut):
    bench = await TransmitBench(dut, 5).start()
    rate = 0x6000_0000
    await bench.put(TX_RATE, rate)
    # At rest: the time is over.
    time = await bench.now()
    await bench.send(Packet(bench.fresh(33), 0, time), Packet(bench.fresh(16), 0, 0, eob=True))
    await bench.at_rest()
    assert await bench.told() == Account(late=49, late_packets=2, packets=2)
    assert all(air[0] == 0 for air in bench.air.values()) and await bench.get(TX_STATUS) == LATE
    await bench.put(TX_STATUS, LATE)
    # In a burst: its moments are missed, and what is behind it is in its place.
    first = await bench.now() + 200
    whole = bench.fresh(60)
    stamps = [stamp_of(first, number, rate) for number in (0, 20, 40)]
    await bench.send(Packet(whole[:20], 0, stamps[0]))
    await bench.until(stamps[1] + 1)
    await bench.send(Packet(whole[20:40], 0, stamps[1]), Packet(whole[40:], 0, stamps[2], eob=True))
    await bench.at_rest()
    end = stamp_of(first, 60, rate) + 1
    expected = on_air(first, whole[:20] + (0,) * 20 + whole[40:], rate, end)
    assert bench.heard(0, first, end) == expected
    assert await bench.told() == Account(sent=40, missed=20, late=69, late_packets=3, packets=5)
    # A late one that ends its burst ends it: from there on nothing is missed.
    first = await bench.now() + 100
    await bench.send(Packet(whole[:20], 0, first))
    await bench.until(stamp_of(first, 24, rate) + 1)
    before = (await bench.told()).missed
    await bench.send(Packet(whole[20:40], 0, stamp_of(first, 20, rate), eob=True))
    await bench.at_rest()
    told = await bench.told()
    assert (told.sent, told.late, told.late_packets) == (60, 89, 4) and before <= told.missed <= before + 12
    await ClockCycles(dut.clk_i, 200)
    assert await bench.told() == told and bench.events["tx_late"] == 4


@cocotb.test()
async def bursts_follow_each_other_on_the_air(dut):
    """One that begins where another ends, and one that asks for a time within its last sample."""
    bench = await TransmitBench(dut, 6).start()
    rate = 0x3333_3333
    await bench.put(TX_RATE, rate)
    first = await bench.now() + 300
    words = bench.fresh(7), bench.fresh(18), bench.fresh(5)
    second = stamp_of(first, 7, rate)
    # The third asks for a cycle in which the last sample of the second is on the air still.
    third = stamp_of(second, 18, rate)
    await bench.send(
        Packet(words[0], 3, first, eob=True), Packet(words[1], 3, second, eob=True),
        Packet(words[2], 3, third - 2, eob=True),
    )  # fmt: skip
    await bench.at_rest()
    end = stamp_of(third, 5, rate) + 5
    await bench.until(end + 2)
    expected = on_air(first, words[0], rate, second) + on_air(second, words[1], rate, third)
    assert bench.heard(3, first, end) == expected + on_air(third, words[2], rate, end)
    assert await bench.told(3) == Account(sent=30, packets=3)


@cocotb.test()
async def the_loop_receives_what_is_sent(dut):
    """Sample for sample with time stamps, as samples of four channels and as packets; slower, every other one."""
    bench = await TransmitBench(dut, 7).start()
    rate = 0x4CCC_CCCD
    await bench.put(TX_RATE, rate)
    for mode, wanted in (
        (LOOP | channels(4), rate),
        (LOOP | channels(4) | CHDR, rate),
        (LOOP | channels(1), rate // 2),
    ):
        first = await bench.now() + 1500
        words = [bench.fresh(50) for _ in range(CHANNELS)]
        for channel in range(CHANNELS):
            await bench.send(Packet(words[channel], channel, first, eob=True))
        await bench.put(MODE, mode)
        await bench.put(RATE, wanted)
        await bench.put(PACKET, 16 if mode & CHDR else 0)
        await bench.put(ENDPOINT, 0)
        await bench.put_wide(SAMPLES, 60)
        await bench.put_wide(START_AT, first)
        await bench.put(CONTROL, START | AT | COUNTED)
        assert await bench.over() == DONE
        await bench.drained()
        await bench.at_rest()
        packets = bench.take_packets()
        if mode & CHDR:
            came = [[] for _ in range(CHANNELS)]
            for packet in packets:
                header = int.from_bytes(packet.data[:8], "little")
                channel = header & 0xFFFF
                assert packet.stamps[0] == stamp_of(first, len(came[channel]), rate)
                came[channel] += packet.words[16:]
        else:
            (packet,) = packets
            width = len(packet.words) // 60
            came = [packet.words[channel::width] for channel in range(width)]
            assert packet.stamps == [stamp_of(first, 16 // width * beat, wanted) for beat in range(len(packet.stamps))]
        for channel, samples in enumerate(came):
            moments = [stamp_of(first, number, wanted) for number in range(60)]
            # What is on the air at a moment, by the definition of a burst.
            expected = on_air(first, words[channel], rate, moments[-1] + 1)
            assert samples == [expected[moment - first] for moment in moments]
            assert wanted != rate or samples == [*words[channel], *(0,) * 10], "every sample, in order"


@cocotb.test()
async def random_packets_are_all_accounted_for(dut):
    """More than the card holds, slow and fast senders: each sample is sent once or late."""
    bench = await TransmitBench(dut, 8).start()
    await bench.put(TX_RATE, 0x5555_5555)
    bench.host.set_pause_generator(iter(lambda: bench.rng.random() < 0.6, None))
    samples, taken = [0] * CHANNELS, [0] * CHANNELS
    words = [[] for _ in range(CHANNELS)]
    for turn in range(60):
        channel = bench.rng.randrange(CHANNELS)
        length = bench.rng.randrange(1, 65)
        stamp = await bench.now() + bench.rng.randrange(-50, 400) if bench.rng.random() < 0.5 else None
        fresh = bench.fresh(length)
        await bench.send(Packet(fresh, channel, stamp, eob=bench.rng.random() < 0.4 or turn >= 56))
        words[channel] += fresh
        samples[channel], taken[channel] = samples[channel] + length, taken[channel] + 1
        await ClockCycles(dut.clk_i, bench.rng.randrange(120))
    bench.host.clear_pause_generator()
    bench.host.pause = False
    for channel in range(CHANNELS):
        # Each burst has an end at last.
        await bench.send(Packet((1,), channel, eob=True))
        samples[channel], taken[channel] = samples[channel] + 1, taken[channel] + 1
    await bench.at_rest()
    for channel in range(CHANNELS):
        told = await bench.told(channel)
        assert told.sent + told.late == samples[channel] and told.packets == taken[channel], told
        # What was on the air are the samples of packets that were not late, in order.
        heard = [air[channel] for _, air in sorted(bench.air.items())]
        changes = [word for before, word in zip([0, *heard], heard, strict=False) if word and word != before]
        places = iter([*words[channel], 1])
        assert len(changes) == told.sent and all(word in places for word in changes)
    assert await bench.get(TX_MALFORMED) == 0 and bench.events["tx_late"] > 3 and bench.events["tx_missed"] > 3
