// SPDX-License-Identifier: Apache-2.0
//! Window plan: how a scalar is cut into signed digits and which bucket a digit belongs to.
//!
//! Window `w` covers the bits `[offset(w), offset(w) + bits(w))` of a scalar. All windows but the
//! last (the top one) take signed digits: with `v` the window's bits plus the carry from below, the
//! digit is `v` when `v <= 2^(b-1)`, otherwise `v - 2^b` with a carry into the next window. The top
//! window is unsigned and swallows the last carry, so its digit may be as large as `2^b`.
//! A window therefore needs `2^(b-1)` buckets (`2^b` for the top one), bucket `|digit| - 1` counted
//! from the window's base.

use ark_bls12_377::Fr;
use ark_ff::PrimeField;

use crate::{MsmError, SCALAR_BYTES, Scalar, field::limbs_from_le};

/// Narrowest window in bits; one bit would have the single digit 1 and always carry.
pub const MIN_WINDOW_BITS: u32 = 2;
/// Widest window in bits; keeps bucket numbers and digits well inside 32 bits.
pub const MAX_WINDOW_BITS: u32 = 20;
/// Most windows a plan may have: the card's register table has this many entries.
pub const MAX_WINDOWS: usize = 32;

/// Widths of the windows and everything that follows from them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WindowPlan {
    bits: Vec<u32>,
    offsets: Vec<u32>,
    bases: Vec<usize>,
    bucket_count: usize,
    scalar_bits: u32,
}

/// Place of a bucket in its plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BucketPlace {
    /// Window number.
    pub window: usize,
    /// Digit magnitude that the bucket collects (1 for the window's first bucket).
    pub magnitude: usize,
}

impl WindowPlan {
    /// Builds a plan from window widths in bits, lowest window first.
    ///
    /// # Errors
    /// [`MsmError::BadWindows`] for an empty table, too many windows, a width outside
    /// [`MIN_WINDOW_BITS`]`..=`[`MAX_WINDOW_BITS`] or more than 256 bits in all.
    pub fn new(bits: &[u32]) -> Result<Self, MsmError> {
        let refuse = |reason: String| MsmError::BadWindows { bits: bits.to_vec(), reason };
        if bits.is_empty() || bits.len() > MAX_WINDOWS {
            return Err(refuse(format!("{} windows, allowed are 1 to {MAX_WINDOWS}", bits.len())));
        }
        if let Some(w) = bits.iter().position(|b| !(MIN_WINDOW_BITS..=MAX_WINDOW_BITS).contains(b))
        {
            return Err(refuse(format!(
                "window {w} has {} bits, allowed are {MIN_WINDOW_BITS} to {MAX_WINDOW_BITS}",
                bits[w]
            )));
        }
        let scalar_bits: u32 = bits.iter().sum();
        if scalar_bits > 256 {
            return Err(refuse(format!("{scalar_bits} bits in all, a scalar has 256")));
        }
        let mut plan = Self {
            bits: bits.to_vec(),
            offsets: Vec::with_capacity(bits.len()),
            bases: Vec::with_capacity(bits.len()),
            bucket_count: 0,
            scalar_bits,
        };
        let mut offset = 0;
        for (window, width) in bits.iter().enumerate() {
            plan.offsets.push(offset);
            plan.bases.push(plan.bucket_count);
            offset += width;
            plan.bucket_count += plan.buckets_in(window);
        }
        Ok(plan)
    }

    /// The full-size table: 13 windows of 13 bits, then 7 of 12 bits; 253 bits, 69,632 buckets.
    #[must_use]
    pub fn standard() -> Self {
        Self::even(20)
    }

    /// A table for a multiplication by the engine alone, without a card: as many windows as pay for so many points.
    ///
    /// A window costs an addition a point and, when its buckets are summed, two a bucket and the way to memory.
    #[must_use]
    pub fn for_points(count: usize) -> Self {
        let fewest = Fr::MODULUS_BIT_SIZE.div_ceil(MAX_WINDOW_BITS);
        let numbers = (fewest..).take_while(|windows| *windows as usize <= MAX_WINDOWS);
        let plans = numbers.map(Self::even);
        let cost = |plan: &Self| plan.window_count() * count + 3 * plan.bucket_count();
        plans.min_by_key(cost).unwrap_or_else(Self::standard)
    }

