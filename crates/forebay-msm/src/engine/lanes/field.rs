// SPDX-License-Identifier: Apache-2.0
//! Field elements, one in each lane: eight limbs, Montgomery form with R' = 2^416 (limbs of 52 bits) or 2^408 (51).
//!
//! p has 377 bits, so 31 bits are spare and more, and only what is stored is brought back near p:
//!
//! | value | below |
//! |---|---|
//! | stored coordinate | 1.01 p |
//! | sum or difference of a few coordinates and products, a factor | 2^4 p |
//! | product ([`Word::product`]) | 1.6 p |
//!
//! A product of x and y is `(x y + m p) / R'`, where all digits of the quotient m but the last are taken of a
//! multiple of p whose lowest limb is all ones: then each is simply the lowest limb, and what it adds is `quotient` one limb
//! further up. With x and y below 2^4 p this is below `2^8 p^2 / R' + quotient + p`, and the quotient is below 0.55 p.

use std::ptr;

use ark_bls12_377::Fq;
use ark_ff::{BigInt, BigInteger, Field, PrimeField};

use super::add::Point;
use crate::engine::{
    inverse::divide_by_all,
    operand::{Operand, Sources},
};

/// Limbs of an element.
pub(super) const LIMBS: usize = 8;
/// Most lanes a vector has.
pub(super) const MOST_LANES: usize = 8;

/// An element in memory.
#[derive(Debug, Clone, Copy, Default)]
#[repr(C, align(64))]
pub(in crate::engine) struct Row(pub(super) [u64; LIMBS]);

/// An element in each lane: vector j holds limb j of each.
pub(super) type Element<W> = [W; LIMBS];

/// One side's operands of pairs, one in each lane.
#[derive(Debug, Clone, Copy)]
pub(super) struct Side {
    pub(super) points: [*const Point; MOST_LANES],
    /// Lanes whose operand is subtracted.
    pub(super) negative: u8,
}

/// What follows from the number of bits of a limb.
#[derive(Debug)]
pub(super) struct Constants {
    pub(super) bits: u32,
    /// All bits of a limb.
    pub(super) mask: u64,
    /// p.
    pub(super) p: [u64; LIMBS],
    /// `-1 / p` modulo a limb.
    pub(super) minus_p_inverse: u64,
    /// `(minus_p_inverse * p + 1) / 2^bits`.
    pub(super) quotient: [u64; LIMBS],
    /// The top limb of p, rounded up: what [`reduce`] divides by.
    pub(super) top: u64,
}

/// A vector of 64-bit integers and what it can do. Its functions may be called only where the processor has the
/// instructions of the arithmetic; who makes an arithmetic has asked for them.
pub(super) trait Word: Copy + Send + std::fmt::Debug {
    /// Lanes, [`MOST_LANES`] at most.
    const LANES: usize;
    /// Of its limbs.
    const CONSTANTS: Constants;

    fn all(value: u64) -> Self;
    fn plus(self, other: Self) -> Self;
    fn minus(self, other: Self) -> Self;
    /// What is above a limb, with its sign.
    fn over(self) -> Self;
    /// What is within a limb.
    fn within(self) -> Self;
    /// `one` in lanes whose bit is set in `mask`, otherwise `zero`.
    fn choose(mask: u8, zero: Self, one: Self) -> Self;
    /// Lanes that have a value.
    fn equal(self, value: u64) -> u8;
    /// Subtracts p as often as `top`, less than five times that of p, has the top limb of p.
    fn minus_multiple(limbs: &mut Element<Self>, top: Self);
    /// Montgomery product.
    fn product(x: &Element<Self>, y: &Element<Self>) -> Element<Self>;
    /// Montgomery product of an element with itself.
    fn square(x: &Element<Self>) -> Element<Self>;
    /// Where the operands of pairs are, one pair in each lane, as many as there are lanes; each is among the sources.
    #[inline(always)]
    fn locate(sources: &Sources<'_, Point>, pairs: &[[Operand; 2]; MOST_LANES]) -> [Side; 2] {
        let mut sides = [Side { points: [ptr::null(); MOST_LANES], negative: 0 }; 2];
        for (lane, pair) in pairs.iter().enumerate() {
            for (side, operand) in sides.iter_mut().zip(pair) {
                side.points[lane] = ptr::from_ref(sources.get(*operand));
                side.negative |= u8::from(operand.is_negative()) << lane;
            }
        }
        sides
    }
    /// An element in each lane out of memory; rows beyond the lanes are not looked at.
    fn load(rows: [&Row; MOST_LANES]) -> Element<Self>;
    /// The elements of the lanes, as many as there are rows.
    fn store<'a>(element: &Element<Self>, rows: impl Iterator<Item = &'a mut Row>);
}

