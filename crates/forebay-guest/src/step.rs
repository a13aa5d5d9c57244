// SPDX-License-Identifier: Apache-2.0
//! What the guest does, as calls of the functions in `guest/init`.

use std::time::Duration;

/// One thing for the guest to do.
#[derive(Clone, Debug)]
pub struct Step {
    /// What its marks call it.
    pub(crate) name: String,
    /// Longest time it may take; none for a person at a shell.
    pub limit: Option<Duration>,
    /// The call.
    pub(crate) call: String,
}

/// Time a single command has by default.
pub(crate) const COMMAND_LIMIT: Duration = Duration::from_secs(1800);

/// How much longer the launcher waits than the guest's own limit for a test, which can tell more.
const BEYOND_GUEST: Duration = Duration::from_secs(60);

impl Step {
    /// Runs a command, with the driver loaded with these parameters, or without the driver.
    #[must_use]
    pub fn command(driver: Option<&[String]>, words: &[String]) -> Self {
        let call = call("step_command", &[modules(driver)], words);
        Self { name: "command".into(), limit: Some(COMMAND_LIMIT), call }
    }

    /// Runs a test program for at most this long.
    #[must_use]
    pub fn test(name: &str, limit: Duration, driver: Option<&[String]>, words: &[String]) -> Self {
        let about = [name.to_owned(), limit.as_secs().to_string(), modules(driver)];
        let call = call("step_test", &about, words);
        Self { name: name.to_owned(), limit: Some(limit + BEYOND_GUEST), call }
    }

    /// Gives the console to a person.
    #[must_use]
    pub fn shell(driver: Option<&[String]>) -> Self {
        Self {
            name: "shell".into(),
            limit: None,
            call: call("step_shell", &[modules(driver)], &[]),
        }
    }
}

fn modules(driver: Option<&[String]>) -> String {
    driver.map_or_else(|| "none".to_owned(), |words| format!("driver {}", words.join(" ")))
}

fn call(function: &str, about: &[String], words: &[String]) -> String {
    let mut line = function.to_owned();
    for word in about.iter().chain(words) {
        line.push(' ');
        line.push_str(&quoted(word));
    }
    line.push('\n');
    line
}

/// A word as the shell reads it back unchanged.
fn quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_reach_the_guest_unchanged() {
        let words = ["echo".to_owned(), "it's $HOME\n*".to_owned()];
        let step = Step::command(None, &words);
        assert_eq!(step.call, "step_command 'none' 'echo' 'it'\\''s $HOME\n*'\n");
    }

    #[test]
    fn the_launcher_waits_longer_than_the_guest() {
        let parameters = ["completion=poll".to_owned()];
        let step =
            Step::test("aio", Duration::from_secs(9), Some(&parameters), &["/tests/aio".into()]);
        assert_eq!(step.call, "step_test 'aio' '9' 'driver completion=poll' '/tests/aio'\n");
        assert_eq!(step.limit, Some(Duration::from_secs(69)));
    }
}
