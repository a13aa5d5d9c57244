// SPDX-License-Identifier: Apache-2.0
//! Four lanes with AVX2 and FMA: for processors without IFMA, whose floating-point multipliers are their fastest.
//!
//! Limbs have 51 bits, R' is 2^408. A product of two limbs is split exactly: added to 2^103, whose last place is worth
//! 2^51, it leaves its upper half there, rounded; and what a second multiplication finds beside that, at most 2^50 either
//! way, is the lower half, here above 1.5 * 2^52, whose last place is worth 1. The patterns of both, taken for integers,
//! are the halves and constants ([`UPPER`], [`LOWER`]); the sums begin with what all constants are to add up to.
//! arkworks' multiplication and ours by 64-bit words (104 to 114 cycles on Zen 5, whatever the order) are what binds the
//! portable arithmetic, and this takes about half of that.

use std::arch::x86_64::{
    __m256d, __m256i, _mm256_add_epi64, _mm256_and_si256, _mm256_blendv_epi8, _mm256_castpd_si256,
    _mm256_castsi256_pd, _mm256_cmpeq_epi64, _mm256_cmpgt_epi64, _mm256_fmadd_pd,
    _mm256_load_si256, _mm256_movemask_pd, _mm256_mul_epu32, _mm256_or_si256,
    _mm256_permute2x128_si256, _mm256_set_epi64x, _mm256_set1_epi64x, _mm256_set1_pd,
    _mm256_setzero_si256, _mm256_slli_epi64, _mm256_srli_epi64, _mm256_store_si256,
    _mm256_sub_epi64, _mm256_sub_pd, _mm256_unpackhi_epi64, _mm256_unpacklo_epi64,
};

use super::field::{Constants, Element, LIMBS, MOST_LANES, Row, Word, carry};

/// The arithmetic of processors with AVX2 and FMA.
#[derive(Debug)]
pub(in crate::engine) struct Fma;

impl Fma {
    /// Whether the processor has every instruction that this module uses.
    pub(in crate::engine) fn is_available() -> bool {
        is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma")
    }
}

/// Four integers.
#[derive(Debug, Clone, Copy)]
#[repr(transparent)]
pub(in crate::engine) struct Four(__m256i);

const BITS: u32 = 51;
/// What upper halves are added to, and what lower halves come above.
const UPPER: f64 = (1u128 << 103) as f64;
const LOWER: f64 = 1.5 * INTEGER;
/// The number whose pattern has an integer below 2^52 in its last bits: 2^52 and the integer.
const INTEGER: f64 = (1u64 << 52) as f64;
/// Great enough to make any sum of halves positive, and a multiple of what a limb leaves behind when it is shifted out.
const POSITIVE: u64 = 1 << 62;

/// What each sum begins with, so that it is right when it is read; the one of the last digit is read before it gets that
/// digit's own lower half.
const BEGIN: [u64; 2 * LIMBS] = {
    let mut begin = [0u64; 2 * LIMBS];
    let mut i = 0;
    while i < LIMBS {
        let mut j = 0;
        while j < LIMBS {
            // A product of limbs, and of a digit with a limb, which is a limb further up but for the last digit.
            let digit = if i + 1 < LIMBS { i + j + 1 } else { i + j };
            let mut of = 0;
            while of < 2 {
                let at = if of == 0 { i + j } else { digit };
                begin[at] = begin[at].wrapping_sub(LOWER.to_bits());
                begin[at + 1] = begin[at + 1].wrapping_sub(UPPER.to_bits());
                of += 1;
            }
            j += 1;
        }
        i += 1;
    }
    begin[LIMBS - 1] = begin[LIMBS - 1].wrapping_add(LOWER.to_bits());
    begin
};

/// Limbs as floating-point numbers, which they are exactly.
const fn floats(limbs: &[u64; LIMBS]) -> [f64; LIMBS] {
    let mut floats = [0.0; LIMBS];
    let mut i = 0;
    while i < LIMBS {
        floats[i] = limbs[i] as f64;
        i += 1;
    }
    floats
}

const P: [f64; LIMBS] = floats(&Four::CONSTANTS.p);
const QUOTIENT: [f64; LIMBS] = floats(&Four::CONSTANTS.quotient);
const MINUS_P_INVERSE: f64 = Four::CONSTANTS.minus_p_inverse as f64;

#[inline(always)]
fn all(value: u64) -> __m256i {
    // SAFETY: see [`Word`].
    unsafe { _mm256_set1_epi64x(value.cast_signed()) }
}

