// SPDX-License-Identifier: Apache-2.0
//! Runs the suite on one kernel and sums it up. Whatever is not known to be well counts as failed.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::num::NonZeroUsize;
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Instant;

use rayon::iter::{ParallelBridge, ParallelIterator};
use serde::Serialize;

use crate::follow::Follower;
use crate::suite::{self, Group, NothingToRun, Program, Selection};
use crate::{Boot, Card, Dma, GuestError, Images, Kernel, Logs, Signals, Step, tree};

/// How much slower than a stock kernel one with every checker is.
const CHECKERS_COST: u32 = 4;

/// How one program went on one card.
#[derive(Clone, Debug, Serialize)]
pub struct ProgramResult {
    /// Name of the program; with a number where its boot has it more than once.
    pub name: String,
    /// The card.
    pub card: String,
    /// What lay between the card and memory.
    pub dma: Dma,
    /// Whether its checks came from a stand-in for a driver that is not here.
    pub mock: bool,
    /// Checks that held.
    pub passed: usize,
    /// Checks that did not, and everything else that is wrong.
    pub failed: Vec<String>,
    /// Tests that were skipped with permission.
    pub skipped: Vec<String>,
    /// How long it took.
    pub seconds: f64,
}

/// One boot of a suite.
#[derive(Clone, Debug, Serialize)]
pub struct BootResult {
    /// The card.
    pub card: String,
    /// What lay between the card and memory.
    pub dma: Dma,
    /// Seconds from the start to the first program; none if it did not come that far.
    pub first_test_seconds: Option<f64>,
    /// Seconds in all.
    pub seconds: f64,
    /// What went wrong outside of programs.
    pub failed: Vec<String>,
    /// Name of the folder of its logs; empty if it did not come that far.
    pub logs: String,
}

impl BootResult {
    /// One that could not be followed to its end.
    fn lost(group: &Group, why: String) -> Self {
        Self {
            card: group.card.clone(),
            dma: group.dma,
            first_test_seconds: None,
            seconds: 0.0,
            failed: vec![why],
            logs: String::new(),
        }
    }
}

/// How the suite went on one kernel.
#[derive(Clone, Debug, Serialize)]
pub struct SuiteResult {
    /// The kernel's release.
    pub kernel: String,
    /// Checks that held.
    pub passed: usize,
    /// Those of them that came from stand-ins for drivers that are not here.
    pub passed_by_mocks: usize,
    /// Everything that went wrong.
    pub failed: usize,
    /// Tests that were skipped with permission.
    pub skipped: usize,
    /// Seconds from the first boot's start to the last one's end.
    pub seconds: f64,
    /// Boots at once.
    pub jobs: usize,
    /// Each boot.
    pub boots: Vec<BootResult>,
    /// Each program on each card.
    pub programs: Vec<ProgramResult>,
}

/// Runs the suite on a kernel, `jobs` boots at once; `say` gets a line for each program as it ends. The card of the group
/// goes into `card`, which says how to serve one. What cuts the suite short is
/// beside the result of what ran until then.
///
/// # Errors
/// When nothing is to be run. What goes wrong in a boot is in the result; what cuts the suite short is a part of the guest
/// that is missing, or a signal.
pub fn run_suite(
    images: &Images,
    kernel: &Kernel,
    selection: &Selection,
    card: &Card,
    jobs: NonZeroUsize,
    signals: &Signals,
    say: &mut (dyn FnMut(&str) + Send),
) -> Result<(SuiteResult, Option<GuestError>), GuestError> {
    let path = images.suite()?;
    let programs = suite::read(&path)?;
    let mut selection = selection.clone();
    let mut series = kernel.series.as_str();
    if series == "debug" {
        // It is of the newer series, and has neither an IOMMU's driver nor memory to bounce in.
        series = "6.12";
        selection.dma = Some(Dma::Direct);
    }
    let groups = suite::groups(&programs, series, &selection).map_err(|nothing| match nothing {
        NothingToRun::Named(names) => {
            GuestError::NotRun { path: path.clone(), names, kernel: kernel.release.clone() }
        }
        NothingToRun::AtAll => {
            GuestError::Empty { path: path.clone(), kernel: kernel.release.clone() }
        }
    })?;
    let mut result = SuiteResult {
        kernel: kernel.release.clone(),
        passed: 0,
        passed_by_mocks: 0,
        failed: 0,
        skipped: 0,
        seconds: 0.0,
        jobs: jobs.get(),
        boots: Vec::new(),
        programs: Vec::new(),
    };
    let began = Instant::now();
    let say = Mutex::new(say);
    // A boot stays in the thread that has started it: its processes die with that thread.
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(jobs.get())
        .build()
        .map_err(|error| GuestError::doing("starting threads")(std::io::Error::other(error)))?;
    let run = |group: &Group| {
        let card = Card { spec: group.card.clone(), faults: group.faults, ..card.clone() };
        let mut say = |line: &str| say.lock().unwrap_or_else(PoisonError::into_inner)(line);
        run_group(images, kernel, group, card, signals, &mut say)
    };
    let (boots, cut) = pool.install(|| run_all(&groups, run));
    for (boot, programs) in boots {
        result.add(boot, programs);
    }
    result.seconds = began.elapsed().as_secs_f64();
    Ok((result, cut))
}

