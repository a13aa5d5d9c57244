// SPDX-License-Identifier: Apache-2.0
//! The card with the gates of its seven multipliers does what the card with their simulation model does.

#![expect(clippy::unwrap_used, reason = "tests")]

mod common;
#[path = "common/plan.rs"]
mod plan;

use common::open;
use forebay::{Bar, Buffer};
use forebay_msm::passes::{PassPlan, Preparation};
use forebay_msm::vectors::{Distribution, VectorSpec, Vectors};
use forebay_msm::{BUCKET_BYTES, ExtendedPoint, WindowPlan, curve};
use forebay_msm_client::Msm;
use forebay_regs::card::STREAM_PORT;
use forebay_regs::user::{self, msm};

/// Sums, card cycles and all event counters of a multiplication, scalars as they are, on a card that was just opened; and the product of
/// these sums.
fn run(variant: &str, v: &Vectors) -> (Vec<u8>, u64, Vec<u64>, ExtendedPoint) {
    let device = open("rtl", variant);
    let plan = {
        let msm = Msm::new(&device).unwrap();
        PassPlan::choose(msm.geometry(), v.points.len(), Preparation::default()).unwrap()
    };
    let write = |(register, value)| {
        device.write32(Bar::User, user::MSM.base() + register, value).unwrap();
    };
    let rest = || {
        let idle = |status| !msm::status::BUSY.is_set(status);
        device.wait_register("STATUS.BUSY", user::MSM.base() + msm::STATUS, &idle).unwrap();
    };
    rest();
    let began = device.now().unwrap();
    let registers = plan::registers(&plan);
    registers.iter().copied().for_each(write);
    let points = curve::to_card_points(&v.points).unwrap();
    // All memory begins on a page, so that as many bursts carry it on both cards.
    let [scalars, points] = [v.scalars.as_flattened(), &points].map(|bytes| {
        let mut buffer = Buffer::new(bytes.len()).unwrap();
        buffer[..bytes.len()].copy_from_slice(bytes);
        (buffer, bytes.len())
    });
    let mut sums = Vec::new();
    // Without a memory each pass is a run.
    for (row, pass) in (0..).zip(plan.passes()) {
        rest();
        let row = registers.iter().find(|(register, _)| *register == msm::PASS.at(row)).unwrap().1;
        write((msm::PASS.at(0), row));
        write((msm::POINTS, u32::try_from(v.points.len()).unwrap()));
        write((msm::PASSES, 1));
        write((msm::CONTROL, msm::control::START.mask()));
        for (port, (buffer, len)) in [(0, &scalars), (1, &points)] {
            let port = STREAM_PORT.at(port).into();
            device.h2c(0).unwrap().write_all_at(&buffer[..*len], port).unwrap();
        }
        let bytes = pass.windows * pass.adders * BUCKET_BYTES;
        let mut own = Buffer::new(bytes).unwrap();
        let moved = device.c2h(1).unwrap().receive(&mut own[..bytes]).unwrap();
        assert_eq!((moved.bytes, moved.eop), (bytes as u64, true), "{variant}");
        sums.extend_from_slice(&own[..bytes]);
    }
    let cycles = device.now().unwrap() - began;
    let (records, _) = sums.as_chunks();
    let point = |(index, bytes)| ExtendedPoint::from_bytes(bytes, index).unwrap();
    let points: Vec<_> = records
        .iter()
        .enumerate()
        .map(|record| point(record).unwrap_or(ExtendedPoint::IDENTITY))
        .collect();
    let counters = device.describe(false).unwrap().counters;
    let counters = counters.iter().map(|counter| counter.value).collect();
    (sums, cycles, counters, plan.join(&points).total)
}

/// 64 points through the whole card, once with the gates: the product is what arkworks says.
#[test]
fn gates_give_the_same_point_in_the_same_cycles_as_the_model() {
    let spec = VectorSpec {
        seed: 64,
        count: 64,
        distribution: Distribution::Uniform,
        window_bits: WindowPlan::for_points(64).bits().to_vec(),
    };
    let v = Vectors::generate(&spec).unwrap();
    let (gates, model) = (run("msm-gates", &v), run("msm1-toy", &v));
    assert_eq!(gates.3.to_affine(), v.result);
    assert_eq!((gates.1, gates.2), (model.1, model.2), "cycles and counters");
    // Not only the same points: both multipliers return one exact integer.
    assert!(gates.0 == model.0, "the sums differ as bits");
}
