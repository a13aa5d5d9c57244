// SPDX-License-Identifier: Apache-2.0
//! How far a measurement is, and how long it may take.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use forebay_write_combining::Column;

use crate::error::CliError;
use crate::progress::Done;

/// Bytes from one look at the clock to the next: at 3 GB/s a look costs the row a thousandth.
const LOOK_BYTES: u64 = 1 << 16;

/// Of all rows together.
pub(super) struct Pace {
    began: Instant,
    limit: Duration,
    /// Bytes of all rows.
    total: u64,
    done: AtomicU64,
}

/// Of one row.
pub(super) struct RowPace<'a> {
    pace: &'a Pace,
    column: Column,
    bytes: u64,
    passes: u64,
    /// Passes that have begun.
    begun: u64,
    /// Bytes of them that are in the pace's.
    told: u64,
}

impl Pace {
    /// From now on, for so many bytes.
    pub(super) fn new(limit: Duration, total: u64) -> Self {
        Self { began: Instant::now(), limit, total, done: AtomicU64::new(0) }
    }

    /// What there is to see of it.
    pub(super) const fn seen(&self) -> Done<'_> {
        Done { count: &self.done, total: self.total, unit: "bytes" }
    }

    /// The next row.
    ///
    /// # Errors
    /// `TimeOut` where the time is over.
    pub(super) fn row(
        &self,
        column: Column,
        bytes: u64,
        passes: u64,
    ) -> Result<RowPace<'_>, CliError> {
        let row = RowPace { pace: self, column, bytes, passes, begun: 0, told: 0 };
        row.check()?;
        Ok(row)
    }
}

impl RowPace<'_> {
    pub(super) const fn column(&self) -> Column {
        self.column
    }

    /// Bytes of a pass.
    pub(super) const fn bytes(&self) -> u64 {
        self.bytes
    }

    pub(super) const fn passes(&self) -> u64 {
        self.passes
    }

    /// In front of a pass.
    ///
    /// # Errors
    /// `TimeOut` where the time is over.
    pub(super) fn pass(&mut self) -> Result<(), CliError> {
        let stored = self.begun * self.bytes;
        if stored - self.told >= LOOK_BYTES {
            self.tell(stored);
            self.check()?;
        }
        self.begun += 1;
        Ok(())
    }

    /// All passes are done.
    pub(super) fn end(mut self) {
        self.tell(self.passes * self.bytes);
    }

    fn tell(&mut self, stored: u64) {
        self.pace.done.fetch_add(stored - self.told, Ordering::Relaxed);
        self.told = stored;
    }

    fn check(&self) -> Result<(), CliError> {
        let Self { pace, column, bytes, passes, begun, .. } = *self;
        if pace.began.elapsed() < pace.limit {
            return Ok(());
        }
        let (column, seconds) = (column.name(), pace.limit.as_secs());
        Err(CliError::TimeOut { column, bytes, done: begun, passes, seconds })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

    use super::*;

    #[test]
    fn rows_are_counted_as_they_are_stored_and_in_full_at_their_end() {
        let pace = Pace::new(Duration::from_secs(3600), 300 << 10);
        let done = || pace.seen().count.load(Ordering::Relaxed);
        let mut row = pace.row(Column::Burst, 1 << 10, 100).unwrap();
        (0..65).for_each(|_| row.pass().unwrap());
        assert_eq!(done(), 1 << 16, "one look");
        row.end();
        assert_eq!(done(), 100 << 10);
        pace.row(Column::Lines, 1 << 10, 200).unwrap().end();
        assert_eq!((done(), pace.seen().total), (300 << 10, 300 << 10));
    }

    #[test]
    fn when_the_time_is_over_a_row_says_how_far_it_came() {
        let pace = Pace::new(Duration::ZERO, 1 << 20);
        let error = |row: Result<RowPace<'_>, CliError>| row.map(|_| ()).unwrap_err().to_string();
        let said = error(pace.row(Column::Burst, 64, 7));
        assert!(said.starts_with("burst, a row of 64 bytes: 0 of 7 passes in 0 s"), "{said}");
        let mut row = RowPace {
            pace: &pace,
            column: Column::CustomWc,
            bytes: 1 << 15,
            passes: 9,
            begun: 0,
            told: 0,
        };
        row.pass().unwrap();
        row.pass().unwrap();
        let said = row.pass().unwrap_err().to_string();
        assert!(said.starts_with("custom-wc, a row of 32768 bytes: 2 of 9 passes"), "{said}");
    }
}
