# SPDX-License-Identifier: Apache-2.0
"""Samples of a flowgraph onto the air."""

import numpy as np
import pmt
from gnuradio import gr

from .device import Device, start_of
from .engines import TransmitEngine
from .library import ForebayError
from .reporter import Reporter, time_of

# How long a call of the scheduler waits for a buffer; it asks again.
PATIENCE_US = 100_000
# Samples of a packet at most, and how many packets the ring holds.
PACKET, BUFFERS = 2048, 64
CHANNEL = 0


class Transmit(gr.sync_block):
    """Sends complex samples on the first channel.

    Tags are those of gr-uhd's sink. A burst begins with tx_sob, or with the first sample behind the one before, and
    ends with the sample that has tx_eob. If it begins with tx_time all of its samples have their times: what comes too
    late is dropped. With `length_tag` a burst has as many samples as the tag of that name on its first one says, and
    those outside are dropped. When the flowgraph ends, a burst without an end gets one, of a sample of silence.

    What became of bursts are messages at the port async_msgs, as those of gr-uhd's sink: a pair of `forebay_async_msg`
    and a dictionary with `event_code`, a list of one of underflow (once for each hole), time_error (once for each late
    burst), burst_ack, tag_gap (`samples` were outside of bursts), tag_preemption (a burst ended where the next one
    began), bad_tag (`key` and `value`, which was ignored) and not_sent.

    card: a Device, or the name of one; rate: samples per second
    start: time of the first sample in cycles of the card's clock, None for at once
    """

    def __init__(self, card, rate, length_tag=None, start=None, packet=PACKET, buffers=BUFFERS):
        gr.sync_block.__init__(self, "forebay_transmit", in_sig=[np.complex64], out_sig=None)
        self._start = start_of(start)
        self._device = Device.of(card)
        self._engine = TransmitEngine(self._device, rate, packet, buffers)
        self._reporter = Reporter(self, self._engine, self._device)
        self.rate = self._engine.rate
        self._length_tag = length_tag

    def start(self):
        """The flowgraph begins."""
        self._reporter.start()
        # The start, until something was sent, and the time of the next sample.
        self._ahead = self._time = self._start
        # Samples that a burst of a length still has, and the sample whose tags were heeded last.
        self._left = 0
        self._heeded = None
        return True

    def stop(self):
        """The flowgraph ends."""
        self._reporter.stop()
        return True

    def account(self):
        """(sent, missed, late) samples since the flowgraph began, as the card counts them."""
        return self._reporter.account(CHANNEL)

    def work(self, input_items, output_items):
        """What the scheduler calls."""
        if self._reporter.failed:
            return -1
        try:
            return self._send(input_items[0])
        except ForebayError as error:
            self._reporter.fail(error)
            return -1

    def _send(self, samples):
        """Sends a packet, or as much of one as there is; how many samples were taken."""
        count, ends = self._bounds(len(samples))
        if count == 0:
            return 0
        if self._length_tag is not None and self._left == 0:
            self._reporter.tell("tag_gap", samples=pmt.from_long(count))
            # A time that was said of them is none of the next burst's.
            self._time = self._ahead
            return count
        if not self._engine.send(CHANNEL, samples[:count], PATIENCE_US, self._time, ends):
            return 0
        self._ahead = self._time = None
        if self._length_tag is not None:
            self._left -= count
            if ends and self._left > 0:
                self._reporter.tell("tag_preemption")
                self._left = 0
        return count

    def _bounds(self, count):
        """How many samples are next, and whether a burst ends with them; none while there is no buffer."""
        first = self.nitems_read(0)
        count, ends = min(count, self._engine.packet), False
        for tag in sorted(self.get_tags_in_window(0, 0, count), key=lambda tag: tag.offset):
            at, key = tag.offset - first, pmt.symbol_to_string(tag.key)
            if at >= count:
                break
            if key == "tx_eob" and self._length_tag is None:
                if pmt.is_true(tag.value):
                    count, ends = at + 1, True
            elif key in ("tx_sob", "tx_time", self._length_tag):
                if at > 0:
                    # It has to be on the first sample of a packet.
                    count, ends = at, key == self._length_tag
                    break
                if first != self._heeded and not self._begin(key, tag.value):
                    return 0, False
        self._heeded = first
        if 0 < self._left <= count:
            count, ends = self._left, True
        return count, ends

    def _begin(self, key, value):
        """Heeds a tag of the first sample; False while there is no buffer."""
        if key == "tx_time":
            self._time = time_of(value, self._device)
            if self._time is None:
                self._reporter.tell("bad_tag", key=pmt.intern(key), value=value)
        elif key == self._length_tag:
            if self._left > 0:
                # The burst before had no sample left that could end it.
                if not self._engine.end(CHANNEL, PATIENCE_US):
                    return False
                self._reporter.tell("tag_preemption")
            self._left = pmt.to_long(value) if pmt.is_integer(value) else 0
            if self._left <= 0:
                self._left = 0
                self._reporter.tell("bad_tag", key=pmt.intern(key), value=value)
        return True
