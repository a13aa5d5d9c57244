// SPDX-License-Identifier: Apache-2.0
//! Which plan is the quickest for so many points on a card.

use std::ops::RangeInclusive;

use super::{
    CLASS_BITS, Correction, Geometry, MOST_WINDOWS, Pass, PassPlan, Preparation, STREAMED,
    SUM_BITS, WINDOW_BITS, Window, WindowKind, prepare,
};
use crate::MsmError;

/// Cycles of a step of the reduction beyond those of its additions: a passage and a half of the adder, and the memory's.
const STEP_CYCLES_BEYOND: u64 = 10;
/// Cycles from the start of a pass to its first record, and from its last sum to the next pass.
const PASS_CYCLES: u64 = 60;
/// Cycles that a sum takes to leave.
const SUM_CYCLES: u64 = 10;

impl PassPlan {
    /// The plan with the fewest cycles by [`PassPlan::cycles`].
    ///
    /// # Errors
    /// [`MsmError::NoPlan`] if no plan fits the card: with less room in its memory than there are points, all windows have to
    /// fit the buckets at once.
    pub fn choose(
        card: &Geometry,
        points: usize,
        preparation: Preparation,
    ) -> Result<Self, MsmError> {
        quickest(card, &[points], &[preparation], WINDOW_BITS)
    }

    /// The plan with the fewest cycles for runs of so many points each, of windows of such widths, which folds scalars if that is
    /// quicker.
    ///
    /// # Errors
    /// See [`PassPlan::choose`].
    pub fn choose_for(
        card: &Geometry,
        lengths: &[usize],
        uniform: Option<Correction>,
        widths: RangeInclusive<u32>,
    ) -> Result<Self, MsmError> {
        let preparations = [false, true].map(|fold| Preparation { uniform, fold });
        quickest(card, lengths, &preparations, widths)
    }

    /// The plan whose widest window is of that width; none if it does not fit the card. Without a memory a run has one
    /// pass: each pass of the plan is then a run of its own.
    #[must_use]
    pub fn of_width(
        card: &Geometry,
        points: usize,
        preparation: Preparation,
        width: u32,
    ) -> Option<Self> {
        let several = points <= card.records || card.records == 0;
        let windows = windows(card, preparation.fold, width)?;
        let mut passes = Passes { card, width, done: Vec::new() };
        let rows = passes.all_at_once(windows.rows.len());
        let rows = match rows {
            Some(rows) if windows.top_bits < width => rows,
            _ if several => passes.one_by_one(&windows)?,
            _ => return None,
        };
        let mut windows = windows.rows;
        windows.resize(rows, NOTHING);
        let passes = passes.done;
        let known = preparation.uniform.map(|_| Correction::Known);
        let plan =
            Self { windows, passes, preparation: Preparation { uniform: known, ..preparation } };
        let fits = plan.passes.len() <= MOST_WINDOWS && plan.windows.len() <= MOST_WINDOWS;
        match preparation.uniform {
            _ if !fits => None,
            Some(Correction::Gathered) if several => plan.with_classes(card),
            Some(Correction::Gathered) => None,
            Some(Correction::Known) | None => Some(plan),
        }
    }

    /// The same with a window of the classes and a pass for it behind all others; none where that does not fit the card.
    #[must_use]
    pub fn with_classes(&self, card: &Geometry) -> Option<Self> {
        let Self { mut windows, passes, preparation } = self.clone();
        let first = windows.len();
        windows.push(Window { kind: WindowKind::Class, bits: CLASS_BITS, offset: 0 });
        let mut passes = Passes { card, width: CLASS_BITS + 1, done: passes };
        passes.single(first, CLASS_BITS);
        let passes = passes.done;
        let preparation = Preparation { uniform: Some(Correction::Gathered), ..preparation };
        let fits = card.buckets >= 1 << CLASS_BITS
            && passes.len() <= MOST_WINDOWS
            && windows.len() <= MOST_WINDOWS;
        fits.then_some(Self { windows, passes, preparation })
    }

