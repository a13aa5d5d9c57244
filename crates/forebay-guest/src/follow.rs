// SPDX-License-Identifier: Apache-2.0
//! Follows one boot of a suite and says how each of its programs went. What comes from the guest is taken by the name in
//! its marks, never by its place in the order, and whatever cannot be taken so is a failure.

use std::fmt::Write as _;
use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::console::{Complaint, complaints};
use crate::suite::{Group, Program};
use crate::tap::{Tap, is_report};
use crate::{BootResult, GuestError, Logs, Mark, ProgramResult, Watcher};

/// Most bytes of a program's output that are judged: more than any test says, and what one says without end must not fill
/// memory.
const MOST_OUTPUT: usize = 4 << 20;

/// How many failures of a program are shown as it ends; all are in its log.
const SHOWN_FAILURES: usize = 12;

/// What the guest does beside the programs of the suite.
const OTHER_STEPS: &[&str] = &["kmemleak"];

/// The step that has begun and not ended.
enum Running<'a> {
    Nothing,
    Program(&'a Program),
    Other(String),
}

/// Follows one boot.
pub(crate) struct Follower<'a> {
    group: &'a Group,
    say: &'a mut dyn FnMut(&str),
    log: File,
    log_path: PathBuf,
    /// Output of the program that runs, up to [`MOST_OUTPUT`]; between programs what nobody is there for.
    output: Vec<u8>,
    /// Bytes that came beyond that.
    left_out: usize,
    began: Duration,
    running: Running<'a>,
    first: Option<Duration>,
    last: Duration,
    results: Vec<ProgramResult>,
    /// What went wrong outside of programs.
    failed: Vec<String>,
}

impl<'a> Follower<'a> {
    pub(crate) fn new(
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
            left_out: 0,
            began: Duration::ZERO,
            running: Running::Nothing,
            first: None,
            last: Duration::ZERO,
            results: Vec::new(),
            failed: Vec::new(),
        })
    }

    fn has_result(&self, label: &str) -> bool {
        self.results.iter().any(|result| result.name == label)
    }

    fn begin(&mut self, name: &str) {
        self.end_lost(&format!("its end was not seen before the beginning of {name}"));
        self.leave_nothing_over();
        let program = self.group.programs.iter().find(|program| program.label == name);
        self.running = match program {
            Some(program) if !self.has_result(name) => Running::Program(program),
            Some(_) => {
                self.failed.push(format!("{name} began twice"));
                Running::Other(name.to_owned())
            }
            None => {
                if !OTHER_STEPS.contains(&name) {
                    self.failed.push(format!("{name} began, which is no step of this boot"));
                }
                Running::Other(name.to_owned())
            }
        };
    }

    fn end(&mut self, name: &str, status: &str, at: Duration) {
        match std::mem::replace(&mut self.running, Running::Nothing) {
            Running::Program(program) if program.label == name => {
                self.judge(program, status, at);
                return;
            }
            Running::Other(other) if other == name => {
                if status != "0" {
                    self.failed.push(format!("{name} ended with status {status}"));
                }
                return;
            }
            running => self.running = running,
        }
        self.end_lost(&format!("the end of {name} came in its place"));
        self.failed.push(format!("{name} ended and had not begun"));
    }

    /// What came while no program ran. Whoever wrote it had ended, or left somebody behind: a report among it is a verdict
    /// that nobody has.
    fn leave_nothing_over(&mut self) {
        let text = String::from_utf8_lossy(&self.output);
        if let Some(line) = text.lines().find(|line| is_report(line)) {
            self.failed.push(format!("`{line}` came while no program ran"));
        }
        self.output.clear();
        self.left_out = 0;
    }

    /// Closes a step whose end never came.
    fn end_lost(&mut self, why: &str) {
        match std::mem::replace(&mut self.running, Running::Nothing) {
            Running::Nothing => {}
            Running::Program(program) => self.judge(program, &format!("unknown: {why}"), self.last),
            Running::Other(name) => self.failed.push(format!("{name}: {why}")),
        }
    }

    fn judge(&mut self, program: &Program, status: &str, at: Duration) {
        let mut tap = Tap::read(&String::from_utf8_lossy(&self.output));
        tap.ended(status);
        if self.left_out > 0 {
            let bytes = self.output.len() + self.left_out;
            tap.problems.push(format!("printed {bytes} bytes, of which {MOST_OUTPUT} are judged"));
        }
        self.output.clear();
        self.left_out = 0;
        let result = judge(program, self.group, tap, at.saturating_sub(self.began));
        let line = self.line(&result);
        (self.say)(&line);
        self.results.push(result);
    }

    /// What is said of a program that has ended.
    fn line(&self, result: &ProgramResult) -> String {
        let verdict = if result.failed.is_empty() { "ok" } else { "FAILED" };
        let (card, dma) = (&result.card, result.dma.name());
        let (name, passed, seconds) = (&result.name, result.passed, result.seconds);
        let mut line =
            format!("{verdict:6} {card:14} {dma:6} {name:24} {passed:4} passed {seconds:7.1} s");
        for reason in &result.skipped {
            // Writing to a string does not fail.
            let _ = write!(line, "\n         skipped: {reason}");
        }
        for failure in result.failed.iter().take(SHOWN_FAILURES) {
            let _ = write!(line, "\n         {failure}");
        }
        if let Some(more) = result.failed.len().checked_sub(SHOWN_FAILURES + 1) {
            let _ =
                write!(line, "\n         and {} more; see {}", more + 1, self.log_path.display());
        }
        line
    }

    /// Judges the boot as a whole.
    pub(crate) fn finish(
        mut self,
        ended: Result<crate::Report, GuestError>,
        logs: &Logs,
    ) -> Result<(BootResult, Vec<ProgramResult>), GuestError> {
        let (seconds, complaints) = match ended {
            Ok(report) => {
                self.end_lost("the guest ended well without it");
                (report.total, report.complaints)
            }
            Err(error) => {
                self.end_lost(&format!("the guest ended: {error}"));
                self.failed.push(error.to_string());
                (self.last, complaints_so_far(&logs.console()))
            }
        };
        self.leave_nothing_over();
        for program in &self.group.programs {
            if !self.has_result(&program.label) {
                self.failed.push(format!("{} did not run", program.label));
            }
        }
        self.failed.extend(blame(&complaints, &mut self.results));
        for failure in &self.failed {
            (self.say)(&format!("FAILED {} {failure}", logs.name()));
        }
        self.log.flush().map_err(GuestError::at(&self.log_path))?;
        let boot = BootResult {
            card: self.group.card.clone(),
            dma: self.group.dma,
            first_test_seconds: self.first.map(|first| first.as_secs_f64()),
            seconds: seconds.as_secs_f64(),
            failed: self.failed,
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
        let (judged, rest) = bytes.split_at(bytes.len().min(MOST_OUTPUT - self.output.len()));
        self.output.extend_from_slice(judged);
        self.left_out += rest.len();
        self.keep(bytes);
    }

    fn errors(&mut self, bytes: &[u8]) {
        self.keep(bytes);
    }

    fn mark(&mut self, mark: &Mark, at: Duration) {
        match mark {
            Mark::Begin(name) => {
                self.begin(name);
                self.first.get_or_insert(at);
                self.began = at;
                self.keep(format!("# ---- {name}\n").as_bytes());
            }
            Mark::End { name, status } => {
                self.keep(format!("# ---- {name} ended with status {status}\n").as_bytes());
                self.end(name, status, at);
            }
            Mark::Garbled(text) => self.failed.push(format!("`{text}` is no mark of a step")),
            Mark::Done => self.end_lost("the guest was done without it"),
        }
        self.last = at;
    }
}

