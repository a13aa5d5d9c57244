// SPDX-License-Identifier: Apache-2.0
//! The plan for points whose scalars are ones: a window of one bit.
//!
//! All of its digits are the same, so it has copies, which the number of a record chooses between: with enough of them no two additions
//! meet while they are in flight.

use super::{CLASS_BITS, Geometry, Pass, PassPlan, Preparation, Window, WindowKind};

impl PassPlan {
    /// The plan with the fewest cycles for runs of so many points each whose scalars are 1 or r - 1, and whose points come with them.
    #[must_use]
    pub fn of_ones(card: &Geometry, lengths: &[usize]) -> Self {
        let most = card.buckets.checked_ilog2().unwrap_or(0).min(CLASS_BITS);
        let cycles = |plan: &Self| {
            lengths.iter().map(|points| plan.cycles_with_points(card, *points)).sum::<u64>()
        };
        (1..=most).map(in_copies).fold(in_copies(0), |best, plan| {
            if cycles(&plan) < cycles(&best) { plan } else { best }
        })
    }
}

/// That of `2^copy_bits` copies. Folded, r - 1 is a one whose point is subtracted.
fn in_copies(copy_bits: u32) -> PassPlan {
    PassPlan {
        windows: vec![Window { kind: WindowKind::Top, bits: 1, offset: 0 }],
        passes: vec![Pass {
            first: 0,
            windows: 1,
            adders: 1,
            split: false,
            bucket_bits: copy_bits,
            weight_bits: 0,
        }],
        preparation: Preparation { uniform: None, fold: true },
    }
}

#[cfg(test)]
mod tests {
    use ark_bls12_377::Fr;
    use ark_ff::{BigInteger, PrimeField};

    use super::*;
    use crate::passes::prepare::prepare;
    use crate::vectors::random_points;
    use crate::{ExtendedPoint, SCALAR_BYTES, Scalar};

    const CARD: Geometry = Geometry {
        adders: 3,
        buckets: 1 << 15,
        records: 3 << 19,
        adder_latency: 130,
        hold_depth: 64,
    };

    /// The only pass's copies.
    fn copies(card: &Geometry, points: usize) -> u32 {
        let plan = PassPlan::of_ones(card, &[points]);
        let [pass] = plan.passes() else { panic!("{plan:?}") };
        assert_eq!((pass.windows, pass.adders, pass.split, pass.weight_bits), (1, 1, false, 0));
        assert!(1 << pass.bucket_bits <= card.buckets, "{card:?}");
        1 << pass.bucket_bits
    }

    #[test]
    fn ones_of_either_sign_are_one_addition_of_that_sign() {
        let plan = PassPlan::of_ones(&CARD, &[5]);
        assert_eq!((plan.cover(), plan.recode()), (1, [0; SCALAR_BYTES]));
        for (scalar, digit) in [(Fr::from(1), 1), (-Fr::from(1), -1)] {
            let mut bytes = Scalar::default();
            bytes.copy_from_slice(&scalar.into_bigint().to_bytes_le());
            let prepared = prepare(&bytes, 0, None, plan.preparation().fold);
            assert_eq!(plan.digit(&plan.windows()[0], 0, &prepared), digit);
        }
        let [point] = random_points(1, 1)[..] else { unreachable!("one was asked for") };
        let joined = plan.join(&[ExtendedPoint::from_weierstrass(&point)]);
        assert_eq!((joined.total.to_affine(), joined.by_class.is_none()), (point, true));
    }

    #[test]
    fn there_are_copies_for_all_points_in_flight_but_no_more_than_buckets() {
        // Points come every 2.25 cycles, and a bucket is free again 137 cycles after its last addition.
        assert_eq!([1, 1 << 20].map(|points| copies(&CARD, points)), [1, 64]);
        let toy = Geometry { buckets: 64, adder_latency: 184, ..CARD };
        assert_eq!(copies(&toy, 3000), 64);
        let none = Geometry { buckets: 1, records: 0, ..CARD };
        assert_eq!([0, 1000].map(|points| copies(&none, points)), [1, 1]);
        let few = PassPlan::of_ones(&toy, &[10, 3000]);
        assert_eq!(few, PassPlan::of_ones(&toy, &[3000]), "the long run decides");
    }
}
