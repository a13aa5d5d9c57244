// SPDX-License-Identifier: Apache-2.0
//! A run in columns: what the victim does, what the attacker does, what each is answered, and what moves.

use comfy_table::{Table, presets};
use forebay_udma_model::explore::{place, what};
use forebay_udma_model::trace::{AccessStep, StartStep, Step};
use forebay_udma_model::{FAIL, NOT_STARTED, OK1, OK2, OK3, Space};

use super::OnCard;

/// The run, a line for each access; with what a card has made of it, where it was played on one.
pub(super) fn columns(steps: &[Step], card: Option<&[OnCard]>) -> String {
    let mut table = Table::new();
    table.load_preset(presets::NOTHING);
    let mut header = vec!["", "victim", "attacker", "answer", "moved"];
    if card.is_some() {
        header.extend(["the card's", "in its host's memory"]);
    }
    table.set_header(header);
    for (at, step) in steps.iter().enumerate() {
        let mut row = vec![(at + 1).to_string()];
        match step {
            Step::Access(step) => {
                let (victim, attacker) = sides(step);
                let told = step.answer.map_or_else(String::new, |told| answer(step.space, told));
                row.extend([victim, attacker, told, moved(step)]);
            }
            Step::Done(done) => {
                let ends = format!("the transfer of context {} ends", done.context);
                row.extend([String::new(), String::new(), String::new(), ends]);
            }
        }
        if let Some(played) = card.and_then(|card| card.get(at)) {
            let space = match step {
                Step::Access(step) => step.space,
                Step::Done(_) => Space::Shadow,
            };
            let told = played.answer.map_or_else(String::new, |told| answer(space, told.into()));
            let moved: Vec<_> = played.moved.iter().map(ToString::to_string).collect();
            row.extend([told, moved.join(", ")]);
        }
        table.add_row(row);
    }
    table.to_string()
}

/// The access in the column of who makes it; the kernel's are in both, for they are between the two.
fn sides(step: &AccessStep) -> (String, String) {
    let access = what(&step.access());
    match step.actor.as_str() {
        "V" => (access, String::new()),
        "K" => (format!("K {access}"), format!("K {access}")),
        _ => (String::new(), access),
    }
}

/// As section 4.1 writes it; what a context page tells are bytes, or -1.
fn answer(space: Space, answer: u64) -> String {
    if space == Space::Context {
        return if answer == NOT_STARTED { "-1".into() } else { format!("{answer} bytes left") };
    }
    match answer {
        FAIL => "FAIL".into(),
        OK1 => "OK1".into(),
        OK2 => "OK2".into(),
        OK3 => "OK3".into(),
        other => other.to_string(),
    }
}

fn moved(step: &AccessStep) -> String {
    let Some(StartStep { src, dst, size, .. }) = step.start else { return String::new() };
    let text = format!("{} to {}, {size} bytes", place(src), place(dst));
    if step.accept { text } else { format!("refused: {text}") }
}
