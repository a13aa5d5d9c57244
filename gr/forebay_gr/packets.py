# SPDX-License-Identifier: Apache-2.0
"""Packets with CHDR headers as messages."""

import threading

import numpy as np
import pmt
from gnuradio import gr

from .capture import PATIENCE_US, wave_of
from .device import Device, start_of
from .ends import finish, tell
from .engines import FULL_SCALE, CaptureEngine
from .library import ForebayError, ffi, lib, must, opened


class Packets(gr.basic_block):
    """Each packet of one or more channels as a PDU at the port pdus: a pair of metadata and a vector of samples.

    Metadata: endpoint, sequence, time (cycles of the card's clock), rx_time (seconds), missing (packets that are
    missing ahead of it), eob.
    """

    def __init__(
        self,
        card,
        rate,
        packet,
        channels=1,
        wave="tone",
        samples=0,
        start=None,
        endpoint=0,
        buffers=16,
        bytes_=128 << 10,
    ):
        gr.basic_block.__init__(self, "forebay_packets", in_sig=None, out_sig=None)
        self.message_port_register_out(pmt.intern("pdus"))
        self._device = Device.of(card)
        count, self.rate = self._device.rate(rate)
        self._engine = CaptureEngine(self._device, buffers, bytes_, through=True)
        self._signal = {"wave": wave_of(wave), "rate": count, "channels": channels, "packet": packet}
        self._signal |= {"endpoint": endpoint, "headers": True, "turns": 2**32 // 16}
        self._burst = {
            "samples": samples,
            "has_samples": samples > 0,
            "at": start_of(start) or 0,
            "has_at": start is not None,
        }
        self._thread = None
        self._ends = threading.Event()

    def start(self):
        """The flowgraph begins."""
        close, call = lib.forebay_packets_close, lib.forebay_packets_open
        self._packets = opened("forebay_packets", close, call, lib.FOREBAY_PACKET_HEADER)
        self._ends.clear()
        self._thread = threading.Thread(target=self._run, name="forebay_packets")
        self._thread.start()
        return True

    def stop(self):
        """The flowgraph ends."""
        self._ends.set()
        self._thread.join()
        try:
            self._engine.stop()
        except ForebayError as error:
            tell(self, error)
        return True

    def _run(self):
        try:
            self._engine.start(self._signal, self._burst)
            self._publish_all()
        except ForebayError as error:
            tell(self, error)
        finish(self)

    def _publish_all(self):
        """Until the burst is over, or the flowgraph."""
        while not self._ends.is_set():
            buffer = self._engine.acquire(PATIENCE_US)
            if buffer is None:
                # Nothing more comes of a burst that is over, and that is all that would be waited for.
                if self._engine.is_over():
                    return
                continue
            must(lib.forebay_packets_push(self._packets, buffer.info.data, buffer.info.bytes))
            buffer.release()
            self._publish()

    def _publish(self):
        packet = ffi.new("forebay_packet *")
        while True:
            status = lib.forebay_packets_next(self._packets, packet)
            if status == lib.FOREBAY_STATUS_NOTHING:
                return
            must(status)
            pairs = np.frombuffer(ffi.buffer(packet.data, packet.bytes), np.int16)
            samples = (pairs / FULL_SCALE).astype(np.float32).view(np.complex64)
            meta = pmt.make_dict()
            for key, value in (
                ("endpoint", pmt.from_long(packet.endpoint)),
                ("sequence", pmt.from_long(packet.sequence)),
                ("missing", pmt.from_long(packet.missing)),
                ("time", pmt.from_uint64(packet.time)),
                ("rx_time", pmt.from_double(packet.time / self._device.clock_hz)),
                ("eob", pmt.from_bool(packet.end_of_burst)),
            ):
                meta = pmt.dict_add(meta, pmt.intern(key), value)
            vector = pmt.init_c32vector(len(samples), samples.tolist())
            self.message_port_pub(pmt.intern("pdus"), pmt.cons(meta, vector))
