# SPDX-License-Identifier: Apache-2.0
"""What programs send through the module, as the loop receives it: every sample at its time, or the truth about it."""

import os
import subprocess
import threading
import unittest
from pathlib import Path
from time import monotonic

import numpy as np
import SoapySDR
from cards import CARD, COUNT, PATIENCE_US, RATE, open_card, read_all, receive, time_of, transmit
from SoapySDR import (
    SOAPY_SDR_CF32,
    SOAPY_SDR_CS8,
    SOAPY_SDR_CS16,
    SOAPY_SDR_END_BURST,
    SOAPY_SDR_HAS_TIME,
    SOAPY_SDR_NOT_SUPPORTED,
    SOAPY_SDR_RX,
    SOAPY_SDR_STREAM_ERROR,
    SOAPY_SDR_TIME_ERROR,
    SOAPY_SDR_TIMEOUT,
    SOAPY_SDR_TX,
    SOAPY_SDR_UNDERFLOW,
)

# Nothing of what is told to be refused is to be in a log that is looked at.
SoapySDR.setLogLevel(SoapySDR.SOAPY_SDR_CRITICAL)
PACKET = 2048
# Longer than what is sent here takes, and so long that nothing else is told.
STATUS_US = 20_000
# A rate of whole cycles, for bursts that begin at different times: a sample each 16 cycles, and so many in 2^32 cycles.
EVEN_RATE, EVEN_COUNT, EVEN_NS = 15.625e6, 1 << 28, 64


def noise(count, seed=1):
    """Samples as pairs of 16 bits, none of which is silence."""
    return np.random.default_rng(seed).integers(1, 2**31, count, np.uint32).view(np.int16)


def silence(count):
    return np.zeros(2 * count, np.int16)


class Transmitting(unittest.TestCase):
    """A device whose streams are looped."""

    def setUp(self):
        self.device = open_card(loop="true", packet=PACKET)
        self.set_rate(RATE)
        self.streams = []
        # The device is another test's no longer.
        self.addCleanup(delattr, self, "device")
        self.addCleanup(self.close)

    def set_rate(self, hertz):
        for direction in (SOAPY_SDR_RX, SOAPY_SDR_TX):
            self.device.setSampleRate(direction, 0, hertz)

    def close(self):
        while self.streams:
            self.device.closeStream(self.streams.pop())

    def open(self, stream):
        self.streams.append(stream)
        return stream

    def soon(self, nanoseconds=1_000_000):
        """A time on a cycle of the card that is not over yet."""
        return self.device.getHardwareTime() // 4 * 4 + nanoseconds

    def capture(self, first, samples, channels=(0,)):
        """Receives so many samples from a time on."""
        stream = self.open(receive(self.device, channels=channels, bytes=65536, buffers=16))
        self.assertEqual(self.device.activateStream(stream, SOAPY_SDR_HAS_TIME, first, samples), 0)
        return stream

    def captured(self, stream, first, samples, rate=COUNT):
        """All of it, whose times are right."""
        found, at = [], 0
        for pairs, time, _, overflows in read_all(self.device, stream, [16384]):
            self.assertEqual((time, overflows), (time_of(first, at, rate), 0))
            found.append(pairs)
            at += len(pairs) // 2
        self.assertEqual(at, samples)
        return np.concatenate(found)

    def write(self, stream, pairs, flags=0, time=0):
        """Writes all of it at once."""
        count = len(pairs) // 2
        got = self.device.writeStream(stream, [pairs], count, flags, time, PATIENCE_US)
        self.assertEqual((got.ret, got.flags), (count, flags), "flags are the program's")

    def statuses(self, stream, timeout_us=STATUS_US):
        """(code, flags, time, channels) of all that is told."""
        found = []
        while (got := self.device.readStreamStatus(stream, timeout_us)).ret != SOAPY_SDR_TIMEOUT:
            found.append((got.ret, got.flags, got.timeNs if got.flags & SOAPY_SDR_HAS_TIME else None, got.chanMask))
        return found

    def account(self, channel=0):
        """(sent, missed, late, packets) of a channel."""
        keys = ("sent", "missed", "late", "packets")
        self.assertEqual(list(self.device.listSensors(SOAPY_SDR_TX, channel)), list(keys))
        return tuple(int(self.device.readSensor(SOAPY_SDR_TX, channel, key)) for key in keys)

    def is_sent(self, time, channels=1):
        """What is told of a burst that is over."""
        return (0, SOAPY_SDR_END_BURST | (SOAPY_SDR_HAS_TIME if time else 0), time, channels)


