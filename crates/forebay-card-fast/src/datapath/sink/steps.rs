// SPDX-License-Identifier: Apache-2.0
//! The steps of a run: of each stream that is paired so many entries, and whether its packets end together.

use super::STREAMS;

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
    /// The first one begins whatever the rate is.
    is_first: bool,
    step: Option<Step>,
}

/// A step under way.
#[derive(Clone, Copy, Debug, Default)]
struct Step {
    left: [u16; STREAMS],
    /// A packet has ended before the last entry of its stream.
    early: bool,
    /// The last entry of a stream was the end of a packet.
    ended: bool,
    /// The last entry of a stream was none.
    went_on: bool,
}

impl Run {
    pub(super) const fn new(steps: u32) -> Self {
        Self { steps_left: steps, is_first: true, step: None }
    }

    /// Begins a step if none is under way and it may; whether one is.
    pub(super) fn begin(&mut self, pairing: &[u16; STREAMS], may: bool) -> bool {
        if self.step.is_none() && (may || self.is_first) {
            self.is_first = false;
            self.step = Some(Step { left: *pairing, ..Step::default() });
        }
        self.step.is_some()
    }

    /// Whether the step wants more of a stream.
    pub(super) fn wants(&self, stream: usize) -> bool {
        self.step.is_some_and(|step| step.left[stream] > 0)
    }

    /// Takes an entry of a stream that the step wants.
    pub(super) fn put(&mut self, stream: usize, entry: Entry) {
        let Some(step) = &mut self.step else { return };
        step.left[stream] -= 1;
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
        Some(!(step.early || step.ended && step.went_on))
    }

    /// Whether its last step has ended.
    pub(super) const fn is_over(&self) -> bool {
        self.steps_left == 0
    }
}
