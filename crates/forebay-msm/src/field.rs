// SPDX-License-Identifier: Apache-2.0
//! Base field elements as bytes: Montgomery form with R = 2^384, 48 bytes little-endian.
//!
//! These are exactly arkworks' six 64-bit limbs, so no arithmetic is needed in either direction;
//! only values that the card leaves between p and 2p are brought back below p.

use std::fmt::Write as _;

use ark_bls12_377::Fq;
use ark_ff::{BigInt, BigInteger, PrimeField};

/// Size of one field element in bytes.
pub const FQ_BYTES: usize = 48;

/// Little-endian bytes as 64-bit limbs; missing bytes count as zero.
pub(crate) fn limbs_from_le<const LIMBS: usize>(bytes: &[u8]) -> [u64; LIMBS] {
    let mut limbs = [0; LIMBS];
    for (limb, chunk) in limbs.iter_mut().zip(bytes.chunks(8)) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        *limb = u64::from_le_bytes(word);
    }
    limbs
}

/// Raw Montgomery limbs of 48 little-endian bytes.
pub(crate) fn raw_from_bytes(bytes: &[u8]) -> BigInt<6> {
    BigInt::new(limbs_from_le(bytes))
}

/// Element from raw Montgomery bytes that must be below p.
pub(crate) fn canonical_from_bytes(bytes: &[u8]) -> Option<Fq> {
    let raw = raw_from_bytes(bytes);
    (raw < Fq::MODULUS).then(|| Fq::new_unchecked(raw))
}

/// Element from raw Montgomery bytes below 2p, as the card's adder leaves them.
pub(crate) fn lazy_from_bytes(bytes: &[u8]) -> Option<Fq> {
    let mut raw = raw_from_bytes(bytes);
    if raw >= Fq::MODULUS {
        raw.sub_with_borrow(&Fq::MODULUS);
    }
    (raw < Fq::MODULUS).then(|| Fq::new_unchecked(raw))
}

/// Writes an element's raw Montgomery bytes into the first [`FQ_BYTES`] bytes of `out`.
pub(crate) fn write_bytes(value: &Fq, out: &mut [u8]) {
    for (limb, chunk) in value.0.0.iter().zip(out.chunks_exact_mut(8)) {
        chunk.copy_from_slice(&limb.to_le_bytes());
    }
}

/// Little-endian bytes as big-endian hexadecimal with `0x`.
#[must_use]
pub fn hex_from_le(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(2 + 2 * bytes.len());
    text.push_str("0x");
    for byte in bytes.iter().rev() {
        // Writing into a String cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// The integer a field element stands for (not its Montgomery form), 96 hexadecimal digits, big-endian, with `0x`.
#[must_use]
pub fn fq_hex(value: &Fq) -> String {
    hex_from_le(&value.into_bigint().to_bytes_le())
}
