# SPDX-License-Identifier: Apache-2.0
"""The C interface of the host library, declared by its own header, which `make soapy` has put beside the library."""

import os
from pathlib import Path

import cffi

FOLDER = Path(os.environ.get("FOREBAY_LIBRARY", Path(__file__).resolve().parents[2] / "build/soapy"))

# How many buffers, or milliseconds without one, what is left of a burst may take to arrive.
DRAIN_STEPS = 2000

ffi = cffi.FFI()
ffi.cdef((FOLDER / "forebay_capture.cdef").read_text())
lib = ffi.dlopen(str(FOLDER / "libforebay_c.so"))


class ForebayError(RuntimeError):
    """What the library says: the place, the value seen and the next step."""


def must(status):
    """Raises what the library says unless the call did what it should."""
    if status != lib.FOREBAY_STATUS_OK:
        raise ForebayError(ffi.string(lib.forebay_last_error()).decode())


class Card:
    """A card whose engine captures a burst into a ring of buffers."""

    def __init__(self, spec, buffers, bytes_, through):
        handle = ffi.new("forebay_device **")
        must(lib.forebay_open(spec.encode(), handle))
        self._device = ffi.gc(handle[0], lib.forebay_close)
        handle = ffi.new("forebay_capture **")
        options = ffi.new("forebay_capture_options *", {"buffers": buffers, "bytes": bytes_, "through": through})
        must(lib.forebay_capture_open(self._device, options, handle))
        self._capture = ffi.gc(handle[0], lib.forebay_capture_close)
        self.clock_hz = lib.forebay_clock_hz(self._device)
        if self.clock_hz == 0:
            raise ForebayError(ffi.string(lib.forebay_last_error()).decode())

    def rate(self, asked):
        """(samples in 2^32 cycles, samples per second) of the rate nearest to `asked`."""
        count, hertz = ffi.new("uint32_t *"), ffi.new("double *")
        must(lib.forebay_rate(self._device, asked, count, hertz))
        return count[0], hertz[0]

    def start(self, signal, burst):
        """Begins a burst; both are fields of the C structures."""
        must(lib.forebay_capture_start(self._capture))
        signal, burst = ffi.new("forebay_signal *", signal), ffi.new("forebay_burst *", burst)
        must(lib.forebay_source_start(self._device, signal, burst))

    def stop(self):
        """Ends it, and takes what is left, so that none of it comes ahead of the next burst."""
        must(lib.forebay_source_stop(self._device))
        state = ffi.new("forebay_source_state *")
        for _ in range(DRAIN_STEPS):
            if self.acquire(1000) is not None:
                continue
            must(lib.forebay_source_status(self._device, state))
            if not state.held:
                break
        must(lib.forebay_capture_stop(self._capture))

    def is_over(self):
        """No burst is armed or runs, and the card holds none of it."""
        state = ffi.new("forebay_source_state *")
        must(lib.forebay_source_status(self._device, state))
        return not (state.armed or state.running or state.held)

    def account(self):
        """(produced, kept, lost) samples of the first channel."""
        account = ffi.new("forebay_account *")
        must(lib.forebay_source_account(self._device, 0, account))
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
