// SPDX-License-Identifier: Apache-2.0
//! Times of the card and of the world.

use std::time::{Duration, SystemTime};

use forebay::Source;

use crate::error::CliError;

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it saturates")]
pub(crate) fn whole(number: f64) -> u64 {
    number.round() as u64
}

/// Which time of the world a hardware time is.
pub(crate) struct Clock {
    hertz: u64,
    /// A hardware time, and that of the world.
    hardware: u64,
    world: Duration,
}

impl Clock {
    /// As of now.
    pub(crate) fn read(source: &Source) -> Result<Self, CliError> {
        let hardware = source.time()?;
        // A clock before 1970 is none.
        let world = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        Ok(Self { hertz: source.clock_hz(), hardware, world })
    }

    /// Since 1970.
    pub(crate) fn world(&self, time: u64) -> Duration {
        let span = |cycles: u64| {
            let nanos = u128::from(cycles) * 1_000_000_000 / u128::from(self.hertz.max(1));
            Duration::from_nanos(u64::try_from(nanos).unwrap_or(u64::MAX))
        };
        match time.checked_sub(self.hardware) {
            Some(later) => self.world.saturating_add(span(later)),
            None => self.world.saturating_sub(span(self.hardware - time)),
        }
    }
}
