# SPDX-License-Identifier: Apache-2.0
"""What programs receive through the module: every sample once, with its time, or the truth about its loss."""

import os
import subprocess
import unittest
from pathlib import Path

import numpy as np
import SoapySDR
from cards import PATIENCE_US, RATE, open_card, ramp, read_all, receive, time_of
from SoapySDR import (
    SOAPY_SDR_CF32,
    SOAPY_SDR_CS8,
    SOAPY_SDR_CS16,
    SOAPY_SDR_END_BURST,
    SOAPY_SDR_HAS_TIME,
    SOAPY_SDR_MORE_FRAGMENTS,
    SOAPY_SDR_RX,
    SOAPY_SDR_STREAM_ERROR,
    SOAPY_SDR_TIME_ERROR,
)

# Nothing of what is told to be refused is to be in a log that is looked at.
SoapySDR.setLogLevel(SoapySDR.SOAPY_SDR_CRITICAL)


class Receive(unittest.TestCase):
    """Bursts of a ramp."""

    def test_a_burst_arrives_sample_for_sample_with_its_times(self):
        device = open_card(wave="ramp")
        device.setSampleRate(SOAPY_SDR_RX, 0, RATE)
        device.setHardwareTime(7_000_000_000)
        self.assertTrue(device.hasHardwareTime())
        first = device.getHardwareTime() // 4 * 4 + 1_000_000
        samples = 100_003
        stream = receive(device, bytes=64 * 1024, buffers=8)
        self.assertEqual(device.getStreamMTU(stream), 16384)
        self.assertEqual(device.activateStream(stream, SOAPY_SDR_HAS_TIME | SOAPY_SDR_END_BURST, first, samples), 0)
        at = 0
        found = read_all(device, stream, [1, 1000, 16384, 40000])
        for number, (pairs, time, flags, overflows) in enumerate(found):
            count = len(pairs) // 2
            np.testing.assert_array_equal(pairs, ramp(count, at))
            self.assertEqual(time, time_of(first, at), f"sample {at}")
            at += count
            last = number == len(found) - 1
            ends = SOAPY_SDR_END_BURST if last else 0 if at % 16384 == 0 else SOAPY_SDR_MORE_FRAGMENTS
            self.assertEqual((flags, overflows), (SOAPY_SDR_HAS_TIME | ends, 0), f"{at} of {samples}")
        self.assertEqual(at, samples)
        seen = [device.readSensor(key) for key in ("produced", "kept", "lost", "overflows")]
        self.assertEqual(seen, [str(samples), str(samples), "0", "0"])
        self.assertEqual(device.deactivateStream(stream), 0)
        # The next burst begins at its own beginning, and counts its times from there.
        first = device.getHardwareTime() // 4 * 4 + 1_000_004
        self.assertEqual(device.activateStream(stream, SOAPY_SDR_HAS_TIME, first, 16500), 0)
        at = 0
        for pairs, time, _, _ in read_all(device, stream, [16384, 7, 1, 3]):
            count = len(pairs) // 2
            np.testing.assert_array_equal(pairs, ramp(count, at))
            self.assertEqual(time, time_of(first, at), f"sample {at}")
            at += count
        self.assertEqual(at, 16500)
        device.closeStream(stream)

    def test_what_a_deactivation_leaves_does_not_come_later(self):
        device = open_card(wave="ramp")
        device.setSampleRate(SOAPY_SDR_RX, 0, RATE)
        stream = receive(device, bytes=4096, buffers=4)
        buffer = np.zeros(2 * 100, np.int16)
        for _ in range(3):
            self.assertEqual(device.activateStream(stream), 0)
            got = device.readStream(stream, [buffer], 100, timeoutUs=PATIENCE_US)
            self.assertEqual(got.ret, 100)
            np.testing.assert_array_equal(buffer, ramp(100))
            self.assertEqual(device.activateStream(stream), SOAPY_SDR_STREAM_ERROR, "it is active")
            # Each question takes time of the card, until all buffers and the card are full.
            for _ in range(5000):
                if int(device.readSensor("lost")) > 0:
                    break
            self.assertEqual(device.readSensor("held"), "true", "the card is full")
            self.assertEqual(device.deactivateStream(stream), 0)
            self.assertEqual(device.readSensor("held"), "false", "the card is left empty")
            self.assertEqual(device.readStream(stream, [buffer], 100).ret, SOAPY_SDR_STREAM_ERROR)
        device.closeStream(stream)

    def test_each_format_has_the_samples_of_the_others(self):
        seen = {}
        for format_, kind in ((SOAPY_SDR_CS16, np.int16), (SOAPY_SDR_CF32, np.complex64), (SOAPY_SDR_CS8, np.int8)):
            device = open_card(wave="noise")
            device.setSampleRate(SOAPY_SDR_RX, 0, RATE)
            stream = receive(device, format_)
            width = 1 if kind is np.complex64 else 2
            buffer = np.zeros(width * 5000, kind)
            self.assertEqual(device.activateStream(stream, 0, 0, 5000), 0)
            self.assertEqual(device.readStream(stream, [buffer], 5000, timeoutUs=PATIENCE_US).ret, 5000)
            seen[format_] = buffer
            device.closeStream(stream)
        exact = seen[SOAPY_SDR_CS16]
        self.assertGreater(exact.std(), 1000)
        np.testing.assert_array_equal(seen[SOAPY_SDR_CF32].view(np.float32), exact.astype(np.float32) / 32768)
        np.testing.assert_array_equal(seen[SOAPY_SDR_CS8], (exact >> 8).astype(np.int8))

    def test_channels_come_apart(self):
        for channels in ([0, 1], [0, 1, 2, 3]):
            device = open_card(wave="ramp")
            device.setSampleRate(SOAPY_SDR_RX, 0, 10e6)
            stream = receive(device, channels=channels)
            buffers = [np.zeros(2 * 3000, np.int16) for _ in channels]
            self.assertEqual(device.activateStream(stream, 0, 0, 3000), 0)
            self.assertEqual(device.readStream(stream, buffers, 3000, timeoutUs=PATIENCE_US).ret, 3000)
            for channel, buffer in enumerate(buffers):
                np.testing.assert_array_equal(buffer, ramp(3000, 0, channel))
            device.closeStream(stream)

    def test_a_start_that_is_over_captures_nothing(self):
        device = open_card(wave="ramp")
        device.setHardwareTime(1_000_000_000)
        stream = receive(device)
        self.assertEqual(device.activateStream(stream, SOAPY_SDR_HAS_TIME, 1000, 100), SOAPY_SDR_TIME_ERROR)
        buffer = np.zeros(200, np.int16)
        self.assertEqual(device.readStream(stream, [buffer], 100).ret, SOAPY_SDR_STREAM_ERROR)
        self.assertEqual(device.activateStream(stream, 0, 0, 100), 0)
        self.assertEqual(device.readStream(stream, [buffer], 100, timeoutUs=PATIENCE_US).ret, 100)
        np.testing.assert_array_equal(buffer, ramp(100))
        device.closeStream(stream)

    def test_start_and_length_of_programs_that_cannot_say_them_are_settings(self):
        device = open_card(wave="ramp", start_ns=2_000_000, samples=1234)
        stream = receive(device)
        self.assertEqual(device.activateStream(stream), 0)
        [(pairs, time, _, _)] = read_all(device, stream, [5000])
        self.assertEqual((len(pairs) // 2, time), (1234, 2_000_000))
        left = [device.readSetting("start_ns"), device.readSetting("samples")]
        self.assertEqual(left, ["-1", "0"], "each is used once")
        device.closeStream(stream)


class Losses(unittest.TestCase):
    """A consumer that does not keep up: direct_receive.cpp, as Python cannot hold buffers."""

    def test_what_was_lost_and_what_arrived_is_what_was_produced(self):
        self.direct("gap")

    def test_a_burst_that_stops_at_an_overrun_does_not_go_on(self):
        self.direct("stop")

    def direct(self, policy):
        program = Path(os.environ["SOAPY_SDR_PLUGIN_PATH"]) / "direct_receive"
        run = subprocess.run([program, policy], capture_output=True, text=True, timeout=100, check=False)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertRegex(run.stdout, rf"{policy}: [1-9]\d* checks")


class Refused(unittest.TestCase):
    """What makes no sense is refused, and the card works on."""

    def test_what_there_is_not(self):
        device = open_card(wave="ramp")
        nan = float("nan")
        for words, wrong in (
            ("CF64", lambda: receive(device, "CF64")),
            ("in this order", lambda: receive(device, channels=[1])),
            ("in this order", lambda: receive(device, channels=[0, 1, 2])),
            ("channel 4", lambda: receive(device, channels=[4])),
            ("bytes=100", lambda: receive(device, bytes=100)),
            ("bytes=many", lambda: receive(device, bytes="many")),
            ("buffers=0", lambda: receive(device, buffers=0)),
            ("200000000 samples/s.*nearest is 125000000", lambda: device.setSampleRate(SOAPY_SDR_RX, 0, 200e6)),
            ("samples/s", lambda: device.setSampleRate(SOAPY_SDR_RX, 0, nan)),
            ("channel 7", lambda: device.setSampleRate(SOAPY_SDR_RX, 7, 1e6)),
            ("antenna TX", lambda: device.setAntenna(SOAPY_SDR_RX, 0, "TX")),
            ("-1", lambda: device.setFrequency(SOAPY_SDR_RX, 0, -1)),
            ("colour", lambda: device.writeSetting("colour", "blue")),
            ("square", lambda: device.writeSetting("wave", "square")),
            ("hope", lambda: device.writeSetting("policy", "hope")),
            ("samples=-1", lambda: device.writeSetting("samples", "-1")),
            ("12x", lambda: device.writeSetting("samples", "12x")),
            ("nan", lambda: device.writeSetting("tone_hz", "nan")),
            ("temperature", lambda: device.readSensor("temperature")),
            ("-1", lambda: device.setHardwareTime(-1)),
            ("paper:radio", lambda: SoapySDR.Device({"driver": "forebay", "card": "paper:radio"})),
            ("signal source", lambda: SoapySDR.Device({"driver": "forebay", "card": "fast:loopback"})),
        ):
            with self.assertRaisesRegex(RuntimeError, words):
                wrong()
        stream = receive(device)
        with self.assertRaisesRegex(RuntimeError, "has a stream already"):
            receive(device)
        device.releaseReadBuffer(stream, 77)
        self.assertEqual(device.activateStream(stream, 0, 0, 10), 0)
        self.assertEqual(len(read_all(device, stream, [10])), 1)
        device.closeStream(stream)

    def test_more_memory_than_there_is(self):
        device = open_card(wave="ramp")
        stream = receive(device, bytes=1 << 25, buffers=1 << 30)
        self.assertEqual(device.activateStream(stream), SOAPY_SDR_STREAM_ERROR)
        device.closeStream(stream)


if __name__ == "__main__":
    unittest.main()
