// SPDX-License-Identifier: Apache-2.0
//! Digits of words: which bucket of a pass each goes to, and by what weight and sign its point counts there (`fby_msm_cut`).

use forebay_msm::passes::CLASSES;
use forebay_regs::user::msm::{pass, window};

use super::cycles::{PassShape, Shape};
use super::word::Word;

/// Widest window.
const MAX_WINDOW_BITS: u32 = 18;
/// Kinds of windows; any other is as the first one, a field less half of its range.
const TOP: u32 = 1;
const CLASS: u32 = 2;

/// A row of the window table.
#[derive(Clone, Copy, Debug)]
struct Window {
    offset: u32,
    bits: u32,
    kind: u32,
}

impl Window {
    const fn of_row(row: u32) -> Self {
        let (bits, kind) = (window::BITS.get(row), window::KIND.get(row));
        Self { offset: window::OFFSET.get(row), bits, kind }
    }

    /// Magnitude and sign of a record's digit.
    fn digit(&self, record: usize, word: &Word) -> (u32, bool) {
        if self.kind == CLASS {
            return (1 + class(record), false);
        }
        let field = word.field(self.offset) & ones(self.bits.min(MAX_WINDOW_BITS));
        if self.kind == TOP {
            return (field, word.is_negative());
        }
        // Half of a range that no window has is nothing.
        let half = if self.bits > MAX_WINDOW_BITS { 0 } else { 1 << self.bits >> 1 };
        (field.abs_diff(half), word.is_negative() ^ (field < half))
    }
}

/// What of a record's number its class and its copy of a window hang on.
#[expect(clippy::cast_possible_truncation, reason = "there are few classes")]
const fn class(record: usize) -> u32 {
    (record % CLASSES as usize) as u32
}

/// That many ones.
const fn ones(bits: u32) -> u32 {
    (1 << bits) - 1
}

/// What becomes of a digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Digit {
    /// It is zero.
    Zero,
    /// Its window has no such bucket, or the adder has none: it adds nothing, and its scalar is cut.
    Beyond,
    /// In this bucket of its adder the point counts so many times.
    Counts { bucket: u32, times: i32 },
}

/// A pass of a run, with its windows.
#[derive(Clone, Debug)]
pub(super) struct Pass {
    shape: PassShape,
    /// Those of the first adder, then of the next, but in a split pass, where all have the same.
    windows: Vec<Window>,
    /// Buckets of an adder.
    buckets: usize,
}

impl Pass {
    /// The one of a row of the pass table, on that card.
    pub(super) fn of_row(row: u32, rows: &[u32], card: &Shape) -> Self {
        let shape = PassShape {
            windows: pass::LAST.get(row) as usize + 1,
            bucket_bits: pass::BUCKET_BITS.get(row),
            weight_bits: pass::WEIGHT_BITS.get(row),
            adders: pass::ADDERS.get(row) as usize,
            split: pass::SPLIT.is_set(row),
        };
        let first = pass::FIRST.get(row) as usize;
        let windows = rows[first..].iter().take(shape.rows()).copied().map(Window::of_row);
        Self { shape, windows: windows.collect(), buckets: card.buckets }
    }

    pub(super) const fn shape(&self) -> &PassShape {
        &self.shape
    }

    /// Windows of all of its adders, each of which has a sum.
    pub(super) const fn sums(&self) -> usize {
        self.shape.adders * self.shape.windows
    }

    /// The largest weight of a point in a window of it.
    pub(super) fn weights(&self) -> usize {
        self.buckets.min(1 << self.shape.weight_bits)
    }

    /// Whether a window of it has a sum though nothing was added to it: where there is something to sum.
    pub(super) const fn sums_nothing(&self) -> bool {
        self.shape.bucket_bits > 0
    }

    /// Whether an adder is given a record.
    pub(super) const fn has(&self, adder: usize, record: usize) -> bool {
        !self.shape.split || record % self.shape.adders == adder
    }

    /// The digit of a record in a window of an adder.
    pub(super) fn digit(&self, adder: usize, window: usize, record: usize, word: &Word) -> Digit {
        let PassShape { windows, bucket_bits, weight_bits, split, .. } = self.shape;
        let first = if split { 0 } else { adder * windows };
        let (magnitude, negative) = self.windows[first + window].digit(record, word);
        let Some(number) = magnitude.checked_sub(1) else { return Digit::Zero };
        if number > ones(weight_bits) {
            return Digit::Beyond;
        }
        let copy = class(record) << weight_bits & ones(bucket_bits);
        #[expect(clippy::cast_possible_truncation, reason = "an adder has few windows")]
        let bucket = (window as u32) << bucket_bits | copy | number;
        if bucket as usize >= self.buckets {
            return Digit::Beyond;
        }
        let times = (number + 1).cast_signed();
        Digit::Counts { bucket, times: if negative { -times } else { times } }
    }
}

impl PassShape {
    /// Rows of the window table that it has.
    pub(super) const fn rows(&self) -> usize {
        if self.split { self.windows } else { self.adders * self.windows }
    }

    /// Whether an adder with so many buckets has room for its windows. One alone may have fewer buckets than its numbers could name.
    pub(super) const fn fits(&self, buckets: usize) -> bool {
        let alone = self.windows == 1
            && self.weight_bits == self.bucket_bits
            && 1 << self.bucket_bits == buckets.next_power_of_two();
        self.windows << self.bucket_bits <= buckets || alone
    }
}
