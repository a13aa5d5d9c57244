// SPDX-License-Identifier: Apache-2.0
//! Runs in which nobody interferes: each scheme as its program uses it, and what its page tells afterwards.

use std::collections::BTreeMap;

use super::{KeyOf, Recorder, Setup, Trace};
use crate::program::{Call, Check, program};
use crate::scheme::{Name, PAGE_BYTES};
use crate::{Access, Space};

/// The victim's source.
pub(super) const A: u64 = PAGE_BYTES;
/// The victim's destination.
pub(super) const B: u64 = 2 * PAGE_BYTES;
/// The attacker's own page.
pub(super) const C: u64 = 3 * PAGE_BYTES;
/// Another one.
pub(super) const D: u64 = 4 * PAGE_BYTES;
/// The victim's and the attacker's key; contexts are theirs by number.
pub(super) const KEYS: [u64; 2] = [0x0FED_CBA9_8765_4321, 0x0123_4567_89AB_CDEF];

/// What the kernel writes for a scheme.
pub(super) fn setup(scheme: Name, exchange: bool) -> Option<Setup> {
    match scheme {
        Name::Key => {
            let keys = (0..).zip(KEYS);
            Some(Setup::Keys(keys.map(|(context, key)| KeyOf { context, key }).collect()))
        }
        Name::Shrimp1 => {
            let pages = [(A, B), (C, D)];
            let partner = pages.map(|(page, partner)| (page / PAGE_BYTES, partner / PAGE_BYTES));
            Some(Setup::Partner { exchange, partner: BTreeMap::from(partner) })
        }
        _ => None,
    }
}

/// A transfer that is taken, one that is refused, and one that is taken after it.
fn run(scheme: Name, exchange: bool) -> Trace {
    let name = format!("{} good{}", scheme.text(), if exchange { " by exchange" } else { "" });
    let mut recorder = Recorder::new(&name, scheme, setup(scheme, exchange));
    for (size, accept) in [(64, true), (0, false), (128, true)] {
        let call = Call { key: KEYS[0], exchange, ..Call::new(A + 0x10, B + 0x20, size) };
        recorder.attempt(&program(scheme, &call, Check::Each), accept);
        if scheme == Name::Key {
            polls(&mut recorder, accept);
        }
    }
    recorder.finish()
}

/// Whoever polls starts nothing.
fn polls(recorder: &mut Recorder, taken: bool) {
    let poll = Access::load(0).space(Space::Context);
    recorder.access(&poll, true);
    if taken {
        recorder.done(0, false);
        recorder.access(&poll, true);
    }
}

/// One of each scheme, and SHRIMP-1 on both buses.
pub(super) fn all() -> Vec<Trace> {
    let mut traces: Vec<_> = Name::ALL.into_iter().map(|scheme| run(scheme, false)).collect();
    traces.push(run(Name::Shrimp1, true));
    traces
}
