// SPDX-License-Identifier: Apache-2.0
//! Multi-scalar multiplication by one to three adders: windows in passes, a sum for each window (`fby_msm`).
//!
//! Two halves that know nothing of each other: `cycles` says what happens in which cycle, and the other modules what the sums are.
//!
//! | Module | Its one job |
//! |---|---|
//! | `registers` | registers, what they refuse, and the run that they describe |
//! | `word` | scalars to words |
//! | `digit` | words to digits, by the rows of both tables |
//! | `feed` | what comes by the stream ports |
//! | `memory` | points that stay from run to run |
//! | `filling` | digits of the windows that are filled together |
//! | `sums` | what adds them, beside the model of cycles |
//! | `run` | the data of a run |
//! | `turn` | a run's data for the model of cycles |
//! | `cycles` | when what happens |
//! | `adder` | of it: which bucket is in flight |
//!
//! Records are taken from the stream ports when the model of cycles looks at them: FIFOs may be a little fuller or emptier than the
//! RTL's in the middle of a run.

mod adder;
mod cycles;
mod digit;
mod feed;
mod filling;
mod memory;
mod registers;
mod run;
mod sums;
#[cfg(test)]
mod tests;
mod turn;
mod word;

use forebay_builds::Build;
use forebay_bus::CardError;
use forebay_msm::MsmError;
use forebay_regs::cards;
use forebay_regs::user::msm::{self as regs, event};

pub use cycles::{EngineCycles, engine_cycles};

use super::{Datapath, Lines, Plug, Ports, Step};
use crate::dma::facts::START;
use crate::features::Waits;
use cycles::Course;
use cycles::facts::FLUSH_CYCLES;
use memory::Memory;
use registers::{Order, Registers};
use run::Run;
use turn::Turn;

pub(super) const PLUG: Plug = Plug {
    feature: &cards::MSM,
    // Sums have no FIFO: the datapath stays busy until they are taken, and so the last of them, three beats, does not fit.
    to_host_beats: 2,
    make: |build| Box::new(Msm::new(build)),
};

/// User interrupt line of a finished run, as a mask.
const DONE_LINE: u32 = 1 << cards::MSM.first_line;

/// What the engine does: the states of `fby_msm_passes`.
#[derive(Debug)]
enum State {
    /// Lets the adders run empty and empties the buckets, for so many cycles more.
    Clears(u64),
    /// Has nothing to do, and is free for a run from that cycle on.
    Rests(u64),
    Runs(Box<(Course, Run)>),
}

/// The datapath met what the RTL would compute nonsense from.
#[derive(Debug, thiserror::Error)]
enum BadInput {
    #[error("MSM input: {0}; check points before they go to the card")]
    Points(#[from] MsmError),
    #[error(
        "MSM run: the card's memory was to have {points} points from slot {slot} on, and point {missing} was never written; \
         bring the points with the run, or load them first (PASSES 0)"
    )]
    NeverWritten { points: u32, slot: usize, missing: usize },
}

impl From<BadInput> for CardError {
    fn from(error: BadInput) -> Self {
        Self::Input(Box::new(error))
    }
}

/// The datapath.
#[derive(Debug)]
struct Msm {
    registers: Registers,
    memory: Memory,
    /// C2H channel that carries the sums.
    channel: usize,
    abort: bool,
    /// It was told to come to rest.
    held: bool,
    /// The run that waits, and the first cycle in which it can be started.
    queued: Option<(Order, u64)>,
    state: State,
    passes_done: u32,
    runs_done: u32,
    scalar_cut: bool,
    /// A run has finished since the last start: the interrupt line.
    done_line: bool,
    /// A run has finished since [`Datapath::take_lines`] was asked.
    finished: bool,
}

impl Msm {
    fn new(build: &Build) -> Self {
        let channel = build.c2h_stream.trailing_zeros() as usize;
        Self::with(Registers::new(build), Memory::default(), channel)
    }

