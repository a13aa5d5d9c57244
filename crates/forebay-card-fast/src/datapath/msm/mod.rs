// SPDX-License-Identifier: Apache-2.0
//! Multi-scalar multiplication: pairs of the two stream ports into buckets, buckets to the host.

use std::collections::VecDeque;

use forebay_bus::CardError;
use forebay_msm::{BucketEngine, CARD_POINT_BYTES, MsmError, SCALAR_BYTES, WindowPlan};
use forebay_regs::cards;
use forebay_regs::user::msm::{self, event};

use super::{Datapath, Lines, Plug, Ports};
use crate::byte_stream::BEAT_BYTES;

pub(super) const PLUG: Plug = Plug {
    feature: &cards::MSM,
    // The read-out has no FIFO: the datapath stays busy until its buckets are taken.
    to_host_beats: 8,
    make: |build| {
        let plan = if build.window_table == 0 { WindowPlan::standard() } else { WindowPlan::toy() };
        Box::new(Msm::new(plan, build.c2h_stream.trailing_zeros() as usize))
    },
};

/// User interrupt line of a finished run, as a mask.
const DONE_LINE: u32 = 1 << cards::MSM.first_line;

/// Pairs collected before they are worked off: enough to keep every core busy on its own windows.
const BLOCK_PAIRS: usize = 1 << 15;
/// Runs that may wait behind the one under way.
const QUEUED_RUNS: usize = 1;
const SCALARS_PORT: usize = 0;
const POINTS_PORT: usize = 1;

/// One run.
#[derive(Debug)]
struct Run {
    pairs: usize,
    /// Pairs added to buckets.
    done: usize,
    /// FIFO entries still to be taken from each stream port.
    scalar_entries: usize,
    point_entries: usize,
    scalars: Vec<u8>,
    points: Vec<u8>,
}

impl Run {
    fn new(pairs: usize) -> Self {
        Self {
            pairs,
            done: 0,
            scalar_entries: (pairs * SCALAR_BYTES).div_ceil(BEAT_BYTES),
            point_entries: (pairs * CARD_POINT_BYTES).div_ceil(BEAT_BYTES),
            scalars: Vec::new(),
            points: Vec::new(),
        }
    }

    /// Takes from the stream ports what makes complete pairs; entries taken. A stream without its counterpart stays in its
    /// FIFO, so that wrong feeding stalls here too.
    fn pull(&mut self, ports: &mut Ports<'_>) -> usize {
        let within_reach =
            |held: usize, port: usize, bytes: usize| (held + ports.held(port) * BEAT_BYTES) / bytes;
        let pairs = within_reach(self.scalars.len(), SCALARS_PORT, SCALAR_BYTES).min(within_reach(
            self.points.len(),
            POINTS_PORT,
            CARD_POINT_BYTES,
        ));
        let wanted =
            |held: usize, bytes: usize| (pairs * bytes).saturating_sub(held).div_ceil(BEAT_BYTES);
        let scalars = wanted(self.scalars.len(), SCALAR_BYTES).min(self.scalar_entries);
        let points = wanted(self.points.len(), CARD_POINT_BYTES).min(self.point_entries);
        ports.take(SCALARS_PORT, scalars, &mut self.scalars);
        ports.take(POINTS_PORT, points, &mut self.points);
        self.scalar_entries -= scalars;
        self.point_entries -= points;
        scalars + points
    }

    /// Complete pairs that wait to be worked off; padding behind the last pair does not count.
    fn waiting(&self) -> usize {
        let there = (self.scalars.len() / SCALAR_BYTES).min(self.points.len() / CARD_POINT_BYTES);
        there.min(self.pairs - self.done)
    }

    fn work_off(&mut self, count: usize, engine: &mut BucketEngine) -> Result<(), MsmError> {
        let (scalars, points) = (count * SCALAR_BYTES, count * CARD_POINT_BYTES);
        let outcome = engine.accumulate(&self.points[..points], &self.scalars[..scalars]);
        self.scalars.drain(..scalars);
        self.points.drain(..points);
        self.done += count;
        outcome
    }
}

