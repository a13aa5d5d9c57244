// SPDX-License-Identifier: Apache-2.0
//! Streaming channels.

use forebay_regs::desc;
use forebay_regs::xdma::{self, chan};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::chains::{
    DESTINATIONS, Descriptor, Fault, RESULTS, RINGS, SCRATCH, SOURCES, go, lay_out,
    open_interrupts, prepare,
};
use crate::pair::Pair;

/// Pieces of `total` bytes, none empty.
fn cut(total: u32, random: &mut ChaCha8Rng) -> Vec<u32> {
    let mut pieces = Vec::new();
    let mut left = total;
    while left > 0 && pieces.len() < 15 {
        let piece = match random.random_range(0..3) {
            0 => 64 * random.random_range(1..10),
            _ => random.random_range(1..900),
        };
        pieces.push(piece.min(left));
        left -= piece.min(left);
    }
    pieces
}

fn stream_transfers(seed: u64, cases: u32) {
    let mut pair = Pair::new("loopback", seed);
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    open_interrupts(&mut pair);
    let arena = pair.arena();
    for case in 0..cases {
        let channel = random.random_range(2..4);
        // Packets to the card, the last piece ends one.
        let total = random.random_range(1..6000);
        let pieces = cut(total, &mut random);
        let last = pieces.len() - 1;
        let mut packets = vec![0_u32];
        let sends: Vec<_> = (0..)
            .zip(&pieces)
            .map(|(n, len)| {
                let eop = n == last || random.random_bool(0.3);
                *packets.last_mut().unwrap() += *len;
                if eop && n != last {
                    packets.push(0);
                }
                let mut flags = u32::from(eop) * desc::control::EOP.mask();
                if n == last {
                    flags |= desc::control::STOP.mask() | desc::control::COMPLETED.mask();
                }
                let source = arena + SOURCES as u64 + random.random_range(0..0x8000);
                Descriptor { flags, len: *len, source, destination: 0 }
            })
            .collect();
        // Buffers back: as many as the packets fill, of sizes of their own.
        let mut buffers = Vec::new();
        for packet in &packets {
            let mut left = *packet;
            while left > 0 {
                let room = random.random_range(1..2000_u32);
                buffers.push(room);
                left = left.saturating_sub(room);
            }
        }
        let mut target = arena + DESTINATIONS as u64 + random.random_range(0..64);
        let count = buffers.len();
        let receives: Vec<_> = (0..)
            .zip(&buffers)
            .map(|(n, len)| {
                let mut flags =
                    u32::from(random.random_bool(0.2)) * desc::control::COMPLETED.mask();
                if n + 1 == count {
                    flags |= desc::control::STOP.mask() | desc::control::COMPLETED.mask();
                }
                let destination = target;
                target += u64::from(*len) + random.random_range(0..40);
                let source = arena + RESULTS as u64 + 32 * n as u64;
                Descriptor { flags, len: *len, source, destination }
            })
            .collect();
        let send_ring = lay_out(&pair, RINGS, &sends, None, &mut random);
        let receive_ring = lay_out(&pair, RINGS + 0x2000, &receives, None, &mut random);
        let send = prepare(&mut pair, xdma::H2C.at(channel), send_ring, &mut random);
        let mut receive = prepare(&mut pair, xdma::C2H.at(channel), receive_ring, &mut random);
        if random.random_bool(0.2) {
            receive.control |= chan::control::STREAM_WRITEBACK_DISABLE.mask();
        }
        let what = format!(
            "seed {seed} case {case}: pieces {pieces:?}, packets {packets:?}, buffers {buffers:?}"
        );
        go(&mut pair, &[receive, send], &what);
        pair.compare_memory(None, &what);
    }
}

#[test]
fn stream_transfers_of_seed_20() {
    stream_transfers(20, 80);
}

#[test]
fn stream_transfers_of_seed_21() {
    stream_transfers(21, 80);
}

#[test]
fn an_empty_descriptor_of_a_stream_is_an_invalid_length() {
    let mut pair = Pair::new("loopback", 22);
    let mut random = ChaCha8Rng::seed_from_u64(22);
    open_interrupts(&mut pair);
    for base in [xdma::H2C.at(2), xdma::C2H.at(2)] {
        let flags = desc::control::STOP.mask() | desc::control::EOP.mask();
        let arena = pair.arena();
        let (source, destination) = (arena + RESULTS as u64, arena + SCRATCH as u64);
        let empty = Descriptor { flags, len: 0, source, destination };
        let ring = lay_out(&pair, RINGS, &[empty], Some((0, Fault::Length)), &mut random);
        let run = prepare(&mut pair, base, ring, &mut random);
        go(&mut pair, &[run], "empty descriptor");
    }
    pair.compare_memory(None, "empty descriptor");
}
