// SPDX-License-Identifier: Apache-2.0
//! What each thread of a program does, step by step.

use serde::Serialize;

use crate::HostModelError;
use crate::card::{Piece, Target, Transfer};
use crate::params::PAGE_BYTES;

/// How a program sends two streams, or fills memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Pattern {
    /// One thread: all scalars in a call, then all points.
    ScalarsThenPoints,
    /// One thread: a chunk of scalars, a chunk of points, and so on.
    Alternate,
    /// A thread and a channel for each stream, with a barrier behind each chunk.
    TwoThreadsBarrier,
    /// A thread and a channel for each stream.
    TwoThreads,
    /// One thread: chunks in turn as above, as one list of descriptors.
    OneList,
    /// So many threads with a channel each, which write to memory of the card; a chunk is bytes of a call then, and pairs are bytes.
    Memory(u32),
}

impl Pattern {
    /// Those that send two streams, by name.
    pub const STREAMS: [(&'static str, Self); 5] = [
        ("scalars_then_points", Self::ScalarsThenPoints),
        ("alternate", Self::Alternate),
        ("two_threads_barrier", Self::TwoThreadsBarrier),
        ("two_threads", Self::TwoThreads),
        ("one_list", Self::OneList),
    ];

    /// The pattern of that name.
    ///
    /// # Errors
    /// [`HostModelError::UnknownName`].
    pub fn find(name: &str) -> Result<Self, HostModelError> {
        HostModelError::find("pattern", name, &Self::STREAMS)
    }

    /// Threads that it has.
    #[must_use]
    pub const fn threads(self) -> u32 {
        match self {
            Self::ScalarsThenPoints | Self::Alternate | Self::OneList => 1,
            Self::TwoThreadsBarrier | Self::TwoThreads => 2,
            Self::Memory(threads) => threads,
        }
    }
}

impl std::fmt::Display for Pattern {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::ScalarsThenPoints => f.write_str("one stream after the other"),
            Self::Alternate => f.write_str("a call a chunk"),
            Self::TwoThreadsBarrier => f.write_str("two threads with a barrier"),
            Self::TwoThreads => f.write_str("two threads"),
            Self::OneList => f.write_str("one list"),
            Self::Memory(threads) => write!(f, "{threads} threads to memory"),
        }
    }
}

/// One start of an engine, and what belongs to the call that it is part of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Start {
    pub(crate) transfer: Transfer,
    /// The call begins with it.
    pub(crate) begins: bool,
    /// It goes on where the one before ends, and is linked to that while it is under way.
    pub(crate) links: bool,
    /// Pages that are pinned before it, and that are given back behind it.
    pub(crate) pins: u64,
    pub(crate) unpins: u64,
}

/// What a thread does next.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Step {
    Start(Start),
    Barrier,
    End,
}

/// What pieces are made of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    /// Offset in a page at which both arrays begin.
    pub(crate) offset: u64,
    pub(crate) element_bytes: [u64; 2],
    pub(crate) descriptor_bytes: u64,
    pub(crate) most_descriptors: u64,
    /// Descriptors that a list begins with, and is added to by.
    pub(crate) lead: Option<u64>,
}

impl Shape {
    /// Elements from `first` on.
    fn piece(&self, target: Target, first: u64, elements: u64) -> Piece {
        let (size, elements) = match target {
            Target::Stream(stream) => (self.element_bytes[stream], elements),
            Target::Memory => (1, elements),
        };
        let offset = (self.offset + first * size) % PAGE_BYTES;
        let bytes = elements * size;
        let descriptors = (offset + bytes).div_ceil(self.descriptor_bytes);
        Piece { target, elements, bytes, offset, descriptors }
    }

    /// Elements that a start can have.
    fn most(&self, target: Target) -> u64 {
        let size = self.piece(target, 0, 1).bytes;
        // The first descriptor may be a short one.
        ((self.most_descriptors.max(2) - 1) * self.descriptor_bytes / size).max(1)
    }
}

fn pages(piece: &Piece) -> u64 {
    (piece.offset + piece.bytes).div_ceil(PAGE_BYTES)
}

/// The program of one thread.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    shape: Shape,
    channel: usize,
    targets: Vec<Target>,
    chunk: u64,
    pairs: u64,
    barrier: bool,
    list: bool,
    /// Elements of all streams that are done, those of this call, and whose turn it is.
    at: u64,
    done: u64,
    turn: usize,
    barrier_is_next: bool,
    /// Pages that a list has pinned so far, where it does so as it goes.
    pinned: u64,
}

impl Program {
    pub(crate) fn new(
        pattern: Pattern,
        thread: usize,
        (chunk, pairs): (u64, u64),
        shape: Shape,
    ) -> Self {
        let both = vec![Target::Stream(0), Target::Stream(1)];
        let targets = match pattern {
            Pattern::ScalarsThenPoints | Pattern::Alternate | Pattern::OneList => both,
            Pattern::TwoThreadsBarrier | Pattern::TwoThreads => vec![Target::Stream(thread)],
            Pattern::Memory(_) => vec![Target::Memory],
        };
        Self {
            shape,
            channel: thread,
            targets,
            chunk: if pattern == Pattern::ScalarsThenPoints { pairs } else { chunk },
            pairs,
            barrier: pattern == Pattern::TwoThreadsBarrier,
            list: pattern == Pattern::OneList,
            at: 0,
            done: 0,
            turn: 0,
            barrier_is_next: false,
            pinned: 0,
        }
    }

