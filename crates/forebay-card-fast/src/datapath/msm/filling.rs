// SPDX-License-Identifier: Apache-2.0
//! Which digits of a record go to the windows that are filled together.

use std::iter::repeat;
use std::ops::Range;
use std::sync::Arc;

use super::digit::{Digit, Pass, Share, Window};
use super::word::Word;

/// Words that there is memory for from the beginning: what a run says will come need not come.
const AT_FIRST: usize = 1 << 20;

/// Words of a run's records, of which the first ones may have been forgotten.
#[derive(Clone, Debug, Default)]
pub(super) struct Words {
    first: usize,
    words: Vec<Word>,
}

impl Words {
    /// None yet, of so many.
    pub(super) fn of_run(records: usize) -> Self {
        Self { first: 0, words: Vec::with_capacity(records.min(AT_FIRST)) }
    }

    pub(super) fn push(&mut self, word: Word) {
        self.words.push(word);
    }

    /// That of a record.
    pub(super) fn of(&self, record: usize) -> &Word {
        &self.words[record - self.first]
    }

    /// Those from a record on.
    pub(super) fn from(&self, record: usize) -> &[Word] {
        &self.words[record - self.first..]
    }

    /// Those of these records alone.
    pub(super) fn part(&self, records: Range<usize>) -> Self {
        let words = &self.words[records.start - self.first..records.end - self.first];
        Self { first: records.start, words: words.to_vec() }
    }

    /// Forgets those of the records before that one.
    pub(super) fn forget_before(&mut self, record: usize) {
        self.words.drain(..record - self.first);
        self.first = record;
    }
}

/// Windows of some passes, in the order of their sums, with the words that they are cut from.
#[derive(Debug)]
pub(super) struct Filling {
    /// Each with the records that its adder is given.
    windows: Vec<(Window, Share)>,
    words: Arc<Words>,
}

impl Filling {
    /// That of these passes.
    pub(super) fn new(passes: &[Pass], words: Arc<Words>) -> Self {
        let windows = passes.iter().flat_map(|pass| {
            let of_adder =
                move |adder| pass.windows(adder).iter().copied().zip(repeat(pass.share(adder)));
            (0..pass.shape().adders).flat_map(of_adder)
        });
        Self { windows: windows.collect(), words }
    }

    /// How many windows there are.
    pub(super) const fn windows(&self) -> usize {
        self.windows.len()
    }

    /// How many times a record's point counts in each window.
    pub(super) fn digits(&self, record: usize, out: &mut [i32]) {
        let word = self.words.of(record);
        for (out, (window, share)) in out.iter_mut().zip(&self.windows) {
            *out = match share.has(record).then(|| window.digit(record, word)) {
                Some(Digit::Counts { times, .. }) => times,
                Some(Digit::Zero | Digit::Beyond) | None => 0,
            };
        }
    }
}
