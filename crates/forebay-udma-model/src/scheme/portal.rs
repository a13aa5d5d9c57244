// SPDX-License-Identifier: Apache-2.0
//! Portal: a line of 64 bytes is a whole descriptor, in pieces as a bus delivers it, after Intel DSA's MOVDIR64B portals
//! (decision 0020). A line that starts a list (decision 0021) is none of these: what the list says comes to the door later, each as a start of its own.

use super::{CONTEXTS, Scheme};
use crate::{Access, Actors, Arg, FAIL, Op, Say, Space, Start};

/// Bytes of a descriptor.
pub const LINE_BYTES: u64 = 64;
/// Bytes of a wide piece.
pub const PIECE_BYTES: u64 = 8;
/// Bit of the last word: a completion record is wanted.
pub const RECORD_WANTED: u64 = 1;

const WORDS: usize = 8;

/// What a process writes into a portal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Descriptor {
    /// From where, a slot and an offset.
    pub src: u64,
    /// Where to.
    pub dst: u64,
    /// Where the completion record goes.
    pub record_addr: u64,
    /// Bytes.
    pub size: u32,
    /// What the record begins with.
    pub cookie: u32,
    /// A record is wanted.
    pub record: bool,
}

impl Descriptor {
    /// Its words as decision 0020 numbers them.
    #[must_use]
    pub fn words(&self) -> [u64; WORDS] {
        let counts = u64::from(self.cookie) << 32 | u64::from(self.size);
        let flags = if self.record { RECORD_WANTED } else { 0 };
        [self.src, self.dst, self.record_addr, counts, 0, 0, 0, flags]
    }
}

/// A line that is not whole yet.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Line {
    /// Which one of the page.
    number: u64,
    /// How many bytes there are.
    bytes: u64,
    words: [u64; WORDS],
    by: [Actors; WORDS],
}

impl Line {
    const fn new(number: u64) -> Self {
        Self { number, bytes: 0, words: [0; WORDS], by: [Actors::only(0); WORDS] }
    }

    fn take(&mut self, piece: &Access) {
        let offset = piece.addr % LINE_BYTES;
        let (word, upper) = ((offset / PIECE_BYTES) as usize, !offset.is_multiple_of(PIECE_BYTES));
        if piece.wide {
            self.words[word] = piece.data;
        } else if upper {
            self.words[word] = self.words[word] & 0xFFFF_FFFF | piece.data << 32;
        } else {
            self.words[word] = piece.data & 0xFFFF_FFFF;
        }
        // The first piece of a word replaces whoever had it.
        self.by[word] = if upper { self.by[word].and(piece.by) } else { piece.by };
        self.bytes = offset + length(piece);
    }

    fn start(&self, context: u8) -> Option<Start> {
        let [src, dst, record_addr, counts, reserved @ .., flags] = self.words;
        if reserved != [0; 3] || flags & !RECORD_WANTED != 0 {
            return None;
        }
        let arg = |word: usize, value| Arg { value, by: self.by[word] };
        let by = self.by.iter().fold(self.by[0], |all, by| all.and(*by));
        let (src, dst, size) = (arg(0, src), arg(1, dst), arg(3, counts & 0xFFFF_FFFF));
        let record = (flags == RECORD_WANTED).then_some(record_addr);
        let start = Start::plain(context, src, dst, size, by);
        Some(Start { record, record_addr, cookie: counts >> 32, ..start })
    }
}

const fn length(piece: &Access) -> u64 {
    if piece.wide { PIECE_BYTES } else { PIECE_BYTES / 2 }
}

/// The scheme.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Portal {
    lines: [Option<Line>; CONTEXTS],
}

impl Portal {
    fn piece(&mut self, piece: &Access) -> Say {
        let slot = &mut self.lines[usize::from(piece.context)];
        let (number, offset) = (piece.addr / LINE_BYTES, piece.addr % LINE_BYTES);
        if !offset.is_multiple_of(length(piece)) {
            *slot = None;
            return Say::stray();
        }
        let (mut line, torn) = match slot.take() {
            Some(line) if line.number == number && line.bytes == offset => (line, false),
            torn if offset == 0 => (Line::new(number), torn.is_some()),
            // What a piece tears is forgotten: the pieces of one line that are missing are never those of another.
            _ => return Say::stray(),
        };
        line.take(piece);
        if line.bytes < LINE_BYTES {
            *slot = Some(line);
            return if torn { Say::stray() } else { Say::answer(FAIL) };
        }
        line.start(piece.context).map_or(Say::stray(), |start| Say::start(start, FAIL, FAIL))
    }
}

impl Scheme for Portal {
    fn access(&mut self, access: &Access) -> Say {
        match (access.space, access.op) {
            (_, Op::Hook | Op::Who) => Say::answer(FAIL),
            (Space::Portal, Op::Store) => self.piece(access),
            _ => Say::stray(),
        }
    }

    fn clear(&mut self, context: u8) {
        self.lines[usize::from(context)] = None;
    }
}
