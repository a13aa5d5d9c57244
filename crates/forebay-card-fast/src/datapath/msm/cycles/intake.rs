// SPDX-License-Identifier: Apache-2.0
//! When words and points of the streams are there (`fby_msm_intake` and what is in it).

use super::facts::{MULTIPLES_CYCLES, WORD_CYCLES, WORDS};
use super::records::Arrival;

/// The ways of the two streams in a run's first pass.
#[derive(Debug)]
pub(super) struct Intake {
    has_scalars: bool,
    /// When the last scalar was taken, and the last beat of points.
    scalar_at: u64,
    beat_at: u64,
    /// When words were handed on, by their number modulo how many may be inside; of how many records.
    given_at: [u64; WORDS],
    given: usize,
}

impl Intake {
    /// That of a pass that starts in cycle `began`.
    pub(super) const fn new(began: u64, has_scalars: bool) -> Self {
        Self {
            has_scalars,
            scalar_at: began + MULTIPLES_CYCLES - 1,
            beat_at: began,
            given_at: [0; WORDS],
            given: 0,
        }
    }

    /// The first cycle in which what streams bring of the next record is there.
    pub(super) fn next(&mut self, arrival: &Arrival) -> u64 {
        let last = self.given_at[(self.given + WORDS - 1) % WORDS];
        let mut at = last + 1;
        if self.has_scalars {
            let room = if self.given < WORDS { 0 } else { self.given_at[self.given % WORDS] + 1 };
            self.scalar_at = arrival.scalar.max(room).max(self.scalar_at + 1);
            at = at.max(self.scalar_at + WORD_CYCLES);
        }
        for beat in &arrival.point[..arrival.point_beats] {
            self.beat_at = (*beat).max(self.beat_at + 1);
        }
        if arrival.point_beats > 0 {
            // Beats are taken ahead but for the one that completes the point: it needs the register of the point before.
            self.beat_at = self.beat_at.max(last);
            at = at.max(self.beat_at + 1);
        }
        at
    }

    /// That record is handed on.
    pub(super) const fn give(&mut self, cycle: u64) {
        self.given_at[self.given % WORDS] = cycle;
        self.given += 1;
    }

    /// When the last record was handed on, if there was one.
    pub(super) fn given_at(&self) -> Option<u64> {
        (self.given > 0).then(|| self.given_at[(self.given - 1) % WORDS])
    }

    /// The first cycle in which nothing is left, if nothing is to come.
    pub(super) fn rests_from(&self, began: u64) -> u64 {
        let last = self.given_at[(self.given + WORDS - 1) % WORDS];
        (began + MULTIPLES_CYCLES).max(last + 1)
    }
}
