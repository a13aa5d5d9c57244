// SPDX-License-Identifier: Apache-2.0
//! Which plan is the quickest for so many points on a card.

use super::{
    CLASS_BITS, Correction, Geometry, MOST_WINDOWS, Pass, PassPlan, Preparation, SUM_BITS,
    WINDOW_BITS, Window, WindowKind, prepare,
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
        quickest(card, &[points], &[preparation])
    }

    /// The plan with the fewest cycles for runs of so many points each, which fold scalars if that is quicker.
    ///
    /// # Errors
    /// See [`PassPlan::choose`].
    pub fn choose_for(
        card: &Geometry,
        lengths: &[usize],
        uniform: Option<Correction>,
    ) -> Result<Self, MsmError> {
        quickest(card, lengths, &[false, true].map(|fold| Preparation { uniform, fold }))
    }

    /// The plan with windows of that width, the top one of what is left; none if it does not fit the card. Without a memory a
    /// run has one pass: each pass of the plan is then a run of its own.
    #[must_use]
    pub fn of_width(
        card: &Geometry,
        points: usize,
        preparation: Preparation,
        width: u32,
    ) -> Option<Self> {
        // A top window that takes all buckets can save one of the others.
        let tops = [1 << (width - 1), card.buckets as u64];
        let plans = tops.iter().filter_map(|top| Self::cut(card, points, preparation, width, *top));
        plans.min_by_key(|plan| plan.cycles(card, points))
    }

    /// As [`PassPlan::of_width`], with no more digits in the top window than that.
    fn cut(
        card: &Geometry,
        points: usize,
        preparation: Preparation,
        width: u32,
        most_digits: u64,
    ) -> Option<Self> {
        let windows = cut(preparation.fold, width, most_digits)?;
        let top = windows.digits.next_power_of_two().ilog2();
        let all = windows.rows.len();
        let several = points <= card.records || card.records == 0;
        let mut passes = Passes { card, width, done: Vec::new() };
        if !(top < width && passes.all_at_once(all)) {
            if !several {
                return None;
            }
            passes.signed(all - 1)?;
            // A record's number has no more bits to choose by, and more copies than that do not help.
            let copies = (card.buckets >> top).checked_ilog2().unwrap_or_default().min(4);
            passes.single(all - 1, top + copies, top);
        }
        let (windows, passes) = (windows.rows, passes.done);
        let known =
            Preparation { uniform: preparation.uniform.map(|_| Correction::Known), ..preparation };
        let plan = Self { windows, passes, preparation: known };
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
        let mut passes = Passes { card, width: CLASS_BITS, done: passes };
        passes.single(first, CLASS_BITS, CLASS_BITS);
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
            let share = if pass.split { points.div_ceil(pass.adders) } else { points } as u64;
            let fill = share * pass.windows as u64;
            let buckets = (pass.windows as u64) << pass.bucket_bits;
            let weight = u64::from(pass.weight_bits);
            let steps = u64::from(pass.bucket_bits)
                + weight.saturating_sub(1)
                + 2 * weight.saturating_sub(1)
                + 1;
            let sums = (pass.windows * pass.adders) as u64 * SUM_CYCLES;
            PASS_CYCLES + fill + u64::from(card.adder_latency) + 4 * buckets + steps * step + sums
        };
        self.passes.iter().map(of_pass).sum()
    }
}

/// The plan of the fewest cycles for runs of such lengths.
fn quickest(
    card: &Geometry,
    lengths: &[usize],
    preparations: &[Preparation],
) -> Result<PassPlan, MsmError> {
    let points = lengths.iter().copied().max().unwrap_or_default();
    let cycles =
        |plan: &PassPlan| lengths.iter().map(|points| plan.cycles(card, *points)).sum::<u64>();
    let plans = preparations.iter().flat_map(|preparation| {
        WINDOW_BITS.filter_map(|width| PassPlan::of_width(card, points, *preparation, width))
    });
    let (buckets, records) = (card.buckets, card.records);
    plans.min_by_key(cycles).ok_or(MsmError::NoPlan { points, buckets, records })
}

/// Passes of a plan, as they come.
struct Passes<'a> {
    card: &'a Geometry,
    /// Of the signed windows.
    width: u32,
    done: Vec<Pass>,
}

impl Passes<'_> {
    /// Signed windows that the buckets of an adder have room for.
    fn room(&self) -> usize {
        (self.card.buckets >> (self.width - 1)).min(MOST_WINDOWS)
    }

    /// Adds a pass in which each window has the buckets of a signed one.
    fn add(&mut self, first: usize, windows: usize, adders: usize, split: bool) {
        let (bucket_bits, weight_bits) = (self.width - 1, self.width - 1);
        self.done.push(Pass { first, windows, adders, split, bucket_bits, weight_bits });
    }

    /// Whether a further pass can be split: not the first one, whose points may come by a stream, nor one without a memory.
    const fn can_split(&self) -> bool {
        self.card.records > 0 && self.card.adders > 1 && !self.done.is_empty()
    }

    /// All windows in one pass, each adder with as many of them, if that can be; the top window is as wide as the others.
    fn all_at_once(&mut self, windows: usize) -> bool {
        if windows > self.card.adders * self.room() {
            return false;
        }
        let each = windows.div_ceil(self.card.adders.min(windows));
        let even = windows.is_multiple_of(each);
        if even {
            self.add(0, each, windows / each, false);
        }
        even
    }

    /// That many signed windows, as many in each pass as there is room for; what is left in the end is split.
    fn signed(&mut self, windows: usize) -> Option<()> {
        let (room, adders) = (self.room(), self.card.adders);
        let mut first = 0;
        while first < windows && room > 0 {
            let left = windows - first;
            if left <= room && self.can_split() {
                self.add(first, left, adders, true);
                first = windows;
            } else {
                let each = left.div_ceil(adders).min(room);
                let taking = (left / each).min(adders);
                self.add(first, each, taking, false);
                first += each * taking;
            }
        }
        (room > 0).then_some(())
    }

    /// A pass of that window alone, by all adders if it can be split.
    fn single(&mut self, first: usize, bucket_bits: u32, weight_bits: u32) {
        let split = self.can_split();
        let adders = if split { self.card.adders } else { 1 };
        self.done.push(Pass { first, windows: 1, adders, split, bucket_bits, weight_bits });
    }
}

/// Windows of scalars, the top one last.
struct Cut {
    rows: Vec<Window>,
    /// The largest digit of the top one.
    digits: u64,
}

/// Windows of that width up to the top of a scalar, where what is left has no more digits than that.
fn cut(fold: bool, width: u32, most_digits: u64) -> Option<Cut> {
    let most = prepare::most(fold);
    let mut rows = Vec::new();
    let mut offset = 0;
    loop {
        // What is left of the largest scalar above, and a carry.
        let digits = prepare::shifted(&most, offset) + 1;
        if digits <= most_digits {
            let bits = 64 - digits.leading_zeros();
            rows.push(Window { kind: WindowKind::Top, bits, offset });
            return (offset + bits <= SUM_BITS).then_some(Cut { rows, digits });
        }
        rows.push(Window { kind: WindowKind::Signed, bits: width, offset });
        offset += width;
    }
}
