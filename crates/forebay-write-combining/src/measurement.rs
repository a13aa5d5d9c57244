// SPDX-License-Identifier: Apache-2.0
//! What the source's program is asked for.

use serde::Serialize;

use crate::published::{FIRST_EDITION, PASSES, Row, TABLE};
use crate::{Run, Timed, WriteCombiningError};

/// Bytes of one of its integers.
const INTEGER_BYTES: u64 = 4;
/// Integers of its first row.
const LEAST_INTEGERS: u64 = 16;
/// Integers of the largest row that is measured here: 16 MiB.
const MOST_INTEGERS: u64 = 1 << 22;
/// More than this tells nothing new.
const MOST_PASSES: u64 = 1_000_000;
/// Below it, the two readings of a clock (some 25 ns each) are a hundredth of a row and more.
const TOO_SHORT_PS: u64 = 5_000_000;

/// Rows and passes.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Measurement {
    integers: u64,
    passes: u64,
}

/// What is odd about a row.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Remark {
    /// The clock's own time counts; make more passes.
    TooShort,
    /// The source's clock would have lost whole seconds; make fewer passes.
    TooLong,
}

impl Measurement {
    /// Rows up to so many integers, so many passes each.
    ///
    /// # Errors
    /// `Integers` and `Passes` for what is none.
    pub fn new(integers: i64, passes: i64) -> Result<Self, WriteCombiningError> {
        let given = u64::try_from(integers).unwrap_or(0);
        let (least, most) = (LEAST_INTEGERS, MOST_INTEGERS);
        if !(least..=most).contains(&given) {
            return Err(WriteCombiningError::Integers { value: integers, least, most });
        }
        let some = u64::try_from(passes).ok().filter(|passes| (1..=MOST_PASSES).contains(passes));
        let passes =
            some.ok_or(WriteCombiningError::Passes { value: passes, most: MOST_PASSES })?;
        Ok(Self { integers: given, passes })
    }

    /// Passes of each row.
    #[must_use]
    pub const fn passes(self) -> u64 {
        self.passes
    }

    /// Bytes of each row: twice as many as in the one before, as long as they are no more than was asked for.
    pub fn sizes(self) -> impl Iterator<Item = u64> {
        let rows = std::iter::successors(Some(LEAST_INTEGERS), |integers| Some(integers * 2));
        rows.take_while(move |integers| *integers <= self.integers).map(|it| it * INTEGER_BYTES)
    }

    /// What was published for that many passes; nothing for most.
    #[must_use]
    pub const fn published(self) -> Option<&'static [Row]> {
        match self.passes {
            PASSES => Some(&TABLE),
            1 => Some(&FIRST_EDITION),
            _ => None,
        }
    }
}

impl Remark {
    /// What is odd about a run.
    #[must_use]
    pub const fn of(run: &Run) -> Option<Self> {
        match Timed::of_ps(run.program_ps).lost_seconds() {
            0 if run.program_ps < TOO_SHORT_PS => Some(Self::TooShort),
            0 => None,
            _ => Some(Self::TooLong),
        }
    }

    /// In words, with what to do.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::TooShort => "too short: reading the clock counts; make more passes (-p)",
            Self::TooLong => {
                "longer than a second, whole ones of which the source's clock loses; make fewer passes (-p)"
            }
        }
    }
}