    /// Cycles of a run, about: what the choice goes by. Of the data's way to the card nothing is in it.
    #[must_use]
    pub fn cycles(&self, card: &Geometry, points: usize) -> u64 {
        let step = 3 * u64::from(card.adder_latency) / 2 + STEP_CYCLES_BEYOND;
        let of_pass = |pass: &Pass| {
            let fill = fill_cycles(card, pass, points);
            let buckets = (pass.windows << pass.bucket_bits).min(card.buckets) as u64;
            let steps =
                u64::from(pass.bucket_bits) + 2 * u64::from(pass.weight_bits).saturating_sub(1) + 1;
            let sums = (pass.windows * pass.adders) as u64 * SUM_CYCLES;
            PASS_CYCLES + fill + u64::from(card.adder_latency) + 4 * buckets + steps * step + sums
        };
        self.passes.iter().map(of_pass).sum()
    }

    /// The same of a run that its points come with: the first pass is not quicker than they are.
    #[must_use]
    pub fn cycles_with_points(&self, card: &Geometry, points: usize) -> u64 {
        let streamed = points as u64 * STREAMED.0 / STREAMED.1;
        let first = self.passes.first().map_or(0, |pass| fill_cycles(card, pass, points));
        self.cycles(card, points) + streamed.saturating_sub(first)
    }
}

/// Cycles in which a pass fills its buckets.
fn fill_cycles(card: &Geometry, pass: &Pass, points: usize) -> u64 {
    let share = if pass.split { points.div_ceil(pass.adders) } else { points } as u64;
    share * pass.windows as u64 * hundred_additions(card, pass) / 100
}

/// Cycles that a hundred additions take: with few buckets most are for one in flight. About what the card's model counts with digits at
/// random: from 1.0 at a seventh of a bucket in flight for each there is to 5 at three. Where a bucket's number is all copy, one
/// comes after the other.
fn hundred_additions(card: &Geometry, pass: &Pass) -> u64 {
    let buckets = (pass.windows << pass.bucket_bits) as u64;
    if pass.weight_bits == 0 {
        return (100 * u64::from(card.bucket_cycles()) / buckets).max(100);
    }
    (83 + 150 * u64::from(card.adder_latency) / buckets).max(100)
}

/// A window without a bit, so that each adder has as many.
const NOTHING: Window = Window { kind: WindowKind::Top, bits: 0, offset: 0 };

/// The plan of the fewest cycles for runs of such lengths.
fn quickest(
    card: &Geometry,
    lengths: &[usize],
    preparations: &[Preparation],
    widths: RangeInclusive<u32>,
) -> Result<PassPlan, MsmError> {
    let points = lengths.iter().copied().max().unwrap_or_default();
    let cycles =
        |plan: &PassPlan| lengths.iter().map(|points| plan.cycles(card, *points)).sum::<u64>();
    let known = widths.clone().filter(|width| WINDOW_BITS.contains(width));
    let plans = known.flat_map(|width| {
        let plan = move |with: &Preparation| PassPlan::of_width(card, points, *with, width);
        preparations.iter().filter_map(plan)
    });
    let (buckets, records) = (card.buckets, card.records);
    plans.min_by_key(cycles).ok_or(MsmError::NoPlan { widths, points, buckets, records })
}

/// Passes of a plan, as they come.
struct Passes<'a> {
    card: &'a Geometry,
    /// Of the windows.
    width: u32,
    done: Vec<Pass>,
}

