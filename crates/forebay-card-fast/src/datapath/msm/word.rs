// SPDX-License-Identifier: Apache-2.0
//! Scalars to words, from which any window can be cut: `fby_msm_prepare`, also for scalars and rho that are no residues.

use forebay_msm::passes::CLASSES;
use forebay_msm::{SCALAR_BYTES, Scalar, check::ORDER};

/// 256 bits, the lowest first.
type Limbs = [u64; 4];

/// The bit of a word that is its sign; those below are the sum of scalar and constant.
const SIGN_BIT: u32 = 255;
/// The same in the highest limb.
const SIGN: u64 = 1 << (SIGN_BIT % 64);
/// Bits of the order, and of what is folded.
const ORDER_BITS: u32 = 253;

/// A prepared scalar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Word(Limbs);

impl Word {
    /// Its point is to be subtracted where a digit is positive.
    #[inline]
    pub(super) const fn is_negative(&self) -> bool {
        self.0[3] & SIGN != 0
    }

    /// 32 bits of the sum from that one on; above it are zeros.
    #[expect(clippy::cast_possible_truncation, reason = "32 bits are what is wanted")]
    #[inline]
    pub(super) fn field(&self, offset: u32) -> u32 {
        let (limb, bit) = ((offset / 64) as usize, offset % 64);
        ((u128::from(self.limb(limb + 1)) << 64 | u128::from(self.limb(limb))) >> bit) as u32
    }

    /// 64 bits of the sum.
    #[inline]
    fn limb(&self, limb: usize) -> u64 {
        let bits = self.0.get(limb).copied().unwrap_or_default();
        if limb == 3 { bits & !SIGN } else { bits }
    }
}

/// What a run does to its scalars.
#[derive(Debug)]
pub(super) struct Preparation {
    /// Multiples of rho by class, if they are to be made uniform.
    multiples: Vec<Limbs>,
    fold: bool,
    recode: Limbs,
    /// Bits that the windows cover.
    cover: u32,
}

impl Preparation {
    pub(super) fn new(rho: Option<&[u32; 8]>, fold: bool, recode: &[u32; 8], cover: u32) -> Self {
        let multiples = rho.map(|rho| multiples(below(limbs(rho), ORDER_BITS))).unwrap_or_default();
        Self { multiples, fold, recode: limbs(recode), cover }
    }

    /// The word of a record's scalar, and whether it is not that of its scalar: it has a bit that no window covers, or the scalar was to be
    /// a residue and is none.
    pub(super) fn word(&self, scalar: &Scalar, record: usize) -> (Word, bool) {
        let scalar = from_bytes(scalar);
        let uniform = !self.multiples.is_empty();
        let is_residue = sub(&scalar, &ORDER).1;
        let mut value = scalar;
        if uniform {
            value = add_modulo(&scalar, &self.multiples[record % self.multiples.len()]);
        }
        let mut negative = false;
        if self.fold {
            let low = below(value, ORDER_BITS);
            negative = sub(&half(), &low).1;
            if negative {
                value = below(sub(&ORDER, &low).0, ORDER_BITS);
            }
        }
        let (mut sum, carry) = add(&value, &self.recode);
        let cut = carry || above(&sum, self.cover) || (uniform || self.fold) && !is_residue;
        sum = below(sum, SIGN_BIT);
        sum[3] |= if negative { SIGN } else { 0 };
        (Word(sum), cut)
    }
}

/// `k rho` modulo the order for each class k.
fn multiples(rho: Limbs) -> Vec<Limbs> {
    let rho = add_modulo(&rho, &[0; 4]);
    let next = |last: &Limbs| Some(add_modulo(last, &rho));
    std::iter::successors(Some(rho), next).take(CLASSES as usize).collect()
}

/// The largest number that is folded to itself.
fn half() -> Limbs {
    let upper = |limb: usize| ORDER.get(limb + 1).copied().unwrap_or_default();
    std::array::from_fn(|limb| ORDER[limb] >> 1 | upper(limb) << 63)
}

/// The sum less the order if that is not negative in 257 bits.
fn add_modulo(a: &Limbs, b: &Limbs) -> Limbs {
    let (sum, carry) = add(a, b);
    let (less, borrow) = sub(&sum, &ORDER);
    if carry == borrow { less } else { sum }
}

fn add(a: &Limbs, b: &Limbs) -> (Limbs, bool) {
    chain(a, b, |a, b, carry| {
        let (sum, one) = a.overflowing_add(b);
        let (sum, other) = sum.overflowing_add(carry);
        (sum, one || other)
    })
}

fn sub(a: &Limbs, b: &Limbs) -> (Limbs, bool) {
    chain(a, b, |a, b, borrow| {
        let (rest, one) = a.overflowing_sub(b);
        let (rest, other) = rest.overflowing_sub(borrow);
        (rest, one || other)
    })
}

/// Limb by limb with what one hands on to the next.
fn chain(a: &Limbs, b: &Limbs, step: impl Fn(u64, u64, u64) -> (u64, bool)) -> (Limbs, bool) {
    let mut carry = false;
    let out = std::array::from_fn(|limb| {
        let (out, next) = step(a[limb], b[limb], u64::from(carry));
        carry = next;
        out
    });
    (out, carry)
}

