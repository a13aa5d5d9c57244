// SPDX-License-Identifier: Apache-2.0
//! Digits of words: which bucket of a pass each goes to, and by what weight and sign its point counts there (`fby_msm_cut`).

use forebay_msm::passes::CLASSES;
use forebay_regs::user::msm::{pass, window};

use super::cycles::{NO_BUCKET, PassShape, Shape};
use super::word::Word;

/// Widest window.
const MAX_WINDOW_BITS: u32 = 18;
/// Kinds of windows; any other is as the first one, a field less half of its range.
const TOP: u32 = 1;
const CLASS: u32 = 2;

/// A window of an adder in a pass: a row of the window table, and what the pass and the card say to its digits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    offset: u32,
    kind: u32,
    /// The bits of its field.
    mask: u32,
    /// Half of its range; of one that no window has it is nothing.
    half: u32,
    /// Its first bucket, and the bits of a bucket's number in it.
    first: u32,
    bucket_mask: u32,
    weight_bits: u32,
    /// Buckets of the adder.
    buckets: usize,
}

impl Window {
    /// The one of a row that is window `number` of its adder, in a pass of that shape.
    fn of_row(row: u32, number: usize, shape: &PassShape, card: &Shape) -> Self {
        let bits = window::BITS.get(row);
        #[expect(clippy::cast_possible_truncation, reason = "an adder has few windows")]
        let number = number as u32;
        Self {
            offset: window::OFFSET.get(row),
            kind: window::KIND.get(row),
            mask: ones(bits.min(MAX_WINDOW_BITS)),
            half: if bits > MAX_WINDOW_BITS { 0 } else { 1 << bits >> 1 },
            first: number << shape.bucket_bits,
            bucket_mask: ones(shape.bucket_bits),
            weight_bits: shape.weight_bits,
            buckets: card.buckets,
        }
    }

    /// The digit of a record.
    #[inline]
    pub(super) fn digit(&self, record: usize, word: &Word) -> Digit {
        let (magnitude, negative) = self.signed(record, word);
        let Some(number) = magnitude.checked_sub(1) else { return Digit::Zero };
        if number > ones(self.weight_bits) {
            return Digit::Beyond;
        }
        let copy = class(record) << self.weight_bits & self.bucket_mask;
        let bucket = self.first | copy | number;
        if bucket as usize >= self.buckets {
            return Digit::Beyond;
        }
        let times = (number + 1).cast_signed();
        Digit::Counts { bucket, times: if negative { -times } else { times } }
    }

    /// Magnitude and sign of a record's digit.
    #[inline]
    fn signed(&self, record: usize, word: &Word) -> (u32, bool) {
        if self.kind == CLASS {
            return (1 + class(record), false);
        }
        let field = word.field(self.offset) & self.mask;
        if self.kind == TOP {
            return (field, word.is_negative());
        }
        (field.abs_diff(self.half), word.is_negative() ^ (field < self.half))
    }
}

/// The records that an adder is given: each that many, from its number on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Share {
    each: usize,
    adder: usize,
}

impl Share {
    /// Whether a record is one of them.
    #[inline]
    pub(super) const fn has(&self, record: usize) -> bool {
        self.each == 1 || record % self.each == self.adder
    }
}

/// What of a record's number its class and its copy of a window hang on.
#[expect(clippy::cast_possible_truncation, reason = "there are few classes")]
const fn class(record: usize) -> u32 {
    (record % CLASSES as usize) as u32
}

/// That many ones.
#[inline]
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
        let rows = rows[first..].iter().take(shape.rows());
        let window = |(row, number)| Window::of_row(row, number % shape.windows, &shape, card);
        let windows = rows.copied().zip(0..).map(window).collect();
        Self { shape, windows, buckets: card.buckets }
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

    /// The records that an adder is given.
    pub(super) const fn share(&self, adder: usize) -> Share {
        if self.shape.split {
            Share { each: self.shape.adders, adder }
        } else {
            Share { each: 1, adder: 0 }
        }
    }

    /// The buckets of an adder's digits, or `NO_BUCKET`: for record `first` and each `step`-th from there on, whose words begin there, as
    /// long as `out` has room. Whether there was none for some digit that is not zero.
    pub(super) fn buckets(
        &self,
        adder: usize,
        (first, step): (usize, usize),
        words: &[Word],
        out: &mut [u32],
    ) -> bool {
        let mut stray = false;
        let windows = self.windows(adder);
        for (number, window) in windows.iter().enumerate() {
            let out = out.iter_mut().skip(number).step_by(windows.len());
            let records = (first..).step_by(step).zip(words.iter().step_by(step));
            for (out, (record, word)) in out.zip(records) {
                *out = match window.digit(record, word) {
                    Digit::Counts { bucket, .. } => bucket,
                    Digit::Zero => NO_BUCKET,
                    Digit::Beyond => {
                        stray = true;
                        NO_BUCKET
                    }
                };
            }
        }
        stray
    }

    /// The windows of an adder.
    pub(super) fn windows(&self, adder: usize) -> &[Window] {
        let windows = self.shape.windows;
        &self.windows[if self.shape.split { 0 } else { adder * windows }..][..windows]
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
