// SPDX-License-Identifier: Apache-2.0
//! Eight lanes with AVX-512 IFMA, whose multiplier takes 52 bits and adds the lower or the upper half of the product.

use std::{
    arch::x86_64::{
        __m512i, _mm512_add_epi64, _mm512_and_si512, _mm512_cmpeq_epi64_mask, _mm512_load_si512,
        _mm512_loadu_si512, _mm512_madd52hi_epu64, _mm512_madd52lo_epu64, _mm512_mask_blend_epi64,
        _mm512_permutexvar_epi64, _mm512_set1_epi64, _mm512_setzero_si512, _mm512_shuffle_i64x2,
        _mm512_slli_epi64, _mm512_srai_epi64, _mm512_srli_epi64, _mm512_store_si512,
        _mm512_storeu_si512, _mm512_sub_epi64, _mm512_test_epi64_mask, _mm512_unpackhi_epi64,
        _mm512_unpacklo_epi64,
    },
    ptr,
};

use super::{
    add::Point,
    field::{Constants, Element, LIMBS, MOST_LANES, Row, Side, Word, carry},
};
use crate::engine::operand::{INDEX_MASK, NEGATIVE_BIT, Operand, PLACE_BIT, Sources};

/// The arithmetic of processors with AVX-512 IFMA.
#[derive(Debug)]
pub(in crate::engine) struct Ifma;

impl Ifma {
    /// Whether the processor has every instruction that this module uses.
    pub(in crate::engine) fn is_available() -> bool {
        is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512ifma")
    }
}

const BITS: u32 = 52;
const QUOTIENT: [u64; LIMBS] = Eight::CONSTANTS.quotient;
const P: [u64; LIMBS] = Eight::CONSTANTS.p;
/// `2^52 / top`, rounded up.
const TOP_INVERSE: u64 = (1 << BITS) / Eight::CONSTANTS.top + 1;
/// Limbs of 0 to 7 p, limb by limb.
const MULTIPLES: [[u64; 8]; LIMBS] = {
    let (mut multiples, mut of) = ([[0; 8]; LIMBS], 0);
    while of < 8 {
        let limbs = Eight::CONSTANTS.times(of as u64);
        let mut i = 0;
        while i < LIMBS {
            multiples[i][of] = limbs[i];
            i += 1;
        }
        of += 1;
    }
    multiples
};

/// Eight integers.
#[derive(Debug, Clone, Copy)]
#[repr(transparent)]
pub(in crate::engine) struct Eight(__m512i);

/// Limbs of a product before it is reduced.
type Wide = [__m512i; 2 * LIMBS];

#[inline(always)]
fn all(value: u64) -> __m512i {
    // SAFETY: see [`Word`].
    unsafe { _mm512_set1_epi64(value.cast_signed()) }
}

/// `sum + ` the lower half of `x y`.
#[inline(always)]
fn low(sum: __m512i, x: __m512i, y: __m512i) -> __m512i {
    // SAFETY: see [`Word`].
    unsafe { _mm512_madd52lo_epu64(sum, x, y) }
}

/// `sum + ` the upper half of `x y`.
#[inline(always)]
fn high(sum: __m512i, x: __m512i, y: __m512i) -> __m512i {
    // SAFETY: see [`Word`].
    unsafe { _mm512_madd52hi_epu64(sum, x, y) }
}

#[inline(always)]
fn plus(x: __m512i, y: __m512i) -> __m512i {
    // SAFETY: see [`Word`].
    unsafe { _mm512_add_epi64(x, y) }
}

#[inline(always)]
fn over(x: __m512i) -> __m512i {
    // SAFETY: see [`Word`].
    unsafe { _mm512_srli_epi64::<BITS>(x) }
}

/// Montgomery's reduction. A limb takes 32 halves of products and a carry, so it stays below 2^58.
#[inline(always)]
fn reduced(mut wide: Wide) -> Element<Eight> {
    for i in 0..LIMBS - 1 {
        let digit = wide[i];
        wide[i + 1] = plus(wide[i + 1], over(digit));
        for j in 0..LIMBS {
            wide[i + 1 + j] = low(wide[i + 1 + j], digit, all(QUOTIENT[j]));
        }
        for j in 0..LIMBS {
            wide[i + 2 + j] = high(wide[i + 2 + j], digit, all(QUOTIENT[j]));
        }
    }
    // The last digit by p itself: a larger multiple would leave a larger product.
    let digit = low(all(0), wide[LIMBS - 1], all(Eight::CONSTANTS.minus_p_inverse));
    for j in 0..LIMBS {
        wide[LIMBS - 1 + j] = low(wide[LIMBS - 1 + j], digit, all(P[j]));
    }
    for j in 0..LIMBS {
        wide[LIMBS + j] = high(wide[LIMBS + j], digit, all(P[j]));
    }
    let mut limbs = [Eight(all(0)); LIMBS];
    for (limb, wide) in limbs.iter_mut().zip(&wide[LIMBS..]) {
        limb.0 = *wide;
    }
    limbs[0].0 = plus(limbs[0].0, over(wide[LIMBS - 1]));
    carry(limbs)
}

