// SPDX-License-Identifier: Apache-2.0
//! What a sweep promises: the same table whatever happened on the way, and nothing computed twice.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail their test")]

use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::Ordering;

use forebay_host_model::Scenario;
use forebay_sweep::{
    COLUMNS, Cell, MODEL, Plan, Progress, Stats, Store, Sweep, SweepError, Watch, measure, sweep,
    write_table,
};

const RUNS: u64 = 3;
/// Settings of the published experiment, those of the second subject, and the list.
const CELLS: usize = 384 + 64 + 4;

/// Every setting of the published experiment, with fewer elements.
fn small() -> Plan {
    let plan = Plan::f1(RUNS, 1);
    let smaller =
        |cell: Cell| Cell { scenario: Scenario { pairs: 1 << 15, ..cell.scenario }, ..cell };
    Plan { cells: plan.cells.into_iter().map(smaller).collect(), ..plan }
}

fn run(plan: &Plan, out: &Path, jobs: usize) -> Result<Sweep, SweepError> {
    let mut store = Store::open(out, MODEL)?;
    let jobs = NonZeroUsize::new(jobs).unwrap();
    let sweep = sweep(plan, &mut store, MODEL, jobs, &Watch::default())?;
    write_table(&sweep, &out.join("results.csv"))?;
    Ok(sweep)
}

fn table(out: &Path) -> Vec<u8> {
    fs::read(out.join("results.csv")).unwrap()
}

fn found(plan: &Plan, out: &Path, model: &str) -> usize {
    Progress::of(plan, &Store::open(out, model).unwrap(), model).found
}

#[test]
fn the_table_is_the_same_by_one_thread_and_by_two_and_another_one_for_another_seed() {
    let [one, two, other] = [(); 3].map(|()| tempfile::tempdir().unwrap());
    run(&small(), one.path(), 1).unwrap();
    run(&small(), two.path(), 2).unwrap();
    assert_eq!(table(one.path()), table(two.path()));
    let seeds = Plan { cells: small().cells, ..small() };
    let seeded = |cell: Cell| Cell { scenario: Scenario { seed: 99, ..cell.scenario }, ..cell };
    let seeds = Plan { cells: seeds.cells.into_iter().map(seeded).collect(), ..seeds };
    run(&seeds, other.path(), 2).unwrap();
    assert_ne!(table(one.path()), table(other.path()));
}

#[test]
fn a_sweep_that_was_stopped_goes_on_where_it_was_and_ends_in_the_same_table() {
    let [whole, halved] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let plan = small();
    run(&plan, whole.path(), 2).unwrap();
    // Half of it, and a line that was cut off in the middle.
    let half = Plan { cells: plan.cells[..200].to_vec(), ..plan.clone() };
    run(&half, halved.path(), 2).unwrap();
    let path = halved.path().join(Store::FILE);
    let mut lines = fs::read(&path).unwrap();
    lines.truncate(lines.len() - 20);
    fs::write(&path, &lines).unwrap();
    assert_eq!(found(&plan, halved.path(), MODEL), 199);
    // Asked for its end at once it computes nothing and says what there is.
    let mut store = Store::open(halved.path(), MODEL).unwrap();
    let watch = Watch::default();
    watch.stop.store(true, Ordering::Relaxed);
    let error = sweep(&plan, &mut store, MODEL, NonZeroUsize::MIN, &watch).unwrap_err();
    assert!(matches!(error, SweepError::Stopped { finished: 199, cells: CELLS, .. }), "{error}");
    drop(store);
    run(&plan, halved.path(), 2).unwrap();
    assert_eq!(table(whole.path()), table(halved.path()));
    // Nothing is left to do.
    assert_eq!(found(&plan, halved.path(), MODEL), CELLS);
    // Another version of the model takes none of it.
    assert_eq!(found(&plan, halved.path(), "another"), 0);
}

