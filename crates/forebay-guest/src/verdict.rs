// SPDX-License-Identifier: Apache-2.0
//! Runs the suite on one kernel and judges it. Whatever is not known to be well counts as failed.

use std::fmt::Write as _;
use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Serialize;

use crate::console::{Complaint, complaints};
use crate::suite::{self, Group, Program, Scope};
use crate::tap::Tap;
use crate::{Boot, Card, GuestError, Images, Kernel, Logs, Mark, Signals, Step, Watcher, tree};

/// How much slower than a stock kernel one with every checker is.
const CHECKERS_COST: u32 = 4;

/// How many failures of a program are shown as it ends; all are in its log.
const SHOWN_FAILURES: usize = 12;

/// What to run.
#[derive(Clone, Debug)]
pub struct Selection {
    /// How much.
    pub scope: Scope,
    /// Only on this card.
    pub card: Option<String>,
    /// Only programs of these names; all if empty.
    pub programs: Vec<String>,
}

/// How one program went on one card.
#[derive(Clone, Debug, Serialize)]
pub struct ProgramResult {
    /// Name of the program.
    pub name: String,
    /// The card.
    pub card: String,
    /// Tests that held.
    pub passed: usize,
    /// Tests that did not, and everything else that is wrong.
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
    /// Seconds from the start to the first program; none if it did not come that far.
    pub first_test_seconds: Option<f64>,
    /// Seconds in all.
    pub seconds: f64,
    /// What went wrong outside of programs.
    pub failed: Vec<String>,
    /// Name of the folder of its logs.
    pub logs: String,
}

/// How the suite went on one kernel.
#[derive(Clone, Debug, Serialize)]
pub struct SuiteResult {
    /// The kernel's release.
    pub kernel: String,
    /// Tests that held.
    pub passed: usize,
    /// Everything that went wrong.
    pub failed: usize,
    /// Tests that were skipped with permission.
    pub skipped: usize,
    /// Seconds in all.
    pub seconds: f64,
    /// Each boot.
    pub boots: Vec<BootResult>,
    /// Each program on each card.
    pub programs: Vec<ProgramResult>,
}

/// Runs the suite on a kernel; `say` gets a line for each program as it ends. The card of the group
/// goes into `card`, which says how to serve one.
///
/// # Errors
/// When a part of the guest is missing, nothing is to be run, or on a signal. What goes wrong in a
/// boot is in the result.
pub fn run_suite(
    images: &Images,
    kernel: &Kernel,
    selection: &Selection,
    card: &Card,
    signals: &Signals,
    say: &mut dyn FnMut(&str),
) -> Result<SuiteResult, GuestError> {
    let path = images.suite()?;
    let mut programs = suite::read(&path)?;
    if !selection.programs.is_empty() {
        programs.retain(|program| selection.programs.contains(&program.name));
    }
    // The kernel with checkers is of the newer series.
    let series = if kernel.series == "debug" { "6.12" } else { &kernel.series };
    let groups = suite::groups(&programs, series, selection.scope, selection.card.as_deref());
    if groups.is_empty() {
        return Err(GuestError::Empty { path, kernel: kernel.release.clone() });
    }
    let mut result = SuiteResult {
        kernel: kernel.release.clone(),
        passed: 0,
        failed: 0,
        skipped: 0,
        seconds: 0.0,
        boots: Vec::new(),
        programs: Vec::new(),
    };
    for group in &groups {
        let card = Card { spec: group.card.clone(), faults: group.faults, ..card.clone() };
        let (boot, programs) = run_group(images, kernel, group, card, signals, say)?;
        result.add(boot, programs);
    }
    Ok(result)
}

impl SuiteResult {
    fn add(&mut self, boot: BootResult, programs: Vec<ProgramResult>) {
        self.seconds += boot.seconds;
        self.failed += boot.failed.len();
        for program in &programs {
            self.passed += program.passed;
            self.failed += program.failed.len();
            self.skipped += program.skipped.len();
        }
        self.boots.push(boot);
        self.programs.extend(programs);
    }

    /// The line that sums it up.
    #[must_use]
    pub fn summary(&self) -> String {
        format!("guest: {} passed, {} failed on {}", self.passed, self.failed, self.kernel)
    }
}

fn run_group(
    images: &Images,
    kernel: &Kernel,
    group: &Group,
    card: Card,
    signals: &Signals,
    say: &mut dyn FnMut(&str),
) -> Result<(BootResult, Vec<ProgramResult>), GuestError> {
    let patience = if kernel.series == "debug" { CHECKERS_COST } else { 1 };
    let mut tree = tree::base(images, kernel)?;
    tree::driver(&mut tree, kernel)?;
    tree::tests(&mut tree, images)?;
    let steps = group.programs.iter().map(|program| step(program, &group.card, patience)).collect();
    let faults = if group.faults { "" } else { "-nofaults" };
    let name = format!("{}-{}{faults}", kernel.series, group.card.replace(':', "-"));
    let logs = Logs::take(&images.logs(), &name)?;
    let mut boot = Boot::new(images, kernel, &logs, tree, steps);
    boot.card = Some(card);
    let mut follower = Follower::new(group, &logs, say)?;
    let ended = boot.run(signals, &mut follower);
    if let Err(
        error @ (GuestError::Signal { .. } | GuestError::Missing { .. } | GuestError::Qemu { .. }),
    ) = ended
    {
        return Err(error);
    }
    follower.finish(ended, &logs)
}

