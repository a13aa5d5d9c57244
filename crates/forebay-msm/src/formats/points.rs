// SPDX-License-Identifier: Apache-2.0
//! Point files: detection, reading, writing.

use std::{
    fs::File,
    io::{Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use ark_bls12_377::G1Affine;
use rayon::prelude::*;

use super::{
    PointFormat, card,
    encode::{
        read_ark_compressed, read_ark_uncompressed, read_gnark_compressed, read_gnark_raw,
        write_ark_compressed, write_ark_uncompressed, write_gnark_compressed, write_gnark_raw,
    },
};
use crate::{
    MsmError,
    curve::{from_card_points, to_card_points},
    field::limbs_from_le,
};

/// Records per parallel task.
const BATCH: usize = 1024;
/// Bytes that detection looks at: the longest header and one record.
const HEAD_BYTES: u64 = 256;

/// How to read a point file.
#[derive(Debug, Clone, Copy, Default)]
pub struct PointOptions {
    /// The file's format; found out from its content when absent.
    pub format: Option<PointFormat>,
    /// Read only the first so many points.
    pub count: Option<usize>,
}

/// Content of a point file.
#[derive(Debug, Clone)]
pub struct PointFile {
    /// Format found or given.
    pub format: PointFormat,
    /// Points in the file, also when fewer were read.
    pub available: usize,
    /// The points read; not checked for curve or subgroup membership.
    pub points: Vec<G1Affine>,
}

/// Reads a point file.
///
/// # Errors
/// [`MsmError::Io`], [`MsmError::UnknownFormat`], [`MsmError::Truncated`], [`MsmError::Oversized`],
/// [`MsmError::CountTooLarge`], [`MsmError::BadHeader`] (card files) and [`MsmError::BadEncoding`]
/// with the index and offset of the first bad record.
pub fn read_points(path: &Path, options: &PointOptions) -> Result<PointFile, MsmError> {
    let (mut file, size) = open_sized(path)?;
    let format = match options.format {
        Some(format) => format,
        None => detect(path, &mut file, size)?,
    };
    let head = FileHead::read(path, &mut file, size, format)?;
    let records = head.records(&mut file, options.count)?;
    let points = match format {
        PointFormat::Card => from_card_points(&records)?,
        _ => parse_records(path, format, &records)?,
    };
    Ok(PointFile { format, available: head.count, points })
}

/// Reads a card file without converting it: 144 bytes per point, ready for the card.
///
/// `count` limits it to the first points; the checksum covers the whole file, so it can only be
/// verified (and is) when the whole file is read.
///
/// # Errors
/// [`MsmError::Io`], [`MsmError::BadHeader`] (magic, version, record size, checksum),
/// [`MsmError::Truncated`], [`MsmError::Oversized`], [`MsmError::CountTooLarge`].
pub fn read_card_points(path: &Path, count: Option<usize>) -> Result<Vec<u8>, MsmError> {
    let (mut file, size) = open_sized(path)?;
    let head = FileHead::read(path, &mut file, size, PointFormat::Card)?;
    head.records(&mut file, count)
}

/// Writes points as a card file.
///
/// # Errors
/// [`MsmError::NoEdwardsImage`] for a point that the card cannot take, [`MsmError::Io`].
pub fn write_card_file(path: &Path, points: &[G1Affine]) -> Result<(), MsmError> {
    let records = to_card_points(points)?;
    write_file(path, &[&card::header(&records), &records])
}

/// Finds out a file's format from its size and first bytes.
///
/// A size that fits a header's count exactly decides; otherwise the format whose first record is a
/// curve point, so that a damaged file is reported as a damaged file of its kind.
///
/// # Errors
/// [`MsmError::Io`], [`MsmError::UnknownFormat`].
pub fn detect_format(path: &Path) -> Result<PointFormat, MsmError> {
    let (mut file, size) = open_sized(path)?;
    detect(path, &mut file, size)
}

fn detect(path: &Path, file: &mut File, size: u64) -> Result<PointFormat, MsmError> {
    let mut head = Vec::new();
    read_up_to(path, file, HEAD_BYTES, &mut head)?;
    if head.starts_with(&card::MAGIC) {
        return Ok(PointFormat::Card);
    }
    // What is most seldom right by chance comes first: any second x has a point, but gnark's flags stand where
    // arkworks' count is 0.
    let plain = [
        PointFormat::ArkUncompressed,
        PointFormat::GnarkRaw,
        PointFormat::GnarkCompressed,
        PointFormat::ArkCompressed,
    ];
    let fits = |format: &PointFormat| {
        head.len() >= format.header_bytes()
            && format.file_bytes(plain_count(*format, &head)) == size
    };
    let starts_with_point = |format: &PointFormat| {
        let record = head.get(format.header_bytes()..format.header_bytes() + format.record_bytes());
        record.is_some_and(|record| {
            parse_record(*format, record).is_ok_and(|point| point.is_on_curve())
        })
    };
    let found = plain.into_iter().find(fits).or_else(|| plain.into_iter().find(starts_with_point));
    found.ok_or_else(|| MsmError::UnknownFormat {
        path: path.to_path_buf(),
        size,
        head: head.iter().take(16).map(|byte| format!("{byte:02x}")).collect(),
    })
}

/// Whether the count is gnark's.
fn is_gnark(format: PointFormat) -> bool {
    matches!(format, PointFormat::GnarkRaw | PointFormat::GnarkCompressed)
}

/// Count field of a plain (not card) header.
fn plain_count(format: PointFormat, head: &[u8]) -> u64 {
    if is_gnark(format) {
        let mut bytes = [0; 4];
        bytes.copy_from_slice(&head[..4]);
        u64::from(u32::from_be_bytes(bytes))
    } else {
        let [count] = limbs_from_le(&head[..8]);
        count
    }
}

/// Header of a point file whose size has been found right.
pub(super) struct FileHead {
    path: PathBuf,
    format: PointFormat,
    /// Points in the file.
    pub(super) count: usize,
    checksum: Option<u64>,
}

impl FileHead {
    /// Reads and checks the header against the file's size.
    pub(crate) fn read(
        path: &Path,
        file: &mut File,
        size: u64,
        format: PointFormat,
    ) -> Result<Self, MsmError> {
        let header_bytes = format.header_bytes() as u64;
        let truncated = |count, expected| MsmError::Truncated {
            path: path.to_path_buf(),
            what: format.name(),
            count,
            expected,
            actual: size,
        };
        let mut header = Vec::new();
        read_up_to(path, file, header_bytes, &mut header)?;
        if (header.len() as u64) < header_bytes {
            return Err(truncated(None, header_bytes));
        }
        let (count, checksum) = if format == PointFormat::Card {
            let (count, checksum) = card::parse_header(path, &header)?;
            (count, Some(checksum))
        } else {
            (plain_count(format, &header), None)
        };
        let expected = format.file_bytes(count);
        if size < expected {
            return Err(truncated(Some(count), expected));
        }
        if size > expected {
            return Err(MsmError::Oversized {
                path: path.to_path_buf(),
                what: format.name(),
                count: Some(count),
                expected,
                actual: size,
            });
        }
        // The file is that large, so the count fits the address space of any machine that reads it.
        let count = usize::try_from(count).map_err(|_| truncated(Some(count), expected))?;
        Ok(Self { path: path.to_path_buf(), format, count, checksum })
    }

    /// Reads the first `count` records, or all; verifies the checksum of a whole card file.
    pub(crate) fn records(
        &self,
        file: &mut File,
        count: Option<usize>,
    ) -> Result<Vec<u8>, MsmError> {
        let wanted = count.unwrap_or(self.count);
        if wanted > self.count {
            return Err(MsmError::CountTooLarge {
                path: self.path.clone(),
                wanted: wanted as u64,
                available: self.count as u64,
            });
        }
        let start = self.format.header_bytes() as u64;
        file.seek(SeekFrom::Start(start)).map_err(|source| io_error(&self.path, source))?;
        let mut records = room(&self.path, wanted * self.format.record_bytes(), 0)?;
        file.read_exact(&mut records).map_err(|source| io_error(&self.path, source))?;
        match self.checksum {
            Some(checksum) if wanted == self.count => card::verify(&self.path, &records, checksum)?,
            _ => {}
        }
        Ok(records)
    }
}

/// Parses all records of a plain format on all cores.
fn parse_records(
    path: &Path,
    format: PointFormat,
    records: &[u8],
) -> Result<Vec<G1Affine>, MsmError> {
    let size = format.record_bytes();
    let mut points = room(path, records.len() / size, G1Affine::identity())?;
    let results: Vec<Result<(), MsmError>> = records
        .par_chunks(BATCH * size)
        .zip(points.par_chunks_mut(BATCH))
        .enumerate()
        .map(|(batch, (records, points))| {
            for (i, (record, point)) in records.chunks_exact(size).zip(points).enumerate() {
                let index = batch * BATCH + i;
                *point = parse_record(format, record).map_err(|reason| MsmError::BadEncoding {
                    path: path.to_path_buf(),
                    format,
                    index,
                    offset: (format.header_bytes() + index * size) as u64,
                    reason,
                })?;
            }
            Ok(())
        })
        .collect();
    results.into_iter().collect::<Result<(), _>>()?;
    Ok(points)
}

fn parse_record(format: PointFormat, record: &[u8]) -> Result<G1Affine, String> {
    match format {
        PointFormat::ArkUncompressed => read_ark_uncompressed(record),
        PointFormat::ArkCompressed => read_ark_compressed(record),
        PointFormat::GnarkRaw => read_gnark_raw(record),
        PointFormat::GnarkCompressed => read_gnark_compressed(record),
        PointFormat::Card => Err("card records are converted in batches".into()),
    }
}

/// Writes points as a file of the given format.
///
/// # Errors
/// [`MsmError::Io`]; [`MsmError::NoEdwardsImage`] for the card format;
/// [`MsmError::BufferSize`] for more than 2^32 - 1 points in gnark's formats.
pub fn write_points(path: &Path, format: PointFormat, points: &[G1Affine]) -> Result<(), MsmError> {
    if format == PointFormat::Card {
        return write_card_file(path, points);
    }
    let size = format.record_bytes();
    let mut records = vec![0; points.len() * size];
    records.par_chunks_mut(size).zip(points).for_each(|(record, point)| match format {
        PointFormat::ArkCompressed => write_ark_compressed(point, record),
        PointFormat::GnarkRaw => write_gnark_raw(point, record),
        PointFormat::GnarkCompressed => write_gnark_compressed(point, record),
        PointFormat::ArkUncompressed | PointFormat::Card => write_ark_uncompressed(point, record),
    });
    if is_gnark(format) {
        let count = u32::try_from(points.len()).map_err(|_| MsmError::BufferSize {
            what: "gnark slice (points)",
            expected: u32::MAX as usize,
            actual: points.len(),
        })?;
        write_file(path, &[&count.to_be_bytes(), &records])
    } else {
        write_file(path, &[&(points.len() as u64).to_le_bytes(), &records])
    }
}

/// Room for what a file holds, which may be more than any memory does.
pub(crate) fn room<T: Clone>(path: &Path, count: usize, empty: T) -> Result<Vec<T>, MsmError> {
    let mut room = Vec::new();
    room.try_reserve_exact(count).map_err(|_| MsmError::NoMemory {
        path: path.to_path_buf(),
        bytes: (count as u64).saturating_mul(size_of::<T>() as u64),
    })?;
    room.resize(count, empty);
    Ok(room)
}

/// Opens a file and takes its size.
pub(crate) fn open_sized(path: &Path) -> Result<(File, u64), MsmError> {
    let file = File::open(path).map_err(|source| io_error(path, source))?;
    let about = file.metadata().map_err(|source| io_error(path, source))?;
    // A folder says itself that it is one when it is read.
    if about.is_file() || about.is_dir() {
        return Ok((file, about.len()));
    }
    Err(MsmError::NoFile { path: path.to_path_buf() })
}

/// Reads at most `limit` bytes from the start of a file.
pub(crate) fn read_up_to(
    path: &Path,
    file: &mut File,
    limit: u64,
    out: &mut Vec<u8>,
) -> Result<(), MsmError> {
    file.seek(SeekFrom::Start(0)).map_err(|source| io_error(path, source))?;
    file.take(limit).read_to_end(out).map_err(|source| io_error(path, source))?;
    Ok(())
}

/// Writes a file from several parts.
pub(crate) fn write_file(path: &Path, parts: &[&[u8]]) -> Result<(), MsmError> {
    let mut file = File::create(path).map_err(|source| io_error(path, source))?;
    for part in parts {
        file.write_all(part).map_err(|source| io_error(path, source))?;
    }
    Ok(())
}

/// An I/O error with its file.
pub(crate) fn io_error(path: &Path, source: std::io::Error) -> MsmError {
    MsmError::Io { path: path.to_path_buf(), source }
}
