// SPDX-License-Identifier: Apache-2.0
//! Pairs of an address and a length in order, and the course of a run over them.

use std::collections::VecDeque;

use forebay_bus::host::Refusal;
use forebay_regs::user::counter;

use crate::fabric::Fabric;
use crate::front_end::Step;
use crate::movers;
use crate::note::Said;

/// Where to go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Pair {
    pub(super) addr: u64,
    pub(super) len: u32,
}

/// What ends a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Errors {
    pub(super) internal: bool,
    pub(super) slave: bool,
    pub(super) decode: bool,
}

impl Errors {
    /// That of a refusal by the host.
    pub(super) fn of(refusal: Refusal) -> Self {
        let decode = refusal == Refusal::Unsupported;
        Self { internal: false, slave: !decode, decode }
    }

    pub(super) const fn or(self, other: Self) -> Self {
        Self {
            internal: self.internal || other.internal,
            slave: self.slave || other.slave,
            decode: self.decode || other.decode,
        }
    }
}

/// What a buffer is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mode {
    /// Packets follow each other in it.
    pub(super) through: bool,
    /// A packet may go on in the next one.
    pub(super) whole: bool,
}

/// A pair that has ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Finished {
    pub(super) addr: u64,
    pub(super) bytes: u32,
    pub(super) said: Said,
    pub(super) stopped: bool,
    pub(super) errors: Errors,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Halted,
    Run,
    Stop,
}

/// The queue, and how far the first of it is.
#[derive(Debug)]
pub(super) struct Pairs {
    stream: usize,
    state: State,
    /// It is to run, and to be put back.
    wants: bool,
    resets: bool,
    queue: VecDeque<Pair>,
    moved: u32,
    said: Option<Said>,
    /// The cycle from which on it may go on: what it has moved takes a cycle a beat.
    free: u64,
    /// Its host does not answer, and will not.
    stuck: bool,
    /// It has just halted.
    rests: bool,
}

impl Pairs {
    /// Of that stream to the host.
    pub(super) const fn new(stream: usize) -> Self {
        Self {
            stream,
            state: State::Halted,
            wants: false,
            resets: false,
            queue: VecDeque::new(),
            moved: 0,
            said: None,
            free: 0,
            stuck: false,
            rests: false,
        }
    }

    pub(super) const fn stream(&self) -> usize {
        self.stream
    }

    pub(super) const fn is_halted(&self) -> bool {
        matches!(self.state, State::Halted)
    }

    /// Whether it takes pairs.
    pub(super) const fn runs(&self) -> bool {
        matches!(self.state, State::Run) && self.wants
    }

    pub(super) const fn wants(&self) -> bool {
        self.wants
    }

    pub(super) const fn resets(&self) -> bool {
        self.resets
    }

    /// Whether it has come to rest in the last step.
    pub(super) const fn comes_to_rest(&mut self) -> bool {
        std::mem::replace(&mut self.rests, false)
    }

    /// Pairs that are not over.
    #[expect(clippy::cast_possible_truncation, reason = "there is room for a few")]
    pub(super) fn armed(&self) -> u32 {
        self.queue.len() as u32
    }

    pub(super) fn busy(&self) -> bool {
        self.state == State::Stop
            || (self.state == State::Run && !self.queue.is_empty())
            || self.resets
    }

    pub(super) fn arm(&mut self, pair: Pair) {
        self.queue.push_back(pair);
    }

    /// Lets it run, or ends what it does.
    pub(super) fn run(&mut self, runs: bool) {
        self.wants = runs;
        match (self.state, runs) {
            (State::Halted, true) => self.state = State::Run,
            (State::Run, false) => self.state = State::Stop,
            _ => {}
        }
    }

    /// Ends what it does, and has everything put back behind that.
    pub(super) fn reset(&mut self) {
        self.resets = true;
        self.run(false);
    }

    /// Does what is due; what it came to, and the pair that it ended.
    pub(super) fn step(&mut self, fabric: &mut Fabric, mode: Mode) -> (Step, Option<Finished>) {
        if self.stuck {
            return (Step::default(), None);
        }
        match self.state {
            State::Halted => {
                self.rests = self.resets;
                (Step::default(), None)
            }
            State::Stop => (Step { moved: true, next: Some(fabric.now + 1) }, self.stop()),
            State::Run => self.advance(fabric, mode),
        }
    }

    /// Cuts short what is under way.
    fn stop(&mut self) -> Option<Finished> {
        let head = self.queue.pop_front();
        let told = head.filter(|_| self.moved > 0 || self.said.is_some_and(|said| said.lost > 0));
        let finished = told.map(|pair| self.finished(pair, true, Errors::default()));
        self.queue.clear();
        self.moved = 0;
        self.said = None;
        self.state = if self.wants { State::Run } else { State::Halted };
        self.rests = true;
        finished
    }

    fn finished(&mut self, pair: Pair, stopped: bool, errors: Errors) -> Finished {
        Finished {
            addr: pair.addr,
            bytes: std::mem::take(&mut self.moved),
            said: self.said.take().unwrap_or_default(),
            stopped,
            errors,
        }
    }

    /// Moves a piece.
    fn advance(&mut self, fabric: &mut Fabric, mode: Mode) -> (Step, Option<Finished>) {
        let Some(pair) = self.queue.front().copied() else { return (Step::default(), None) };
        if self.free > fabric.now {
            return (Step { moved: false, next: Some(self.free) }, None);
        }
        let host = pair.addr.wrapping_add(self.moved.into());
        let left = u64::from(pair.len - self.moved);
        let Some((bytes, said, written)) = movers::said_to_host(fabric, host, left, self.stream)
        else {
            return (Step::default(), None);
        };
        let mut finished = None;
        self.note(said);
        let beats = movers::beats(pair.addr, self.moved.into(), u64::from(self.moved) + bytes);
        match written {
            Err(Refusal::Unanswered) => {
                self.stuck = true;
                return (Step::default(), None);
            }
            Err(refusal) => {
                self.queue.pop_front();
                finished = Some(self.finished(pair, true, Errors::of(refusal)));
            }
            Ok(()) => {
                fabric.status.count(counter::index::C2H_BEATS, beats);
                self.moved += u32::try_from(bytes).unwrap_or(u32::MAX);
                let ends = said.end.is_some_and(|end| !mode.through || end.burst);
                if self.moved == pair.len || ends {
                    self.queue.pop_front();
                    let internal = self.moved == pair.len && said.end.is_none() && !mode.whole;
                    let errors = Errors { internal, ..Errors::default() };
                    finished = Some(self.finished(pair, false, errors));
                }
            }
        }
        self.free = fabric.now + beats.max(1);
        (Step { moved: true, next: Some(self.free) }, finished)
    }

    /// Notes what is said of further bytes of the buffer.
    fn note(&mut self, said: Said) {
        let before = self.said.get_or_insert(Said { lost: 0, end: None, ..said });
        before.lost += said.lost;
        before.end = said.end;
    }
}
