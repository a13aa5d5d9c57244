// SPDX-License-Identifier: Apache-2.0
//! DMA channels as a program uses them.

use std::ops::Range;
use std::sync::Arc;

use forebay_bus::Buffer;

use crate::transport::{Memory, Moved, Part, Request};
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
        reach(card, bytes.len())?;
        self.device.transport().push(self.channel, bytes, card, eop).map(drop)
    }

    /// Queues ranges of a shared buffer on a streaming channel, each as one packet, all as one transfer. A range without bytes is
    /// no packet.
    ///
    /// # Errors
    /// [`ForebayError::WrongKind`] on a memory-mapped channel, [`ForebayError::Range`].
    pub fn submit_packets(
        &self,
        buffer: Arc<Buffer>,
        packets: &[Range<usize>],
    ) -> Result<Transfer, ForebayError> {
        expect_kind(self.channel, self.stream, true)?;
        let parts = packets_of(&buffer, packets)?;
        submit(&self.device, self.channel, Memory::Shared(vec![buffer]), parts, None)
    }

    /// Queues pieces of shared buffers, moved in the order given, as one transfer.
    ///
    /// # Errors
    /// [`ForebayError::WrongKind`] on a streaming channel, [`ForebayError::NoSuchBuffer`], [`ForebayError::Range`] for a
    /// piece outside its buffer, [`ForebayError::CardRange`].
    pub fn submit(
        &self,
        buffers: &[Arc<Buffer>],
        pieces: &[Piece],
    ) -> Result<Transfer, ForebayError> {
        self.submit_in(None, buffers, pieces)
    }

    /// The same as one of a chain, where there is one.
    pub(crate) fn submit_in(
        &self,
        chain: Option<u64>,
        buffers: &[Arc<Buffer>],
        pieces: &[Piece],
    ) -> Result<Transfer, ForebayError> {
        expect_kind(self.channel, self.stream, false)?;
        let mut parts = Vec::with_capacity(pieces.len());
        for (piece, Piece { buffer, range, card_addr }) in pieces.iter().enumerate() {
            let given = buffers.len();
            let of = buffers.get(*buffer).ok_or(ForebayError::NoSuchBuffer {
                piece,
                buffer: *buffer,
                given,
            })?;
            let range = inside(of, range.clone())?;
            reach(*card_addr, range.len())?;
            parts.push(Part { buffer: *buffer, range, card: *card_addr, eop: false });
        }
        submit(&self.device, self.channel, Memory::Shared(buffers.to_vec()), parts, chain)
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

    /// Receives from a streaming channel until `bytes` is full or a packet ends; the next packet is for the next call. A
    /// packet may end without bytes of its own, when an earlier call had no room for more or its sender was cut short.
    ///
    /// # Errors
    /// [`ForebayError::WrongKind`] on a memory-mapped channel, else see [`Transfer::wait`].
    pub fn receive(&self, bytes: &mut [u8]) -> Result<Moved, ForebayError> {
        expect_kind(self.channel, self.stream, true)?;
        self.pull(bytes, 0)
    }

    fn pull(&self, bytes: &mut [u8], card: u64) -> Result<Moved, ForebayError> {
        reach(card, bytes.len())?;
        self.device.transport().pull(self.channel, bytes, card)
    }

    /// Queues room for packets of a streaming channel: each range of `buffer` takes one packet, or the part of it
    /// that fits. A range without bytes takes none.
    ///
    /// # Errors
    /// [`ForebayError::WrongKind`] on a memory-mapped channel, [`ForebayError::Range`].
    pub fn submit_packets(
        &self,
        buffer: Buffer,
        packets: &[Range<usize>],
    ) -> Result<ReadTransfer, ForebayError> {
        expect_kind(self.channel, self.stream, true)?;
        let parts = packets_of(&buffer, packets)?;
        submit(&self.device, self.channel, Memory::Owned(buffer), parts, None).map(ReadTransfer)
    }

    /// Queues a read of `range` of `buffer`: from `card_addr`, or from the stream on a streaming channel (where the
    /// address is without meaning).
    ///
    /// # Errors
    /// [`ForebayError::Range`], [`ForebayError::CardRange`].
    pub fn submit(
        &self,
        buffer: Buffer,
        range: Range<usize>,
        card_addr: u64,
    ) -> Result<ReadTransfer, ForebayError> {
        let range = inside(&buffer, range)?;
        let card = if self.stream { 0 } else { card_addr };
        reach(card, range.len())?;
        let part = Part { buffer: 0, range, card, eop: true };
        submit(&self.device, self.channel, Memory::Owned(buffer), vec![part], None)
            .map(ReadTransfer)
    }
}

/// Parts for ranges of the only buffer of a transfer, each ending a packet.
fn packets_of(buffer: &Buffer, packets: &[Range<usize>]) -> Result<Vec<Part>, ForebayError> {
    let part = |range: &Range<usize>| {
        Ok(Part { buffer: 0, range: inside(buffer, range.clone())?, card: 0, eop: true })
    };
    packets.iter().map(part).collect()
}

/// A read under way; it owns the buffer until it has ended.
#[derive(Debug)]
#[must_use = "a transfer that is dropped is given up; wait for it"]
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
        let buffer =
            outcome.buffer.ok_or(ForebayError::Cancelled { channel, bytes: moved.bytes })?;
        Ok((buffer, moved))
    }
}

fn submit(
    device: &Device,
    channel: ChannelId,
    memory: Memory,
    parts: Vec<Part>,
    chain: Option<u64>,
) -> Result<Transfer, ForebayError> {
    let id = device.transport().submit(Request { channel, memory, parts, chain })?;
    Ok(Transfer::new(device.clone(), channel, id))
}

const fn expect_kind(channel: ChannelId, stream: bool, wanted: bool) -> Result<(), ForebayError> {
    if stream == wanted { Ok(()) } else { Err(ForebayError::WrongKind { channel, stream }) }
}

/// All of the transfer has a card address, up to the last one that there is.
fn reach(card_addr: u64, bytes: usize) -> Result<(), ForebayError> {
    let last = card_addr.checked_add((bytes as u64).saturating_sub(1));
    last.map(drop).ok_or(ForebayError::CardRange { card_addr, bytes })
}

fn inside(buffer: &Buffer, range: Range<usize>) -> Result<Range<usize>, ForebayError> {
    if range.start <= range.end && range.end <= buffer.len() {
        Ok(range)
    } else {
        Err(ForebayError::Range { start: range.start, end: range.end, len: buffer.len() })
    }
}