/// The bits of a limb that are below that bit of the whole.
fn mask(limb: usize, bits: u32) -> u64 {
    let from = 64 * u32::try_from(limb).unwrap_or(u32::MAX);
    match bits.saturating_sub(from) {
        0 => 0,
        here @ 1..=63 => (1 << here) - 1,
        _ => u64::MAX,
    }
}

/// What is below a bit.
fn below(value: Limbs, bits: u32) -> Limbs {
    std::array::from_fn(|limb| value[limb] & mask(limb, bits))
}

/// Whether anything is at that bit or above.
fn above(value: &Limbs, bits: u32) -> bool {
    (0..value.len()).any(|limb| value[limb] & !mask(limb, bits) != 0)
}

fn limbs(words: &[u32; 8]) -> Limbs {
    std::array::from_fn(|limb| u64::from(words[2 * limb + 1]) << 32 | u64::from(words[2 * limb]))
}

fn from_bytes(scalar: &Scalar) -> Limbs {
    const { assert!(SCALAR_BYTES == 32) };
    let (chunks, _) = scalar.as_chunks();
    std::array::from_fn(|limb| u64::from_le_bytes(chunks[limb]))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A number in all bits of which something is.
    fn any(seed: u64) -> Limbs {
        std::array::from_fn(|limb| {
            (seed + limb as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(23)
        })
    }

    fn words(value: &Limbs) -> [u32; 8] {
        let both =
            |limb: u64| [limb & 0xFFFF_FFFF, limb >> 32].map(|half| u32::try_from(half).unwrap());
        let all: Vec<_> = value.iter().copied().flat_map(both).collect();
        all.try_into().unwrap()
    }

    fn bytes(value: &Limbs) -> Scalar {
        let all: Vec<_> = value.iter().flat_map(|limb| limb.to_le_bytes()).collect();
        all.try_into().unwrap()
    }

    #[test]
    fn residues_are_prepared_as_the_host_does() {
        use forebay_msm::{Fr, passes::prepare::prepare};
        let residue = |seed| below(any(seed), 252);
        let rho = residue(77);
        let as_fr = |value: &Limbs| {
            value
                .iter()
                .rev()
                .fold(Fr::from(0), |sum, limb| sum * Fr::from(1_u128 << 64) + Fr::from(*limb))
        };
        for (uniform, fold) in [(false, false), (true, false), (false, true), (true, true)] {
            let preparation =
                Preparation::new(uniform.then(|| words(&rho)).as_ref(), fold, &[0; 8], 255);
            for record in [0, 1, 5, 1022, 1023, 1024, 5000] {
                let scalar = bytes(&residue(record as u64));
                let rho = uniform.then(|| as_fr(&rho));
                let wanted = prepare(&scalar, record, rho.as_ref(), fold);
                let (word, cut) = preparation.word(&scalar, record);
                assert!(!cut);
                assert_eq!(word.is_negative(), wanted.negative, "{record} {uniform} {fold}");
                assert_eq!(below(word.0, SIGN_BIT), wanted.value.0, "{record} {uniform} {fold}");
            }
        }
    }

    #[test]
    fn what_no_window_covers_is_told() {
        let one = [1, 0, 0, 0];
        for (cover, recode, cut) in [(0, 0, true), (1, 0, false), (1, 1, true), (2, 1, false)] {
            let recode = words(&[recode, 0, 0, 0]);
            let preparation = Preparation::new(None, false, &recode, cover);
            assert_eq!(preparation.word(&bytes(&one), 0).1, cut, "{cover} {recode:?}");
        }
        // The sum has a bit more than the word.
        let preparation = Preparation::new(None, false, &words(&[1, 0, 0, 0]), 255);
        assert_eq!(preparation.word(&[0xFF; 32], 0), (Word([0; 4]), true));
    }

    #[test]
    fn a_scalar_that_has_to_be_a_residue_and_is_none_is_told() {
        for (uniform, fold) in [(true, false), (false, true)] {
            let rho = uniform.then_some([1; 8]);
            let preparation = Preparation::new(rho.as_ref(), fold, &[0; 8], 255);
            let last = sub(&ORDER, &[1, 0, 0, 0]).0;
            assert!(!preparation.word(&bytes(&last), 0).1);
            assert!(preparation.word(&bytes(&ORDER), 0).1);
        }
        let preparation = Preparation::new(None, false, &[0; 8], 255);
        assert!(!preparation.word(&bytes(&ORDER), 0).1);
    }

    #[test]
    fn what_is_no_residue_is_reduced_once_in_a_bit_more_than_the_word_has() {
        let preparation = Preparation::new(Some(&words(&[1, 0, 0, 0])), false, &[0; 8], 255);
        // 2^256 less the order is what is left of 2^256 - 1 and of rho.
        let less = below(sub(&[0; 4], &ORDER).0, SIGN_BIT);
        assert_eq!(preparation.word(&[0xFF; 32], 0), (Word(less), true));
    }

    #[test]
    fn a_field_is_cut_out_anywhere_and_has_no_sign_in_it() {
        let word = Word(any(3));
        for offset in 0..256 {
            let bit = |at: u32| at < 255 && word.0[(at / 64) as usize] >> (at % 64) & 1 == 1;
            let wanted = (0..32).fold(0, |field, n| field | u32::from(bit(offset + n)) << n);
            assert_eq!(word.field(offset), wanted, "{offset}");
        }
    }
}
