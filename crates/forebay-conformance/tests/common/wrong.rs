// SPDX-License-Identifier: Apache-2.0
//! What tests of wrong use share: places that are wrong, how an error is looked at, and that the device works afterwards.

use std::fmt::Display;

use forebay::Device;
use forebay_msm::WindowPlan;
use forebay_msm::vectors::{Distribution, VectorSpec, Vectors};
use forebay_msm_client::{Bases, Msm};

use super::{STALL_CYCLES, pattern};

pub(crate) const PORT0: u64 = 0x1000_0000;
/// Card cycles in which every error must have come: stall limit, abort and some transfers.
pub(crate) const BOUND_CYCLES: u64 = 20 * STALL_CYCLES;

/// The device moves data to the card and back.
pub(crate) fn check_memory(device: &Device, what: &str) {
    let sent = pattern(5000, 42);
    device.h2c(0).unwrap().write_all_at(&sent, 0x4567).unwrap();
    let mut back = vec![0; 5000];
    device.c2h(0).unwrap().read_exact_at(&mut back, 0x4567).unwrap();
    assert!(back == sent, "data differs after {what}");
}

/// The device multiplies.
pub(crate) fn check_msm(device: &Device, what: &str) {
    let (msm, bases, v) = toy(device, 9);
    let (result, _) = msm.run(&bases, &v.scalars).unwrap();
    assert_eq!(result, v.result, "after {what}");
}

/// Client, bases and a vector of `count` pairs.
pub(crate) fn toy(device: &Device, count: usize) -> (Msm, Bases, Vectors) {
    let window_bits = WindowPlan::for_points(count).bits().to_vec();
    let spec = VectorSpec { seed: 3, count, distribution: Distribution::Uniform, window_bits };
    let vectors = Vectors::generate(&spec).unwrap();
    let msm = Msm::new(device).unwrap();
    let bases = msm.bases(&vectors.points).unwrap();
    (msm, bases, vectors)
}

/// `then` fails within bounded card time; its error.
pub(crate) fn fails<T, E: Display>(device: &Device, then: impl FnOnce() -> Result<T, E>) -> E {
    let began = device.now().unwrap();
    let error = then().err().unwrap();
    let took = device.now().unwrap() - began;
    assert!(took < BOUND_CYCLES, "took {took} cycles: {error}");
    error
}

pub(crate) fn count_of(device: &Device, name: &str) -> u64 {
    let description = device.describe(false).unwrap();
    description.counters.iter().find(|counter| counter.name == name).unwrap().value
}
