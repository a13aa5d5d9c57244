// SPDX-License-Identifier: Apache-2.0
//! The sample clock: how many samples there have been.

use forebay_host_model::Time;

/// Picoseconds of a microsecond, microseconds of a second, and picoseconds of a second.
const MICROSECOND: u64 = 1_000_000;
const SECOND: u128 = 1_000_000_000_000;
/// The fastest clock that its sums are made for.
pub(crate) const FASTEST: u64 = 1_000_000_000_000;

/// Samples at even intervals, the first one interval after the beginning.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    rate: u64,
    /// It stops behind so many.
    most: u64,
}

impl Clock {
    /// So many samples a second, and so many at most.
    pub(crate) const fn new(rate: u64, most: u64) -> Self {
        Self { rate, most }
    }

    /// Samples until then.
    ///
    /// Asked for in every event, so by seconds, microseconds and the rest, which fit 64 bits each.
    pub(crate) const fn produced(self, at: Time) -> u64 {
        let (micros, rest) = (at.ps() / MICROSECOND, at.ps() % MICROSECOND);
        let (seconds, micros) = (micros / MICROSECOND, micros % MICROSECOND);
        let parts = micros * self.rate;
        let rest = (parts % MICROSECOND) * MICROSECOND + rest * self.rate;
        let count = (seconds.saturating_mul(self.rate))
            .saturating_add(parts / MICROSECOND + rest / (MICROSECOND * MICROSECOND));
        if count < self.most { count } else { self.most }
    }

    /// When there have been so many; never where it stops before.
    #[expect(clippy::cast_possible_truncation, reason = "the end of time is as far as it goes")]
    pub(crate) const fn time_of(self, count: u64) -> Time {
        if count > self.most {
            return Time::NEVER;
        }
        let ps = (count as u128 * SECOND).div_ceil(self.rate as u128);
        if ps < u64::MAX as u128 { Time::from_ps(ps as u64) } else { Time::NEVER }
    }

    /// Samples there are at most.
    pub(crate) const fn most(self) -> u64 {
        self.most
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_is_there_at_its_time_and_not_before() {
        for rate in [1, 3, 999_983, 40_000_000, FASTEST] {
            let clock = Clock::new(rate, 1_000_003);
            for count in [1, 2, 7, 1_000_003] {
                let at = clock.time_of(count);
                assert_eq!(clock.produced(at), count, "{rate}");
                assert_eq!(clock.produced(Time::from_ps(at.ps() - 1)), count - 1, "{rate}");
            }
            assert_eq!(clock.time_of(1_000_004), Time::NEVER);
        }
    }
}
