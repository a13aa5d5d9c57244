// SPDX-License-Identifier: Apache-2.0
//! The access that the card has: it is handed no other one before it has answered this.

use forebay_bus::Bar;
use forebay_link::{Access, Kind};

use super::FastCard;
use crate::dma::facts;
use crate::front_end::{Shape, Socket};

/// An access, and how far it has come.
pub(super) struct Present {
    access: Access,
    stage: Stage,
}

enum Stage {
    /// A store waits for room in a stream port, up to that cycle.
    Waits(u64),
    /// The words of an access to a window for programs pass one by one; in that cycle the last one has.
    Passes(u64),
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
            } else if let Some(words) = self.window_cycles(&access).filter(|words| *words > 0) {
                Stage::Passes(now + words)
            } else {
                self.done(&access)
            };
            self.present = Some(Present { access, stage });
        } else if let Some(passed) = self.present.take_if(|present| present.has_passed(now)) {
            let stage = self.done(&passed.access);
            self.present = Some(Present { stage, ..passed });
        }
        match &self.present {
            Some(Present {
                stage: Stage::Waits(at) | Stage::Passes(at) | Stage::Done(at), ..
            }) => Some(*at),
            None => self.fabric.wires.next_access(),
        }
    }

    /// Tells the stream port in front of which a store waits, as long as it does.
    pub(super) fn tell_port(&mut self) {
        if let Some(Present { access, stage: Stage::Waits(_) }) = &self.present {
            self.fabric.tell_port(access.offset);
        }
    }

    fn done(&mut self, access: &Access) -> Stage {
        self.perform(access);
        let line = if access.bytes > 8 { facts::WINDOW_LINE } else { 0 };
        let tail = self.window_cycles(access).map_or(0, |_| facts::WINDOW_TAIL + line);
        Stage::Done(self.fabric.now + tail + self.cycles_of(access))
    }

    /// Cycles until the last word of an access to a window for programs is taken; none elsewhere.
    fn window_cycles(&self, access: &Access) -> Option<u64> {
        let shape =
            Shape { bytes: access.bytes.into(), store: matches!(access.kind, Kind::Write { .. }) };
        let upper = self.in_upper_window(access.bar, access.offset);
        let lower = self.in_window(access.bar, access.offset);
        let cycles = |socket: &Socket| match (upper, lower) {
            (Some(at), _) => socket.upper_cycles(at, shape),
            (_, Some(at)) => socket.window_cycles(at, shape),
            _ => None,
        };
        self.front_ends.iter().find_map(cycles)
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
    fn has_passed(&self, now: u64) -> bool {
        matches!(self.stage, Stage::Passes(at) if at <= now)
    }

    fn is_over(&self, now: u64) -> bool {
        matches!(self.stage, Stage::Done(at) if at <= now)
    }
}

/// Cycles that a store waits for room in a stream port before it is refused.
fn patience(answer_cycles: u32) -> u64 {
    u64::from(answer_cycles) / 2 - facts::APERTURE_SPARE
}
