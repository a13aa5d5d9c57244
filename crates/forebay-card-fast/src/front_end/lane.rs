// SPDX-License-Identifier: Apache-2.0
//! A mover between two memories for a front end without channels: its timing is that of a channel's, and its bytes move when that says so
//! (`fby_dma_copy`). Requests follow each other without a gap, and are answered in their order.

mod halves;

use std::collections::VecDeque;

use forebay_bus::host::Refusal;
use forebay_regs::user::counter;

use self::halves::{Halves, burst};
use super::transfer::Transfer;
use crate::dma::{Arrival, Asker, Sent, earlier, facts};
use crate::fabric::Fabric;
use crate::movers::{self, Current, Half, Hitch};

/// Numbers under which those that are no channels share the way to the host, behind those of all channels: movers, who reads lists, and who writes words.
pub(super) const FIRST: usize = 64;
pub(super) const LANES: usize = 3;
pub(super) const LISTS: usize = FIRST + LANES;
pub(super) const WORDS: usize = LISTS + 1;

/// A request of which not all has been moved, and why the rest of it is dropped as it comes.
#[derive(Clone, Copy, Debug)]
struct Request {
    at: Current,
    failed: Option<(Half, Refusal)>,
}

/// How a request has ended.
#[derive(Clone, Copy, Debug)]
pub(super) enum Outcome {
    Whole,
    Failed(Half, Refusal),
    Cut,
}

/// A mover.
#[derive(Debug)]
pub(super) struct Lane {
    asker: Asker,
    halves: Halves,
    requests: VecDeque<Request>,
    /// How those before them have ended, and when that is known.
    answers: VecDeque<(Outcome, Option<u64>)>,
    /// Its host does not answer, and will not.
    stuck: bool,
}

impl Lane {
    /// The one from the card or the host to one of them, which reads host memory under that number.
    pub(super) fn new(channel: usize, spaces: (bool, bool)) -> Self {
        let asker = Asker { channel, run: 0, descriptors: false };
        let (requests, answers) = (VecDeque::new(), VecDeque::new());
        Self { asker, halves: Halves::new(asker, spaces), requests, answers, stuck: false }
    }

    /// Whether it takes another request.
    pub(super) fn is_free(&self) -> bool {
        let room = self.requests.len() + self.answers.len() < facts::UNDER_WAY;
        room && match &self.halves {
            Halves::Within(from, _) | Halves::Down(from, _) => from.is_free(),
            Halves::Up(from, _) => from.is_free(),
        }
    }

    /// Takes a request, of one byte at least.
    pub(super) fn hand_over(&mut self, now: u64, transfer: &Transfer) {
        let Transfer { src, dst, bytes, .. } = *transfer;
        let len = u64::from(bytes);
        match &mut self.halves {
            Halves::Within(from, _) | Halves::Down(from, _) => from.hand_over(now, src, len, dst),
            Halves::Up(from, _) => from.hand_over(now, src, len, dst),
        }
        let at = Current { control: 0, len, src, dst, moved: 0 };
        self.requests.push_back(Request { at, failed: None });
    }

    /// What has come of its reads.
    pub(super) fn arrive(&mut self, arrival: &Arrival) {
        if let Halves::Within(from, _) | Halves::Down(from, _) = &mut self.halves
            && arrival.asker == self.asker
        {
            from.arrive(arrival);
        }
    }

    /// How the oldest request has ended, if that is known.
    pub(super) fn answer(&mut self, now: u64) -> Option<Outcome> {
        let (outcome, at) = *self.answers.front()?;
        let is_known = at.is_some_and(|at| at <= now);
        if is_known {
            self.answers.pop_front();
        }
        is_known.then_some(outcome)
    }

    /// Ends all requests where they are; how they have ended, in order. What it has asked for and still comes is nobody's.
    pub(super) fn cancel(&mut self, fabric: &mut Fabric) -> Vec<Outcome> {
        match &mut self.halves {
            Halves::Within(_, to) | Halves::Up(_, to) => to.clear(fabric.now, &mut fabric.wires),
            Halves::Down(_, to) => to.give_up(fabric),
        }
        self.asker.run += 1;
        self.halves = Halves::new(self.asker, self.halves.spaces());
        let cut = self.requests.drain(..).map(|_| Outcome::Cut);
        self.answers.drain(..).map(|(outcome, _)| outcome).chain(cut).collect()
    }

    pub(super) const fn is_stuck(&self) -> bool {
        self.stuck
    }

