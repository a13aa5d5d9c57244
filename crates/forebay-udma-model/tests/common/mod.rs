// SPDX-License-Identifier: Apache-2.0
//! What several test programs need.
#![allow(dead_code, reason = "each test program uses a part")]
#![allow(clippy::panic, reason = "helpers of tests fail their test")]

use forebay_udma_model::explore::{
    A, B, C, Case, Class, FOREIGN_BYTES, Findings, Move, OTHER, Property, Setting, explore, text,
};
use forebay_udma_model::program::Check;
use forebay_udma_model::scheme::Name;
use forebay_udma_model::{Access, Outcome, Scheme};

/// Foreign accesses and all accesses of the shortest attacks on a property.
pub(crate) fn found(findings: &Findings, property: Property) -> Vec<(u8, usize)> {
    let attacks = findings.of(property);
    attacks.iter().map(|attack| (attack.foreign, attack.accesses())).collect()
}

/// `V` is the next access of the victim, `M ld C` one of the attacker.
pub(crate) fn moves(text: &str) -> Vec<Move> {
    text.split(", ")
        .map(|word| {
            let mut words = word.split(' ').skip(1);
            let (Some(op), Some(place)) = (words.next(), words.next()) else {
                return Move::Next(0);
            };
            let address = match place {
                "A" => A,
                "B" => B,
                "C" => C,
                "C+8" => C + 8,
                other => panic!("no page {other}"),
            };
            let access = match op {
                "ld" => Access::load(address),
                _ => Access::store(address, FOREIGN_BYTES.into()),
            };
            Move::Foreign(access.by(OTHER))
        })
        .collect()
}

/// The same setting with another scheme.
pub(crate) fn with<S: Scheme, T: Scheme>(setting: Setting<S>, engine: T) -> Setting<T> {
    let Setting { processes, accesses, foreign, rights, door, switch, .. } = setting;
    let Setting { abandons, ends, revocation, .. } = setting;
    Setting {
        engine,
        processes,
        accesses,
        foreign,
        rights,
        door,
        switch,
        abandons,
        ends,
        revocation,
    }
}

/// As its program is listed, and nobody helps.
pub(crate) fn case(scheme: Name) -> Case {
    Case::bare(scheme)
}

/// The same, and only the last answer is looked at.
pub(crate) fn last_only(scheme: Name) -> Case {
    Case { check: Check::Last, ..case(scheme) }
}

/// Properties that this many foreign accesses break.
pub(crate) fn broken(case: Case, class: Class, foreign: u8) -> Vec<Property> {
    explore(&case.attacked(class, Some(foreign))).broken()
}

/// The text of one of the shortest attacks on a property.
pub(crate) fn first(findings: &Findings, property: Property) -> String {
    text(&findings.of(property)[0].events)
}

/// `-` for a store, the code of a load, `!` where it is counted, `1>2:10` where a start of 10 bytes follows.
pub(crate) fn said(outcome: &Outcome) -> String {
    let mut text = outcome.answer.map_or("-".into(), |answer| answer.to_string());
    if outcome.stray {
        text.push('!');
    }
    if let Some((start, _)) = outcome.start {
        let pages = (start.src.value >> 12, start.dst.value >> 12);
        text += &format!("={}>{}:{}", pages.0, pages.1, start.size.value);
        if start.context > 0 {
            text += &format!("@{}", start.context);
        }
    }
    text
}
