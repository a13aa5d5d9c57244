// SPDX-License-Identifier: Apache-2.0
//! How far a measurement is, and how long it may take.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use forebay_write_combining::Column;

use super::subject::Subject;
use crate::error::CliError;
use crate::progress::{Done, during};

/// Bytes from one look at the clock to the next: at 3 GB/s a look costs the row a thousandth.
const LOOK_BYTES: u64 = 1 << 16;

/// Of all rows together.
pub(super) struct Pace {
    began: Instant,
    limit: Duration,
    /// Bytes of all rows.
    total: u64,
    done: AtomicU64,
    /// The row that is measured, and its passes that are done.
    row: Mutex<Row>,
    passed: AtomicU64,
}

/// What is measured.
#[derive(Clone, Copy)]
struct Row {
    column: Column,
    bytes: u64,
    passes: u64,
}

/// Of one row.
pub(super) struct RowPace<'a> {
    pace: &'a Pace,
    row: Row,
    /// Passes that are done.
    passed: u64,
    /// Bytes of them that are in the pace's.
    told: u64,
}

impl Pace {
    /// From now on, for so many bytes.
    pub(super) fn new(limit: Duration, total: u64) -> Self {
        let row = Row { column: Column::Burst, bytes: 0, passes: 0 };
        Self {
            began: Instant::now(),
            limit,
            total,
            done: AtomicU64::new(0),
            row: Mutex::new(row),
            passed: AtomicU64::new(0),
        }
    }

    /// What the work gives. A copy that is under way cannot be ended, so it is done in a thread of its own, which nobody waits for
    /// when the time is over.
    ///
    /// # Errors
    /// `TimeOut` where the time is over; those of the work.
    pub(super) fn within<T: Send + 'static>(
        self: &Arc<Self>,
        subject: &Arc<Subject>,
        work: impl FnOnce(&Subject, &Self) -> Result<T, CliError> + Send + 'static,
    ) -> Result<T, CliError> {
        let (pace, subject) = (Arc::clone(self), Arc::clone(subject));
        let (tell, told) = sync_channel(1);
        let worker = thread::spawn(move || tell.send(work(&subject, &pace)));
        let seen = Done { count: &self.done, total: self.total, unit: "bytes", note: None };
        let left = self.limit.saturating_sub(self.began.elapsed());
        match during("measuring", Some(seen), || told.recv_timeout(left)) {
            Ok(outcome) => outcome,
            Err(RecvTimeoutError::Timeout) => Err(self.over()),
            Err(RecvTimeoutError::Disconnected) => match worker.join() {
                Err(panic) => resume_unwind(panic),
                Ok(_) => Err(self.over()),
            },
        }
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
        let row = Row { column, bytes, passes };
        *self.row.lock().unwrap_or_else(PoisonError::into_inner) = row;
        self.passed.store(0, Ordering::Relaxed);
        let row = RowPace { pace: self, row, passed: 0, told: 0 };
        row.check()?;
        Ok(row)
    }

    /// The time is over.
    fn over(&self) -> CliError {
        let Row { column, bytes, passes } =
            *self.row.lock().unwrap_or_else(PoisonError::into_inner);
        let column = column.name();
        let done = self.passed.load(Ordering::Relaxed);
        CliError::TimeOut { column, bytes, done, passes, seconds: self.limit.as_secs() }
    }
}

impl RowPace<'_> {
    pub(super) const fn column(&self) -> Column {
        self.row.column
    }

    /// Bytes of a pass.
    pub(super) const fn bytes(&self) -> u64 {
        self.row.bytes
    }

    pub(super) const fn passes(&self) -> u64 {
        self.row.passes
    }

    /// Behind a pass.
    ///
    /// # Errors
    /// `TimeOut` where the time is over.
    pub(super) fn pass(&mut self) -> Result<(), CliError> {
        self.passed += 1;
        self.pace.passed.store(self.passed, Ordering::Relaxed);
        let stored = self.passed * self.row.bytes;
        if stored - self.told >= LOOK_BYTES && self.passed < self.row.passes {
            self.tell(stored);
            self.check()?;
        }
        Ok(())
    }

    /// All passes are done.
    pub(super) fn end(mut self) {
        self.tell(self.row.passes * self.row.bytes);
    }

    fn tell(&mut self, stored: u64) {
        self.pace.done.fetch_add(stored - self.told, Ordering::Relaxed);
        self.told = stored;
    }

    fn check(&self) -> Result<(), CliError> {
        if self.pace.began.elapsed() < self.pace.limit { Ok(()) } else { Err(self.pace.over()) }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

    use std::sync::mpsc::channel;

    use super::*;

    #[test]
    fn rows_are_counted_as_they_are_stored_and_in_full_at_their_end() {
        let pace = Pace::new(Duration::from_secs(3600), 300 << 10);
        let done = || pace.done.load(Ordering::Relaxed);
        let mut row = pace.row(Column::Burst, 1 << 10, 100).unwrap();
        (0..65).for_each(|_| row.pass().unwrap());
        assert_eq!(done(), 1 << 16, "one look");
        row.end();
        assert_eq!(done(), 100 << 10);
        pace.row(Column::Lines, 1 << 10, 200).unwrap().end();
        assert_eq!((done(), pace.total), (300 << 10, 300 << 10));
    }

    #[test]
    fn when_the_time_is_over_a_row_says_how_far_it_came() {
        let pace = Pace::new(Duration::ZERO, 1 << 20);
        let error = |row: Result<RowPace<'_>, CliError>| row.map(|_| ()).unwrap_err().to_string();
        let said = error(pace.row(Column::Burst, 64, 7));
        assert!(said.starts_with("burst, a row of 64 bytes: 0 of 7 passes in 0 s"), "{said}");
        let row = Row { column: Column::CustomWc, bytes: 1 << 15, passes: 9 };
        *pace.row.lock().unwrap() = row;
        let mut row = RowPace { pace: &pace, row, passed: 0, told: 0 };
        row.pass().unwrap();
        let said = row.pass().unwrap_err().to_string();
        assert!(said.starts_with("custom-wc, a row of 32768 bytes: 2 of 9 passes"), "{said}");
    }

    /// A pass that never ends, as on a BAR whose bus does not answer.
    #[test]
    fn when_the_time_is_over_in_the_middle_of_a_pass_nobody_waits_for_it() {
        let pace = Arc::new(Pace::new(Duration::from_secs(1), 1 << 20));
        let (_held, never) = channel::<()>();
        let work = move |_: &Subject, pace: &Pace| {
            let mut row = pace.row(Column::Lines, 64, 3)?;
            row.pass()?;
            let _ = never.recv();
            Ok(())
        };
        let said = pace.within(&Arc::new(Subject::Published), work).unwrap_err().to_string();
        assert!(said.starts_with("lines-wc, a row of 64 bytes: 1 of 3 passes in 1 s"), "{said}");
    }

    #[test]
    fn a_panic_of_the_work_is_the_callers() {
        let pace = Arc::new(Pace::new(Duration::from_secs(3600), 1));
        let work = |_: &Subject, _: &Pace| -> Result<(), CliError> { panic!("in the middle") };
        let within = || pace.within(&Arc::new(Subject::Published), work);
        assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(within)).is_err());
    }
}