    /// A table of so many windows, as even as can be: the top one is not much narrower, or few buckets would have
    /// most of its points.
    fn even(windows: u32) -> Self {
        let (width, wider) = (Fr::MODULUS_BIT_SIZE / windows, Fr::MODULUS_BIT_SIZE % windows);
        let bits: Vec<_> = (0..windows).map(|window| width + u32::from(window < wider)).collect();
        Self::known(&bits)
    }

    /// The toy table: 4 windows of 3 bits; 12 bits, 20 buckets.
    #[must_use]
    pub fn toy() -> Self {
        Self::known(&[3; 4])
    }

    /// A table that is known to be legal.
    fn known(bits: &[u32]) -> Self {
        match Self::new(bits) {
            Ok(plan) => plan,
            Err(error) => unreachable!("built-in table: {error}"),
        }
    }

    /// Number of windows.
    #[must_use]
    pub fn window_count(&self) -> usize {
        self.bits.len()
    }

    /// Widths in bits, lowest window first.
    #[must_use]
    pub fn bits(&self) -> &[u32] {
        &self.bits
    }

    /// First scalar bit of a window.
    #[must_use]
    pub fn offset(&self, window: usize) -> u32 {
        self.offsets[window]
    }

    /// Number of a window's first bucket.
    #[must_use]
    pub fn base(&self, window: usize) -> usize {
        self.bases[window]
    }

    /// Number of buckets of a window.
    #[must_use]
    pub fn buckets_in(&self, window: usize) -> usize {
        let top = window + 1 == self.bits.len();
        1 << (self.bits[window] - u32::from(!top))
    }

    /// Number of buckets of all windows.
    #[must_use]
    pub fn bucket_count(&self) -> usize {
        self.bucket_count
    }

    /// Number of scalar bits that the windows cover; higher bits are ignored, as on the card.
    #[must_use]
    pub fn scalar_bits(&self) -> u32 {
        self.scalar_bits
    }

    /// Whether a scalar has no bit above those that the windows cover.
    #[must_use]
    pub fn covers(&self, scalar: &Scalar) -> bool {
        let (byte, bit) = (self.scalar_bits as usize / 8, self.scalar_bits % 8);
        let upper = scalar.get(byte + 1..).unwrap_or_default();
        upper.iter().all(|byte| *byte == 0) && scalar.get(byte).is_none_or(|byte| byte >> bit == 0)
    }

    /// Cuts one scalar into digits, lowest window first.
    ///
    /// `digits` must have one entry per window; further entries stay untouched.
    pub fn recode(&self, scalar: &Scalar, digits: &mut [i32]) {
        let limbs = scalar_limbs(scalar);
        let top = self.bits.len() - 1;
        let mut carry = 0;
        for (window, digit) in digits.iter_mut().enumerate().take(top + 1) {
            let width = self.bits[window];
            let value = bit_field(&limbs, self.offsets[window], width) + carry;
            let negative = window != top && value > 1 << (width - 1);
            carry = i32::from(negative);
            *digit = if negative { value - (1 << width) } else { value };
        }
    }