/// A boot and its programs.
type Ran = (BootResult, Vec<ProgramResult>);

/// Runs each group. What only one of them meets is a failure of its boot; what all would meet, or a signal, is returned beside
/// what ran until then, and no further one begins.
fn run_all(
    groups: &[Group],
    run: impl Fn(&Group) -> Result<Ran, GuestError> + Sync,
) -> (Vec<Ran>, Option<GuestError>) {
    let cut = OnceLock::new();
    let one = |group: &Group| {
        if cut.get().is_some() {
            return None;
        }
        match run(group) {
            Ok(ran) => Some(ran),
            Err(error) if ends_all(&error) => {
                // The first to meet it says so for all.
                let _ = cut.set(error);
                None
            }
            Err(error) => Some((BootResult::lost(group, error.to_string()), Vec::new())),
        }
    };
    // Those of most programs first, and the next one when a thread is free: so none begins a long one when the others end.
    let mut order: Vec<_> = groups.iter().enumerate().collect();
    order.sort_by_key(|(_, group)| Reverse(group.programs.len()));
    let ran = order.into_iter().par_bridge().map(|(place, group)| (place, one(group)));
    let ran: BTreeMap<usize, Option<Ran>> = ran.collect();
    let cut = cut.into_inner();
    let why = cut.as_ref().map(|error| format!("cut short: {error}")).unwrap_or_default();
    let lost = |group| (BootResult::lost(group, why.clone()), Vec::new());
    let boots =
        groups.iter().zip(ran.into_values()).map(|(group, ran)| ran.unwrap_or_else(|| lost(group)));
    (boots.collect(), cut)
}

const fn ends_all(error: &GuestError) -> bool {
    matches!(
        error,
        GuestError::Signal { .. } | GuestError::Missing { .. } | GuestError::Qemu { .. }
    )
}

impl SuiteResult {
    fn add(&mut self, boot: BootResult, programs: Vec<ProgramResult>) {
        self.failed += boot.failed.len();
        for program in &programs {
            self.passed += program.passed;
            self.passed_by_mocks += if program.mock { program.passed } else { 0 };
            self.failed += program.failed.len();
            self.skipped += program.skipped.len();
        }
        self.boots.push(boot);
        self.programs.extend(programs);
    }
}

/// The line that sums runs of the suite up, and says what it counts.
#[must_use]
pub fn summary(results: &[SuiteResult]) -> String {
    let sum = |count: fn(&SuiteResult) -> usize| results.iter().map(count).sum::<usize>();
    let (passed, mocked) = (sum(|result| result.passed), sum(|result| result.passed_by_mocks));
    let kernels: Vec<_> = results.iter().map(|result| result.kernel.as_str()).collect();
    let seconds: f64 = results.iter().map(|result| result.seconds).sum();
    let programs = || results.iter().flat_map(|result| &result.programs);
    let mut text = format!(
        "guest: {passed} passed, {} failed, {} skipped on {} in {seconds:.0} s: checks in {} runs of programs",
        sum(|result| result.failed),
        sum(|result| result.skipped),
        kernels.join(" and "),
        programs().count(),
    );
    if let Some(share) = (mocked * 100).checked_div(passed).filter(|_| mocked > 0) {
        let mocks = programs().filter(|program| program.mock);
        let names: BTreeSet<_> = mocks.map(|program| program.name.as_str()).collect();
        let names: Vec<_> = names.into_iter().collect();
        // Writing to a string does not fail.
        let _ = write!(text, ", {mocked} ({share} %) of a stand-in: {}", names.join(", "));
    }
    text
}

fn run_group(
    images: &Images,
    kernel: &Kernel,
    group: &Group,
    card: Card,
    signals: &Signals,
    say: &mut dyn FnMut(&str),
) -> Result<Ran, GuestError> {
    let patience = if kernel.series == "debug" { CHECKERS_COST } else { 1 };
    let mut tree = tree::base(images, kernel)?;
    tree::driver(&mut tree, kernel)?;
    tree::tests(&mut tree, images)?;
    // Some of them run it.
    tree::program(&mut tree, images)?;
    let steps = group.programs.iter().map(|program| step(program, &group.card, patience)).collect();
    let faults = if group.faults { "" } else { "-nofaults" };
    let card_name = group.card.replace(':', "-");
    let name = format!("{}-{card_name}{faults}{}", kernel.series, group.dma.suffix());
    let logs = Logs::take(&images.logs(), &name)?;
    let mut boot = Boot::new(images, kernel, &logs, tree, steps);
    boot.card = Some(card);
    boot.dma = group.dma;
    let mut follower = Follower::new(group, &logs, say)?;
    let ended = boot.run(signals, &mut follower);
    match ended {
        Err(error) if ends_all(&error) => Err(error),
        ended => follower.finish(ended, &logs),
    }
}

