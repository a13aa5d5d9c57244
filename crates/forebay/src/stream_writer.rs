// SPDX-License-Identifier: Apache-2.0
//! Feeding several stream ports from one thread without deadlock.
//!
//! A datapath that takes one element from each of two streams stops as soon as one FIFO is empty. A writer that
//! sends all of the first stream before any of the second fills the first FIFO and waits forever: the transfer
//! cannot go on before the datapath has read, and that cannot read before the other stream has come.
//!
//! So the streams are cut into chunks of equally many elements and sent in turn on one channel, whose order is
//! kept. While a chunk of one stream is written, everything before it has arrived on all of them; what the FIFO
//! holds without a counterpart is therefore at most that chunk. A chunk that fits its FIFO always finds room once
//! the kernel has consumed the pairs that are complete. Half a FIFO per chunk leaves the other half to work on
//! while the next chunk travels.
//!
//! All chunks are one submission: to a card in this process one list of descriptors, which it works through without the host. What
//! is submitted meanwhile is linked to its end, so that the card goes on with it by itself.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use forebay_bus::Buffer;
use forebay_regs::card;

use crate::channel::Piece;
use crate::device::StreamState;
use crate::{Device, ForebayError, H2c, Transfer};

/// Bytes of one FIFO entry of a stream port.
pub(crate) const ENTRY_BYTES: usize = 64;

/// One stream to feed.
#[derive(Clone, Debug)]
pub struct Feed {
    /// Stream port number.
    pub port: u32,
    /// The elements back to back from byte 0, padded to whole 64-byte entries.
    pub buffer: Arc<Buffer>,
    /// Bytes of one element.
    pub element_bytes: usize,
}

impl Feed {
    /// The elements have bytes, and the buffer holds that many of them with their padding.
    fn check(&self, elements: usize) -> Result<(), ForebayError> {
        if self.element_bytes == 0 {
            return Err(ForebayError::EmptyElement { port: self.port });
        }
        let bytes = elements.checked_mul(self.element_bytes);
        let end = bytes.and_then(|bytes| bytes.checked_next_multiple_of(ENTRY_BYTES));
        let len = self.buffer.len();
        match end {
            Some(end) if end <= len => Ok(()),
            _ => Err(ForebayError::Range { start: 0, end: end.unwrap_or(usize::MAX), len }),
        }
    }
}

/// Numbers of writers.
static CHAINS: AtomicU64 = AtomicU64::new(0);

/// Writes streams in interleaved chunks on one memory-mapped channel.
///
/// What it submits while an earlier submission of it or of its clones is under way goes on where that ends: a card in this process
/// has it linked to the list that it works on, and needs nothing of the host between the two. For the same reason it fails with it:
/// when a submission fails, those that are queued behind it end as [`ForebayError::Cancelled`], and nothing of them is sent.
#[derive(Clone, Debug)]
pub struct StreamWriter {
    h2c: H2c,
    streams: Vec<StreamState>,
    chain: u64,
}

impl StreamWriter {
    /// A writer on H2C channel `channel` that knows the depth of every stream port of the card.
    ///
    /// # Errors
    /// [`ForebayError::NoSuchChannel`]; see [`Device::describe`].
    pub fn new(device: &Device, channel: u32) -> Result<Self, ForebayError> {
        let chain = CHAINS.fetch_add(1, Ordering::Relaxed);
        Ok(Self { h2c: device.h2c(channel)?, streams: device.describe(false)?.streams, chain })
    }

    /// Entries of the FIFO of a feed's stream port.
    fn depth(&self, feed: &Feed) -> Result<usize, ForebayError> {
        let present = self.streams.len();
        let state = usize::try_from(feed.port).ok().and_then(|port| self.streams.get(port));
        let state = state.ok_or(ForebayError::NoSuchStreamPort { port: feed.port, present })?;
        Ok(state.depth as usize)
    }

