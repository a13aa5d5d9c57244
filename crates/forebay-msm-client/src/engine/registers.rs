// SPDX-License-Identifier: Apache-2.0
//! Registers of the engine: what it is made of, the plan in its tables, and the start of a run.

use std::collections::BTreeMap;
use std::ops::Range;

use forebay::{Bar, Device, ForebayError};
use forebay_msm::passes::rho::Rho;
use forebay_msm::passes::{Geometry, Pass, PassPlan, Window, WindowKind};
use forebay_msm::{SCALAR_BYTES, Scalar};
use forebay_regs::user::msm as regs;
use forebay_regs::{Blocks, Field};
use regs::{geometry, mode, pass, status, window};

use crate::error::MsmClientError;

/// What the tables hold by what was written there: a value for each register.
pub(super) type Tables = BTreeMap<u32, u32>;

/// More buckets than any adder has: all ones, of a card that does not answer, are more.
const MOST_BUCKETS: usize = 1 << 24;

/// The register page of an open card's engine.
#[derive(Clone, Debug)]
pub(super) struct Registers {
    device: Device,
    page: u32,
}

/// A run as the registers tell it.
pub(super) struct Start<'a> {
    pub points: u32,
    pub slot: u32,
    /// Passes; none if it only brings points into the memory.
    pub passes: usize,
    pub resident: bool,
    pub fold: bool,
    pub rho: Option<&'a Rho>,
}

impl Registers {
    pub(super) const fn new(device: Device, page: u32) -> Self {
        Self { device, page }
    }

    fn read(&self, offset: u32) -> Result<u32, ForebayError> {
        self.device.read32(Bar::User, self.page + offset)
    }

    pub(super) fn write(&self, offset: u32, value: u32) -> Result<(), ForebayError> {
        self.device.write32(Bar::User, self.page + offset, value)
    }

    /// What the card is made of, and the banks of its memory.
    pub(super) fn geometry(&self) -> Result<(Geometry, usize), MsmClientError> {
        let word = self.read(regs::GEOMETRY)?;
        let [adders, banks] =
            [geometry::ADDERS, geometry::BANKS].map(|field| field.get(word) as usize);
        let made_of = Geometry {
            adders,
            buckets: self.read(regs::BUCKETS)? as usize,
            records: self.read(regs::RECORDS)? as usize,
            adder_latency: geometry::ADDER_LATENCY.get(word),
            hold_depth: geometry::HOLD_DEPTH.get(word),
        };
        if adders == 0 || banks == 0 && made_of.records > 0 {
            let what = "GEOMETRY (adders and banks, of which there is one at least)";
            return Err(MsmClientError::Datapath { what, seen: word.into(), expected: 1 });
        }
        if made_of.buckets == 0 || made_of.buckets > MOST_BUCKETS {
            let (seen, expected) = (made_of.buckets as u64, MOST_BUCKETS as u64);
            return Err(MsmClientError::Datapath { what: "BUCKETS", seen, expected });
        }
        Ok((made_of, banks))
    }

    pub(super) fn wait_status(
        &self,
        what: &'static str,
        done: impl Fn(u32) -> bool,
    ) -> Result<u32, MsmClientError> {
        Ok(self.device.wait_register(what, self.page + regs::STATUS, &done)?)
    }

    /// Waits for the end of a run that somebody has started; takes marks away that it has left. Gives `RUNS_DONE`.
    pub(super) fn expect_idle(&self) -> Result<u32, MsmClientError> {
        let idle = |word| !status::BUSY.is_set(word);
        let word = self.wait_status("STATUS.BUSY before a batch", idle)?;
        let marks = word & (status::SCALAR_CUT.mask() | status::MEMORY_ERROR.mask());
        if marks != 0 {
            self.write(regs::STATUS, marks)?;
        }
        Ok(status::RUNS_DONE.get(word))
    }

    /// Expects that so many runs are done, and that none is under way.
    pub(super) fn expect_done(&self, runs: u32) -> Result<(), MsmClientError> {
        let word = self.read(regs::STATUS)?;
        let seen = status::RUNS_DONE.get(word);
        if seen == runs && !status::BUSY.is_set(word) {
            return Ok(());
        }
        Err(MsmClientError::NotAlone { seen, expected: runs })
    }

