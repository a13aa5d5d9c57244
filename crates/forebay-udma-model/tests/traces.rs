// SPDX-License-Identifier: Apache-2.0
//! The traces that others replay are those that the model writes.

#![expect(clippy::unwrap_used, reason = "helpers of tests")]

use std::sync::LazyLock;

use forebay_udma_model::scheme::Name;
use forebay_udma_model::trace::{self, File, Step, Trace};

/// What the model writes: all of the explorations, once.
static ALL: LazyLock<File> = LazyLock::new(trace::all);

const CHECKED_IN: &str = include_str!("../../../vectors/udma-traces.json");

#[test]
fn the_file_is_what_the_model_writes() {
    assert!(
        trace::write(&ALL).unwrap() == CHECKED_IN,
        "vectors/udma-traces.json is stale; cargo run -p forebay-udma-model --example traces"
    );
}

#[test]
fn reading_the_file_gives_what_was_written() {
    let File { traces } = trace::read(CHECKED_IN).unwrap();
    assert_eq!(traces, ALL.traces);
}

#[test]
fn names_of_traces_are_unique() {
    let mut names: Vec<_> = ALL.traces.iter().map(|trace| &trace.name).collect();
    let count = names.len();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), count);
}

#[test]
fn good_runs_start_what_was_asked_for_and_nothing_else() {
    for trace in ALL.traces.iter().filter(|trace| trace.name.contains("good")) {
        let starts: Vec<_> = trace
            .steps
            .iter()
            .filter_map(|step| match step {
                Step::Access(step) => {
                    assert!(!step.stray, "{}", trace.name);
                    step.start.map(|start| (start.src, start.dst, start.size, step.accept))
                }
                Step::Done(_) => None,
            })
            .collect();
        let dst = if trace.scheme.text() == "shrimp1" { 0x2010 } else { 0x2020 };
        let wanted = [(64, true), (0, false), (128, true)];
        assert_eq!(
            starts,
            wanted.map(|(size, accept)| (0x1010, dst, size, accept)),
            "{}",
            trace.name
        );
    }
}

/// Answers and starts of a trace, `-` for a store, pages as numbers.
fn said(name: &str) -> String {
    let traces = &ALL.traces;
    let trace = traces.iter().find(|trace| trace.name == name).unwrap();
    let words = trace.steps.iter().map(|step| match step {
        Step::Access(step) => {
            let answer = step.answer.map_or("-".to_owned(), |answer| answer.to_string());
            let start = step.start.map(|start| format!("={}>{}", start.src >> 12, start.dst >> 12));
            answer + &start.unwrap_or_default()
        }
        Step::Done(_) => "end".to_owned(),
    });
    words.collect::<Vec<_>>().join(" ")
}

#[test]
fn what_the_report_prints_is_answered_as_it_prints() {
    // Figure 5: "DMA is not started" at the third, C moves to B at the sixth.
    assert_eq!(said("figure 5"), "1 - 0 1 - 2=3>2 1");
    // Figure 6: started at the fourth, rejected at the fifth.
    assert_eq!(said("figure 6"), "- 1 - 2=1>2 0");
    let slip = "- 1 0 - 1 - 2=1>2 - 1";
    assert_eq!(said("repeat4 slips by two, last answer looked at"), slip);
    // Section 4.4 copies B to A and D to C: rejected at the sixth, OK1 at the ninth, FAIL at the eleventh.
    let listing = "- 1 - 2 - 0 - 1 - 2 3=4>3 - 1 - 2 3=4>3 - 1 - 0 - 1";
    assert_eq!(said("section 4.4 as printed"), listing);
    assert_eq!(said("section 4.4 with the fifth access"), listing);
    assert_eq!(said("shrimp2 moves the attacker's"), "- 1=3>2");
    assert_eq!(said("shrimp2 moves to the attacker"), "- - 1=1>3");
}

#[test]
fn an_interrupted_process_of_a_sound_scheme_moves_what_it_wants_once() {
    for trace in &ALL.traces {
        let scheme = trace.scheme.text();
        if !trace.name.contains("interrupted") || ["repeat3", "repeat4"].contains(&scheme) {
            continue;
        }
        let mut starts: Vec<_> = trace
            .steps
            .iter()
            .filter_map(|step| match step {
                Step::Access(step) => step.start.map(|start| (start.src >> 12, start.dst >> 12)),
                Step::Done(_) => None,
            })
            .collect();
        starts.sort_unstable();
        assert_eq!(starts, [(1, 2), (3, 4)], "{}", trace.name);
    }
}

#[test]
fn there_are_50_random_traces_of_40_accesses_for_each_scheme() {
    let traces = &ALL.traces;
    for scheme in Name::ALL {
        let of = |trace: &&Trace| trace.scheme == scheme && trace.name.contains("random");
        let random: Vec<_> = traces.iter().filter(of).collect();
        assert_eq!(random.len(), 50);
        let accesses = |trace: &Trace| {
            trace.steps.iter().filter(|step| matches!(step, Step::Access(_))).count()
        };
        assert!(random.iter().all(|trace| accesses(trace) == 40));
        // They reach what there is: starts that are taken and refused.
        for accept in [true, false] {
            let starts = random.iter().flat_map(|trace| &trace.steps).filter(|step| {
                matches!(step, Step::Access(step) if step.start.is_some() && step.accept == accept)
            });
            assert!(starts.count() > 10, "{} {accept}", scheme.text());
        }
    }
}