#[inline(always)]
fn float(value: f64) -> __m256d {
    // SAFETY: see [`Word`].
    unsafe { _mm256_set1_pd(value) }
}

/// Limbs as floating-point numbers.
#[inline(always)]
fn to_float(limbs: __m256i) -> __m256d {
    // SAFETY: see [`Word`].
    unsafe {
        let pattern = _mm256_or_si256(limbs, all(INTEGER.to_bits()));
        _mm256_sub_pd(_mm256_castsi256_pd(pattern), float(INTEGER))
    }
}

/// The patterns of the halves of a product: lower, upper.
#[inline(always)]
fn halves(x: __m256d, y: __m256d) -> (__m256i, __m256i) {
    // SAFETY: see [`Word`].
    unsafe {
        let upper = _mm256_fmadd_pd(x, y, float(UPPER));
        let rest = _mm256_sub_pd(float(UPPER + LOWER), upper);
        let lower = _mm256_fmadd_pd(x, y, rest);
        (_mm256_castpd_si256(lower), _mm256_castpd_si256(upper))
    }
}

/// Adds the products of a limb with all limbs of an element to the sums from `at` on.
#[inline(always)]
fn add_row(wide: &mut [__m256i; 2 * LIMBS], at: usize, limb: __m256d, limbs: &[__m256d; LIMBS]) {
    for (j, other) in limbs.iter().enumerate() {
        let (lower, upper) = halves(limb, *other);
        // SAFETY: see [`Word`].
        unsafe {
            wide[at + j] = _mm256_add_epi64(wide[at + j], lower);
            wide[at + j + 1] = _mm256_add_epi64(wide[at + j + 1], upper);
        }
    }
}

#[inline(always)]
fn constants(values: &[f64; LIMBS]) -> [__m256d; LIMBS] {
    let mut constants = [float(0.0); LIMBS];
    for (constant, value) in constants.iter_mut().zip(values) {
        *constant = float(*value);
    }
    constants
}

#[inline(always)]
fn floats_of(element: &Element<Four>) -> [__m256d; LIMBS] {
    let mut floats = [float(0.0); LIMBS];
    for (float, limb) in floats.iter_mut().zip(element) {
        *float = to_float(limb.0);
    }
    floats
}

impl Word for Four {
    const LANES: usize = 4;
    const CONSTANTS: Constants = Constants::new(BITS);

    #[inline(always)]
    fn all(value: u64) -> Self {
        Self(all(value))
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        // SAFETY: see [`Word`].
        Self(unsafe { _mm256_add_epi64(self.0, other.0) })
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        // SAFETY: see [`Word`].
        Self(unsafe { _mm256_sub_epi64(self.0, other.0) })
    }

    #[inline(always)]
    fn over(self) -> Self {
        // AVX2 shifts no signs in, so what is shifted is made positive.
        // SAFETY: see [`Word`].
        Self(unsafe {
            let positive = _mm256_add_epi64(self.0, all(POSITIVE));
            let shifted = _mm256_srli_epi64::<{ BITS.cast_signed() }>(positive);
            _mm256_sub_epi64(shifted, all(POSITIVE >> BITS))
        })
    }

    #[inline(always)]
    fn within(self) -> Self {
        // SAFETY: see [`Word`].
        Self(unsafe { _mm256_and_si256(self.0, all(Self::CONSTANTS.mask)) })
    }

    #[inline(always)]
    fn choose(mask: u8, zero: Self, one: Self) -> Self {
        // SAFETY: see [`Word`].
        Self(unsafe {
            let bits = _mm256_set_epi64x(8, 4, 2, 1);
            let own = _mm256_and_si256(all(u64::from(mask)), bits);
            _mm256_blendv_epi8(zero.0, one.0, _mm256_cmpeq_epi64(own, bits))
        })
    }

