// SPDX-License-Identifier: Apache-2.0
//! Runs in flight: while one computes the next one is queued, and the host joins the sums of the one before.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use forebay::{Buffer, ReadTransfer, Transfer};
use forebay_msm::passes::Geometry;
use forebay_msm::passes::rho::Rho;
use forebay_msm::{
    BUCKET_BYTES, ExtendedPoint, G1Affine, G1Projective, MsmError, SCALAR_BYTES, Scalar, check,
};
use forebay_regs::user::msm::status;

use super::figures::{Counted, Snapshot};
use super::jobs::{self, Job, Source};
use super::load::{bring, count, wait_done};
use super::plans::Plans;
use super::registers::Start;
use super::sieve::{self, Sieved};
use super::{Engine, Known, RUN_NUMBERS, secret};
use crate::bases::{Bases, Segment};
use crate::error::MsmClientError;
use crate::mode::ScalarMode;
use crate::report::{AdderReport, Adding, EngineReport, MsmReport, Phase, SieveReport, Spent};
use crate::schedule::{self, Parts, RUNS_IN_FLIGHT};
use crate::streams::{POINTS_PORT, SCALARS_PORT, allocate, entries, scalars_feed};

/// One run that the card has been told to do, and that sums.
struct Run {
    /// What `RUNS_DONE` is while it is the one that the card works on.
    number: u32,
    input: Transfer,
    submitted_at: u64,
    sums: Sums,
}

/// What comes of it.
struct Sums {
    job: Job,
    output: ReadTransfer,
    /// Scalars reduced and copied.
    prepared_in: Duration,
    segment: Arc<Segment>,
    rho: Option<Rho>,
}

/// A run that is over.
struct Finished {
    job: Job,
    segment: Arc<Segment>,
    rho: Option<Rho>,
    buffer: Buffer,
    parts: Parts,
}

/// Where points are.
struct Place {
    slot: usize,
    /// They are there already.
    resident: bool,
}

/// Scalars of a part and its points, for all runs over it.
struct Prepared {
    buffer: Arc<Buffer>,
    segment: Arc<Segment>,
    rho: Option<Rho>,
}

/// A batch under way.
struct Batch<'a> {
    engine: &'a Engine,
    known: &'a mut Known,
    bases: &'a Bases,
    scalars: &'a [&'a [Scalar]],
    sieved: &'a [Sieved],
    plans: Plans,
    /// Number of the next run.
    next: u32,
    runs: u32,
    prepared: Option<Prepared>,
    running: VecDeque<Run>,
    /// Sums of the part under way, as they come.
    sums: Vec<ExtendedPoint>,
    products: Vec<G1Projective>,
    reports: Vec<(usize, Parts)>,
    /// What the host has done before the first run, which that one counts.
    before_first: Duration,
    spent: Spent,
    /// Card cycle at which the sums of the last run were there.
    free_at: u64,
    /// What was done, as far as it is counted on the way.
    counts: Counts,
    /// What the card has counted while points were loaded.
    loaded: Counted,
}

/// Runs of a kind.
#[derive(Default)]
struct Counts {
    resident: usize,
    loads: usize,
    gathered: usize,
}

