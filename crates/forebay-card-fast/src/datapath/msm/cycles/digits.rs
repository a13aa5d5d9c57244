// SPDX-License-Identifier: Apache-2.0
//! Records whose digits are as any, by a number of their own: of a run with them nobody has to have points or scalars.

use super::PassShape;

/// A number that goes with another one.
pub(super) const fn hash(number: u64) -> u64 {
    let number = (number ^ number >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let number = (number ^ number >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ number >> 31
}

/// Digits of a run's passes.
#[derive(Debug)]
pub(super) struct Digits {
    seed: u64,
    passes: Vec<PassShape>,
    buckets: u64,
}

impl Digits {
    pub(super) fn new(seed: u64, passes: &[PassShape], buckets: usize) -> Self {
        Self { seed, passes: passes.to_vec(), buckets: buckets as u64 }
    }

    /// Windows of each lane in a pass.
    pub(super) fn windows(&self, pass: usize) -> usize {
        self.passes[pass].windows
    }

    /// For each window of a record its bucket, and a number as any.
    pub(super) fn of(
        &self,
        pass: usize,
        lane: usize,
        record: usize,
    ) -> impl Iterator<Item = (u32, u64)> {
        let PassShape { windows, bucket_bits, .. } = self.passes[pass];
        let number = self.seed.wrapping_add(record as u64);
        (0..).take(windows).map(move |window: u32| {
            let which = (pass * 8 + lane) as u64 + u64::from(window) * 512;
            let any = hash(number.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(which));
            let range = self.buckets.min(1 << bucket_bits);
            let bucket = u32::try_from(((any >> 32) * range) >> 32).unwrap_or(u32::MAX);
            (window << bucket_bits | bucket, any)
        })
    }
}
