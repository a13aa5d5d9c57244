// SPDX-License-Identifier: Apache-2.0
//! The core that streams all windows at once and reads its buckets out.
//!
//! A run streams points and scalars past the card, reads the buckets back, and sums them on the host. Batches keep one run queued
//! behind the one that computes, so that the next run's data is on the card when its turn comes, and the card works
//! while the host sums.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use forebay::{Bar, Buffer, Class, Device, Feature, ReadTransfer, Transfer};
use forebay_msm::{BUCKET_BYTES, G1Affine, SCALAR_BYTES, Scalar, WindowPlan, reduce};
use forebay_regs::user::msm;
use forebay_regs::user::msm::event;
use forebay_regs::user::status::card_kind::kind;

use crate::bases::Bases;
use crate::error::MsmClientError;
use crate::report::{AdderReport, Adding, MsmReport, Phase, Spent, counted};
use crate::schedule::{self, Parts, RUNS_IN_FLIGHT};
use crate::streams::{POINTS_PORT, Streams, allocate, entries, scalars_feed};

/// The core of an open card.
#[derive(Clone, Debug)]
pub struct Core {
    device: Device,
    feature: Feature,
    /// Where its registers are.
    page: u32,
    plan: WindowPlan,
    streams: Streams,
}

/// One run that the card has been told to do.
struct Run {
    /// `RUNS_DONE` while it is the one that the card works on.
    number: u32,
    points: usize,
    /// Scalars checked and copied.
    prepared_in: Duration,
    submitted_at: u64,
    input: Transfer,
    output: ReadTransfer,
}

/// The read-out of a run.
struct Finished {
    buckets: Buffer,
    /// Card cycle at which all of it was there.
    at: u64,
}

/// Events of the datapath at one moment.
#[derive(Clone, Copy)]
struct Snapshot {
    now: u64,
    active: u64,
    adds: u64,
    starve: u64,
    hazard: u64,
    drain: u64,
}

impl Snapshot {
    /// What has happened since. A count that somebody else has cleared meanwhile, which every program may, counts from there.
    const fn since(self, before: Self) -> Self {
        Self {
            now: counted(self.now, before.now),
            active: counted(self.active, before.active),
            adds: counted(self.adds, before.adds),
            starve: counted(self.starve, before.starve),
            hazard: counted(self.hazard, before.hazard),
            drain: counted(self.drain, before.drain),
        }
    }
}

impl Core {
    /// Takes the core of `device`, if it has one; the window table comes from the card.
    pub(crate) fn new(device: &Device) -> Result<Option<Self>, MsmClientError> {
        let identity = device.identity();
        let Some(feature) = identity.feature(Class::Datapath, kind::MSM) else { return Ok(None) };
        let Some(page) = identity.user_offset(feature) else { return Ok(None) };
        let reg = |offset: u32| device.read32(Bar::User, page + offset);
        let windows = reg(msm::NUM_WINDOWS)?;
        let most = msm::WINDOW_BITS.count();
        if windows > most {
            let (seen, expected) = (windows.into(), most.into());
            return Err(MsmClientError::Datapath { what: "NUM_WINDOWS", seen, expected });
        }
        let bits =
            (0..windows).map(|w| reg(msm::WINDOW_BITS.at(w))).collect::<Result<Vec<_>, _>>()?;
        let plan = WindowPlan::new(&bits)?;
        let buckets = u64::from(reg(msm::NUM_BUCKETS)?);
        if buckets != plan.bucket_count() as u64 {
            let expected = plan.bucket_count() as u64;
            return Err(MsmClientError::Datapath { what: "NUM_BUCKETS", seen: buckets, expected });
        }
        let streams = Streams::new(device)?;
        let (device, feature) = (device.clone(), feature.clone());
        Ok(Some(Self { device, feature, page, plan, streams }))
    }

    /// Card cycles that a multiplication takes, about.
    pub(crate) fn expected_cycles(&self, points: usize) -> u64 {
        (points * self.plan.window_count() + self.plan.bucket_count() * 3) as u64
    }

    /// How the card cuts scalars into windows and buckets.
    #[must_use]
    pub const fn plan(&self) -> &WindowPlan {
        &self.plan
    }

    /// Runs one multiplication and gives the raw read-out: [`BUCKET_BYTES`] for each bucket, in order.
    ///
    /// # Errors
    /// See [`crate::Msm::run_batch`].
    pub fn buckets(&self, bases: &Bases, scalars: &[Scalar]) -> Result<Vec<u8>, MsmClientError> {
        let mut spent = Spent::default();
        let outcome = self
            .expect_idle()
            .and_then(|number| self.start(bases, scalars, number))
            .and_then(|run| self.finish(run, &mut spent));
        if outcome.is_err() {
            self.device.recover()?;
        }
        outcome.map(|finished| finished.buckets.to_vec())
    }

