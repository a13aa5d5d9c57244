// SPDX-License-Identifier: Apache-2.0
//! The portal: a line of 64 bytes carries all arguments. It comes in ascending pieces; nothing starts before the last one.

use forebay_regs::udma_window::portal_page as word;

use super::{Outside, Scheme, has};
use crate::front_end::udma::access::{ADDRESS_BITS, Access, CONTEXTS, Op, Say, Space, Start};

/// Words of a line.
const WORDS: usize = word::END as usize / 4 + 1;
const LINE_BYTES: u64 = WORDS as u64 * 4;

/// A line that has begun to come.
#[derive(Clone, Copy, Default)]
struct Line {
    /// Which line of the page it is.
    number: u64,
    words: [u32; WORDS],
    /// Words that have come: from the first one on.
    have: usize,
}

impl Line {
    const fn at(&self, offset: u32) -> u32 {
        self.words[offset as usize / 4]
    }

    const fn pair(&self, low: u32) -> u64 {
        (self.at(low + 4) as u64) << 32 | self.at(low) as u64
    }

    /// The transfer that it asks for; none where something is in it that must be 0.
    fn start(&self, context: usize) -> Option<Start> {
        let [src, dst, record_address] =
            [word::SRC_LO, word::DST_LO, word::RECORD_LO].map(|low| self.pair(low));
        let control = self.at(word::CONTROL);
        let list = word::control::BATCH.is_set(control);
        let reserved = (0..word::RESERVED.count()).any(|n| self.at(word::RESERVED.at(n)) != 0)
            || control & !(word::control::RECORD.mask() | word::control::BATCH.mask()) != 0
            || list && dst != 0
            || self.at(word::END) != 0
            || (src | dst | record_address) >> ADDRESS_BITS != 0;
        (!reserved).then_some(Start {
            context,
            src,
            dst,
            size: self.at(word::SIZE),
            record: word::control::RECORD.is_set(control),
            record_address,
            cookie: self.at(word::COOKIE),
            list,
        })
    }
}

#[derive(Default)]
pub(super) struct Portal {
    lines: [Option<Line>; CONTEXTS],
}

impl Portal {
    /// A piece of 4 or 8 bytes, low word first.
    fn piece(&mut self, access: &Access, words: &[u32]) -> Say {
        let (number, byte) = (access.address / LINE_BYTES, access.address % LINE_BYTES);
        let old = self.lines[access.context].take();
        let goes_on = old.filter(|line| line.number == number && line.have as u64 * 4 == byte);
        let mut line = match goes_on {
            Some(line) => line,
            None if byte == 0 => Line { number, ..Line::default() },
            None => return Say::stray(),
        };
        line.words[line.have..][..words.len()].copy_from_slice(words);
        line.have += words.len();
        if line.have == WORDS {
            let start = line.start(access.context);
            return start
                .map_or(Say::stray(), |start| Say::start(start, super::super::access::FAIL));
        }
        self.lines[access.context] = Some(line);
        // One that was begun is torn by another one.
        Say { stray: goes_on.is_none() && old.is_some(), ..Say::default() }
    }
}

impl Scheme for Portal {
    fn access(&mut self, access: &Access, _outside: &Outside<'_>) -> Say {
        match (access.space, access.op) {
            (Space::Portal, Op::Store(word)) => self.piece(access, &[word]),
            (Space::Portal, Op::Wide(words)) => self.piece(access, &halves(words)),
            _ => Say::stray(),
        }
    }

    fn forget(&mut self, contexts: u32) {
        for (context, line) in self.lines.iter_mut().enumerate() {
            line.take_if(|_| has(contexts, context));
        }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "the halves of a word of 8 bytes")]
const fn halves(words: u64) -> [u32; 2] {
    [words as u32, (words >> 32) as u32]
}
