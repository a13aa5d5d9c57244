// SPDX-License-Identifier: Apache-2.0
//! What the engine counts of a run.

use forebay_regs::user::msm::event;

use crate::datapath::Ports;

/// Amounts of events since they were last told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    pub(super) active: u64,
    pub(super) adds: u64,
    pub(super) starve: u64,
    pub(super) hazard: u64,
    pub(super) held: u64,
    pub(super) zero_digits: u64,
    pub(super) reduce: u64,
    pub(super) stall: u64,
    pub(super) pairs: u64,
    pub(super) passes: u64,
    pub(super) fill: u64,
}

impl Counts {
    /// Tells the card, and begins anew.
    pub(super) fn tell(&mut self, ports: &mut Ports<'_>) {
        let counts = std::mem::take(self);
        for (index, amount) in [
            (event::ACTIVE_CYCLES, counts.active),
            (event::ADDS, counts.adds),
            (event::STARVE_CYCLES, counts.starve),
            (event::HAZARD_CYCLES, counts.hazard),
            (event::HELD, counts.held),
            (event::ZERO_DIGITS, counts.zero_digits),
            (event::REDUCE_CYCLES, counts.reduce),
            (event::STALL_CYCLES, counts.stall),
            (event::PAIRS, counts.pairs),
            (event::PASSES, counts.passes),
            (event::FILL_CYCLES, counts.fill),
        ] {
            ports.count(index, amount);
        }
    }
}
