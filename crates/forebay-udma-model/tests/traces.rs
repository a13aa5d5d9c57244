// SPDX-License-Identifier: Apache-2.0
//! The traces that others replay are those that the model writes.

use forebay_udma_model::trace::{self, File, Step};

const CHECKED_IN: &str = include_str!("../../../vectors/udma-traces.json");

#[test]
fn the_file_is_what_the_model_writes() {
    assert!(
        trace::write(&trace::all()).unwrap() == CHECKED_IN,
        "vectors/udma-traces.json is stale; cargo run -p forebay-udma-model --example traces"
    );
}

#[test]
fn reading_the_file_gives_what_was_written() {
    let File { traces } = trace::read(CHECKED_IN).unwrap();
    assert_eq!(traces, trace::all().traces);
}

#[test]
fn names_of_traces_are_unique() {
    let mut names: Vec<_> = trace::all().traces.into_iter().map(|trace| trace.name).collect();
    let count = names.len();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), count);
}

#[test]
fn good_runs_start_what_was_asked_for_and_nothing_else() {
    for trace in trace::all().traces.iter().filter(|trace| trace.name.contains("good")) {
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
