// SPDX-License-Identifier: Apache-2.0
//! Runs in which nobody interferes: each scheme as its program uses it, and what its page tells afterwards.

use super::{Recorder, Trace};
use crate::explore::{A, B, Case, KEYS};
use crate::program::{Call, Check, program};
use crate::scheme::Name;
use crate::{Access, Space};

/// A transfer that is taken, one that is refused, and one that is taken after it.
fn run(scheme: Name, exchange: bool) -> Trace {
    let name = format!("{} good{}", scheme.text(), if exchange { " by exchange" } else { "" });
    let mut recorder =
        Recorder::new(&name, scheme, Case { exchange, ..Case::bare(scheme) }.setup());
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
