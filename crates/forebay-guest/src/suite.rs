// SPDX-License-Identifier: Apache-2.0
//! The list of test programs, `driver/test/SUITE`.
//!
//! One line for each program: its name, the cards it runs on with commas between, options. Words are
//! separated by blanks; `#` starts a comment.
//!
//! | option | meaning |
//! |---|---|
//! | `smoke` | also part of the short run |
//! | `races` | has threads, kills, time-outs or faults: what a run under load repeats |
//! | `data` | part of what runs behind an IOMMU and through bounce buffers too |
//! | `mock` | its checks come from a stand-in for a driver that is not here; they are counted apart |
//! | `module:NAME=VALUE` | parameter of our driver |
//! | `arg:WORD`, `arg@CARD:WORD` | argument of the program, always or on that card only |
//! | `nodriver` | our driver is not loaded |
//! | `kernel:SERIES` | only on that kernel |
//! | `nofaults` | on a card without fault injection |
//! | `mayskip` | tests of it may be skipped; otherwise one that is counts as failed |
//! | `time:SECONDS` | how long it may take, if not 120 |

use std::path::Path;
use std::time::Duration;

use crate::{Dma, GuestError, KERNELS};

const DEFAULT_LIMIT: Duration = Duration::from_secs(120);

/// How much of the suite to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Lines marked `smoke`.
    Smoke,
    /// Lines marked `races`.
    Races,
    /// All.
    Full,
}

/// What to run.
#[derive(Clone, Debug)]
pub struct Selection {
    /// How much.
    pub scope: Scope,
    /// Only on this card.
    pub card: Option<String>,
    /// Only this way to memory.
    pub dma: Option<Dma>,
    /// Only programs of these names; all if empty.
    pub programs: Vec<String>,
}

/// A selection that proves nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NothingToRun {
    /// These names were asked for, and no line with them would run.
    Named(String),
    /// No line is left.
    AtAll,
}

/// A program of the suite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// Name of the program.
    pub name: String,
    /// What it is called in a boot, where a name may come more than once.
    pub label: String,
    /// Cards to run it on.
    pub cards: Vec<String>,
    /// Whether it is part of the short run.
    pub smoke: bool,
    /// Whether it has threads, kills, time-outs or faults.
    pub races: bool,
    /// Whether it runs on every way to memory.
    pub data: bool,
    /// Whether its checks come from a stand-in.
    pub mock: bool,
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
    /// What lies between the card and memory.
    pub dma: Dma,
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

/// Chooses what to run on a kernel and sorts it into boots: one for each card and each way to memory, in order of first
/// mention, the direct way first. Beside it only the data part of a full run goes, or what was asked for by name; and
/// where neither way nor card was asked for, each kernel with one body of a card on each way, so that every two of kernel, body and way
/// meet.
///
/// # Errors
/// A program that was asked for by name and would not run, or nothing at all to run.
pub fn groups(
    programs: &[Program],
    series: &str,
    selection: &Selection,
) -> Result<Vec<Group>, NothingToRun> {
    let mut groups: Vec<Group> = Vec::new();
    for dma in selection.ways() {
        for program in programs.iter().filter(|program| selection.takes(program, series, dma)) {
            for card in program.cards.iter().filter(|card| selection.takes_card(card, series, dma))
            {
                add(&mut groups, program, card, dma);
            }
        }
    }
    let runs = |name: &String| {
        groups.iter().flat_map(|group| &group.programs).any(|program| program.name == *name)
    };
    let idle: Vec<_> =
        selection.programs.iter().filter(|name| !runs(name)).map(String::as_str).collect();
    if !idle.is_empty() {
        return Err(NothingToRun::Named(idle.join(", ")));
    }
    if groups.is_empty() { Err(NothingToRun::AtAll) } else { Ok(groups) }
}

impl Selection {
    fn ways(&self) -> Vec<Dma> {
        match (self.dma, self.scope) {
            (Some(dma), _) => vec![dma],
            (None, Scope::Full) => Dma::ALL.into(),
            (None, Scope::Smoke | Scope::Races) => vec![Dma::Direct],
        }
    }

    fn takes(&self, program: &Program, series: &str, dma: Dma) -> bool {
        let named = self.programs.contains(&program.name);
        (self.programs.is_empty() || named)
            && program.kernel.as_deref().is_none_or(|kernel| kernel == series)
            && match self.scope {
                Scope::Smoke => program.smoke,
                Scope::Races => program.races,
                Scope::Full => true,
            }
            && (dma == Dma::Direct || program.data || (named && self.dma.is_some()))
    }

    fn takes_card(&self, spec: &str, series: &str, dma: Dma) -> bool {
        match &self.card {
            Some(card) => card == spec,
            None => self.dma.is_some() || is_one_of_pairs(spec, series, dma),
        }
    }
}

/// Behind an IOMMU the first kernel meets the native card and the next one the RTL; through bounce buffers it is the other
/// way round.
fn is_one_of_pairs(spec: &str, series: &str, dma: Dma) -> bool {
    let later = KERNELS.first().is_some_and(|first| *first != series);
    match dma {
        Dma::Direct => true,
        Dma::Iommu => spec.starts_with("rtl") == later,
        Dma::Bounce => spec.starts_with("rtl") != later,
    }
}

