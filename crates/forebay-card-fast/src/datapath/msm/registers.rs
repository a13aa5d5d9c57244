// SPDX-License-Identifier: Apache-2.0
//! The registers, and what they refuse (`fby_msm_plan`).

use forebay_builds::Build;
use forebay_regs::user::msm as regs;
use forebay_regs::user::msm::{mode, pass, window};

use super::cycles::facts::{ADDER_LATENCY, HOLD_DEPTH};
use super::cycles::{RunShape, Shape};
use super::digit::Pass;
use super::word::Preparation;

/// Slices of a bank, a port each: `fby_mem_pkg::SLICES`.
const SLICES: u32 = 6;
/// Bytes of a record in each slice.
const SLICE_BYTES: u32 = 32;
/// Rows of the window table and of the pass table.
const ROWS: usize = 64;
/// Most bits of a bucket's number.
const BUCKET_BITS: u32 = 18;
/// What the option has above the adders: buckets as a power of two, and how many times so many more.
const OPTION_ADDERS: u32 = 0xF;
const OPTION_BUCKETS: u32 = 4;
const OPTION_MORE: u32 = 12;
const MORE_BUCKETS: usize = 4096;

/// Bits that registers keep of what is written.
const MODE_BITS: u32 = mode::UNIFORM.mask() | mode::FOLD.mask() | mode::RESIDENT.mask();
const WINDOW_BITS: u32 = window::OFFSET.mask() | window::BITS.mask() | window::KIND.mask();
const PASS_BITS: u32 = pass::WEIGHT_BITS.mask()
    | pass::BUCKET_BITS.mask()
    | pass::LAST.mask()
    | pass::FIRST.mask()
    | pass::ADDERS.mask()
    | pass::SPLIT.mask();

/// What a build is made of.
pub(super) const fn shape(build: &Build) -> Shape {
    let option = build.option;
    let power = option >> OPTION_BUCKETS & 0xFF;
    Shape {
        adders: (option & OPTION_ADDERS) as usize,
        banks: (build.memory_ports / SLICES) as usize,
        buckets: (1 << power) + MORE_BUCKETS * (option >> OPTION_MORE) as usize,
    }
}

/// A run as it is started.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Order {
    pub(super) points: u32,
    slot: u32,
    mode: u32,
    pub(super) passes: u32,
    rho: [u32; 8],
}

impl Order {
    /// Scalars come with it, and sums go.
    pub(super) const fn has_scalars(&self) -> bool {
        self.passes > 0
    }

    pub(super) const fn shape(&self) -> RunShape {
        RunShape {
            points: self.points as usize,
            slot: self.slot as usize,
            resident: mode::RESIDENT.is_set(self.mode),
        }
    }
}

/// Registers that are written, but for those that begin or clear something.
#[derive(Debug)]
pub(super) struct Registers {
    card: Shape,
    /// Records that the memory has room for.
    records: u64,
    /// The next run.
    next: Order,
    cover: u32,
    recode: [u32; 8],
    windows: [u32; ROWS],
    passes: [u32; ROWS],
}

impl Registers {
    pub(super) fn new(build: &Build) -> Self {
        let card = shape(build);
        Self {
            card,
            records: card.banks as u64 * u64::from(build.memory_port_bytes / SLICE_BYTES),
            next: Order::default(),
            cover: 0,
            recode: [0; 8],
            windows: [window::RESET; ROWS],
            passes: [pass::RESET; ROWS],
        }
    }

    /// Those of a card that was reset: tables are memories, and keep what they have.
    pub(super) fn after_reset(self) -> Self {
        Self { next: Order::default(), cover: 0, recode: [0; 8], ..self }
    }

    pub(super) const fn card(&self) -> &Shape {
        &self.card
    }

    /// The run that would be started now, if there is room for it.
    pub(super) fn order(&self) -> Option<Order> {
        let Order { points, slot, passes, mode, .. } = self.next;
        let resident = mode::RESIDENT.is_set(mode);
        let end = u64::from(slot) * self.card.banks as u64 + u64::from(points);
        let in_memory = self.records > 0 && end <= self.records;
        // More passes than one, and points that are there already, want the memory; a run must have something to do.
        let fits = passes == 1 && !resident
            || in_memory && passes as usize <= ROWS && !(passes == 0 && resident);
        fits.then_some(self.next)
    }