impl Constants {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a limb and a carry have fewer than 64 bits"
    )]
    pub(super) const fn new(bits: u32) -> Self {
        let mask = (1 << bits) - 1;
        let p = split(&Fq::MODULUS.0, bits);
        let minus_p_inverse = minus_inverse(p[0]) & mask;
        let (mut quotient, mut carry, mut i) = ([0; LIMBS], 1, 0);
        while i < LIMBS {
            let wide = p[i] as u128 * minus_p_inverse as u128 + carry;
            if i > 0 {
                quotient[i - 1] = wide as u64 & mask;
            }
            carry = wide >> bits;
            i += 1;
        }
        quotient[LIMBS - 1] = carry as u64;
        Self { bits, mask, p, minus_p_inverse, quotient, top: p[LIMBS - 1] + 1 }
    }

    /// `times * p`, for less than eight times.
    pub(super) const fn times(&self, times: u64) -> [u64; LIMBS] {
        let (mut limbs, mut carry, mut i) = ([0; LIMBS], 0, 0);
        while i < LIMBS {
            let wide = self.p[i] * times + carry;
            limbs[i] = wide & self.mask;
            carry = wide >> self.bits;
            i += 1;
        }
        limbs
    }

    /// Bits that R' has more than arkworks' R: the limbs of arkworks' form of an element, taken for ours, are those of
    /// an element so many times halved.
    #[expect(clippy::cast_possible_truncation, reason = "there are eight limbs")]
    const fn shift(&self) -> u32 {
        LIMBS as u32 * self.bits - 384
    }

    /// Our form of an element.
    pub(super) fn row(&self, value: &Fq) -> Row {
        self.halved_row(&(*value * self.own_form()))
    }

    /// What brings [`Self::halved_row`] into our form.
    pub(super) fn own_form(&self) -> Fq {
        Fq::from(1u64 << self.shift())
    }

    /// Our form of an element halved [`Self::shift`] times, which costs no product.
    pub(super) fn halved_row(&self, value: &Fq) -> Row {
        Row(split(&value.0.0, self.bits))
    }

    /// The element of a row.
    pub(super) fn value(&self, row: &Row) -> Fq {
        // A power of two below p is the form of that of R times less.
        let mut halved = [0; 6];
        halved[5] = 1 << (64 - self.shift());
        self.doubled_value(row) * Fq::new_unchecked(BigInt::new(halved))
    }

    /// The element of a row doubled [`Self::shift`] times.
    fn doubled_value(&self, row: &Row) -> Fq {
        let mut value = BigInt::new(join(&row.0, self.bits));
        // Products and coordinates are below 2 p.
        if value >= Fq::MODULUS {
            value.sub_with_borrow(&Fq::MODULUS);
        }
        Fq::new_unchecked(value)
    }

    /// The inverses of rows, with one inversion.
    pub(super) fn invert(&self, rows: &mut [Row]) {
        let mut values: Vec<Fq> = rows.iter().map(|row| self.doubled_value(row)).collect();
        // Doubled where they are read, and once more where they are written.
        divide_by_all(&self.own_form().square(), &mut values);
        for (row, value) in rows.iter_mut().zip(&values) {
            *row = self.halved_row(value);
        }
    }
}

/// Radix 2^64 to limbs.
const fn split(words: &[u64; 6], bits: u32) -> [u64; LIMBS] {
    let mut limbs = [0; LIMBS];
    let mut i = 0;
    while i < LIMBS {
        let bit = i * bits as usize;
        let (word, shift) = (bit / 64, bit % 64);
        let mut limb = words[word] >> shift;
        if shift > 64 - bits as usize && word + 1 < words.len() {
            limb |= words[word + 1] << (64 - shift);
        }
        limbs[i] = limb & ((1 << bits) - 1);
        i += 1;
    }
    limbs
}

/// Limbs to radix 2^64, for a value below 2^384.
const fn join(limbs: &[u64; LIMBS], bits: u32) -> [u64; 6] {
    let mut words = [0; 6];
    let mut i = 0;
    while i < LIMBS {
        let bit = i * bits as usize;
        let (word, shift) = (bit / 64, bit % 64);
        words[word] |= limbs[i] << shift;
        if shift > 64 - bits as usize && word + 1 < words.len() {
            words[word + 1] |= limbs[i] >> (64 - shift);
        }
        i += 1;
    }
    words
}

/// -1/odd mod 2^64 by Newton's iteration, which doubles the right bits each time.
const fn minus_inverse(odd: u64) -> u64 {
    let mut inverse: u64 = 1;
    let mut i = 0;
    while i < 6 {
        inverse = inverse.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(inverse)));
        i += 1;
    }
    inverse.wrapping_neg()
}

/// Brings limbs (signed, up to 63 bits) of values that are not negative back to 52 bits.
#[inline(always)]
pub(super) fn carry<W: Word>(mut limbs: Element<W>) -> Element<W> {
    for i in 0..LIMBS - 1 {
        let over = limbs[i].over();
        limbs[i] = limbs[i].within();
        limbs[i + 1] = limbs[i + 1].plus(over);
    }
    limbs
}

/// Brings a value of 0.5 p to 7 p, whose limbs want carrying, to less than 1.01 p.
///
/// The quotient is taken of the top limb, less one for what may come from below, so it is never too great.
#[inline(always)]
pub(super) fn reduce<W: Word>(mut limbs: Element<W>) -> Element<W> {
    let top = limbs[LIMBS - 1].plus(limbs[LIMBS - 2].over()).minus(W::all(1));
    W::minus_multiple(&mut limbs, top);
    carry(limbs)
}

/// `x + y`, whose limbs want carrying.
#[inline(always)]
pub(super) fn plus<W: Word>(x: &Element<W>, y: &Element<W>) -> Element<W> {
    let mut result = *x;
    for (x, y) in result.iter_mut().zip(y) {
        *x = x.plus(*y);
    }
    result
}

/// `x - y + multiple * p`, whose limbs want carrying.
#[inline(always)]
pub(super) fn difference<W: Word>(x: &Element<W>, y: &Element<W>, multiple: u64) -> Element<W> {
    let mut result = *x;
    for ((x, y), p) in result.iter_mut().zip(y).zip(W::CONSTANTS.times(multiple)) {
        *x = x.plus(W::all(p)).minus(*y);
    }
    result
}
