// SPDX-License-Identifier: Apache-2.0
//! What the core counts while it fills buckets.

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
    pub(super) pairs: u64,
}

impl Counts {
    /// Tells the card, and begins anew.
    pub(super) fn tell(&mut self, ports: &mut Ports<'_>) {
        let Self { active, adds, starve, hazard, held, zero_digits, pairs } = std::mem::take(self);
        for (index, amount) in [
            (event::ACTIVE_CYCLES, active),
            (event::ADDS, adds),
            (event::STARVE_CYCLES, starve),
            (event::HAZARD_CYCLES, hazard),
            (event::HELD, held),
            (event::ZERO_DIGITS, zero_digits),
            (event::PAIRS, pairs),
        ] {
            ports.count(index, amount);
        }
    }
}
