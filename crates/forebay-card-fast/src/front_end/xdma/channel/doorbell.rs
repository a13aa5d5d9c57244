// SPDX-License-Identifier: Apache-2.0
//! The doorbell of a channel: collects a line, by words in order or by one store, and says whether it rings.

use forebay_regs::desc;
use forebay_regs::xdma::doorbell::{self, refused};

use super::descriptor::Words;

/// Words of a line, and how many of them are a descriptor.
const WORDS: usize = doorbell::LINE.count() as usize;
const DESC_WORDS: usize = size_of::<Words>() / size_of::<u32>();
/// A line, in order.
pub(super) type Line = [u32; WORDS];

/// What a word of a line comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Heard {
    /// The line goes on.
    Word,
    /// It is over, and rings nothing.
    Refused,
    /// It begins a run of the descriptor in it.
    Rings(Words),
}

/// What is collected, and what was refused.
#[derive(Debug, Default)]
pub(super) struct Doorbell {
    line: Line,
    /// The word that is next, where all before have come in order.
    next: Option<usize>,
    /// The channel was not free when the first word came.
    late: bool,
    refused: u32,
}

impl Doorbell {
    /// Why lines were refused.
    pub(super) const fn refused(&self) -> u32 {
        self.refused
    }

    /// Forgets these bits.
    pub(super) const fn clear(&mut self, bits: u32) {
        self.refused &= !bits;
    }

    /// A word of the line. `free`: a run may begin.
    pub(super) fn word(&mut self, index: usize, word: u32, free: bool) -> Heard {
        if index == 0 {
            self.late = !free;
        }
        let in_turn = index == 0 || self.next == Some(index);
        self.next = in_turn.then_some(index + 1).filter(|next| *next < WORDS);
        if in_turn && let Some(place) = self.line.get_mut(index) {
            *place = word;
        }
        if index + 1 == WORDS { self.judge(in_turn, free && !self.late) } else { Heard::Word }
    }

    /// A whole line at once.
    pub(super) fn store(&mut self, line: Line, free: bool) -> Heard {
        self.next = None;
        self.line = line;
        self.judge(true, free)
    }

    fn judge(&mut self, whole: bool, free: bool) -> Heard {
        let (descriptor, behind) = self.line.split_at(DESC_WORDS);
        let mut rings = Words::default();
        rings.copy_from_slice(descriptor);
        let sound = desc::control::STOP.is_set(rings[0]) && behind.iter().all(|word| *word == 0);
        let why = match (whole, free, sound) {
            (false, _, _) => refused::TORN,
            (true, false, _) => refused::BUSY,
            (true, true, false) => refused::FORMAT,
            (true, true, true) => return Heard::Rings(rings),
        };
        self.refused |= why.mask();
        Heard::Refused
    }
}
