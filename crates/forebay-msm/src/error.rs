// SPDX-License-Identifier: Apache-2.0
//! Every way an input can be wrong, with the place, the value and what to do about it.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use crate::formats::PointFormat;

/// The error of this crate.
///
/// Indices count points, scalars or buckets from 0; offsets are bytes from the start of a file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MsmError {
    /// A file could not be opened, read or written.
    #[error("{path}: {source}; check that the path exists and is accessible")]
    Io {
        /// File concerned.
        path: PathBuf,
        /// Cause given by the operating system.
        source: std::io::Error,
    },
    /// What has no size before it is read, such as a pipe.
    #[error(
        "{path} is no regular file, and its size is not known before it is read; write what it gives into a file first"
    )]
    NoFile {
        /// Path concerned.
        path: PathBuf,
    },
    /// A plain scalar file is asked for, and this is an arkworks vector.
    #[error(
        "{path}: its first 8 bytes are the count of the {count} scalars behind them, as arkworks writes vectors; read it as one (--scalars-ark)"
    )]
    ScalarVector {
        /// File concerned.
        path: PathBuf,
        /// Scalars behind the count.
        count: u64,
    },
    /// No known point format fits the file.
    #[error(
        "{path}: unknown point format (size {size} bytes, starts with {head}); \
         expected an arkworks vector, a gnark slice or a Forebay card file; name the format (--points-format) if you know it"
    )]
    UnknownFormat {
        /// File concerned.
        path: PathBuf,
        /// Size of the file in bytes.
        size: u64,
        /// Its first bytes in hexadecimal.
        head: String,
    },
    /// The file is shorter than its header (or its record size) demands.
    #[error(
        "{path}: truncated {what}{}: {actual} bytes, but {expected} are needed; fetch or write the file again",
        counted(*count)
    )]
    Truncated {
        /// File concerned.
        path: PathBuf,
        /// What was being read.
        what: &'static str,
        /// The count in the file's header, where that has one.
        count: Option<u64>,
        /// Size needed, in bytes.
        expected: u64,
        /// Size found, in bytes.
        actual: u64,
    },
    /// Bytes follow the last record.
    #[error(
        "{path}: oversized {what}{}: the last record ends at byte {expected}, the file has {actual} bytes; \
         cut the trailing bytes or name the right format",
        counted(*count)
    )]
    Oversized {
        /// File concerned.
        path: PathBuf,
        /// What was being read.
        what: &'static str,
        /// The count in the file's header, where that has one.
        count: Option<u64>,
        /// Offset at which the file should end.
        expected: u64,
        /// Size found, in bytes.
        actual: u64,
    },
    /// The file holds more than there is memory for.
    #[error("{path}: no memory for {bytes} bytes of it; ask for fewer records (--count)")]
    NoMemory {
        /// File concerned.
        path: PathBuf,
        /// Bytes of the records asked for.
        bytes: u64,
    },
    /// More records were asked for than the file holds.
    #[error(
        "{path}: {wanted} records wanted, the file holds {available}; ask for at most {available}"
    )]
    CountTooLarge {
        /// File concerned.
        path: PathBuf,
        /// Records asked for.
        wanted: u64,
        /// Records in the file.
        available: u64,
    },
    /// A record of a point file is not an encoding of its format.
    #[error(
        "{path}: point {index} at byte {offset} is not valid {format}: {reason}; check the file's format and origin"
    )]
    BadEncoding {
        /// File concerned.
        path: PathBuf,
        /// Format being read.
        format: PointFormat,
        /// Index of the point.
        index: usize,
        /// Offset of its first byte.
        offset: u64,
        /// What is wrong, with the value seen.
        reason: String,
    },
    /// A file's own header or checksum does not hold.
    #[error("{path}: bad {what} at byte {offset}: {reason}; write the file again")]
    BadHeader {
        /// File concerned.
        path: PathBuf,
        /// Kind of file.
        what: &'static str,
        /// Offset of the field.
        offset: u64,
        /// What is wrong, with the value seen.
        reason: String,
    },
    /// No window plan fits the card.
    #[error(
        "no windows of {} to {} bits for {points} points fit a card with {buckets} buckets an adder and room for {records} points; \
         use other windows, fewer points, or a card with more memory",
        widths.start(), widths.end()
    )]
    NoPlan {
        /// Widths of windows that were tried.
        widths: RangeInclusive<u32>,
        /// Points of the multiplication.
        points: usize,
        /// Buckets of each adder.
        buckets: usize,
        /// Points that the card's memory has room for.
        records: usize,
    },
    /// A point does not satisfy the curve equation.
    #[error("point {index} is not on BLS12-377 G1: x = {x}, y = {y}; remove or correct it")]
    NotOnCurve {
        /// Index of the point.
        index: usize,
        /// x in big-endian hexadecimal.
        x: String,
        /// y in big-endian hexadecimal.
        y: String,
    },
    /// A point lies on the curve but not in the subgroup of prime order r.
    #[error(
        "point {index} is on the curve but outside the subgroup of order r: x = {x}; \
         the card's addition is complete only in the subgroup: clear the cofactor or remove the point"
    )]
    NotInSubgroup {
        /// Index of the point.
        index: usize,
        /// x in big-endian hexadecimal.
        x: String,
    },
    /// A point has no image on the twisted Edwards curve (four points of order 2 or 4, none in the subgroup).
    #[error(
        "point {index} (x = {x}) has no twisted Edwards image; it is outside the subgroup: remove it"
    )]
    NoEdwardsImage {
        /// Index of the point.
        index: usize,
        /// x in big-endian hexadecimal.
        x: String,
    },
    /// A scalar is not below the group order.
    #[error(
        "scalar {index} is not below the group order r: {value}; reduce the scalars modulo r (`--reduce`) or correct it"
    )]
    ScalarTooLarge {
        /// Index of the scalar.
        index: usize,
        /// Its value in big-endian hexadecimal.
        value: String,
    },
    /// Numbers of points and scalars differ.
    #[error("{points} points but {scalars} scalars; give equally many of both")]
    LengthMismatch {
        /// Number of points.
        points: usize,
        /// Number of scalars.
        scalars: usize,
    },
    /// A byte buffer does not have the size its content needs.
    #[error("{what}: {actual} bytes, expected {expected}; pass whole records")]
    BufferSize {
        /// Buffer concerned.
        what: &'static str,
        /// Size needed, in bytes.
        expected: usize,
        /// Size given, in bytes.
        actual: usize,
    },
    /// A field element is not in its range.
    #[error(
        "{what} {index}: coordinate {coordinate} = {value} is not below {limit}; the data are damaged"
    )]
    FieldRange {
        /// Kind of record.
        what: &'static str,
        /// Index of the record.
        index: usize,
        /// Name of the coordinate.
        coordinate: &'static str,
        /// Raw value in big-endian hexadecimal.
        value: String,
        /// Name of the bound.
        limit: &'static str,
    },
    /// A bucket's coordinates are no point of the curve.
    #[error(
        "bucket {index} holds no curve point ({reason}); read the buckets again, then replay the run bucket by bucket"
    )]
    BadBucket {
        /// Number of the bucket.
        index: usize,
        /// Which equation fails.
        reason: &'static str,
    },
    /// Every bucket is a curve point but their sum is not one.
    #[error(
        "the sum of the buckets is no curve point although every bucket is; check the points' subgroup membership"
    )]
    BadSum,
    /// A window table cannot be used.
    #[error("window table {bits:?}: {reason}; read the table from the card again or correct it")]
    BadWindows {
        /// Window widths in bits.
        bits: Vec<u32>,
        /// Which rule is broken.
        reason: String,
    },
    /// A vector file's content cannot be used.
    #[error("vector file {path}: {reason}; generate it again with `forebay vectors`")]
    BadVector {
        /// File concerned.
        path: PathBuf,
        /// What is wrong, with the value seen.
        reason: String,
    },
}

/// What a header says, behind the name of its file.
fn counted(count: Option<u64>) -> String {
    count.map(|count| format!(" with a count of {count} in its header")).unwrap_or_default()
}
