// SPDX-License-Identifier: Apache-2.0
//! A stream into a FIFO behind a range of an aperture.

use std::ops::Range;

use forebay_write_combining::{LINE_BYTES, PIECE_BYTES, aligned_stores};

use crate::error::check_range;
use crate::{ApertureError, Instructions, Writer};

/// Writes a stream into a FIFO that takes any write to a range of addresses, such as a card's stream port.
///
/// Stores to one address are combined, so that all but the last would be eaten; lines leave in any order, and so do pieces of eight bytes of
/// one that is not whole when it leaves, for which no more than an interrupt is needed. So each line of the stream goes to the next line of the range,
/// by one store that the architecture says is one write (MOVDIR64B); without that, and where the stream has less than a line, by stores of eight
/// bytes and less. There is a fence behind each store: that is what order costs where stores are combined. The FIFO must take of each write just
/// the bytes that are enabled.
///
/// Whether the FIFO has room is for the program to know: a store waits for nothing, and a card may refuse what finds none. A modelled card
/// tells of that, and the stream ends there: what would come behind a gap is not the stream.
#[derive(Debug)]
pub struct FifoWriter<'a> {
    writer: Writer<'a>,
    start: u64,
    lines: u64,
    /// Line of the range that is next.
    next: u64,
    accepted: u64,
    /// The FIFO did not take something.
    stopped: bool,
}

impl<'a> FifoWriter<'a> {
    /// Into a range of whole aligned lines, at least one, behind all that the writer has written.
    ///
    /// # Errors
    /// [`ApertureError::FifoRange`], [`ApertureError::Outside`], [`ApertureError::PastEnd`]; [`ApertureError::Bus`] for what a modelled card
    /// did not take of stores before it.
    #[track_caller]
    pub fn new(mut writer: Writer<'a>, range: Range<u64>) -> Result<Self, ApertureError> {
        let (start, line) = (range.start, LINE_BYTES as u64);
        let bytes = range.end.saturating_sub(start);
        if bytes == 0 || !start.is_multiple_of(line) || !bytes.is_multiple_of(line) {
            return Err(ApertureError::FifoRange { start, bytes });
        }
        check_range(start, usize::try_from(bytes).unwrap_or(usize::MAX), writer.bytes())?;
        writer.settle()?;
        Ok(Self { writer, start, lines: bytes / line, next: 0, accepted: 0, stopped: false })
    }

    /// Sends the next bytes of the stream. Those that do not fill a line leave all the same, and what is sent next begins another line.
    ///
    /// # Errors
    /// [`ApertureError::Bus`] for a store that a modelled card did not take, which ends the stream: nothing of `data` behind it is sent, and
    /// [`FifoWriter::accepted`] says what was taken before. From then on [`ApertureError::FifoStopped`].
    #[track_caller]
    pub fn write(&mut self, data: &[u8]) -> Result<(), ApertureError> {
        if self.stopped {
            return Err(ApertureError::FifoStopped { accepted: self.accepted });
        }
        for line in data.chunks(LINE_BYTES) {
            let offset = self.start + self.next * LINE_BYTES as u64;
            self.next = (self.next + 1) % self.lines;
            self.line(offset, line)?;
        }
        Ok(())
    }

    /// A line or less, in stores of which none leaves in pieces.
    #[track_caller]
    fn line(&mut self, offset: u64, line: &[u8]) -> Result<(), ApertureError> {
        if line.len() == LINE_BYTES && self.writer.has(Instructions::Movdir64b) {
            return self.store(Instructions::Movdir64b, offset, line);
        }
        for (at, width) in aligned_stores(offset, line.len(), PIECE_BYTES) {
            self.store(Instructions::Plain, offset + at as u64, &line[at..][..width])?;
        }
        Ok(())
    }

    /// One store, and a fence behind it whatever has become of it.
    #[track_caller]
    fn store(&mut self, by: Instructions, offset: u64, data: &[u8]) -> Result<(), ApertureError> {
        let stored = self.writer.write_lines_by(by, offset, data);
        let left = stored.and(self.writer.barrier());
        self.stopped = left.is_err();
        if left.is_ok() {
            self.accepted += data.len() as u64;
        }
        left
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

    /// Bytes of the stream that were taken, from its beginning to the first that was not.
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