    /// What nobody else leaves in the registers that every run is told by: who finds it there has been alone since.
    pub(super) fn tag(&self) -> Result<(u32, u32), ForebayError> {
        Ok((self.read(regs::POINTS)?, self.read(regs::SLOT)?))
    }

    pub(super) fn set_tag(&self, (points, slot): (u32, u32)) -> Result<(), ForebayError> {
        self.write(regs::POINTS, points)?;
        self.write(regs::SLOT, slot)
    }

    /// Has the tables hold those passes of a plan, from row 0 on; waits for the runs under way if that changes them.
    pub(super) fn set_plan(
        &self,
        tables: &mut Tables,
        plan: &PassPlan,
        passes: &Range<usize>,
    ) -> Result<(), MsmClientError> {
        let mut rows = rows(plan, passes);
        rows.retain(|(offset, value)| tables.get(offset) != Some(value));
        if rows.is_empty() {
            return Ok(());
        }
        self.wait_status("STATUS.BUSY before a plan", |word| !status::BUSY.is_set(word))?;
        for (offset, value) in rows {
            self.write(offset, value)?;
            // A pass that does not fit the card is refused.
            if offset >= regs::PASS.base() {
                let seen = self.read(offset)?;
                if seen != value {
                    let (seen, expected) = (seen.into(), value.into());
                    return Err(MsmClientError::Datapath { what: "a row of PASS", seen, expected });
                }
            }
            tables.insert(offset, value);
        }
        Ok(())
    }

    /// Nobody is to find there what the last run's scalars were made uniform with.
    pub(super) fn clear_rho(&self) -> Result<(), ForebayError> {
        words(regs::RHO, &Scalar::default()).try_for_each(|(offset, word)| self.write(offset, word))
    }

    /// Queues a run; `START_READY` has been waited for.
    pub(super) fn start(&self, start: &Start<'_>) -> Result<(), MsmClientError> {
        if let Some(rho) = start.rho {
            for (offset, word) in words(regs::RHO, &rho.to_bytes()) {
                self.write(offset, word)?;
            }
        }
        let modes = [
            (mode::UNIFORM, start.rho.is_some()),
            (mode::FOLD, start.fold),
            (mode::RESIDENT, start.resident),
        ];
        let set = |(field, set): (Field, bool)| if set { field.mask() } else { 0 };
        self.write(regs::MODE, modes.into_iter().map(set).sum())?;
        self.write(regs::PASSES, few(start.passes))?;
        self.set_tag((start.points, start.slot))?;
        self.write(regs::CONTROL, regs::control::START.mask())?;
        Ok(())
    }
}

/// A number of windows, passes or adders, of which there are few.
fn few(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// A scalar in the registers of an array.
fn words(array: Blocks, value: &Scalar) -> impl Iterator<Item = (u32, u32)> {
    let (words, _) = value.as_chunks::<4>();
    let words: [[u8; 4]; SCALAR_BYTES / 4] = std::array::from_fn(|at| words[at]);
    (0..).map(move |at| array.at(at)).zip(words.map(u32::from_le_bytes))
}

/// Registers that hold those passes of a plan.
fn rows(plan: &PassPlan, passes: &Range<usize>) -> Vec<(u32, u32)> {
    let mut rows = vec![(regs::COVER, plan.cover())];
    rows.extend(words(regs::RECODE, &plan.recode()));
    rows.extend((0..).map(|row| regs::WINDOW.at(row)).zip(plan.windows().iter().map(window_row)));
    let passes = plan.passes()[passes.clone()].iter();
    rows.extend((0..).map(|row| regs::PASS.at(row)).zip(passes.map(pass_row)));
    rows
}

/// A field's value at its place.
const fn put(field: Field, value: u32) -> u32 {
    value << field.lsb() & field.mask()
}

fn window_row(row: &Window) -> u32 {
    let kind = match row.kind {
        WindowKind::Signed => 0,
        WindowKind::Top => 1,
        WindowKind::Class => 2,
    };
    put(window::OFFSET, row.offset) | put(window::BITS, row.bits) | put(window::KIND, kind)
}

fn pass_row(row: &Pass) -> u32 {
    put(pass::WEIGHT_BITS, row.weight_bits)
        | put(pass::BUCKET_BITS, row.bucket_bits)
        | put(pass::LAST, few(row.windows - 1))
        | put(pass::FIRST, few(row.first))
        | put(pass::ADDERS, few(row.adders))
        | put(pass::SPLIT, row.split.into())
}
