// SPDX-License-Identifier: Apache-2.0
//! What the engine counts of a batch.

use forebay_regs::user::msm::event;

use super::Engine;
use crate::error::MsmClientError;
use crate::report::counted;

/// Events that a report is made of.
const COUNTED: [u32; 6] = [
    event::ACTIVE_CYCLES,
    event::ADDS,
    event::STARVE_CYCLES,
    event::HAZARD_CYCLES,
    event::FILL_CYCLES,
    event::REDUCE_CYCLES,
];

/// What the engine has counted, at a cycle.
pub(super) struct Snapshot {
    now: u64,
    events: [u64; COUNTED.len()],
}

/// Cycles, and what the engine has counted in them.
#[derive(Default)]
pub(super) struct Counted {
    pub cycles: u64,
    pub events: [u64; COUNTED.len()],
}

impl Snapshot {
    pub(super) fn take(engine: &Engine) -> Result<Self, MsmClientError> {
        let mut events = [0; COUNTED.len()];
        for (event, index) in events.iter_mut().zip(COUNTED) {
            *event = engine.event(index)?;
        }
        Ok(Self { now: engine.device.now()?, events })
    }

    pub(super) fn since(&self, before: &Self) -> Counted {
        let events = std::array::from_fn(|at| counted(self.events[at], before.events[at]));
        Counted { cycles: counted(self.now, before.now), events }
    }
}

impl Counted {
    pub(super) fn add(&mut self, other: &Self) {
        self.cycles = self.cycles.saturating_add(other.cycles);
        for (event, more) in self.events.iter_mut().zip(other.events) {
            *event = event.saturating_add(more);
        }
    }

    pub(super) fn without(&self, other: &Self) -> Self {
        let events = std::array::from_fn(|at| self.events[at].saturating_sub(other.events[at]));
        Self { cycles: self.cycles.saturating_sub(other.cycles), events }
    }
}
