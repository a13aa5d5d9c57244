// SPDX-License-Identifier: Apache-2.0
//! The instructions that there are for whole lines, and the stores of a copy by each.

use std::fmt;

use forebay_write_combining::{LINE_BYTES, aligned_stores};
use serde::Serialize;

/// A way to store a line. All but the plain ones go past the caches, so that they leave as lines whatever the memory is.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Instructions {
    /// Ordinary stores of 8 bytes.
    Plain,
    /// `MOVNTDQ`, 16 bytes.
    Sse2,
    /// `VMOVNTDQ`, 32 bytes.
    Avx,
    /// `VMOVNTDQ`, 64 bytes.
    Avx512,
    /// `MOVDIR64B`: 64 bytes, of which the architecture says that they are one write.
    Movdir64b,
}

impl Instructions {
    /// All that there are, the widest last.
    pub const ALL: [Self; 5] = [Self::Plain, Self::Sse2, Self::Avx, Self::Avx512, Self::Movdir64b];

    /// Bytes of each store of a whole line.
    #[must_use]
    pub const fn line_store_bytes(self) -> usize {
        match self {
            Self::Plain => 8,
            Self::Sse2 => 16,
            Self::Avx => 32,
            Self::Avx512 | Self::Movdir64b => LINE_BYTES,
        }
    }

    /// Bytes of the widest store of a part of a line. A processor with the widest ones for lines has those of 16 bytes too.
    #[must_use]
    pub const fn part_store_bytes(self) -> usize {
        match self {
            Self::Plain => 8,
            Self::Sse2 | Self::Movdir64b => 16,
            Self::Avx | Self::Avx512 => 32,
        }
    }

    /// The stores of a copy by these instructions: offset from its beginning and width of each, in address order, each byte once.
    pub fn stores(self, address: u64, bytes: usize) -> impl Iterator<Item = (usize, usize)> {
        let (head, lines) = whole_lines(address, bytes);
        let tail = head + lines * LINE_BYTES;
        let part = move |from: usize, to: usize| {
            let stores = aligned_stores(
                address.wrapping_add(from as u64),
                to - from,
                self.part_store_bytes(),
            );
            stores.map(move |(offset, width)| (from + offset, width))
        };
        let width = self.line_store_bytes();
        part(0, head)
            .chain((head..tail).step_by(width).map(move |at| (at, width)))
            .chain(part(tail, bytes))
    }
}

/// Bytes in front of the first whole line of a range, and how many whole lines there are.
pub(crate) fn whole_lines(address: u64, bytes: usize) -> (usize, usize) {
    // Less than a line, so it fits.
    let into = usize::try_from(address % LINE_BYTES as u64).unwrap_or(0);
    let head = ((LINE_BYTES - into) % LINE_BYTES).min(bytes);
    (head, (bytes - head) / LINE_BYTES)
}

impl fmt::Display for Instructions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Plain => "plain stores",
            Self::Sse2 => "SSE2",
            Self::Avx => "AVX",
            Self::Avx512 => "AVX-512",
            Self::Movdir64b => "MOVDIR64B",
        })
    }
}
