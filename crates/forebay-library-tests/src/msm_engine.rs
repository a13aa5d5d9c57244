// SPDX-License-Identifier: Apache-2.0
//! What a card multiplies that sums its buckets: whole scalars in both modes, points that stay on the card, and more of them than it holds.

use forebay::Device;
use forebay_msm::vectors::Distribution;
use forebay_msm::{G1Affine, Scalar, witness};
use forebay_msm_client::{Bases, Msm, MsmReport, ScalarMode};

use crate::Fixture;
use crate::msm::prepare;

/// The product is what arkworks says; the report.
fn agrees(
    msm: &Msm,
    bases: &Bases,
    points: &[G1Affine],
    scalars: &[Scalar],
    what: &str,
) -> MsmReport {
    let (result, report) = msm.run(bases, scalars).unwrap();
    assert_eq!(result, witness::msm(&points[..scalars.len()], scalars).unwrap(), "{what}");
    assert_eq!(report.points, scalars.len(), "{what}");
    report
}

/// A client in each mode.
fn modes(device: &Device) -> impl Iterator<Item = Msm> {
    ScalarMode::ALL.into_iter().map(|mode| Msm::new(device).unwrap().in_mode(mode).unwrap())
}

pub(crate) fn products_agree_in_both_modes(fixture: &Fixture) {
    let device = fixture.open();
    for msm in modes(&device) {
        for (count, distribution) in [
            (1, Distribution::RMinusOne),
            (2, Distribution::Zeros),
            (31, Distribution::Ones),
            (65, Distribution::Equal),
            (40, Distribution::Small),
            (33, Distribution::Sparse),
            (fixture.rounds(1000, 200), Distribution::Uniform),
        ] {
            let (_, _, v) = prepare(&device, distribution, count);
            let bases = msm.bases(&v.points).unwrap();
            let what = format!("{:?}, {count} of {}", msm.mode(), distribution.name());
            let report = agrees(&msm, &bases, &v.points, &v.scalars, &what);
            let engine = report.engine.unwrap();
            assert_eq!(engine.scalar_mode, msm.mode(), "{what}");
        }
    }
}
