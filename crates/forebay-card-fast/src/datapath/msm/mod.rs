// SPDX-License-Identifier: Apache-2.0
//! Multi-scalar multiplication: pairs of the two stream ports into buckets, buckets to the host.
//!
//! Two halves that know nothing of each other: `cycles` says what happens in which cycle, and the engine of `forebay-msm` what is in the
//! buckets at the end of a run, in blocks, on all cores.
//!
//! Pairs are taken from the stream ports when the model of cycles looks at them, which is up to a pair later than its cycles say, or a few
//! cycles sooner, while the last of their entries are on their way: FIFOs may be fuller or emptier by that, and a count that is read in the
//! middle of a run may lack it.

mod cycles;
mod feed;
mod read_out;

use std::collections::VecDeque;

use forebay_bus::CardError;
use forebay_msm::{BucketEngine, MsmError, WindowPlan};
use forebay_regs::cards;
use forebay_regs::user::msm::{self, event};

use super::adder::facts::ADDER_LATENCY;
use super::{Datapath, Lines, Plug, Ports, Step};
use crate::dma::facts::START;
use crate::features::Waits;
use cycles::Accumulation;
use cycles::facts::{FLUSH_CYCLES, HOLD_DEPTH};
use feed::{Feed, Intake};
use read_out::ReadOut;

pub(super) const PLUG: Plug = Plug {
    feature: &cards::MSM,
    // The read-out has no FIFO: the datapath stays busy until its buckets are taken.
    to_host_beats: 8,
    make: |build| {
        let plan = if build.option == 0 { WindowPlan::standard() } else { WindowPlan::toy() };
        Box::new(Msm::new(plan, build.c2h_stream.trailing_zeros() as usize))
    },
};

/// User interrupt line of a finished run, as a mask.
const DONE_LINE: u32 = 1 << cards::MSM.first_line;

/// Runs that may wait behind the one under way.
const QUEUED_RUNS: usize = 1;

/// A run that was told to start.
#[derive(Clone, Copy, Debug)]
struct Start {
    pairs: usize,
    /// The first cycle in which it can be started.
    from: u64,
}

/// What the core does: the states of `fby_msm_ctrl`.
#[derive(Debug)]
enum State {
    /// Lets the adder run empty and empties the buckets, for so many cycles more.
    Clears(u64),
    /// Has nothing to do, and is free for a run from that cycle on.
    Rests(u64),
    Accumulates(Box<Accumulation>, Feed),
    ReadsOut(ReadOut),
}

/// The datapath met input that the RTL would compute nonsense from.
#[derive(Debug, thiserror::Error)]
#[error("MSM input: {source}; check points and scalars before they go to the card")]
struct BadInput {
    #[from]
    source: MsmError,
}

impl From<BadInput> for CardError {
    fn from(error: BadInput) -> Self {
        Self::Input(Box::new(error))
    }
}

/// The MSM datapath.
#[derive(Debug)]
struct Msm {
    plan: WindowPlan,
    engine: BucketEngine,
    /// C2H channel that carries the buckets.
    channel: usize,
    points: u32,
    abort: bool,
    /// It was told to come to rest.
    held: bool,
    queue: VecDeque<Start>,
    state: State,
    runs_done: u32,
    /// A scalar was wider than the windows: `STATUS.SCALAR_CUT`.
    scalar_cut: bool,
    /// A run has finished since the last start: the interrupt line.
    done_line: bool,
    /// A run has finished since [`Datapath::take_lines`] was asked.
    finished: bool,
}

impl Msm {
    fn new(plan: WindowPlan, channel: usize) -> Self {
        Self {
            engine: BucketEngine::new(plan.clone()),
            state: clears(&plan),
            plan,
            channel,
            points: 0,
            abort: false,
            held: false,
            queue: VecDeque::new(),
            runs_done: 0,
            scalar_cut: false,
            done_line: false,
            finished: false,
        }
    }

    /// Goes on in what it does, to cycle `until` at most; the cycle up to which that is done and whether it has got on, or none if it
    /// rests.
    fn work(&mut self, until: u64, ports: &mut Ports<'_>) -> Result<Option<(u64, bool)>, BadInput> {
        match &mut self.state {
            State::Clears(left) => {
                let cycles = (*left).min(until - ports.now);
                *left -= cycles;
                let end = ports.now + cycles;
                if *left == 0 {
                    self.state = State::Rests(end);
                }
                Ok(Some((end, false)))
            }
            State::Rests(free_from) => {
                let Some(start) = self.queue.pop_front() else { return Ok(None) };
                let began = start.from.max(*free_from);
                let cycles = Accumulation::new(began, start.pairs, self.plan.bucket_count());
                self.state = State::Accumulates(Box::new(cycles), Feed::new(start.pairs));
                Ok(Some((began.min(until), false)))
            }
            State::Accumulates(..) => self.accumulate(until, ports).map(Some),
            State::ReadsOut(read_out) => {
                let beats = read_out.advance(until, self.channel, ports);
                let clock = read_out.clock();
                if read_out.is_over() {
                    self.state = State::Rests(clock);
                    self.runs_done = (self.runs_done + 1) & msm::status::RUNS_DONE.max();
                    self.done_line = true;
                    self.finished = true;
                    ports.count(event::RUNS, 1);
                }
                Ok(Some((clock, beats > 0)))
            }
        }
    }

