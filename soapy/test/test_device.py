# SPDX-License-Identifier: Apache-2.0
"""What programs find: cards, and what each direction of one is."""

import subprocess
import unittest

import SoapySDR
from cards import CARD, open_card
from SoapySDR import SOAPY_SDR_RX, SOAPY_SDR_TX

# Nothing of what is told to be refused is to be in a log that is looked at.
SoapySDR.setLogLevel(SoapySDR.SOAPY_SDR_CRITICAL)


class Described(unittest.TestCase):
    """What a device says of itself."""

    def test_both_directions_have_what_programs_ask_for(self):
        device = open_card()
        for direction, antenna in ((SOAPY_SDR_RX, "RX"), (SOAPY_SDR_TX, "TX")):
            self.assertEqual(device.getNumChannels(direction), 4)
            for channel in range(4):
                self.assertTrue(device.getFullDuplex(direction, channel))
                self.assertEqual(list(device.listAntennas(direction, channel)), [antenna])
                self.assertEqual(device.getAntenna(direction, channel), antenna)
                self.assertEqual(sorted(device.getStreamFormats(direction, channel)), ["CF32", "CS16", "CS8"])
                self.assertGreater(len(device.listSampleRates(direction, channel)), 0)
                self.assertEqual(list(device.listGains(direction, channel)), ["DIGITAL"])
                device.setGain(direction, channel, 20)
                device.setGain(direction, channel, "DIGITAL", 20)
                self.assertEqual(device.getGain(direction, channel), 0, "nothing is amplified")
                gains = device.getGainRange(direction, channel)
                self.assertEqual((gains.minimum(), gains.maximum()), (0, 0))

    def test_rates_and_frequencies_are_those_of_their_direction(self):
        device = open_card()
        for direction, hertz in ((SOAPY_SDR_RX, 4e6), (SOAPY_SDR_TX, 5e6)):
            device.setSampleRate(direction, 0, hertz)
            device.setFrequency(direction, 0, 100 * hertz)
        for direction, hertz in ((SOAPY_SDR_RX, 4e6), (SOAPY_SDR_TX, 5e6)):
            self.assertAlmostEqual(device.getSampleRate(direction, 0), hertz, delta=1)
            self.assertEqual(device.getFrequency(direction, 0), 100 * hertz)

    def test_who_asks_for_the_same_card_gets_the_same(self):
        one, other = open_card(), open_card()
        one.writeSetting("packet", "123")
        self.assertEqual(other.readSetting("packet"), "123")


class Programs(unittest.TestCase):
    """Programs that know nothing of this project."""

    def said(self, *arguments):
        return subprocess.run(["SoapySDRUtil", *arguments], capture_output=True, text=True, timeout=100, check=False)

    def test_the_utility_finds_and_describes_the_card(self):
        found = self.said("--find=driver=forebay")
        self.assertIn("card = paced:radio", found.stdout)
        probed = self.said(f"--probe=driver=forebay,card={CARD}")
        self.assertEqual(probed.returncode, 0, probed.stdout)
        native = "Native format: CS16 [full-scale=32768]"
        for line in (
            "driver=forebay",
            "hardware=fast:radio",
            native,
            "Antennas: RX",
            "Antennas: TX",
            "Full-duplex: YES",
            "Timestamps: YES",
        ):
            self.assertIn(line, probed.stdout)

    def test_nobody_gets_a_simulated_card_who_has_not_asked(self):
        self.assertNotIn("paced:radio", self.said("--find").stdout)


if __name__ == "__main__":
    unittest.main()
