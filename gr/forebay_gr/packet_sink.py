# SPDX-License-Identifier: Apache-2.0
"""Packets as messages onto the air."""

import numpy as np
import pmt
from gnuradio import gr

from .device import Device
from .engines import CHANNELS, TransmitEngine
from .library import ForebayError
from .reporter import Reporter, time_of
from .transmit import BUFFERS, PACKET


class PacketSink(gr.basic_block):
    """Sends each PDU at its port pdus: a pair of metadata and a vector of complex samples.

    Metadata, all of it optional: channel (0 to 3; the first), tx_time (seconds and fraction of its first sample; at
    once, or where the one before ended), eob (whether a burst ends with it; it does). What became of bursts are
    messages at the port async_msgs, as those of `Transmit`, and bad_pdu with the `why` of one that was dropped.
    """

    def __init__(self, card, rate, packet=PACKET, buffers=BUFFERS):
        gr.basic_block.__init__(self, "forebay_packet_sink", in_sig=None, out_sig=None)
        self.message_port_register_in(pmt.intern("pdus"))
        self.set_msg_handler(pmt.intern("pdus"), self._take)
        self._device = Device.of(card)
        self._engine = TransmitEngine(self._device, rate, packet, buffers)
        self._reporter = Reporter(self, self._engine, self._device)
        self.rate = self._engine.rate

    def start(self):
        """The flowgraph begins."""
        self._reporter.start()
        return True

    def stop(self):
        """The flowgraph ends."""
        self._reporter.stop()
        return True

    def account(self, channel=0):
        """(sent, missed, late) samples of a channel since the flowgraph began, as the card counts them."""
        return self._reporter.account(channel)

    def _take(self, pdu):
        if self._reporter.failed:
            return
        try:
            why = self._send(pdu)
        except ForebayError as error:
            self._reporter.fail(error)
            return
        if why is not None:
            self._reporter.tell("bad_pdu", why=pmt.intern(why))

    def _send(self, pdu):
        """Sends one; why not, if it is none."""
        if not pmt.is_pair(pdu) or not pmt.is_dict(pmt.car(pdu)) or not pmt.is_c32vector(pmt.cdr(pdu)):
            return "no pair of a dictionary and complex samples"
        samples = np.array(pmt.c32vector_elements(pmt.cdr(pdu)), np.complex64)
        if len(samples) == 0:
            return "no samples"

        def said(key, usual):
            return pmt.dict_ref(pmt.car(pdu), pmt.intern(key), usual)

        channel, time, eob = said("channel", pmt.from_long(0)), said("tx_time", pmt.PMT_NIL), said("eob", pmt.PMT_T)
        if not pmt.is_integer(channel) or not 0 <= pmt.to_long(channel) < CHANNELS:
            return f"channel {channel}: there are 0 to {CHANNELS - 1}"
        at = None if pmt.is_null(time) else time_of(time, self._device)
        if at is None and not pmt.is_null(time):
            return f"tx_time {time}: no pair of seconds and a fraction"
        for first in range(0, len(samples), self._engine.packet):
            part = samples[first : first + self._engine.packet]
            ends = first + len(part) == len(samples) and pmt.is_true(eob)
            if not self._engine.send(pmt.to_long(channel), part, self._engine.limit_us, at, ends):
                return f"no room for {len(samples) - first} of {len(samples)} samples"
            at = None
        return None
