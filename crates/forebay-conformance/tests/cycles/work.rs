// SPDX-License-Identifier: Apache-2.0
//! What the cards are given: pairs, how they come to the core, and when its buckets are read.

use std::fmt;

use forebay_msm::vectors::{random_points, random_scalars};
use forebay_msm::{Scalar, WindowPlan, curve};
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
    /// Points in a run: what takes a flight of the adder each is kept short, and zeros cost the core less than their way to it.
    pub(crate) const fn most_points(self) -> usize {
        match self {
            Self::Uniform => 2000,
            Self::Witness => 800,
            Self::Equal | Self::Ones => 250,
            Self::Zeros => 10,
        }
    }

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

/// Runs that are queued behind each other.
pub(crate) struct Work {
    seed: u64,
    shape: Shape,
    pub(crate) feed: Feed,
    pub(crate) read_out: ReadOut,
    pub(crate) runs: Vec<Run>,
}

impl Work {
    pub(crate) fn new(
        plan: &WindowPlan,
        seed: u64,
        shape: Shape,
        counts: Vec<usize>,
        feed: Feed,
        read_out: ReadOut,
    ) -> Self {
        let run = |(seed, pairs): (u64, usize)| {
            let mut scalars = shape.scalars(seed, pairs);
            scalars.iter_mut().for_each(|scalar| cut(scalar, plan.scalar_bits()));
            Run::new(seed, scalars)
        };
        let runs = (seed..=u64::MAX).zip(counts).map(run).collect();
        Self { seed, shape, feed, read_out, runs }
    }

    /// Everything for a stream port: scalars, or points.
    pub(crate) fn stream(&self, port: u32) -> Vec<u8> {
        let bytes = self.runs.iter().map(|run| if port == 0 { &run.scalars } else { &run.points });
        bytes.flatten().copied().collect()
    }
}

impl fmt::Display for Work {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pairs: Vec<_> = self.runs.iter().map(|run| run.pairs).collect();
        let Self { shape, feed, read_out, seed, .. } = self;
        write!(f, "{pairs:?} {shape:?}, {feed:?}, read {read_out:?}, seed {seed}")
    }
}

/// Clears all bits of a scalar from `bits` up.
fn cut(scalar: &mut Scalar, bits: u32) {
    for (index, byte) in (0..).zip(scalar) {
        let kept = bits.saturating_sub(8 * index).min(8);
        *byte &= u8::MAX.checked_shr(8 - kept).unwrap_or(0);
    }
}

/// Whole beats with those bytes.
fn beats(bytes: &[u8]) -> Vec<u8> {
    let mut beats = bytes.to_vec();
    beats.resize(bytes.len().next_multiple_of(BEAT), 0);
    beats
}
