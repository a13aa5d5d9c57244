// SPDX-License-Identifier: Apache-2.0
//! Vector files: one line of JSON, then binary sections without gaps.
//!
//! The JSON object has `format` ("forebay-vectors"), `version`, `generator`, `seed`, `count`,
//! `distribution`, `window_bits`, `bucket_count` and `checksum` (of all bytes after the newline, see
//! [`crate::formats::card::checksum`], as `0x` hexadecimal). Then follow
//! `count` points (96 B, arkworks uncompressed records), `count` scalars (32 B), `bucket_count`
//! buckets (97 B: 1 and an arkworks record, or 97 zero bytes for an empty bucket), the result (96 B).

use std::fmt::Display;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

use ark_bls12_377::G1Affine;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};

use super::{VectorSpec, Vectors};
use crate::{
    MsmError, SCALAR_BYTES, WindowPlan,
    formats::{
        card::checksum,
        encode::{read_ark_uncompressed, write_ark_uncompressed},
        points::{io_error, open_sized, read_up_to, room, write_file},
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
/// Longest header line that is looked for: many times that of the longest window table.
const MAX_HEADER_BYTES: usize = 1 << 16;
/// Characters of a value, and of what is wrong with it, that a message shows.
const SHOWN: usize = 100;

/// The JSON line.
#[derive(Debug, Serialize)]
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

    /// Reads a vector file and verifies its checksum. Nothing is allocated for what a header says before the file has been found to
    /// be as long as that.
    ///
    /// # Errors
    /// [`MsmError::Io`]; [`MsmError::NoMemory`]; [`MsmError::BadVector`] for a header field that is missing, cannot be used or does not
    /// fit the others or the size of the file, and for a record that is none.
    pub fn read(path: &Path) -> Result<Self, MsmError> {
        let (mut file, size) = open_sized(path)?;
        let mut head = Vec::new();
        read_up_to(path, &mut file, MAX_HEADER_BYTES as u64, &mut head)?;
        let end = head.iter().position(|byte| *byte == b'\n').ok_or_else(|| {
            bad(path, format!("it has no header line within its first {MAX_HEADER_BYTES} bytes"))
        })?;
        let header = Header::parse(path, &head[..end])?;
        header.check_size(path, end as u64 + 1, size)?;
        let mut body = room(path, body_bytes(header.spec.count, header.bucket_count), 0_u8)?;
        let start = SeekFrom::Start(end as u64 + 1);
        file.seek(start).map_err(|source| io_error(path, source))?;
        file.read_exact(&mut body).map_err(|source| io_error(path, source))?;
        header.check_body(path, &body)?;
        Self::parse(path, header, &body)
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

impl Header {
    /// Reads the line and checks each field by itself, and the window table against the number of buckets.
    fn parse(path: &Path, line: &[u8]) -> Result<Self, MsmError> {
        let fields: Map<String, Value> = serde_json::from_slice(line)
            .map_err(|error| bad(path, format!("its header line is not valid: {error}")))?;
        let header = Self {
            format: field(path, &fields, "format")?,
            version: field(path, &fields, "version")?,
            generator: field(path, &fields, "generator")?,
            spec: VectorSpec {
                seed: field(path, &fields, "seed")?,
                count: field(path, &fields, "count")?,
                distribution: field(path, &fields, "distribution")?,
                window_bits: field(path, &fields, "window_bits")?,
            },
            bucket_count: field(path, &fields, "bucket_count")?,
            checksum: field(path, &fields, "checksum")?,
        };
        let refuse = |name: &str, why: &dyn Display| Err(wrong(path, name, &fields[name], why));
        if header.format != FORMAT {
            return refuse("format", &format_args!("this program reads \"{FORMAT}\""));
        }
        if header.version != FORMAT_VERSION {
            return refuse("version", &format_args!("this program reads {FORMAT_VERSION}"));
        }
        let plan = match WindowPlan::new(&header.spec.window_bits) {
            Ok(plan) => plan,
            Err(MsmError::BadWindows { reason, .. }) => return refuse("window_bits", &reason),
            Err(other) => return Err(other),
        };
        let buckets = plan.bucket_count();
        // Which of the two is wrong nobody knows: both are told.
        if buckets != header.bucket_count {
            let windows = shown(&fields["window_bits"]);
            let why = format!("but window_bits is {windows}, which needs {buckets}");
            return refuse("bucket_count", &why);
        }
        Ok(header)
    }

    /// Compares what the header says with the size of the file.
    fn check_size(&self, path: &Path, start: u64, size: u64) -> Result<(), MsmError> {
        let Self { spec: VectorSpec { count, .. }, bucket_count, .. } = self;
        let expected = start.saturating_add(body_bytes(*count, *bucket_count) as u64);
        if size == expected {
            return Ok(());
        }
        let reason = format!(
            "count is {count}: with {bucket_count} buckets that makes {expected} bytes, the file has {size}"
        );
        Err(bad(path, reason))
    }

    fn check_body(&self, path: &Path, body: &[u8]) -> Result<(), MsmError> {
        let sum = format!("{:#018x}", checksum(body));
        if sum == self.checksum {
            return Ok(());
        }
        let stored = Value::from(&*self.checksum);
        Err(wrong(path, "checksum", &stored, format_args!("the body gives {sum}")))
    }
}

/// A field of the header.
fn field<T: DeserializeOwned>(
    path: &Path,
    fields: &Map<String, Value>,
    name: &str,
) -> Result<T, MsmError> {
    let value = fields.get(name).ok_or_else(|| bad(path, format!("{name} is missing")))?;
    T::deserialize(value).map_err(|error| wrong(path, name, value, cut(error.to_string())))
}

fn wrong(path: &Path, name: &str, value: &Value, why: impl Display) -> MsmError {
    bad(path, format!("{name} is {}: {why}", shown(value)))
}

/// A value as JSON has it, cut where it gets long.
fn shown(value: &Value) -> String {
    cut(value.to_string())
}

fn cut(text: String) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}
