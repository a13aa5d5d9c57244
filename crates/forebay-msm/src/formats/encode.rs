// SPDX-License-Identifier: Apache-2.0
//! One point record to and from bytes, per format.

use ark_bls12_377::{Fq, G1Affine};
use ark_ec::AffineRepr;
use ark_ff::{BigInt, BigInteger, PrimeField};

use crate::field::{FQ_BYTES, hex_from_le, limbs_from_le};

/// Set in the last byte of an arkworks record: y is the larger of the two roots.
const ARK_LARGER: u8 = 0x80;
/// Set in the last byte of an arkworks record: infinity.
const ARK_INFINITY: u8 = 0x40;
/// Mask of gnark's three flag bits in the first byte.
const GNARK_MASK: u8 = 0xe0;
/// gnark: uncompressed infinity.
const GNARK_INFINITY: u8 = 0x40;
/// gnark: compressed, y is the smaller or the larger of the two roots, or infinity.
const GNARK_COMPRESSED_SMALLER: u8 = 0x80;
const GNARK_COMPRESSED_LARGER: u8 = 0xa0;
const GNARK_COMPRESSED_INFINITY: u8 = 0xc0;

/// A coordinate from 48 canonical little-endian bytes.
fn coordinate(bytes: &[u8], name: &str) -> Result<Fq, String> {
    Fq::from_bigint(BigInt::new(limbs_from_le(bytes)))
        .ok_or_else(|| format!("{name} = {} is not below p", hex_from_le(bytes)))
}

/// Splits the flags from the last byte of an arkworks record; returns (larger, infinity).
fn split_ark_flags(record: &mut [u8]) -> Result<(bool, bool), String> {
    let Some(last) = record.last_mut() else { return Err("empty record".into()) };
    let flags = *last & (ARK_LARGER | ARK_INFINITY);
    *last &= !flags;
    if flags == ARK_LARGER | ARK_INFINITY {
        return Err(format!("flag bits {flags:#04x} in its last byte (both set)"));
    }
    Ok((flags == ARK_LARGER, flags == ARK_INFINITY))
}

/// Infinity, provided that the coordinates are zero as every writer leaves them.
fn infinity(coordinates: &[u8]) -> Result<G1Affine, String> {
    if coordinates.iter().all(|byte| *byte == 0) {
        Ok(G1Affine::identity())
    } else {
        Err("marked as infinity, but its coordinates are not zero".into())
    }
}

/// Reads an uncompressed arkworks record (96 bytes).
pub(crate) fn read_ark_uncompressed(record: &[u8]) -> Result<G1Affine, String> {
    let mut bytes = [0; 2 * FQ_BYTES];
    bytes.copy_from_slice(record);
    let (_, is_infinity) = split_ark_flags(&mut bytes)?;
    if is_infinity {
        return infinity(&bytes);
    }
    let x = coordinate(&bytes[..FQ_BYTES], "x")?;
    let y = coordinate(&bytes[FQ_BYTES..], "y")?;
    Ok(G1Affine::new_unchecked(x, y))
}

/// Reads a compressed arkworks record (48 bytes).
pub(crate) fn read_ark_compressed(record: &[u8]) -> Result<G1Affine, String> {
    let mut bytes = [0; FQ_BYTES];
    bytes.copy_from_slice(record);
    let (larger, is_infinity) = split_ark_flags(&mut bytes)?;
    if is_infinity {
        return infinity(&bytes);
    }
    from_x(&bytes, larger)
}

/// The point with this x, in canonical little-endian bytes, and the larger or the smaller y.
fn from_x(bytes: &[u8], larger: bool) -> Result<G1Affine, String> {
    let x = coordinate(bytes, "x")?;
    G1Affine::get_point_from_x_unchecked(x, larger)
        .ok_or_else(|| format!("no curve point has x = {}", hex_from_le(bytes)))
}

/// Reads a gnark raw record (96 bytes).
pub(crate) fn read_gnark_raw(record: &[u8]) -> Result<G1Affine, String> {
    let mut bytes = [0; 2 * FQ_BYTES];
    bytes.copy_from_slice(record);
    let mask = bytes[0] & GNARK_MASK;
    bytes[0] &= !GNARK_MASK;
    match mask {
        0 => {}
        GNARK_INFINITY => return infinity(&bytes),
        other => {
            return Err(format!(
                "flag bits {other:#04x} in its first byte (raw points have 0x00 or 0x40)"
            ));
        }
    }
    bytes[..FQ_BYTES].reverse();
    bytes[FQ_BYTES..].reverse();
    let x = coordinate(&bytes[..FQ_BYTES], "x")?;
    let y = coordinate(&bytes[FQ_BYTES..], "y")?;
    Ok(G1Affine::new_unchecked(x, y))
}

/// Reads a gnark compressed record (48 bytes).
pub(crate) fn read_gnark_compressed(record: &[u8]) -> Result<G1Affine, String> {
    let mut bytes = [0; FQ_BYTES];
    bytes.copy_from_slice(record);
    let mask = bytes[0] & GNARK_MASK;
    bytes[0] &= !GNARK_MASK;
    bytes.reverse();
    match mask {
        GNARK_COMPRESSED_SMALLER => from_x(&bytes, false),
        GNARK_COMPRESSED_LARGER => from_x(&bytes, true),
        GNARK_COMPRESSED_INFINITY => infinity(&bytes),
        other => Err(format!(
            "flag bits {other:#04x} in its first byte (compressed points have 0x80, 0xa0 or 0xc0)"
        )),
    }
}

/// Canonical little-endian bytes of a coordinate.
fn coordinate_bytes(value: &Fq, out: &mut [u8]) {
    out.copy_from_slice(&value.into_bigint().to_bytes_le());
}

/// Whether y is the larger of the two roots; neither is at infinity.
fn is_larger(point: &G1Affine) -> bool {
    point.y > -point.y
}

/// arkworks' flag bits of a point.
fn ark_flags(point: &G1Affine) -> u8 {
    if point.is_zero() {
        ARK_INFINITY
    } else if is_larger(point) {
        ARK_LARGER
    } else {
        0
    }
}

/// Writes an uncompressed arkworks record.
pub(crate) fn write_ark_uncompressed(point: &G1Affine, record: &mut [u8]) {
    coordinate_bytes(&point.x, &mut record[..FQ_BYTES]);
    coordinate_bytes(&point.y, &mut record[FQ_BYTES..]);
    record[2 * FQ_BYTES - 1] |= ark_flags(point);
}

/// Writes a compressed arkworks record.
pub(crate) fn write_ark_compressed(point: &G1Affine, record: &mut [u8]) {
    coordinate_bytes(&point.x, record);
    record[FQ_BYTES - 1] |= ark_flags(point);
}

/// Writes a gnark raw record.
pub(crate) fn write_gnark_raw(point: &G1Affine, record: &mut [u8]) {
    coordinate_bytes(&point.x, &mut record[..FQ_BYTES]);
    coordinate_bytes(&point.y, &mut record[FQ_BYTES..]);
    record[..FQ_BYTES].reverse();
    record[FQ_BYTES..].reverse();
    if point.is_zero() {
        record[0] |= GNARK_INFINITY;
    }
}

/// Writes a gnark compressed record.
pub(crate) fn write_gnark_compressed(point: &G1Affine, record: &mut [u8]) {
    coordinate_bytes(&point.x, record);
    record.reverse();
    record[0] |= if point.is_zero() {
        GNARK_COMPRESSED_INFINITY
    } else if is_larger(point) {
        GNARK_COMPRESSED_LARGER
    } else {
        GNARK_COMPRESSED_SMALLER
    };
}
