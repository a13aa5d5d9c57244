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

use crate::chains::{Descriptor, RESULTS, RINGS, SCRATCH, go, lay_out, open_interrupts, prepare};
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

#[test]
fn buckets_of_the_toy_card_are_the_same_points() {
    buckets(30, false);
}

#[test]
fn buckets_are_the_same_points_whatever_pieces_the_operands_come_in() {
    buckets(31, true);
}

fn buckets(seed: u64, in_pieces: bool) {
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
                write_bytes(&mut pair, port, bytes, in_pieces.then_some(&mut random));
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