/// Montgomery product. Not inlined: with it an addition would not fit into the instruction cache.
#[inline(never)]
#[target_feature(enable = "avx512f,avx512ifma")]
fn product(x: &Element<Eight>, y: &Element<Eight>) -> Element<Eight> {
    let mut wide = [all(0); 2 * LIMBS];
    for i in 0..LIMBS {
        for j in 0..LIMBS {
            wide[i + j] = low(wide[i + j], x[j].0, y[i].0);
        }
        for j in 0..LIMBS {
            wide[i + j + 1] = high(wide[i + j + 1], x[j].0, y[i].0);
        }
    }
    reduced(wide)
}

/// Montgomery product of an element with itself.
#[inline(never)]
#[target_feature(enable = "avx512f,avx512ifma")]
fn square(x: &Element<Eight>) -> Element<Eight> {
    let mut wide = [all(0); 2 * LIMBS];
    for i in 0..LIMBS {
        for j in i + 1..LIMBS {
            wide[i + j] = low(wide[i + j], x[j].0, x[i].0);
        }
        for j in i + 1..LIMBS {
            wide[i + j + 1] = high(wide[i + j + 1], x[j].0, x[i].0);
        }
    }
    // What is so far are products of different limbs, which a square has twice.
    for limb in &mut wide {
        *limb = plus(*limb, *limb);
    }
    for i in 0..LIMBS {
        wide[2 * i] = low(wide[2 * i], x[i].0, x[i].0);
        wide[2 * i + 1] = high(wide[2 * i + 1], x[i].0, x[i].0);
    }
    reduced(wide)
}

impl Word for Eight {
    const LANES: usize = 8;
    const CONSTANTS: Constants = Constants::new(BITS);

    #[inline(always)]
    fn all(value: u64) -> Self {
        Self(all(value))
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        Self(plus(self.0, other.0))
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        // SAFETY: see [`Word`].
        Self(unsafe { _mm512_sub_epi64(self.0, other.0) })
    }

    #[inline(always)]
    fn over(self) -> Self {
        // SAFETY: see [`Word`].
        Self(unsafe { _mm512_srai_epi64::<BITS>(self.0) })
    }

    #[inline(always)]
    fn within(self) -> Self {
        // SAFETY: see [`Word`].
        Self(unsafe { _mm512_and_si512(self.0, all(Self::CONSTANTS.mask)) })
    }

    #[inline(always)]
    fn choose(mask: u8, zero: Self, one: Self) -> Self {
        // SAFETY: see [`Word`].
        Self(unsafe { _mm512_mask_blend_epi64(mask, zero.0, one.0) })
    }

    #[inline(always)]
    fn equal(self, value: u64) -> u8 {
        // SAFETY: see [`Word`].
        unsafe { _mm512_cmpeq_epi64_mask(self.0, all(value)) }
    }

    #[inline(always)]
    fn minus_multiple(limbs: &mut Element<Self>, top: Self) {
        let times = high(all(0), top.0, all(TOP_INVERSE));
        for (limb, multiples) in limbs.iter_mut().zip(&MULTIPLES) {
            // SAFETY: see [`Word`]; a table is 64 readable bytes.
            let table = unsafe { _mm512_loadu_si512(multiples.as_ptr().cast()) };
            // SAFETY: see [`Word`].
            *limb = limb.minus(Self(unsafe { _mm512_permutexvar_epi64(times, table) }));
        }
    }

    #[inline(always)]
    fn product(x: &Element<Self>, y: &Element<Self>) -> Element<Self> {
        // SAFETY: see [`Word`].
        unsafe { product(x, y) }
    }

    #[inline(always)]
    fn square(x: &Element<Self>) -> Element<Self> {
        // SAFETY: see [`Word`].
        unsafe { square(x) }
    }

