// SPDX-License-Identifier: Apache-2.0
//! The card that multiplies: what it is told, and what it has.
//!
//! A run is told a plan ([`forebay_msm::passes`]) and gives a sum for each window and adder. Points stay in the card's memory: they
//! come with the first run of several passes over them, or are loaded when they are used for the second time; then
//! scalars alone travel. More points than it holds are multiplied in parts. Without a memory each pass is a run of its own. While the
//! card works on a run, the next one is queued and the host joins the sums of the one before.
//!
//! | Module | Its one job |
//! |---|---|
//! | [`registers`] | what the engine is made of, the plan in its tables, the start of a run |
//! | [`slots`] | which points lie where in the card's memory |
//! | [`sieve`] | which scalars of a batch are multiplied apart from others, by how many zeros and ones there are |
//! | [`jobs`] | which runs a batch is made of |
//! | [`plans`] | the plans of a batch, and what is quicker on the card than on the host |
//! | [`load`] | points that are brought by a run of their own |
//! | [`figures`] | what the engine counts |
//! | [`secret`] | random numbers that nobody may guess |
//! | [`batch`] | runs in flight, and what comes back |

mod batch;
mod figures;
mod jobs;
mod load;
mod plans;
mod registers;
mod secret;
mod sieve;
mod slots;

use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex, PoisonError};

use forebay::{Class, Device, Feature, ForebayError};
use forebay_msm::passes::{CLASSES, Correction, Geometry, PassPlan, WINDOW_BITS};
use forebay_msm::{G1Affine, Scalar};
use forebay_regs::user::msm;
use forebay_regs::user::status::card_kind::kind;

use self::registers::{Registers, Tables};
use self::slots::Slots;
use crate::bases::Bases;
use crate::error::MsmClientError;
use crate::mode::ScalarMode;
use crate::report::MsmReport;
use crate::streams::Streams;

/// `RUNS_DONE` counts modulo one more than that.
const RUN_NUMBERS: u32 = msm::status::RUNS_DONE.max();

/// The engine of an open card. Clones share what they know of it.
#[derive(Clone, Debug)]
pub(crate) struct Engine {
    device: Device,
    feature: Feature,
    registers: Registers,
    streams: Streams,
    geometry: Geometry,
    mode: ScalarMode,
    /// Widths of windows to choose from.
    widths: RangeInclusive<u32>,
    known: Arc<Mutex<Known>>,
}

/// What is known of the card as long as nobody else uses it.
#[derive(Debug)]
struct Known {
    /// What was left in its registers, and `RUNS_DONE`, when it was used last.
    left: Option<((u32, u32), u32)>,
    tables: Tables,
    slots: Slots,
}

impl Known {
    fn forget(&mut self) {
        self.left = None;
        self.tables.clear();
        self.slots.forget();
    }
}

impl Engine {
    /// Takes the engine of `device`, if it has one.
    pub(crate) fn new(device: &Device) -> Result<Option<Self>, MsmClientError> {
        let identity = device.identity();
        let Some(feature) = identity.feature(Class::Datapath, kind::MSM) else {
            return Ok(None);
        };
        let Some(page) = identity.user_offset(feature) else { return Ok(None) };
        let registers = Registers::new(device.clone(), page);
        let (geometry, banks) = registers.geometry()?;
        let slots = Slots::new(geometry.records, banks);
        let known = Known { left: None, tables: Tables::new(), slots };
        Ok(Some(Self {
            device: device.clone(),
            feature: feature.clone(),
            registers,
            streams: Streams::new(device)?,
            geometry,
            mode: ScalarMode::Uniform,
            widths: WINDOW_BITS,
            known: Arc::new(Mutex::new(known)),
        }))
    }

    pub(crate) const fn set_mode(&mut self, mode: ScalarMode) {
        self.mode = mode;
    }

    pub(crate) fn set_window_bits(&mut self, bits: Option<u32>) -> Result<(), MsmClientError> {
        let widths = bits.map_or(WINDOW_BITS, |bits| bits..=bits);
        let has_plan = |bits: &u32| self.plan_of(&[1], *bits..=*bits).is_ok();
        let wrong = bits.filter(|bits| !has_plan(bits));
        let Some(bits) = wrong else {
            self.widths = widths;
            return Ok(());
        };
        let mut known = WINDOW_BITS.filter(has_plan);
        let least = known.next().unwrap_or_default();
        let widths = least..=known.next_back().unwrap_or(least);
        Err(MsmClientError::WindowBits { bits, widths })
    }

    pub(crate) const fn mode(&self) -> ScalarMode {
        self.mode
    }

