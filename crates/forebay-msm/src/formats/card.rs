// SPDX-License-Identifier: Apache-2.0
//! The packed card format: what the card reads, with a header so that a file can be trusted.
//!
//! | Offset | Size | Field |
//! |---|---|---|
//! | 0 | 8 | magic `FBYG1PTS` |
//! | 8 | 4 | version, u32 little-endian, 1 |
//! | 12 | 4 | size of a record, u32 little-endian, 144 |
//! | 16 | 8 | count, u64 little-endian |
//! | 24 | 8 | checksum, u64 little-endian: see [`checksum`] |
//! | 32 | 144 each | `y - x`, `y + x`, `2dxy` (Montgomery form, R = 2^384, 48 B little-endian) |

use std::path::Path;

use rayon::prelude::*;

use crate::{
    CARD_POINT_BYTES, MsmError,
    field::{hex_from_le, limbs_from_le},
};

/// Size of the header in bytes.
pub const HEADER_BYTES: usize = 32;
/// First bytes of a card file.
pub const MAGIC: [u8; 8] = *b"FBYG1PTS";
/// Version that this crate writes and reads.
pub const VERSION: u32 = 1;

/// Bytes per checksum block.
const CHECKSUM_BLOCK: usize = 1 << 20;

/// FNV-1a over 64-bit little-endian words (a last partial word is filled with zeros), starting
/// from the offset basis combined with the number of bytes.
#[must_use]
fn fnv_words(bytes: &[u8]) -> u64 {
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    let mut hash = 0xcbf2_9ce4_8422_2325 ^ bytes.len() as u64;
    for word in bytes.chunks(8) {
        let [limb] = limbs_from_le::<1>(word);
        hash = (hash ^ limb).wrapping_mul(PRIME);
        // Carries high bits down, which a plain product never does.
        hash ^= hash >> 29;
    }
    hash
}

/// Checksum against damage (not against forgery): FNV-1a over 64-bit words with a down-shift,
/// first per MiB, on all cores, then over those hashes.
#[must_use]
pub fn checksum(bytes: &[u8]) -> u64 {
    let blocks: Vec<u8> = bytes
        .par_chunks(CHECKSUM_BLOCK)
        .flat_map_iter(|block| fnv_words(block).to_le_bytes())
        .collect();
    fnv_words(&blocks)
}

/// Header of a file with these records.
pub(super) fn header(records: &[u8]) -> [u8; HEADER_BYTES] {
    let mut header = [0; HEADER_BYTES];
    header[..8].copy_from_slice(&MAGIC);
    header[8..12].copy_from_slice(&VERSION.to_le_bytes());
    header[12..16].copy_from_slice(&record_size().to_le_bytes());
    header[16..24].copy_from_slice(&((records.len() / CARD_POINT_BYTES) as u64).to_le_bytes());
    header[24..].copy_from_slice(&checksum(records).to_le_bytes());
    header
}

/// Record size as the header stores it.
fn record_size() -> u32 {
    u32::try_from(CARD_POINT_BYTES).unwrap_or(u32::MAX)
}

/// Checks magic, version and record size; returns (count, checksum).
pub(super) fn parse_header(path: &Path, header: &[u8]) -> Result<(u64, u64), MsmError> {
    let bad = |offset: u64, reason: String| MsmError::BadHeader {
        path: path.to_path_buf(),
        what: "card point file",
        offset,
        reason,
    };
    if header[..8] != MAGIC {
        return Err(bad(0, format!("magic is {}, expected FBYG1PTS", hex_from_le(&header[..8]))));
    }
    let words = limbs_from_le::<4>(header);
    let (version, record) = (words[1] & 0xffff_ffff, words[1] >> 32);
    if version != u64::from(VERSION) {
        return Err(bad(8, format!("version is {version}, this program reads {VERSION}")));
    }
    if record != u64::from(record_size()) {
        return Err(bad(12, format!("record size is {record}, expected {}", record_size())));
    }
    Ok((words[2], words[3]))
}

/// Verifies the checksum of all records.
pub(super) fn verify(path: &Path, records: &[u8], expected: u64) -> Result<(), MsmError> {
    let actual = checksum(records);
    if actual == expected {
        return Ok(());
    }
    Err(MsmError::BadHeader {
        path: path.to_path_buf(),
        what: "card point file",
        offset: 24,
        reason: format!("checksum is {expected:#018x}, the records give {actual:#018x}"),
    })
}
