// SPDX-License-Identifier: Apache-2.0
//! The inverse of a field element by division steps (Bernstein and Yang, "Fast constant-time gcd computation and modular
//! inversion"), in the form of libsecp256k1, whose time depends on the element.
//!
//! arkworks' inversion takes as long as 350 products, or as 380 of the additions that are to share it.
//!
//! 62 steps at a time are told by the lowest bits of f and g alone. They make a matrix, which is applied to all of f and
//! g, and modulo p to d and e, with `d x = f` and `e x = g` throughout. When g is zero f is 1 or -1.

use ark_bls12_377::Fq;
use ark_ff::{AdditiveGroup, BigInt, Field, PrimeField, Zero};

/// Limbs of 62 bits; the last has the sign.
const LIMBS: usize = 7;
const BITS: u32 = 62;
const MASK: i64 = (1 << BITS) - 1;

type Signed = [i64; LIMBS];

const P: Signed = split(&Fq::MODULUS.0);
/// 1/p mod 2^64.
const P_INVERSE: i64 = {
    let p = Fq::MODULUS.0[0];
    let (mut inverse, mut i) = (1u64, 0);
    // Each of Newton's iterations doubles the right bits.
    while i < 6 {
        inverse = inverse.wrapping_mul(2u64.wrapping_sub(p.wrapping_mul(inverse)));
        i += 1;
    }
    inverse.cast_signed()
};

/// What 62 steps make of f and g: `u f + v g` and `q f + r g`, 2^62 times too much.
struct Matrix {
    u: i64,
    v: i64,
    q: i64,
    r: i64,
}

/// `factor / value` for every value, with one inversion; if one of them is zero all become zero.
#[cfg(any(forebay_lanes, test))]
pub(super) fn divide_by_all(factor: &Fq, values: &mut [Fq]) {
    let mut product = Fq::ONE;
    let before: Vec<Fq> = values
        .iter()
        .map(|value| {
            let before = product;
            product *= value;
            before
        })
        .collect();
    let mut quotient = inverse(&product) * factor;
    for (value, before) in values.iter_mut().zip(&before).rev() {
        let this = quotient * before;
        quotient *= &*value;
        *value = this;
    }
}

/// `1 / value`; zero for zero.
pub(super) fn inverse(value: &Fq) -> Fq {
    if value.is_zero() {
        return Fq::ZERO;
    }
    let (mut f, mut g) = (P, split(&value.0.0));
    let (mut d, mut e) = ([0; LIMBS], [0; LIMBS]);
    e[0] = 1;
    let mut eta = -1;
    while g != [0; LIMBS] {
        let matrix = steps(&mut eta, f[0], g[0]);
        apply_modulo_p(&matrix, &mut d, &mut e);
        apply(&matrix, &mut f, &mut g);
    }
    let inverse = join(&normal(d, f[LIMBS - 1] < 0));
    // R times the element was inverted, so this is R^2 times less than R times its inverse.
    Fq::new_unchecked(BigInt::new(inverse)) * Fq::new_unchecked(Fq::R2).square()
}

/// 62 division steps on the lowest bits of f and g.
fn steps(eta: &mut i64, f: i64, g: i64) -> Matrix {
    let (mut f, mut g) = (f.cast_unsigned(), g.cast_unsigned());
    let (mut u, mut v, mut q, mut r) = (1u64, 0u64, 0u64, 1u64);
    let mut left = BITS;
    loop {
        // As many halvings at once as g has zeros.
        let zeros = (g | u64::MAX << left).trailing_zeros();
        g >>= zeros;
        u <<= zeros;
        v <<= zeros;
        *eta -= i64::from(zeros);
        left -= zeros;
        if left == 0 {
            let [u, v, q, r] = [u, v, q, r].map(u64::cast_signed);
            return Matrix { u, v, q, r };
        }
        let swap = *eta < 0;
        if swap {
            *eta = -*eta;
            (f, g) = (g, f.wrapping_neg());
            (u, q) = (q, u.wrapping_neg());
            (v, r) = (r, v.wrapping_neg());
        }
        // The multiple of f that clears as many bits of g as there may be steps before the next exchange, six or four at
        // most.
        let limit = (*eta + 1).min(i64::from(left)).cast_unsigned();
        let may = u64::MAX >> (64 - limit);
        let times = if swap {
            f.wrapping_mul(g).wrapping_mul(f.wrapping_mul(f).wrapping_sub(2)) & may & 63
        } else {
            let inverse = f.wrapping_add((f.wrapping_add(1) & 4) << 1);
            inverse.wrapping_neg().wrapping_mul(g) & may & 15
        };
        g = g.wrapping_add(f.wrapping_mul(times));
        q = q.wrapping_add(u.wrapping_mul(times));
        r = r.wrapping_add(v.wrapping_mul(times));
    }
}

/// `a x + b y`.
fn sum(a: i64, x: i64, b: i64, y: i64) -> i128 {
    i128::from(a) * i128::from(x) + i128::from(b) * i128::from(y)
}

/// The lowest 62 bits.
#[expect(clippy::cast_possible_truncation, reason = "it is what the mask keeps")]
fn low(value: i128) -> i64 {
    value as i64 & MASK
}

/// What is above them, which fits: it is the last limb, or the next begins with it.
#[expect(clippy::cast_possible_truncation, reason = "the last limb of a number below 2 p is short")]
fn last(value: i128) -> i64 {
    value as i64
}

