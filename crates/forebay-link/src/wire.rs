// SPDX-License-Identifier: Apache-2.0
//! Time on one direction of the link, exact.
//!
//! A wire carries `num / den` bytes per card cycle. Time is counted in ticks of half a num-th of a cycle, so that a cycle is
//! `2 num` ticks, a byte is `2 den` ticks, half a round trip is a whole number of them, and nothing is ever rounded.

use forebay_bus::LinkParams;
use num_integer::gcd;

/// A point in time, in ticks.
pub type Ticks = u128;

/// A point in time that does not come.
pub(crate) const NEVER: Ticks = Ticks::MAX;

/// Length of a cycle, of a byte and of the way between card and host in ticks.
#[derive(Clone, Copy, Debug)]
pub struct Rate {
    cycle: Ticks,
    byte: Ticks,
    way: Ticks,
}

impl Rate {
    /// The rate of a link, as a reduced fraction.
    #[must_use]
    pub fn new(params: &LinkParams) -> Self {
        let (num, den) = params.wire_bytes_per_cycle();
        let common = gcd(num, den).max(1);
        let (half_cycle, half_byte) = (Ticks::from(num / common), Ticks::from(den / common));
        let way = Ticks::from(params.round_trip_cycles) * half_cycle;
        Self { cycle: 2 * half_cycle, byte: 2 * half_byte, way }
    }

    /// The way between card and host, half a round trip.
    #[must_use]
    pub fn way(self) -> Ticks {
        self.way
    }

    /// The first cycle that begins at `ticks` or later.
    #[must_use]
    pub fn cycle_at(self, ticks: Ticks) -> u64 {
        u64::try_from(ticks.div_ceil(self.cycle)).unwrap_or(u64::MAX)
    }

    /// The beginning of a cycle, or a number of cycles, in ticks.
    #[must_use]
    pub fn cycles(self, cycles: u64) -> Ticks {
        Ticks::from(cycles) * self.cycle
    }

    /// What `bytes` take on the wire.
    fn bytes(self, bytes: u32) -> Ticks {
        Ticks::from(bytes) * self.byte
    }
}

/// One direction: packets go one after another, in the order they are sent.
#[derive(Debug)]
pub struct Wire {
    rate: Rate,
    free_at: Ticks,
}

impl Wire {
    /// An idle wire.
    #[must_use]
    pub fn new(rate: Rate) -> Self {
        Self { rate, free_at: 0 }
    }

    /// Sends `bytes` no earlier than `earliest`; returns when the last of them is on its way.
    pub fn send(&mut self, earliest: Ticks, bytes: u32) -> Ticks {
        self.free_at = self.free_at.max(earliest) + self.rate.bytes(bytes);
        self.free_at
    }
}
