// SPDX-License-Identifier: Apache-2.0
//! DMA channels as a program uses them.

use std::ops::Range;
use std::sync::Arc;

use forebay_card::host::LeaseMut;
use forebay_card::{Buffer, HostMemory};

use crate::engine::{Held, Moved};
use crate::segment::Segment;
use crate::{ChannelId, Device, ForebayError, Transfer};

/// A host-to-card channel.
#[derive(Clone, Debug)]
pub struct H2c {
    device: Device,
    channel: ChannelId,
    stream: bool,
}

/// A card-to-host channel.
#[derive(Clone, Debug)]
pub struct C2h {
    device: Device,
    channel: ChannelId,
    stream: bool,
}

/// A piece of a buffer and where it goes on the card.
#[derive(Clone, Debug)]
pub struct Piece {
    /// Which of the buffers of the submission.
    pub buffer: usize,
    /// Bytes of that buffer.
    pub range: Range<usize>,
    /// Card address.
    pub card_addr: u64,
}

impl H2c {
    pub(crate) const fn new(device: Device, channel: ChannelId, stream: bool) -> Self {
        Self { device, channel, stream }
    }

    /// Writes all of `bytes` to card address `card_addr`, any alignment.
    ///
    /// # Errors
    /// [`ForebayError::WrongKind`] on a streaming channel, else see [`Transfer::wait`].
    pub fn write_all_at(&self, bytes: &[u8], card_addr: u64) -> Result<(), ForebayError> {
        expect_kind(self.channel, self.stream, false)?;
        self.push(bytes, card_addr, false)
    }

    /// Sends `packet` as one packet of a streaming channel.
    ///
    /// # Errors
    /// [`ForebayError::WrongKind`] on a memory-mapped channel, else see [`Transfer::wait`].
    pub fn send(&self, packet: &[u8]) -> Result<(), ForebayError> {
        expect_kind(self.channel, self.stream, true)?;
        self.push(packet, 0, true)
    }

    fn push(&self, bytes: &[u8], card: u64, eop: bool) -> Result<(), ForebayError> {
        if bytes.is_empty() {
            return Ok(());
        }
        host(&self.device).scope(bytes, |addr| {
            let piece = Segment { host: addr, card, len: bytes.len() as u64, eop };
            submit(&self.device, self.channel, [piece], Box::new(()))?.wait().map(drop)
        })
    }

    /// Queues ranges of a shared buffer on a streaming channel, each as one packet, all as one transfer.
    ///
    /// # Errors
    /// [`ForebayError::WrongKind`] on a memory-mapped channel, [`ForebayError::Range`].
    pub fn submit_packets(
        &self,
        buffer: Arc<Buffer>,
        packets: &[Range<usize>],
    ) -> Result<Transfer, ForebayError> {
        expect_kind(self.channel, self.stream, true)?;
        let lease = host(&self.device).lend(Arc::clone(&buffer));
        let segments = packets_at(&buffer, lease.addr(), packets)?;
        submit(&self.device, self.channel, segments, Box::new(lease))
    }

    /// Queues pieces of shared buffers, moved in the order given, as one transfer.
    ///
    /// # Errors
    /// [`ForebayError::WrongKind`] on a streaming channel, [`ForebayError::Range`] for a piece outside its buffer.
    pub fn submit(
        &self,
        buffers: &[Arc<Buffer>],
        pieces: &[Piece],
    ) -> Result<Transfer, ForebayError> {
        expect_kind(self.channel, self.stream, false)?;
        let host = host(&self.device);
        let leases: Vec<_> = buffers.iter().map(|buffer| host.lend(Arc::clone(buffer))).collect();
        let mut segments = Vec::with_capacity(pieces.len());
        for piece in pieces {
            let (Some(buffer), Some(lease)) = (buffers.get(piece.buffer), leases.get(piece.buffer))
            else {
                return Err(ForebayError::Range {
                    start: piece.range.start,
                    end: piece.range.end,
                    len: 0,
                });
            };
            let inside = inside(buffer, piece.range.clone())?;
            let (host, len) = (lease.addr() + inside.start as u64, inside.len() as u64);
            segments.push(Segment { host, card: piece.card_addr, len, eop: false });
        }
        submit(&self.device, self.channel, segments, Box::new(leases))
    }
}

impl C2h {
    pub(crate) const fn new(device: Device, channel: ChannelId, stream: bool) -> Self {
        Self { device, channel, stream }
    }

    /// Fills `bytes` from card address `card_addr`, any alignment.
    ///
    /// # Errors
    /// [`ForebayError::WrongKind`] on a streaming channel, else see [`Transfer::wait`].
    pub fn read_exact_at(&self, bytes: &mut [u8], card_addr: u64) -> Result<(), ForebayError> {
        expect_kind(self.channel, self.stream, false)?;
        self.pull(bytes, card_addr).map(drop)
    }