    pub(crate) fn next(&mut self) -> Step {
        if std::mem::take(&mut self.barrier_is_next) {
            return Step::Barrier;
        }
        if self.at >= self.pairs {
            return Step::End;
        }
        Step::Start(if self.list { self.next_of_list() } else { self.next_of_call() })
    }

    fn next_of_call(&mut self) -> Start {
        let target = self.targets[self.turn];
        let call = self.chunk.min(self.pairs - self.at);
        let whole = pages(&self.shape.piece(target, self.at, call));
        let begins = self.done == 0;
        let part = (call - self.done).min(self.shape.most(target));
        let piece = self.shape.piece(target, self.at + self.done, part);
        self.done += part;
        let ends = self.done == call;
        if ends {
            self.done = 0;
            self.turn = (self.turn + 1) % self.targets.len();
            if self.turn == 0 {
                self.at += call;
                self.barrier_is_next = self.barrier;
            }
        }
        Start {
            transfer: Transfer::of(self.channel, piece),
            begins,
            links: false,
            pins: if begins { whole } else { 0 },
            unpins: if ends { whole } else { 0 },
        }
    }

    /// Whether the next start goes on where this one ends, and can be linked to it.
    pub(crate) fn goes_on(&self) -> bool {
        self.list && self.shape.lead.is_some() && self.at > 0 && self.at < self.pairs
    }

    /// As many rounds as a start can have, or as are to be in memory with one.
    fn next_of_list(&mut self) -> Start {
        let links = self.goes_on();
        let chunk = self.chunk.min(self.pairs - self.at);
        let [first, second] =
            [0, 1].map(|turn: usize| self.shape.piece(self.targets[turn], self.at, chunk));
        let most = self.shape.lead.unwrap_or(self.shape.most_descriptors);
        let room = most / (first.descriptors + second.descriptors);
        let rounds = room.max(1).min((self.pairs - self.at) / chunk);
        let begins = self.at == 0;
        self.at += rounds * chunk;
        let transfer = Transfer { channel: self.channel, first, second: Some(second), rounds };
        let all = || -> u64 {
            self.targets.iter().map(|target| pages(&self.shape.piece(*target, 0, self.pairs))).sum()
        };
        let (pins, ends) = (transfer.sum(pages), self.at >= self.pairs);
        self.pinned += pins;
        let unpins = if !ends {
            0
        } else if self.shape.lead.is_some() {
            self.pinned
        } else {
            all()
        };
        let pins = match self.shape.lead {
            Some(_) => pins,
            None if begins => all(),
            None => 0,
        };
        Start { transfer, begins, links, pins, unpins }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHAPE: Shape = Shape {
        offset: 16,
        element_bytes: [32, 64],
        descriptor_bytes: PAGE_BYTES,
        most_descriptors: 64,
        lead: None,
    };

    /// Elements by stream, starts, barriers, and pages pinned and given back.
    fn all(pattern: Pattern, thread: usize, chunk: u64, pairs: u64) -> ([u64; 2], u64, u64, u64) {
        let mut program = Program::new(pattern, thread, (chunk, pairs), SHAPE);
        let (mut elements, mut starts, mut barriers) = ([0; 2], 0, 0);
        let (mut pinned, mut unpinned) = (0, 0);
        loop {
            match program.next() {
                Step::End => break,
                Step::Barrier => barriers += 1,
                Step::Start(start) => {
                    starts += 1;
                    pinned += start.pins;
                    unpinned += start.unpins;
                    assert!(start.transfer.sum(|piece| piece.descriptors) <= 64);
                    for piece in start.transfer.pieces() {
                        let Target::Stream(stream) = piece.target else { continue };
                        elements[stream] += piece.elements;
                    }
                }
            }
        }
        assert_eq!(pinned, unpinned);
        (elements, starts, barriers, pinned)
    }

    #[test]
    fn every_pattern_sends_every_element_once() {
        for pairs in [1, 1000, 5000] {
            for chunk in [1, 128, 1024] {
                for pattern in [Pattern::ScalarsThenPoints, Pattern::Alternate, Pattern::OneList] {
                    assert_eq!(all(pattern, 0, chunk, pairs).0, [pairs; 2], "{pattern:?} {chunk}");
                }
                for (thread, sent) in [(0, [pairs, 0]), (1, [0, pairs])] {
                    let (elements, starts, barriers, _) =
                        all(Pattern::TwoThreadsBarrier, thread, chunk, pairs);
                    assert_eq!((elements, barriers), (sent, pairs.div_ceil(chunk)));
                    assert_eq!(starts, barriers, "a chunk is a start");
                    assert_eq!(all(Pattern::TwoThreads, thread, chunk, pairs).2, 0);
                }
            }
        }
    }

    #[test]
    fn what_crosses_a_page_is_one_more_descriptor_and_one_more_page() {
        let unaligned = all(Pattern::Alternate, 0, 1024, 4096);
        assert_eq!(unaligned.3, 4 * (9 + 17));
        let aligned = Shape { offset: 0, ..SHAPE };
        let piece = aligned.piece(Target::Stream(1), 1024, 1024);
        assert_eq!((piece.descriptors, pages(&piece), piece.bytes), (16, 16, 65_536));
        let piece = SHAPE.piece(Target::Stream(1), 1024, 1024);
        assert_eq!((piece.descriptors, piece.offset), (17, 16));
    }
}
