// SPDX-License-Identifier: Apache-2.0
//! What is to be sent, in which order, and to what.

use serde::Serialize;

use crate::{PlanError, Verdict, check, remedy};

/// Bytes of one FIFO entry of a stream port.
pub const ENTRY_BYTES: u64 = 64;
/// Pieces that are looked through at most.
pub const MOST_PIECES: u64 = 1 << 26;
/// No amount is larger, so that sums of two do not overflow.
const MOST: u64 = 1 << 62;

/// A stream, its FIFO, and what the datapath takes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Stream {
    /// Bytes of one element in host memory.
    pub element_bytes: u64,
    /// Bytes of one entry of the FIFO. A piece begins a new entry and fills its last one as far as it goes.
    pub entry_bytes: u64,
    /// Entries that the FIFO holds.
    pub depth: u64,
    /// Entries beside the FIFO's: those between the place where ways part and the FIFO, and those that the datapath takes of a step
    /// that is not complete. The datapath `sink` takes all of a step as they come, so `take`; a core that waits until
    /// everything is there takes 0.
    pub ahead: u64,
    /// Entries that the datapath takes in a step, together with those of the other streams.
    pub take: u64,
}

impl Stream {
    /// Entries that find room before the first step is complete.
    pub(crate) const fn reach(&self) -> u64 {
        self.depth + self.ahead
    }

    /// Entries that a piece of so many elements fills.
    pub(crate) const fn entries(&self, elements: u64) -> u64 {
        (elements * self.element_bytes).div_ceil(self.entry_bytes)
    }
}

/// A piece of a stream, sent as one transfer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Piece {
    /// The stream.
    pub stream: usize,
    /// Its elements.
    pub elements: u64,
}

/// Who sends what when. A thread sends the next piece when the one before has arrived.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// One thread: all of the first stream, then all of the next.
    OneByOne {
        /// Elements of each stream.
        elements: u64,
    },
    /// One thread: a chunk of each stream in turn.
    Alternate {
        /// Elements of each stream.
        elements: u64,
        /// Elements of a chunk.
        chunk: u64,
    },
    /// A thread and a channel for each stream.
    Threads {
        /// Elements of each stream.
        elements: u64,
        /// Elements of a chunk.
        chunk: u64,
        /// Behind each chunk every thread waits for the others.
        barrier: bool,
    },
    /// One thread: these pieces.
    List(Vec<Piece>),
}

/// How data get to the FIFOs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Path {
    /// Over one way, in order: an entry that finds no room holds up all behind it. What the build `sink-shared` does.
    Shared,
    /// An entry is sent when its FIFO has room, so that nobody holds up others: what the other builds of this project do.
    Reserved,
}

/// What is to be sent, in which order, and to what.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Plan {
    /// The streams.
    pub streams: Vec<Stream>,
    /// In which order they are sent.
    pub order: Order,
    /// How they get there.
    pub path: Path,
}

impl Plan {
    /// Says whether every transfer ends, for a datapath that works as long as it has what it takes.
    ///
    /// # Errors
    /// [`PlanError`], for a plan that nothing can be said about.
    pub fn check(&self) -> Result<Verdict, PlanError> {
        self.is_sound()?;
        let mut budget = u64::MAX;
        let found = check::find(self, &mut budget).unwrap_or(check::Found::Free);
        Ok(match found {
            check::Found::Free => Verdict::Free,
            check::Found::Always(stand) => Verdict::Deadlock { stand, remedy: remedy::find(self) },
            check::Found::Sometimes(stand, interleaving) => {
                Verdict::Possible { stand, interleaving, remedy: remedy::find(self) }
            }
        })
    }

    fn is_sound(&self) -> Result<(), PlanError> {
        if self.streams.len() < 2 {
            return Err(PlanError::Streams { given: self.streams.len() });
        }
        for (stream, of) in self.streams.iter().enumerate() {
            for (what, value) in [
                ("the size of an element in bytes", of.element_bytes),
                ("the size of a FIFO entry in bytes", of.entry_bytes),
                ("the depth of the FIFO in entries", of.depth),
                ("what a step takes (the pairing, in entries)", of.take),
            ] {
                if value == 0 {
                    return Err(PlanError::ZeroOfStream { stream, what });
                }
            }
            let Stream { depth, ahead, .. } = *of;
            if depth.checked_add(ahead).is_none_or(|entries| entries > MOST) {
                return Err(PlanError::TooDeep { stream, depth, ahead });
            }
        }
        match &self.order {
            Order::List(pieces) => self.is_sound_list(pieces),
            Order::OneByOne { elements } => self.are_sound_rounds(*elements, *elements),
            Order::Alternate { elements, chunk } | Order::Threads { elements, chunk, .. } => {
                self.are_sound_rounds(*elements, *chunk)
            }
        }
    }

    fn is_sound_list(&self, pieces: &[Piece]) -> Result<(), PlanError> {
        let given = self.streams.len();
        let mut sums = vec![0_u64; given];
        if pieces.len() as u64 > MOST_PIECES {
            let pieces = pieces.len() as u64;
            return Err(PlanError::TooManyPieces { pieces, most: MOST_PIECES });
        }
        for (piece, Piece { stream, elements }) in pieces.iter().enumerate() {
            let sum = sums.get_mut(*stream).ok_or(PlanError::NoSuchStream {
                piece,
                stream: *stream,
                given,
            })?;
            if *elements == 0 {
                return Err(PlanError::Zero { what: "a piece of the list" });
            }
            *sum = sum.saturating_add(*elements);
        }
        sums.iter().enumerate().try_for_each(|(stream, sum)| self.fits(stream, *sum, 1))
    }

    fn are_sound_rounds(&self, elements: u64, chunk: u64) -> Result<(), PlanError> {
        for (what, value) in [("the number of elements", elements), ("the chunk", chunk)] {
            if value == 0 {
                return Err(PlanError::Zero { what });
            }
        }
        let rounds = elements.div_ceil(chunk);
        let pieces = rounds.saturating_mul(self.streams.len() as u64);
        if pieces > MOST_PIECES {
            return Err(PlanError::TooManyPieces { pieces, most: MOST_PIECES });
        }
        (0..self.streams.len()).try_for_each(|stream| self.fits(stream, elements, rounds))
    }

    /// The bytes of a stream, with an entry more for each of its pieces, can be counted.
    fn fits(&self, stream: usize, elements: u64, pieces: u64) -> Result<(), PlanError> {
        let Stream { element_bytes, entry_bytes, .. } = self.streams[stream];
        let padding = entry_bytes.checked_mul(pieces);
        let bytes = elements.checked_mul(element_bytes);
        let sum = bytes.zip(padding).and_then(|(bytes, padding)| bytes.checked_add(padding));
        if sum.is_some_and(|sum| sum <= MOST) {
            Ok(())
        } else {
            Err(PlanError::TooLong { stream, elements, element_bytes })
        }
    }
}