    /// Does what is due; whether anything was.
    pub(super) fn step(&mut self, fabric: &mut Fabric) -> bool {
        let sent = self.tick(fabric);
        if let Some(answered) = sent.answered
            && let Some((_, at)) = self.answers.iter_mut().find(|(_, at)| at.is_none())
        {
            *at = Some(answered);
        }
        let mut any = sent.any;
        while !self.stuck && self.piece(fabric) {
            any = true;
        }
        any
    }

    fn tick(&mut self, fabric: &mut Fabric) -> Sent {
        let (now, wires) = (fabric.now, &mut fabric.wires);
        match &mut self.halves {
            Halves::Down(from, _) => Sent { any: from.tick(now, wires), ..Sent::default() },
            Halves::Within(from, to) => {
                let sent = to.tick(now, wires);
                from.held -= sent.bytes;
                Sent { any: from.tick(now, wires) | sent.any, ..sent }
            }
            Halves::Up(from, to) => {
                let sent = to.tick(now, wires);
                from.held -= sent.bytes;
                Sent { any: from.tick(now, wires) | sent.any, ..sent }
            }
        }
    }

    /// Moves a burst of the oldest request, or drops what has come of one that has failed; false if it is not time.
    fn piece(&mut self, fabric: &mut Fabric) -> bool {
        let Some(Request { at, failed }) = self.requests.front().copied() else { return false };
        if let Some((half, refusal)) = failed {
            return self.drop_piece(fabric.now, at, Outcome::Failed(half, refusal));
        }
        let bytes = burst(&at);
        match self.halves.burst(fabric, at, bytes) {
            Ok(None) | Err(Hitch::Blocked) => return false,
            Ok(Some(answered)) => {
                self.count(fabric, &at, bytes);
                self.passed(bytes, Outcome::Whole, answered);
            }
            Err(Hitch::Failed(_, Refusal::Unanswered)) => self.stuck = true,
            Err(Hitch::Failed(half, refusal)) => {
                if let Some(front) = self.requests.front_mut() {
                    front.failed = Some((half, refusal));
                }
            }
        }
        true
    }

    /// Bytes of a request that has failed are of no use.
    fn drop_piece(&mut self, now: u64, at: Current, outcome: Outcome) -> bool {
        let left = at.len - at.moved;
        let (outs, held) = match &mut self.halves {
            Halves::Within(from, _) | Halves::Down(from, _) => (&mut from.outs, &mut from.held),
            Halves::Up(from, _) => (&mut from.outs, &mut from.held),
        };
        let Some((come, _)) = outs.front().filter(|(_, at)| *at <= now) else { return false };
        let bytes = come.min(left);
        outs.take(bytes);
        *held -= bytes;
        self.passed(bytes, outcome, Some(now + facts::HOST_ANSWER));
        true
    }

    /// So many bytes more of the oldest request are done with; how it ends if these are its last ones, and when that is known.
    fn passed(&mut self, bytes: u64, outcome: Outcome, answered: Option<u64>) {
        let Some(front) = self.requests.front_mut() else { return };
        front.at.moved += bytes;
        if front.at.moved == front.at.len {
            self.requests.pop_front();
            self.answers.push_back((outcome, answered));
        }
    }

    /// Of a transfer within host memory only its reads and writes are counted.
    fn count(&self, fabric: &mut Fabric, at: &Current, bytes: u64) {
        let beats = |host| movers::beats(host, at.moved, at.moved + bytes);
        match self.halves.spaces() {
            (true, _) => fabric.status.count(counter::index::C2H_BEATS, beats(at.dst)),
            (_, true) => fabric.status.count(counter::index::H2C_BEATS, beats(at.src)),
            _ => {}
        }
    }

    /// When something is due next; of what waits for others nothing is known.
    pub(super) fn next(&mut self, fabric: &Fabric) -> Option<u64> {
        if self.stuck {
            return None;
        }
        let (now, wires) = (fabric.now, &fabric.wires);
        let bytes = self.requests.front().map(|request| burst(&request.at));
        let due = match &mut self.halves {
            Halves::Within(from, to) => {
                let piece = bytes.and_then(|bytes| from.outs.through(bytes));
                earlier(piece, earlier(from.next(now, wires), to.next(now, wires)))
            }
            Halves::Up(from, to) => {
                let piece = bytes.and_then(|bytes| from.outs.through(bytes));
                earlier(piece, earlier(from.next(now), to.next(now, wires)))
            }
            Halves::Down(from, to) => {
                let piece = bytes.and_then(|bytes| to.next(&mut from.outs, bytes, wires));
                earlier(piece, from.next(now, wires))
            }
        };
        let answer = self.answers.front().and_then(|(_, at)| *at);
        earlier(due.filter(|at| *at > now), answer.map(|at| at.max(now + 1)))
    }
}
