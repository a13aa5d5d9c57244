// SPDX-License-Identifier: Apache-2.0
//! Scalar files: a plain run of 32-byte little-endian values, or an arkworks vector of them (the same
//! behind a u64 little-endian count); canonical, or in Montgomery form with R = 2^256.

use std::{
    fs::File,
    io::{Read, Seek, SeekFrom},
    path::Path,
};

use ark_bls12_377::Fr;
use ark_ff::{BigInt, BigInteger, PrimeField};
use rayon::prelude::*;

use super::points::{io_error, open_sized, read_up_to, room, write_file};
use crate::{
    MsmError, SCALAR_BYTES, Scalar,
    check::{check_scalars, reduce_scalars},
    field::limbs_from_le,
};

const WHAT: &str = "scalar file";

/// How to read a scalar file.
#[derive(Debug, Clone, Copy, Default)]
pub struct ScalarOptions {
    /// The file is an arkworks vector (u64 count in front).
    pub ark_vector: bool,
    /// The values are in Montgomery form.
    pub montgomery: bool,
    /// Accept values of r or more and reduce them.
    pub reduce: bool,
    /// Read only the first so many scalars.
    pub count: Option<usize>,
}

/// Reads a scalar file; the result is canonical and below r.
///
/// # Errors
/// [`MsmError::Io`], [`MsmError::NoFile`], [`MsmError::Truncated`], [`MsmError::Oversized`] and [`MsmError::ScalarVector`] for a
/// size that does not fit,
/// [`MsmError::CountTooLarge`], [`MsmError::ScalarTooLarge`] unless `reduce` is set (Montgomery
/// values are checked before conversion).
pub fn read_scalars(path: &Path, options: &ScalarOptions) -> Result<Vec<Scalar>, MsmError> {
    let (mut file, size) = open_sized(path)?;
    let mut start = 0;
    let available = if options.ark_vector {
        start = 8;
        let mut header = Vec::new();
        read_up_to(path, &mut file, start, &mut header)?;
        if header.len() < 8 {
            return Err(truncated(path, None, 8, size));
        }
        let [count] = limbs_from_le(&header);
        check_size(path, count, size)?;
        count
    } else {
        if size % SCALAR_BYTES as u64 != 0 {
            expect_plain(path, &mut file, size)?;
            return Err(truncated(path, None, size.next_multiple_of(SCALAR_BYTES as u64), size));
        }
        size / SCALAR_BYTES as u64
    };
    let wanted = options.count.map_or(available, |count| count as u64);
    if wanted > available {
        return Err(MsmError::CountTooLarge { path: path.to_path_buf(), wanted, available });
    }
    let count = usize::try_from(wanted).map_err(|_| truncated(path, None, u64::MAX, size))?;
    let mut scalars = room(path, count, [0; SCALAR_BYTES])?;
    file.seek(SeekFrom::Start(start)).map_err(|source| io_error(path, source))?;
    file.read_exact(scalars.as_flattened_mut()).map_err(|source| io_error(path, source))?;
    if options.reduce {
        reduce_scalars(&mut scalars);
    } else {
        check_scalars(&scalars)?;
    }
    if options.montgomery {
        scalars.par_iter_mut().for_each(leave_montgomery);
    }
    Ok(scalars)
}

/// Fails for an arkworks vector of that size.
fn expect_plain(path: &Path, file: &mut File, size: u64) -> Result<(), MsmError> {
    let mut header = Vec::new();
    read_up_to(path, file, 8, &mut header)?;
    if header.len() < 8 {
        return Ok(());
    }
    let [count] = limbs_from_le(&header);
    let is_vector = check_size(path, count, size).is_ok();
    if is_vector { Err(MsmError::ScalarVector { path: path.to_path_buf(), count }) } else { Ok(()) }
}

fn truncated(path: &Path, count: Option<u64>, expected: u64, actual: u64) -> MsmError {
    MsmError::Truncated { path: path.to_path_buf(), what: WHAT, count, expected, actual }
}

/// Compares the size of an arkworks vector with its count.
fn check_size(path: &Path, count: u64, actual: u64) -> Result<(), MsmError> {
    let expected = count.saturating_mul(SCALAR_BYTES as u64).saturating_add(8);
    if actual < expected {
        return Err(truncated(path, Some(count), expected, actual));
    }
    if actual > expected {
        return Err(MsmError::Oversized {
            path: path.to_path_buf(),
            what: WHAT,
            count: Some(count),
            expected,
            actual,
        });
    }
    Ok(())
}

/// Montgomery form to canonical form, for a value below r.
fn leave_montgomery(scalar: &mut Scalar) {
    let value = Fr::new_unchecked(BigInt::new(limbs_from_le(scalar.as_slice())));
    scalar.copy_from_slice(&value.into_bigint().to_bytes_le());
}

/// Writes scalars as they are, as a plain run or behind an arkworks count.
///
/// # Errors
/// [`MsmError::Io`].
pub fn write_scalars(path: &Path, scalars: &[Scalar], ark_vector: bool) -> Result<(), MsmError> {
    let count = (scalars.len() as u64).to_le_bytes();
    let header: &[u8] = if ark_vector { &count } else { &[] };
    write_file(path, &[header, scalars.as_flattened()])
}