/// Applies a matrix to f and g, which it leaves divisible by 2^62.
fn apply(matrix: &Matrix, f: &mut Signed, g: &mut Signed) {
    let Matrix { u, v, q, r } = *matrix;
    let mut of_f = sum(u, f[0], v, g[0]) >> BITS;
    let mut of_g = sum(q, f[0], r, g[0]) >> BITS;
    for i in 1..LIMBS {
        of_f += sum(u, f[i], v, g[i]);
        of_g += sum(q, f[i], r, g[i]);
        (f[i - 1], g[i - 1]) = (low(of_f), low(of_g));
        (of_f, of_g) = (of_f >> BITS, of_g >> BITS);
    }
    (f[LIMBS - 1], g[LIMBS - 1]) = (last(of_f), last(of_g));
}

/// Applies a matrix to d and e, of more than -2p and less than p, modulo p.
fn apply_modulo_p(matrix: &Matrix, d: &mut Signed, e: &mut Signed) {
    let Matrix { u, v, q, r } = *matrix;
    // Multiples of p that make up for negative d and e, and those that make the sums divisible.
    let (below_d, below_e) = (d[LIMBS - 1] >> 63, e[LIMBS - 1] >> 63);
    let mut of_d = sum(u, d[0], v, e[0]);
    let mut of_e = sum(q, d[0], r, e[0]);
    let make_up =
        |base: i64, of: i128| base - (P_INVERSE.wrapping_mul(low(of)).wrapping_add(base) & MASK);
    let times_d = make_up((u & below_d) + (v & below_e), of_d);
    let times_e = make_up((q & below_d) + (r & below_e), of_e);
    of_d = (of_d + sum(P[0], times_d, 0, 0)) >> BITS;
    of_e = (of_e + sum(P[0], times_e, 0, 0)) >> BITS;
    for i in 1..LIMBS {
        of_d += sum(u, d[i], v, e[i]) + sum(P[i], times_d, 0, 0);
        of_e += sum(q, d[i], r, e[i]) + sum(P[i], times_e, 0, 0);
        (d[i - 1], e[i - 1]) = (low(of_d), low(of_e));
        (of_d, of_e) = (of_d >> BITS, of_e >> BITS);
    }
    (d[LIMBS - 1], e[LIMBS - 1]) = (last(of_d), last(of_e));
}

/// A value of more than -2p and less than p, or what it lacks to zero, as it is below p.
fn normal(mut value: Signed, negate: bool) -> Signed {
    if value[LIMBS - 1] < 0 {
        value = carried([0, 1, 2, 3, 4, 5, 6].map(|i| value[i] + P[i]));
    }
    if negate {
        value = carried(value.map(|limb| -limb));
    }
    if value[LIMBS - 1] < 0 {
        value = carried([0, 1, 2, 3, 4, 5, 6].map(|i| value[i] + P[i]));
    }
    value
}

/// Brings all limbs but the last to 62 bits.
fn carried(mut value: Signed) -> Signed {
    for i in 0..LIMBS - 1 {
        value[i + 1] += value[i] >> BITS;
        value[i] &= MASK;
    }
    value
}

/// Radix 2^64 to limbs.
const fn split(words: &[u64; 6]) -> Signed {
    let mut limbs = [0; LIMBS];
    let mut i = 0;
    while i < LIMBS {
        let bit = i * BITS as usize;
        let (word, shift) = (bit / 64, bit % 64);
        let mut limb = words[word] >> shift;
        if shift > 2 && word + 1 < words.len() {
            limb |= words[word + 1] << (64 - shift);
        }
        limbs[i] = limb.cast_signed() & MASK;
        i += 1;
    }
    limbs
}

/// Limbs of a value that is not negative to radix 2^64.
fn join(limbs: &Signed) -> [u64; 6] {
    let mut words = [0; 6];
    for (i, limb) in limbs.iter().enumerate() {
        let bit = i * BITS as usize;
        let (word, shift) = (bit / 64, bit % 64);
        words[word] |= limb.cast_unsigned() << shift;
        if shift > 2 && word + 1 < words.len() {
            words[word + 1] |= limb.cast_unsigned() >> (64 - shift);
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn inverses_of_small_and_great_values_are_those_of_arkworks() {
        assert_eq!(inverse(&Fq::ZERO), Fq::ZERO);
        for power in 0..380 {
            let value = Fq::from(2u64).pow([power]);
            // As the integers that the steps see, too.
            let raw = Fq::new_unchecked(value.into_bigint());
            for value in [value, raw, value + Fq::ONE, -value, -raw] {
                assert_eq!(Some(inverse(&value)), value.inverse(), "2^{power}");
            }
        }
    }

    #[test]
    fn a_zero_makes_all_quotients_zero() {
        let mut values = [Fq::from(3u64), Fq::ZERO, Fq::from(5u64)];
        divide_by_all(&Fq::ONE, &mut values);
        assert_eq!(values[0], Fq::ZERO);
    }

    proptest! {
        #[test]
        fn quotients_are_those_of_arkworks(words in prop::collection::vec(any::<[u64; 6]>(), 1..9), factor in any::<u64>()) {
            let values: Vec<Fq> = words
                .iter()
                .map(|words| Fq::from_le_bytes_mod_order(&words.map(u64::to_le_bytes).concat()))
                .collect();
            prop_assume!(values.iter().all(|value| !value.is_zero()));
            let mut quotients = values.clone();
            divide_by_all(&Fq::from(factor), &mut quotients);
            for (value, quotient) in values.iter().zip(quotients) {
                prop_assert_eq!(Fq::from(factor) / value, quotient);
            }
        }
    }
}
