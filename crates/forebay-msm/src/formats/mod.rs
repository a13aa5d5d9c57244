// SPDX-License-Identifier: Apache-2.0
//! Point and scalar files.
//!
//! | Format | Header | Record |
//! |---|---|---|
//! | [`PointFormat::ArkUncompressed`] | count, u64 little-endian | x, y: 48 B little-endian each; top two bits of the last byte: bit 7 y is the larger root, bit 6 infinity. Aleo's `.usrs` files |
//! | [`PointFormat::ArkCompressed`] | count, u64 little-endian | x: 48 B little-endian, same two bits |
//! | [`PointFormat::GnarkRaw`] | count, u32 big-endian | x, y: 48 B big-endian each; top three bits of the first byte: 000 point, 010 infinity |
//! | [`PointFormat::GnarkCompressed`] | count, u32 big-endian | x: 48 B big-endian; top three bits of the first byte: 100 y is the smaller root, 101 the larger, 110 infinity |
//! | [`PointFormat::Card`] | 32 B, see [`card`] | `y - x`, `y + x`, `2dxy`: 48 B little-endian Montgomery each, as the card reads them |
//!
//! Readers parse on all cores and do not check curve membership (a compressed record must have a
//! square root); that is [`crate::check`]'s job. They read no more of a file than is asked for, but
//! its size must be right for its header.
//!
//! Scalars are a plain run of 32-byte little-endian values, or an arkworks vector of them; see
//! [`scalars`].

pub mod card;
pub(crate) mod encode;
pub mod points;
pub mod scalars;

use std::fmt;

pub use points::{
    PointFile, PointOptions, detect_format, read_card_points, read_points, write_card_file,
    write_points,
};
pub use scalars::{ScalarOptions, read_scalars, write_scalars};

/// The known layouts of a point file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PointFormat {
    /// arkworks vector, uncompressed records of 96 bytes.
    ArkUncompressed,
    /// arkworks vector, compressed records of 48 bytes.
    ArkCompressed,
    /// gnark raw slice, records of 96 bytes.
    GnarkRaw,
    /// gnark compressed slice, what its encoder writes unless told otherwise: records of 48 bytes.
    GnarkCompressed,
    /// Forebay's packed card format, records of 144 bytes.
    Card,
}

impl PointFormat {
    /// Every format.
    pub const ALL: [Self; 5] = [
        Self::ArkUncompressed,
        Self::ArkCompressed,
        Self::GnarkRaw,
        Self::GnarkCompressed,
        Self::Card,
    ];

    /// Size of the header in bytes.
    #[must_use]
    pub fn header_bytes(self) -> usize {
        match self {
            Self::ArkUncompressed | Self::ArkCompressed => 8,
            Self::GnarkRaw | Self::GnarkCompressed => 4,
            Self::Card => card::HEADER_BYTES,
        }
    }

    /// Size of one record in bytes.
    #[must_use]
    pub fn record_bytes(self) -> usize {
        match self {
            Self::ArkUncompressed | Self::GnarkRaw => 96,
            Self::ArkCompressed | Self::GnarkCompressed => 48,
            Self::Card => crate::CARD_POINT_BYTES,
        }
    }

    /// Size of a whole file of `count` points; saturates for counts no file can have.
    #[must_use]
    pub fn file_bytes(self, count: u64) -> u64 {
        count.saturating_mul(self.record_bytes() as u64).saturating_add(self.header_bytes() as u64)
    }

    /// Name used in messages and on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::ArkUncompressed => "ark-uncompressed",
            Self::ArkCompressed => "ark-compressed",
            Self::GnarkRaw => "gnark-raw",
            Self::GnarkCompressed => "gnark-compressed",
            Self::Card => "card",
        }
    }

    /// Format of a given [`Self::name`].
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }
}

impl fmt::Display for PointFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
