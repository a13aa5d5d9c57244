// SPDX-License-Identifier: Apache-2.0
//! Virtual time: whole picoseconds, with a unit whenever it is text.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Sub};
use std::str::FromStr;

use serde::{Serialize, Serializer};

use crate::HostModelError;

/// Units that text may have, and their picoseconds. The largest that divides a time is the one it is printed in.
const UNITS: [(&str, u64); 5] =
    [("s", 1_000_000_000_000), ("ms", 1_000_000_000), ("us", 1_000_000), ("ns", 1_000), ("ps", 1)];

/// A point in virtual time, or a span of it. Sums that do not fit stay at the end of time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Time(u64);

impl Time {
    /// The beginning.
    pub const ZERO: Self = Self(0);
    /// Later than everything.
    pub const NEVER: Self = Self(u64::MAX);

    /// That many picoseconds.
    #[must_use]
    pub const fn from_ps(ps: u64) -> Self {
        Self(ps)
    }

    /// That many nanoseconds.
    #[must_use]
    pub const fn from_ns(ns: u64) -> Self {
        Self(ns.saturating_mul(1_000))
    }

    /// That many microseconds.
    #[must_use]
    pub const fn from_us(us: u64) -> Self {
        Self(us.saturating_mul(1_000_000))
    }

    /// That many milliseconds.
    #[must_use]
    pub const fn from_ms(ms: u64) -> Self {
        Self(ms.saturating_mul(1_000_000_000))
    }

    /// Picoseconds.
    #[must_use]
    pub const fn ps(self) -> u64 {
        self.0
    }

    /// Milliseconds, for people.
    #[must_use]
    pub const fn ms(self) -> f64 {
        self.0 as f64 / 1e9
    }

    /// Microseconds, for people.
    #[must_use]
    pub const fn us(self) -> f64 {
        self.0 as f64 / 1e6
    }

    /// Whole picoseconds of that many; what is negative is none, what is too long the end of time.
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the cast saturates, as is promised"
    )]
    pub const fn floor_ps(ps: f64) -> Self {
        Self(ps as u64)
    }

    /// The nearest picosecond; what is negative is none, what is too long the end of time.
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the cast saturates, as is promised"
    )]
    pub fn round_ps(ps: f64) -> Self {
        Self(ps.round() as u64)
    }
}

impl Add for Time {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Time {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

/// What would be before the beginning is the beginning.
impl Sub for Time {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

impl Mul<u64> for Time {
    type Output = Self;

    fn mul(self, times: u64) -> Self {
        Self(self.0.saturating_mul(times))
    }
}

impl Sum for Time {
    fn sum<I: Iterator<Item = Self>>(times: I) -> Self {
        times.fold(Self::ZERO, Add::add)
    }
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (unit, ps) =
            UNITS.into_iter().find(|(_, ps)| self.0.is_multiple_of(*ps)).unwrap_or(("ps", 1));
        let unit = if self.0 == 0 { "ps" } else { unit };
        let number = if self.0 == 0 { 0 } else { self.0 / ps };
        write!(f, "{number} {unit}")
    }
}

/// A number and its unit: `11.5 us`. There is no default unit.
impl FromStr for Time {
    type Err = HostModelError;

    fn from_str(text: &str) -> Result<Self, HostModelError> {
        let text = text.trim();
        let split = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
        let (number, unit) = (text[..split].trim(), text[split..].trim());
        if unit.is_empty() {
            return Err(HostModelError::MissingUnit { text: text.into() });
        }
        let ps = UNITS.into_iter().find_map(|(name, ps)| (name == unit).then_some(ps));
        let ps = ps.ok_or_else(|| HostModelError::UnknownUnit { text: text.into() })?;
        let value: f64 =
            number.parse().map_err(|_| HostModelError::NotATime { text: text.into() })?;
        if value < 0.0 {
            return Err(HostModelError::Negative { text: text.into() });
        }
        let time = Self::round_ps(value * ps as f64);
        if !value.is_finite() || time == Self::NEVER {
            return Err(HostModelError::NotATime { text: text.into() });
        }
        Ok(time)
    }
}

/// As text with its unit.
impl Serialize for Time {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_has_a_unit_and_comes_back_as_it_was() {
        for (text, ps) in
            [("11.5 us", 11_500_000), ("3ms", 3_000_000_000), ("144 ns", 144_000), ("0 ps", 0)]
        {
            let time: Time = text.parse().unwrap();
            assert_eq!(time.ps(), ps, "{text}");
            assert_eq!(time.to_string().parse::<Time>().unwrap(), time);
        }
    }

    #[test]
    fn what_is_no_time_is_refused_by_its_text() {
        let error = |text: &str| text.parse::<Time>().unwrap_err();
        assert!(matches!(error("11.5"), HostModelError::MissingUnit { .. }));
        assert!(matches!(error("-1 us"), HostModelError::Negative { .. }));
        assert!(matches!(error("4 cycles"), HostModelError::UnknownUnit { .. }));
        assert!(matches!(error("a us"), HostModelError::UnknownUnit { .. }));
        assert!(matches!(error("us"), HostModelError::NotATime { .. }));
        assert!(matches!(error("1e30 s"), HostModelError::UnknownUnit { .. }));
        assert!(matches!(error("99999999999999 s"), HostModelError::NotATime { .. }));
        for text in ["11.5", "-1 us", "4 cycles", "us"] {
            assert!(error(text).to_string().contains(text));
        }
    }
}
