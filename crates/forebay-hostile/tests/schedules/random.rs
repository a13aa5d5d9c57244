// SPDX-License-Identifier: Apache-2.0
//! Random schedules on every body of the card.

use forebay_hostile::{
    Chain, Coverage, Hit, KINDS, Link, PHASES, Piece, Schedule, Step, Trial, open, play,
};

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

/// A run, and another one that is taken over by a third at any moment; all write the same place.
#[test]
fn what_a_run_has_left_may_be_written_over_by_the_one_that_takes_it_over() {
    let piece = |len| Piece { len, lead: 0, eop: false, stop_at_eop: false, completed: false };
    for (body, last, step) in [("fast", 40, 1), ("rtl", 1200, 150)] {
        let mut coverage = Coverage::default();
        for moment in (0..last).step_by(step) {
            for lens in [vec![1], vec![100, 2000, 300]] {
                let pieces = lens.into_iter().map(piece).collect();
                let chain =
                    Chain { channel: 1, pieces, merged: false, poll: false, interrupt: false };
                let start = || Step::Start(chain.clone());
                let steps = vec![
                    start(),
                    Step::Rest(1),
                    start(),
                    Step::Advance(moment),
                    start(),
                    Step::Advance(4000),
                    Step::Rest(1),
                ];
                let schedule = Schedule { seed: 0, link: Link::Usual, steps };
                let played = play(open(body, 0, Link::Usual).unwrap(), &schedule);
                assert!(played.is_ok(), "{body}, after {moment}: {played:?}");
                coverage.add(&played.unwrap());
            }
        }
        let kind = KINDS[0];
        assert!(coverage.hits(Hit::Restart, kind, &PHASES) > 4, "{body}\n{coverage}");
    }
}
