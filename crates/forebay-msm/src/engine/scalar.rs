// SPDX-License-Identifier: Apache-2.0
//! The portable arithmetic: that of arkworks' fields.

use crate::{BUCKET_BYTES, CARD_POINT_BYTES, CardPoint, ExtendedPoint, MsmError};

/// Parsed points of a strip.
pub(super) struct Points(Vec<CardPoint>);

impl Points {
    /// Parses card points; `first` is the index of the first one.
    pub(super) fn parse(bytes: &[u8], first: usize) -> Result<Self, MsmError> {
        let mut record = [0; CARD_POINT_BYTES];
        bytes
            .chunks_exact(CARD_POINT_BYTES)
            .enumerate()
            .map(|(i, chunk)| {
                record.copy_from_slice(chunk);
                CardPoint::from_bytes(&record, first + i)
            })
            .collect::<Result<_, _>>()
            .map(Self)
    }
}

/// Buckets of one window; `None` is an empty one.
#[derive(Debug)]
pub(super) struct Window(Vec<Option<ExtendedPoint>>);

impl Window {
    pub(super) fn new(buckets: usize) -> Self {
        Self(vec![None; buckets])
    }

    /// Adds a strip; returns the number of additions.
    pub(super) fn add(&mut self, points: &Points, digits: &[i32]) -> u64 {
        let mut adds = 0;
        for (digit, point) in digits.iter().zip(&points.0) {
            if *digit != 0 {
                let bucket = &mut self.0[digit.unsigned_abs() as usize - 1];
                bucket.get_or_insert(ExtendedPoint::IDENTITY).add_card_point(point, *digit < 0);
                adds += 1;
            }
        }
        adds
    }

    /// Writes all buckets and empties them.
    pub(super) fn drain(&mut self, out: &mut [u8]) {
        for (bucket, row) in self.0.iter_mut().zip(out.chunks_exact_mut(BUCKET_BYTES)) {
            if let Some(point) = bucket.take() {
                row.copy_from_slice(&point.to_bytes());
            }
        }
    }
}
