// SPDX-License-Identifier: Apache-2.0
//! What goes to a multiplying datapath and comes from it: scalars and points by two stream ports, results by a stream.

use std::sync::Arc;

use forebay::{
    Bar, Buffer, C2h, ChannelId, Consumed, Device, Feed, ForebayError, ReadTransfer, StreamWriter,
    Transfer,
};
use forebay_msm::{CARD_POINT_BYTES, SCALAR_BYTES};
use forebay_regs::user::stream;

use crate::error::MsmClientError;

/// H2C channel that feeds both streams.
const FEED_CHANNEL: u32 = 0;
/// Stream ports of the datapath.
pub(crate) const SCALARS_PORT: u32 = 0;
pub(crate) const POINTS_PORT: u32 = 1;
/// FIFO entries are whole; buffers end on one.
const ENTRY_BYTES: usize = 64;

/// Pairs whose scalars and points both fill whole entries; of the next ones the datapath is not told to take any ahead.
const PAIRS_OF_A_STEP: u64 = 4;
const CONSUMED: [Consumed; 2] =
    [consumed(SCALARS_PORT, SCALAR_BYTES), consumed(POINTS_PORT, CARD_POINT_BYTES)];

const fn consumed(port: u32, bytes: usize) -> Consumed {
    let element_bytes = bytes as u64;
    Consumed {
        port,
        element_bytes,
        take: PAIRS_OF_A_STEP * element_bytes / ENTRY_BYTES as u64,
        ahead: 0,
    }
}

/// The streams of an open card.
#[derive(Clone, Debug)]
pub(crate) struct Streams {
    device: Device,
    writer: StreamWriter,
    results: C2h,
}

impl Streams {
    pub(crate) fn new(device: &Device) -> Result<Self, MsmClientError> {
        device.declare_streams(&CONSUMED);
        let channels = device.identity().channels();
        let results = channels
            .iter()
            .find(|(channel, stream)| *stream && matches!(channel, ChannelId::C2h(_)));
        let results = device.c2h(results.map_or(0, |(channel, _)| channel.index()))?;
        let writer = StreamWriter::new(device, FEED_CHANNEL)?;
        Ok(Self { device: device.clone(), writer, results })
    }

    /// Sends so many elements of each feed.
    pub(crate) fn send(&self, feeds: &[Feed], elements: usize) -> Result<Transfer, ForebayError> {
        self.writer.submit(feeds, elements)
    }

    /// Has the next results go into all of a buffer.
    pub(crate) fn receive(&self, buffer: Buffer) -> Result<ReadTransfer, ForebayError> {
        let bytes = buffer.len();
        self.results.submit(buffer, 0..bytes, 0)
    }

    /// Nothing may be in the stream ports before a batch begins: it would be taken for input.
    pub(crate) fn expect_empty(&self) -> Result<(), MsmClientError> {
        for port in [SCALARS_PORT, POINTS_PORT] {
            let occupancy = self.device.read32(Bar::User, self.occupancy(port)?)?;
            let entries = stream::occupancy::ENTRIES.get(occupancy);
            if entries != 0 {
                return Err(MsmClientError::Leftover { port, entries });
            }
        }
        Ok(())
    }

    /// Waits until something has reached a stream port.
    pub(crate) fn wait_first_data(&self, port: u32) -> Result<(), MsmClientError> {
        let offset = self.occupancy(port)?;
        let there = |held| stream::occupancy::ENTRIES.get(held) != 0;
        self.device.wait_register("stream OCCUPANCY of a run's input", offset, &there)?;
        Ok(())
    }

    /// Where the card says how much a stream port holds.
    fn occupancy(&self, port: u32) -> Result<u32, ForebayError> {
        let port = self.device.identity().stream_port(port);
        let what = "register page of the stream port";
        port.map(|base| base + stream::OCCUPANCY).ok_or(ForebayError::NoFeature { what })
    }
}

/// Scalars as they are streamed.
pub(crate) const fn scalars_feed(buffer: Arc<Buffer>) -> Feed {
    Feed { port: SCALARS_PORT, buffer, element_bytes: SCALAR_BYTES }
}

/// Points as they are streamed.
pub(crate) const fn points_feed(buffer: Arc<Buffer>) -> Feed {
    Feed { port: POINTS_PORT, buffer, element_bytes: CARD_POINT_BYTES }
}

/// A buffer of whole FIFO entries for `bytes` bytes.
pub(crate) fn entries(bytes: usize) -> Result<Buffer, MsmClientError> {
    allocate(bytes.next_multiple_of(ENTRY_BYTES))
}

pub(crate) fn allocate(bytes: usize) -> Result<Buffer, MsmClientError> {
    Ok(Buffer::new(bytes).map_err(ForebayError::from)?)
}