    /// Sends the first `elements` elements of every feed.
    ///
    /// # Errors
    /// [`ForebayError::FifoTooSmall`] where no chunk of a stream fits its FIFO,
    /// [`ForebayError::NoSuchStreamPort`] for a stream port the card does not have, [`ForebayError::EmptyElement`],
    /// [`ForebayError::Range`] when a buffer is too short for the elements and their padding.
    pub fn submit(&self, feeds: &[Feed], elements: usize) -> Result<Transfer, ForebayError> {
        let depths = feeds.iter().map(|feed| self.depth(feed)).collect::<Result<Vec<_>, _>>()?;
        let mut chunk = elements.max(1);
        for (feed, depth) in feeds.iter().zip(&depths) {
            feed.check(elements)?;
            chunk = chunk.min(depth * ENTRY_BYTES / 2 / feed.element_bytes);
        }
        let buffers: Vec<_> = feeds.iter().map(|feed| Arc::clone(&feed.buffer)).collect();
        let sizes: Vec<_> = feeds.iter().map(|feed| feed.element_bytes).collect();
        let granule =
            sizes.iter().map(|bytes| elements_per_whole_entries(*bytes)).max().unwrap_or(1);
        let chunk = (chunk / granule).max(1) * granule;
        // The last stream of a round finds what the others have sent, so that the datapath goes on taking it.
        for (feed, depth) in feeds.iter().zip(&depths).rev().skip(1) {
            let (port, elements) = (feed.port, chunk.min(elements));
            let entries = (elements * feed.element_bytes).div_ceil(ENTRY_BYTES);
            if entries > *depth {
                let depth = *depth;
                return Err(ForebayError::FifoTooSmall { port, elements, entries, depth });
            }
        }
        let pieces: Vec<_> = interleave(&sizes, elements, chunk)
            .map(|(feed, range)| Piece {
                buffer: feed,
                range,
                card_addr: u64::from(card::STREAM_PORT.at(feeds[feed].port)),
            })
            .collect();
        self.submit_pieces(&buffers, &pieces)
    }

    /// Sends pieces in an order of the caller's own, of which `forebay-plan` says whether it can deadlock, like any
    /// other submission of this writer: it goes on where the one before ends.
    ///
    /// # Errors
    /// See [`H2c::submit`].
    pub fn submit_pieces(
        &self,
        buffers: &[Arc<Buffer>],
        pieces: &[Piece],
    ) -> Result<Transfer, ForebayError> {
        self.h2c.submit_in(Some(self.chain), buffers, pieces)
    }
}

/// Smallest number of elements that fills whole FIFO entries; a power of two, since entries are.
const fn elements_per_whole_entries(element_bytes: usize) -> usize {
    ENTRY_BYTES >> min(element_bytes.trailing_zeros(), ENTRY_BYTES.trailing_zeros())
}

const fn min(a: u32, b: u32) -> u32 {
    if a < b { a } else { b }
}

/// Chunks of `chunk` elements of every feed in turn, as (feed, bytes of its buffer); the last one is padded to
/// whole entries.
fn interleave(
    sizes: &[usize],
    elements: usize,
    chunk: usize,
) -> impl Iterator<Item = (usize, std::ops::Range<usize>)> + '_ {
    (0..elements).step_by(chunk).flat_map(move |start| {
        let end = elements.min(start + chunk);
        sizes.iter().enumerate().map(move |(feed, size)| {
            (feed, start * size..(end * size).next_multiple_of(ENTRY_BYTES))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_points_of_144_bytes_fill_nine_entries() {
        assert_eq!(elements_per_whole_entries(144), 4);
        assert_eq!(elements_per_whole_entries(32), 2);
        assert_eq!(elements_per_whole_entries(64), 1);
        assert_eq!(elements_per_whole_entries(192), 1);
    }

    #[test]
    fn chunks_alternate_and_cover_both_streams() {
        let pieces: Vec<_> = interleave(&[32, 144], 10, 4).collect();
        assert_eq!(pieces[0], (0, 0..128));
        assert_eq!(pieces[1], (1, 0..576));
        assert_eq!(pieces[2], (0, 128..256));
        assert_eq!(pieces[4], (0, 256..320));
        assert_eq!(pieces[5], (1, 1152..1472), "two points are 288 bytes, padded to five entries");
        assert_eq!(pieces.len(), 6);
    }

    #[test]
    fn no_elements_are_no_pieces() {
        assert_eq!(interleave(&[32, 144], 0, 4).count(), 0);
    }
}
