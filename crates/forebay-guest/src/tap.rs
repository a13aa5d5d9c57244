// SPDX-License-Identifier: Apache-2.0
//! Reads what a test program prints: the Test Anything Protocol.

/// What a test program said, and everything that is wrong with how it said it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tap {
    /// Tests that held.
    pub passed: usize,
    /// Tests that did not hold, each with its description and the note right behind it.
    pub failed: Vec<String>,
    /// Tests that did not run, each with the reason.
    pub skipped: Vec<String>,
    /// Ways in which the report is not a whole one; each is as bad as a failed test.
    pub problems: Vec<String>,
}

impl Tap {
    /// Reads a program's whole output.
    #[must_use]
    pub fn read(output: &str) -> Self {
        let mut tap = Self::default();
        let mut plan = None;
        let mut seen = 0;
        let mut just_failed = false;
        for line in output.lines().map(str::trim_end) {
            let behind = std::mem::take(&mut just_failed);
            let note = line.strip_prefix("# ").filter(|_| behind);
            if let Some((note, failure)) = note.zip(tap.failed.last_mut()) {
                failure.push_str(": ");
                failure.push_str(note);
            }
            if let Some(reason) = line.strip_prefix("Bail out!") {
                tap.problems.push(format!("gave up:{reason}"));
            } else if let Some(count) = line.strip_prefix("1..") {
                if plan.replace(tap.plan(count)).is_some() {
                    tap.problems.push("announced its tests twice".into());
                }
            } else if let Some(rest) = result_line(line, "not ok") {
                seen += 1;
                tap.number(rest, seen);
                tap.failed.push(rest.to_owned());
                just_failed = true;
            } else if let Some(rest) = result_line(line, "ok") {
                seen += 1;
                tap.number(rest, seen);
                match split_skip(rest) {
                    Some((_, reason)) => tap.skipped.push(reason.trim().to_owned()),
                    None => tap.passed += 1,
                }
            }
        }
        match plan {
            None => tap.problems.push("never announced how many tests it has".into()),
            Some(count) if count != seen => {
                tap.problems.push(format!("announced {count} tests and reported {seen}"));
            }
            Some(0) if tap.skipped.is_empty() => tap.problems.push("has no tests".into()),
            Some(_) => {}
        }
        tap
    }

    /// Notes how the program ended. `status` is a number, or the name of what failed around it.
    pub fn ended(&mut self, status: &str) {
        match status {
            "0" => {}
            "137" => self
                .problems
                .push("was killed (status 137): it took too long, or memory ran out".into()),
            // Tests that do not hold have already been counted.
            "1" if !self.failed.is_empty() => {}
            "insmod" => self.problems.push("the driver could not be loaded".into()),
            "rmmod" => self.problems.push("the driver could not be unloaded afterwards".into()),
            status => self.problems.push(format!("ended with status {status}")),
        }
    }

    /// How much of it went wrong.
    #[must_use]
    pub fn failures(&self) -> usize {
        self.failed.len() + self.problems.len()
    }

    fn plan(&mut self, text: &str) -> usize {
        let (count, reason) =
            split_skip(text).map_or((text, None), |(count, reason)| (count, Some(reason)));
        if let Some(reason) = reason {
            self.skipped.push(reason.trim().to_owned());
        }
        count.trim().parse().unwrap_or_else(|_| {
            self.problems.push(format!("announced `{text}`, which is no number of tests"));
            0
        })
    }

    fn number(&mut self, rest: &str, expected: usize) {
        let number = rest.split_whitespace().next().and_then(|word| word.parse::<usize>().ok());
        if number != Some(expected) {
            self.problems.push(format!("its test {expected} is numbered `{rest}`"));
        }
    }
}

/// The rest of a line that begins with this result, which may be all of it; a word that only starts alike is none.
fn result_line<'a>(line: &'a str, result: &str) -> Option<&'a str> {
    let rest = line.strip_prefix(result)?;
    let word_ends = !rest.starts_with(|next: char| next.is_alphanumeric() || next == '_');
    word_ends.then(|| rest.trim_start())
}

