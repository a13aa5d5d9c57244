// SPDX-License-Identifier: Apache-2.0
//! Vector files: one line of JSON, then binary sections without gaps.
//!
//! The JSON object has `format` ("forebay-vectors"), `version`, `generator`, `seed`, `count`,
//! `distribution`, `window_bits`, `bucket_count` and `checksum` (of all bytes after the newline, see
//! [`crate::formats::card::checksum`], as `0x` hexadecimal). Then follow
//! `count` points (96 B, arkworks uncompressed records), `count` scalars (32 B), `bucket_count`
//! buckets (97 B: 1 and an arkworks record, or 97 zero bytes for an empty bucket), the result (96 B).

use std::path::Path;

use ark_bls12_377::G1Affine;
use serde::{Deserialize, Serialize};

use super::{VectorSpec, Vectors};
use crate::{
    MsmError, SCALAR_BYTES, WindowPlan,
    formats::{
        card::checksum,
        encode::{read_ark_uncompressed, write_ark_uncompressed},
        points::{io_error, write_file},
    },
};

/// Version of the file format.
pub const FORMAT_VERSION: u32 = 1;
/// Name and version of the generator, recorded in every file; changes whenever the same spec would
/// give other vectors.
pub const GENERATOR: &str = "forebay-msm vectors 1 (ChaCha20)";

const FORMAT: &str = "forebay-vectors";
const POINT: usize = 96;
const BUCKET: usize = 1 + POINT;

/// The JSON line.
#[derive(Debug, Serialize, Deserialize)]
struct Header {
    format: String,
    version: u32,
    generator: String,
    #[serde(flatten)]
    spec: VectorSpec,
    bucket_count: usize,
    checksum: String,
}

impl Vectors {
    /// Writes the vector to a file.
    ///
    /// # Errors
    /// [`MsmError::Io`]; [`MsmError::BadVector`] if the header cannot be encoded.
    pub fn write(&self, path: &Path) -> Result<(), MsmError> {
        let body = self.body();
        let header = Header {
            format: FORMAT.into(),
            version: FORMAT_VERSION,
            generator: GENERATOR.into(),
            spec: self.spec.clone(),
            bucket_count: self.buckets.len(),
            checksum: format!("{:#018x}", checksum(&body)),
        };
        let line = serde_json::to_string(&header).map_err(|error| bad(path, error.to_string()))?;
        write_file(path, &[line.as_bytes(), b"\n", &body])
    }

    fn body(&self) -> Vec<u8> {
        let mut body = vec![0; body_bytes(self.points.len(), self.buckets.len())];
        let (points, rest) = body.split_at_mut(self.points.len() * POINT);
        let (scalars, rest) = rest.split_at_mut(self.scalars.len() * SCALAR_BYTES);
        let (buckets, result) = rest.split_at_mut(self.buckets.len() * BUCKET);
        for (record, point) in points.chunks_exact_mut(POINT).zip(&self.points) {
            write_ark_uncompressed(point, record);
        }
        scalars.copy_from_slice(self.scalars.as_flattened());
        for (record, bucket) in buckets.chunks_exact_mut(BUCKET).zip(&self.buckets) {
            if let Some(point) = bucket {
                record[0] = 1;
                write_ark_uncompressed(point, &mut record[1..]);
            }
        }
        write_ark_uncompressed(&self.result, result);
        body
    }

    /// Reads a vector file and verifies its checksum.
    ///
    /// # Errors
    /// [`MsmError::Io`]; [`MsmError::BadVector`] for a bad header, version, checksum or record;
    /// [`MsmError::Truncated`] and [`MsmError::Oversized`] for a size that does not fit the header;
    /// [`MsmError::BadWindows`].
    pub fn read(path: &Path) -> Result<Self, MsmError> {
        let bytes = std::fs::read(path).map_err(|source| io_error(path, source))?;
        let end = bytes.iter().position(|byte| *byte == b'\n');
        let end = end.ok_or_else(|| bad(path, "it has no header line".into()))?;
        let header: Header = serde_json::from_slice(&bytes[..end])
            .map_err(|error| bad(path, format!("its header line is not valid: {error}")))?;
        let body = &bytes[end + 1..];
        check_header(path, &header, end + 1, body)?;
        Self::parse(path, header, body)
    }

    fn parse(path: &Path, header: Header, body: &[u8]) -> Result<Self, MsmError> {
        let count = header.spec.count;
        let (points, rest) = body.split_at(count * POINT);
        let (scalars, rest) = rest.split_at(count * SCALAR_BYTES);
        let (buckets, result) = rest.split_at(header.bucket_count * BUCKET);
        let point = |what: &str, index: usize, record: &[u8]| {
            read_ark_uncompressed(record)
                .map_err(|reason| bad(path, format!("{what} {index}: {reason}")))
        };
        let points = points
            .chunks_exact(POINT)
            .enumerate()
            .map(|(i, record)| point("point", i, record))
            .collect::<Result<Vec<G1Affine>, _>>()?;
        let mut values = vec![[0; SCALAR_BYTES]; count];
        values.as_flattened_mut().copy_from_slice(scalars);
        let buckets = buckets
            .chunks_exact(BUCKET)
            .enumerate()
            .map(|(i, record)| match record[0] {
                0 => Ok(None),
                1 => point("bucket", i, &record[1..]).map(Some),
                tag => Err(bad(path, format!("bucket {i} has tag {tag}, allowed are 0 and 1"))),
            })
            .collect::<Result<Vec<_>, _>>()?;
        let result = point("result", 0, result)?;
        Ok(Self { spec: header.spec, points, scalars: values, buckets, result })
    }
}

fn bad(path: &Path, reason: String) -> MsmError {
    MsmError::BadVector { path: path.to_path_buf(), reason }
}

/// Size of the binary part; saturates for counts that no file can have.
fn body_bytes(count: usize, buckets: usize) -> usize {
    count
        .saturating_mul(POINT + SCALAR_BYTES)
        .saturating_add(buckets.saturating_mul(BUCKET))
        .saturating_add(POINT)
}

/// Checks everything that the header says about the body.
fn check_header(path: &Path, header: &Header, start: usize, body: &[u8]) -> Result<(), MsmError> {
    if header.format != FORMAT || header.version != FORMAT_VERSION {
        return Err(bad(
            path,
            format!(
                "it is \"{}\" version {}, this program reads \"{FORMAT}\" version {FORMAT_VERSION}",
                header.format, header.version
            ),
        ));
    }
    let plan = WindowPlan::new(&header.spec.window_bits)?;
    if plan.bucket_count() != header.bucket_count {
        return Err(bad(
            path,
            format!(
                "it has {} buckets, its windows need {}",
                header.bucket_count,
                plan.bucket_count()
            ),
        ));
    }
    let expected = body_bytes(header.spec.count, header.bucket_count).saturating_add(start) as u64;
    let actual = (start + body.len()) as u64;
    let (path_buf, what) = (path.to_path_buf(), "vector file");
    if actual < expected {
        return Err(MsmError::Truncated { path: path_buf, what, expected, actual });
    }
    if actual > expected {
        return Err(MsmError::Oversized { path: path_buf, what, expected, actual });
    }
    let sum = format!("{:#018x}", checksum(body));
    if sum != header.checksum {
        return Err(bad(
            path,
            format!("its checksum is {}, its body gives {sum}", header.checksum),
        ));
    }
    Ok(())
}