    /// A batch; what it leaves behind if it fails is the caller's to clear.
    pub(crate) fn try_batch(
        &self,
        bases: &Bases,
        batch: &[&[Scalar]],
    ) -> Result<(Vec<G1Affine>, MsmReport), MsmClientError> {
        let mut numbers = run_numbers(self.expect_idle()?);
        let before = self.snapshot()?;
        let hz = self.device.identity().clock_hz();
        let mut spent = Spent::default();
        let mut waiting = batch.iter();
        let mut start_next = || {
            let next = waiting.next().zip(numbers.next());
            next.map(|(scalars, number)| self.start(bases, scalars, number)).transpose()
        };
        let mut running = VecDeque::new();
        for _ in 0..RUNS_IN_FLIGHT {
            running.extend(start_next()?);
        }
        let mut results = Vec::with_capacity(batch.len());
        let mut runs = Vec::with_capacity(batch.len());
        let mut free_at = 0;
        while let Some(run) = running.pop_front() {
            let (points, prepared_in, submitted_at) =
                (run.points, run.prepared_in, run.submitted_at);
            let finished = self.finish(run, &mut spent)?;
            // Before the sum, so that the card has enough to do meanwhile.
            running.extend(start_next()?);
            let began = Instant::now();
            results.push(reduce::host_sum(&self.plan, &finished.buckets)?);
            let summed_in = began.elapsed();
            spent.host_sum += summed_in;
            let parts = Parts {
                scalars: schedule::cycles(prepared_in, hz),
                card: finished.at.saturating_sub(submitted_at.max(free_at)),
                sum: schedule::cycles(summed_in, hz),
            };
            runs.push((points, parts));
            free_at = finished.at;
        }
        let report = self.report(bases, &runs, before, self.snapshot()?, &spent);
        Ok((results, report))
    }

    /// Nothing may be in the stream ports before a batch begins, it would be taken for input; and no run that somebody else
    /// has started may be under way, it would take the input. Emptying its buckets keeps the datapath busy too.
    /// Gives `RUNS_DONE`.
    fn expect_idle(&self) -> Result<u32, MsmClientError> {
        self.streams.expect_empty()?;
        let idle = |status| !msm::status::BUSY.is_set(status);
        let status = self.wait_status("STATUS.BUSY before a batch", idle)?;
        if msm::status::SCALAR_CUT.is_set(status) {
            // Left by somebody else's run; it must not be taken for this batch's.
            let mark = msm::status::SCALAR_CUT.mask();
            self.device.write32(Bar::User, self.page + msm::STATUS, mark)?;
        }
        Ok(msm::status::RUNS_DONE.get(status))
    }

    /// Queues a run whose scalars the windows cover.
    fn start(&self, bases: &Bases, scalars: &[Scalar], number: u32) -> Result<Run, MsmClientError> {
        let began = Instant::now();
        if let Some(index) = scalars.iter().position(|scalar| !self.plan.covers(scalar)) {
            return Err(MsmClientError::ScalarWidth { index, bits: self.plan.scalar_bits() });
        }
        self.launch(bases, scalars, number, began)
    }

    /// Queues a run, the preparation of which began then: its input, its output and the start itself.
    fn launch(
        &self,
        bases: &Bases,
        scalars: &[Scalar],
        number: u32,
        began: Instant,
    ) -> Result<Run, MsmClientError> {
        let points = scalars.len();
        bases.expect(points)?;
        let count = u32::try_from(points).map_err(|_| bases.too_few_for(points))?;
        let mut buffer = entries(points * SCALAR_BYTES)?;
        buffer[..points * SCALAR_BYTES].copy_from_slice(scalars.as_flattened());
        let mut feeds = vec![scalars_feed(Arc::new(buffer))];
        feeds.extend(bases.segments().first().map(|segment| segment.feed()));
        let prepared_in = began.elapsed();
        let ready = |status| msm::status::START_READY.is_set(status);
        self.wait_status("STATUS.START_READY", ready)?;
        let submitted_at = self.device.now()?;
        let bytes = self.plan.bucket_count() * BUCKET_BYTES;
        let output = self.streams.receive(allocate(bytes)?)?;
        let input = self.streams.send(&feeds, points)?;
        // The datapath's time is then the same, however long the way of the first data is.
        if points > 0 {
            self.streams.wait_first_data(POINTS_PORT)?;
        }
        self.device.write32(Bar::User, self.page + msm::POINTS, count)?;
        self.device.write32(Bar::User, self.page + msm::CONTROL, msm::control::START.mask())?;
        Ok(Run { number, points, prepared_in, submitted_at, input, output })
    }

