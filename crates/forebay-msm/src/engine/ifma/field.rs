// SPDX-License-Identifier: Apache-2.0
//! Eight field elements per vector: radix 2^52, eight limbs, Montgomery form with R' = 2^416.
//!
//! p has 377 bits, so 39 bits are spare and nothing is ever reduced after an addition: a product of
//! factors below 2^9 p is `(x y + m p) / R' < p + 2^18 p^2 / 2^416 < (1 + 2^-20) p`. Sums and
//! differences of such products stay below 2^9 p by far, as [`super::window`] shows.
//! Limbs are kept in 52 bits because the multiplier looks at no more.

use std::arch::x86_64::{
    __m512i, _mm512_add_epi64, _mm512_and_si512, _mm512_madd52hi_epu64, _mm512_madd52lo_epu64,
    _mm512_set1_epi64, _mm512_setzero_si512, _mm512_srai_epi64, _mm512_sub_epi64,
};

use ark_bls12_377::Fq;
use ark_ff::PrimeField;

/// Limbs of an element.
pub(super) const LIMBS: usize = 8;
/// Bits of a limb.
const LIMB_BITS: u32 = 52;
const LIMB_MASK: u64 = (1 << LIMB_BITS) - 1;

/// One element in radix 2^52.
pub(super) type Limbs = [u64; LIMBS];

/// Eight elements; vector j holds limb j of each.
#[derive(Debug, Clone, Copy)]
#[repr(C, align(64))]
pub(super) struct Vector(pub(super) [__m512i; LIMBS]);

/// p.
const P: Limbs = split(&Fq::MODULUS.0);
/// 2 p, added to every difference to keep it positive.
const TWO_P: Limbs = twice(&P);
/// -1/p mod 2^52.
const MINUS_P_INVERSE: u64 = minus_inverse(P[0]);
/// R = 2^384 mod p: takes an element out of this module's Montgomery form into the card's.
pub(super) const TO_CARD: Limbs = split(&Fq::R.0);
/// 2^448 mod p: brings an element of the card's form into this module's.
pub(super) const FROM_CARD: Limbs = split(&doubled_mod_p(Fq::R.0, 64));
/// R' mod p: one.
pub(super) const ONE: Limbs = split(&doubled_mod_p(Fq::R.0, 32));

/// Radix 2^64 to radix 2^52.
pub(super) const fn split(words: &[u64; 6]) -> Limbs {
    let mut limbs = [0; LIMBS];
    let mut i = 0;
    while i < LIMBS {
        let bit = i * LIMB_BITS as usize;
        let (word, shift) = (bit / 64, bit % 64);
        let mut limb = words[word] >> shift;
        if shift > 64 - LIMB_BITS as usize && word + 1 < words.len() {
            limb |= words[word + 1] << (64 - shift);
        }
        limbs[i] = limb & LIMB_MASK;
        i += 1;
    }
    limbs
}

/// Radix 2^52 to radix 2^64, for a value below 2^384.
pub(super) const fn join(limbs: &Limbs) -> [u64; 6] {
    let mut words = [0; 6];
    let mut i = 0;
    while i < LIMBS {
        let bit = i * LIMB_BITS as usize;
        let (word, shift) = (bit / 64, bit % 64);
        words[word] |= limbs[i] << shift;
        if shift > 64 - LIMB_BITS as usize && word + 1 < words.len() {
            words[word + 1] |= limbs[i] >> (64 - shift);
        }
        i += 1;
    }
    words
}

const fn twice(limbs: &Limbs) -> Limbs {
    let mut result = [0; LIMBS];
    let mut carry = 0;
    let mut i = 0;
    while i < LIMBS {
        let wide = 2 * limbs[i] + carry;
        result[i] = wide & LIMB_MASK;
        carry = wide >> LIMB_BITS;
        i += 1;
    }
    result
}

/// -1/odd mod 2^52 by Newton's iteration, which doubles the right bits each time.
const fn minus_inverse(odd: u64) -> u64 {
    let mut inverse: u64 = 1;
    let mut i = 0;
    while i < 6 {
        inverse = inverse.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(inverse)));
        i += 1;
    }
    inverse.wrapping_neg() & LIMB_MASK
}

