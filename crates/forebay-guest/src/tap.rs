// SPDX-License-Identifier: Apache-2.0
//! Reads what a test program prints: the Test Anything Protocol.

/// What a test program said, and everything that is wrong with how it said it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tap {
    /// Tests that held.
    pub passed: usize,
    /// Tests that did not hold, each with its description.
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
        for line in output.lines().map(str::trim_end) {
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
            } else if let Some(rest) = result_line(line, "ok") {
                seen += 1;
                tap.number(rest, seen);
                match rest.split_once("# SKIP") {
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
            text.split_once("# SKIP").map_or((text, None), |(count, reason)| (count, Some(reason)));
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

/// The rest of a line that begins with this result; a word that only starts alike is none.
fn result_line<'a>(line: &'a str, result: &str) -> Option<&'a str> {
    line.strip_prefix(result)?.strip_prefix(' ')
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
        ] {
            let tap = Tap::read(output);
            assert!(tap.problems.iter().any(|text| text.contains(problem)), "{output:?}: {tap:?}");
        }
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