    /// Waits for a run, phase by phase; gives its read-out.
    fn finish(&self, run: Run, spent: &mut Spent) -> Result<Finished, MsmClientError> {
        let began = Instant::now();
        let moved = run.input.wait()?;
        spent.transfer += began.elapsed();
        if run.points > 0 {
            spent.transfer_cycles += moved.finished_at.saturating_sub(run.submitted_at);
        }
        let began = Instant::now();
        let status = self.wait_status("STATUS.DRAINING or RUNS_DONE", |status| {
            // One run at most is in front of it, and that one's reading out is not its own.
            match msm::status::RUNS_DONE.get(status).wrapping_sub(run.number) & RUN_NUMBERS {
                0 => msm::status::DRAINING.is_set(status),
                after => after != RUN_NUMBERS,
            }
        })?;
        // The scalars fitted when they left here: what the card saw was something else.
        if msm::status::SCALAR_CUT.is_set(status) {
            return Err(MsmClientError::ScalarCut { bits: self.plan.scalar_bits() });
        }
        spent.compute += began.elapsed();
        let began = Instant::now();
        let (buffer, moved) = run.output.wait()?;
        spent.read_back += began.elapsed();
        let expected = buffer.len() as u64;
        if moved.bytes == expected {
            Ok(Finished { buckets: buffer, at: moved.finished_at })
        } else {
            Err(MsmClientError::Datapath {
                what: "bytes of the bucket read-out",
                seen: moved.bytes,
                expected,
            })
        }
    }

    fn wait_status(
        &self,
        what: &'static str,
        done: impl Fn(u32) -> bool,
    ) -> Result<u32, MsmClientError> {
        let offset = self.page + msm::STATUS;
        Ok(self.device.wait_register(what, offset, &done)?)
    }

    fn snapshot(&self) -> Result<Snapshot, MsmClientError> {
        let count = |index| self.device.event(&self.feature, index);
        Ok(Snapshot {
            now: self.device.now()?,
            active: count(event::ACTIVE_CYCLES)?,
            adds: count(event::ADDS)?,
            starve: count(event::STARVE_CYCLES)?,
            hazard: count(event::HAZARD_CYCLES)?,
            drain: count(event::DRAIN_CYCLES)?,
        })
    }

    fn report(
        &self,
        bases: &Bases,
        runs: &[(usize, Parts)],
        before: Snapshot,
        after: Snapshot,
        spent: &Spent,
    ) -> MsmReport {
        let hz = self.device.identity().clock_hz();
        let points = runs.iter().map(|(points, _)| points).sum();
        let Snapshot { now: card_cycles, active, adds, starve, hazard, drain } =
            after.since(before);
        let phases = vec![
            Phase::host("prepare", bases.prepared_in()),
            Phase::card("transfer", spent.transfer_cycles, hz, spent.transfer),
            Phase::card("compute", active, hz, spent.compute),
            Phase::card("read back", drain, hz, spent.read_back),
            Phase::host("host sum", spent.host_sum),
        ];
        let adder = AdderReport::new(
            points,
            self.device.identity().modelled,
            &Adding {
                adders: 1,
                active,
                additions: adds,
                starved: starve,
                hazard,
                fill: None,
                reduce: None,
            },
        );
        let (runs, masking) = schedule::lay_out(runs);
        MsmReport { points, card_cycles, clock_hz: hz, phases, adder, runs, masking, engine: None }
    }
}

/// `RUNS_DONE` counts modulo one more than that.
const RUN_NUMBERS: u32 = msm::status::RUNS_DONE.max();

/// What `RUNS_DONE` is while the card works on each run of a batch that begins at `first`.
fn run_numbers(first: u32) -> impl Iterator<Item = u32> {
    (0..).map(move |run: u32| first.wrapping_add(run) & RUN_NUMBERS)
}

#[cfg(test)]
mod tests {
    use forebay_bus::LinkParams;
    use forebay_msm::vectors::{Distribution, VectorSpec, Vectors};

    use super::*;

    fn a_scalar_that_the_card_cuts_is_an_error_and_the_next_run_is_right(body: &str) {
        let name = format!("{body}:msm-toy");
        let card = forebay_sim::open(&name, LinkParams::default(), None).unwrap();
        let msm = Core::new(&Device::from_card(card, 20_000).unwrap()).unwrap().unwrap();
        let window_bits = msm.plan().bits().to_vec();
        let spec =
            VectorSpec { seed: 5, count: 9, distribution: Distribution::Uniform, window_bits };
        let v = Vectors::generate(&spec).unwrap();
        let bases = Bases::new(&v.points, usize::MAX).unwrap();
        let mut wide = v.scalars.clone();
        wide[8][1] |= 0x10;
        let number = msm.expect_idle().unwrap();
        // Past the check, as a scalar would be that changed on its way.
        let run = msm.launch(&bases, &wide, number, Instant::now()).unwrap();
        let error = msm.finish(run, &mut Spent::default()).map(|finished| finished.at).unwrap_err();
        assert!(matches!(error, MsmClientError::ScalarCut { bits: 12 }), "{error}");
        // Nobody has cleaned up: the mark is not taken for the next run's.
        let (results, _) = msm.try_batch(&bases, &[&v.scalars]).unwrap();
        assert_eq!(results, [v.result]);
    }

    #[test]
    fn a_scalar_that_the_fast_card_cuts_is_an_error() {
        a_scalar_that_the_card_cuts_is_an_error_and_the_next_run_is_right("fast");
    }

    #[test]
    fn a_scalar_that_the_rtl_card_cuts_is_an_error() {
        a_scalar_that_the_card_cuts_is_an_error_and_the_next_run_is_right("rtl");
    }
}