fn judge(program: &Program, group: &Group, tap: Tap, time: Duration) -> ProgramResult {
    let mut failed = tap.failed;
    failed.extend(tap.problems);
    let mut skipped = tap.skipped;
    if !program.may_skip {
        failed.extend(skipped.drain(..).map(|reason| format!("skipped, and may not be: {reason}")));
    }
    ProgramResult {
        name: program.label.clone(),
        card: group.card.clone(),
        dma: group.dma,
        mock: program.mock,
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
    use crate::Dma;
    use crate::suite::{self, Scope, Selection};

    fn group() -> Group {
        let file = tempfile::NamedTempFile::new().expect("a file");
        std::fs::write(file.path(), "a fast:loopback\nb fast:loopback mayskip\nc fast:loopback\n")
            .expect("written");
        let programs = suite::read(file.path()).expect("readable");
        let all = Selection {
            scope: Scope::Full,
            card: None,
            dma: Some(Dma::Direct),
            programs: Vec::new(),
        };
        suite::groups(&programs, "6.1", &all).expect("one").remove(0)
    }

    /// What the guest says, in order.
    enum Says {
        Begin(&'static str),
        Prints(&'static str),
        End(&'static str, &'static str),
        Garbled,
    }
    use Says::{Begin, End, Garbled, Prints};

    fn play(
        said: &[Says],
        ended: Result<crate::Report, GuestError>,
    ) -> (BootResult, Vec<ProgramResult>) {
        let dir = tempfile::tempdir().expect("a folder");
        let logs = Logs::take(dir.path(), "x").expect("logs");
        let group = group();
        let mut say = |_: &str| {};
        let mut follower = Follower::new(&group, &logs, &mut say).expect("a follower");
        for (second, said) in (1..).zip(said) {
            let at = Duration::from_secs(second);
            match said {
                Begin(name) => follower.mark(&Mark::Begin((*name).into()), at),
                Prints(text) => follower.output(text.as_bytes()),
                End(name, status) => {
                    follower
                        .mark(&Mark::End { name: (*name).into(), status: (*status).into() }, at);
                }
                Garbled => follower.mark(&Mark::Garbled("e?d".into()), at),
            }
        }
        follower.finish(ended, &logs).expect("judged")
    }

    fn report(complaints: Vec<Complaint>) -> Result<crate::Report, GuestError> {
        Ok(crate::Report { first_step: Duration::ZERO, total: Duration::ZERO, complaints })
    }

    const GOOD: &str = "ok 1 - x\n1..1\n";
    const BAD: &str = "not ok 1 - x\n1..1\n";
    const SKIP: &str = "1..0 # SKIP no\n";

    fn well(name: &'static str) -> [Says; 3] {
        [Begin(name), Prints(GOOD), End(name, "0")]
    }

    /// The result of a program.
    fn of<'a>(results: &'a [ProgramResult], name: &str) -> &'a ProgramResult {
        results.iter().find(|result| result.name == name).expect("it has a result")
    }

    #[test]
    fn all_well() {
        let said: Vec<_> = [well("a"), [Begin("b"), Prints(SKIP), End("b", "0")], well("c")]
            .into_iter()
            .flatten()
            .collect();
        let (boot, results) = play(&said, report(vec![]));
        assert!(boot.failed.is_empty() && results.iter().all(|result| result.failed.is_empty()));
        assert_eq!((of(&results, "a").passed, of(&results, "b").skipped.len()), (1, 1));
    }

    #[test]
    fn a_lost_end_mark_fails_its_program_and_moves_no_other_verdict() {
        let said = [
            Begin("a"),
            Prints(GOOD),
            Begin("b"),
            Prints(BAD),
            End("b", "1"),
            Begin("c"),
            Prints(GOOD),
            End("c", "0"),
        ];
        let (boot, results) = play(&said, report(vec![]));
        assert!(of(&results, "a").failed[0].contains("its end was not seen"), "{results:?}");
        assert_eq!(of(&results, "b").failed, ["1 - x"]);
        assert!(of(&results, "c").failed.is_empty() && of(&results, "c").passed == 1);
        assert!(boot.failed.is_empty(), "{boot:?}");
    }

    #[test]
    fn a_lost_begin_mark_gives_its_output_to_nobody() {
        let said: Vec<_> = [well("a"), [Prints(GOOD), Prints(""), End("b", "0")], well("c")]
            .into_iter()
            .flatten()
            .collect();
        let (boot, results) = play(&said, report(vec![]));
        let stray = "`ok 1 - x` came while no program ran";
        assert_eq!(boot.failed, ["b ended and had not begun", stray, "b did not run"]);
        assert_eq!((results.len(), of(&results, "a").passed, of(&results, "c").passed), (2, 1, 1));
    }

    #[test]
    fn a_verdict_that_comes_from_a_program_that_has_ended_is_not_lost() {
        let well_but_late = |late: &'static str| {
            let said =
                well("a").into_iter().chain([Prints(late)]).chain(well("b")).chain(well("c"));
            play(&said.collect::<Vec<_>>(), report(vec![]))
        };
        for late in ["not ok 2 - y\n", "x\nBail out! y\n", "1..2\n"] {
            let (boot, _) = well_but_late(late);
            assert!(
                boot.failed.iter().any(|text| text.contains("no program ran")),
                "{late}: {boot:?}"
            );
        }
        let (boot, _) = well_but_late("[1] done\n");
        assert!(boot.failed.is_empty(), "{boot:?}");
        // Also behind the last program, where no other begins.
        let said: Vec<_> = well("a")
            .into_iter()
            .chain(well("b"))
            .chain(well("c"))
            .chain([Prints("not ok 2\n")])
            .collect();
        let (boot, _) = play(&said, report(vec![]));
        assert_eq!(boot.failed, ["`not ok 2` came while no program ran"]);
    }

    #[test]
    fn a_program_that_reports_for_another_fails_and_moves_no_verdict() {
        let said: Vec<_> = [
            // Everything that the next one would say, marks of a person's log included.
            vec![
                Begin("a"),
                Prints(GOOD),
                Prints("# ---- b\nok 1 - x\n1..1\n# ---- b ended with status 0\n"),
                End("a", "0"),
            ],
            vec![Begin("b"), Prints(BAD), End("b", "1")],
            well("c").into(),
        ]
        .into_iter()
        .flatten()
        .collect();
        let (boot, results) = play(&said, report(vec![]));
        let problems = of(&results, "a").failed.join("; ");
        assert!(problems.contains("announced its tests twice"), "{problems}");
        assert_eq!(
            (of(&results, "b").failed.as_slice(), of(&results, "b").passed),
            (&["1 - x".to_owned()][..], 0)
        );
        assert!(of(&results, "c").failed.is_empty() && boot.failed.is_empty(), "{boot:?}");
    }

    #[test]
    fn a_program_that_prints_without_end_fails_and_fills_no_memory() {
        let noise: &'static str = "x".repeat(1 << 20).leak();
        let said: Vec<_> = [Begin("a"), Prints(GOOD)]
            .into_iter()
            .chain((0..10).map(|_| Prints(noise)))
            .chain([End("a", "0")])
            .chain(well("b"))
            .chain(well("c"))
            .collect();
        let (boot, results) = play(&said, report(vec![]));
        let printed = GOOD.len() + (10 << 20);
        assert!(
            of(&results, "a").failed[0].starts_with(&format!("printed {printed} bytes")),
            "{:?}",
            of(&results, "a").failed
        );
        assert!(of(&results, "b").failed.is_empty() && boot.failed.is_empty(), "{boot:?}");
    }

    #[test]
    fn marks_of_nobody_and_marks_that_come_twice_are_failures() {
        let said: Vec<_> =
            [well("a"), well("a"), well("d")].into_iter().flatten().chain([Garbled]).collect();
        let (boot, _) = play(&said, report(vec![]));
        let text = boot.failed.join("; ");
        for part in
            ["a began twice", "d began, which is no step", "`e?d` is no mark", "b did not run"]
        {
            assert!(text.contains(part), "{text}");
        }
    }

    #[test]
    fn what_the_guest_does_beside_the_programs_is_no_program() {
        let said: Vec<_> = [
            well("a"),
            well("b"),
            well("c"),
            [Begin("kmemleak"), Prints(""), End("kmemleak", "0")],
        ]
        .into_iter()
        .flatten()
        .collect();
        let (boot, results) = play(&said, report(vec![]));
        assert!(boot.failed.is_empty() && results.len() == 3, "{boot:?}");
    }

    #[test]
    fn a_program_that_printed_nothing_or_did_not_run_is_a_failure() {
        let (boot, results) = play(&[Begin("a"), End("a", "0")], report(vec![]));
        assert!(of(&results, "a").failed[0].contains("never announced"));
        assert_eq!(boot.failed, ["b did not run", "c did not run"]);
    }

    #[test]
    fn a_guest_that_died_fails_the_program_that_ran_and_the_rest() {
        let died = GuestError::Timeout {
            during: "during a".into(),
            limit: Duration::from_secs(9),
            console: "c".into(),
        };
        let (boot, results) = play(&[Begin("a"), Prints(GOOD)], Err(died));
        assert_eq!(boot.failed.len(), 3, "{:?}", boot.failed);
        assert!(of(&results, "a").failed[0].contains("guest ended"), "{results:?}");
    }

    #[test]
    fn a_complaint_of_the_kernel_fails_the_program_it_came_in() {
        let complaint = |step: Option<&str>| Complaint {
            line: 7,
            text: "WARNING: CPU: 0".into(),
            step: step.map(str::to_owned),
        };
        let complaints = vec![complaint(Some("a")), complaint(Some("a")), complaint(None)];
        let said: Vec<_> = [well("a"), well("b"), well("c")].into_iter().flatten().collect();
        let (boot, results) = play(&said, report(complaints));
        assert_eq!(
            (of(&results, "a").failed.len(), of(&results, "b").failed.len(), boot.failed.len()),
            (1, 0, 1)
        );
    }

    #[test]
    fn a_skip_without_permission_is_a_failure() {
        let (_, results) = play(&[Begin("a"), Prints(SKIP), End("a", "0")], report(vec![]));
        assert!(of(&results, "a").failed[0].contains("may not be"), "{results:?}");
    }

    #[test]
    fn what_failed_outside_of_programs_is_said_with_the_boot_it_failed_in() {
        let dir = tempfile::tempdir().expect("a folder");
        let logs = Logs::take(dir.path(), "6.1-fast-loopback-bounce").expect("logs");
        let group = Group { dma: Dma::Bounce, ..group() };
        let mut said = Vec::new();
        let mut say = |line: &str| said.push(line.to_owned());
        let follower = Follower::new(&group, &logs, &mut say).expect("a log");
        follower.finish(report(Vec::new()), &logs).expect("judged");
        // Other boots of the same card run at the same time.
        assert!(!said.is_empty() && said.iter().all(|line| line.contains("bounce")), "{said:?}");
    }
}