/// Of a cell of many runs what is done of it is kept, in parts, and the end is that of a sweep which nobody stopped, to the byte.
#[test]
fn runs_of_a_cell_that_was_stopped_are_kept() {
    let whole = tempfile::tempdir().unwrap();
    let pick =
        |cell: &&Cell| cell.name.starts_with("two-threads-fifo1024-tasks8-poll-aligned-chunk512");
    let cells: Vec<_> = Plan::f1(90, 1)
        .cells
        .iter()
        .filter(pick)
        .map(|cell| Cell {
            scenario: Scenario { pairs: 1 << 14, ..cell.scenario.clone() },
            ..cell.clone()
        })
        .collect();
    let [cell] = &cells[..] else { unreachable!("{cells:?}") };
    let plan = Plan { name: "one".into(), cells: vec![cell.clone()] };
    let measured = run(&plan, whole.path(), 1).unwrap().findings[0].measured.clone();
    let all = measure(cell, 0..90, || true).unwrap().unwrap();
    assert!(all.deadlocks > 0 && !all.times_ps.is_empty(), "some end and some do not: {all:?}");
    assert_eq!(measured, all);
    let path = whole.path().join(Store::FILE);
    let lines = fs::read_to_string(&path).unwrap();
    let lines: Vec<_> = lines.split_inclusive('\n').collect();
    assert_eq!(lines.len(), 6, "twenty runs and thrice more, ten, and all of it");
    for kept in 0..=5 {
        // Stopped when so many parts were done, with a line that was cut off.
        let cut = tempfile::tempdir().unwrap();
        let mut before = lines[..kept].concat();
        before += &lines[kept][..lines[kept].len() / 2];
        fs::write(cut.path().join(Store::FILE), before).unwrap();
        let store = Store::open(cut.path(), MODEL).unwrap();
        let runs = 90 - 90.min(20 * kept as u64);
        let calls = runs * cell.calls();
        assert_eq!(Progress::of(&plan, &store, MODEL), Progress { found: 0, calls }, "{kept}");
        drop(store);
        let again = run(&plan, cut.path(), 2).unwrap();
        assert_eq!(again.findings[0].measured, all, "{kept}");
        assert_eq!(table(cut.path()), table(whole.path()), "{kept}");
        assert_eq!(found(&plan, cut.path(), MODEL), 1, "{kept}");
        let left = fs::read_to_string(cut.path().join(Store::FILE)).unwrap();
        assert_eq!(left, lines[5], "nothing is left of the parts");
    }
}

#[test]
fn progress_counts_what_there_is_to_do() {
    let out = tempfile::tempdir().unwrap();
    let plan = small();
    let mut store = Store::open(out.path(), MODEL).unwrap();
    let work = Progress::of(&plan, &store, MODEL);
    let watch = Watch::default();
    sweep(&plan, &mut store, MODEL, NonZeroUsize::MIN, &watch).unwrap();
    assert_eq!(watch.done.load(Ordering::Relaxed), work.calls);
    assert_eq!(Progress::of(&plan, &store, MODEL), Progress { found: CELLS, calls: 0 });
}

#[test]
fn a_row_says_what_the_model_says_and_a_deadlock_is_a_row_with_its_reason() {
    let out = tempfile::tempdir().unwrap();
    let plan = small();
    run(&plan, out.path(), 2).unwrap();
    let mut table = csv::Reader::from_path(out.path().join("results.csv")).unwrap();
    assert_eq!(table.headers().unwrap(), &COLUMNS[..]);
    let rows: Vec<_> = table.records().map(Result::unwrap).collect();
    assert_eq!(rows.len(), CELLS);
    for (row, cell) in rows.iter().zip(&plan.cells) {
        let at = |name| &row[COLUMNS.iter().position(|column| *column == name).unwrap()];
        assert_eq!((at("cell"), at("runs")), (&*cell.name, "3"));
        // By the model itself, run by run.
        let outcomes: Vec<_> = (0..RUNS)
            .map(|run| Scenario { seed: cell.scenario.seed + run, ..cell.scenario.clone() }.run())
            .map(Result::unwrap)
            .collect();
        let times: Vec<_> = outcomes
            .iter()
            .filter(|one| one.deadlock.is_none())
            .map(|one| one.total.ps())
            .collect();
        assert_eq!(at("deadlocks"), (3 - times.len()).to_string(), "{}", cell.name);
        let why = outcomes.iter().find_map(|one| one.deadlock.as_ref()).map(|one| &*one.why);
        assert_eq!(at("why"), why.unwrap_or_default(), "{}", cell.name);
        if cell.scenario.is_free().is_ok() {
            assert_eq!(at("deadlocks"), "0", "{}", cell.name);
        }
        let computed: Vec<_> = outcomes
            .iter()
            .filter(|one| one.deadlock.is_none())
            .map(|one| one.computed.ps())
            .collect();
        let planner = match cell.scenario.is_free() {
            Ok(()) => "free".into(),
            Err(error) => error.to_string(),
        };
        assert_eq!(at("planner"), planner, "{}", cell.name);
        let stats = Stats::of(&times);
        for (name, value) in [
            ("median_ms", stats.map(|stats| stats.median)),
            ("lower_quartile_ms", stats.map(|stats| stats.lower)),
            ("upper_quartile_ms", stats.map(|stats| stats.upper)),
            ("min_ms", stats.map(|stats| stats.min)),
            ("max_ms", stats.map(|stats| stats.max)),
            ("mean_ms", stats.map(|stats| stats.mean)),
            ("computed_mean_ms", Stats::of(&computed).map(|stats| stats.mean)),
            ("core_ms", Some((cell.scenario.card.pair * cell.scenario.pairs).ms())),
        ] {
            let wanted = value.map(|value| format!("{value:.6}")).unwrap_or_default();
            assert_eq!(at(name), wanted, "{} {name}", cell.name);
        }
    }
    let names: std::collections::HashSet<_> = rows.iter().map(|row| row[0].to_string()).collect();
    assert_eq!(names.len(), CELLS, "each name once");
}

