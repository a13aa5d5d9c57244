# SPDX-License-Identifier: Apache-2.0
"""The C interface of the host library, declared by its own header, which `make soapy` has put beside the library."""

import os
from pathlib import Path

import cffi

FOLDER = Path(os.environ.get("FOREBAY_LIBRARY", Path(__file__).resolve().parents[2] / "build/soapy"))

ffi = cffi.FFI()
ffi.cdef((FOLDER / "forebay_capture.cdef").read_text())
lib = ffi.dlopen(str(FOLDER / "libforebay_c.so"))


class ForebayError(RuntimeError):
    """What the library says: the place, the value seen and the next step."""


def must(status):
    """Raises what the library says unless the call did what it should."""
    if status != lib.FOREBAY_STATUS_OK:
        raise ForebayError(ffi.string(lib.forebay_last_error()).decode())


def opened(kind, close, call, *arguments):
    """A handle that a call has opened, and that is closed when nobody has it any more."""
    handle = ffi.new(f"{kind} **")
    must(call(*arguments, handle))
    return ffi.gc(handle[0], close)
