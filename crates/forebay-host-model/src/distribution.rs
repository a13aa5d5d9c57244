// SPDX-License-Identifier: Apache-2.0
//! How long something takes each time it happens: always the same, or drawn.

use std::fmt;
use std::str::FromStr;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_distr::{Distribution as _, Exp1, StandardNormal};
use serde::{Serialize, Serializer};

use crate::{HostModelError, Time};

/// The law of a duration.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Distribution {
    /// Always the same.
    Fixed(Time),
    /// Evenly from `low` to `high`.
    Uniform {
        /// The least.
        low: Time,
        /// The most.
        high: Time,
    },
    /// Many short ones and few long ones: what a queue without memory does.
    Exponential {
        /// The mean.
        mean: Time,
    },
    /// Its logarithm is normal: what latencies of a busy system look like.
    LogNormal {
        /// Half of all are shorter.
        median: Time,
        /// Standard deviation of the logarithm.
        sigma: f64,
    },
}

impl Distribution {
    /// Whether there is such a law.
    ///
    /// # Errors
    /// [`HostModelError::Parameter`].
    pub fn check(self) -> Result<(), HostModelError> {
        let refuse = |value: String, wanted| {
            Err(HostModelError::Parameter { parameter: "distribution", value, wanted })
        };
        match self {
            Self::Uniform { low, high } if low > high => {
                refuse(self.to_string(), "the lower bound first")
            }
            Self::LogNormal { sigma, .. } if !(0.0..=10.0).contains(&sigma) => {
                refuse(self.to_string(), "a sigma from 0 to 10")
            }
            _ => Ok(()),
        }
    }

    /// The mean.
    #[must_use]
    pub fn mean(self) -> Time {
        match self {
            Self::Fixed(time) | Self::Exponential { mean: time } => time,
            Self::Uniform { low, high } => Time::from_ps(low.ps().midpoint(high.ps())),
            Self::LogNormal { median, sigma } => {
                Time::round_ps(median.ps() as f64 * (sigma * sigma / 2.0).exp())
            }
        }
    }

    /// The next one.
    pub fn draw(self, rng: &mut ChaCha8Rng) -> Time {
        match self {
            Self::Fixed(time) => time,
            Self::Uniform { low, high } => {
                Time::from_ps(rng.random_range(low.ps().min(high.ps())..=high.ps()))
            }
            Self::Exponential { mean } => {
                let unit: f64 = Exp1.sample(rng);
                Time::round_ps(mean.ps() as f64 * unit)
            }
            Self::LogNormal { median, sigma } => {
                let normal: f64 = StandardNormal.sample(rng);
                Time::round_ps(median.ps() as f64 * (sigma * normal).exp())
            }
        }
    }
}

impl From<Time> for Distribution {
    fn from(time: Time) -> Self {
        Self::Fixed(time)
    }
}

impl fmt::Display for Distribution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fixed(time) => write!(f, "{time}"),
            Self::Uniform { low, high } => write!(f, "uniform({low}, {high})"),
            Self::Exponential { mean } => write!(f, "exponential({mean})"),
            Self::LogNormal { median, sigma } => write!(f, "lognormal({median}, {sigma})"),
        }
    }
}

impl FromStr for Distribution {
    type Err = HostModelError;

    fn from_str(text: &str) -> Result<Self, HostModelError> {
        let not = || HostModelError::NotACost { text: text.into() };
        let Some((law, rest)) = text.trim().split_once('(') else {
            return text.parse().map(Self::Fixed);
        };
        let rest = rest.strip_suffix(')').ok_or_else(not)?;
        let parts: Vec<_> = rest.split(',').map(str::trim).collect();
        let drawn = match (law.trim(), &parts[..]) {
            ("uniform", [low, high]) => Self::Uniform { low: low.parse()?, high: high.parse()? },
            ("exponential", [mean]) => Self::Exponential { mean: mean.parse()? },
            ("lognormal", [median, sigma]) => Self::LogNormal {
                median: median.parse()?,
                sigma: sigma.parse().map_err(|_| not())?,
            },
            _ => return Err(not()),
        };
        drawn.check()?;
        Ok(drawn)
    }
}

/// As text.
impl Serialize for Distribution {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    #[test]
    fn text_comes_back_as_it_was() {
        for text in ["144 ns", "uniform(1 us, 3 us)", "exponential(5 us)", "lognormal(22 us, 0.4)"]
        {
            let law: Distribution = text.parse().unwrap();
            assert_eq!(law.to_string(), text);
        }
    }

    #[test]
    fn what_is_no_law_is_refused() {
        for text in
            ["uniform(1 us)", "normal(1 us, 2 us)", "exponential(1 us", "lognormal(1 us, x)"]
        {
            let error = text.parse::<Distribution>().unwrap_err();
            assert!(matches!(error, HostModelError::NotACost { .. }), "{text}: {error}");
        }
        let unit = "uniform(1, 3 us)".parse::<Distribution>().unwrap_err();
        assert!(matches!(unit, HostModelError::MissingUnit { .. }), "{unit}");
        for text in ["uniform(3 us, 1 us)", "lognormal(1 us, -1)"] {
            let error = text.parse::<Distribution>().unwrap_err();
            assert!(matches!(error, HostModelError::Parameter { .. }), "{text}: {error}");
        }
    }

    #[test]
    fn draws_have_the_mean_that_is_said_and_depend_on_the_seed_only() {
        for text in ["uniform(1 us, 3 us)", "exponential(5 us)", "lognormal(22 us, 0.4)"] {
            let law: Distribution = text.parse().unwrap();
            let draw = |seed| {
                let mut rng = ChaCha8Rng::seed_from_u64(seed);
                (0..20_000).map(|_| law.draw(&mut rng)).sum::<Time>()
            };
            assert_eq!(draw(1), draw(1), "{text}");
            assert_ne!(draw(1), draw(2), "{text}");
            let mean = draw(1).ps() as f64 / 20_000.0 / law.mean().ps() as f64;
            assert!((0.98..1.02).contains(&mean), "{text}: {mean}");
        }
    }
}