#[test]
fn the_steps_of_the_source_come_out_in_order_and_their_costs_add_up() {
    let mut plan = Plan::f1(10, 0);
    plan.cells.retain(|cell| cell.name.starts_with("alternate") || cell.subject == Plan::LIST);
    let out = tempfile::tempdir().unwrap();
    let summary = run(&plan, out.path(), 2).unwrap().summary();
    assert!(summary.in_order, "{summary:#?}");
    // One list takes as long as the core, and no step comes near.
    assert_eq!(summary.lists.len(), 2);
    for (cell, ms, core) in &summary.lists {
        assert!(core <= ms && *ms <= core * 1.01, "{cell}: {ms} for {core}");
    }
    assert_eq!(summary.steps.len(), 4);
    for (before, after) in summary.steps.iter().zip(&summary.steps[1..]) {
        let change = after.change_ms.values().sum::<f64>();
        assert!((change - (after.mean_ms - before.mean_ms)).abs() < 1e-6, "{after:#?}");
    }
    // By interrupt most of what polling takes away is what wake-ups take.
    assert!(summary.steps[1].change_ms["wake_up_loaded"] < -10.0, "{:#?}", summary.steps[1]);
    assert_eq!(summary.gains.len(), 2);
    assert!(summary.gains.iter().all(|gain| gain.percent > 0.0), "{:#?}", summary.gains);
}

#[test]
fn where_nothing_is_drawn_one_run_stands_for_all() {
    let plan = small();
    for cell in plan.cells.iter().filter(|cell| cell.drawn() == 1) {
        let other = Scenario { seed: 12_345, ..cell.scenario.clone() };
        let other = Cell { scenario: other, ..cell.clone() };
        assert_eq!(measure(cell, 0..1, || true).unwrap(), measure(&other, 0..1, || true).unwrap());
    }
    assert_eq!(plan.cells.iter().filter(|cell| cell.drawn() == 1).count(), CELLS / 2);
}

#[test]
fn a_place_where_nothing_can_be_written_is_named_and_so_is_one_that_another_sweep_has() {
    let out = tempfile::tempdir().unwrap();
    let file = out.path().join("file");
    fs::write(&file, "").unwrap();
    let error = Store::open(&file.join("below"), MODEL).unwrap_err();
    assert!(matches!(error, SweepError::Output { .. }), "{error}");
    assert!(error.to_string().contains("file") && error.to_string().contains("; give "), "{error}");
    let _first = Store::open(out.path(), MODEL).unwrap();
    let error = Store::open(out.path(), MODEL).unwrap_err();
    assert!(matches!(error, SweepError::Busy { .. }), "{error}");
}

#[test]
fn a_cell_that_there_is_not_is_refused_with_one_that_there_is() {
    let error = small().find("nonsense").unwrap_err().to_string();
    assert!(error.contains("`nonsense`") && error.contains("scalars-then-points-"), "{error}");
}