    /// What a run does to its scalars.
    pub(super) fn preparation(&self, order: &Order) -> Preparation {
        let rho = mode::UNIFORM.is_set(order.mode).then_some(&order.rho);
        Preparation::new(rho, mode::FOLD.is_set(order.mode), &self.recode, self.cover)
    }

    /// The passes of a run.
    pub(super) fn passes(&self, order: &Order) -> Vec<Pass> {
        let rows = self.passes[..order.passes as usize].iter();
        rows.map(|row| Pass::of_row(*row, &self.windows, &self.card)).collect()
    }

    /// The value of a register that is here.
    #[expect(clippy::cast_possible_truncation, reason = "a card has few of anything")]
    pub(super) fn read(&self, offset: u32) -> Option<u32> {
        let own = |(index, _): (u32, u32), array: &[u32]| array[index as usize];
        Some(match offset {
            regs::POINTS => self.next.points,
            regs::SLOT => self.next.slot,
            regs::MODE => self.next.mode,
            regs::PASSES => self.next.passes,
            regs::COVER => self.cover,
            regs::GEOMETRY => {
                regs::geometry::ADDERS.put(self.card.adders as u32)
                    | regs::geometry::ADDER_LATENCY.put(ADDER_LATENCY)
                    | regs::geometry::HOLD_DEPTH.put(HOLD_DEPTH as u32)
                    | regs::geometry::BANKS.put(self.card.banks as u32)
            }
            regs::BUCKETS => self.card.buckets as u32,
            regs::RECORDS => self.records as u32,
            _ => {
                let find = |block: forebay_regs::Blocks| block.find(offset);
                if let Some(at) = find(regs::RHO) {
                    own(at, &self.next.rho)
                } else if let Some(at) = find(regs::RECODE) {
                    own(at, &self.recode)
                } else if let Some(at) = find(regs::WINDOW) {
                    own(at, &self.windows)
                } else {
                    own(find(regs::PASS)?, &self.passes)
                }
            }
        })
    }

    /// Writes a register that is here; false if it refuses the value, or cannot be written while it is `busy`, or at all.
    pub(super) fn write(&mut self, offset: u32, value: u32, busy: bool) -> bool {
        match offset {
            regs::POINTS => self.next.points = value,
            regs::SLOT => self.next.slot = value,
            regs::MODE => self.next.mode = value & MODE_BITS,
            regs::PASSES => self.next.passes = regs::passes::COUNT.get(value),
            regs::COVER if !busy => self.cover = regs::cover::BITS.get(value),
            _ => {
                if let Some((index, _)) = regs::RHO.find(offset) {
                    self.next.rho[index as usize] = value;
                } else if busy {
                    return false;
                } else if let Some((index, _)) = regs::RECODE.find(offset) {
                    self.recode[index as usize] = value;
                } else if let Some((index, _)) = regs::WINDOW.find(offset) {
                    self.windows[index as usize] = value & WINDOW_BITS;
                } else if let Some((index, _)) = regs::PASS.find(offset)
                    && self.has_room(index, value)
                {
                    self.passes[index as usize] = value & PASS_BITS;
                } else {
                    return false;
                }
            }
        }
        true
    }

    /// Whether there are windows, adders and buckets for a row of the pass table.
    fn has_room(&self, index: u32, row: u32) -> bool {
        let (weight_bits, bucket_bits) = (pass::WEIGHT_BITS.get(row), pass::BUCKET_BITS.get(row));
        if weight_bits > bucket_bits || bucket_bits > BUCKET_BITS {
            return false;
        }
        let (adders, split) = (pass::ADDERS.get(row) as usize, pass::SPLIT.is_set(row));
        let pass = Pass::of_row(row, &self.windows, &self.card);
        let rows = pass.shape().rows();
        // The points of the first pass come one after the other, and a share of them goes to every adder there is.
        let splits = index > 0 && self.records > 0 && adders == self.card.adders;
        (1..=self.card.adders).contains(&adders)
            && pass.shape().fits(self.card.buckets)
            && pass::FIRST.get(row) as usize + rows <= ROWS
            && (!split || splits)
    }
}
