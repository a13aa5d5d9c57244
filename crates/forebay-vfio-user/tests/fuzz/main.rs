// SPDX-License-Identifier: Apache-2.0
//! Hostile clients: the server answers everything in time, never ends but with a typed reason, lets the card reach
//! nothing but what is mapped, and serves the next client as if nothing had been.
//!
//! A case is a number; `FOREBAY_FUZZ_MINUTES=60` plays new ones for so long, and `FOREBAY_FUZZ_RECORD=FILE` keeps the counts.
//! What failed is printed as lines for `tests/corpus`, where every file is played at each run.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

mod answers;
#[path = "../common/mod.rs"]
mod common;
mod model;
mod play;
mod step;

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use answers::Device;
use common::{fast, rtl, rtl_shell, shell};
use forebay_bus::Card;
use serde::Serialize;
use step::{Source, Step};

/// Cases of a run without further wishes: less than a minute.
const CASES: u64 = 1500;
/// One case in so many is played on the RTL, which is slower but has DMA under way.
const RTL_EVERY: u64 = 10;

/// What a session is played against.
#[derive(Clone, Copy)]
struct Target {
    on_rtl: bool,
    device: &'static Device,
}

impl Target {
    const ALL: [Self; 4] = [
        Self { on_rtl: false, device: &answers::OWN },
        Self { on_rtl: false, device: &answers::SHELL },
        Self { on_rtl: true, device: &answers::OWN },
        Self { on_rtl: true, device: &answers::SHELL },
    ];

    /// Every third case is the other layout's.
    fn of(case: u64) -> Self {
        let device = if case % 3 == 2 { &answers::SHELL } else { &answers::OWN };
        Self { on_rtl: case.is_multiple_of(RTL_EVERY), device }
    }

    fn card(self) -> Box<dyn Card> {
        match (self.on_rtl, *self.device == answers::SHELL) {
            (false, false) => fast(),
            (false, true) => shell(),
            (true, false) => rtl(),
            (true, true) => rtl_shell(),
        }
    }
}

/// What was played, and how it went.
#[derive(Default, Serialize)]
struct Record {
    cases: u64,
    rtl_cases: u64,
    shell_cases: u64,
    steps: u64,
    seconds: u64,
    failures: Vec<u64>,
    /// Steps by kind and outcome.
    outcomes: BTreeMap<&'static str, BTreeMap<String, u64>>,
}

impl Record {
    /// Plays a session; one that fails is printed.
    fn play(&mut self, name: &str, target: Target, steps: &[Step]) -> std::thread::Result<()> {
        let on = (target.card(), target.device);
        self.cases += 1;
        self.rtl_cases += u64::from(target.on_rtl);
        self.shell_cases += u64::from(*target.device == answers::SHELL);
        let mut played = 0;
        let result = catch_unwind(AssertUnwindSafe(|| {
            play::play(on, steps, &mut |step, outcome| {
                played += 1;
                *self.outcomes.entry(step.kind()).or_default().entry(outcome).or_default() += 1;
            });
        }));
        self.steps += played;
        if result.is_err() {
            let Target { on_rtl, device } = target;
            let lines: Vec<_> =
                steps.iter().map(|step| serde_json::to_string(step).unwrap()).collect();
            eprintln!(
                "{name}, on the RTL: {on_rtl}, {device:?}, failed after {played} steps of:\n{}",
                lines.join("\n")
            );
        }
        result
    }

    /// Plays the cases from `first` on while they are wanted, side by side; which failed is in the record.
    fn of_cases(first: u64, wanted: impl Fn(u64) -> bool + Sync) -> Self {
        let next = AtomicU64::new(first);
        let player = || {
            let mut record = Self::default();
            loop {
                let case = next.fetch_add(1, Ordering::Relaxed);
                if !wanted(case) {
                    return record;
                }
                let steps = Source(case).session();
                if record.play(&format!("case {case}"), Target::of(case), &steps).is_err() {
                    record.failures.push(case);
                }
            }
        };
        let players = std::thread::available_parallelism().map_or(1, usize::from);
        std::thread::scope(|scope| {
            let played: Vec<_> = (0..players).map(|_| scope.spawn(player)).collect();
            played.into_iter().fold(Self::default(), |all, one| all.and(one.join().unwrap()))
        })
    }

