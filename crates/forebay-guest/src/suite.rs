// SPDX-License-Identifier: Apache-2.0
//! The list of test programs, `driver/test/SUITE`.
//!
//! One line for each program: its name, the cards it runs on with commas between, options. Words are
//! separated by blanks; `#` starts a comment.
//!
//! | option | meaning |
//! |---|---|
//! | `smoke` | also part of the short run |
//! | `module:NAME=VALUE` | parameter of our driver |
//! | `arg:WORD`, `arg@CARD:WORD` | argument of the program, always or on that card only |
//! | `nodriver` | our driver is not loaded |
//! | `kernel:SERIES` | only on that kernel |
//! | `nofaults` | on a card without fault injection |
//! | `mayskip` | tests of it may be skipped; otherwise one that is counts as failed |
//! | `time:SECONDS` | how long it may take, if not 120 |

use std::path::Path;
use std::time::Duration;

use crate::GuestError;

const DEFAULT_LIMIT: Duration = Duration::from_secs(120);

/// How much of the suite to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Lines marked `smoke`.
    Smoke,
    /// All.
    Full,
}

/// A program of the suite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// Name of the program.
    pub name: String,
    /// Cards to run it on.
    pub cards: Vec<String>,
    /// Whether it is part of the short run.
    pub smoke: bool,
    /// Whether our driver is loaded.
    pub driver: bool,
    /// Parameters of the driver.
    pub modules: Vec<String>,
    /// The one kernel it is for.
    pub kernel: Option<String>,
    /// Whether the card has fault injection.
    pub faults: bool,
    /// Whether tests of it may be skipped.
    pub may_skip: bool,
    /// How long it may take.
    pub limit: Duration,
    arguments: Vec<(Option<String>, String)>,
}

impl Program {
    /// Its arguments on this card.
    #[must_use]
    pub fn arguments(&self, card: &str) -> Vec<String> {
        let here =
            self.arguments.iter().filter(|(on, _)| on.as_deref().is_none_or(|on| on == card));
        here.map(|(_, word)| word.clone()).collect()
    }
}

/// Programs that run in one boot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The card.
    pub card: String,
    /// Whether it has fault injection.
    pub faults: bool,
    /// The programs in order.
    pub programs: Vec<Program>,
}

/// Reads the list.
///
/// # Errors
/// [`GuestError::Suite`] names the line that is not in the format.
pub fn read(path: &Path) -> Result<Vec<Program>, GuestError> {
    let text = std::fs::read_to_string(path).map_err(GuestError::at(path))?;
    let mut programs = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let words: Vec<_> =
            line.split_whitespace().take_while(|word| !word.starts_with('#')).collect();
        if !words.is_empty() {
            let program = parse(&words).map_err(|reason| GuestError::Suite {
                path: path.to_owned(),
                line: index + 1,
                reason,
            })?;
            programs.push(program);
        }
    }
    Ok(programs)
}

/// Chooses what to run on a kernel and sorts it into boots: one for each card, in order of first
/// mention.
#[must_use]
pub fn groups(programs: &[Program], series: &str, scope: Scope, card: Option<&str>) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    let wanted = programs.iter().filter(|program| {
        program.kernel.as_deref().is_none_or(|kernel| kernel == series)
            && (scope == Scope::Full || program.smoke)
    });
    for program in wanted {
        for spec in program.cards.iter().filter(|spec| card.is_none_or(|card| card == *spec)) {
            let boot = groups
                .iter_mut()
                .find(|group| group.card == *spec && group.faults == program.faults);
            match boot {
                Some(group) => group.programs.push(program.clone()),
                None => groups.push(Group {
                    card: spec.clone(),
                    faults: program.faults,
                    programs: vec![program.clone()],
                }),
            }
        }
    }
    groups
}

fn parse(words: &[&str]) -> Result<Program, String> {
    let [name, cards, options @ ..] = words else {
        return Err("a program and its cards are wanted".into());
    };
    let mut program = Program {
        name: (*name).to_owned(),
        cards: cards.split(',').map(str::to_owned).collect(),
        smoke: false,
        driver: true,
        modules: Vec::new(),
        kernel: None,
        faults: true,
        may_skip: false,
        limit: DEFAULT_LIMIT,
        arguments: Vec::new(),
    };
    if let Some(card) = program.cards.iter().find(|card| !card.contains(':')) {
        return Err(format!("`{card}` is not a card: BODY:VARIANT is wanted"));
    }
    for option in options {
        take_option(&mut program, option)?;
    }
    Ok(program)
}