    /// Goes on in the run under way; see [`Msm::work`].
    fn accumulate(&mut self, until: u64, ports: &mut Ports<'_>) -> Result<(u64, bool), BadInput> {
        let State::Accumulates(cycles, feed) = &mut self.state else { return Ok((until, false)) };
        let mut intake = Intake { feed, plan: &self.plan, ports, entries: 0 };
        cycles.advance(until, &mut intake);
        let (clock, moved) = (cycles.clock(), cycles.pairs() > 0);
        cycles.tell(ports);
        let over = cycles.is_over();
        if feed.has_block() {
            let (cut, outcome) = feed.work_off(&mut self.engine, &self.plan);
            self.scalar_cut |= cut;
            outcome?;
        }
        if over && !feed.has_block() {
            // The cycle in which the end is found still belongs to the run.
            self.state = State::ReadsOut(ReadOut::new(self.engine.drain(), clock + 1));
        }
        Ok((clock, moved))
    }

    fn start_ready(&self) -> bool {
        !self.is_kept() && self.queue.len() < QUEUED_RUNS
    }

    /// It is kept from beginning anything.
    const fn is_kept(&self) -> bool {
        self.abort || self.held
    }

    /// It has a run, or buckets to empty, or ABORT keeps it in reset.
    fn is_busy(&self) -> bool {
        self.abort || !matches!(self.state, State::Rests(_)) || !self.queue.is_empty()
    }

    /// Forgets what it has begun.
    fn clear(&mut self, ports: &mut Ports<'_>) {
        self.queue.clear();
        self.state = clears(&self.plan);
        self.scalar_cut = false;
        let _ = self.engine.drain();
        ports.to_host[self.channel].clear();
    }
}

/// What follows a reset or an abort: the buckets of that plan are emptied, one a cycle.
fn clears(plan: &WindowPlan) -> State {
    State::Clears(FLUSH_CYCLES + plan.bucket_count() as u64)
}

impl Datapath for Msm {
    #[expect(clippy::cast_possible_truncation, reason = "counts of windows and buckets are small")]
    fn read(&mut self, offset: u32, _: u64) -> Option<u32> {
        let window = |index: u32| (index as usize) < self.plan.window_count();
        Some(match offset {
            msm::CONTROL => msm::control::ABORT.put(u32::from(self.abort)),
            msm::STATUS => {
                msm::status::BUSY.put(u32::from(self.is_busy()))
                    | msm::status::START_READY.put(u32::from(self.start_ready()))
                    | msm::status::DRAINING.put(u32::from(matches!(self.state, State::ReadsOut(_))))
                    | msm::status::SCALAR_CUT.put(u32::from(self.scalar_cut))
                    | msm::status::RUNS_DONE.put(self.runs_done)
            }
            msm::POINTS => self.points,
            msm::NUM_WINDOWS => self.plan.window_count() as u32,
            msm::NUM_BUCKETS => self.plan.bucket_count() as u32,
            msm::ADDER_LATENCY => ADDER_LATENCY,
            msm::HOLD_DEPTH => HOLD_DEPTH as u32,
            msm::SCALAR_BITS => self.plan.scalar_bits(),
            _ => match (msm::WINDOW_BITS.find(offset), msm::WINDOW_BASE.find(offset)) {
                (Some((index, _)), _) if window(index) => self.plan.bits()[index as usize],
                (_, Some((index, _))) if window(index) => self.plan.base(index as usize) as u32,
                (None, None) => return None,
                _ => 0,
            },
        })
    }

    fn write(&mut self, offset: u32, value: u32, ports: &mut Ports<'_>) -> bool {
        if offset == msm::POINTS {
            self.points = value;
        }
        if offset == msm::STATUS && msm::status::SCALAR_CUT.is_set(value) {
            self.scalar_cut = false;
        }
        if offset != msm::CONTROL {
            return offset == msm::POINTS || offset == msm::STATUS;
        }
        let abort = msm::control::ABORT.is_set(value);
        let start = msm::control::START.is_set(value);
        let accepted = start && !abort && self.start_ready();
        if accepted {
            let from = ports.now + START;
            self.queue.push_back(Start { pairs: self.points as usize, from });
            self.done_line = false;
        }
        if abort {
            self.clear(ports);
        }
        self.abort = abort;
        !start || accepted
    }

    fn step(&mut self, most: u64, ports: &mut Ports<'_>) -> Result<Step, CardError> {
        // ABORT holds everything in reset.
        if self.abort {
            return Ok(Step::Rests);
        }
        let until = ports.now.saturating_add(most);
        let mut step = Step::Rests;
        let mut moves = false;
        // What it did last may have been over before this cycle, or may be over within this step.
        while let Some((clock, moved)) = self.work(until, ports)? {
            let cycles = clock.saturating_sub(ports.now);
            moves |= moved;
            step = if moves { Step::Moves(cycles) } else { Step::Waits(cycles) };
            if cycles > 0 && (moved || clock >= until) {
                break;
            }
        }
        Ok(step)
    }

    /// The line falls for a moment at the end of each run, so that it rises once for each.
    fn take_lines(&mut self) -> Lines {
        let finished = std::mem::take(&mut self.finished);
        Lines {
            high: if self.done_line { DONE_LINE } else { 0 },
            fell: if finished { DONE_LINE } else { 0 },
        }
    }

    fn busy(&self, _: &Ports<'_>) -> bool {
        self.is_busy()
    }

    fn waits(&self, ports: &Ports<'_>) -> Waits {
        let mut waits = Waits::default();
        if let State::Accumulates(_, feed) = &self.state
            && !feed.is_complete()
        {
            for (port, entries) in feed.wanted().into_iter().enumerate() {
                waits.ports |= u32::from(ports.held(port) < entries) << port;
            }
        }
        waits
    }

    fn quiesce(&mut self, held: bool, ports: &mut Ports<'_>) {
        self.held = held;
        if held {
            self.clear(ports);
        }
    }
}
