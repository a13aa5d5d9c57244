// SPDX-License-Identifier: Apache-2.0
//! BLS12-377 G1 for the Forebay card: everything about points and scalars that needs no card; it never knows one.
//!
//! | Module | Its one job |
//! |---|---|
//! | [`curve`] | map Weierstrass points to the card's precomputed Edwards form and back |
//! | [`extended`] | one bucket: extended Edwards coordinates and their addition |
//! | [`check`] | refuse points off the curve or outside the subgroup, scalars >= r |
//! | [`passes`] | windows and passes of a card |
//! | [`sieve`] | tell zeros and ones from other scalars, and bring the points of each together |
//! | [`by_class`] | what a run with uniform scalars is off by |
//! | [`formats`] | read and write point and scalar files |
//! | [`windows`] | cut a scalar into signed digits, number the buckets |
//! | [`engine`] | fill all buckets natively, as the card does |
//! | [`reduce`] | sum the buckets to the result |
//! | [`vectors`] | seeded test vectors and their files |
//! | [`witness`] | the same product by arkworks, as an outside opinion |
//!
//! Points are `ark_bls12_377::G1Affine` on the host and 144 bytes on the card ([`CardPoint`]);
//! scalars are 32 bytes, little-endian, canonical ([`Scalar`]); buckets are 192 bytes.

pub mod by_class;
pub mod check;
pub mod curve;
pub mod engine;
pub mod error;
pub mod extended;
pub mod field;
pub mod formats;
pub mod passes;
pub mod reduce;
pub mod sieve;
pub mod vectors;
pub mod windows;
pub mod witness;

pub use ark_bls12_377::{Fq, Fr, G1Affine, G1Projective};
pub use curve::{CARD_POINT_BYTES, CardPoint, affine_hex};
pub use engine::{Arithmetic, BucketEngine, EngineCounts, Multiplier, WindowSums};
pub use error::MsmError;
pub use extended::{BUCKET_BYTES, BucketBytes, ExtendedPoint};
pub use windows::WindowPlan;

/// Size of one scalar in bytes.
pub const SCALAR_BYTES: usize = 32;

/// A scalar: canonical value, little-endian.
pub type Scalar = [u8; SCALAR_BYTES];

/// A point in the card's format.
pub type CardPointBytes = [u8; CARD_POINT_BYTES];

/// The README's example, compiled and run as a documentation test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExample;