fn take_option(program: &mut Program, option: &str) -> Result<(), String> {
    let unknown = || format!("`{option}` is not an option");
    match option.split_once(':') {
        None => match option {
            "smoke" => program.smoke = true,
            "nodriver" => program.driver = false,
            "nofaults" => program.faults = false,
            "mayskip" => program.may_skip = true,
            _ => return Err(unknown()),
        },
        Some(("module", parameter)) => program.modules.push(parameter.to_owned()),
        Some(("arg", word)) => program.arguments.push((None, word.to_owned())),
        Some(("kernel", series)) => program.kernel = Some(series.to_owned()),
        Some(("time", seconds)) => {
            let seconds =
                seconds.parse().map_err(|_| format!("`{seconds}` is no number of seconds"))?;
            program.limit = Duration::from_secs(seconds);
        }
        // A card's name has a colon of its own: arg@fast:loopback:WORD.
        Some((on, rest)) => {
            let body = on.strip_prefix("arg@").ok_or_else(unknown)?;
            let (variant, word) = rest.split_once(':').ok_or_else(unknown)?;
            program.arguments.push((Some(format!("{body}:{variant}")), word.to_owned()));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str = "\
# comment
transfers fast:loopback,rtl:loopback smoke arg:--all arg@rtl:loopback:--few

mainline  rtl:loopback nodriver kernel:6.12 time:600   # on Debian 13's only
lost      fast:loopback module:completion=poll module:timeout_ms=100 mayskip
gone      fast:loopback nofaults
";

    fn list(text: &str) -> Result<Vec<Program>, GuestError> {
        let file = tempfile::NamedTempFile::new().expect("a file");
        std::fs::write(file.path(), text).expect("written");
        read(file.path())
    }

    #[test]
    fn options_are_understood() {
        let programs = list(LIST).expect("readable");
        assert_eq!(programs.len(), 4);
        assert_eq!(programs[0].arguments("fast:loopback"), ["--all"]);
        assert_eq!(programs[0].arguments("rtl:loopback"), ["--all", "--few"]);
        assert!(!programs[1].driver && programs[1].limit.as_secs() == 600);
        assert_eq!(programs[2].modules, ["completion=poll", "timeout_ms=100"]);
        assert!(programs[2].may_skip && programs[2].faults && !programs[3].faults);
    }

    #[test]
    fn one_boot_serves_all_programs_of_a_card() {
        let programs = list(LIST).expect("readable");
        let boots = |series, scope, card| -> Vec<(String, bool, usize)> {
            let groups = groups(&programs, series, scope, card);
            groups
                .into_iter()
                .map(|group| (group.card, group.faults, group.programs.len()))
                .collect()
        };
        let fast = || "fast:loopback".to_owned();
        let rtl = || "rtl:loopback".to_owned();
        assert_eq!(
            boots("6.12", Scope::Full, None),
            [(fast(), true, 2), (rtl(), true, 2), (fast(), false, 1)]
        );
        assert_eq!(
            boots("6.1", Scope::Full, None),
            [(fast(), true, 2), (rtl(), true, 1), (fast(), false, 1)]
        );
        assert_eq!(boots("6.1", Scope::Smoke, None), [(fast(), true, 1), (rtl(), true, 1)]);
        assert_eq!(boots("6.12", Scope::Full, Some("rtl:loopback")), [(rtl(), true, 2)]);
    }

    #[test]
    fn a_line_that_is_not_understood_is_named() {
        for (text, reason) in [
            ("\nalone\n", ":2: a program and its cards"),
            ("a fast:loopback smok\n", "`smok` is not an option"),
            ("a fast:loopback time:x\n", "`x` is no number"),
            ("a loopback\n", "`loopback` is not a card"),
            ("a fast:loopback arg@x\n", "`arg@x` is not an option"),
            ("a fast:loopback exec:x:y\n", "`exec:x:y` is not an option"),
        ] {
            let error = list(text).expect_err(text).to_string();
            assert!(error.contains(reason), "{text}: {error}");
        }
    }
}
