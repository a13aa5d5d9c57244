// SPDX-License-Identifier: Apache-2.0
//! Pairs of an address and a length in order, and the course of a run over them.

use std::collections::VecDeque;

use forebay_bus::host::Refusal;
use forebay_regs::desc::control;
use forebay_regs::user::counter;

use super::pair::{Errors, Finished, Mode, Pair, Way};
use crate::fabric::Fabric;
use crate::front_end::Step;
use crate::movers::{self, Current, Hitch};
use crate::note::Said;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Halted,
    Run,
    Stop,
}

/// Bytes, what is said of them, and how it went.
type Piece = (u64, Option<Said>, Result<(), Refusal>);

/// The queue, and how far the first of it is.
#[derive(Debug)]
pub(super) struct Pairs {
    way: Way,
    /// What was read of host memory and waits for room in the stream.
    ahead: Vec<u8>,
    /// Reads of host memory are under way, so the next pair's bytes come behind the last one's.
    flows: bool,
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
    pub(super) const fn new(way: Way) -> Self {
        Self {
            way,
            ahead: Vec::new(),
            flows: false,
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

    pub(super) const fn way(&self) -> Way {
        self.way
    }

    pub(super) const fn is_to_host(&self) -> bool {
        matches!(self.way, Way::ToHost(_))
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
            State::Stop => (Step { moved: true, next: Some(fabric.now + 1) }, self.stop(fabric)),
            State::Run => self.advance(fabric, mode),
        }
    }

    /// Cuts short what is under way.
    fn stop(&mut self, fabric: &mut Fabric) -> Option<Finished> {
        self.close(fabric);
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

    /// Ends a packet of the stream to the card that was cut short.
    fn close(&mut self, fabric: &mut Fabric) {
        self.ahead.clear();
        self.flows = false;
        if let Way::ToCard(stream) = self.way {
            fabric.from_host[stream].close_packet();
        }
    }

    /// Moves a piece.
    fn advance(&mut self, fabric: &mut Fabric, mode: Mode) -> (Step, Option<Finished>) {
        let Some(pair) = self.queue.front().copied() else {
            self.flows = false;
            return (Step::default(), None);
        };
        if self.free > fabric.now {
            return (Step { moved: false, next: Some(self.free) }, None);
        }
        if let Way::ToCard(_) = self.way
            && !std::mem::replace(&mut self.flows, true)
        {
            self.free = fabric.now + u64::from(fabric.wires.params().round_trip_cycles);
            return (Step { moved: false, next: Some(self.free) }, None);
        }
        let Some((bytes, said, moved)) = self.piece(fabric, pair) else {
            return (Step::default(), None);
        };
        let mut finished = None;
        if let Some(said) = said {
            self.note(said);
        }
        let beats = movers::beats(pair.addr, self.moved.into(), u64::from(self.moved) + bytes);
        match moved {
            Err(Refusal::Unanswered) => {
                self.stuck = true;
                return (Step::default(), None);
            }
            Err(refusal) => {
                self.close(fabric);
                self.queue.pop_front();
                finished = Some(self.finished(pair, true, Errors::of(refusal)));
            }
            Ok(()) => {
                fabric.status.count(self.beats(), beats);
                self.moved += u32::try_from(bytes).unwrap_or(u32::MAX);
                let end = said.and_then(|said| said.end);
                let ends = end.is_some_and(|end| !mode.through || end.burst);
                if self.moved == pair.len || ends {
                    self.queue.pop_front();
                    let long = self.moved == pair.len && end.is_none() && !mode.whole;
                    let errors =
                        Errors { internal: self.is_to_host() && long, ..Errors::default() };
                    finished = Some(self.finished(pair, false, errors));
                }
            }
        }
        self.free = fabric.now + beats.max(1);
        (Step { moved: true, next: Some(self.free) }, finished)
    }

    /// The next bytes of a pair: how many, what the stream says of them, and whether the host took or gave them. None if there is
    /// nothing, or no room.
    fn piece(&mut self, fabric: &mut Fabric, pair: Pair) -> Option<Piece> {
        match self.way {
            Way::ToHost(stream) => {
                let host = pair.addr.wrapping_add(self.moved.into());
                let left = u64::from(pair.len - self.moved);
                let (bytes, said, written) = movers::said_to_host(fabric, host, left, stream)?;
                Some((bytes, Some(said), written))
            }
            Way::ToCard(stream) => {
                let at = Current {
                    control: control::EOP.mask(),
                    len: pair.len.into(),
                    src: pair.addr,
                    dst: 0,
                    moved: self.moved.into(),
                };
                match movers::host_to_stream(fabric, at, stream, u64::MAX, &mut self.ahead) {
                    Ok((bytes, _)) => Some((bytes, None, Ok(()))),
                    Err(Hitch::Blocked) => None,
                    Err(Hitch::Failed(_, refusal)) => Some((0, None, Err(refusal))),
                }
            }
        }
    }

    /// Counter of the beats that it moves on the host's bus.
    const fn beats(&self) -> u32 {
        match self.way {
            Way::ToHost(_) => counter::index::C2H_BEATS,
            Way::ToCard(_) => counter::index::H2C_BEATS,
        }
    }

    /// Notes what is said of further bytes of the buffer.
    fn note(&mut self, said: Said) {
        let before = self.said.get_or_insert(Said { lost: 0, end: None, ..said });
        before.lost += said.lost;
        before.end = said.end;
    }
}
