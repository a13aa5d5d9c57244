// SPDX-License-Identifier: Apache-2.0
//! Points of multiplications, converted once: they stay in DMA memory, in segments of what a card's memory has room for.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use forebay::{Buffer, Feed};
use forebay_msm::by_class::by_class;
use forebay_msm::passes::CLASSES;
use forebay_msm::{CARD_POINT_BYTES, CardPointBytes, ExtendedPoint, G1Affine, MsmError, curve};

use crate::error::MsmClientError;
use crate::streams::{entries, points_feed};

/// Points between sums by class that are kept on the way to a longer one: the host adds so many in well under a second.
const CHECKPOINT: usize = 128 * CLASSES as usize;
/// Sums by class of a segment that are kept wherever they end; beyond that only those far from others are.
const SUMS_KEPT: usize = 1024;

/// Points in card format, resident in DMA memory.
#[derive(Clone, Debug)]
pub struct Bases {
    segments: Vec<Arc<Segment>>,
    points: usize,
    prepared_in: Duration,
}

/// Points that a run takes at most.
#[derive(Debug)]
pub(crate) struct Segment {
    buffer: Arc<Buffer>,
    points: usize,
    /// The sum by class of so many points from the first on.
    by_class: Mutex<BTreeMap<usize, ExtendedPoint>>,
    /// A run has taken them.
    used: AtomicBool,
}

impl Bases {
    /// Of points on the curve, in segments of at most so many; each begins with the first class.
    pub(crate) fn new(points: &[G1Affine], most: usize) -> Result<Self, MsmClientError> {
        let began = Instant::now();
        let segments = points.chunks(most.max(1)).enumerate().map(|(number, points)| {
            let segment = Segment::written(points.len(), |records| {
                curve::write_card_points(points, records.as_flattened_mut())
                    .map_err(|error| behind(error, number * most).into())
            });
            segment.map(Arc::new)
        });
        let segments = segments.collect::<Result<_, MsmClientError>>()?;
        Ok(Self { segments, points: points.len(), prepared_in: began.elapsed() })
    }

    /// Number of points.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.points
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.points == 0
    }

    pub(crate) const fn prepared_in(&self) -> Duration {
        self.prepared_in
    }

    pub(crate) fn segments(&self) -> &[Arc<Segment>] {
        &self.segments
    }

    /// Points in the card's format, so many at a time; the last ones of a segment may be fewer.
    pub(crate) fn blocks(&self, points: usize) -> impl Iterator<Item = &[CardPointBytes]> {
        self.segments.iter().flat_map(move |segment| segment.records().chunks(points))
    }

    /// Which of so many scalars go with the points of each segment.
    pub(crate) fn shares(&self, scalars: usize) -> impl Iterator<Item = Range<usize>> {
        let mut first = 0;
        self.segments.iter().map(move |segment| {
            let end = scalars.min(first + segment.points);
            let share = first.min(end)..end;
            first += segment.points;
            share
        })
    }

    /// There must be a point for each scalar.
    pub(crate) const fn expect(&self, scalars: usize) -> Result<(), MsmClientError> {
        if scalars > self.points { Err(self.too_few_for(scalars)) } else { Ok(()) }
    }

    pub(crate) const fn too_few_for(&self, scalars: usize) -> MsmClientError {
        MsmClientError::LengthMismatch { points: self.points, scalars }
    }
}

/// The error of a point that so many others are in front of.
fn behind(error: MsmError, first: usize) -> MsmError {
    match error {
        MsmError::NoEdwardsImage { index, x } => {
            MsmError::NoEdwardsImage { index: first + index, x }
        }
        other => other,
    }
}

impl Segment {
    /// So many points as they are written.
    pub(crate) fn written(
        points: usize,
        write: impl FnOnce(&mut [CardPointBytes]) -> Result<(), MsmClientError>,
    ) -> Result<Self, MsmClientError> {
        let bytes = points * CARD_POINT_BYTES;
        let mut buffer = entries(bytes)?;
        let (records, _) = buffer[..bytes].as_chunks_mut();
        write(records)?;
        let buffer = Arc::new(buffer);
        Ok(Self { buffer, points, by_class: Mutex::default(), used: false.into() })
    }

    fn records(&self) -> &[CardPointBytes] {
        let (records, _) = self.buffer[..self.points * CARD_POINT_BYTES].as_chunks();
        records
    }

    pub(crate) const fn points(&self) -> usize {
        self.points
    }

    pub(crate) fn feed(&self) -> Feed {
        points_feed(Arc::clone(&self.buffer))
    }

    /// A run takes them; whether one has before.
    pub(crate) fn use_once(&self) -> bool {
        self.used.swap(true, Ordering::Relaxed)
    }

    /// Additions that the sum by class of the first `points` costs the host.
    pub(crate) fn unknown(&self, points: usize) -> usize {
        points - self.known(points).0
    }

    /// The sum by class of the first `points`.
    pub(crate) fn by_class(&self, points: usize) -> Result<ExtendedPoint, MsmClientError> {
        let (mut at, mut sum) = self.known(points);
        while at < points {
            let end = points.min((at / CHECKPOINT + 1) * CHECKPOINT);
            sum.add(&by_class(self.records()[at..end].as_flattened(), at)?);
            at = end;
            self.learn(at, sum);
        }
        Ok(sum)
    }

    /// Keeps the sum by class of the first `points`.
    pub(crate) fn learn(&self, points: usize, sum: ExtendedPoint) {
        let far = self.unknown(points) >= CLASSES as usize;
        let mut sums = self.by_class.lock().unwrap_or_else(PoisonError::into_inner);
        if far || sums.len() < SUMS_KEPT {
            sums.insert(points, sum);
        }
    }

    /// The longest sum that is known of not more than so many points.
    fn known(&self, points: usize) -> (usize, ExtendedPoint) {
        let sums = self.by_class.lock().unwrap_or_else(PoisonError::into_inner);
        let longest = sums.range(..=points).next_back();
        longest.map_or((0, ExtendedPoint::IDENTITY), |(points, sum)| (*points, *sum))
    }
}