/// Buckets on their way out.
#[derive(Debug)]
struct ReadOut {
    bytes: Vec<u8>,
    sent: usize,
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
    queue: VecDeque<usize>,
    run: Option<Run>,
    read_out: Option<ReadOut>,
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
            plan,
            channel,
            points: 0,
            abort: false,
            held: false,
            queue: VecDeque::new(),
            run: None,
            read_out: None,
            runs_done: 0,
            scalar_cut: false,
            done_line: false,
            finished: false,
        }
    }

    /// Does a little of the run under way; modelled cycles (one per addition or beat), or none if it has to wait.
    fn work(&mut self, ports: &mut Ports<'_>) -> Result<Option<u64>, BadInput> {
        if self.is_kept() {
            return Ok(None);
        }
        if let Some(read_out) = &mut self.read_out {
            let beats = read_out.send(ports, self.channel);
            if read_out.sent == read_out.bytes.len() {
                self.read_out = None;
                self.runs_done = (self.runs_done + 1) & msm::status::RUNS_DONE.max();
                self.done_line = true;
                self.finished = true;
                ports.count(event::RUNS, 1);
                return Ok(Some(beats));
            }
            return Ok((beats > 0).then_some(beats));
        }
        let Some(run) = &mut self.run else {
            self.run = self.queue.pop_front().map(Run::new);
            return Ok(self.run.is_some().then_some(1));
        };
        let pulled = run.pull(ports) as u64;
        let waiting = run.waiting();
        let complete = run.done + waiting == run.pairs;
        if waiting < BLOCK_PAIRS && !complete {
            return Ok((pulled > 0).then_some(pulled));
        }
        let block = waiting.min(BLOCK_PAIRS);
        let scalars = &run.scalars.as_chunks().0[..block];
        self.scalar_cut |= !scalars.iter().all(|scalar| self.plan.covers(scalar));
        run.work_off(block, &mut self.engine)?;
        if run.done < run.pairs {
            return Ok(Some(pulled + 1));
        }
        self.run = None;
        Ok(Some(self.start_read_out(ports)))
    }

    /// Books the run's counters and turns its buckets into a read-out; cycles the additions stand for.
    fn start_read_out(&mut self, ports: &mut Ports<'_>) -> u64 {
        let counts = self.engine.counts();
        for (index, amount) in [
            (event::ACTIVE_CYCLES, counts.adds),
            (event::ADDS, counts.adds),
            (event::ZERO_DIGITS, counts.zero_digits),
            (event::PAIRS, counts.pairs),
        ] {
            ports.count(index, amount);
        }
        self.read_out = Some(ReadOut { bytes: self.engine.drain(), sent: 0 });
        counts.adds.max(1)
    }

    fn start_ready(&self) -> bool {
        !self.is_kept() && self.queue.len() < QUEUED_RUNS
    }

    /// It is kept from beginning anything.
    const fn is_kept(&self) -> bool {
        self.abort || self.held
    }

    /// It has a run, or ABORT keeps it in reset.
    fn is_busy(&self) -> bool {
        self.abort || self.run.is_some() || self.read_out.is_some() || !self.queue.is_empty()
    }

    /// Forgets what it has begun.
    fn clear(&mut self, ports: &mut Ports<'_>) {
        self.queue.clear();
        self.run = None;
        self.read_out = None;
        self.scalar_cut = false;
        let _ = self.engine.drain();
        ports.to_host[self.channel].clear();
    }
}

impl Datapath for Msm {
    #[expect(clippy::cast_possible_truncation, reason = "counts of windows and buckets are small")]
    fn read(&self, offset: u32) -> Option<u32> {
        let window = |index: u32| (index as usize) < self.plan.window_count();
        Some(match offset {
            msm::CONTROL => msm::control::ABORT.put(u32::from(self.abort)),
            msm::STATUS => {
                msm::status::BUSY.put(u32::from(self.is_busy()))
                    | msm::status::START_READY.put(u32::from(self.start_ready()))
                    | msm::status::DRAINING.put(u32::from(self.read_out.is_some()))
                    | msm::status::SCALAR_CUT.put(u32::from(self.scalar_cut))
                    | msm::status::RUNS_DONE.put(self.runs_done)
            }
            msm::POINTS => self.points,
            msm::NUM_WINDOWS => self.plan.window_count() as u32,
            msm::NUM_BUCKETS => self.plan.bucket_count() as u32,
            // This body has no adder pipeline and nothing to hold back.
            msm::ADDER_LATENCY | msm::HOLD_DEPTH => 0,
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
            self.queue.push_back(self.points as usize);
            self.done_line = false;
        }
        if abort {
            self.clear(ports);
        }
        self.abort = abort;
        !start || accepted
    }

    fn step(&mut self, ports: &mut Ports<'_>) -> Result<Option<u64>, CardError> {
        Ok(self.work(ports)?)
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

    fn quiesce(&mut self, held: bool, ports: &mut Ports<'_>) {
        self.held = held;
        if held {
            self.clear(ports);
        }
    }
}

impl ReadOut {
    /// Sends what the stream has room for; beats.
    fn send(&mut self, ports: &mut Ports<'_>, channel: usize) -> u64 {
        let stream = &mut ports.to_host[channel];
        let count = stream.room().min(self.bytes.len() - self.sent);
        stream.push(&self.bytes[self.sent..self.sent + count]);
        self.sent += count;
        if self.sent == self.bytes.len() {
            stream.end_packet();
        }
        let beats = (count / BEAT_BYTES) as u64;
        ports.count(event::DRAIN_CYCLES, beats);
        beats
    }
}
