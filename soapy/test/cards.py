# SPDX-License-Identifier: Apache-2.0
"""What the tests of the module share: a card with streams, and what a ramp is."""

import numpy as np
import SoapySDR
from SoapySDR import SOAPY_SDR_CS16, SOAPY_SDR_OVERFLOW, SOAPY_SDR_RX, SOAPY_SDR_TIMEOUT, SOAPY_SDR_TX

CARD = "fast:radio"
CYCLE_NS = 4
# Long enough for a buffer of the rates used here; time of the card, which passes while somebody waits.
PATIENCE_US = 1_000_000
# A rate whose samples are no whole cycles apart, and how many there are in 2^32 cycles.
RATE = 40e6
COUNT = 687_194_767


def open_card(card=CARD, **settings):
    """A device with its settings."""
    device = SoapySDR.Device({"driver": "forebay", "card": card})
    for key, value in settings.items():
        device.writeSetting(key, str(value))
    return device


def ramp(count, first=0, channel=0):
    """Samples of a ramp as pairs of 16 bits, by their definition."""
    words = (np.arange(first, first + count, dtype=np.uint32) & 0x0FFF_FFFF) | np.uint32(channel << 28)
    return words.view(np.int16)


def time_of(first_ns, sample, count=COUNT):
    """Time of a sample of a burst."""
    return first_ns + -(-(sample << 32) // count) * CYCLE_NS


def read_all(device, stream, sizes, make=lambda size: np.zeros(2 * size, np.int16)):
    """Reads to the end of a burst: (samples, time, flags) of each read, and how many overflows were told before it."""
    found, overflows, at = [], 0, 0
    while True:
        size = sizes[at % len(sizes)]
        at += 1
        buffer = make(size)
        got = device.readStream(stream, [buffer], size, timeoutUs=PATIENCE_US)
        if got.ret == SOAPY_SDR_TIMEOUT:
            return found
        if got.ret == SOAPY_SDR_OVERFLOW:
            overflows += 1
            continue
        assert got.ret > 0, got
        found.append((buffer[: 2 * got.ret], got.timeNs, got.flags, overflows))
        overflows = 0


def receive(device, format_=SOAPY_SDR_CS16, channels=(0,), **args):
    """A stream that receives, set up."""
    return device.setupStream(SOAPY_SDR_RX, format_, list(channels), {key: str(value) for key, value in args.items()})


def transmit(device, format_=SOAPY_SDR_CS16, channels=(0,), **args):
    """A stream that sends, set up."""
    return device.setupStream(SOAPY_SDR_TX, format_, list(channels), {key: str(value) for key, value in args.items()})