    /// Points that a run takes at most: those that the card's memory has room for, in whole rounds of classes so that sums by class of
    /// parts add up.
    pub(crate) const fn most_points(&self) -> usize {
        let rounds = self.geometry.records / CLASSES as usize;
        match rounds {
            // Without a memory points are streamed, and the card counts in 32 bits.
            0 => (u32::MAX / CLASSES * CLASSES) as usize,
            rounds => rounds * CLASSES as usize,
        }
    }

    pub(crate) const fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    /// A window of an adder takes a pair in a cycle.
    pub(crate) fn pair_cycles(&self) -> u64 {
        let plan = self.plan(&[self.most_points()]);
        plan.ok().and_then(|plan| plan.passes().first().map(|pass| pass.windows)).unwrap_or(1)
            as u64
    }

    pub(crate) fn expected_cycles(&self, points: usize) -> u64 {
        let part = points.min(self.most_points());
        let plan = self.plan(&[part]);
        let of_part = plan.map_or(0, |plan| plan.cycles(&self.geometry, part));
        of_part * points.div_ceil(part.max(1)) as u64
    }

    /// The plan for runs of such lengths.
    fn plan(&self, lengths: &[usize]) -> Result<PassPlan, MsmClientError> {
        self.plan_of(lengths, self.widths.clone())
    }

    fn plan_of(
        &self,
        lengths: &[usize],
        widths: RangeInclusive<u32>,
    ) -> Result<PassPlan, MsmClientError> {
        let uniform = self.mode.is_uniform().then_some(Correction::Known);
        Ok(PassPlan::choose_for(&self.geometry, lengths, uniform, widths)?)
    }

    /// A batch.
    pub(crate) fn try_batch(
        &self,
        bases: &Bases,
        batch: &[&[Scalar]],
    ) -> Result<(Vec<G1Affine>, MsmReport), MsmClientError> {
        for scalars in batch {
            bases.expect(scalars.len())?;
        }
        self.alone(|known, first| batch::run(self, known, bases, batch, first))
    }

    /// Brings points into the card's memory; whether they all are there.
    pub(crate) fn load(&self, bases: &Bases) -> Result<bool, MsmClientError> {
        // Segments of what is more than the memory holds would take each other's room.
        let [segment] = bases.segments() else { return Ok(bases.is_empty()) };
        self.alone(|known, first| load::all(self, known, segment, first))
    }

    /// Works on the card as its only user: `work` is given `RUNS_DONE`, and gives the number of runs beside what comes of it. A card on
    /// which that has failed is cleared before others have their turn.
    fn alone<T>(
        &self,
        work: impl FnOnce(&mut Known, u32) -> Result<(T, u32), MsmClientError>,
    ) -> Result<T, MsmClientError> {
        let _alone = self.device.lock_datapath();
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let outcome = self.claim(&mut known).and_then(|first| {
            let (outcome, runs) = work(&mut known, first)?;
            self.release(&mut known, first.wrapping_add(runs))?;
            Ok(outcome)
        });
        if outcome.is_err() {
            known.forget();
            self.clear()?;
        }
        outcome
    }

    /// Has the card drop what is left of a failure: a run that lost its input would wait for it forever.
    fn clear(&self) -> Result<(), ForebayError> {
        let rested = self.device.recover();
        // Whether or not it rests, nobody is to find the rho of what failed.
        self.registers.clear_rho().and(rested)
    }

    /// Takes the card, at rest; gives `RUNS_DONE`. If somebody else has used it or reset it since, nothing is known of it any more:
    /// each run overwrites the two registers that were left with random numbers, and so does a reset.
    fn claim(&self, known: &mut Known) -> Result<u32, MsmClientError> {
        self.streams.expect_empty()?;
        let runs = self.registers.expect_idle()?;
        let found = (self.registers.tag()?, runs);
        if known.left.take() != Some(found) {
            known.forget();
        }
        // Tables are written by hand without a trace.
        known.tables.clear();
        // Whoever has used it before is not to take it for untouched if this ends before its first run.
        self.registers.set_tag((0, 0))?;
        Ok(runs)
    }

    /// Leaves the card after its last run, if it has done no others.
    fn release(&self, known: &mut Known, runs: u32) -> Result<(), MsmClientError> {
        self.registers.expect_done(runs & RUN_NUMBERS)?;
        if self.mode.is_uniform() {
            self.registers.clear_rho()?;
        }
        let tag = secret::tag()?;
        self.registers.set_tag(tag)?;
        known.left = Some((tag, runs & RUN_NUMBERS));
        Ok(())
    }

    fn clock_hz(&self) -> u64 {
        self.device.identity().clock_hz()
    }

    fn event(&self, index: u32) -> Result<u64, ForebayError> {
        self.device.event(&self.feature, index)
    }
}