class Loop(Transmitting):
    """What is sent is received."""

    def test_a_burst_is_received_sample_for_sample_at_its_time(self):
        count = 20_003
        pairs = noise(count)
        sends = self.open(transmit(self.device))
        self.assertEqual(self.device.getStreamMTU(sends), PACKET)
        self.assertEqual(self.device.activateStream(sends), 0)
        for _ in range(2):
            first = self.soon()
            receives = self.capture(first, count + 100)
            # Parts of all lengths; the times of all but the first follow from it.
            parts = np.split(pairs, [2 * at for at in (1, 1001, 1001 + PACKET, 10_000, 20_002)])
            for number, part in enumerate(parts):
                begins, ends = number == 0, number == len(parts) - 1
                flags = (SOAPY_SDR_HAS_TIME if begins else 0) | (SOAPY_SDR_END_BURST if ends else 0)
                self.write(sends, part, flags, first if begins else 0)
            data = self.captured(receives, first, count + 100)
            np.testing.assert_array_equal(data, np.concatenate([pairs, silence(100)]))
            self.assertEqual(self.statuses(sends), [self.is_sent(first)])
            self.device.closeStream(self.streams.pop())
        packets = sum(-(-len(part) // 2 // PACKET) for part in parts)
        self.assertEqual(self.account(), (2 * count, 0, 0, 2 * packets))

    def test_each_format_is_sent_as_the_nearest_samples_that_the_card_has(self):
        exact = noise(3000)
        floats = exact.astype(np.float32) / 32768
        odd = np.array([2, -2, np.inf, -np.inf, np.nan, 0.5 / 32768, 1.5 / 32768, -1, 1], np.float32)
        wanted = [32767, -32768, 32767, -32768, 0, 0, 2, -32768, 32767]
        bytes_ = np.random.default_rng(2).integers(-128, 128, 6000, np.int8)
        for format_, buffer, pairs in (
            (SOAPY_SDR_CS16, exact, exact),
            (SOAPY_SDR_CF32, floats.view(np.complex64), exact),
            (SOAPY_SDR_CF32, np.append(odd, 0).astype(np.float32).view(np.complex64), np.append(wanted, 0)),
            (SOAPY_SDR_CS8, bytes_, bytes_.astype(np.int16) * 256),
        ):
            count = len(pairs) // 2
            sends = self.open(transmit(self.device, format_))
            self.assertEqual(self.device.activateStream(sends), 0)
            first = self.soon()
            receives = self.capture(first, count)
            flags = SOAPY_SDR_HAS_TIME | SOAPY_SDR_END_BURST
            self.assertEqual(self.device.writeStream(sends, [buffer], count, flags, first, PATIENCE_US).ret, count)
            np.testing.assert_array_equal(self.captured(receives, first, count), pairs)
            self.close()

    def test_channels_are_sent_apart(self):
        for channels in ([0, 1], [0, 1, 2, 3]):
            count = 3 * PACKET + 5
            pairs = [noise(count, 10 + channel) for channel in channels]
            sends = self.open(transmit(self.device, channels=channels))
            self.assertEqual(self.device.activateStream(sends), 0)
            first = self.soon()
            receives = self.capture(first, count, channels)
            flags = SOAPY_SDR_HAS_TIME | SOAPY_SDR_END_BURST
            self.assertEqual(self.device.writeStream(sends, pairs, count, flags, first, PATIENCE_US).ret, count)
            found = [[] for _ in channels]
            for _ in range(100):
                buffers = [silence(count) for _ in channels]
                got = self.device.readStream(receives, buffers, count, timeoutUs=PATIENCE_US)
                if got.ret == SOAPY_SDR_TIMEOUT:
                    break
                for channel, buffer in enumerate(buffers):
                    found[channel].append(buffer[: 2 * got.ret])
            for channel, buffers in enumerate(found):
                np.testing.assert_array_equal(np.concatenate(buffers), pairs[channel])
                self.assertEqual(self.account(channel), (count, 0, 0, 4))
            told = self.statuses(sends)
            self.assertEqual({entry[:3] for entry in told}, {self.is_sent(first)[:3]})
            self.assertEqual(sum(entry[3] for entry in told), (1 << len(channels)) - 1, "each channel once")
            self.close()

    def test_packets_are_as_long_as_was_said(self):
        self.device.writeSetting("packet", "100")
        sends = self.open(transmit(self.device, buffers=7))
        self.assertEqual((self.device.getStreamMTU(sends), self.device.getNumDirectAccessBuffers(sends)), (100, 7))
        self.assertEqual(self.device.activateStream(sends), 0)
        self.write(sends, noise(950), SOAPY_SDR_END_BURST)
        self.assertEqual(self.statuses(sends), [self.is_sent(None)])
        self.assertEqual(self.account(), (950, 0, 0, 10))

    def test_a_start_that_was_said_ahead_is_that_of_the_first_samples(self):
        for by_setting in (True, False):
            sends = self.open(transmit(self.device))
            first = self.soon()
            receives = self.capture(first, 5000)
            if by_setting:
                self.device.writeSetting("tx_start_ns", str(first))
                self.assertEqual(self.device.activateStream(sends), 0)
                self.assertEqual(self.device.readSetting("tx_start_ns"), "-1", "it is used once")
            else:
                self.assertEqual(self.device.activateStream(sends, SOAPY_SDR_HAS_TIME, first), 0)
            self.write(sends, noise(3000))
            self.write(sends, noise(2000, 2), SOAPY_SDR_END_BURST)
            data = self.captured(receives, first, 5000)
            np.testing.assert_array_equal(data, np.concatenate([noise(3000), noise(2000, 2)]))
            self.assertEqual(self.statuses(sends), [self.is_sent(first)])
            self.close()

    def test_buffers_as_they_are(self):
        program = Path(os.environ["SOAPY_SDR_PLUGIN_PATH"]) / "direct_transmit"
        run = subprocess.run([program, CARD], capture_output=True, text=True, timeout=100, check=False)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertRegex(run.stdout, r"[1-9]\d* checks")

    def test_who_sends_and_who_receives_need_not_wait_for_each_other(self):
        # Without times: what comes too late is sent later, and each sample is received once.
        self.set_rate(EVEN_RATE)
        count, at_once = 400_000, 30_000
        pairs = noise(count)
        sends = self.open(transmit(self.device))
        receives = self.open(receive(self.device, bytes=65536, buffers=64))
        self.assertEqual(self.device.activateStream(receives), 0)
        self.assertEqual(self.device.activateStream(sends), 0)
        found = []

        def reads():
            buffer, left = silence(16384), count
            while left > 0:
                got = self.device.readStream(receives, [buffer], 16384, timeoutUs=PATIENCE_US)
                self.assertGreater(got.ret, 0)
                found.append(buffer[: 2 * got.ret].copy())
                left -= np.count_nonzero(found[-1].view(np.uint32))

        reader = threading.Thread(target=reads)
        reader.start()
        for at in range(0, count, at_once):
            part = pairs[2 * at : 2 * (at + at_once)]
            self.write(sends, part, SOAPY_SDR_END_BURST if at + at_once >= count else 0)
        reader.join(timeout=100)
        self.assertFalse(reader.is_alive())
        self.assertEqual(self.device.readSensor("lost"), "0")
        words = np.concatenate(found).view(np.uint32)
        np.testing.assert_array_equal(words[words != 0], pairs.view(np.uint32))
        sent, missed, late, _ = self.account()
        first, last = np.flatnonzero(words)[[0, -1]]
        self.assertEqual((sent, missed, late), (count, np.count_nonzero(words[first:last] == 0), 0))


class Told(Transmitting):
    """What does not go well, and what is told of it."""

    def test_a_hole_of_a_burst_is_told_once_with_what_is_behind_it_in_its_place(self):
        sends = self.open(transmit(self.device))
        self.assertEqual(self.device.activateStream(sends), 0)
        first, gap = self.soon(), 777
        one, other = noise(3000), noise(4000, 2)
        receives = self.capture(first, 3000 + gap + 4000)
        self.write(sends, one, SOAPY_SDR_HAS_TIME, first)
        # A cycle behind the moment before it.
        self.write(sends, other, SOAPY_SDR_HAS_TIME | SOAPY_SDR_END_BURST, time_of(first, 2999 + gap) + 4)
        data = self.captured(receives, first, 3000 + gap + 4000)
        np.testing.assert_array_equal(data, np.concatenate([one, silence(gap), other]))
        self.assertEqual(self.statuses(sends), [(SOAPY_SDR_UNDERFLOW, 0, None, 1), self.is_sent(first)])
        self.assertEqual(self.account(), (7000, gap, 0, 4))

    def test_a_hole_is_told_once_however_often_it_is_looked_at(self):
        sends = self.open(transmit(self.device))
        self.assertEqual(self.device.activateStream(sends), 0)
        for hole in range(3):
            self.write(sends, noise(1000))
            got = self.device.readStreamStatus(sends, PATIENCE_US)
            self.assertEqual((got.ret, got.chanMask), (SOAPY_SDR_UNDERFLOW, 1), f"hole {hole}")
            before = self.account()[1]
            # Time of the card passes in here.
            for _ in range(5):
                self.assertEqual(self.statuses(sends, 100), [])
            self.assertGreater(self.account()[1], before, "it is still the same hole")
        self.write(sends, noise(10), SOAPY_SDR_END_BURST)
        self.assertEqual(self.statuses(sends), [self.is_sent(None)])
        sent, _, late, packets = self.account()
        self.assertEqual((sent, late, packets), (3010, 0, 4))

    def test_a_burst_that_is_late_is_told_once_and_nothing_of_it_is_sent(self):
        self.device.setHardwareTime(1_000_000_000)
        sends = self.open(transmit(self.device))
        self.assertEqual(self.device.activateStream(sends), 0)
        count = 3 * PACKET
        flags = SOAPY_SDR_HAS_TIME | SOAPY_SDR_END_BURST
        for time in (1000, 2000):
            self.write(sends, noise(count), flags, time)
            late = (SOAPY_SDR_TIME_ERROR, SOAPY_SDR_HAS_TIME, time, 1)
            self.assertEqual(self.statuses(sends), [late, self.is_sent(time)])
        self.assertEqual(self.account(), (0, 0, 2 * count, 6))
        # The next one is none of their business.
        first = self.soon()
        receives = self.capture(first, count)
        self.write(sends, noise(count), flags, first)
        np.testing.assert_array_equal(self.captured(receives, first, count), noise(count))
        self.assertEqual(self.statuses(sends), [self.is_sent(first)])
        self.assertEqual(self.account(), (count, 0, 2 * count, 9))

    def test_of_a_burst_that_is_late_in_part_the_rest_is_sent_in_its_place(self):
        self.set_rate(EVEN_RATE)
        self.device.writeSetting("packet", "500")
        sends = self.open(transmit(self.device, buffers=256))
        self.assertEqual(self.device.activateStream(sends), 0)
        count = 200 * 500
        pairs = noise(count)
        # A quarter of it is over; what comes behind its half is looked at.
        self.device.setHardwareTime(1_000_000_000)
        first = self.soon(-(count // 4) * EVEN_NS)
        skipped = count // 2
        there = time_of(first, skipped, EVEN_COUNT)
        receives = self.capture(there, count - skipped)
        self.write(sends, pairs, SOAPY_SDR_HAS_TIME | SOAPY_SDR_END_BURST, first)
        data = self.captured(receives, there, count - skipped, EVEN_COUNT)
        np.testing.assert_array_equal(data, pairs[2 * skipped :])
        told = self.statuses(sends)
        late = (SOAPY_SDR_TIME_ERROR, SOAPY_SDR_HAS_TIME, first, 1)
        self.assertEqual(told, [late, self.is_sent(first)])
        sent, missed, dropped, packets = self.account()
        self.assertEqual((sent + dropped, missed, dropped % 500, packets), (count, 0, 0, 200))
        self.assertGreaterEqual(dropped, count // 4)

    def test_a_program_that_writes_more_than_there_is_room_for_is_told_how_much_was_written(self):
        sends = self.open(transmit(self.device, buffers=4))
        self.assertEqual(self.device.activateStream(sends), 0)
        first = self.soon(10_000_000)
        written, flags = 0, SOAPY_SDR_HAS_TIME
        for _ in range(100):
            got = self.device.writeStream(sends, [noise(10_000)], 10_000, flags, first, 100)
            if got.ret == SOAPY_SDR_TIMEOUT:
                break
            self.assertGreater(got.ret, 0)
            written, flags = written + got.ret, 0
        self.assertEqual(got.ret, SOAPY_SDR_TIMEOUT)
        self.assertGreaterEqual(written, 4 * PACKET)
        self.assertEqual(got.flags, flags)
        # When its time has come there is room again.
        self.write(sends, noise(10), SOAPY_SDR_END_BURST)
        self.assertEqual(self.statuses(sends), [self.is_sent(first)])
        self.assertEqual(self.account()[:3], (written + 10, 0, 0))

    def test_a_program_that_says_its_flags_again_with_the_rest_sends_the_burst_as_it_is(self):
        # As the server of SoapyRemote does it.
        self.device.writeSetting("packet", "100")
        sends = self.open(transmit(self.device, buffers=2))
        self.assertEqual(self.device.activateStream(sends), 0)
        first, count = self.soon(10_000_000), 20_000
        pairs = noise(count)
        receives = self.capture(first, count)
        begin, left = 0, count
        flags, timeouts = SOAPY_SDR_HAS_TIME | SOAPY_SDR_END_BURST, 0
        while left > 0:
            got = self.device.writeStream(sends, [pairs[2 * begin :]], left, flags, first, 10)
            flags = got.flags
            if got.ret == SOAPY_SDR_TIMEOUT:
                timeouts += 1
                continue
            self.assertGreater(got.ret, 0)
            begin, left = begin + got.ret, left - got.ret
            flags &= ~SOAPY_SDR_HAS_TIME
        self.assertGreater(timeouts, 0)
        np.testing.assert_array_equal(self.captured(receives, first, count), pairs)
        self.assertEqual(self.statuses(sends), [self.is_sent(first)])
        self.assertEqual(self.account(), (count, 0, 0, 200))

    def test_bursts_that_are_late_are_told_one_by_one_though_nobody_has_asked_meanwhile(self):
        self.device.setHardwareTime(1_000_000_000)
        sends = self.open(transmit(self.device))
        self.assertEqual(self.device.activateStream(sends), 0)
        times = [1000, 2000, 3000]
        for time in times:
            self.write(sends, noise(2 * PACKET), SOAPY_SDR_HAS_TIME | SOAPY_SDR_END_BURST, time)
        self.assertEqual(self.device.deactivateStream(sends), 0)
        told = self.statuses(sends)
        late = [(SOAPY_SDR_TIME_ERROR, SOAPY_SDR_HAS_TIME, time, 1) for time in times]
        self.assertCountEqual(told, late + [self.is_sent(time) for time in times])
        self.assertEqual(self.account(), (0, 0, 6 * PACKET, 6))


class Ends(Transmitting):
    """How a burst and a stream end."""

    def test_a_burst_can_be_ended_behind_its_samples(self):
        sends = self.open(transmit(self.device))
        self.assertEqual(self.device.activateStream(sends), 0)
        nothing = silence(0)
        self.write(sends, nothing, SOAPY_SDR_END_BURST)
        self.assertEqual(self.statuses(sends), [], "there is no burst")
        self.write(sends, noise(3000))
        self.write(sends, nothing, SOAPY_SDR_END_BURST)
        self.write(sends, nothing, SOAPY_SDR_END_BURST)
        self.assertEqual(self.statuses(sends), [self.is_sent(None)])
        self.assertEqual(self.account(), (3001, 0, 0, 3), "a sample of silence is its end")

    def test_what_was_written_is_sent_when_a_stream_is_deactivated(self):
        sends = self.open(transmit(self.device))
        for activation in range(2):
            self.assertEqual(self.device.activateStream(sends), 0)
            self.assertEqual(self.device.activateStream(sends), SOAPY_SDR_STREAM_ERROR, "it is active")
            self.assertEqual(self.account(), (0, 0, 0, 0))
            first = self.soon()
            receives = self.capture(first, 6000)
            self.write(sends, noise(5000), SOAPY_SDR_HAS_TIME, first)
            self.assertEqual(self.device.deactivateStream(sends), 0)
            self.assertEqual(self.account(), (5001, 0, 0, 4), f"activation {activation}")
            self.assertEqual(self.statuses(sends), [self.is_sent(first)])
            data = self.captured(receives, first, 6000)
            np.testing.assert_array_equal(data, np.concatenate([noise(5000), silence(1000)]))
            got = self.device.writeStream(sends, [noise(10)], 10)
            self.assertEqual(got.ret, SOAPY_SDR_STREAM_ERROR, "it is not active")
            self.device.closeStream(self.streams.pop())

    def test_what_cannot_be_sent_in_time_is_forgotten(self):
        sends = self.open(transmit(self.device))
        self.assertEqual(self.device.activateStream(sends), 0)
        hour = 3_600_000_000_000
        self.write(sends, noise(5000), SOAPY_SDR_HAS_TIME | SOAPY_SDR_END_BURST, self.soon(hour))
        # Until the card has them, which takes time of it.
        self.assertEqual(self.statuses(sends, 1000), [])
        with self.assertRaisesRegex(RuntimeError, "on the air"):
            self.device.setHardwareTime(5_000_000_000)
        self.assertEqual(self.device.deactivateStream(sends), 0)
        self.assertEqual(self.account(), (0, 0, 0, 3))
        self.assertEqual(self.statuses(sends), [])
        # Nothing waits in the card any more.
        self.device.setHardwareTime(5_000_000_000)
        self.assertGreaterEqual(self.device.getHardwareTime(), 5_000_000_000)
        self.assertEqual(self.device.activateStream(sends), 0)
        self.write(sends, noise(5000), SOAPY_SDR_END_BURST)
        self.assertEqual(self.statuses(sends), [self.is_sent(None)])
        self.assertEqual(self.account(), (5000, 0, 0, 3))

    def test_who_waits_for_what_became_of_bursts_does_so_across_activations(self):
        sends = self.open(transmit(self.device))
        found, holes, ends = [], 0, threading.Event()

        def asks():
            while not ends.is_set():
                before = monotonic()
                got = self.device.readStreamStatus(sends, STATUS_US)
                found.append((got.ret, monotonic() - before))

        asking = threading.Thread(target=asks)
        asking.start()
        lates = 0
        try:
            for _ in range(20):
                self.assertEqual(self.device.activateStream(sends), 0)
                # With a hole, so that an account that begins anew is another one.
                first = self.soon()
                self.write(sends, noise(100), SOAPY_SDR_HAS_TIME, first)
                self.write(sends, noise(100), SOAPY_SDR_HAS_TIME | SOAPY_SDR_END_BURST, first + 10_000)
                self.assertEqual(self.device.deactivateStream(sends), 0)
                sent, missed, late, _ = self.account()
                # Time of the card passes while the other thread waits, also when this one is kept from running.
                self.assertEqual(sent + late, 200)
                holes += missed > 0
                lates += -(-late // 100)
        finally:
            ends.set()
            asking.join(timeout=100)
        self.assertFalse(asking.is_alive())
        codes = [code for code, _ in found] + [entry[0] for entry in self.statuses(sends)]
        self.assertLessEqual(set(codes), {0, SOAPY_SDR_UNDERFLOW, SOAPY_SDR_TIME_ERROR, SOAPY_SDR_TIMEOUT})
        self.assertLessEqual(codes.count(0), 20)
        self.assertLessEqual(codes.count(SOAPY_SDR_UNDERFLOW), holes)
        self.assertLessEqual(codes.count(SOAPY_SDR_TIME_ERROR), lates)
        # It is not active: nothing can come, and that takes the time that was said.
        before = monotonic()
        self.assertEqual(self.device.readStreamStatus(sends, STATUS_US).ret, SOAPY_SDR_TIMEOUT)
        self.assertGreaterEqual(monotonic() - before, STATUS_US / 1e6)

    def test_nobody_waits_for_who_asks_about_a_stream_in_which_somebody_waits(self):
        self.device = open_card("paced:radio")
        sends = self.open(transmit(self.device, buffers=2))
        self.assertEqual(self.device.activateStream(sends), 0)
        hour, flags, pairs = 3_600_000_000_000, SOAPY_SDR_HAS_TIME, noise(PACKET)
        start = self.device.getHardwareTime() + hour
        while self.device.writeStream(sends, [pairs], PACKET, flags, start, 1000).ret != SOAPY_SDR_TIMEOUT:
            flags = 0
        # Longer than this program may be kept from running.
        limit_us, most = 4_000_000, 2

        def writes():
            self.device.writeStream(sends, [pairs], PACKET, 0, 0, limit_us)

        def asks():
            while writing.is_alive():
                self.device.readSensor(SOAPY_SDR_TX, 0, "sent")

        writing, asking = threading.Thread(target=writes), threading.Thread(target=asks)
        writing.start()
        asking.start()
        longest, before = 0, monotonic()
        while writing.is_alive():
            self.device.getSampleRate(SOAPY_SDR_TX, 0)
            longest, before = max(longest, monotonic() - before), monotonic()
        asking.join(timeout=100)
        self.assertFalse(asking.is_alive())
        self.assertLess(longest, most)

    def test_a_rate_is_that_of_the_next_activation(self):
        sends = self.open(transmit(self.device))
        for hertz, count in ((20e6, 343_597_384), (125e6, 1 << 31)):
            self.set_rate(hertz)
            self.assertEqual(self.device.activateStream(sends), 0)
            first = self.soon()
            receives = self.capture(first, 5000)
            self.write(sends, noise(5000), SOAPY_SDR_HAS_TIME | SOAPY_SDR_END_BURST, first)
            np.testing.assert_array_equal(self.captured(receives, first, 5000, count), noise(5000))
            self.assertEqual(self.device.deactivateStream(sends), 0)
            self.device.closeStream(self.streams.pop())


class Refused(Transmitting):
    """What makes no sense is refused, and the card works on."""

    def test_what_there_is_not(self):
        device, nan = self.device, float("nan")
        for words, wrong in (
            ("CF64", lambda: transmit(device, "CF64")),
            ("in this order", lambda: transmit(device, channels=[1])),
            ("channel 4 .transmit.", lambda: transmit(device, channels=[4])),
            ("buffers=0", lambda: transmit(device, buffers=0)),
            ("buffers=1: give one for each of 2", lambda: transmit(device, channels=[0, 1], buffers=1)),
            ("200000000 samples/s.*nearest is 125000000", lambda: device.setSampleRate(SOAPY_SDR_TX, 0, 200e6)),
            ("samples/s", lambda: device.setSampleRate(SOAPY_SDR_TX, 0, nan)),
            ("antenna RX", lambda: device.setAntenna(SOAPY_SDR_TX, 0, "RX")),
            ("gain PA", lambda: device.setGain(SOAPY_SDR_TX, 0, "PA", 1)),
            ("-1", lambda: device.setFrequency(SOAPY_SDR_TX, 0, -1)),
            ("packet=0", lambda: device.writeSetting("packet", "0")),
            ("packet=4097: 1 to 4096", lambda: device.writeSetting("packet", "4097")),
            ("loop=maybe", lambda: device.writeSetting("loop", "maybe")),
            ("tx_start_ns=now", lambda: device.writeSetting("tx_start_ns", "now")),
            ("sensor lost", lambda: device.readSensor(SOAPY_SDR_TX, 0, "lost")),
            ("sensor sent", lambda: device.readSensor(SOAPY_SDR_RX, 0, "sent")),
        ):
            with self.assertRaisesRegex(RuntimeError, words):
                wrong()
        sends = self.open(transmit(device))
        with self.assertRaisesRegex(RuntimeError, "has a stream already that sends"):
            transmit(device)
        receives = self.open(receive(device))
        pairs = noise(10)
        self.assertEqual(device.writeStream(receives, [pairs], 10).ret, SOAPY_SDR_NOT_SUPPORTED)
        self.assertEqual(device.readStreamStatus(receives, 0).ret, SOAPY_SDR_NOT_SUPPORTED)
        self.assertEqual(device.readStream(sends, [pairs], 10).ret, SOAPY_SDR_NOT_SUPPORTED)
        self.assertEqual(device.activateStream(sends, 0, 0, 10), SOAPY_SDR_NOT_SUPPORTED)
        self.assertEqual(device.deactivateStream(sends, SOAPY_SDR_HAS_TIME, 10), SOAPY_SDR_NOT_SUPPORTED)
        self.assertEqual(device.activateStream(sends), 0)
        self.write(sends, pairs, SOAPY_SDR_END_BURST)
        self.assertEqual(self.statuses(sends), [self.is_sent(None)])
        self.assertEqual(self.account(), (10, 0, 0, 1))

    def test_more_memory_than_there_is(self):
        sends = self.open(transmit(self.device, buffers=1 << 30))
        self.assertEqual(self.device.activateStream(sends), SOAPY_SDR_STREAM_ERROR)


if __name__ == "__main__":
    unittest.main()