/// Adds a program to its boot. One that is there already, with other options, gets a label of its own.
fn add(groups: &mut Vec<Group>, program: &Program, card: &str, dma: Dma) {
    let same =
        |group: &Group| group.card == card && group.faults == program.faults && group.dma == dma;
    let at = groups.iter().position(same).unwrap_or_else(|| {
        let faults = program.faults;
        groups.push(Group { card: card.to_owned(), faults, dma, programs: Vec::new() });
        groups.len() - 1
    });
    let mut program = program.clone();
    let before = groups[at].programs.iter().filter(|other| other.name == program.name).count();
    if before > 0 {
        program.label = format!("{}.{}", program.name, before + 1);
    }
    groups[at].programs.push(program);
}

fn parse(words: &[&str]) -> Result<Program, String> {
    let [name, cards, options @ ..] = words else {
        return Err("a program and its cards are wanted".into());
    };
    let mut program = Program {
        name: (*name).to_owned(),
        label: (*name).to_owned(),
        cards: cards.split(',').map(str::to_owned).collect(),
        smoke: false,
        races: false,
        data: false,
        mock: false,
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
            "races" => program.races = true,
            "data" => program.data = true,
            "mock" => program.mock = true,
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
transfers fast:loopback,rtl:loopback smoke data arg:--all arg@rtl:loopback:--few

mainline  rtl:loopback nodriver kernel:6.12 time:600   # on Debian 13's only
lost      fast:loopback module:completion=poll module:timeout_ms=100 mayskip
lost      fast:loopback mock races
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
        assert_eq!(programs.len(), 5);
        assert_eq!(programs[0].arguments("fast:loopback"), ["--all"]);
        assert_eq!(programs[0].arguments("rtl:loopback"), ["--all", "--few"]);
        assert!(!programs[1].driver && programs[1].limit.as_secs() == 600);
        assert_eq!(programs[2].modules, ["completion=poll", "timeout_ms=100"]);
        assert!(programs[2].may_skip && programs[2].faults && !programs[4].faults);
        assert!(programs[0].data && !programs[2].data && programs[3].mock && !programs[2].mock);
    }

    fn everything() -> Selection {
        Selection { scope: Scope::Full, card: None, dma: None, programs: Vec::new() }
    }

    /// Card, faults, way to memory and labels of each boot.
    fn boots(series: &str, selection: &Selection) -> Vec<(String, bool, &'static str, String)> {
        let programs = list(LIST).expect("readable");
        let groups = groups(&programs, series, selection).expect("something");
        let labels = |group: &Group| {
            group
                .programs
                .iter()
                .map(|program| program.label.as_str())
                .collect::<Vec<_>>()
                .join(" ")
        };
        groups
            .iter()
            .map(|group| (group.card.clone(), group.faults, group.dma.name(), labels(group)))
            .collect()
    }

    fn boot(
        card: &str,
        faults: bool,
        dma: &'static str,
        labels: &str,
    ) -> (String, bool, &'static str, String) {
        (format!("{card}:loopback"), faults, dma, labels.to_owned())
    }

    #[test]
    fn one_boot_serves_all_programs_of_a_card_and_a_way_to_memory() {
        let data = |body, dma| [boot(body, true, dma, "transfers")];
        let direct = [
            boot("fast", true, "direct", "transfers lost lost.2"),
            boot("rtl", true, "direct", "transfers mainline"),
            boot("fast", false, "direct", "gone"),
        ];
        let all = [&direct[..], &data("rtl", "iommu"), &data("fast", "bounce")].concat();
        assert_eq!(boots("6.12", &everything()), all);
        let others = [data("fast", "iommu"), data("rtl", "bounce")].concat();
        assert!(boots("6.1", &everything()).ends_with(&others));
        let smoke = Selection { scope: Scope::Smoke, ..everything() };
        let bodies = [data("fast", "direct"), data("rtl", "direct")].concat();
        assert_eq!(boots("6.1", &smoke), bodies);
        let races = Selection { scope: Scope::Races, ..everything() };
        assert_eq!(boots("6.1", &races), [boot("fast", true, "direct", "lost")]);
        let iommu = Selection { dma: Some(Dma::Iommu), ..everything() };
        for series in ["6.1", "6.12"] {
            let bodies = [data("fast", "iommu"), data("rtl", "iommu")].concat();
            assert_eq!(boots(series, &iommu), bodies, "all that was asked for");
        }
        let card = Selection { card: Some("fast:loopback".into()), ..everything() };
        let ways = [data("fast", "iommu"), data("fast", "bounce")].concat();
        assert!(boots("6.12", &card).ends_with(&ways));
        assert_eq!(boots("6.12", &Selection { card: card.card, ..iommu }), data("fast", "iommu"));
    }

    #[test]
    fn a_program_is_run_on_any_way_to_memory_that_is_asked_for() {
        let named =
            Selection { dma: Some(Dma::Bounce), programs: vec!["gone".into()], ..everything() };
        assert_eq!(boots("6.1", &named), [boot("fast", false, "bounce", "gone")]);
    }

    #[test]
    fn a_name_that_would_not_run_is_refused_beside_good_ones() {
        let programs = list(LIST).expect("readable");
        let asked = |names: &[&str], series| {
            let names = names.iter().map(|name| (*name).to_owned()).collect();
            groups(&programs, series, &Selection { programs: names, ..everything() })
        };
        let named = |names: &str| Err(NothingToRun::Named(names.into()));
        assert_eq!(asked(&["transfers", "transfer", "lots"], "6.12"), named("transfer, lots"));
        assert_eq!(asked(&["transfers", "mainline"], "6.1"), named("mainline"));
        assert!(asked(&["transfers", "mainline"], "6.12").is_ok());
        assert_eq!(groups(&[], "6.1", &everything()), Err(NothingToRun::AtAll));
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
