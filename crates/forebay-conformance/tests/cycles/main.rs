// SPDX-License-Identifier: Apache-2.0
//! The native card's cycles of the MSM engine are those of the RTL: the same runs go to both, and what a core counts is compared.
//!
//! Only the core is compared, not the ways to it and from it. Input is in the stream ports before the core wants it, or the host gives
//! it beat by beat at the same times; of a read-out the cycles count in which the stream took what there was. The RTL has a link that is
//! never the limit.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

mod channel;
mod counts;
mod engine;
mod feed;
#[path = "../common/plan.rs"]
mod plan;
mod rig;
mod work;

use counts::Summary;
use engine::Job;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use work::{Feed, ReadOut, SHAPES};

/// What may differ by when a refresh of the memory meets a run: the RTL's memory stands still while the card has nothing to do.
const BY_CHANCE_PER_CENT: f64 = 2.0;

/// Runs the same on both cards and compares.
fn compare(build: &str, job: &Job, summary: &mut Summary) {
    let on = |body: &str| engine::run(body, build, job);
    summary.add(&format!("{build}: {job}"), &on("fast"), &on("rtl"));
}

/// Runs of the engine of that card, of every shape and in every mode that it has.
fn sample(build: &str, seed: u64, has_memory: bool, most_per_cent: f64) {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut summary = Summary::default();
    for (index, shape) in SHAPES.into_iter().cycle().take(20).enumerate() {
        let resident = has_memory && random.random_bool(0.3);
        let feed = match index % 8 {
            3 | 7 if !resident => Feed::Chunks,
            5 if !resident => Feed::Points,
            _ => Feed::Ahead,
        };
        let late = random.random_bool(0.3);
        let job = Job {
            seed: random.random(),
            shape,
            points: random.random_range(0..200) >> random.random_range(0..4),
            uniform: random.random_bool(0.5),
            fold: random.random_bool(0.3),
            resident,
            width: None,
            slot: 0,
            runs: 1,
            feed,
            read_out: if late { ReadOut::Late } else { ReadOut::AtOnce },
        };
        compare(build, &job, &mut summary);
    }
    summary.conclude(build, most_per_cent);
}

#[test]
fn runs_of_the_engine_without_a_memory() {
    sample("msm1-toy", 8, false, 0.0);
}

#[test]
fn runs_of_the_engine_with_a_memory() {
    sample("msm-toy", 7, true, BY_CHANCE_PER_CENT);
}

/// Plans of other widths than the quickest, points in other places, runs behind each other: what the choice of a plan does not bring.
fn odd_sample(build: &str, seed: u64, has_memory: bool, most_points: usize, most_per_cent: f64) {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut summary = Summary::default();
    for (index, shape) in SHAPES.into_iter().cycle().take(15).enumerate() {
        let feed = if index % 4 == 3 { Feed::Chunks } else { Feed::Ahead };
        let resident = has_memory && feed == Feed::Ahead && random.random_bool(0.5);
        let runs = if feed == Feed::Ahead { random.random_range(1..=2) } else { 1 };
        let job = Job {
            seed: random.random(),
            shape,
            points: random.random_range(0..most_points) >> random.random_range(0..4),
            uniform: random.random_bool(0.6),
            fold: random.random_bool(0.3),
            resident,
            width: Some(random.random_range(4..=7)),
            slot: if has_memory { random.random_range(0..100) } else { 0 },
            runs,
            feed,
            read_out: if random.random_bool(0.3) { ReadOut::Late } else { ReadOut::AtOnce },
        };
        compare(build, &job, &mut summary);
    }
    summary.conclude(build, most_per_cent);
}

#[test]
fn odd_runs_of_the_engine_without_a_memory() {
    odd_sample("msm1-toy", 21, false, 200, 0.0);
}

#[test]
fn odd_runs_of_the_engine_with_a_memory() {
    odd_sample("msm-toy", 22, true, 500, BY_CHANCE_PER_CENT);
}