/// What is in front of and behind the word that skips, in whatever case it is written.
fn split_skip(text: &str) -> Option<(&str, &str)> {
    const SKIP: &str = "# skip";
    let at = text.to_ascii_lowercase().find(SKIP)?;
    Some((&text[..at], &text[at + SKIP.len()..]))
}

/// Whether a line would be a part of a report.
pub(crate) fn is_report(line: &str) -> bool {
    ["ok", "not ok"].iter().any(|result| result_line(line, result).is_some())
        || line.starts_with("1..")
        || line.starts_with("Bail out!")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_whole_report_is_counted() {
        let tap = Tap::read(
            "# card fast:loopback\nok 1 - a\nnot ok 2 - b\nok 3 - c # SKIP no card\n1..3\n",
        );
        assert_eq!((tap.passed, tap.failures()), (1, 1));
        assert_eq!((tap.failed, tap.skipped), (vec!["2 - b".into()], vec!["no card".into()]));
    }

    #[test]
    fn a_failure_is_told_with_the_note_behind_it() {
        let tap = Tap::read(
            "not ok 1 - none is read\n# got 5, want 0\n# later\nnot ok 2 - b\nok 3 - c\n# c is 1\n1..3\n",
        );
        assert_eq!(tap.failed, ["1 - none is read: got 5, want 0", "2 - b"]);
    }

    #[test]
    fn an_empty_or_partial_report_is_a_failure() {
        for (output, problem) in [
            ("", "never announced"),
            ("ok 1 - a\n", "never announced"),
            ("1..0\n", "has no tests"),
            ("1..2\nok 1 - a\n", "announced 2 tests and reported 1"),
            ("1..1\nok 1 - a\nok 2 - b\n", "announced 1 tests and reported 2"),
            ("1..1\nok 2 - a\n", "numbered"),
            ("ok 1 - a\n1..1\nBail out! no node\n", "gave up: no node"),
            ("ok 1\n1..x\n", "no number"),
            ("1..1\n1..1\nok 1\n", "twice"),
            ("okay 1 - a\n1..1\n", "announced 1 tests and reported 0"),
            // A failure without a number is a failure, and no line that can be left out.
            ("ok 1 - a\nnot ok\n1..1\n", "announced 1 tests and reported 2"),
            ("ok 1 - a\nnot ok\t2\n1..1\n", "announced 1 tests and reported 2"),
            ("ok\n1..1\n", "its test 1 is numbered"),
            // A whole report twice, or one inside another.
            ("ok 1 - a\n1..1\nok 1 - a\n1..1\n", "twice"),
            ("1..2\nok 1 - a\nok 1 - a\n", "its test 2 is numbered"),
            // Cut in the middle of its last line, and binary that swallowed the end of another.
            ("ok 1 - a\nok 2 - b\n1.", "never announced"),
            ("ok 1 - a\n\u{fffd}\u{0}ok 2 - b\n1..2\n", "announced 2 tests and reported 1"),
            ("ok 1 - a\n1..1\u{0}\n", "no number"),
        ] {
            let tap = Tap::read(output);
            assert!(tap.problems.iter().any(|text| text.contains(problem)), "{output:?}: {tap:?}");
        }
    }

    #[test]
    fn the_last_line_needs_no_end_and_a_skip_is_one_in_any_case() {
        let tap = Tap::read("ok 1 - a # skip no card\nok 2 - b\n1..2");
        assert_eq!((tap.passed, tap.failures(), tap.skipped), (1, 0, vec!["no card".to_owned()]));
    }

    #[test]
    fn a_program_that_died_is_a_failure_although_its_tests_held() {
        for status in ["137", "139", "2", "1", "insmod", "rmmod"] {
            let mut tap = Tap::read("ok 1 - a\n1..1\n");
            tap.ended(status);
            assert_eq!(tap.failures(), 1, "{status}");
        }
        let mut tap = Tap::read("not ok 1 - a\n1..1\n");
        tap.ended("1");
        assert_eq!(tap.failures(), 1);
    }

    #[test]
    fn a_program_without_its_card_says_that_it_was_skipped() {
        let tap = Tap::read("1..0 # SKIP no streams on this card\n");
        assert_eq!((tap.skipped.len(), tap.failures()), (1, 0));
    }
}
