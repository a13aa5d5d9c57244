// SPDX-License-Identifier: Apache-2.0
//! Random schedules on every body of the card.

#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests fail their test")]

use forebay_hostile::{Hit, Phase, Trial};

/// Plays schedules; a failure is printed so that `forebay-bench hostile --replay FILE` can play it again.
fn try_on(body: &str, trial: Trial) {
    let verdict = trial.run(body);
    println!("{body}: {} schedules\n{}", verdict.played, verdict.coverage);
    if let Some(failure) = verdict.failure {
        let schedule = serde_json::to_string(&failure.schedule).unwrap();
        panic!("{body}, seed {}: {}\n{schedule}", trial.seed, failure.why);
    }
    for phase in [Phase::Unfetched, Phase::Fetched, Phase::Moving, Phase::Stuck, Phase::Ended] {
        let stops = [Hit::Stop, Hit::Restart].map(|hit| verdict.coverage.hits(hit, phase));
        assert_ne!(stops, [0, 0], "{body}: no stop in phase {phase:?}");
    }
    // Failures are rare: a few schedules may have none.
    let failed = verdict.coverage.hits(Hit::Failure, Phase::Moving) > 0;
    assert!(failed || verdict.played < 100, "{body}: nothing failed");
}

#[test]
fn the_native_card_keeps_its_promises() {
    try_on("fast", Trial { seed: 1, cases: 600, steps: 40 });
}

#[test]
fn the_rtl_card_keeps_its_promises() {
    try_on("rtl", Trial { seed: 2, cases: 40, steps: 30 });
}
