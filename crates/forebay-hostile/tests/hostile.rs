// SPDX-License-Identifier: Apache-2.0
//! Random schedules on every body of the card.

#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests fail their test")]

use forebay_hostile::{Hit, KINDS, PHASES, Trial};

/// Plays schedules; a failure is printed so that `forebay-bench hostile --replay FILE` can play it again.
fn try_on(body: &str, trial: Trial) {
    let verdict = trial.run(body);
    println!("{body}: {} schedules\n{}", verdict.played, verdict.coverage);
    if let Some(failure) = verdict.failure {
        let schedule = serde_json::to_string(&failure.schedule).unwrap();
        panic!("{body}, seed {}: {}\n{schedule}", trial.seed, failure.why);
    }
    let coverage = &verdict.coverage;
    for phase in PHASES {
        let stops = KINDS
            .map(|kind| [Hit::Stop, Hit::Restart].map(|hit| coverage.hits(hit, kind, &[phase])));
        assert_ne!(stops, [[0; 2]; 4], "{body}: no stop in phase {phase:?}");
    }
    for kind in KINDS {
        // Failures are rare here; `failures.rs` has each of them.
        for hit in [Hit::Stop, Hit::Restart, Hit::Reset] {
            assert!(coverage.hits(hit, kind, &PHASES) > 0, "{body}, {kind}: no {hit:?}");
        }
    }
}

#[test]
fn the_native_card_keeps_its_promises() {
    try_on("fast", Trial { seed: 1, cases: 600, steps: 40 });
}

#[test]
fn the_rtl_card_keeps_its_promises() {
    try_on("rtl", Trial { seed: 2, cases: 40, steps: 30 });
}
