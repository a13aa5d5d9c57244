// SPDX-License-Identifier: Apache-2.0
//! Pieces of a transfer, one per descriptor.

/// Largest piece one descriptor carries: a multiple of the page size below the 28-bit length field's limit.
const MAX_PIECE_BYTES: u64 = 1 << 20;

/// One contiguous piece of host memory and where it goes on, or comes from, the card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Segment {
    /// Bus address.
    pub host: u64,
    /// Card address; without meaning on streams.
    pub card: u64,
    /// Bytes.
    pub len: u64,
    /// Last piece of a packet, or of the room for one.
    pub eop: bool,
}

impl Segment {
    /// Cuts the piece into what single descriptors carry.
    pub(crate) fn split(self) -> impl Iterator<Item = Self> {
        let pieces = self.len.div_ceil(MAX_PIECE_BYTES).max(1);
        (0..pieces).map(move |piece| {
            let start = piece * MAX_PIECE_BYTES;
            Self {
                host: self.host + start,
                card: self.card + start,
                len: (self.len - start).min(MAX_PIECE_BYTES),
                eop: self.eop && piece + 1 == pieces,
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_cover_the_segment_and_only_the_last_ends_the_packet() {
        let whole = Segment { host: 0x1000, card: 0x20, len: 2 * MAX_PIECE_BYTES + 5, eop: true };
        let pieces: Vec<_> = whole.split().collect();
        assert_eq!(pieces.len(), 3);
        assert_eq!(pieces.iter().map(|piece| piece.len).sum::<u64>(), whole.len);
        assert_eq!(pieces[2], Segment { host: 0x20_1000, card: 0x20_0020, len: 5, eop: true });
        assert!(!pieces[0].eop && !pieces[1].eop);
    }

    #[test]
    fn an_empty_segment_is_one_empty_piece() {
        let empty = Segment { host: 0, card: 0, len: 0, eop: true };
        assert_eq!(empty.split().collect::<Vec<_>>(), [empty]);
    }
}
