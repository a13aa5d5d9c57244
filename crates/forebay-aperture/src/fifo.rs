// SPDX-License-Identifier: Apache-2.0
//! A stream into a FIFO behind a range of an aperture.

use std::ops::Range;

use forebay_write_combining::LINE_BYTES;

use crate::error::check_range;
use crate::{ApertureError, Writer};

/// Writes a stream into a FIFO that takes any write to a range of addresses, such as a card's stream port.
///
/// Stores to one address are combined, so that all but the last would be eaten; lines leave in any order, so that those on their way
/// together may be swapped. So each line of the stream goes to the next line of the range, and there is a fence behind each: that is
/// what order costs where stores are combined. A processor may break a line up that it was given in several stores, and a part of a line
/// in any case; the FIFO then gets the pieces as writes of their own, in address order. It must take of each write just the bytes that
/// are enabled.
///
/// Whether the FIFO has room is for the program to know: a store waits for nothing, and a card may refuse what finds none.
#[derive(Debug)]
pub struct FifoWriter<'a> {
    writer: Writer<'a>,
    start: u64,
    lines: u64,
    /// Line of the range that is next.
    next: u64,
    accepted: u64,
}

impl<'a> FifoWriter<'a> {
    /// Into a range of whole aligned lines, at least one.
    ///
    /// # Errors
    /// [`ApertureError::FifoRange`], [`ApertureError::Outside`], [`ApertureError::PastEnd`].
    pub fn new(writer: Writer<'a>, range: Range<u64>) -> Result<Self, ApertureError> {
        let (start, line) = (range.start, LINE_BYTES as u64);
        let bytes = range.end.saturating_sub(start);
        if bytes == 0 || !start.is_multiple_of(line) || !bytes.is_multiple_of(line) {
            return Err(ApertureError::FifoRange { start, bytes });
        }
        check_range(start, usize::try_from(bytes).unwrap_or(usize::MAX), writer.bytes())?;
        Ok(Self { writer, start, lines: bytes / line, next: 0, accepted: 0 })
    }

    /// Sends the next bytes of the stream. Those that do not fill a line leave all the same, and what is sent next begins another line.
    ///
    /// # Errors
    /// [`ApertureError::Bus`] for the line that a modelled card did not take, behind which nothing of `data` is sent; [`FifoWriter::accepted`]
    /// says what was taken before.
    #[track_caller]
    pub fn write(&mut self, data: &[u8]) -> Result<(), ApertureError> {
        for line in data.chunks(LINE_BYTES) {
            let offset = self.start + self.next * LINE_BYTES as u64;
            self.next = (self.next + 1) % self.lines;
            self.writer.write_lines(offset, line)?;
            self.writer.barrier()?;
            self.accepted += line.len() as u64;
        }
        Ok(())
    }

    /// Sends zeros until the stream is a multiple of 64 bytes, for a FIFO whose entries have that size.
    ///
    /// # Errors
    /// See [`FifoWriter::write`].
    #[track_caller]
    pub fn fill_entry(&mut self) -> Result<(), ApertureError> {
        let line = LINE_BYTES as u64;
        let missing = (line - self.accepted % line) % line;
        // Less than a line, so it fits.
        self.write(&[0; LINE_BYTES][..usize::try_from(missing).unwrap_or(0)])
    }

    /// Bytes that were taken, in order. Up to the first error they are the beginning of the stream; what is written behind one counts as well, and
    /// the line that was refused is missing in front of it.
    #[must_use]
    pub const fn accepted(&self) -> u64 {
        self.accepted
    }

    /// To write elsewhere. Nothing of the stream is on its way.
    #[must_use]
    pub fn into_writer(self) -> Writer<'a> {
        self.writer
    }
}
