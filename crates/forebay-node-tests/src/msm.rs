// SPDX-License-Identifier: Apache-2.0
//! Multiplication on the MSM card agrees with arkworks, also after something went wrong.

use forebay::Device;
use forebay_msm::vectors::{Distribution, VectorSpec, Vectors};
use forebay_msm::{Scalar, witness};
use forebay_msm_client::{Bases, Msm, MsmClientError};

use crate::Plan;
use crate::tap::Tap;

pub(crate) fn run(plan: &Plan, tap: &mut Tap) {
    let sizes: &[usize] = if plan.quick { &[0, 1, 65] } else { &[0, 1, 2, 3, 63, 64, 65, 777] };
    tap.check("products of every size agree", || {
        for count in sizes {
            let (msm, bases, vectors) = prepare(&plan.open(), *count);
            let (result, report) = msm.run(&bases, &vectors.scalars).unwrap();
            assert_eq!(result, vectors.result, "{count} pairs");
            assert_eq!(report.points, *count);
        }
    });
    tap.check("every product of a batch is its own", || batch(&plan.open()));
    tap.check("a run after one that failed is right", || after_an_error(&plan.open()));
    tap.check("a run meets what somebody left in a window", || leftover(&plan.open_impatient()));
}

/// Kernel, bases and a vector of `count` pairs.
fn prepare(device: &Device, count: usize) -> (Msm, Bases, Vectors) {
    let msm = Msm::new(device).unwrap();
    let window_bits = msm.plan().bits().to_vec();
    let distribution = Distribution::Uniform;
    let seed = count as u64;
    let vectors =
        Vectors::generate(&VectorSpec { seed, count, distribution, window_bits }).unwrap();
    let bases = msm.bases(&vectors.points).unwrap();
    (msm, bases, vectors)
}

fn batch(device: &Device) {
    let (msm, bases, v) = prepare(device, 120);
    let batch: Vec<&[Scalar]> =
        [120, 1, 0, 0, 63, 64, 119].iter().map(|count| &v.scalars[..*count]).collect();
    let (results, _) = msm.run_batch(&bases, &batch).unwrap();
    for (result, scalars) in results.iter().zip(&batch) {
        let expected = witness::msm(&v.points[..scalars.len()], scalars).unwrap();
        assert_eq!(*result, expected, "{} pairs", scalars.len());
    }
    assert_eq!(results.len(), batch.len());
}

fn after_an_error(device: &Device) {
    let (msm, bases, v) = prepare(device, 70);
    let wide = [[0xFF; 32]];
    let batch: [&[Scalar]; 3] = [&v.scalars, &v.scalars[..9], &wide];
    // The third is refused while the first two are under way.
    let error = msm.run_batch(&bases, &batch).unwrap_err();
    assert!(matches!(error, MsmClientError::ScalarWidth { index: 0, .. }), "{error}");
    assert_eq!(msm.run(&bases, &v.scalars).unwrap().0, v.result);
}

fn leftover(device: &Device) {
    let (msm, bases, v) = prepare(device, 20);
    let window = forebay_regs::card::WINDOW.at(0).into();
    device.h2c(0).unwrap().write_all_at(&[0xFF; 128], window).unwrap();
    let error = msm.run(&bases, &v.scalars).unwrap_err();
    assert!(matches!(error, MsmClientError::Leftover { window: 0, entries: 2 }), "{error:?}");
    assert_eq!(msm.run(&bases, &v.scalars).unwrap().0, v.result);
}
