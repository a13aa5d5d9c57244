// SPDX-License-Identifier: Apache-2.0
//! The card with the gates of its seven multipliers does what the card with their simulation model does.

#![expect(clippy::unwrap_used, reason = "tests")]

mod common;

use common::open;
use forebay_msm::vectors::{Distribution, VectorSpec, Vectors};
use forebay_msm::{WindowPlan, reduce, witness};
use forebay_msm_client::Msm;

/// Read-out, card cycles and all event counters of one run on a card that was just opened.
fn run(variant: &str, v: &Vectors) -> (Vec<u8>, u64, Vec<u64>) {
    let device = open("rtl", variant);
    let msm = Msm::new(&device).unwrap();
    let bases = msm.bases(&v.points).unwrap();
    let began = device.now().unwrap();
    let buckets = msm.core().unwrap().buckets(&bases, &v.scalars).unwrap();
    let cycles = device.now().unwrap() - began;
    let counters = device.describe(false).unwrap().counters;
    (buckets, cycles, counters.iter().map(|counter| counter.value).collect())
}

/// 64 points through the whole card, once with the gates: every bucket and the sum of them are what arkworks says.
#[test]
fn gates_give_the_same_point_in_the_same_cycles_as_the_model() {
    let plan = WindowPlan::toy();
    let spec = VectorSpec {
        seed: 64,
        count: 64,
        distribution: Distribution::Uniform,
        window_bits: plan.bits().to_vec(),
    };
    let v = Vectors::generate(&spec).unwrap();
    let (gates, model) = (run("msm-gates", &v), run("msm-toy", &v));
    assert_eq!(v.first_difference(&gates.0).unwrap(), None, "buckets");
    let sum = reduce::host_sum(&plan, &gates.0).unwrap();
    assert_eq!(sum, witness::msm(&v.points, &v.scalars).unwrap());
    assert_eq!((gates.1, gates.2), (model.1, model.2), "cycles and counters");
    // Not only the same points: both multipliers return one exact integer.
    assert!(gates.0 == model.0, "the buckets differ as bits");
}
