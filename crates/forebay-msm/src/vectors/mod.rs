// SPDX-License-Identifier: Apache-2.0
//! Seeded test vectors: points, scalars, expected buckets, expected result.
//!
//! The same [`VectorSpec`] always gives the same vectors (`ChaCha20` seeded by the spec's seed), so a
//! file can be made again from its header. Expected values come from arkworks' Weierstrass
//! arithmetic alone: neither [`crate::engine`] nor the Edwards map has a part in them.

mod file;
mod generate;

pub use file::{FORMAT_VERSION, GENERATOR};
pub use generate::{random_points, random_scalars};

use ark_bls12_377::G1Affine;
use serde::{Deserialize, Serialize};

use crate::{BUCKET_BYTES, ExtendedPoint, MsmError, Scalar, WindowPlan, windows::BucketPlace};

/// How the scalars of a vector are chosen; always cut to the plan's bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Distribution {
    /// Uniform below r.
    Uniform,
    /// All 0.
    Zeros,
    /// All 1.
    Ones,
    /// One uniform value for all.
    Equal,
    /// All r - 1.
    RMinusOne,
    /// Uniform, but seven of eight are 0.
    Sparse,
    /// Uniform below 2^8.
    Small,
}

impl Distribution {
    /// Every distribution.
    pub const ALL: [Self; 7] = [
        Self::Uniform,
        Self::Zeros,
        Self::Ones,
        Self::Equal,
        Self::RMinusOne,
        Self::Sparse,
        Self::Small,
    ];

    /// Name used in files and on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Uniform => "uniform",
            Self::Zeros => "zeros",
            Self::Ones => "ones",
            Self::Equal => "equal",
            Self::RMinusOne => "r-minus-one",
            Self::Sparse => "sparse",
            Self::Small => "small",
        }
    }

    /// Distribution of a given [`Self::name`]; `r-1` is understood too.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        if name == "r-1" {
            return Some(Self::RMinusOne);
        }
        Self::ALL.into_iter().find(|distribution| distribution.name() == name)
    }
}

/// What a vector is made from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct VectorSpec {
    /// Seed of the generator.
    pub seed: u64,
    /// Number of pairs.
    pub count: usize,
    /// Choice of the scalars.
    pub distribution: Distribution,
    /// Window widths in bits, lowest window first.
    pub window_bits: Vec<u32>,
}

/// A test vector.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Vectors {
    /// What it was made from.
    pub spec: VectorSpec,
    /// Subgroup points, none of them infinity unless chance wills it.
    pub points: Vec<G1Affine>,
    /// Scalars below r and within the plan's bits.
    pub scalars: Vec<Scalar>,
    /// Expected buckets in the plan's order; `None` for one that no digit falls into.
    pub buckets: Vec<Option<G1Affine>>,
    /// Expected result.
    pub result: G1Affine,
}

/// The first bucket in which a card disagrees with a vector.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BucketDifference {
    /// Number of the bucket.
    pub index: usize,
    /// Its window and digit magnitude.
    pub place: BucketPlace,
    /// What the vector says.
    pub expected: Option<G1Affine>,
    /// What the card says.
    pub actual: Option<G1Affine>,
}

impl Vectors {
    /// The plan of the spec.
    ///
    /// # Errors
    /// [`MsmError::BadWindows`] for an impossible window table.
    pub fn plan(&self) -> Result<WindowPlan, MsmError> {
        WindowPlan::new(&self.spec.window_bits)
    }

    /// Compares a card's read-out with the expected buckets, as group elements; an empty bucket
    /// equals only an empty bucket. Returns the first difference.
    ///
    /// # Errors
    /// [`MsmError::BufferSize`] for a read-out of the wrong length; [`MsmError::FieldRange`] and
    /// [`MsmError::BadBucket`] for a bucket that is no curve point.
    pub fn first_difference(&self, read_out: &[u8]) -> Result<Option<BucketDifference>, MsmError> {
        let plan = self.plan()?;
        let expected = plan.bucket_count() * BUCKET_BYTES;
        if read_out.len() != expected {
            return Err(MsmError::BufferSize {
                what: "bucket read-out",
                expected,
                actual: read_out.len(),
            });
        }
        for (index, (chunk, expected)) in
            read_out.chunks_exact(BUCKET_BYTES).zip(&self.buckets).enumerate()
        {
            let mut record = [0; BUCKET_BYTES];
            record.copy_from_slice(chunk);
            let actual = match ExtendedPoint::from_bytes(&record, index)? {
                None => None,
                Some(point) => {
                    point.check(index)?;
                    Some(point.to_affine())
                }
            };
            if let (true, Some(place)) = (actual != *expected, plan.place_of(index)) {
                return Ok(Some(BucketDifference { index, place, expected: *expected, actual }));
            }
        }
        Ok(None)
    }
}
