// SPDX-License-Identifier: Apache-2.0
//! Which digits of a record go to the windows that are filled together.

use super::digit::{Digit, Pass};
use super::word::Word;

/// Words of a run's records, of which the first ones may have been forgotten.
#[derive(Debug, Default)]
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

    /// Forgets those of the records before that one.
    pub(super) fn forget_before(&mut self, record: usize) {
        self.words.drain(..record - self.first);
        self.first = record;
    }
}

/// Windows of some passes, in the order of their sums.
#[derive(Debug)]
pub(super) struct Filling<'a> {
    /// Pass, adder, and window of that adder.
    windows: Vec<(&'a Pass, usize, usize)>,
    words: &'a Words,
}

impl<'a> Filling<'a> {
    pub(super) fn new(passes: &'a [Pass], words: &'a Words) -> Self {
        let of_pass = |pass: &'a Pass| {
            let shape = pass.shape();
            let each = move |adder| (0..shape.windows).map(move |window| (pass, adder, window));
            (0..shape.adders).flat_map(each)
        };
        let windows = passes.iter().flat_map(of_pass).collect();
        Self { windows, words }
    }

    /// How many times a record's point counts in each window.
    pub(super) fn digits(&self, record: usize, out: &mut [i32]) {
        for (out, (pass, adder, window)) in out.iter_mut().zip(&self.windows) {
            let digit = || pass.digit(*adder, *window, record, self.words.of(record));
            *out = match pass.has(*adder, record).then(digit) {
                Some(Digit::Counts { times, .. }) => times,
                Some(Digit::Zero | Digit::Beyond) | None => 0,
            };
        }
    }
}
