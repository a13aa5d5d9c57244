# SPDX-License-Identifier: Apache-2.0
"""A card, which blocks of both directions may share."""

from .library import ForebayError, ffi, lib, must, opened


class Device:
    """A card: such as fast:radio, paced:radio (by the wall's clock) or /dev/forebay0.

    Blocks that are given the same one use the same card, so that one can receive what another sends.
    """

    def __init__(self, spec):
        self.handle = opened("forebay_device", lib.forebay_close, lib.forebay_open, spec.encode())
        self.clock_hz = lib.forebay_clock_hz(self.handle)
        if self.clock_hz == 0:
            raise ForebayError(ffi.string(lib.forebay_last_error()).decode())

    @classmethod
    def of(cls, card):
        """The one that is given, or that of a name."""
        return card if isinstance(card, cls) else cls(card)

    def rate(self, asked):
        """(samples in 2^32 cycles, samples per second) of the rate nearest to `asked`."""
        count, hertz = ffi.new("uint32_t *"), ffi.new("double *")
        must(lib.forebay_rate(self.handle, asked, count, hertz))
        return count[0], hertz[0]

    def time(self):
        """The hardware time, in cycles of the card's clock."""
        cycles = ffi.new("uint64_t *")
        must(lib.forebay_source_time(self.handle, cycles))
        return cycles[0]

    def seconds(self, cycles):
        """Whole seconds of a time in cycles, and the fraction."""
        seconds, rest = divmod(cycles, self.clock_hz)
        return seconds, rest / self.clock_hz

    def cycles(self, seconds, fraction):
        """The cycle nearest to such a time."""
        return seconds * self.clock_hz + round(fraction * self.clock_hz)


def start_of(cycles):
    """A start in cycles of a card's clock as the card has it, or None for at once."""
    if cycles is not None and not (isinstance(cycles, int) and 0 <= cycles < 2**64):
        raise ValueError(f"start {cycles}: 0 to 2^64 - 1 cycles of the card's clock, or None")
    return cycles