impl Passes<'_> {
    /// Windows that the buckets of an adder have room for.
    fn room(&self) -> usize {
        (self.card.buckets >> (self.width - 1)).min(MOST_WINDOWS)
    }

    /// Adds a pass.
    fn add(&mut self, first: usize, windows: usize, adders: usize, split: bool) {
        let (bucket_bits, weight_bits) = (self.width - 1, self.width - 1);
        self.done.push(Pass { first, windows, adders, split, bucket_bits, weight_bits });
    }

    /// Whether a further pass can be split: not the first one, whose points may come by a stream, nor one without a memory.
    const fn can_split(&self) -> bool {
        self.card.records > 0 && self.card.adders > 1 && !self.done.is_empty()
    }

    /// All windows in one pass, if that can be: how many they are when each adder has as many.
    fn all_at_once(&mut self, windows: usize) -> Option<usize> {
        let adders = self.card.adders.min(windows);
        let each = windows.div_ceil(adders);
        let fits = each <= self.room() && each * adders <= MOST_WINDOWS;
        fits.then(|| {
            self.add(0, each, adders, false);
            each * adders
        })
    }

    /// As many windows in each pass as there is room for; what is left in the end is split. How many windows there are.
    fn one_by_one(&mut self, windows: &Windows) -> Option<usize> {
        let (room, adders) = (self.room(), self.card.adders);
        self.done.clear();
        if room == 0 {
            return None;
        }
        let all = windows.rows.len();
        let wide = usize::from(windows.top_bits >= self.width);
        let mut first = 0;
        while first < all - wide {
            let left = all - wide - first;
            if left <= room && self.can_split() {
                self.add(first, left, adders, true);
                first += left;
            } else {
                let each = left.div_ceil(adders).min(room);
                let taking = (left / each).min(adders);
                self.add(first, each, taking, false);
                first += each * taking;
            }
        }
        if wide > 0 {
            self.single(first, windows.top_bits);
        }
        Some(all)
    }

    /// A pass of that window alone, by all adders if it can be split.
    fn single(&mut self, first: usize, bits: u32) {
        let split = self.can_split();
        let adders = if split { self.card.adders } else { 1 };
        let (bucket_bits, weight_bits) = (bits, bits);
        self.done.push(Pass { first, windows: 1, adders, split, bucket_bits, weight_bits });
    }
}

/// Windows of scalars, the top one last.
struct Windows {
    rows: Vec<Window>,
    /// Bits of a bucket's number in the top one.
    top_bits: u32,
}

/// Windows up to that width. The top one has as many buckets as the others; it takes all that the card has where those are no
/// power of two and that makes one window less.
fn windows(card: &Geometry, fold: bool, width: u32) -> Option<Windows> {
    let (half, buckets) = (1 << (width - 1), card.buckets as u64);
    let even = cut(fold, width, half);
    let wide = (half < buckets && buckets < 2 * half)
        .then(|| cut(fold, width, buckets))
        .filter(|wide| wide.rows.len() < even.rows.len());
    let chosen = wide.unwrap_or(even);
    let end = chosen.rows.last().map_or(0, |top| top.offset + top.bits);
    let top_bits = chosen.digits.next_power_of_two().ilog2();
    (end <= SUM_BITS).then(|| Windows { top_bits: top_bits.max(width - 1), rows: chosen.rows })
}

/// Windows as they are cut.
struct Cut {
    rows: Vec<Window>,
    /// The largest digit of the top one.
    digits: u64,
}

/// Windows up to that width below a top one of no more digits than that, as even as can be: a top window of few buckets would have
/// most points wait for each other.
fn cut(fold: bool, width: u32, most_digits: u64) -> Cut {
    let most = prepare::most(fold);
    // What is left of the largest scalar above a bit, and a carry.
    let left = |bit| prepare::shifted(&most, bit) + 1;
    let top = (0..SUM_BITS).find(|bit| left(*bit) <= most_digits).unwrap_or(SUM_BITS);
    let count = top.div_ceil(width);
    let mut rows = Vec::new();
    let mut offset = 0;
    for number in 0..count {
        let bits = top / count + u32::from(number < top % count);
        rows.push(Window { kind: WindowKind::Signed, bits, offset });
        offset += bits;
    }
    let digits = left(top);
    rows.push(Window { kind: WindowKind::Top, bits: u64::BITS - digits.leading_zeros(), offset });
    Cut { rows, digits }
}
