// SPDX-License-Identifier: Apache-2.0
//! The card with the gates of its seven multipliers does what the card with their simulation model does.

#![expect(clippy::unwrap_used, reason = "tests")]

mod common;

use common::open;
use forebay_msm::vectors::{Distribution, VectorSpec, Vectors};
use forebay_msm::{G1Affine, witness};
use forebay_msm_client::Msm;

/// Result, card cycles and all event counters of one run on a card that was just opened.
fn run(variant: &str, v: &Vectors) -> (G1Affine, u64, Vec<u64>, Vec<u8>) {
    let device = open("rtl", variant);
    let msm = Msm::new(&device).unwrap();
    let bases = msm.bases(&v.points).unwrap();
    let (result, report) = msm.run(&bases, &v.scalars).unwrap();
    let counters = device.describe(false).unwrap().counters;
    let counts = counters.iter().map(|counter| counter.value).collect();
    let buckets = msm.buckets(&bases, &v.scalars).unwrap();
    (result, report.card_cycles, counts, buckets)
}

#[test]
fn gates_give_the_same_point_in_the_same_cycles_as_the_model() {
    let spec = VectorSpec {
        seed: 64,
        count: 64,
        distribution: Distribution::Uniform,
        window_bits: forebay_msm::WindowPlan::toy().bits().to_vec(),
    };
    let v = Vectors::generate(&spec).unwrap();
    let (gates, model) = (run("msm-gates", &v), run("msm-toy", &v));
    assert_eq!(gates.0, witness::msm(&v.points, &v.scalars).unwrap());
    assert_eq!((gates.1, gates.2), (model.1, model.2), "cycles and counters");
    // Not only the same points: both multipliers return one exact integer.
    assert!(gates.3 == model.3, "the buckets differ as bits");
}
