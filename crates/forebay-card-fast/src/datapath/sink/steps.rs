// SPDX-License-Identifier: Apache-2.0
//! The steps of a run: of each stream that is paired so many entries, an entry of each in a cycle, and whether its packets end
//! together.

use super::STREAMS;
use super::credit::Credit;

/// What was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Entry {
    /// A stream port has no packets.
    OfPort,
    /// Part of a packet, or its end.
    OfPacket { last: bool },
}

/// A run under way.
#[derive(Debug)]
pub(super) struct Run {
    /// Steps that have not ended.
    steps_left: u32,
    credit: Credit,
    /// The first cycle in which a step may begin.
    free: u64,
    step: Option<Step>,
}

/// A step under way.
#[derive(Clone, Copy, Debug)]
struct Step {
    left: [u16; STREAMS],
    /// The first cycle in which the next entry of each stream may be taken.
    from: [u64; STREAMS],
    /// A packet has ended before the last entry of its stream.
    early: bool,
    /// The last entry of a stream was the end of a packet.
    ended: bool,
    /// The last entry of a stream was none.
    went_on: bool,
}

impl Run {
    /// One that begins in that cycle.
    pub(super) const fn new(now: u64, steps: u32) -> Self {
        Self { steps_left: steps, credit: Credit::new(now), free: now, step: None }
    }

    /// The rate is another one from `now` on.
    pub(super) fn rate_changes(&mut self, now: u64, before: u32) {
        self.credit.save(now, before);
    }

    /// Begins a step if none is under way and it is time; else says when, if it ever is.
    pub(super) fn begin(
        &mut self,
        now: u64,
        pairing: &[u16; STREAMS],
        rate: u32,
    ) -> Result<(), Option<u64>> {
        if self.step.is_some() {
            return Ok(());
        }
        let at = self.credit.enough(self.free, rate).ok_or(None)?;
        if at > now {
            return Err(Some(at));
        }
        self.credit.spend(at, rate);
        let from = [at + 1; STREAMS];
        self.step = Some(Step { left: *pairing, from, early: false, ended: false, went_on: false });
        Ok(())
    }

    /// From which cycle on the step wants the next entry of a stream, if it does.
    pub(super) fn wants(&self, stream: usize) -> Option<u64> {
        let step = self.step.filter(|step| step.left[stream] > 0)?;
        Some(step.from[stream])
    }

    /// Takes an entry of a stream that the step wants, in that cycle.
    pub(super) fn put(&mut self, stream: usize, entry: Entry, at: u64) {
        let Some(step) = &mut self.step else { return };
        step.left[stream] -= 1;
        step.from[stream] = at + 1;
        let Entry::OfPacket { last } = entry else { return };
        if step.left[stream] > 0 {
            step.early |= last;
        } else {
            step.ended |= last;
            step.went_on |= !last;
        }
    }

    /// Ends the step if it has everything; whether ends of packets were where they should be.
    pub(super) fn end(&mut self) -> Option<bool> {
        let step = self.step.filter(|step| step.left == [0; STREAMS])?;
        self.step = None;
        self.steps_left -= 1;
        // The next one may begin in the cycle of the last entry.
        self.free = step.from.iter().fold(self.free, |free, from| free.max(from - 1));
        Some(!(step.early || step.ended && step.went_on))
    }

    /// Whether the step under way, or the next one, is its last one.
    pub(super) const fn is_at_last(&self) -> bool {
        self.steps_left <= 1
    }

    /// Whether its last step has ended.
    pub(super) const fn is_over(&self) -> bool {
        self.steps_left == 0
    }
}