    // Without closures: a vector's instructions are not inlined into those.
    #[inline(always)]
    fn locate(sources: &Sources<'_, Point>, pairs: &[[Operand; 2]; MOST_LANES]) -> [Side; 2] {
        debug_assert!(pairs.iter().flatten().all(|operand| sources.has(*operand)));
        let mut starts = [0; MOST_LANES];
        for (start, place) in starts.iter_mut().zip(sources.starts()) {
            *start = place.expose_provenance();
        }
        // SAFETY: see [`Word`]; eight words, and eight pairs of twice 32 bits, are 64 readable bytes.
        let (starts, mut operands) = unsafe {
            (_mm512_loadu_si512(starts.as_ptr().cast()), _mm512_loadu_si512(pairs.as_ptr().cast()))
        };
        let mut sides = [Side { points: [ptr::null(); MOST_LANES], negative: 0 }; 2];
        for side in &mut sides {
            let mut places = [0; MOST_LANES];
            // SAFETY: see [`Word`]; eight words are 64 bytes to write.
            unsafe {
                let place = _mm512_and_si512(_mm512_srli_epi64::<PLACE_BIT>(operands), all(3));
                let index = _mm512_and_si512(operands, all(INDEX_MASK.into()));
                let offset = _mm512_slli_epi64::<{ size_of::<Point>().ilog2() }>(index);
                let place = plus(_mm512_permutexvar_epi64(place, starts), offset);
                _mm512_storeu_si512(places.as_mut_ptr().cast(), place);
                side.negative = _mm512_test_epi64_mask(operands, all(1 << NEGATIVE_BIT));
                operands = _mm512_srli_epi64::<32>(operands);
            }
            for (point, place) in side.points.iter_mut().zip(places) {
                *point = ptr::with_exposed_provenance(place);
            }
        }
        sides
    }

    #[inline(always)]
    fn load(rows: [&Row; MOST_LANES]) -> Element<Self> {
        let mut limbs = [all(0); LIMBS];
        for (limb, row) in limbs.iter_mut().zip(rows) {
            // SAFETY: see [`Word`]; a row is 64 readable bytes, aligned to 64.
            *limb = unsafe { _mm512_load_si512(row.0.as_ptr().cast()) };
        }
        let mut element = [Self::all(0); LIMBS];
        for (limb, lane) in element.iter_mut().zip(transposed(limbs)) {
            limb.0 = lane;
        }
        element
    }

    #[inline(always)]
    fn store<'a>(element: &Element<Self>, rows: impl Iterator<Item = &'a mut Row>) {
        let mut limbs = [all(0); LIMBS];
        for (limb, word) in limbs.iter_mut().zip(element) {
            *limb = word.0;
        }
        for (row, lane) in rows.zip(transposed(limbs)) {
            // SAFETY: see [`Word`]; a row is 64 writable bytes, aligned to 64.
            unsafe { _mm512_store_si512(row.0.as_mut_ptr().cast(), lane) };
        }
    }
}

/// Transposes an 8 x 8 matrix of 64-bit words.
#[inline(always)]
fn transposed(r: [__m512i; 8]) -> [__m512i; 8] {
    // SAFETY: see [`Word`].
    unsafe {
        let zero = _mm512_setzero_si512();
        // Pairs of rows: words 0,2,4,6 and 1,3,5,7 interleaved.
        let (mut even, mut odd) = ([zero; 4], [zero; 4]);
        for i in 0..4 {
            even[i] = _mm512_unpacklo_epi64(r[2 * i], r[2 * i + 1]);
            odd[i] = _mm512_unpackhi_epi64(r[2 * i], r[2 * i + 1]);
        }
        let (e, o) = (quads(even), quads(odd));
        [e[0], o[0], e[1], o[1], e[2], o[2], e[3], o[3]]
    }
}

/// Words of one parity out of pairs of rows: a row for each.
#[inline(always)]
fn quads(t: [__m512i; 4]) -> [__m512i; 4] {
    // SAFETY: see [`Word`].
    unsafe {
        // 128-bit blocks 0 and 2 (1 and 3) of each pair.
        let low = [
            _mm512_shuffle_i64x2::<0b10_00_10_00>(t[0], t[1]),
            _mm512_shuffle_i64x2::<0b10_00_10_00>(t[2], t[3]),
        ];
        let high = [
            _mm512_shuffle_i64x2::<0b11_01_11_01>(t[0], t[1]),
            _mm512_shuffle_i64x2::<0b11_01_11_01>(t[2], t[3]),
        ];
        [
            _mm512_shuffle_i64x2::<0b10_00_10_00>(low[0], low[1]),
            _mm512_shuffle_i64x2::<0b10_00_10_00>(high[0], high[1]),
            _mm512_shuffle_i64x2::<0b11_01_11_01>(low[0], low[1]),
            _mm512_shuffle_i64x2::<0b11_01_11_01>(high[0], high[1]),
        ]
    }
}