fn step(program: &Program, card: &str, patience: u32) -> Step {
    let mut words = vec![format!("/tests/{}", program.name)];
    words.extend(program.arguments(card));
    let driver = program.driver.then_some(program.modules.as_slice());
    Step::test(&program.name, program.limit * patience, driver, &words)
}

/// Follows one boot.
struct Follower<'a> {
    group: &'a Group,
    say: &'a mut dyn FnMut(&str),
    log: File,
    log_path: PathBuf,
    /// Output of the program that runs.
    output: Vec<u8>,
    began: Duration,
    running: bool,
    first: Option<Duration>,
    last: Duration,
    results: Vec<ProgramResult>,
}

impl<'a> Follower<'a> {
    fn new(
        group: &'a Group,
        logs: &Logs,
        say: &'a mut dyn FnMut(&str),
    ) -> Result<Self, GuestError> {
        let log_path = logs.output();
        let log = File::create(&log_path).map_err(GuestError::at(&log_path))?;
        Ok(Self {
            group,
            say,
            log,
            log_path,
            output: Vec::new(),
            began: Duration::ZERO,
            running: false,
            first: None,
            last: Duration::ZERO,
            results: Vec::new(),
        })
    }

    /// The program that runs, or none for what the guest does after the last.
    fn program(&self) -> Option<&'a Program> {
        self.group.programs.get(self.results.len())
    }

    fn end_program(&mut self, status: &str, at: Duration) {
        self.running = false;
        let Some(program) = self.program() else { return };
        let mut tap = Tap::read(&String::from_utf8_lossy(&self.output));
        tap.ended(status);
        self.output.clear();
        let result = judge(program, &self.group.card, tap, at - self.began);
        let mut line = format!(
            "{:6} {:14} {:24} {:4} passed {:7.1} s",
            if result.failed.is_empty() { "ok" } else { "FAILED" },
            result.card,
            result.name,
            result.passed,
            result.seconds
        );
        for failure in result.failed.iter().take(SHOWN_FAILURES) {
            // Writing to a string does not fail.
            let _ = write!(line, "\n         {failure}");
        }
        if let Some(more) = result.failed.len().checked_sub(SHOWN_FAILURES + 1) {
            let _ =
                write!(line, "\n         and {} more; see {}", more + 1, self.log_path.display());
        }
        (self.say)(&line);
        self.results.push(result);
    }

    /// Judges the boot as a whole.
    fn finish(
        mut self,
        ended: Result<crate::Report, GuestError>,
        logs: &Logs,
    ) -> Result<(BootResult, Vec<ProgramResult>), GuestError> {
        let mut failed = Vec::new();
        let (seconds, complaints) = match ended {
            Ok(report) => (report.total, report.complaints),
            Err(error) => {
                if self.running {
                    self.end_program(
                        &format!("unknown, since the guest ended: {error}"),
                        self.last,
                    );
                }
                failed.push(error.to_string());
                (self.last, complaints_so_far(&logs.console()))
            }
        };
        for program in &self.group.programs[self.results.len()..] {
            failed.push(format!("{} did not run", program.name));
        }
        failed.extend(blame(&complaints, &mut self.results));
        for failure in &failed {
            (self.say)(&format!("FAILED {:14} {failure}", self.group.card));
        }
        self.log.flush().map_err(GuestError::at(&self.log_path))?;
        let boot = BootResult {
            card: self.group.card.clone(),
            first_test_seconds: self.first.map(|first| first.as_secs_f64()),
            seconds: seconds.as_secs_f64(),
            failed,
            logs: logs.name(),
        };
        Ok((boot, self.results))
    }

    fn keep(&mut self, bytes: &[u8]) {
        // The log is for reading; the verdict does not come from it.
        let _ = self.log.write_all(bytes);
    }
}

impl Watcher for Follower<'_> {
    fn output(&mut self, bytes: &[u8]) {
        self.output.extend_from_slice(bytes);
        self.keep(bytes);
    }

    fn errors(&mut self, bytes: &[u8]) {
        self.keep(bytes);
    }

    fn mark(&mut self, mark: &Mark, at: Duration) {
        self.last = at;
        match mark {
            Mark::Begin(name) => {
                self.first.get_or_insert(at);
                self.began = at;
                self.running = true;
                self.output.clear();
                self.keep(format!("# ---- {name}\n").as_bytes());
            }
            Mark::End(status) => {
                self.keep(format!("# ---- status {status}\n").as_bytes());
                self.end_program(status, at);
            }
            Mark::Done => {}
        }
    }
}

