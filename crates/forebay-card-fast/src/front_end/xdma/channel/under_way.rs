// SPDX-License-Identifier: Apache-2.0
//! What a run has under way, from the descriptors that are asked for to those that wait for their answer.

use std::collections::VecDeque;

use super::ending::{End, NO_ANSWER};
use super::mover::Mover;
use crate::dma::{Asker, Fetch, WORDS, Wires, earlier, facts};
use crate::fabric::Fabric;
use crate::movers::Current;

/// A descriptor whose bytes have been moved.
#[derive(Clone, Copy, Debug)]
pub(super) struct Finishing {
    pub(super) current: Current,
    /// A packet ended with it.
    pub(super) ended: bool,
    /// When it is answered, as far as that is known.
    pub(super) at: Option<u64>,
    /// From when on its result is to be written, behind its bytes.
    pub(super) result: Option<u64>,
    /// It is in the write in hand.
    pub(super) in_hand: bool,
    /// What came of writing it, once it has been.
    pub(super) told: Option<Result<(), u32>>,
}

impl Finishing {
    /// Some of its bytes have not left.
    pub(super) const fn is_open(&self) -> bool {
        self.at.is_none() && self.result.is_none() && !self.in_hand
    }
}

/// A run under way.
#[derive(Debug)]
pub(super) struct Run {
    pub(super) asker: Asker,
    pub(super) fetch: Fetch,
    pub(super) mover: Mover,
    /// Descriptors handed over, of which the first one is being moved.
    pub(super) under_way: VecDeque<Current>,
    pub(super) finishing: VecDeque<Finishing>,
    /// The cycle in which it began.
    pub(super) opened: u64,
    /// Nothing more is handed over or moved: it was stopped, or a packet ended that it was for.
    pub(super) halts: bool,
    /// It was stopped: what has been moved by then of the descriptor at hand.
    pub(super) cut: Option<Current>,
    pub(super) is_cancelled: bool,
    /// The last descriptor has been handed over.
    pub(super) is_last: bool,
    /// What ends it when all before it is finished.
    pub(super) failed: Option<u32>,
    /// How it ends, when what is under way is finished.
    pub(super) end: Option<End>,
    /// When it ends, and how.
    pub(super) ending: Option<(u64, End)>,
}

impl Run {
    /// Begins nothing more; whether that is new. What has been begun goes on.
    pub(super) fn cancel(&mut self, fabric: &mut Fabric) -> bool {
        if self.is_cancelled || self.failed.is_some() || self.end.is_some() {
            return false;
        }
        self.is_cancelled = true;
        self.halts = true;
        self.cut = self.begun();
        self.under_way.clear();
        self.mover.cancel(fabric);
        true
    }

    /// What came of a result behind the end: nobody is left to tell of its failure, but one without an answer is waited for.
    pub(super) fn told_behind(&mut self, told: Result<(), u32>) {
        if told == Err(NO_ANSWER) {
            self.end = Some(End::Failed(NO_ANSWER));
        }
    }

    /// The descriptor at hand, if something of it has been moved.
    pub(super) fn begun(&self) -> Option<Current> {
        self.under_way.front().filter(|current| current.moved > 0).copied()
    }

    /// Nothing of it is on any bus any more.
    pub(super) fn is_at_rest(&self, now: u64) -> bool {
        self.finishing.is_empty() && self.fetch.is_idle() && self.mover.is_idle(now)
    }

    /// The first descriptor whose result is to be written and is not in hand.
    pub(super) fn next_result(&mut self) -> Option<&mut Finishing> {
        let mut all = self.finishing.iter_mut().take_while(|one| !one.is_open());
        all.find(|one| one.result.is_some())
    }

    /// When something is due of its results, if that is known.
    pub(super) fn results_due(&mut self, wires: &Wires) -> Option<u64> {
        let channel = self.asker.channel;
        let offer = wires.words.offer(channel);
        let offer = offer.and_then(|from| Some(from.max(wires.turns.next_choice()?)));
        let write = wires.words.is_of(channel).then(|| wires.next_write(WORDS)).flatten();
        let offer = earlier(offer, write);
        let next = self.next_result().and_then(|one| one.result);
        earlier(offer, next.and_then(|from| wires.words.next(from + facts::RESULT)))
    }

    /// The next descriptor is none: the run ends when all before it is finished.
    pub(super) fn fails(&mut self, causes: u32) -> bool {
        if !self.under_way.is_empty() {
            return false;
        }
        self.failed = Some(causes);
        true
    }
}
