// SPDX-License-Identifier: Apache-2.0
//! Which digits of a record go to the windows that are filled together.

use std::ops::Range;
use std::sync::Arc;

use super::digit::{Digit, Pass};
use super::word::Word;

/// Words of a run's records, of which the first ones may have been forgotten.
#[derive(Clone, Debug, Default)]
pub(super) struct Words {
    first: usize,
    words: Vec<Word>,
}

impl Words {
    pub(super) fn push(&mut self, word: Word) {
        self.words.push(word);
    }

    /// That of a record.
    pub(super) fn of(&self, record: usize) -> &Word {
        &self.words[record - self.first]
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
    passes: Arc<[Pass]>,
    /// Number of the pass, adder, and window of that adder.
    windows: Vec<(usize, usize, usize)>,
    words: Arc<Words>,
}

impl Filling {
    /// That of the passes with those numbers.
    pub(super) fn new(passes: &Arc<[Pass]>, numbers: Range<usize>, words: Arc<Words>) -> Self {
        let of_pass = |number: usize| {
            let shape = passes[number].shape();
            let each = move |adder| (0..shape.windows).map(move |window| (number, adder, window));
            (0..shape.adders).flat_map(each)
        };
        let windows = numbers.flat_map(of_pass).collect();
        Self { passes: Arc::clone(passes), windows, words }
    }

    /// How many windows there are.
    pub(super) const fn windows(&self) -> usize {
        self.windows.len()
    }

    /// How many times a record's point counts in each window.
    pub(super) fn digits(&self, record: usize, out: &mut [i32]) {
        let word = self.words.of(record);
        for (out, (number, adder, window)) in out.iter_mut().zip(&self.windows) {
            let pass = &self.passes[*number];
            let digit = || pass.digit(*adder, *window, record, word);
            *out = match pass.has(*adder, record).then(digit) {
                Some(Digit::Counts { times, .. }) => times,
                Some(Digit::Zero | Digit::Beyond) | None => 0,
            };
        }
    }
}