/// `value * 2^times mod p` for a value below p.
const fn doubled_mod_p(mut value: [u64; 6], times: u32) -> [u64; 6] {
    let p = Fq::MODULUS.0;
    let mut n = 0;
    while n < times {
        let mut i = 6;
        while i > 0 {
            i -= 1;
            let below = if i > 0 { value[i - 1] >> 63 } else { 0 };
            value[i] = value[i] << 1 | below;
        }
        let (difference, borrow) = subtract(&value, &p);
        if !borrow {
            value = difference;
        }
        n += 1;
    }
    value
}

const fn subtract(a: &[u64; 6], b: &[u64; 6]) -> ([u64; 6], bool) {
    let mut result = [0; 6];
    let mut borrow = false;
    let mut i = 0;
    while i < 6 {
        let (first, under) = a[i].overflowing_sub(b[i]);
        let (second, under_again) = first.overflowing_sub(borrow as u64);
        result[i] = second;
        borrow = under || under_again;
        i += 1;
    }
    (result, borrow)
}

/// The same 64-bit value in every lane.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
fn all(value: u64) -> __m512i {
    _mm512_set1_epi64(value.cast_signed())
}

/// The same element in every lane.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
pub(super) fn broadcast(limbs: &Limbs) -> Vector {
    Vector(limbs.map(|limb| all(limb)))
}

/// Brings limbs (signed, up to 63 bits) of non-negative values back to 52 bits.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
fn carry(mut limbs: [__m512i; LIMBS]) -> Vector {
    let mask = all(LIMB_MASK);
    for i in 0..LIMBS - 1 {
        let over = _mm512_srai_epi64::<LIMB_BITS>(limbs[i]);
        limbs[i] = _mm512_and_si512(limbs[i], mask);
        limbs[i + 1] = _mm512_add_epi64(limbs[i + 1], over);
    }
    Vector(limbs)
}

/// `a + b`.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
pub(super) fn add(a: &Vector, b: &Vector) -> Vector {
    let mut limbs = a.0;
    for (limb, b) in limbs.iter_mut().zip(&b.0) {
        *limb = _mm512_add_epi64(*limb, *b);
    }
    carry(limbs)
}

/// `a - b + 2p`, for b below 2p.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
pub(super) fn sub(a: &Vector, b: &Vector) -> Vector {
    let mut limbs = a.0;
    for ((limb, b), p) in limbs.iter_mut().zip(&b.0).zip(TWO_P) {
        *limb = _mm512_sub_epi64(_mm512_add_epi64(*limb, all(p)), *b);
    }
    carry(limbs)
}

/// Montgomery product `a b / R'`.
///
/// Each accumulator takes at most 4 * 8 products of 52 bits and a carry before it is shifted out,
/// so it stays below 2^58.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
pub(super) fn mul(a: &Vector, b: &Vector) -> Vector {
    let zero = _mm512_setzero_si512();
    let inverse = all(MINUS_P_INVERSE);
    let p = P.map(|limb| all(limb));
    let mut acc = [zero; LIMBS];
    for factor in b.0 {
        for (acc, a) in acc.iter_mut().zip(&a.0) {
            *acc = _mm512_madd52lo_epu64(*acc, *a, factor);
        }
        let m = _mm512_madd52lo_epu64(zero, acc[0], inverse);
        for (acc, p) in acc.iter_mut().zip(p) {
            *acc = _mm512_madd52lo_epu64(*acc, m, p);
        }
        // The lowest limb is now a multiple of 2^52; move everything down by one limb.
        let over = _mm512_srai_epi64::<LIMB_BITS>(acc[0]);
        acc = [acc[1], acc[2], acc[3], acc[4], acc[5], acc[6], acc[7], zero];
        acc[0] = _mm512_add_epi64(acc[0], over);
        for ((acc, a), p) in acc.iter_mut().zip(&a.0).zip(p) {
            *acc = _mm512_madd52hi_epu64(*acc, *a, factor);
            *acc = _mm512_madd52hi_epu64(*acc, m, p);
        }
    }
    carry(acc)
}
