// SPDX-License-Identifier: Apache-2.0
//! Packets with CHDR headers (`RFNoC` 4), made ([`Outgoing`]), and found in a stream of bytes ([`Parser`]): one may begin in a buffer and end in a later one, and those of several channels are
//! interleaved. Any bytes are told apart from packets by an error, behind which the stream has to be begun anew, since lengths alone tell where a packet
//! begins.
//!
//! ```
//! use forebay::capture::chdr::{Demultiplexer, Parser};
//!
//! # fn main() -> Result<(), forebay::capture::chdr::ChdrError> {
//! # let buffers: [&[u8]; 0] = [];
//! let mut parser = Parser::new(forebay::capture::chdr::LINE_BYTES);
//! let mut streams = Demultiplexer::default();
//! for buffer in buffers {
//!     parser.push(buffer);
//!     while let Some(packet) = parser.next()? {
//!         let missing = streams.missing(&packet.header);
//!         println!("endpoint {}: {missing} missing, {} bytes", packet.header.endpoint, packet.payload.len());
//!     }
//! }
//! parser.finish()?;
//! # Ok(())
//! # }
//! ```

mod header;
mod outgoing;

use std::collections::BTreeMap;

pub use header::{Header, PacketType};
pub use outgoing::{MOST_SAMPLES, Multiplexer, Outgoing, SAMPLE_BYTES, packet_bytes};

/// Bytes of a line of the cards of this project: header and time share the first one.
pub const LINE_BYTES: usize = 64;
/// Bytes of a word.
const WORD_BYTES: usize = 8;
/// More than a packet has: its length is a number of 16 bits.
const MOST_LINE_BYTES: usize = 1 << u16::BITS;

/// What is no packet, and what cannot be one. Each names the place, the value seen and the next step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ChdrError {
    /// A type that the format has not.
    #[error(
        "CHDR header {word:#018x}: type {number} is reserved, so this is no packet; begin with the next burst"
    )]
    Type {
        /// The type.
        number: u8,
        /// The header.
        word: u64,
    },
    /// A packet that is shorter than what it begins with.
    #[error(
        "CHDR packet {sequence} of endpoint {endpoint}: {length} bytes, and header, time and metadata alone take {least}; begin with the next burst"
    )]
    Length {
        /// Its sequence number.
        sequence: u16,
        /// Its endpoint.
        endpoint: u16,
        /// Bytes that it says it has.
        length: u16,
        /// The fewest that it can have.
        least: usize,
    },
    /// A packet of no samples, of parts of one, or of more than it can have.
    #[error(
        "a packet of {bytes} bytes of samples: it takes 1 to {MOST_SAMPLES} samples of {SAMPLE_BYTES} bytes; make several of it"
    )]
    Samples {
        /// Bytes that it should have.
        bytes: usize,
    },
    /// A packet longer than where it should be put.
    #[error("a packet takes {bytes} bytes, and there is room for {room}; take a larger buffer")]
    Room {
        /// Bytes of it.
        bytes: usize,
        /// Bytes that are there.
        room: usize,
    },
    /// The stream ends within a packet.
    #[error("the stream ends {have} bytes into a packet; take the buffers behind it, too")]
    Cut {
        /// Bytes of it that are there.
        have: usize,
    },
}

/// A packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packet<'a> {
    /// Its header.
    pub header: Header,
    /// Time of its first sample, where it has one.
    pub time: Option<u64>,
    /// Its metadata.
    pub metadata: &'a [u8],
    /// What it carries.
    pub payload: &'a [u8],
}

/// Finds the packets in a stream of bytes. It keeps a packet that is not whole yet, 64 KiB at most, and what was pushed behind it.
#[derive(Clone, Debug)]
pub struct Parser {
    line: usize,
    bytes: Vec<u8>,
    /// Where the next packet begins.
    at: usize,
}

impl Parser {
    /// Of packets whose lines have so many bytes, a power of two from 8 on; another number is rounded up to one. Of lines of 64 KiB and more there are no packets.
    #[must_use]
    pub fn new(line: usize) -> Self {
        let line = line.clamp(WORD_BYTES, MOST_LINE_BYTES).next_power_of_two();
        Self { line, bytes: Vec::new(), at: 0 }
    }

    /// Adds what comes next in the stream.
    pub fn push(&mut self, bytes: &[u8]) {
        self.bytes.drain(..std::mem::take(&mut self.at));
        self.bytes.extend_from_slice(bytes);
    }

    /// The next packet, if all of it is there.
    ///
    /// # Errors
    /// [`ChdrError::Type`] and [`ChdrError::Length`], again and again until [`Parser::restart`].
    #[expect(clippy::should_implement_trait, reason = "what it gives borrows from it")]
    pub fn next(&mut self) -> Result<Option<Packet<'_>>, ChdrError> {
        let rest = &self.bytes[self.at..];
        let Some(word) = word_at(rest, 0) else { return Ok(None) };
        let header = Header::of(word)?;
        let has_time = header.packet_type == PacketType::DataWithTime;
        let time_bytes = if has_time { WORD_BYTES } else { 0 };
        // Header and time share a line that is wide enough for both.
        let first = (WORD_BYTES + time_bytes).max(self.line);
        let first = if has_time || self.line > WORD_BYTES { first } else { WORD_BYTES };
        let head = first + usize::from(header.metadata_lines) * self.line;
        let length = usize::from(header.length);
        if length < head {
            let Header { sequence, endpoint, length, .. } = header;
            return Err(ChdrError::Length { sequence, endpoint, length, least: head });
        }
        let Some(packet) = rest.get(..length) else { return Ok(None) };
        self.at += length;
        Ok(Some(Packet {
            header,
            time: has_time.then(|| word_at(packet, WORD_BYTES)).flatten(),
            metadata: &packet[first..head],
            payload: &packet[head..],
        }))
    }

    /// Nothing more comes.
    ///
    /// # Errors
    /// [`ChdrError::Cut`] when a packet is not whole.
    pub const fn finish(&self) -> Result<(), ChdrError> {
        match self.bytes.len() - self.at {
            0 => Ok(()),
            have => Err(ChdrError::Cut { have }),
        }
    }

    /// Forgets what is there: the next byte pushed begins a packet.
    pub fn restart(&mut self) {
        self.bytes.clear();
        self.at = 0;
    }
}

/// The word at that byte, if all of it is there.
fn word_at(bytes: &[u8], at: usize) -> Option<u64> {
    let (word, _) = bytes.get(at..)?.split_first_chunk()?;
    Some(u64::from_le_bytes(*word))
}

/// Follows the sequence numbers of each endpoint.
#[derive(Clone, Debug, Default)]
pub struct Demultiplexer {
    /// The number that comes next.
    expected: BTreeMap<u16, u16>,
}

impl Demultiplexer {
    /// Packets of that endpoint that are missing ahead of this one, modulo 2^16. A stream begins with number 0.
    pub fn missing(&mut self, header: &Header) -> u16 {
        let expected = self.expected.insert(header.endpoint, header.sequence.wrapping_add(1));
        header.sequence.wrapping_sub(expected.unwrap_or(0))
    }

    /// Endpoints that were seen.
    pub fn endpoints(&self) -> impl Iterator<Item = u16> {
        self.expected.keys().copied()
    }

    /// A burst begins: its numbers count from 0 again.
    pub fn restart(&mut self) {
        self.expected.clear();
    }
}

#[cfg(test)]
mod tests;
