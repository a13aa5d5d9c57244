// SPDX-License-Identifier: Apache-2.0
//! The header of a CHDR packet (`RFNoC` 4): a word of 64 bits.

use super::ChdrError;

/// What a packet is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PacketType {
    /// Management.
    Management,
    /// Stream status.
    StreamStatus,
    /// Stream command.
    StreamCommand,
    /// Control.
    Control,
    /// Data without a time.
    Data,
    /// Data with the time of its first sample.
    DataWithTime,
}

/// A header, word by word of the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// Virtual channel, 6 bits.
    pub virtual_channel: u8,
    /// A burst ends with this packet.
    pub end_of_burst: bool,
    /// A vector does.
    pub end_of_vector: bool,
    /// What it is.
    pub packet_type: PacketType,
    /// Lines of metadata, 5 bits.
    pub metadata_lines: u8,
    /// Number of the packet of its endpoint.
    pub sequence: u16,
    /// Bytes of the packet, the header's with them.
    pub length: u16,
    /// Whom it is for.
    pub endpoint: u16,
}

impl Header {
    /// The word.
    #[must_use]
    pub const fn word(&self) -> u64 {
        let kind = match self.packet_type {
            PacketType::Management => 0,
            PacketType::StreamStatus => 1,
            PacketType::StreamCommand => 2,
            PacketType::Control => 4,
            PacketType::Data => 6,
            PacketType::DataWithTime => 7,
        };
        let [dst0, dst1] = self.endpoint.to_le_bytes();
        let [len0, len1] = self.length.to_le_bytes();
        let [seq0, seq1] = self.sequence.to_le_bytes();
        let flags =
            self.virtual_channel << 2 | (self.end_of_burst as u8) << 1 | self.end_of_vector as u8;
        let kind = kind << 5 | self.metadata_lines & 0x1F;
        u64::from_le_bytes([dst0, dst1, len0, len1, seq0, seq1, kind, flags])
    }

    /// Takes the word apart.
    ///
    /// # Errors
    /// [`ChdrError::Type`].
    pub const fn of(word: u64) -> Result<Self, ChdrError> {
        let [dst0, dst1, len0, len1, seq0, seq1, kind, flags] = word.to_le_bytes();
        let packet_type = match kind >> 5 {
            0 => PacketType::Management,
            1 => PacketType::StreamStatus,
            2 => PacketType::StreamCommand,
            4 => PacketType::Control,
            6 => PacketType::Data,
            7 => PacketType::DataWithTime,
            number => return Err(ChdrError::Type { number, word }),
        };
        Ok(Self {
            virtual_channel: flags >> 2,
            end_of_burst: flags & 2 != 0,
            end_of_vector: flags & 1 != 0,
            packet_type,
            metadata_lines: kind & 0x1F,
            sequence: u16::from_le_bytes([seq0, seq1]),
            length: u16::from_le_bytes([len0, len1]),
            endpoint: u16::from_le_bytes([dst0, dst1]),
        })
    }
}
