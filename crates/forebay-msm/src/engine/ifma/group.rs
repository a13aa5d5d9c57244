// SPDX-License-Identifier: Apache-2.0
//! Points of a strip, eight to a group, one per lane.

use std::arch::x86_64::{
    __m512i, _mm512_load_si512, _mm512_shuffle_i64x2, _mm512_store_si512, _mm512_unpackhi_epi64,
    _mm512_unpacklo_epi64,
};

use ark_bls12_377::Fq;
use ark_ff::PrimeField;

use super::{
    LANES,
    field::{FROM_CARD, LIMBS, Limbs, Vector, broadcast, mul, split},
};
use crate::{
    CARD_POINT_BYTES, MsmError,
    field::{FQ_BYTES, hex_from_le, raw_from_bytes},
};

const COORDINATES: [&str; 3] = ["y - x", "y + x", "2dxy"];

/// One element per lane, lane by lane: what [`load`] turns into a [`Vector`].
#[derive(Debug, Clone, Copy)]
#[repr(C, align(64))]
pub(super) struct Row(pub(super) Limbs);

/// Eight points: `y - x`, `y + x`, `2dxy`, each one element per lane.
#[derive(Debug, Clone, Copy)]
pub(super) struct Group(pub(super) [Vector; 3]);

/// Points of a strip; the lanes beyond the last point hold zeros and are never used.
pub(in crate::engine) struct Points(pub(super) Vec<Group>);

impl Points {
    /// Parses card points; `first` is the index of the first one.
    pub(in crate::engine) fn parse(bytes: &[u8], first: usize) -> Result<Self, MsmError> {
        let mut groups = Vec::with_capacity(bytes.len().div_ceil(CARD_POINT_BYTES * LANES));
        for (i, chunk) in bytes.chunks(CARD_POINT_BYTES * LANES).enumerate() {
            let mut rows = [[Row([0; LIMBS]); LANES]; 3];
            for (lane, point) in chunk.chunks_exact(CARD_POINT_BYTES).enumerate() {
                for (slot, raw) in point.chunks_exact(FQ_BYTES).enumerate() {
                    let value = raw_from_bytes(raw);
                    if value >= Fq::MODULUS {
                        return Err(MsmError::FieldRange {
                            what: "card point",
                            index: first + i * LANES + lane,
                            coordinate: COORDINATES[slot],
                            value: hex_from_le(raw),
                            limit: "p",
                        });
                    }
                    rows[slot][lane] = Row(split(&value.0));
                }
            }
            // SAFETY: windows of this arithmetic, and so its points, exist only where the processor has
            // the instructions (`is_available`).
            groups.push(unsafe { convert(&rows) });
        }
        Ok(Self(groups))
    }

    /// One point's three elements, for putting it into another group.
    pub(super) fn point(&self, index: usize) -> [Row; 3] {
        let lane = index % LANES;
        self.0[index / LANES].0.map(|vector| {
            let mut row = Row([0; LIMBS]);
            for (limb, vector) in row.0.iter_mut().zip(vector.0) {
                *limb = lane_of(vector, lane);
            }
            row
        })
    }
}

/// Value of one lane.
fn lane_of(vector: __m512i, lane: usize) -> u64 {
    // SAFETY: both types are 64 bytes of plain integers without invalid values.
    let lanes: [u64; LANES] = unsafe { std::mem::transmute(vector) };
    lanes[lane]
}

/// Transposes eight points and brings them into this arithmetic's Montgomery form.
#[target_feature(enable = "avx512f,avx512ifma")]
fn convert(rows: &[[Row; LANES]; 3]) -> Group {
    let factor = broadcast(&FROM_CARD);
    Group(rows.each_ref().map(|rows| mul(&load(rows.each_ref()), &factor)))
}

/// Eight elements from their rows.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
pub(super) fn load(rows: [&Row; LANES]) -> Vector {
    // SAFETY: a row is 64 readable bytes, aligned to 64.
    Vector(transpose(rows.map(|row| unsafe { _mm512_load_si512(row.0.as_ptr().cast()) })))
}

/// Rows of eight elements.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
pub(super) fn unload(vector: &Vector) -> [Row; LANES] {
    transpose(vector.0).map(|limbs| {
        let mut row = Row([0; LIMBS]);
        // SAFETY: a row is 64 writable bytes, aligned to 64.
        unsafe { _mm512_store_si512(row.0.as_mut_ptr().cast(), limbs) };
        row
    })
}

/// Transposes an 8 x 8 matrix of 64-bit words.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
fn transpose(r: [__m512i; 8]) -> [__m512i; 8] {
    // Pairs of rows: words 0,2,4,6 and 1,3,5,7 interleaved.
    let even = [0, 2, 4, 6].map(|i| _mm512_unpacklo_epi64(r[i], r[i + 1]));
    let odd = [0, 2, 4, 6].map(|i| _mm512_unpackhi_epi64(r[i], r[i + 1]));
    let quads = |t: [__m512i; 4]| {
        // 128-bit blocks 0 and 2 (1 and 3) of each pair.
        let low = [0, 2].map(|i| _mm512_shuffle_i64x2::<0b10_00_10_00>(t[i], t[i + 1]));
        let high = [0, 2].map(|i| _mm512_shuffle_i64x2::<0b11_01_11_01>(t[i], t[i + 1]));
        [
            _mm512_shuffle_i64x2::<0b10_00_10_00>(low[0], low[1]),
            _mm512_shuffle_i64x2::<0b10_00_10_00>(high[0], high[1]),
            _mm512_shuffle_i64x2::<0b11_01_11_01>(low[0], low[1]),
            _mm512_shuffle_i64x2::<0b11_01_11_01>(high[0], high[1]),
        ]
    };
    let (e, o) = (quads(even), quads(odd));
    [e[0], o[0], e[1], o[1], e[2], o[2], e[3], o[3]]
}
