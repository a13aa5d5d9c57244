// SPDX-License-Identifier: Apache-2.0
//! The native card's cycles of the MSM cores are those of the RTL: the same runs go to both, and what a core counts is compared.
//!
//! Only the core is compared, not the ways to it and from it. Input is in the stream ports before the core wants it, or the host gives
//! it beat by beat at the same times; of a read-out the cycles count in which the stream took what there was. The RTL has a link that is
//! never the limit.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

mod channel;
mod core;
mod counts;
mod engine;
mod feed;
mod rig;
mod work;

use counts::Summary;
use engine::Job;
use forebay_msm::WindowPlan;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use work::{Feed, ReadOut, SHAPES, Shape, Work};

/// What may differ by when a refresh of the memory meets a run: the RTL's memory stands still while the card has nothing to do.
const BY_CHANCE_PER_CENT: f64 = 2.0;

/// Runs the same on both cards and compares.
fn compare(build: &str, work: &Work, summary: &mut Summary) {
    let on = |body: &str| core::run(body, build, work);
    summary.add(&format!("{build}: {work}"), &on("fast"), &on("rtl"));
}

/// Work of every shape on toy windows with these feeds; `most` says how many points a shape may have.
fn sample(seed: u64, rounds: usize, feeds: &[Feed], most: impl Fn(Shape) -> usize) {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let plan = WindowPlan::toy();
    let mut summary = Summary::default();
    for round in 0..rounds {
        for (index, shape) in SHAPES.into_iter().enumerate() {
            let feed = feeds[(round + index) % feeds.len()];
            let late = random.random_bool(0.5);
            let read_out = if late { ReadOut::Late } else { ReadOut::AtOnce };
            // When a second run begins hangs on when the first one's buckets were taken, and with a host that feeds when it starves.
            let runs = 1 + usize::from(random.random_bool(0.5) && feed == Feed::Ahead);
            // As many small ones as large ones.
            let bits = most(shape).ilog2() + 1;
            let mut count = || {
                let most = most(shape) >> random.random_range(0..bits);
                random.random_range(1..=most)
            };
            let counts = (0..runs).map(|_| count()).collect();
            let work = Work::new(&plan, random.random(), shape, counts, feed, read_out);
            compare("msm-toy", &work, &mut summary);
        }
    }
    summary.conclude(&format!("toy windows, seed {seed}"), 0.0);
}

#[test]
fn runs_whose_input_is_there_before_they_start() {
    // What the stream ports of the toy card hold.
    sample(1, 3, &[Feed::Ahead], |_| 10);
}

#[test]
fn runs_whose_input_comes_faster_than_it_is_wanted() {
    sample(2, 2, &[Feed::Ahead], Shape::most_points);
}

#[test]
fn runs_that_starve() {
    sample(3, 3, &[Feed::Chunks, Feed::Points], |shape| shape.most_points().min(150));
}

#[test]
fn the_full_windows() {
    let plan = WindowPlan::standard();
    let mut summary = Summary::default();
    for (seed, (shape, counts, read_out)) in (4..).zip([
        (Shape::Uniform, vec![2000], ReadOut::AtOnce),
        (Shape::Witness, vec![900], ReadOut::Late),
        (Shape::Equal, vec![40], ReadOut::AtOnce),
    ]) {
        let work = Work::new(&plan, seed, shape, counts, Feed::Ahead, read_out);
        compare("msm", &work, &mut summary);
    }
    summary.conclude("full windows", 0.0);
}

/// Runs the same on both cards and compares.
fn compare_engines(build: &str, job: &Job, summary: &mut Summary) {
    let on = |body: &str| engine::run(body, build, job);
    summary.add(&format!("{build}: {job}"), &on("fast"), &on("rtl"));
}

/// Runs of the engine of that card, of every shape and in every mode that it has.
fn engine_sample(build: &str, seed: u64, has_memory: bool, most_per_cent: f64) {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut summary = Summary::default();
    for (index, shape) in SHAPES.into_iter().cycle().take(20).enumerate() {
        let resident = has_memory && random.random_bool(0.3);
        let feed = if !resident && index % 4 == 3 { Feed::Chunks } else { Feed::Ahead };
        let late = random.random_bool(0.3);
        let job = Job {
            seed: random.random(),
            shape,
            points: random.random_range(0..200) >> random.random_range(0..4),
            uniform: random.random_bool(0.5),
            fold: random.random_bool(0.3),
            resident,
            feed,
            read_out: if late { ReadOut::Late } else { ReadOut::AtOnce },
        };
        compare_engines(build, &job, &mut summary);
    }
    summary.conclude(build, most_per_cent);
}

#[test]
fn runs_of_the_engine_without_a_memory() {
    engine_sample("msm1-toy", 8, false, 0.0);
}

#[test]
fn runs_of_the_engine_with_a_memory() {
    engine_sample("msm3-toy", 7, true, BY_CHANCE_PER_CENT);
}