    /// Receives from a streaming channel until `bytes` is full or a packet ends.
    ///
    /// # Errors
    /// [`ForebayError::WrongKind`] on a memory-mapped channel, else see [`Transfer::wait`].
    pub fn receive(&self, bytes: &mut [u8]) -> Result<Moved, ForebayError> {
        expect_kind(self.channel, self.stream, true)?;
        self.pull(bytes, 0)
    }

    fn pull(&self, bytes: &mut [u8], card: u64) -> Result<Moved, ForebayError> {
        let len = bytes.len() as u64;
        host(&self.device).scope_mut(bytes, |addr| {
            let pieces = (len > 0).then_some(Segment { host: addr, card, len, eop: false });
            submit(&self.device, self.channel, pieces, Box::new(()))?.wait()
        })
    }

    /// Queues room for packets of a streaming channel: each range of `buffer` takes one packet, or the part of it
    /// that fits.
    ///
    /// # Errors
    /// [`ForebayError::WrongKind`] on a memory-mapped channel, [`ForebayError::Range`].
    pub fn submit_packets(
        &self,
        buffer: Buffer,
        packets: &[Range<usize>],
    ) -> Result<ReadTransfer, ForebayError> {
        expect_kind(self.channel, self.stream, true)?;
        let mut segments = packets_at(&buffer, 0, packets)?;
        let lease = host(&self.device).lend_mut(buffer);
        for segment in &mut segments {
            segment.host += lease.addr();
        }
        submit(&self.device, self.channel, segments, Box::new(lease)).map(ReadTransfer)
    }

    /// Queues a read of `range` of `buffer`: from `card_addr`, or from the stream on a streaming channel (where the
    /// address is without meaning).
    ///
    /// # Errors
    /// [`ForebayError::Range`].
    pub fn submit(
        &self,
        buffer: Buffer,
        range: Range<usize>,
        card_addr: u64,
    ) -> Result<ReadTransfer, ForebayError> {
        let inside = inside(&buffer, range)?;
        let lease = host(&self.device).lend_mut(buffer);
        let host = lease.addr() + inside.start as u64;
        let piece = Segment { host, card: card_addr, len: inside.len() as u64, eop: false };
        submit(&self.device, self.channel, [piece], Box::new(lease)).map(ReadTransfer)
    }
}

/// Segments for ranges of a buffer that is mapped at `host`.
fn packets_at(
    buffer: &Buffer,
    host: u64,
    packets: &[Range<usize>],
) -> Result<Vec<Segment>, ForebayError> {
    let segment = |range: &Range<usize>| {
        let inside = inside(buffer, range.clone())?;
        Ok(Segment {
            host: host + inside.start as u64,
            card: 0,
            len: inside.len() as u64,
            eop: true,
        })
    };
    packets.iter().map(segment).collect()
}

/// A read under way; it owns the buffer until it has ended.
#[derive(Debug)]
#[must_use = "a transfer that is dropped is aborted; wait for it"]
pub struct ReadTransfer(Transfer);

impl ReadTransfer {
    /// Lets the card work until the read has ended; gives the buffer back with what was moved.
    ///
    /// # Errors
    /// See [`Transfer::wait`].
    pub fn wait(self) -> Result<(Buffer, Moved), ForebayError> {
        let channel = self.0.channel();
        let outcome = self.0.outcome()?;
        let moved = outcome.result?;
        let lease =
            outcome.held.downcast::<LeaseMut>().map_err(|_| ForebayError::Cancelled { channel })?;
        Ok((lease.into_buffer(), moved))
    }
}

fn host(device: &Device) -> HostMemory {
    device.core().card.host().clone()
}

fn submit(
    device: &Device,
    channel: ChannelId,
    pieces: impl IntoIterator<Item = Segment>,
    held: Held,
) -> Result<Transfer, ForebayError> {
    let id = device.core().submit(channel, pieces, held)?;
    Ok(Transfer::new(device.clone(), channel, id))
}

const fn expect_kind(channel: ChannelId, stream: bool, wanted: bool) -> Result<(), ForebayError> {
    if stream == wanted { Ok(()) } else { Err(ForebayError::WrongKind { channel, stream }) }
}

fn inside(buffer: &Buffer, range: Range<usize>) -> Result<Range<usize>, ForebayError> {
    if range.start <= range.end && range.end <= buffer.len() {
        Ok(range)
    } else {
        Err(ForebayError::Range { start: range.start, end: range.end, len: buffer.len() })
    }
}
