// SPDX-License-Identifier: Apache-2.0
//! The datapath MSM.

use forebay_bus::Bar;
use forebay_msm::vectors::{Distribution, VectorSpec, Vectors};
use forebay_msm::{BUCKET_BYTES, WindowPlan, curve};
use forebay_regs::desc;
use forebay_regs::user::{self, msm};
use forebay_regs::xdma;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::chains::{Descriptor, RESULTS, RINGS, SCRATCH, go, lay_out, open_interrupts, prepare};
use crate::pair::{ARENA_BYTES, Pair};

#[test]
fn buckets_of_the_toy_card_are_the_same_points() {
    let mut pair = Pair::new("msm-toy", 30);
    let mut random = ChaCha8Rng::seed_from_u64(30);
    open_interrupts(&mut pair);
    for (count, distribution) in [
        (24, Distribution::Uniform),
        (1, Distribution::RMinusOne),
        (0, Distribution::Zeros),
        (50, Distribution::Small),
        (37, Distribution::Equal),
    ] {
        let window_bits = WindowPlan::toy().bits().to_vec();
        let spec = VectorSpec { seed: 30, count, distribution, window_bits };
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
        let lines = |bytes: &[u8], per_chunk: usize| -> Vec<Vec<[u8; 64]>> {
            bytes
                .chunks(per_chunk)
                .map(|chunk| {
                    chunk
                        .chunks(64)
                        .map(|line| {
                            let mut padded = [0; 64];
                            padded[..line.len()].copy_from_slice(line);
                            padded
                        })
                        .collect()
                })
                .collect()
        };
        let chunks = lines(vectors.scalars.as_flattened(), 12 * 32)
            .into_iter()
            .zip(lines(&points, 12 * 144));
        for (scalars, points) in chunks {
            for (address, line) in scalars
                .iter()
                .map(|line| (0x1000_0000, line))
                .chain(points.iter().map(|line| (0x2000_0000, line)))
            {
                pair.fast.card.mmio_write(Bar::Aperture, address, line).unwrap();
                pair.rtl.card.mmio_write(Bar::Aperture, address, line).unwrap();
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
