// SPDX-License-Identifier: Apache-2.0
//! The arithmetic of the source's program.

const PS_PER_NS: u64 = 1_000;
const NS_PER_SECOND: u64 = 1_000_000_000;
/// With as many whole seconds lost, a hundredth more or less of the time is a tenth or more of what the largest rest can be, and as a
/// rule far more: the figure says nothing.
const LOST_TOO_MANY: u64 = 10;

/// A row's time as `wc_perf` takes it.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Timed {
    /// Nanoseconds, of which it knows only the part below a second.
    ns: u64,
}

impl Timed {
    /// Of a time, of which the clock tells whole nanoseconds.
    #[must_use]
    pub const fn of_ps(ps: u64) -> Self {
        Self { ns: ps / PS_PER_NS }
    }

    /// Whole seconds that it loses.
    #[must_use]
    pub const fn lost_seconds(self) -> u64 {
        self.ns / NS_PER_SECOND
    }

    /// Whether the figure says anything of the bandwidth.
    #[must_use]
    pub const fn is_informative(self) -> bool {
        self.lost_seconds() < LOST_TOO_MANY
    }

    /// Gigabytes a second as it prints them. A row that took nothing has no rate: infinite.
    #[must_use]
    pub fn printed(self, bytes: u64) -> f64 {
        bytes as f64 / (self.ns % NS_PER_SECOND) as f64
    }

    /// Gigabytes a second.
    #[must_use]
    pub fn rate(self, bytes: u64) -> f64 {
        bytes as f64 / self.ns as f64
    }
}
