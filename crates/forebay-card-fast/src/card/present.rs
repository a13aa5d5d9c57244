// SPDX-License-Identifier: Apache-2.0
//! The access that the card has: it is handed no other one before it has answered this.

use forebay_bus::Bar;
use forebay_link::{Access, Kind};

use super::FastCard;
use crate::dma::facts;

/// An access, and how far it has come.
pub(super) struct Present {
    access: Access,
    stage: Stage,
}

enum Stage {
    /// A store waits for room in a stream port, up to that cycle.
    Waits(u64),
    /// It is done, and answered in that cycle.
    Done(u64),
}

impl FastCard {
    /// Takes the host's accesses that are there; when there is something to do for them next.
    pub(super) fn access(&mut self) -> Option<u64> {
        let now = self.fabric.now;
        if let Some(over) = self.present.take_if(|present| present.is_over(now)) {
            self.fabric.wires.answered(now, &over.access);
        }
        let until = now + patience(self.build.layout.answer_cycles);
        let come = self.fabric.wires.access(now).map(|access| (access, until));
        if let Some((access, until)) = come.or_else(|| self.take_waiting()) {
            let stage = if until > now && self.is_held_up(&access) {
                Stage::Waits(until)
            } else {
                self.perform(&access);
                Stage::Done(now + self.cycles_of(&access))
            };
            self.present = Some(Present { access, stage });
        }
        match &self.present {
            Some(Present { stage: Stage::Waits(at) | Stage::Done(at), .. }) => Some(*at),
            None => self.fabric.wires.next_access(),
        }
    }

    /// Tells the stream port in front of which a store waits, as long as it does.
    pub(super) fn tell_port(&mut self) {
        if let Some(Present { access, stage: Stage::Waits(_) }) = &self.present {
            self.fabric.tell_port(access.offset);
        }
    }

    /// From when an access is done to its answer.
    fn cycles_of(&self, access: &Access) -> u64 {
        let in_aperture = access.bar == Bar::Aperture
            && self.in_upper_window(access.bar, access.offset).is_none();
        match (in_aperture, &access.kind) {
            (true, Kind::Read { .. }) => facts::APERTURE_READ,
            (true, Kind::Write { .. }) => facts::APERTURE_STORE,
            (false, Kind::Read { .. }) => facts::READ,
            (false, Kind::Write { .. }) => facts::STORE,
        }
    }

    fn take_waiting(&mut self) -> Option<(Access, u64)> {
        let waiting = self.present.take_if(|present| matches!(present.stage, Stage::Waits(_)))?;
        let Stage::Waits(until) = waiting.stage else { return None };
        Some((waiting.access, until))
    }

    /// It is a store into a stream port that has no room for it.
    fn is_held_up(&self, access: &Access) -> bool {
        let bytes = usize::from(access.bytes);
        access.bar == Bar::Aperture
            && matches!(access.kind, Kind::Write { .. })
            && self.fabric.room_at(access.offset, bytes) < bytes
    }
}

impl Present {
    fn is_over(&self, now: u64) -> bool {
        matches!(self.stage, Stage::Done(at) if at <= now)
    }
}

/// Cycles that a store waits for room in a stream port before it is refused.
fn patience(answer_cycles: u32) -> u64 {
    u64::from(answer_cycles) / 2 - facts::APERTURE_SPARE
}
