// SPDX-License-Identifier: Apache-2.0
//! What the cards are given: pairs, how they come, and when sums are read.

use forebay_msm::vectors::{random_points, random_scalars};
use forebay_msm::{Scalar, curve};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Bytes of a beat.
pub(crate) const BEAT: usize = 64;

/// How scalars are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Uniform,
    Equal,
    Zeros,
    Ones,
    /// As those of a prover's witness: half of them 0, many 1, one value again and again, and few large ones.
    Witness,
}

pub(crate) const SHAPES: [Shape; 5] =
    [Shape::Uniform, Shape::Equal, Shape::Zeros, Shape::Ones, Shape::Witness];

impl Shape {
    pub(crate) fn scalars(self, seed: u64, count: usize) -> Vec<Scalar> {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut one = [0; 32];
        one[0] = 1;
        let uniform = random_scalars(seed, count + 1);
        let choose = |own: &Scalar| match self {
            Self::Uniform => *own,
            Self::Equal => uniform[count],
            Self::Zeros => [0; 32],
            Self::Ones => one,
            Self::Witness => match random.random_range(0..20) {
                0..10 => [0; 32],
                10..16 => one,
                16..18 => uniform[count],
                _ => *own,
            },
        };
        uniform[..count].iter().map(choose).collect()
    }
}

/// How pairs come to the core.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Feed {
    /// By two channels, which begin before the run does and are ahead of it from then on.
    Ahead,
    /// By the host, some at once, and then none for a while.
    Chunks,
    /// By the host, one by one.
    Points,
}

/// When the stream of the read-out is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReadOut {
    AtOnce,
    /// Long after it could begin.
    Late,
}

/// The beats of a run.
pub(crate) struct Run {
    pub(crate) seed: u64,
    pub(crate) pairs: usize,
    pub(crate) scalars: Vec<u8>,
    pub(crate) points: Vec<u8>,
}

impl Run {
    /// One of these scalars, with any points.
    pub(crate) fn new(seed: u64, scalars: Vec<Scalar>) -> Self {
        let pairs = scalars.len();
        let points = curve::to_card_points(&random_points(seed, pairs)).unwrap();
        Self { seed, pairs, scalars: beats(scalars.as_flattened()), points: beats(&points) }
    }
}

/// Whole beats with those bytes.
fn beats(bytes: &[u8]) -> Vec<u8> {
    let mut beats = bytes.to_vec();
    beats.resize(bytes.len().next_multiple_of(BEAT), 0);
    beats
}
