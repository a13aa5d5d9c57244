# SPDX-License-Identifier: Apache-2.0
"""Samples out of the card's own buffers into a flowgraph."""

import numpy as np
import pmt
from gnuradio import gr

from .device import Device, start_of
from .ends import tell
from .engines import FULL_SCALE, CaptureEngine
from .library import ForebayError, lib

WAVES = {
    "tone": lib.FOREBAY_WAVE_TONE,
    "ramp": lib.FOREBAY_WAVE_RAMP,
    "noise": lib.FOREBAY_WAVE_NOISE,
    "air": lib.FOREBAY_WAVE_AIR,
}
# How long a call of the scheduler waits for a buffer; it asks again.
PATIENCE_US = 100_000


def wave_of(name):
    """What the C interface calls a wave."""
    if name not in WAVES:
        raise ValueError(f"wave {name}: there are {', '.join(WAVES)}")
    return WAVES[name]


class Capture(gr.sync_block):
    """Complex samples of one channel.

    Buffers of 128 KiB go straight into the output; what the scheduler has no room for is kept for its next call. The
    first sample behind a start or a gap has the tags rx_time and rx_rate, the last one of a burst rx_eob. Each gap is
    a message at the port async_msgs, as that of gr-uhd's source: a pair of `forebay_async_msg` and a dictionary with
    `overflows` and `lost`, the samples that are missing.

    card: a Device, or the name of one
    rate: samples per second; wave: tone, ramp, noise, or air, which is what is sent; tone_hz: frequency of the tone
    samples: length of the burst, 0 for none
    start: time of its first sample in cycles of the card's clock, None for at once
    """

    def __init__(self, card, rate, wave="tone", tone_hz=None, samples=0, start=None, buffers=16, bytes_=128 << 10):
        gr.sync_block.__init__(self, "forebay_capture", in_sig=None, out_sig=[np.complex64])
        self.message_port_register_out(pmt.intern("async_msgs"))
        kind = wave_of(wave)
        self._device = Device.of(card)
        count, self.rate = self._device.rate(rate)
        self._engine = CaptureEngine(self._device, buffers, bytes_, through=False)
        turns = round((self.rate / 16 if tone_hz is None else tone_hz) / self.rate * 2**32) % 2**32
        self._signal = {"wave": kind, "turns": turns, "rate": count, "channels": 1}
        self._burst = {
            "samples": samples,
            "has_samples": samples > 0,
            "at": start_of(start) or 0,
            "has_at": start is not None,
        }
        self._buffer = None
        self._read = 0
        self._over = False

    def start(self):
        """The flowgraph begins."""
        self._over = False
        self._first = True
        try:
            self._engine.start(self._signal, self._burst)
        except ForebayError as error:
            self._fail(error)
        return True

    def stop(self):
        """The flowgraph ends."""
        self._release()
        try:
            self._engine.stop()
        except ForebayError as error:
            self._fail(error)
        return True

    def account(self):
        """(produced, kept, lost) samples of the burst, as the card counts them."""
        return self._engine.account()

    def work(self, input_items, output_items):
        """What the scheduler calls: as many samples as it has room for."""
        out = output_items[0]
        try:
            if self._buffer is None and not self._take():
                return -1 if self._over else 0
        except ForebayError as error:
            self._fail(error)
            return -1
        pairs = np.frombuffer(self._buffer.bytes, np.int16)[2 * self._read : 2 * (self._read + len(out))]
        count = len(pairs) // 2
        np.divide(pairs, FULL_SCALE, out=out[:count].view(np.float32))
        self._read += count
        if self._read == self._buffer.info.bytes // 4:
            if self._buffer.info.end_of_burst:
                self.add_item_tag(0, self.nitems_written(0) + count - 1, pmt.intern("rx_eob"), pmt.PMT_T)
                self._over = not self._buffer.info.overrun
            del pairs
            self._release()
        return count

    def _take(self):
        """The next buffer, with its tags; False if there is none for now."""
        if self._over:
            return False
        self._buffer = self._engine.acquire(PATIENCE_US)
        if self._buffer is None:
            # A burst that ended in a gap has no last sample.
            self._over = self._engine.is_over()
            return False
        info = self._buffer.info
        self._read = 0
        if info.lost > 0:
            told = pmt.make_dict()
            told = pmt.dict_add(told, pmt.intern("overflows"), pmt.from_long(1))
            told = pmt.dict_add(told, pmt.intern("lost"), pmt.from_uint64(info.lost))
            self.message_port_pub(pmt.intern("async_msgs"), pmt.cons(pmt.intern("forebay_async_msg"), told))
        if self._first or info.lost > 0:
            seconds, fraction = self._device.seconds(info.stamp)
            time = pmt.make_tuple(pmt.from_uint64(seconds), pmt.from_double(fraction))
            at = self.nitems_written(0)
            self.add_item_tag(0, at, pmt.intern("rx_time"), time)
            self.add_item_tag(0, at, pmt.intern("rx_rate"), pmt.from_double(self.rate))
        self._first = False
        return True

    def _fail(self, error):
        """Nothing more comes, for that reason."""
        tell(self, error)
        self._over = True

    def _release(self):
        if self._buffer is not None:
            self._buffer.release()
            self._buffer = None