fn step(program: &Program, card: &str, patience: u32) -> Step {
    let mut words = vec![format!("/tests/{}", program.name)];
    words.extend(program.arguments(card));
    let driver = program.driver.then_some(program.modules.as_slice());
    Step::test(&program.label, program.limit * patience, driver, &words)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(name: &str, passed: usize, mock: bool) -> ProgramResult {
        ProgramResult {
            name: name.into(),
            card: "fast:loopback".into(),
            dma: Dma::Direct,
            mock,
            passed,
            failed: Vec::new(),
            skipped: vec!["no card".into()],
            seconds: 1.0,
        }
    }

    fn suite(programs: Vec<ProgramResult>) -> SuiteResult {
        let boot = BootResult {
            card: "fast:loopback".into(),
            dma: Dma::Direct,
            first_test_seconds: None,
            seconds: 2.0,
            failed: vec!["c did not run".into()],
            logs: "x".into(),
        };
        let mut suite = SuiteResult {
            kernel: "6.1.0".into(),
            passed: 0,
            passed_by_mocks: 0,
            failed: 0,
            skipped: 0,
            seconds: 2.0,
            jobs: 1,
            boots: Vec::new(),
            programs: Vec::new(),
        };
        suite.add(boot, programs);
        suite
    }

    #[test]
    fn the_summary_says_what_it_counts_and_tells_stand_ins_apart() {
        let results = [suite(vec![result("aio", 11, false), result("vendor", 9, true)])];
        assert_eq!(
            summary(&results),
            "guest: 20 passed, 1 failed, 2 skipped on 6.1.0 in 2 s: checks in 2 runs of programs, \
             9 (45 %) of a stand-in: vendor"
        );
        let results = [suite(vec![result("aio", 11, false)])];
        assert!(summary(&results).ends_with("in 1 runs of programs"), "{}", summary(&results));
    }

    fn group(card: &str) -> Group {
        Group { card: card.into(), dma: Dma::Direct, faults: false, programs: Vec::new() }
    }

    fn ran(group: &Group) -> Ran {
        (BootResult { failed: Vec::new(), ..BootResult::lost(group, String::new()) }, Vec::new())
    }

    #[test]
    fn what_one_boot_meets_leaves_the_others_and_is_in_the_result() {
        let groups = ["a", "full", "b"].map(group);
        let full = |group: &Group| match group.card.as_str() {
            "full" => Err(GuestError::doing("writing")(std::io::ErrorKind::StorageFull.into())),
            _ => Ok(ran(group)),
        };
        let (boots, cut) = run_all(&groups, full);
        assert!(cut.is_none(), "{cut:?}");
        let failed: Vec<_> = boots.iter().map(|(boot, _)| boot.failed.len()).collect();
        assert_eq!(failed, [0, 1, 0], "{boots:?}");
        assert!(boots[1].0.failed[0].starts_with("writing: "), "{boots:?}");
    }

    #[test]
    fn the_longest_boot_begins_first_and_the_result_is_in_order() {
        let mut groups = ["a", "b", "c"].map(group);
        let list = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(&list, "transfers fast:loopback").unwrap();
        groups[2].programs = suite::read(list.path()).unwrap();
        let begun = Mutex::new(Vec::new());
        let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        let noted = |group: &Group| {
            begun.lock().unwrap().push(group.card.clone());
            Ok(ran(group))
        };
        let (boots, _) = one.install(|| run_all(&groups, noted));
        assert_eq!(*begun.lock().unwrap(), ["c", "a", "b"]);
        let cards: Vec<_> = boots.iter().map(|(boot, _)| boot.card.as_str()).collect();
        assert_eq!(cards, ["a", "b", "c"]);
    }

    #[test]
    fn a_signal_leaves_what_ran_and_begins_nothing_more() {
        let groups = ["a", "b", "c"].map(group);
        let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
        let begun = Mutex::new(Vec::new());
        let signal = |group: &Group| {
            begun.lock().unwrap().push(group.card.clone());
            match group.card.as_str() {
                "a" => Ok(ran(group)),
                _ => Err(GuestError::Signal { signal: 2, console: "x".into() }),
            }
        };
        let (boots, cut) = one.install(|| run_all(&groups, signal));
        assert!(matches!(cut, Some(GuestError::Signal { signal: 2, .. })), "{cut:?}");
        assert_eq!(*begun.lock().unwrap(), ["a", "b"]);
        assert!(boots[0].0.failed.is_empty(), "{boots:?}");
        for (boot, _) in &boots[1..] {
            assert!(boot.failed[0].starts_with("cut short: ended by signal 2"), "{boots:?}");
        }
    }
}
