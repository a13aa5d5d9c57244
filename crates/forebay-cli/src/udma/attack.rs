// SPDX-License-Identifier: Apache-2.0
//! `forebay udma attack`: what is explored, and the shortest runs that go wrong.

use comfy_table::{Table, presets};
use forebay_udma_model::explore::{Attack, Class, Findings, Property, explore, text};
use forebay_udma_model::trace::{Recorder, Step, Trace, as_printed};
use serde::Serialize;

use super::columns::columns;
use super::{OnCard, RIGHTS, Subject};
use crate::args::AttackArgs;
use crate::error::CliError;
use crate::output;
use crate::progress::during;

/// Exit code of a scheme that can break.
const CAN_BREAK: u8 = 6;
/// Those of the report that are shown beside what is found.
const FIGURES: [&str; 2] = ["figure 5", "figure 6"];
/// The properties that a run with an attacker can break, the worst first.
const WORST_FIRST: [Property; 5] =
    [Property::S1, Property::S3, Property::S4, Property::S2, Property::L1];

/// What the command prints.
#[derive(Debug, Serialize)]
struct AttackOutput {
    /// No card: an executable model.
    modelled: bool,
    /// Where the runs were played, if anywhere.
    on: Option<String>,
    /// As the report prints them.
    figures: Vec<Figure>,
    explored: Vec<Explored>,
}

/// One scheme, and one attacker.
#[derive(Debug, Serialize)]
struct Explored {
    #[serde(skip)]
    subject: Subject,
    scheme: &'static str,
    rights: &'static str,
    /// How many accesses the attacker has.
    accesses: u8,
    /// Different states that any order leads to.
    states: usize,
    /// Accesses that were tried in them.
    tried: usize,
    broken: Vec<Broken>,
}

/// A shortest run that breaks a property: none is both shorter and does with no more accesses of the attacker.
#[derive(Debug, Serialize)]
struct Broken {
    property: String,
    meaning: &'static str,
    /// Accesses of the attacker.
    foreign: u8,
    /// Accesses of both.
    accesses: usize,
    run: String,
    /// As in `vectors/udma-traces.json`.
    steps: Vec<Step>,
    /// The same on a card, step by step, if one was asked for.
    card: Option<Vec<OnCard>>,
}

/// A figure of the report.
#[derive(Debug, Serialize)]
struct Figure {
    #[serde(flatten)]
    trace: Trace,
    card: Option<Vec<OnCard>>,
}

/// The exit code.
pub(super) fn run(args: &AttackArgs) -> Result<u8, CliError> {
    let subjects = args.scheme.map_or_else(Subject::all, |one| vec![one]);
    let rights: Vec<_> = RIGHTS
        .into_iter()
        .filter(|(_, class)| args.rights.is_none_or(|wanted| wanted == *class))
        .collect();
    let mut explored = during("trying every order", None, || {
        let each = |subject: &Subject| {
            let subject = *subject;
            rights.iter().map(move |rights| Explored::of(subject, *rights, args.accesses))
        };
        subjects.iter().flat_map(each).collect::<Vec<_>>()
    });
    let of_the_scheme =
        |trace: &Trace| args.scheme.is_none_or(|subject| subject.case.scheme == trace.scheme);
    let figures = as_printed().into_iter().filter(|trace| FIGURES.contains(&&*trace.name));
    let figures = figures.filter(of_the_scheme).map(|trace| Figure { trace, card: None });
    let mut figures: Vec<_> = figures.collect();
    play(args, &mut figures, &mut explored)?;
    let on = played_on(args);
    let output = AttackOutput { modelled: true, on, figures, explored };
    if args.json {
        output::json(&output)?;
    } else {
        output::text(&output.text(&rights, args.scheme.is_none()))?;
    }
    let breaks = output.explored.iter().any(|explored| !explored.broken.is_empty());
    Ok(if args.scheme.is_some() && breaks { CAN_BREAK } else { 0 })
}

/// The card that was asked for.
#[cfg(feature = "sim")]
fn played_on(args: &AttackArgs) -> Option<String> {
    args.card.as_ref().map(|card| super::stage::name(card))
}

#[cfg(not(feature = "sim"))]
const fn played_on(_: &AttackArgs) -> Option<String> {
    None
}

/// Plays figures and runs on the card that was asked for. Its bus has no exchange.
#[cfg(feature = "sim")]
fn play(
    args: &AttackArgs,
    figures: &mut [Figure],
    explored: &mut [Explored],
) -> Result<(), CliError> {
    let Some(card) = played_on(args) else { return Ok(()) };
    let stage = super::stage::Stage::open(&card)?;
    for Figure { trace, card } in figures {
        *card = Some(stage.play(trace.scheme, trace.setup.as_ref(), &trace.steps)?);
    }
    for explored in explored {
        let case = explored.subject.case;
        for broken in explored.broken.iter_mut().filter(|_| !case.exchange) {
            broken.card = Some(stage.play(case.scheme, case.setup().as_ref(), &broken.steps)?);
        }
    }
    Ok(())
}

#[cfg(not(feature = "sim"))]
#[expect(clippy::unnecessary_wraps, reason = "as where there are cards")]
const fn play(_: &AttackArgs, _: &mut [Figure], _: &mut [Explored]) -> Result<(), CliError> {
    Ok(())
}

