// SPDX-License-Identifier: Apache-2.0
//! Pieces of the model as descriptors of the card.

use forebay::Piece;
use forebay_host_model::{PAGE_BYTES, Target, Transfer};
use forebay_regs::card;

/// The pieces of a transfer as the host's software cuts them, in a buffer in which each begins as far in a page as the model says; and
/// the bytes of that. A channel writes to memory from its own `room` on.
pub(crate) fn cut(transfer: &Transfer, descriptor_bytes: u64, room: u64) -> (Vec<Piece>, usize) {
    let (mut pieces, mut place) = (Vec::new(), 0);
    for piece in transfer.pieces() {
        let begin = index(place).next_multiple_of(PAGE_BYTES) + piece.offset;
        let end = begin + piece.bytes;
        let mut from = begin;
        while from < end {
            let to = end.min(from - from % PAGE_BYTES + descriptor_bytes);
            let card_addr = match piece.target {
                Target::Stream(port) => u64::from(card::STREAM_PORT.at(u32::from(port > 0))),
                Target::Memory => transfer.channel as u64 * room + (from - begin),
            };
            place = at(to);
            pieces.push(Piece { buffer: 0, range: at(from)..place, card_addr });
            from = to;
        }
    }
    (pieces, place)
}

const fn index(place: usize) -> u64 {
    place as u64
}

#[expect(clippy::cast_possible_truncation, reason = "a place in memory of this machine")]
const fn at(place: u64) -> usize {
    place as usize
}

#[cfg(test)]
mod tests {
    use forebay_host_model::Piece as Modelled;

    use super::*;

    #[test]
    fn pieces_are_cut_at_pages_and_each_stream_goes_to_its_port() {
        let piece = |stream, bytes| Modelled {
            target: Target::Stream(stream),
            elements: bytes / 64,
            bytes,
            offset: 64,
            descriptors: 2,
        };
        let (first, second) = (piece(0, 4096), Some(piece(1, 64)));
        let transfer = Transfer { channel: 1, first, second, rounds: 2 };
        let (pieces, bytes) = cut(&transfer, 4096, 0);
        let found: Vec<_> = pieces.iter().map(|one| (one.range.clone(), one.card_addr)).collect();
        let ports = [0, 1].map(|port| u64::from(card::STREAM_PORT.at(port)));
        let round = |at: usize| {
            [
                (at + 64..at + 4096, ports[0]),
                (at + 4096..at + 4160, ports[0]),
                (at + 8256..at + 8320, ports[1]),
            ]
        };
        assert_eq!(found, [round(0), round(12_288)].concat());
        assert_eq!(bytes, 12_288 + 8320);
    }

    #[test]
    fn memory_is_filled_from_the_room_of_the_channel_on() {
        let piece = Modelled {
            target: Target::Memory,
            elements: 0,
            bytes: 9000,
            offset: 16,
            descriptors: 3,
        };
        let (pieces, bytes) = cut(&Transfer::of(1, piece), 8192, 1 << 20);
        let found: Vec<_> = pieces.iter().map(|one| (one.range.clone(), one.card_addr)).collect();
        assert_eq!(found, [(16..8192, 1 << 20), (8192..9016, (1 << 20) + 8176)]);
        assert_eq!(bytes, 9016);
    }
}
