// SPDX-License-Identifier: Apache-2.0
//! Packets of samples that are to be sent: a line of header and time, samples, and padding to a whole line.

use std::collections::BTreeMap;

use super::{ChdrError, Header, LINE_BYTES, PacketType, WORD_BYTES};

/// The most samples of a packet of the cards of this project.
pub const MOST_SAMPLES: usize = 4096;
/// Bytes of a sample: two components of 16 bits.
pub const SAMPLE_BYTES: usize = 4;

/// Bytes that a packet of so many samples takes in a buffer.
#[must_use]
pub const fn packet_bytes(samples: usize) -> usize {
    LINE_BYTES + (samples * SAMPLE_BYTES).next_multiple_of(LINE_BYTES)
}

/// What a packet of samples says of itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outgoing {
    /// Whom it is for.
    pub endpoint: u16,
    /// Its number among those of that endpoint, from 0; [`Multiplexer`] counts.
    pub sequence: u16,
    /// Time of its first sample; none: the next moment that has no sample yet.
    pub time: Option<u64>,
    /// A burst ends with it.
    pub end_of_burst: bool,
}

impl Outgoing {
    /// Writes it with its samples at the beginning of `room`; the bytes that it takes there, which are whole lines.
    ///
    /// # Errors
    /// [`ChdrError::Samples`] and [`ChdrError::Room`], with nothing written.
    pub fn write(&self, room: &mut [u8], samples: &[u8]) -> Result<usize, ChdrError> {
        if !samples.len().is_multiple_of(SAMPLE_BYTES) {
            return Err(ChdrError::Samples { bytes: samples.len() });
        }
        let count = samples.len() / SAMPLE_BYTES;
        self.begin(room, count)?.copy_from_slice(samples);
        Ok(packet_bytes(count))
    }

    /// The same but for its samples, of which there are so many: where they are to be put.
    ///
    /// # Errors
    /// [`ChdrError::Samples`] and [`ChdrError::Room`], with nothing written.
    pub fn begin<'a>(&self, room: &'a mut [u8], samples: usize) -> Result<&'a mut [u8], ChdrError> {
        if samples == 0 || samples > MOST_SAMPLES {
            return Err(ChdrError::Samples { bytes: samples.saturating_mul(SAMPLE_BYTES) });
        }
        let (bytes, there) = (packet_bytes(samples), room.len());
        let packet = room.get_mut(..bytes).ok_or(ChdrError::Room { bytes, room: there })?;
        let (head, rest) = packet.split_at_mut(LINE_BYTES);
        let (payload, padding) = rest.split_at_mut(samples * SAMPLE_BYTES);
        head.fill(0);
        head[..WORD_BYTES].copy_from_slice(&self.header(payload.len()).word().to_le_bytes());
        let time = self.time.unwrap_or(0).to_le_bytes();
        head[WORD_BYTES..][..WORD_BYTES].copy_from_slice(&time);
        padding.fill(0);
        Ok(payload)
    }

    fn header(&self, payload: usize) -> Header {
        let timed = self.time.is_some();
        Header {
            virtual_channel: 0,
            end_of_burst: self.end_of_burst,
            end_of_vector: false,
            packet_type: if timed { PacketType::DataWithTime } else { PacketType::Data },
            metadata_lines: 0,
            sequence: self.sequence,
            // It has no more samples than fit.
            length: u16::try_from(LINE_BYTES + payload).unwrap_or(u16::MAX),
            endpoint: self.endpoint,
        }
    }
}

/// Numbers the packets of each endpoint.
#[derive(Clone, Debug, Default)]
pub struct Multiplexer {
    /// The number that comes next.
    next: BTreeMap<u16, u16>,
}

impl Multiplexer {
    /// The number of the next packet of that endpoint, from 0, modulo 2^16.
    pub fn next(&mut self, endpoint: u16) -> u16 {
        let next = self.next.entry(endpoint).or_default();
        std::mem::replace(next, next.wrapping_add(1))
    }

    /// Numbers count from 0 again, as they do at the card when the air was cleared.
    pub fn restart(&mut self) {
        self.next.clear();
    }
}
