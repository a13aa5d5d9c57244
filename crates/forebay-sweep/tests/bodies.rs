// SPDX-License-Identifier: Apache-2.0
//! The same small sweep on flows, on the native card and on the RTL (which needs `make rtl`).

#![expect(clippy::unwrap_used, reason = "helpers of tests fail their test")]

use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;

use forebay_sweep::{
    Body, COLUMNS, MODEL, Plan, Progress, Recording, Store, Sweep, Watch, sweep, write_table,
};

/// On each body: a chunk that fits, and one that deadlocks.
const FILE: &str = r#"
runs = 2
seed = 3
[host]
profile = "forebay"
tasks = 8
[card]
like = "forebay"
pair = "64 ns"
body = BODIES
[send]
completion = "poll"
chunk = [512, 4096]
pairs = 4096
"#;
/// Of each body.
const CELLS: usize = 2;

fn plan(folder: &Path, bodies: &str) -> Plan {
    let path = folder.join("mine.toml");
    fs::write(&path, FILE.replace("BODIES", bodies)).unwrap();
    Plan::from_file(&path, None, None).unwrap()
}

fn run(plan: &Plan, out: &Path) -> Sweep {
    let mut store = Store::open(out, MODEL).unwrap();
    let jobs = NonZeroUsize::new(2).unwrap();
    let sweep = sweep(plan, &mut store, MODEL, jobs, &Watch::default()).unwrap();
    write_table(&sweep, &out.join("results.csv")).unwrap();
    sweep
}

fn rows(out: &Path) -> Vec<csv::StringRecord> {
    let mut table = csv::Reader::from_path(out.join("results.csv")).unwrap();
    table.records().map(Result::unwrap).collect()
}

fn at<'r>(row: &'r csv::StringRecord, name: &str) -> &'r str {
    &row[COLUMNS.iter().position(|column| *column == name).unwrap()]
}

fn known(plan: &Plan, out: &Path) -> usize {
    Progress::of(plan, &Store::open(out, MODEL).unwrap(), MODEL).found
}

#[test]
fn a_sweep_is_the_same_on_the_native_card_and_on_the_rtl_within_two_percent() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    // The native card first: it is known when the others are asked for as well.
    let native = plan(folder.path(), r#"["flow", "fast"]"#);
    run(&native, &out);
    let before = rows(&out);
    let all = plan(folder.path(), r#"["flow", "fast", "rtl"]"#);
    assert_eq!((known(&native, &out), known(&all, &out)), (2 * CELLS, 2 * CELLS));
    let swept = run(&all, &out);
    assert_eq!(known(&all, &out), 3 * CELLS);
    let rows = rows(&out);
    assert_eq!(rows[..2 * CELLS], before);
    let bodies: Vec<_> = rows.iter().map(|row| at(row, "body")).collect();
    assert_eq!(bodies, [["flow"; CELLS], ["fast"; CELLS], ["rtl"; CELLS]].concat());
    let of = |body: usize, cell: usize| &swept.findings[body * CELLS + cell].measured;
    for cell in 0..CELLS {
        let [flow, fast, rtl] = [0, 1, 2].map(|body| of(body, cell));
        let name = &swept.findings[2 * CELLS + cell].cell.name;
        assert_eq!((fast.deadlocks, fast.times_ps.len()), (rtl.deadlocks, rtl.times_ps.len()));
        assert_eq!((flow.deadlocks, flow.calls), (rtl.deadlocks, rtl.calls), "{name}");
        assert_eq!((fast.calls, &fast.why), (rtl.calls, &rtl.why), "{name}");
        for (fast, rtl) in fast.times_ps.iter().zip(&rtl.times_ps) {
            let error = *fast as f64 / *rtl as f64 - 1.0;
            println!("{name}: {fast} ps for {rtl} ps, {:.3} %", error * 100.0);
            assert!(error.abs() < 0.02, "{name}: {fast} for {rtl}");
        }
        // A chunk of 4,096 does not fit, and all runs say so.
        let stuck = if name.ends_with("chunk4096") { 2 } else { 0 };
        assert_eq!(rtl.deadlocks, stuck, "{name}");
        let why = fast.why.as_deref().unwrap_or_default();
        assert_eq!(why.contains("waits for room in stream port 0"), stuck > 0, "{why}");
    }
}

#[test]
fn the_native_card_takes_the_same_picoseconds_each_time_and_a_run_of_it_can_be_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let plan = plan(folder.path(), r#""fast""#);
    let [one, two] = ["one", "two"].map(|name| folder.path().join(name));
    let swept = run(&plan, &one);
    run(&plan, &two);
    let table = |out: &Path| fs::read(out.join("results.csv")).unwrap();
    assert_eq!(table(&one), table(&two));
    let finding = &swept.findings[0];
    assert_eq!((finding.cell.body, &*finding.cell.subject), (Body::Fast, ""));
    for (run, time) in (0..).zip(&finding.measured.times_ps) {
        let recording = Recording::of(&finding.cell, run, "a run".into()).unwrap();
        assert_eq!(recording.outcome.total.ps(), *time);
        assert!(recording.outcome.timelines.is_some());
    }
}

#[test]
fn what_the_planner_says_of_a_setting_is_what_its_card_does() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("edge.toml");
    // The sink takes a pair of scalars and two points before it has the rest of a step: a card holds that much more than its FIFOs.
    let file = FILE
        .replace("BODIES", r#"["flow", "fast", "rtl"]"#)
        .replace("tasks = 8", "")
        .replace("chunk = [512, 4096]", "pattern = \"alternate\"\nchunk = [2048, 2050, 2052]")
        .replace("pairs = 4096", "pairs = 4104");
    fs::write(&path, file).unwrap();
    let out = folder.path().join("out");
    let swept = run(&Plan::from_file(&path, None, None).unwrap(), &out);
    let seen: Vec<_> = rows(&out)
        .iter()
        .map(|row| {
            let planner = at(row, "planner").to_owned();
            let ends = at(row, "deadlocks") == "0";
            assert_eq!(planner == "free", ends, "{row:?}");
            let safe = planner.split_once("largest safe chunk is ").map(|(_, safe)| safe.into());
            (at(row, "chunk").to_owned(), safe)
        })
        .collect();
    let rows = |largest: [(u64, Option<u64>); 3]| {
        largest.map(|(chunk, safe)| {
            (chunk.to_string(), safe.map(|safe: u64| format!("{safe} elements.")))
        })
    };
    let flow = rows([(2048, None), (2050, Some(2048)), (2052, Some(2048))]);
    let card = rows([(2048, None), (2050, None), (2052, Some(2050))]);
    assert_eq!(seen, [flow, card.clone(), card].concat());
    // Of each body apart.
    let told: Vec<_> = swept.stuck().iter().map(|one| (one.subject.clone(), one.never)).collect();
    assert_eq!(told, [("fast".into(), 1), ("flow".into(), 2), ("rtl".into(), 1)]);
}
