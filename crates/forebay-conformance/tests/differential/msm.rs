// SPDX-License-Identifier: Apache-2.0
//! The datapath MSM.

use forebay_bus::Bar;
use forebay_msm::vectors::{Distribution, VectorSpec, Vectors};
use forebay_msm::{BUCKET_BYTES, WindowPlan, curve};
use forebay_regs::desc;
use forebay_regs::user::{self, msm};
use forebay_regs::xdma;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::chains::{
    Descriptor, RESULTS, RINGS, SCRATCH, SOURCES, drive, go, lay_out, open_interrupts, prepare,
};
use crate::pair::{ARENA_BYTES, Pair};

/// Writes bytes into a stream port: by lines, or in pieces anywhere in its range, as a processor's buffers leave them when they are
/// flushed too early.
fn write_bytes(pair: &mut Pair, port: u64, bytes: &[u8], mut flushes: Option<&mut ChaCha8Rng>) {
    let mut left = bytes;
    while !left.is_empty() {
        let (at, count) = flushes.as_mut().map_or((0, 64), |random| {
            let at = random.random_range(0..4096);
            (at, random.random_range(1..=64 - usize::try_from(at % 64).unwrap()))
        });
        let (piece, behind) = left.split_at(count.min(left.len()));
        for side in [&mut pair.fast, &mut pair.rtl] {
            side.card.mmio_write(Bar::Aperture, port + at, piece).unwrap();
        }
        left = behind;
    }
}

/// How operands come to the stream ports.
#[derive(Clone, Copy, PartialEq)]
enum Feed {
    Lines,
    Pieces,
    /// In pieces, and some entries by a transfer, which passes the bytes that make no entry yet.
    PiecesAndTransfers,
}

#[test]
fn buckets_of_the_toy_card_are_the_same_points() {
    buckets(30, Feed::Lines);
}

#[test]
fn buckets_are_the_same_points_whatever_pieces_the_operands_come_in() {
    buckets(31, Feed::Pieces);
}

#[test]
fn buckets_are_the_same_points_where_transfers_pass_pieces_of_the_operands() {
    buckets(32, Feed::PiecesAndTransfers);
}

/// Whole entries into a stream port. Those in the middle go by a transfer, while the first bytes of the entry behind them are there.
fn write_around_a_transfer(pair: &mut Pair, port: u64, bytes: &[u8], random: &mut ChaCha8Rng) {
    let entries = bytes.len() / 64;
    let from = random.random_range(0..entries);
    let to = random.random_range(from + 1..=entries);
    let (front, middle, behind) =
        (&bytes[..from * 64], &bytes[from * 64..to * 64], &bytes[to * 64..]);
    let early = behind.len().min(random.random_range(1..64));
    write_bytes(pair, port, front, Some(random));
    write_bytes(pair, port, &behind[..early], Some(random));
    // A read is behind every store.
    pair.read(Bar::User, user::STATUS.base() + user::status::MAGIC);
    pair.poke(SOURCES, middle);
    let transfer = Descriptor {
        flags: desc::control::STOP.mask() | desc::control::COMPLETED.mask(),
        len: u32::try_from(middle.len()).unwrap(),
        source: pair.arena() + SOURCES as u64,
        destination: port,
    };
    let ring = lay_out(pair, RINGS + 0x2000, &[transfer], None, random);
    let run = prepare(pair, xdma::H2C.at(0), ring, random);
    // How much of it the core has taken by then is a matter of cycles.
    drive(pair, &[run]);
    write_bytes(pair, port, &behind[early..], Some(random));
}

fn buckets(seed: u64, feed: Feed) {
    let mut pair = Pair::new("msm-toy", seed);
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    open_interrupts(&mut pair);
    for (count, distribution) in [
        (24, Distribution::Uniform),
        (1, Distribution::RMinusOne),
        (0, Distribution::Zeros),
        (50, Distribution::Small),
        (37, Distribution::Equal),
    ] {
        let window_bits = WindowPlan::toy().bits().to_vec();
        let spec = VectorSpec { seed, count, distribution, window_bits };
        let vectors = Vectors::generate(&spec).unwrap();
        let points = curve::to_card_points(&vectors.points).unwrap();
        let whole = WindowPlan::toy().bucket_count() * BUCKET_BYTES;
        let arena = pair.arena();
        let read = Descriptor {
            flags: desc::control::STOP.mask() | desc::control::COMPLETED.mask(),
            len: u32::try_from(whole).unwrap() + 64,
            source: arena + RESULTS as u64,
            destination: arena + SCRATCH as u64,
        };
        let ring = lay_out(&pair, RINGS, &[read], None, &mut random);
        let run = prepare(&mut pair, xdma::C2H.at(1), ring, &mut random);
        let base = user::MSM.base();
        pair.write(Bar::User, base + msm::POINTS, u32::try_from(count).unwrap());
        pair.write(Bar::User, base + msm::CONTROL, msm::control::START.mask());
        // Whole entries for each round of pairs, of scalars and of points.
        let rounds = |bytes: &[u8], per_round: usize| -> Vec<Vec<u8>> {
            let padded = |round: &[u8]| {
                let mut padded = round.to_vec();
                padded.resize(round.len().next_multiple_of(64), 0);
                padded
            };
            bytes.chunks(per_round).map(padded).collect()
        };
        let scalars = rounds(vectors.scalars.as_flattened(), 12 * 32);
        for (scalars, points) in scalars.iter().zip(&rounds(&points, 12 * 144)) {
            for (port, bytes) in [(0x1000_0000, scalars), (0x2000_0000, points)] {
                match feed {
                    Feed::Lines => write_bytes(&mut pair, port, bytes, None),
                    Feed::Pieces => write_bytes(&mut pair, port, bytes, Some(&mut random)),
                    Feed::PiecesAndTransfers => {
                        write_around_a_transfer(&mut pair, port, bytes, &mut random);
                    }
                }
            }
            pair.rest();
        }
        let what = format!("{count} pairs, {}", distribution.name());
        go(&mut pair, &[run], &what);
        pair.compare_memory(Some(SCRATCH..ARENA_BYTES), &what);
        let status = pair.read(Bar::User, base + msm::STATUS);
        assert!(!msm::status::SCALAR_CUT.is_set(status), "{what}");
        for side in [&pair.fast, &pair.rtl] {
            let memory = side.memory();
            let buckets = &memory[SCRATCH..SCRATCH + whole];
            let what = format!("{:?}: {what}", side.card.body());
            assert_eq!(vectors.first_difference(buckets).unwrap(), None, "{what}");
        }
    }
}
