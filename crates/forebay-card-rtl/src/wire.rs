// SPDX-License-Identifier: Apache-2.0
//! Time on one direction of the link, exact.
//!
//! A wire carries `num / den` bytes per card cycle. Time is counted in ticks of 1/num cycle, so that a cycle is
//! `num` ticks, a byte is `den` ticks, and nothing is ever rounded.

use forebay_bus::LinkParams;

/// A point in time, in ticks.
pub(crate) type Ticks = u128;

/// A point in time that does not come.
pub(crate) const NEVER: Ticks = Ticks::MAX;

/// Length of a cycle and of a byte in ticks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rate {
    cycle: Ticks,
    byte: Ticks,
}

impl Rate {
    /// The rate of a link, as a reduced fraction.
    pub(crate) fn new(params: &LinkParams) -> Self {
        let (num, den) = params.wire_bytes_per_cycle();
        let common = gcd(num, den);
        Self { cycle: Ticks::from(num / common), byte: Ticks::from(den / common) }
    }

    /// The beginning of a cycle, or a number of cycles, in ticks.
    pub(crate) fn cycles(self, cycles: u64) -> Ticks {
        Ticks::from(cycles) * self.cycle
    }

    /// What `bytes` take on the wire.
    fn bytes(self, bytes: u32) -> Ticks {
        Ticks::from(bytes) * self.byte
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a.max(1) } else { gcd(b, a % b) }
}

/// One direction: packets go one after another, in the order they are sent.
#[derive(Debug)]
pub(crate) struct Wire {
    rate: Rate,
    free_at: Ticks,
}

impl Wire {
    /// An idle wire.
    pub(crate) fn new(rate: Rate) -> Self {
        Self { rate, free_at: 0 }
    }

    /// Sends `bytes` no earlier than `earliest`; returns when the last of them has arrived.
    pub(crate) fn send(&mut self, earliest: Ticks, bytes: u32) -> Ticks {
        self.free_at = self.free_at.max(earliest) + self.rate.bytes(bytes);
        self.free_at
    }
}