    /// Both together.
    fn and(mut self, other: Self) -> Self {
        self.cases += other.cases;
        self.rtl_cases += other.rtl_cases;
        self.shell_cases += other.shell_cases;
        self.steps += other.steps;
        self.failures.extend(other.failures);
        for (kind, outcomes) in other.outcomes {
            let seen = self.outcomes.entry(kind).or_default();
            for (outcome, count) in outcomes {
                *seen.entry(outcome).or_default() += count;
            }
        }
        self
    }

    fn count(&self, kind: &str, outcome: &str) -> u64 {
        self.outcomes.get(kind).and_then(|seen| seen.get(outcome)).copied().unwrap_or(0)
    }
}

#[test]
fn no_client_ends_the_server_or_reaches_what_is_not_its_own() {
    let record = Record::of_cases(0, |case| case < CASES);
    assert!(record.failures.is_empty(), "cases {:?}", record.failures);
    assert_eq!((record.cases, record.rtl_cases, record.shell_cases), (CASES, 150, 500));
    // The grammar reaches what it is there for.
    let reached = [
        ("dma map", "ok"),
        ("dma map", "errno 17"),
        ("dma map", "errno 22"),
        ("dma map", "errno 19"),
        ("dma unmap", "is a map"),
        ("dma unmap", "holds a map"),
        ("dma unmap", "holds several maps"),
        ("dma unmap", "holds no map"),
        ("dma unmap", "cuts the begin of a map"),
        ("dma unmap", "cuts the end of a map"),
        ("dma unmap", "cuts two maps"),
        ("dma unmap", "out of the middle of a map"),
        ("dma unmap", "no range"),
        ("dma unmap", "other flags"),
        ("dma unmap all", "holds several maps"),
        ("transfer", "with a descriptor"),
        ("transfer", "without memory"),
        ("reset", "ok"),
        ("reset", "ok, into a transfer"),
        ("region read", "ok"),
        ("region write", "errno 22"),
        ("region write multi", "ok"),
        ("region write multi", "errno 22"),
        ("region write multi", "errno 90"),
        ("info", "ok"),
        ("info", "errno 22"),
        ("set irqs", "ok, flags 0x21"),
        ("set irqs", "ok, flags 0x22"),
        ("set irqs", "ok, flags 0x24"),
        ("set irqs", "errno 22"),
        ("set irqs", "no eventfd, errno 22"),
        ("raw message", "errno 95"),
        ("cut message", "sent"),
        ("file resized", "under a map"),
    ];
    for (kind, outcome) in reached {
        assert!(record.count(kind, outcome) > 10, "{kind}, {outcome}: {:?}", record.outcomes);
    }
}

#[test]
fn every_session_of_the_corpus_is_survived() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus");
    let mut files: Vec<_> = corpus.read_dir().unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty());
    let mut record = Record::default();
    for (file, target) in files.iter().flat_map(|file| Target::ALL.map(|target| (file, target))) {
        let text = std::fs::read_to_string(file).unwrap();
        let steps: Vec<Step> =
            text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        if let Err(panic) = record.play(&file.display().to_string(), target, &steps) {
            resume_unwind(panic);
        }
    }
}

#[test]
fn on_request_it_goes_on_for_as_long_as_asked() {
    // Without a wish it plays no longer than it takes to see that it would.
    let minutes = std::env::var("FOREBAY_FUZZ_MINUTES").map_or(0, |text| text.parse().unwrap());
    let (began, patience) = (Instant::now(), Duration::from_secs(60 * minutes));
    let mut record = Record::of_cases(CASES, |case| case == CASES || began.elapsed() < patience);
    record.seconds = began.elapsed().as_secs();
    if let Ok(file) = std::env::var("FOREBAY_FUZZ_RECORD") {
        std::fs::write(file, serde_json::to_vec_pretty(&record).unwrap()).unwrap();
    }
    assert!(record.cases > 0 && record.failures.is_empty(), "cases {:?}", record.failures);
}
