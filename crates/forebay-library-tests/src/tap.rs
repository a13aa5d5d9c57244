// SPDX-License-Identifier: Apache-2.0
//! Test Anything Protocol.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

/// Numbers and counts the checks.
#[derive(Default)]
pub(crate) struct Tap {
    made: u32,
    failed: u32,
}

impl Tap {
    /// One check: fails when it panics. What it gives is for the next.
    pub(crate) fn check<T>(&mut self, name: &str, body: impl FnOnce() -> T) -> Option<T> {
        self.made += 1;
        let outcome = catch_unwind(AssertUnwindSafe(body));
        let verdict = if outcome.is_ok() { "ok" } else { "not ok" };
        self.failed += u32::from(outcome.is_err());
        println!("{verdict} {} - {name}", self.made);
        outcome.ok()
    }

    /// The plan and the verdict.
    pub(crate) fn end(&self) -> ExitCode {
        println!("1..{}", self.made);
        if self.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }
}