    /// Bucket numbers of the digits of a scalar that are not zero, lowest window first, at the beginning of `buckets`; how many.
    #[must_use]
    pub fn buckets_of(&self, scalar: &Scalar, buckets: &mut [u32; MAX_WINDOWS]) -> usize {
        // A window lies within the four bytes from its first one on; those of the last may be beyond the scalar.
        let mut bytes = [0; SCALAR_BYTES + 4];
        bytes[..SCALAR_BYTES].copy_from_slice(scalar);
        let top = self.bits.len() - 1;
        let (mut carry, mut found) = (0, 0);
        let windows = self.bits.iter().zip(&self.offsets).zip(&self.bases);
        for (window, ((width, offset), base)) in windows.enumerate() {
            let at = (offset / 8) as usize;
            let word = u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
            let range = 1 << width;
            let value = (word >> (offset % 8) & (range - 1)) + carry;
            let negative = window != top && value > range / 2;
            carry = u32::from(negative);
            let magnitude = if negative { range - value } else { value };
            // Zero digits are overwritten by what comes next.
            #[expect(
                clippy::cast_possible_truncation,
                reason = "there are fewer than 2^26 buckets"
            )]
            let bucket = (*base as u32 + magnitude).wrapping_sub(1);
            buckets[found] = bucket;
            found += usize::from(magnitude != 0);
        }
        found
    }

    /// Bucket number of a digit, `None` for a zero digit.
    #[must_use]
    pub fn bucket_of(&self, window: usize, digit: i32) -> Option<usize> {
        (digit != 0).then(|| self.bases[window] + digit.unsigned_abs() as usize - 1)
    }

    /// Window and digit magnitude of a bucket number, `None` beyond the last bucket.
    #[must_use]
    pub fn place_of(&self, bucket: usize) -> Option<BucketPlace> {
        (bucket < self.bucket_count).then(|| {
            let window = self.bases.partition_point(|base| *base <= bucket) - 1;
            BucketPlace { window, magnitude: bucket - self.bases[window] + 1 }
        })
    }
}

/// Scalar as four 64-bit limbs, lowest first, and a zero limb so that a field may straddle the end.
pub(crate) fn scalar_limbs(scalar: &Scalar) -> [u64; 5] {
    let [a, b, c, d] = limbs_from_le(scalar);
    [a, b, c, d, 0]
}

/// Bits `[offset, offset + width)` of a scalar; width is at most [`MAX_WINDOW_BITS`].
#[inline]
fn bit_field(limbs: &[u64; 5], offset: u32, width: u32) -> i32 {
    let (limb, shift) = ((offset / 64) as usize, offset % 64);
    let pair = u128::from(limbs[limb]) | u128::from(limbs[limb + 1]) << 64;
    let mask = (1u32 << width) - 1;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_possible_wrap,
        reason = "the mask keeps at most MAX_WINDOW_BITS bits"
    )]
    let field = ((pair >> shift) as u32 & mask) as i32;
    field
}

