// SPDX-License-Identifier: Apache-2.0
//! Scalars as the card prepares them: the module `fby_msm_prepare` in arithmetic of the host.

use ark_bls12_377::Fr;
use ark_ff::{BigInt, BigInteger, PrimeField};

use super::{CLASSES, PassPlan, Window, WindowKind};
use crate::{Scalar, field::limbs_from_le};

/// A residue of the group's order, and whether it stands for its negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prepared {
    /// Below the group's order, or at most half of it where it is folded.
    pub value: BigInt<4>,
    /// The point is to be subtracted.
    pub negative: bool,
}

/// The largest value that is cut.
pub(super) fn most(fold: bool) -> BigInt<4> {
    let mut most = Fr::MODULUS;
    most.sub_with_borrow(&BigInt::from(1_u64));
    if fold {
        most.div2();
    }
    most
}

/// What is left of a value above a bit, or the most that 64 bits hold.
#[must_use]
pub(super) fn shifted(value: &BigInt<4>, bits: u32) -> u64 {
    let high = *value >> bits;
    if high.0[1..].iter().any(|limb| *limb != 0) {
        u64::MAX / 2
    } else {
        high.0[0].min(u64::MAX / 2)
    }
}

/// Scalar number `number` of a run: made uniform by `rho`, if there is one, then folded.
///
/// Scalars are below the group's order; of others the card says that they are not.
#[must_use]
pub fn prepare(scalar: &Scalar, number: usize, rho: Option<&Fr>, fold: bool) -> Prepared {
    let mut value = BigInt::new(limbs_from_le(scalar));
    if let (Some(rho), Some(scalar)) = (rho, Fr::from_bigint(value)) {
        let class = 1 + number as u64 % u64::from(CLASSES);
        value = (scalar + *rho * Fr::from(class)).into_bigint();
    }
    let negative = fold && value > most(true);
    if negative {
        let mut other = Fr::MODULUS;
        other.sub_with_borrow(&value);
        value = other;
    }
    Prepared { value, negative }
}

impl PassPlan {
    /// The digit of a window of record `number`, with the sign that its point has.
    #[must_use]
    pub fn digit(&self, window: &Window, number: usize, prepared: &Prepared) -> i32 {
        if window.kind == WindowKind::Class {
            #[expect(clippy::cast_possible_truncation, reason = "there are few classes")]
            return 1 + (number as u64 % u64::from(CLASSES)) as i32;
        }
        let mut sum = prepared.value;
        sum.add_with_carry(&BigInt::new(limbs_from_le(&self.recode())));
        let field = (sum >> window.offset).0[0] & ((1 << window.bits) - 1);
        let half = if window.kind == WindowKind::Signed { 1 << (window.bits - 1) } else { 0 };
        #[expect(clippy::cast_possible_truncation, reason = "a window has few bits")]
        let digit = (field.cast_signed() - half) as i32;
        if prepared.negative { -digit } else { digit }
    }
}