impl Explored {
    fn of(subject: Subject, rights: (&'static str, Class), accesses: Option<u8>) -> Self {
        let accesses = accesses.unwrap_or_else(|| subject.case.foreign());
        let findings = explore(&subject.case.attacked(rights.1, Some(accesses)));
        let Findings { worlds, moves, .. } = findings;
        let attacks = WORST_FIRST.into_iter().flat_map(|property| findings.of(property));
        let broken = attacks.map(|attack| Broken::of(subject, attack)).collect();
        let (scheme, rights) = (subject.name, rights.0);
        Self { subject, scheme, rights, accesses, states: worlds, tried: moves, broken }
    }

    /// What breaks and how soon; S2 only where nothing else does, for all that goes wrong mixes.
    fn cell(&self) -> String {
        let firsts = self.broken.iter().enumerate().filter(|(at, broken)| {
            let is_new = |before: &Broken| before.property != broken.property;
            self.broken[..*at].iter().all(is_new) && (broken.property != "S2" || *at == 0)
        });
        let firsts: Vec<_> = firsts
            .map(|(_, broken)| {
                format!("{} {}/{}", broken.property, broken.foreign, broken.accesses)
            })
            .collect();
        if firsts.is_empty() { "-".into() } else { firsts.join(", ") }
    }

    fn looked_at(&self) -> String {
        format!(
            "{}, {}: every order of the victim's accesses and up to {} of the attacker's; {} states, {} accesses tried in them",
            self.scheme, self.rights, self.accesses, self.states, self.tried
        )
    }
}

impl Broken {
    fn of(subject: Subject, attack: &Attack) -> Self {
        let case = subject.case;
        let mut recorder = Recorder::new(subject.name, case.scheme, case.setup());
        attack.events.iter().for_each(|event| recorder.event(event));
        Self {
            property: format!("{:?}", attack.property),
            meaning: attack.property.broken_text(),
            foreign: attack.foreign,
            accesses: attack.accesses(),
            run: text(&attack.events),
            steps: recorder.finish().steps,
            card: None,
        }
    }

    fn text(&self, explored: &Explored) -> String {
        let Self { property, meaning, foreign, accesses, steps, card, .. } = self;
        let Explored { scheme, rights, .. } = explored;
        let plural = if *foreign == 1 { "" } else { "es" };
        format!(
            "== {scheme}, {rights}: {property} after {foreign} access{plural} of the attacker, {accesses} in all\n{}\n   {property}: {meaning}\n",
            columns(steps, card.as_deref())
        )
    }
}

impl AttackOutput {
    fn text(&self, rights: &[(&str, Class)], all: bool) -> String {
        let figures = self.figures.iter().map(|figure| {
            let Figure { trace, card } = figure;
            let shown = columns(&trace.steps, card.as_deref());
            format!("== {} of the report, {}\n{shown}\n", trace.name, trace.scheme.text())
        });
        let shown: Vec<_> = if all { self.first_of_each() } else { self.each() };
        let mut parts = Vec::new();
        if all {
            parts.push(self.table(rights));
        } else {
            parts.extend(self.explored.iter().map(|explored| {
                let found = if explored.broken.is_empty() { "nothing found" } else { "broken" };
                format!("{found}: {}", explored.looked_at())
            }));
        }
        parts.push(String::new());
        parts.extend(figures);
        parts.extend(shown);
        parts.push(self.on.as_ref().map_or_else(
            || "Modelled: nothing of it has touched a card.".into(),
            |card| {
                format!("What breaks is the model's; runs were played on {card}, a simulated card.")
            },
        ));
        parts.join("\n")
    }

    /// Each attacker's worst of each scheme in few words.
    fn table(&self, rights: &[(&str, Class)]) -> String {
        let mut table = Table::new();
        table.load_preset(presets::NOTHING);
        table.set_header(std::iter::once("scheme").chain(rights.iter().map(|(name, _)| *name)));
        for row in self.explored.chunks(rights.len()) {
            let name = row.first().map_or_else(String::new, |first| first.scheme.to_owned());
            table.add_row(std::iter::once(name).chain(row.iter().map(Explored::cell)));
        }
        let (states, tried) = self.explored.iter().fold((0, 0), |(states, tried), explored| {
            (states + explored.states, tried + explored.tried)
        });
        format!(
            "What breaks, by what the attacker may do: his accesses / all accesses of a shortest run; - where nothing was found.\n{table}\n\
             Every order was tried: {states} states, {tried} accesses tried in them."
        )
    }

    /// The worst of each scheme, of the attacker with the least rights.
    fn first_of_each(&self) -> Vec<String> {
        let mut shown: Vec<&str> = Vec::new();
        let mut texts = Vec::new();
        for explored in &self.explored {
            if let (Some(broken), false) =
                (explored.broken.first(), shown.contains(&explored.subject.name))
            {
                shown.push(explored.subject.name);
                texts.push(broken.text(explored));
            }
        }
        texts
    }

    /// All that was found; a run that breaks several is shown for the worst.
    fn each(&self) -> Vec<String> {
        let mut shown: Vec<&str> = Vec::new();
        let mut texts = Vec::new();
        for (explored, broken) in
            self.explored.iter().flat_map(|it| it.broken.iter().map(move |broken| (it, broken)))
        {
            if !shown.contains(&broken.run.as_str()) {
                shown.push(&broken.run);
                texts.push(broken.text(explored));
            }
        }
        texts
    }
}