    /// One that was just reset.
    const fn with(registers: Registers, memory: Memory, channel: usize) -> Self {
        Self {
            state: clears(&registers),
            registers,
            memory,
            channel,
            abort: false,
            held: false,
            queued: None,
            passes_done: 0,
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
                let Some((order, from)) = self.queued.take() else { return Ok(None) };
                let began = from.max(*free_from);
                self.begin(order, began)?;
                Ok(Some((began.min(until), false)))
            }
            State::Runs(_) => self.go_on(until, ports).map(Some),
        }
    }

    /// Begins a run.
    fn begin(&mut self, order: Order, began: u64) -> Result<(), BadInput> {
        let run = Run::new(order, &self.registers, &mut self.memory);
        let rows = run.passes().iter().map(|pass| *pass.shape()).collect();
        let shape = order.shape();
        let course = Course::new(began, self.registers.card(), shape, rows);
        let missing = self.memory.missing(&run.places()).filter(|_| shape.resident);
        let first = run.places().start;
        self.passes_done = 0;
        self.state = State::Runs(Box::new((course, run)));
        missing.map_or(Ok(()), |place| {
            let missing = place - first;
            Err(BadInput::NeverWritten { points: order.points, slot: shape.slot, missing })
        })
    }

    /// Goes on in the run under way; see [`Msm::work`].
    fn go_on(&mut self, until: u64, ports: &mut Ports<'_>) -> Result<(u64, bool), BadInput> {
        let State::Runs(running) = &mut self.state else { return Ok((until, false)) };
        let (course, run) = &mut **running;
        let mut turn = Turn::new(run, &mut self.memory, ports, self.channel);
        course.advance(until, &mut turn);
        let (stray, mut outcome) = turn.outcome();
        if run.has_block() {
            outcome = outcome.and(run.work_off(&mut self.memory));
        }
        let moved = course.moved();
        course.tell(ports);
        self.scalar_cut |= stray | run.take_cut();
        self.passes_done = course.passes_done();
        let clock = course.clock();
        if course.is_over() {
            self.state = State::Rests(clock);
            self.runs_done = (self.runs_done + 1) & regs::status::RUNS_DONE.max();
            self.done_line = true;
            self.finished = true;
            ports.count(event::RUNS, 1);
        }
        outcome?;
        Ok((clock, moved))
    }

    fn start_ready(&self) -> bool {
        !self.abort && !self.held && self.queued.is_none()
    }

    /// It has a run, or buckets to empty, or ABORT keeps it in reset.
    fn is_busy(&self) -> bool {
        self.abort || !matches!(self.state, State::Rests(_)) || self.queued.is_some()
    }

    /// Forgets what it has begun.
    fn clear(&mut self, ports: &mut Ports<'_>) {
        self.queued = None;
        let state = std::mem::replace(&mut self.state, clears(&self.registers));
        if let State::Runs(running) = state {
            running.1.abandon(&mut self.memory);
        }
        self.scalar_cut = false;
        ports.to_host[self.channel].clear();
    }

    fn status(&self) -> u32 {
        let reducing = matches!(&self.state, State::Runs(running) if running.0.is_reducing());
        regs::status::BUSY.put(u32::from(self.is_busy()))
            | regs::status::START_READY.put(u32::from(self.start_ready()))
            | regs::status::REDUCING.put(u32::from(reducing))
            | regs::status::SCALAR_CUT.put(u32::from(self.scalar_cut))
            | regs::status::PASS.put(self.passes_done)
            | regs::status::RUNS_DONE.put(self.runs_done)
    }

    /// Writes CONTROL; false if a run is not started that should be.
    fn control(&mut self, value: u32, ports: &mut Ports<'_>) -> bool {
        let abort = regs::control::ABORT.is_set(value);
        let start = regs::control::START.is_set(value);
        // A start in the write that raises ABORT would be dropped at once.
        let order = self.registers.order().filter(|_| start && !abort && self.start_ready());
        let accepted = order.is_some();
        if let Some(order) = order {
            self.queued = Some((order, ports.now + START));
            self.done_line = false;
        }
        if abort {
            self.clear(ports);
        }
        self.abort = abort;
        !start || accepted
    }
}

/// What follows a reset or an abort: the buckets are emptied, one a cycle.
const fn clears(registers: &Registers) -> State {
    State::Clears(FLUSH_CYCLES + registers.card().buckets as u64)
}

impl Datapath for Msm {
    fn read(&mut self, offset: u32, _: u64) -> Option<u32> {
        match offset {
            regs::CONTROL => Some(regs::control::ABORT.put(u32::from(self.abort))),
            regs::STATUS => Some(self.status()),
            _ => self.registers.read(offset),
        }
    }

    fn write(&mut self, offset: u32, value: u32, ports: &mut Ports<'_>) -> bool {
        match offset {
            regs::CONTROL => self.control(value, ports),
            regs::STATUS => {
                self.scalar_cut &= !regs::status::SCALAR_CUT.is_set(value);
                true
            }
            _ => self.registers.write(offset, value, self.is_busy()),
        }
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
        if let State::Runs(running) = &self.state
            && !running.1.feed.is_complete()
        {
            for (port, entries) in running.1.feed.wanted().into_iter().enumerate() {
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

    fn after_reset(mut self: Box<Self>, _: Box<dyn Datapath>) -> Box<dyn Datapath> {
        if let State::Runs(running) = std::mem::replace(&mut self.state, State::Rests(0)) {
            running.1.abandon(&mut self.memory);
        }
        let Self { registers, memory, channel, .. } = *self;
        Box::new(Self::with(registers.after_reset(), memory, channel))
    }
}