/// Does a batch on a card at rest, whose `RUNS_DONE` is `first`; gives the products, and the number of runs.
pub(super) fn run(
    engine: &Engine,
    known: &mut Known,
    bases: &Bases,
    scalars: &[&[Scalar]],
    first: u32,
) -> Result<((Vec<G1Affine>, MsmReport), u32), MsmClientError> {
    let before = Snapshot::take(engine)?;
    let began = Instant::now();
    let sieved = &sieve::look(engine, bases, scalars)?[..];
    let spent = Spent { sieve: began.elapsed(), ..Spent::default() };
    let parts = jobs::parts(bases, scalars, sieved, engine.most_points());
    let plans = Plans::new(engine, &parts)?;
    let gathers = |part: &_| plans.gathers(engine, part, bases);
    let jobs = jobs::all(&parts, &engine.geometry, &plans, gathers);
    let mut batch = Batch {
        engine,
        known,
        bases,
        scalars,
        sieved,
        plans,
        next: first,
        runs: 0,
        prepared: None,
        running: VecDeque::new(),
        sums: Vec::new(),
        products: vec![G1Projective::default(); scalars.len()],
        reports: Vec::new(),
        before_first: spent.sieve,
        spent,
        free_at: 0,
        counts: Counts::default(),
        loaded: Counted::default(),
    };
    batch.work(jobs)?;
    let report = batch.report(&before, &Snapshot::take(engine)?);
    let products = batch.products.iter().map(|product| (*product).into()).collect();
    Ok(((products, report), batch.runs))
}

