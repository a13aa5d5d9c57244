// SPDX-License-Identifier: Apache-2.0
//! Sample rates as fractions of the card's clock.

use super::CaptureError;

/// Cycles of the card's clock that a rate counts samples of: 2^32.
const CYCLES_LOG2: u32 = 32;
/// The most samples in so many cycles: a sample every other cycle.
const MOST: u32 = 1 << (CYCLES_LOG2 - 1);

/// So many samples in 2^32 cycles of the card's clock: what the signal source can do, exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    count: u32,
    clock_hz: u64,
}

impl Rate {
    /// How far the rate of [`Rate::per_second`] may be from what was asked for, as a part of it: one in a million, which is less than converters' crystals are
    /// off. At 250 MHz all rates from 29 104 samples/s on are within it, and below that those near a multiple of 0.0582 samples/s.
    pub const TOLERANCE: f64 = 1e-6;

    /// The rate nearest to so many samples per second.
    ///
    /// # Errors
    /// [`CaptureError::Rate`], which says the nearest one, if that is further away than [`Rate::TOLERANCE`].
    pub fn per_second(asked: f64, clock_hz: u64) -> Result<Self, CaptureError> {
        let rate = Self::nearest(asked, clock_hz);
        let nearest = rate.hertz();
        if asked.is_finite() && (nearest - asked).abs() <= Self::TOLERANCE * asked {
            Ok(rate)
        } else {
            Err(CaptureError::Rate { asked, clock_hz, nearest })
        }
    }

    /// The rate nearest to so many samples per second, however far away; the lowest of what is no number.
    #[must_use]
    pub fn nearest(asked: f64, clock_hz: u64) -> Self {
        let cycles = f64::from(CYCLES_LOG2).exp2();
        let count = (asked / clock_hz as f64 * cycles).round().clamp(1.0, f64::from(MOST));
        // What is no number becomes 0, which is no rate.
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "it is within 1 and 2^31, or not a number"
        )]
        let count = (count as u32).max(1);
        Self { count, clock_hz }
    }

    /// So many samples in 2^32 cycles.
    ///
    /// # Errors
    /// [`CaptureError::Signal`] for none, and for more than 2^31.
    pub const fn in_cycles(count: u32, clock_hz: u64) -> Result<Self, CaptureError> {
        if count == 0 || count > MOST {
            let (what, wanted) = ("samples in 2^32 cycles", "1 to 2^31");
            return Err(CaptureError::Signal { what, value: count as u64, wanted });
        }
        Ok(Self { count, clock_hz })
    }

    /// Samples in 2^32 cycles.
    #[must_use]
    pub const fn count(self) -> u32 {
        self.count
    }

    /// Frequency of the clock whose cycles are meant.
    #[must_use]
    pub const fn clock_hz(self) -> u64 {
        self.clock_hz
    }

    /// Samples per second, as near as a floating-point number is.
    #[must_use]
    pub fn hertz(self) -> f64 {
        f64::from(self.count) * self.clock_hz as f64 / f64::from(CYCLES_LOG2).exp2()
    }

    /// Cycles from the first sample of a burst to that of number `sample`, from 0.
    #[must_use]
    pub fn cycles_to(self, sample: u64) -> u64 {
        let cycles = (u128::from(sample) << CYCLES_LOG2).div_ceil(u128::from(self.count));
        u64::try_from(cycles).unwrap_or(u64::MAX)
    }

    /// The sample that comes so many cycles behind the first; none if none does.
    #[must_use]
    pub fn sample_at(self, cycles: u64) -> Option<u64> {
        let sample =
            u64::try_from((u128::from(cycles) * u128::from(self.count)) >> CYCLES_LOG2).ok()?;
        (self.cycles_to(sample) == cycles).then_some(sample)
    }

    /// The first sample that comes so many cycles behind the first, or later.
    #[must_use]
    pub fn sample_from(self, cycles: u64) -> u64 {
        let Some(before) = cycles.checked_sub(1) else { return 0 };
        let over = (u128::from(before) * u128::from(self.count)) >> CYCLES_LOG2;
        u64::try_from(over).unwrap_or(u64::MAX).saturating_add(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLOCK_HZ: u64 = 250_000_000;

    #[test]
    fn rates_are_the_nearest_that_the_clock_can_make_or_refused_with_it() {
        for (asked, count) in [(40e6, 687_194_767), (125e6, 1 << 31), (61.44e6, 1_055_531_163)] {
            assert_eq!(Rate::per_second(asked, CLOCK_HZ).unwrap().count(), count, "{asked}");
        }
        let step = 250e6 / 4_294_967_296.0;
        for (asked, wanted) in [
            (0.0, step),
            (-1.0, step),
            (f64::NAN, step),
            (1.0, 17.0 * step),
            (f64::INFINITY, 125e6),
            (125_001_000.0, 125e6),
            (1e300, 125e6),
        ] {
            let error = Rate::per_second(asked, CLOCK_HZ).unwrap_err();
            let CaptureError::Rate { nearest, .. } = error else { panic!("{error}") };
            assert_eq!(nearest, wanted, "{asked}");
        }
        assert_eq!(Rate::per_second(step, CLOCK_HZ).unwrap().count(), 1);
    }

    #[test]
    fn every_rate_from_29_104_on_is_near_enough() {
        let between = |count: u32| (f64::from(count) + 0.5) * 250e6 / 4_294_967_296.0;
        let last = between(499_999);
        assert!((29_103.0..29_104.0).contains(&last) && Rate::per_second(last, CLOCK_HZ).is_err());
        for count in (500_000..600_000).chain([MOST - 1]) {
            assert!(Rate::per_second(between(count), CLOCK_HZ).is_ok(), "{count}");
        }
    }

    #[test]
    fn counts_are_1_to_half_of_all() {
        for count in [0, MOST + 1, u32::MAX] {
            assert!(Rate::in_cycles(count, CLOCK_HZ).is_err(), "{count}");
        }
        assert_eq!(Rate::in_cycles(MOST, CLOCK_HZ).unwrap().hertz(), 125e6);
    }

    #[test]
    fn times_and_samples_belong_together() {
        for count in [1, 3, 0x7123_4567, 687_194_767, MOST] {
            let rate = Rate::in_cycles(count, CLOCK_HZ).unwrap();
            assert_eq!(rate.cycles_to(0), 0);
            for sample in (0..2000).chain([1 << 20, (1 << 32) - 1]) {
                let at = rate.cycles_to(sample);
                let early = u128::from(at) * u128::from(count) < u128::from(sample) << 32;
                let late =
                    at > 0 && u128::from(at - 1) * u128::from(count) >= u128::from(sample) << 32;
                assert!(!early && !late, "{count}: {sample} at {at}");
                assert_eq!(rate.sample_at(at), Some(sample), "{count}: {at}");
                assert_eq!(rate.sample_at(at + 1), None, "{count}: {at} + 1");
                assert_eq!(rate.sample_from(at), sample, "{count}: {at}");
                assert_eq!(rate.sample_from(at + 1), sample + 1, "{count}: {at} + 1");
            }
        }
    }
}
