# SPDX-License-Identifier: Apache-2.0
"""The engines of a card, each with its ring of buffers."""

import numpy as np

from .library import ffi, lib, must, opened

# How many buffers, or milliseconds without one, what is left of a burst may take to arrive.
DRAIN_STEPS = 2000
# How long more than its samples last what was given to be sent may take to be sent.
GRACE_US = 1_000_000
# Channels of a card.
CHANNELS = 4
# Of a component of 16 bits.
FULL_SCALE = np.float32(32768)


class CaptureEngine:
    """Captures a burst into a ring of buffers."""

    def __init__(self, device, buffers, bytes_, through):
        self._device = device
        options = ffi.new("forebay_capture_options *", {"buffers": buffers, "bytes": bytes_, "through": through})
        close, call = lib.forebay_capture_close, lib.forebay_capture_open
        self._capture = opened("forebay_capture", close, call, device.handle, options)

    def start(self, signal, burst):
        """Begins a burst; both are fields of the C structures."""
        must(lib.forebay_capture_start(self._capture))
        signal, burst = ffi.new("forebay_signal *", signal), ffi.new("forebay_burst *", burst)
        must(lib.forebay_source_start(self._device.handle, signal, burst))

    def stop(self):
        """Ends it, and takes what is left, so that none of it comes ahead of the next burst."""
        must(lib.forebay_source_stop(self._device.handle))
        for _ in range(DRAIN_STEPS):
            if self.acquire(1000) is not None:
                continue
            if not self._state().held:
                break
        must(lib.forebay_capture_stop(self._capture))

    def is_over(self):
        """No burst is armed or runs, and the card holds none of it."""
        state = self._state()
        return not (state.armed or state.running or state.held)

    def _state(self):
        state = ffi.new("forebay_source_state *")
        must(lib.forebay_source_status(self._device.handle, state))
        return state

    def account(self):
        """(produced, kept, lost) samples of the first channel."""
        account = ffi.new("forebay_account *")
        must(lib.forebay_source_account(self._device.handle, 0, account))
        return account.produced, account.kept, account.lost

    def acquire(self, timeout_us):
        """The oldest full buffer, or none within that time."""
        handle, info = ffi.new("forebay_buffer **"), ffi.new("forebay_buffer_info *")
        status = lib.forebay_capture_acquire(self._capture, timeout_us, handle, info)
        if status == lib.FOREBAY_STATUS_NOTHING:
            return None
        must(status)
        return Buffer(ffi.gc(handle[0], lib.forebay_buffer_release), info)


class Buffer:
    """A full buffer: its bytes without a copy, and what is told of it. It is given back by `release`."""

    def __init__(self, handle, info):
        self._handle = handle
        self.info = info
        self.bytes = memoryview(ffi.buffer(info.data, info.bytes))

    def release(self):
        """Gives it back."""
        self.bytes.release()
        ffi.release(self._handle)


class TransmitEngine:
    """Sends packets of samples from a ring of buffers, one in each, and follows what becomes of their bursts."""

    def __init__(self, device, rate, packet, buffers):
        most = lib.FOREBAY_PACKET_SAMPLES
        if not 1 <= packet <= most:
            raise ValueError(f"packet {packet}: 1 to {most} samples")
        self._device = device
        self._rate, hertz = device.rate(rate)
        self.rate, self.packet = hertz, packet
        # Within that time what fills the ring is sent.
        self.limit_us = int(buffers * packet / hertz * 1e6) + GRACE_US
        options = ffi.new("forebay_transmit_options *", {"buffers": buffers, "bytes": lib.forebay_packet_room(packet)})
        close, call = lib.forebay_transmit_close, lib.forebay_transmit_open
        self._transmit = opened("forebay_transmit", close, call, device.handle, options)
        self._bursts = None
        # Channels whose last packet did not end its burst.
        self._open = set()

    def start(self):
        """Begins anew, with silence."""
        close, call = lib.forebay_bursts_close, lib.forebay_bursts_open
        self._bursts = opened("forebay_bursts", close, call, self._device.handle, self._rate, 0)
        self._open.clear()
        must(lib.forebay_transmit_start(self._transmit))

    def stop(self):
        """Waits for what was given to be sent, and ends bursts that are not ended; whether all was sent in time."""
        try:
            ended = all(self.end(channel, GRACE_US) for channel in range(CHANNELS))
            sent = ended and self._in_time(lib.forebay_transmit_drain, self._transmit)
            return sent and self._in_time(lib.forebay_air_wait, self._device.handle)
        finally:
            must(lib.forebay_transmit_stop(self._transmit))

    def clear(self):
        """Forgets what is to be sent, and what was."""
        must(lib.forebay_air_clear(self._device.handle))

    def _in_time(self, wait, handle):
        status = wait(handle, self.limit_us)
        if status == lib.FOREBAY_STATUS_NOTHING:
            return False
        must(status)
        return True

    def send(self, channel, samples, timeout_us, time=None, ends=False):
        """Sends a packet of complex samples; False if there was no buffer for it within that time."""
        at = ffi.NULL if time is None else ffi.new("uint64_t *", time)

        def head(header):
            must(lib.forebay_bursts_packet(self._bursts, channel, len(samples), at, ends, header))

        sent = self._send(samples, timeout_us, head)
        if sent:
            (self._open.discard if ends else self._open.add)(channel)
        return sent

    def end(self, channel, timeout_us):
        """Ends a channel's burst, if there is one, by a sample of silence: no packet has none. False as above."""
        if channel not in self._open:
            return True

        def head(header):
            must(lib.forebay_bursts_end(self._bursts, channel, header))

        sent = self._send(np.zeros(1, np.complex64), timeout_us, head)
        if sent:
            self._open.discard(channel)
        return sent

    def _send(self, samples, timeout_us, head):
        handle, room = ffi.new("forebay_transmit_buffer **"), ffi.new("forebay_room *")
        status = lib.forebay_transmit_acquire(self._transmit, timeout_us, handle, room)
        if status == lib.FOREBAY_STATUS_NOTHING:
            return False
        must(status)
        buffer = ffi.gc(handle[0], lib.forebay_transmit_buffer_release)
        header, written = ffi.new("forebay_packet_header *"), ffi.new("size_t *")
        head(header)
        place = np.frombuffer(ffi.buffer(room.data, room.bytes), np.int16)[lib.FOREBAY_PACKET_HEADER // 2 :]
        to_card(samples, place[: 2 * len(samples)])
        must(lib.forebay_packet_write(room.data, room.bytes, header, ffi.NULL, len(samples), written))
        # The call ends it, whatever it returns.
        ffi.gc(buffer, None)
        must(lib.forebay_transmit_send(buffer, written[0]))
        return True

    def event(self):
        """What became of a burst, the oldest that was not told yet; None if there is nothing."""
        event = ffi.new("forebay_burst_event *")
        status = lib.forebay_bursts_next(self._bursts, 0, event)
        if status == lib.FOREBAY_STATUS_NOTHING:
            return None
        must(status)
        return event

    def account(self, channel):
        """What became of the samples of a channel since the start."""
        account = ffi.new("forebay_air_account *")
        must(lib.forebay_air_account_of(self._device.handle, channel, account))
        return account


def to_card(samples, into):
    """Samples as the card has them: what it has no value for becomes the nearest that it has, no number silence."""
    scaled = np.ascontiguousarray(samples, np.complex64).view(np.float32) * FULL_SCALE
    limits = np.iinfo(np.int16)
    into[:] = np.rint(np.clip(np.nan_to_num(scaled, nan=0.0), limits.min, limits.max))