#[cfg(test)]
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the witness cuts wide integers into limbs on purpose"
)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Sum of digit * 2^offset as a signed 320-bit integer in two's complement limbs.
    fn evaluate(plan: &WindowPlan, digits: &[i32]) -> [u64; 5] {
        let mut sum = [0u64; 5];
        for (window, digit) in digits.iter().enumerate() {
            let offset = plan.offset(window);
            let wide = i128::from(*digit) << (offset % 64);
            let mut term = [if *digit < 0 { u64::MAX } else { 0 }; 5];
            let first = (offset / 64) as usize;
            term[..first].fill(0);
            term[first] = wide as u64;
            term[first + 1] = (wide >> 64) as u64;
            let mut carry = 0u128;
            for (limb, add) in sum.iter_mut().zip(term) {
                let wide = u128::from(*limb) + u128::from(add) + carry;
                *limb = wide as u64;
                carry = wide >> 64;
            }
        }
        sum
    }

    fn truncated(scalar: &Scalar, bits: u32) -> [u64; 5] {
        let mut limbs = scalar_limbs(scalar);
        for (i, limb) in limbs.iter_mut().enumerate() {
            let kept = bits.saturating_sub(64 * i as u32).min(64);
            *limb &= if kept == 0 { 0 } else { u64::MAX >> (64 - kept) };
        }
        limbs
    }

    proptest! {
        #[test]
        fn digits_sum_to_the_scalar(
            scalar in any::<[u8; 32]>(),
            bits in prop::collection::vec(MIN_WINDOW_BITS..=MAX_WINDOW_BITS, 1..=12),
        ) {
            let plan = WindowPlan::new(&bits).unwrap();
            let mut digits = vec![0; plan.window_count()];
            plan.recode(&scalar, &mut digits);
            prop_assert_eq!(evaluate(&plan, &digits), truncated(&scalar, plan.scalar_bits()));
            for (window, digit) in digits.iter().enumerate() {
                prop_assert!(digit.unsigned_abs() as usize <= plan.buckets_in(window));
                if let Some(bucket) = plan.bucket_of(window, *digit) {
                    let place = plan.place_of(bucket).unwrap();
                    prop_assert_eq!(place.window, window);
                    prop_assert_eq!(place.magnitude, digit.unsigned_abs() as usize);
                }
            }
        }

        #[test]
        fn buckets_of_a_scalar_are_those_of_its_digits(
            scalar in any::<[u8; 32]>(),
            bits in prop::collection::vec(MIN_WINDOW_BITS..=MAX_WINDOW_BITS, 1..=12),
            zero in prop::collection::vec(0..32_usize, 0..24),
        ) {
            let mut scalar = scalar;
            zero.into_iter().for_each(|byte| scalar[byte] = 0);
            let plan = WindowPlan::new(&bits).unwrap();
            let mut digits = vec![0; plan.window_count()];
            plan.recode(&scalar, &mut digits);
            let expected: Vec<_> = digits
                .iter()
                .enumerate()
                .filter_map(|(window, digit)| plan.bucket_of(window, *digit))
                .collect();
            let mut buckets = [0; MAX_WINDOWS];
            let found = plan.buckets_of(&scalar, &mut buckets);
            let found: Vec<_> = buckets[..found].iter().map(|bucket| *bucket as usize).collect();
            prop_assert_eq!(found, expected);
        }

        #[test]
        fn standard_plan_recodes_any_253_bit_scalar(mut scalar in any::<[u8; 32]>()) {
            scalar[31] &= 0x1f;
            let plan = WindowPlan::standard();
            let mut digits = [0; 20];
            plan.recode(&scalar, &mut digits);
            prop_assert_eq!(evaluate(&plan, &digits), scalar_limbs(&scalar));
        }
    }

    #[test]
    fn known_tables_have_the_documented_sizes() {
        let standard = WindowPlan::standard();
        assert_eq!((standard.scalar_bits(), standard.bucket_count()), (253, 69_632));
        assert_eq!((standard.base(13), standard.base(19)), (13 * 4096, 13 * 4096 + 6 * 2048));
        let toy = WindowPlan::toy();
        assert_eq!((toy.scalar_bits(), toy.bucket_count()), (12, 20));
        assert_eq!(toy.place_of(20), None);
    }

    #[test]
    fn tables_for_points_are_legal_and_narrow_for_few() {
        for count in (0..=26).map(|log2| 1 << log2).chain([0]) {
            let plan = WindowPlan::for_points(count);
            assert_eq!(plan.scalar_bits(), 253, "{count}");
        }
        let windows = |count| WindowPlan::for_points(count).window_count();
        assert_eq!([1, 1 << 15, 1 << 20, 1 << 24].map(windows), [32, 22, 16, 13]);
    }

    #[test]
    fn all_ones_carries_into_the_top_window() {
        let plan = WindowPlan::toy();
        let mut scalar = [0; 32];
        scalar[..2].copy_from_slice(&[0xff, 0x0f]);
        let mut digits = [0; 4];
        plan.recode(&scalar, &mut digits);
        assert_eq!(digits, [-1, 0, 0, 8]);
    }

    #[test]
    fn what_the_windows_cover_is_known_to_the_bit() {
        for plan in [WindowPlan::standard(), WindowPlan::toy()] {
            for bit in 0..256 {
                let mut scalar = [0; 32];
                scalar[bit as usize / 8] = 1 << (bit % 8);
                assert_eq!(plan.covers(&scalar), bit < plan.scalar_bits(), "bit {bit}");
            }
        }
        let all = WindowPlan::new(&[16; 16]).unwrap();
        assert!(all.covers(&[0xff; 32]));
    }

    #[test]
    fn illegal_tables_are_refused() {
        for bits in [&[][..], &[1], &[21], &[20; 13], &[3; 33]] {
            assert!(matches!(WindowPlan::new(bits), Err(MsmError::BadWindows { .. })), "{bits:?}");
        }
    }
}
