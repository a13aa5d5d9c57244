// SPDX-License-Identifier: Apache-2.0
//! Sweeps that take little time, and their reports.

#![allow(dead_code, reason = "each test program uses a part")]
#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;

use forebay_host_model::Scenario;
use forebay_report::{Written, write_report};
use forebay_sweep::{Cell, MODEL, Plan, Recording, Store, Sweep, Watch, sweep};

/// Runs it all.
pub(crate) fn run(plan: &Plan, out: &Path) -> Sweep {
    let mut store = Store::open(out, MODEL).unwrap();
    sweep(plan, &mut store, MODEL, NonZeroUsize::MIN, &Watch::default()).unwrap()
}

/// Every setting of the published experiment, with fewer elements.
pub(crate) fn small_f1(runs: u64) -> Plan {
    let plan = Plan::f1(runs, 1);
    let smaller =
        |cell: Cell| Cell { scenario: Scenario { pairs: 1 << 15, ..cell.scenario }, ..cell };
    Plan { cells: plan.cells.into_iter().map(smaller).collect(), ..plan }
}

/// Its report, the runs that were recorded for it, and its page.
pub(crate) fn report(plan: &Plan, out: &Path) -> (Written, Vec<Recording>, String) {
    let sweep = run(plan, out);
    let recordings: Vec<_> = sweep
        .worth_recording()
        .into_iter()
        .map(|(cell, run, about)| Recording::of(cell, run, about).unwrap())
        .collect();
    let written = write_report(&sweep, &recordings, out).unwrap();
    let page = fs::read_to_string(&written.page).unwrap();
    (written, recordings, page)
}