fn judge(program: &Program, card: &str, tap: Tap, time: Duration) -> ProgramResult {
    let mut failed = tap.failed;
    failed.extend(tap.problems);
    let mut skipped = tap.skipped;
    if !program.may_skip {
        failed.extend(skipped.drain(..).map(|reason| format!("skipped, and may not be: {reason}")));
    }
    ProgramResult {
        name: program.name.clone(),
        card: card.to_owned(),
        passed: tap.passed,
        failed,
        skipped,
        seconds: time.as_secs_f64(),
    }
}

/// Adds the kernel's complaints to the programs that they came in; gives those that came in none.
fn blame(complaints: &[Complaint], results: &mut [ProgramResult]) -> Vec<String> {
    let mut rest = Vec::new();
    let mut last = None;
    for complaint in complaints {
        // One fault makes several such lines: the first in each step says which.
        if last == Some(&complaint.step) {
            continue;
        }
        last = Some(&complaint.step);
        let text = format!("kernel, console line {}: {}", complaint.line, complaint.text);
        let step = complaint.step.as_deref();
        match results.iter_mut().find(|result| step == Some(result.name.as_str())) {
            Some(result) => result.failed.push(text),
            None => rest.push(text),
        }
    }
    rest
}

fn complaints_so_far(console: &Path) -> Vec<Complaint> {
    // Without a console there was no kernel to complain.
    let bytes = std::fs::read(console).unwrap_or_default();
    complaints(&String::from_utf8_lossy(&bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn group() -> Group {
        let file = tempfile::NamedTempFile::new().expect("a file");
        std::fs::write(file.path(), "a fast:loopback\nb fast:loopback mayskip\n").expect("written");
        let programs = suite::read(file.path()).expect("readable");
        suite::groups(&programs, "6.1", Scope::Full, None).remove(0)
    }

    /// Plays a boot to a follower: output of each program and its status.
    fn play(
        programs: &[(&str, &str)],
        ended: Result<crate::Report, GuestError>,
    ) -> (BootResult, Vec<ProgramResult>) {
        let dir = tempfile::tempdir().expect("a folder");
        let logs = Logs::take(dir.path(), "x").expect("logs");
        let group = group();
        let mut say = |_: &str| {};
        let mut follower = Follower::new(&group, &logs, &mut say).expect("a follower");
        for (output, status) in programs {
            follower.mark(&Mark::Begin("x".into()), Duration::from_secs(1));
            follower.output(output.as_bytes());
            if *status != "running" {
                follower.mark(&Mark::End((*status).to_owned()), Duration::from_secs(2));
            }
        }
        follower.finish(ended, &logs).expect("judged")
    }

    fn report(complaints: Vec<Complaint>) -> Result<crate::Report, GuestError> {
        Ok(crate::Report { first_step: Duration::ZERO, total: Duration::ZERO, complaints })
    }

    const GOOD: &str = "ok 1 - x\n1..1\n";

    #[test]
    fn all_well() {
        let (boot, programs) = play(&[(GOOD, "0"), ("1..0 # SKIP no\n", "0")], report(vec![]));
        assert!(boot.failed.is_empty() && programs.iter().all(|result| result.failed.is_empty()));
        assert_eq!((programs[0].passed, programs[1].skipped.len()), (1, 1));
    }

    #[test]
    fn a_program_that_did_not_run_is_a_failure() {
        let (boot, _) = play(&[(GOOD, "0")], report(vec![]));
        assert_eq!(boot.failed, ["b did not run"]);
    }

    #[test]
    fn a_guest_that_died_fails_the_program_that_ran_and_the_rest() {
        let died = GuestError::Timeout {
            during: "during a".into(),
            limit: Duration::from_secs(9),
            console: "c".into(),
        };
        let (boot, programs) = play(&[("ok 1 - x\n1..1\n", "running")], Err(died));
        assert_eq!(boot.failed.len(), 2, "{:?}", boot.failed);
        assert!(programs[0].failed[0].contains("guest ended"), "{:?}", programs[0].failed);
    }

    #[test]
    fn a_complaint_of_the_kernel_fails_the_program_it_came_in() {
        let complaint = |step: Option<&str>| Complaint {
            line: 7,
            text: "WARNING: CPU: 0".into(),
            step: step.map(str::to_owned),
        };
        let complaints = vec![complaint(Some("a")), complaint(Some("a")), complaint(None)];
        let (boot, programs) = play(&[(GOOD, "0"), (GOOD, "0")], report(complaints));
        assert_eq!(
            (programs[0].failed.len(), programs[1].failed.len(), boot.failed.len()),
            (1, 0, 1)
        );
    }

    #[test]
    fn a_skip_without_permission_is_a_failure() {
        let (_, programs) = play(&[("1..0 # SKIP no\n", "0"), (GOOD, "0")], report(vec![]));
        assert!(programs[0].failed[0].contains("may not be"), "{:?}", programs[0].failed);
    }
}