impl Batch<'_> {
    fn work(&mut self, jobs: Vec<Job>) -> Result<(), MsmClientError> {
        let mut waiting = jobs.into_iter();
        for job in waiting.by_ref().take(RUNS_IN_FLIGHT) {
            self.start(job)?;
        }
        while let Some(run) = self.running.pop_front() {
            let run = self.finish(run)?;
            // Before the sums are joined, so that the card has enough to do meanwhile.
            if let Some(job) = waiting.next() {
                self.start(job)?;
            }
            self.join(run)?;
        }
        Ok(())
    }

    /// Queues a run.
    fn start(&mut self, job: Job) -> Result<(), MsmClientError> {
        let began = Instant::now();
        let prepared = match self.prepared.take() {
            Some(prepared) if job.passes.start > 0 => prepared,
            _ => self.prepare(&job)?,
        };
        let prepared_in = began.elapsed() + std::mem::take(&mut self.before_first);
        let segment = Arc::clone(&prepared.segment);
        let points = job.part.points;
        let Place { slot, resident } = self.place(&segment, points, job.passes.len())?;
        let mut feeds = vec![scalars_feed(Arc::clone(&prepared.buffer))];
        feeds.extend((!resident).then(|| segment.feed()));
        self.counts.resident += usize::from(resident);
        self.counts.gathered += usize::from(job.gathers);
        let plan = self.plans.of(&job);
        self.engine.registers.set_plan(&mut self.known.tables, plan, &job.passes)?;
        self.wait_ready()?;
        let sums: usize =
            plan.passes()[job.passes.clone()].iter().map(|pass| pass.windows * pass.adders).sum();
        let output = self.engine.streams.receive(allocate(sums * BUCKET_BYTES)?)?;
        let submitted_at = self.engine.device.now()?;
        let input = self.engine.streams.send(&feeds, points)?;
        if self.running.is_empty() {
            // The card's time is then the same, however long the way of the first data is.
            let port = if resident { SCALARS_PORT } else { POINTS_PORT };
            self.engine.streams.wait_first_data(port)?;
        }
        self.engine.registers.start(&Start {
            points: count(points)?,
            slot: count(slot)?,
            passes: job.passes.len(),
            resident,
            fold: plan.preparation().fold,
            rho: prepared.rho.as_ref(),
        })?;
        let rho = prepared.rho;
        self.prepared = Some(prepared);
        let sums = Sums { job, output, prepared_in, segment, rho };
        self.running.push_back(Run { number: self.next, input, submitted_at, sums });
        self.count_run();
        Ok(())
    }

    /// Brings points into the card's memory, at rest.
    fn load(
        &mut self,
        segment: &Segment,
        points: usize,
        slot: usize,
    ) -> Result<(), MsmClientError> {
        let idle = |word| !status::BUSY.is_set(word);
        self.engine.registers.wait_status("STATUS.BUSY before points are loaded", idle)?;
        let before = Snapshot::take(self.engine)?;
        bring(self.engine, segment, points, slot, self.next)?;
        self.loaded.add(&Snapshot::take(self.engine)?.since(&before));
        self.free_at = self.engine.device.now()?;
        self.count_run();
        self.counts.loads += 1;
        Ok(())
    }

    const fn count_run(&mut self) {
        self.next = self.next.wrapping_add(1) & RUN_NUMBERS;
        self.runs = self.runs.wrapping_add(1);
    }

    fn wait_ready(&self) -> Result<(), MsmClientError> {
        let ready = |word| status::START_READY.is_set(word);
        self.engine.registers.wait_status("STATUS.START_READY", ready)?;
        Ok(())
    }

    /// Scalars of a part as the card takes them, below the group's order, their points, and a rho for them.
    fn prepare(&mut self, job: &Job) -> Result<Prepared, MsmClientError> {
        let part = &job.part;
        let bytes = part.points * SCALAR_BYTES;
        let mut buffer = entries(bytes)?;
        let (into, _) = buffer[..bytes].as_chunks_mut();
        let scalars = self.scalars[part.product];
        let segment = match part.source {
            Source::Segment(segment) => {
                into.copy_from_slice(&scalars[part.scalars.clone()]);
                Arc::clone(&self.bases.segments()[segment])
            }
            Source::Sieved(kept) => {
                let began = Instant::now();
                let sieved = &self.sieved[part.product];
                let segment = sieved.copy(kept, part, (self.bases, scalars), into)?;
                self.spent.sieve += began.elapsed();
                Arc::new(segment)
            }
        };
        // The points are of that order, so the product stays the same.
        check::reduce_scalars(into);
        let uniform = self.engine.mode.is_uniform() && !part.is_of_ones();
        let plan = self.plans.of_part(part);
        let rho = uniform.then(|| secret::rho(&self.engine.geometry, plan, part.points));
        Ok(Prepared { buffer: Arc::new(buffer), segment, rho: rho.transpose()? })
    }

    /// Where the points of a run are, or where it keeps them if it has several passes.
    fn place(
        &mut self,
        segment: &Arc<Segment>,
        points: usize,
        passes: usize,
    ) -> Result<Place, MsmClientError> {
        let slots = &mut self.known.slots;
        if let Some(slot) = slots.find(segment, points) {
            return Ok(Place { slot, resident: true });
        }
        let used_before = segment.use_once();
        if passes > 1 {
            let Geometry { buckets, records, .. } = self.engine.geometry;
            // However few of its points are wanted, there has to be room for all.
            let (widths, points_of) = (self.engine.widths.clone(), segment.points());
            let no_room = MsmError::NoPlan { widths, points: points_of, buckets, records };
            let slot = slots.place(segment, points).ok_or(no_room)?;
            return Ok(Place { slot, resident: false });
        }
        // A run of one pass keeps nothing: what is used again is worth a run that does.
        match used_before.then(|| slots.place(segment, points)).flatten() {
            Some(slot) => {
                self.load(segment, points, slot)?;
                Ok(Place { slot, resident: true })
            }
            None => Ok(Place { slot: 0, resident: false }),
        }
    }

    /// Waits for a run, phase by phase; gives what has come of it.
    fn finish(&mut self, run: Run) -> Result<Finished, MsmClientError> {
        let began = Instant::now();
        let moved = run.input.wait()?;
        self.spent.transfer += began.elapsed();
        self.spent.transfer_cycles += moved.finished_at.saturating_sub(run.submitted_at);
        let began = Instant::now();
        let word = wait_done(self.engine, run.number)?;
        self.spent.compute += began.elapsed();
        // They fitted when they left here: what the card saw was something else.
        if status::SCALAR_CUT.is_set(word) {
            return Err(MsmClientError::ScalarCut { bits: self.plans.of(&run.sums.job).cover() });
        }
        let Sums { job, output, prepared_in, segment, rho } = run.sums;
        let began = Instant::now();
        let (buffer, moved) = output.wait()?;
        self.spent.read_back += began.elapsed();
        let (seen, expected) = (moved.bytes, buffer.len() as u64);
        if seen != expected {
            return Err(MsmClientError::Datapath { what: "bytes of a run's sums", seen, expected });
        }
        let parts = Parts {
            scalars: schedule::cycles(prepared_in, self.engine.clock_hz()),
            card: moved.finished_at.saturating_sub(run.submitted_at.max(self.free_at)),
            sum: 0,
        };
        self.free_at = moved.finished_at;
        Ok(Finished { job, segment, rho, buffer, parts })
    }

    /// Adds what has come of a run to its product.
    fn join(&mut self, run: Finished) -> Result<(), MsmClientError> {
        let began = Instant::now();
        let Finished { job, segment, rho, buffer, mut parts } = run;
        let plan = self.plans.of(&job);
        let (records, _) = buffer.as_chunks::<BUCKET_BYTES>();
        for (number, record) in (self.sums.len()..).zip(records) {
            let bad = |error| MsmClientError::BadSum { number, error };
            let sum = ExtendedPoint::from_bytes(record, number).map_err(bad)?;
            if let Some(sum) = &sum {
                sum.check(number).map_err(bad)?;
            }
            self.sums.push(sum.unwrap_or(ExtendedPoint::IDENTITY));
        }
        let passes = plan.passes().len();
        if job.passes.end == passes {
            let joined = plan.join(&self.sums);
            self.sums.clear();
            let part = &job.part;
            if let Some(sum) = joined.by_class {
                segment.learn(part.points, sum);
            }
            self.products[part.product] += match rho {
                None => joined.total.to_affine().into(),
                Some(rho) => rho.take_off(&joined.total, &segment.by_class(part.points)?),
            };
        }
        let spent = began.elapsed();
        self.spent.host_sum += spent;
        parts.sum = schedule::cycles(spent, self.engine.clock_hz());
        // Further runs over the same points are the same part's.
        let points = if job.passes.start == 0 { job.part.points } else { 0 };
        self.reports.push((points, parts));
        Ok(())
    }

    fn report(&self, before: &Snapshot, after: &Snapshot) -> MsmReport {
        let (hz, spent) = (self.engine.clock_hz(), &self.spent);
        let points = self.scalars.iter().map(|scalars| scalars.len()).sum();
        let Counted { cycles: card_cycles, events } = after.since(before).without(&self.loaded);
        let [active, additions, starved, hazard, fill, reduce] = events;
        let sieve = (self.engine.mode == ScalarMode::Sieve).then(|| SieveReport::new(self.sieved));
        let mut phases = vec![Phase::host("prepare", self.bases.prepared_in())];
        phases.extend(sieve.map(|_| Phase::host("sieve", spent.sieve)));
        phases.extend([
            Phase::card("transfer", spent.transfer_cycles, hz, spent.transfer),
            Phase::card("compute", active, hz, spent.compute),
            Phase::host("read back", spent.read_back),
            Phase::host("host sum", spent.host_sum),
        ]);
        let adders = u32::try_from(self.engine.geometry.adders).unwrap_or(u32::MAX);
        let adding = Adding { adders, active, additions, starved, hazard, fill, reduce };
        let adder = AdderReport::new(points, self.engine.device.identity().modelled, &adding);
        let (runs, masking) = schedule::lay_out(&self.reports);
        let plan = self.plans.reported();
        let engine = EngineReport {
            scalar_mode: self.engine.mode,
            sieve,
            folded: plan.preparation().fold,
            window_bits: plan.of_scalars().map(|window| window.bits).collect(),
            passes: plan.passes().len(),
            runs: runs.len(),
            resident_runs: self.counts.resident,
            load_runs: self.counts.loads,
            load_cycles: self.loaded.cycles,
            gathered_runs: self.counts.gathered,
        };
        MsmReport { points, card_cycles, clock_hz: hz, phases, adder, runs, masking, engine }
    }
}