    #[expect(clippy::cast_possible_truncation, reason = "a bit for each of four lanes")]
    #[inline(always)]
    fn equal(self, value: u64) -> u8 {
        // SAFETY: see [`Word`].
        let lanes = unsafe {
            _mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(self.0, all(value))))
        };
        lanes.cast_unsigned() as u8
    }

    #[inline(always)]
    fn minus_multiple(limbs: &mut Element<Self>, top: Self) {
        // SAFETY: see [`Word`].
        unsafe {
            let mut times = _mm256_setzero_si256();
            for least in 1..=4 {
                let reached = _mm256_cmpgt_epi64(top.0, all(least * Self::CONSTANTS.top - 1));
                times = _mm256_sub_epi64(times, reached);
            }
            for (limb, p) in limbs.iter_mut().zip(Self::CONSTANTS.p) {
                // By halves of the limb: the multiplier takes 32 bits.
                let low = _mm256_mul_epu32(times, all(p & u64::from(u32::MAX)));
                let high = _mm256_slli_epi64::<32>(_mm256_mul_epu32(times, all(p >> 32)));
                limb.0 = _mm256_sub_epi64(_mm256_sub_epi64(limb.0, low), high);
            }
        }
    }

    #[inline(always)]
    fn product(x: &Element<Self>, y: &Element<Self>) -> Element<Self> {
        let (x, y) = (floats_of(x), floats_of(y));
        let mut wide = [all(0); 2 * LIMBS];
        for (wide, begin) in wide.iter_mut().zip(BEGIN) {
            *wide = all(begin);
        }
        for (i, limb) in y.iter().enumerate() {
            add_row(&mut wide, i, *limb, &x);
        }
        let quotient = constants(&QUOTIENT);
        for i in 0..LIMBS - 1 {
            let digit = to_float(Self(wide[i]).within().0);
            wide[i + 1] = Self(wide[i + 1]).plus(Self(wide[i]).over()).0;
            add_row(&mut wide, i + 1, digit, &quotient);
        }
        // The last digit by p itself: a larger multiple would leave a larger product.
        let lowest = to_float(Self(wide[LIMBS - 1]).within().0);
        let (digit, _) = halves(lowest, float(MINUS_P_INVERSE));
        let digit = to_float(Self(digit).within().0);
        add_row(&mut wide, LIMBS - 1, digit, &constants(&P));
        let last = Self(wide[LIMBS - 1]).minus(Self::all(LOWER.to_bits()));
        let mut limbs = [Self::all(0); LIMBS];
        for (limb, wide) in limbs.iter_mut().zip(&wide[LIMBS..]) {
            limb.0 = *wide;
        }
        limbs[0] = limbs[0].plus(last.over());
        carry(limbs)
    }

    #[inline(always)]
    fn square(x: &Element<Self>) -> Element<Self> {
        Self::product(x, x)
    }

    #[inline(always)]
    fn load(rows: [&Row; MOST_LANES]) -> Element<Self> {
        let mut element = [Self::all(0); LIMBS];
        for (half, limbs) in element.chunks_exact_mut(Self::LANES).enumerate() {
            let mut lanes = [all(0); 4];
            for (lane, row) in lanes.iter_mut().zip(rows) {
                // SAFETY: see [`Word`]; half a row is 32 readable bytes, aligned to 32.
                *lane = unsafe { _mm256_load_si256(row.0[half * Self::LANES..].as_ptr().cast()) };
            }
            for (limb, lanes) in limbs.iter_mut().zip(transposed(lanes)) {
                limb.0 = lanes;
            }
        }
        element
    }

    #[inline(always)]
    fn store<'a>(element: &Element<Self>, rows: impl Iterator<Item = &'a mut Row>) {
        let mut halves = [[all(0); Self::LANES]; 2];
        for (half, limbs) in halves.iter_mut().zip(element.chunks_exact(Self::LANES)) {
            for (lane, limb) in half.iter_mut().zip(limbs) {
                *lane = limb.0;
            }
            *half = transposed(*half);
        }
        for (row, lane) in rows.zip(0..Self::LANES) {
            let (lower, upper) = row.0.split_at_mut(Self::LANES);
            for (half, lanes) in [lower, upper].into_iter().zip(halves) {
                // SAFETY: see [`Word`]; half a row is 32 writable bytes, aligned to 32.
                unsafe { _mm256_store_si256(half.as_mut_ptr().cast(), lanes[lane]) };
            }
        }
    }
}

/// Transposes a 4 x 4 matrix of 64-bit words.
#[inline(always)]
fn transposed(r: [__m256i; 4]) -> [__m256i; 4] {
    // SAFETY: see [`Word`].
    unsafe {
        let even = [_mm256_unpacklo_epi64(r[0], r[1]), _mm256_unpacklo_epi64(r[2], r[3])];
        let odd = [_mm256_unpackhi_epi64(r[0], r[1]), _mm256_unpackhi_epi64(r[2], r[3])];
        [
            _mm256_permute2x128_si256::<0x20>(even[0], even[1]),
            _mm256_permute2x128_si256::<0x20>(odd[0], odd[1]),
            _mm256_permute2x128_si256::<0x31>(even[0], even[1]),
            _mm256_permute2x128_si256::<0x31>(odd[0], odd[1]),
        ]
    }
}
