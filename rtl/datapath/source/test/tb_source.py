# SPDX-License-Identifier: Apache-2.0
"""Samples, times, commands, losses and headers of the signal source."""

import itertools
import struct

import cocotb
from cocotb.triggers import ClockCycles, ReadOnly, RisingEdge
from source_bench import (
    ARMED,
    AT,
    BEAT,
    CHDR,
    CONTROL,
    COUNTED,
    DONE,
    ENABLE,
    ENDPOINT,
    HALF,
    HELD,
    KEPT,
    LATE,
    LOST,
    MODE,
    OVERRUN,
    PACKET,
    PRODUCED,
    PRODUCED_HI,
    RATE,
    RUNNING,
    SAMPLES,
    START,
    START_AT,
    STATUS,
    STOP,
    STOP_AT,
    STOP_AT_OVERRUN,
    TIME,
    TONE,
    UNTIL,
    WAVE_NOISE,
    WAVE_RAMP,
    WAVE_TONE,
    SourceBench,
    channels,
    noise,
    ramp,
    stamp_of,
    tone,
)


def check_whole(packets, words, rate, width=1, packet=0):
    """Packets of one burst without a loss: all words in order, each beat with the time of its first sample, one end."""
    assert [word for one in packets for word in one.words] == words
    first, number = packets[0].stamps[0], 0
    for place, one in enumerate(packets):
        last = place == len(packets) - 1
        assert (one.lost, one.eob, one.cut) == (0, last, False)
        count = len(one.data) // 4 // width
        assert last or count == packet
        assert one.stamps == [stamp_of(first, number + at * 16 // width, rate) for at in range(len(one.stamps))]
        number += count


def samples_of(wave, channel, count, turns):
    """A channel's samples in a burst."""
    if wave == WAVE_NOISE:
        return noise(channel, count)
    return [ramp(channel, n) if wave == WAVE_RAMP else tone(turns, n) for n in range(count)]


@cocotb.test()
async def registers_are_as_described(dut):
    bench = await SourceBench(dut, 1).start()
    for offset, reset, kept in (
        (CONTROL, 0, 0), (STATUS, 0, 0), (ENABLE, 0, 0x700), (MODE, 1, 0x733), (RATE, 1 << 30, 0xFFFF_FFFF),
        (TONE, 1 << 26, 0xFFFF_FFFF), (PACKET, 0, 0xFFFF), (ENDPOINT, 0, 0xFFFF), (START_AT, 0, 0xFFFF_FFFF),
        (START_AT + 4, 0, 0xFFFF_FFFF), (STOP_AT, 0, 0xFFFF_FFFF), (STOP_AT + 4, 0, 0xFFFF_FFFF),
        (SAMPLES, 0, 0xFFFF_FFFF), (SAMPLES + 4, 0, 0xFFFF),
    ):  # fmt: skip
        assert await bench.get(offset) == reset, f"{offset:#x}"
        for pattern in (0xFFFF_FFFE, 0x5555_5554, 0xAAAA_AAAA, 0):
            await bench.put(offset, pattern)
            assert await bench.get(offset) == pattern & kept, f"{offset:#x}"
    for offset in (*range(PRODUCED, PRODUCED + 16, 4), PRODUCED_HI, KEPT, KEPT + 4, LOST, LOST + 4):
        assert await bench.access(False, offset) == (0, 0)
        await bench.put(offset, 1, error=1)
    for offset in (0x40, 0x7C, 0xA4, 0xFFC):
        assert await bench.access(False, offset) == (1, 0) and (await bench.access(True, offset))[0] == 1
    # The time passes, is set by its upper half, and read as of one moment.
    await bench.put_wide(TIME, 0xFFFF_FFFF_FFFF_FFF0 & ~0xFFFF_FFFF | 0x10)
    await bench.put(TIME, 0xFFFF_FFF8)
    await bench.put(TIME + 4, 7)
    seen = [await bench.get_wide(TIME) for _ in range(12)]
    steps = {after - before for before, after in itertools.pairwise(seen)}
    assert len(steps) == 1 and seen[0] + 40 > 7 << 32 and seen[-1] >> 32 == 8, [hex(at) for at in seen]


@cocotb.test()
async def a_counted_burst_has_its_samples_at_their_times(dut):
    """Every wave, every number of channels, rates that divide nothing, lengths around a beat and a packet."""
    bench = await SourceBench(dut, 2).start()
    bench.ready = lambda: bench.rng.random() < 0.9
    turns = 0x0312_3457
    for wave, width, rate, count, packet in (
        *((WAVE_RAMP, 1, HALF, length, 0) for length in (1, 15, 16, 17)),
        (WAVE_RAMP, 1, 0x5555_5555, 100, 32), (WAVE_TONE, 1, 0x1234_5679, 90, 0), (WAVE_NOISE, 2, 0x2000_0001, 75, 8),
        (WAVE_RAMP, 4, 0x4000_0000, 70, 5), (WAVE_TONE, 4, HALF, 64, 16), (WAVE_RAMP, 2, 0x7FFF_FFFF, 160, 80),
    ):  # fmt: skip
        await bench.setup(wave | channels(width), rate, packet, count, turns=turns)
        await bench.put(CONTROL, START | COUNTED)
        assert await bench.over() == DONE
        await bench.drained()
        streams = [samples_of(wave, c, count, turns) for c in range(width)]
        words = [streams[c][n] for n in range(count) for c in range(width)]
        check_whole(bench.take_packets(), words, rate, width, packet)
        assert await bench.account() == (count, count, 0)
    assert bench.events["samples"] == bench.events["kept"] and bench.events["lost"] == bench.events["gaps"] == 0


@cocotb.test()
async def a_burst_begins_and_ends_at_its_times(dut):
    bench = await SourceBench(dut, 3).start()
    for rate, length in ((HALF, 100), (0x3333_3333, 77), (0x0100_0000, 3000)):
        await bench.setup(WAVE_RAMP, rate)
        at = await bench.get_wide(TIME) + 60
        await bench.put_wide(START_AT, at)
        await bench.put_wide(STOP_AT, at + length)
        await bench.put(CONTROL, START | AT | UNTIL)
        assert await bench.get(STATUS) == ARMED
        assert await bench.over() == DONE
        await bench.drained()
        # Those before the time of its end, and none at it.
        count = next(n for n in range(length + 1) if stamp_of(at, n, rate) >= at + length)
        packets = bench.take_packets()
        assert packets[0].stamps[0] == at
        check_whole(packets, [ramp(0, n) for n in range(count)], rate)
    # An end before the beginning is a burst without a sample.
    at = await bench.get_wide(TIME) + 60
    await bench.put_wide(START_AT, at)
    await bench.put_wide(STOP_AT, at - 1)
    await bench.put(CONTROL, START | AT | UNTIL)
    assert await bench.over() == DONE and await bench.account() == (0, 0, 0)
    await bench.drained()
    assert bench.take_packets() == []


@cocotb.test()
async def a_time_that_is_over_is_late_and_the_next_cycle_is_not(dut):
    """The write is taken in a cycle that the test knows: one before the next cycle is late, from that on it is not."""
    bench = await SourceBench(dut, 4).start()
    await bench.setup(WAVE_RAMP, HALF, samples=20)
    seen = set()
    for ahead in range(-5, 8):
        await bench.put(STATUS, 0x700)
        # From the write of the time to the command are so many cycles, more or less.
        start_at = int(dut.now.value) + 10 + ahead
        await bench.put_wide(START_AT, start_at)
        await bench.put(CONTROL, START | AT | COUNTED)
        status, early = await bench.over(), start_at - bench.command_at
        await bench.drained()
        packets = bench.take_packets()
        seen.add(early)
        if early <= 0:
            assert status == LATE and packets == [], f"{early} ahead"
        else:
            assert status == DONE and packets[0].stamps[0] == start_at, f"{early} ahead"
            check_whole(packets, [ramp(0, n) for n in range(20)], HALF)
    assert {-1, 0, 1, 2} <= seen, f"{sorted(seen)}"
    assert bench.events["late"] > 1


@cocotb.test()
async def what_it_cannot_do_is_refused_and_nothing_begins(dut):
    bench = await SourceBench(dut, 5).start()
    good = {"mode": WAVE_RAMP, "rate": HALF, "packet": 16, "samples": 16}
    for wrong, command in (
        ({"rate": 0}, START), ({"rate": HALF + 1}, START), ({"rate": 0xFFFF_FFFF}, START), ({"mode": 3}, START),
        ({"mode": WAVE_RAMP | channels(3)}, START), ({"samples": 0}, START | COUNTED),
        ({"mode": WAVE_RAMP | CHDR, "packet": 0}, START), ({"mode": WAVE_RAMP | CHDR, "packet": 65}, START),
    ):  # fmt: skip
        await bench.setup(**(good | wrong))
        await bench.put(CONTROL, command, error=1)
        assert await bench.get(STATUS) == 0
    dut.quiesce.value = 1
    await bench.setup(**good)
    await bench.put(CONTROL, START, error=1)
    dut.quiesce.value = 0
    await bench.put(CONTROL, START)
    await bench.put(CONTROL, START, error=1)
    await bench.put(TIME, 5)
    await bench.put(TIME + 4, 5, error=1)
    assert await bench.get(STATUS) & RUNNING
    # What is written while it runs is for the next one.
    await bench.setup(WAVE_TONE | channels(4), 5, 3, 9)
    await bench.put(CONTROL, STOP)
    assert await bench.over() == DONE
    await bench.drained()
    packets, (count, *_) = bench.take_packets(), await bench.account()
    check_whole(packets, [ramp(0, n) for n in range(count)], HALF, packet=16)
    # Limits are allowed: the fastest and slowest rate, the longest packet with a header.
    for right in ({"rate": 1}, {"mode": WAVE_RAMP | CHDR, "packet": 64}, {"mode": WAVE_RAMP | CHDR | channels(3)}):
        await bench.setup(**(good | right))
        await bench.put(CONTROL, START)
        await bench.put(CONTROL, STOP)
        assert await bench.over() == DONE
    await bench.drained()


def check_gaps(packets, account):
    """A ramp with losses: each packet says how many are missing ahead of it, and all of it adds up."""
    produced, kept, lost = account
    number, told = 0, 0
    for place, one in enumerate(packets):
        told, number = told + one.lost, number + one.lost
        assert one.words == [ramp(0, number + n) for n in range(len(one.words))]
        number += len(one.words)
        last = place == len(packets) - 1
        assert one.eob and (one.cut or last)
    tail = lost - told
    assert tail >= 0 and (number + tail, sum(len(one.words) for one in packets)) == (produced, kept)
    return tail


@cocotb.test()
async def what_finds_no_room_is_counted_to_the_sample(dut):
    """Readers of many kinds, at full rate and below; the account holds whenever it is read."""
    bench = await SourceBench(dut, 6).start()
    gaps = 0
    for reader, rate in (
        (lambda: False, HALF), (lambda: bench.rng.random() < 0.02, HALF),
        (lambda: bench.rng.random() < 0.01, 0x6000_0000),
        (lambda: int(dut.now.value) % 900 > 800, HALF), (lambda: int(dut.now.value) % 2500 > 2000, 0x4321_0000),
    ):  # fmt: skip
        await bench.setup(WAVE_RAMP, rate)
        bench.ready = reader
        await bench.put(CONTROL, START)
        for _ in range(300):
            await bench.account()
        await bench.put(CONTROL, STOP)
        status = await bench.over()
        assert status & (DONE | OVERRUN) == DONE | OVERRUN
        bench.ready = lambda: True
        await bench.drained()
        packets = bench.take_packets()
        account = await bench.account()
        assert account[2] > 0
        check_gaps(packets, account)
        first = packets[0].stamps[0]
        assert packets[0].words[0] == 0, "the FIFO was empty"
        for one in packets:
            number = one.words[0]
            assert one.stamps == [stamp_of(first, number + 16 * beat, rate) for beat in range(len(one.stamps))]
        gaps += sum(one.cut for one in packets)
    assert bench.events["gaps"] == gaps and bench.events["samples"] == bench.events["kept"] + bench.events["lost"]


@cocotb.test()
async def times_go_on_over_a_gap(dut):
    bench = await SourceBench(dut, 7).start()
    rate = 0x5A5A_5A5A
    await bench.setup(WAVE_RAMP, rate)
    bench.ready = lambda: int(dut.now.value) % 2000 > 1000
    await bench.put(CONTROL, START)
    await ClockCycles(dut.clk_i, 9000)
    await bench.put(CONTROL, STOP)
    await bench.over()
    bench.ready = lambda: True
    await bench.drained()
    packets = bench.take_packets()
    assert len(packets) > 3
    first = packets[0].stamps[0]
    for one in packets:
        number = one.words[0]
        assert one.stamps == [stamp_of(first, number + 16 * beat, rate) for beat in range(len(one.stamps))]


@cocotb.test()
async def a_burst_that_ends_at_an_overrun_ends_there(dut):
    bench = await SourceBench(dut, 8).start()
    await bench.setup(WAVE_RAMP | STOP_AT_OVERRUN, HALF)
    bench.ready = lambda: False
    await bench.put(CONTROL, START)
    assert await bench.over() == DONE | OVERRUN
    bench.ready = lambda: True
    await bench.drained()
    produced, kept, lost = await bench.account()
    assert (produced, lost) == (kept + 1, 1), "one sample shows that there is no room"
    packets = bench.take_packets()
    assert len(packets) == 1 and packets[0].cut and packets[0].eob and check_gaps(packets, (produced, kept, lost)) == 1


@cocotb.test()
async def it_stops_in_every_cycle_of_a_beat(dut):
    bench = await SourceBench(dut, 9).start()
    for rate in (HALF, 0x5000_0000):
        for moment in range(70):
            await bench.setup(WAVE_RAMP, rate, packet=20)
            await bench.put(CONTROL, START)
            await ClockCycles(dut.clk_i, moment)
            await bench.put(CONTROL, STOP)
            assert await bench.over() == DONE
            await bench.drained()
            count, *_ = await bench.account()
            check_whole(bench.take_packets(), [ramp(0, n) for n in range(count)], rate, packet=20)


@cocotb.test()
async def it_rests_in_every_phase_and_works_again(dut):
    """Told to rest while armed, running, losing: nothing is left, nothing is given, and the next burst is whole."""
    bench = await SourceBench(dut, 10).start()
    for moment in range(0, 800, 19):
        await bench.setup(WAVE_RAMP, HALF)
        bench.ready = (lambda: True) if moment % 2 else (lambda: False)
        command = START
        if moment % 5 == 0:
            await bench.put_wide(START_AT, int(dut.now.value) + 200)
            command |= AT
        await bench.put(CONTROL, command)
        await ClockCycles(dut.clk_i, moment)
        dut.quiesce.value = 1
        await ClockCycles(dut.clk_i, 4)
        await ReadOnly()
        assert not dut.m_valid.value and not dut.busy.value
        await RisingEdge(dut.clk_i)
        assert not await bench.get(STATUS) & (ARMED | RUNNING) and await bench.account() == (0, 0, 0)
        dut.quiesce.value = 0
        bench.ready, bench.open = (lambda: True), None
        bench.take_packets()
        await bench.setup(WAVE_RAMP, HALF, samples=40)
        await bench.put(CONTROL, START | COUNTED)
        assert await bench.over() & ~OVERRUN == DONE
        await bench.drained()
        check_whole(bench.take_packets(), [ramp(0, n) for n in range(40)], HALF)


@cocotb.test()
async def the_line_tells_what_it_was_let_to(dut):
    bench = await SourceBench(dut, 11).start()
    for enable, reader, expected in (
        (DONE, True, 1),
        (OVERRUN, True, 0),
        (OVERRUN, False, 1),
        (LATE, False, 0),
        (0, False, 0),
    ):
        await bench.put(ENABLE, enable)
        await bench.setup(WAVE_RAMP, HALF, samples=400)
        bench.ready = lambda reader=reader: reader
        await bench.put(CONTROL, START | COUNTED)
        await bench.over()
        assert int(dut.lines.value) == expected
        await bench.put(STATUS, enable)
        assert int(dut.lines.value) == 0 and not await bench.get(STATUS) & enable
        bench.ready = lambda: True
        await bench.drained()
        bench.take_packets()


@cocotb.test()
async def packets_with_headers_carry_channels_in_turn(dut):
    """Headers taken apart by the layout of RFNoC 4: length, sequence, endpoint, time, end; all samples are there."""
    bench = await SourceBench(dut, 12).start()
    bench.ready = lambda: bench.rng.random() < 0.95
    for width in (1, 2, 3, 4):
        rate, count, size, endpoint = 0x0800_0000, 150, 40, 0x1230
        await bench.setup(WAVE_RAMP | channels(width) | CHDR, rate, size, count, endpoint)
        await bench.put(CONTROL, START | COUNTED)
        assert await bench.over() == DONE
        await bench.drained()
        got = {c: [] for c in range(width)}
        first = None
        for one in bench.take_packets():
            header, stamp = struct.unpack("<QQ", one.data[:16])
            assert one.data[16:64] == bytes(48) and header >> 58 == 0 and not header >> 56 & 1
            assert (header >> 53 & 7, header >> 48 & 31) == (7, 0)
            channel = (header & 0xFFFF) - endpoint
            assert header >> 32 & 0xFFFF == len(got[channel]), "sequence"
            assert header >> 16 & 0xFFFF == len(one.data)
            words = struct.unpack(f"<{(len(one.data) - BEAT) // 4}I", one.data[BEAT:])
            number = size * len(got[channel])
            first = stamp if first is None else first
            assert stamp == one.stamps[0] == stamp_of(first, number, rate) and one.lost == 0
            assert list(words) == [ramp(channel, number + n) for n in range(len(words))]
            assert bool(header >> 57 & 1) == one.eob == (number + len(words) == count)
            got[channel].append(len(words))
        assert all(lengths == [40, 40, 40, 30] for lengths in got.values())
        for channel in range(4):
            assert await bench.account(channel) == ((count, count, 0) if channel < width else (0, 0, 0))


@cocotb.test()
async def packets_with_headers_tell_what_was_lost(dut):
    bench = await SourceBench(dut, 13).start()
    await bench.setup(WAVE_RAMP | channels(2) | CHDR, HALF, 48)
    bench.ready = lambda: int(dut.now.value) % 900 > 700
    await bench.put(CONTROL, START)
    await ClockCycles(dut.clk_i, 9000)
    await bench.put(CONTROL, STOP)
    assert await bench.over() & (DONE | OVERRUN) == DONE | OVERRUN
    bench.ready = lambda: True
    await bench.drained()
    number, kept, told = [0, 0], [0, 0], [0, 0]
    for one in bench.take_packets():
        header, _ = struct.unpack("<QQ", one.data[:16])
        channel, words = header & 0xFFFF, struct.unpack(f"<{(len(one.data) - BEAT) // 4}I", one.data[BEAT:])
        assert header >> 16 & 0xFFFF == len(one.data) and bool(header >> 57 & 1) == one.eob
        number[channel] += one.lost
        told[channel] += one.lost
        assert list(words) == [ramp(channel, number[channel] + n) for n in range(len(words))]
        number[channel] += len(words)
        kept[channel] += len(words)
    for channel in range(2):
        account = await bench.account(channel)
        assert (
            account[2] > 0
            and account[1] == kept[channel]
            and account[0] - number[channel] == account[2] - told[channel] >= 0
        )


@cocotb.test()
async def what_is_held_of_a_burst_gets_no_other_headers(dut):
    """A start that would give them others, or take them away, is refused until all of the last burst is taken."""
    bench = await SourceBench(dut, 14).start()
    for before, after in ((0, CHDR), (CHDR, 0), (CHDR, CHDR)):
        bench.ready = lambda: False
        await bench.setup(WAVE_RAMP | before, HALF, 48, 96)
        await bench.put(CONTROL, START | COUNTED)
        assert await bench.over() == DONE
        assert await bench.get(STATUS) == DONE | HELD
        await bench.setup(WAVE_RAMP | after, HALF, 40, 80, endpoint=7)
        await bench.put(CONTROL, START | COUNTED, error=1)
        bench.ready = lambda: True
        await bench.drained()
        assert await bench.get(STATUS) == DONE
        header = BEAT if before else 0
        assert [len(one.data) for one in bench.take_packets()] == [48 * 4 + header] * 2
        await bench.put(CONTROL, START | COUNTED)
        assert await bench.over() == DONE
        await bench.drained()
        header = BEAT if after else 0
        assert [len(one.data) for one in bench.take_packets()] == [40 * 4 + header] * 2
    # Without headers the next burst follows the last one.
    bench.ready = lambda: False
    for _ in range(2):
        await bench.setup(WAVE_RAMP, HALF, 0, 40)
        await bench.put(CONTROL, START | COUNTED)
        assert await bench.over() == DONE
    bench.ready = lambda: True
    await bench.drained()
    assert [one.words for one in bench.take_packets()] == [[ramp(0, n) for n in range(40)]] * 2
