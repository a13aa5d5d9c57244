// SPDX-License-Identifier: Apache-2.0
//! What a multiplying card is asked in vain: the error says what, where and what next, and the device multiplies afterwards.

use forebay_msm::vectors::{Distribution, random_points};
use forebay_msm::{Fq, G1Affine, MsmError};
use forebay_msm_client::{Msm, MsmClientError};

use crate::Fixture;
use crate::msm::{prepare, works};

/// A point of the curve that is not in the subgroup of order r, found as any that is not.
fn outside() -> G1Affine {
    let points = (2_u64..).filter_map(|x| G1Affine::get_point_from_x_unchecked(Fq::from(x), false));
    let mut outside = points.filter(|point| !forebay_msm::check::in_subgroup(point));
    outside.next().unwrap()
}

/// The card counts on r times each point being zero.
pub(crate) fn points_outside_the_subgroup_and_off_the_curve_are_refused(fixture: &Fixture) {
    let device = fixture.open();
    let msm = Msm::new(&device).unwrap();
    let mut points = random_points(4, 7);
    points[5] = outside();
    let error = msm.bases(&points).unwrap_err();
    assert!(
        matches!(error, MsmClientError::Input(MsmError::NotInSubgroup { index: 5, .. })),
        "{error:?}"
    );
    points[3].x += Fq::from(1_u64);
    let error = msm.bases(&points).unwrap_err();
    assert!(
        matches!(error, MsmClientError::Input(MsmError::NotOnCurve { index: 3, .. })),
        "{error:?}"
    );
    works(&device);
}

pub(crate) fn a_width_that_no_plan_of_the_card_has(fixture: &Fixture) {
    let device = fixture.open();
    let msm = Msm::new(&device).unwrap();
    for bits in [0, 1, 19, u32::MAX] {
        let error = msm.clone().with_window_bits(Some(bits)).unwrap_err();
        assert!(
            matches!(error, MsmClientError::WindowBits { bits: seen, .. } if seen == bits),
            "{error:?}"
        );
        assert!(error.to_string().contains(&format!("windows of {bits} bits")), "{error}");
    }
    assert!(msm.with_window_bits(None).is_ok());
    works(&device);
}

/// A batch that is refused has not begun.
pub(crate) fn a_batch_with_more_scalars_than_bases(fixture: &Fixture) {
    let device = fixture.open();
    let (msm, bases, v) = prepare(&device, Distribution::Uniform, 9);
    let more = vec![v.scalars[0]; 10];
    let batch: [&[_]; 3] = [&v.scalars, &more, &v.scalars];
    let error = fixture.fails(&device, || msm.run_batch(&bases, &batch));
    assert!(matches!(error, MsmClientError::LengthMismatch { points: 9, scalars: 10 }), "{error}");
    assert_eq!(msm.run(&bases, &v.scalars).unwrap().0, v.result);
}

/// Nobody has checked it, and no sum that it is in is a point.
pub(crate) fn a_point_off_the_curve_that_nobody_has_checked(fixture: &Fixture) {
    let device = fixture.open();
    let msm = Msm::new(&device).unwrap();
    let mut points = random_points(4, 7);
    points[3].x += Fq::from(1_u64);
    let bases = msm.bases_unchecked(&points).unwrap();
    let (_, _, v) = prepare(&device, Distribution::Uniform, 7);
    let error = fixture.fails(&device, || msm.run(&bases, &v.scalars));
    assert!(matches!(error, MsmClientError::BadSum { .. }), "{error:?}");
    assert!(error.to_string().contains("no point of the curve"), "{error}");
    works(&device);
}
