// SPDX-License-Identifier: Apache-2.0
//! Attacks as they are printed, as they are found, and where they fail.

use super::{Recorder, Trace};
use crate::Access;
use crate::explore::{A, B, C, Case, Class, D, Event, Findings, OTHER, Switch, VICTIM, explore};
use crate::explore::{FOREIGN_BYTES, VICTIM_BYTES};
use crate::program::{After, Program};
use crate::scheme::Name;

/// Loads and stores as the report's figures list them: `V ld A`.
fn listed(name: &str, scheme: Name, lines: &[&str]) -> Trace {
    let mut recorder = Recorder::new(name, scheme, None);
    for line in lines {
        let (actor, size) =
            if line.starts_with('V') { (VICTIM, VICTIM_BYTES) } else { (OTHER, FOREIGN_BYTES) };
        let address = match line.rsplit(' ').next() {
            Some("A") => A,
            Some("B") => B,
            Some("C") => C,
            Some("D") => D,
            // Of the attacker, and of no meaning.
            _ => C + 8,
        };
        let access = if line.contains(" ld ") {
            Access::load(address)
        } else {
            Access::store(address, size.into())
        };
        recorder.access(&access.by(actor), true);
    }
    recorder.finish()
}

/// Figures 5 and 6, both listings of section 4.4, and what is said in words.
#[must_use]
pub fn as_printed() -> Vec<Trace> {
    let figure_5 = ["V ld A", "M st foo", "M ld foo", "M ld C", "V st B", "M ld C", "V ld A"];
    let figure_6 = ["V st B", "V ld A", "V st B", "M ld A", "V ld A"];
    let slip =
        ["V st B", "V ld A", "M ld C", "V st B", "V ld A", "V st B", "V ld A", "V st B", "V ld A"];
    // Section 4.4 copies from B to A and from D to C. Its ninth access loads B where the sequence has A.
    let section_4_4 = |ninth| {
        let before = ["V st A", "V ld B", "V st A", "V ld B", "M st C", "M ld D"];
        let lots = ["M st C", "M ld D", "M st C", "M ld D", "M ld C"];
        let after = ["M st C", ninth, "V st A", "V ld B", "V st A", "V ld B"];
        [&before[..], &lots, &lots, &after].concat()
    };
    vec![
        listed("figure 5", Name::Repeat3, &figure_5),
        listed("figure 6", Name::Repeat4, &figure_6),
        listed("repeat4 slips by two, last answer looked at", Name::Repeat4, &slip),
        listed("section 4.4 as printed", Name::Repeat5, &section_4_4("V ld B")),
        listed("section 4.4 with the fifth access", Name::Repeat5, &section_4_4("V ld A")),
        listed("shrimp2 moves the attacker's", Name::Shrimp2, &["V st B", "M ld C"]),
        listed("shrimp2 moves to the attacker", Name::Shrimp2, &["V st B", "M st C", "V ld A"]),
    ]
}

/// The shortest attacks of these findings, each once.
fn shortest(case: Case, against: &str, findings: &Findings, traces: &mut Vec<Trace>) {
    let mut known: Vec<&[Event]> = Vec::new();
    for property in findings.broken() {
        for attack in findings.of(property) {
            if known.contains(&&attack.events[..]) {
                continue;
            }
            known.push(&attack.events);
            let name = format!(
                "{} {against}: {property:?}, {} foreign, {} in all",
                case.scheme.text(),
                attack.foreign,
                attack.accesses()
            );
            let mut recorder = Recorder::new(&name, case.scheme, case.setup());
            attack.events.iter().for_each(|event| recorder.event(event));
            traces.push(recorder.finish());
        }
    }
}

/// Every shortest attack, for each scheme, each class of rights and each property that breaks.
pub(super) fn found() -> Vec<Trace> {
    let mut traces = Vec::new();
    for scheme in Name::ALL {
        let case = Case::bare(scheme);
        let foreign = case.foreign();
        for class in Class::ALL {
            let findings = explore(&case.attacked(class, Some(foreign)));
            shortest(case, class.text(), &findings, &mut traces);
        }
        shortest(case, "two processes", &explore(&case.two_victims()), &mut traces);
        shortest(case, "two that share", &explore(&case.sharing()), &mut traces);
        shortest(case, "two threads", &explore(&case.two_threads()), &mut traces);
    }
    traces
}

/// Both go through their programs, the other in the middle of the first at every place; each goes on until it is told that its
/// transfer has started.
pub(super) fn defended() -> Vec<Trace> {
    let mut traces = Vec::new();
    for scheme in Name::ALL {
        let switch = match scheme {
            Name::Shrimp2 => Switch::Hook,
            Name::Flash => Switch::Who,
            _ => Switch::Silent,
        };
        let case = Case { switch, ..Case::bare(scheme) };
        for cut in 1..case.process(VICTIM, VICTIM).program.steps().len() {
            traces.push(interrupted(case, cut));
        }
    }
    traces
}

/// A process is interrupted after so many accesses, and the other starts its transfer meanwhile.
fn interrupted(case: Case, cut: usize) -> Trace {
    let name = format!("{} interrupted after {cut}", case.scheme.text());
    let mut recorder = Recorder::new(&name, case.scheme, case.setup());
    let processes = [case.process(VICTIM, VICTIM), case.process(OTHER, OTHER)];
    let switch = |recorder: &mut Recorder, process: u8| {
        match case.switch {
            Switch::Silent => return,
            Switch::Hook => recorder.access(&Access::hook(), true),
            Switch::Who => recorder.access(&Access::who(process.into()), true),
        };
    };
    let steps = processes[0].program.steps();
    for step in &steps[..cut] {
        recorder.access(&step.access, true);
    }
    switch(&mut recorder, OTHER);
    finish(&mut recorder, &processes[1].program, 0);
    switch(&mut recorder, VICTIM);
    finish(&mut recorder, &processes[0].program, cut);
    recorder.finish()
}

/// Goes on at this access until the transfer has started. Two attempts are lost at most, or three where five accesses go on at the third
/// (models of section 4.4); what never ends, ends here.
fn finish(recorder: &mut Recorder, program: &Program, from: usize) {
    let mut at = from;
    for _ in 0..32 {
        let outcome = recorder.access(&program.steps()[at].access, true);
        match program.after(at, outcome.answer) {
            After::Next(next) => at = next,
            After::Again => at = 0,
            After::Done => return,
        }
    }
}
