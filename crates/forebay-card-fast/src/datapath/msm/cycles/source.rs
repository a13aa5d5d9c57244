// SPDX-License-Identifier: Apache-2.0
//! When a pair is there: the two unpackers and the recoder (`fby_msm_source` and what is in it).
//!
//! Each register on the way is free again in the cycle in which what is in it moves on, so a pair follows from the one before it and
//! from when its beats came: no cycle is gone through.

use super::pair::Arrival;

/// The way of scalars and points of one run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source {
    /// When the scalar of the last pair left the unpacker, and the recoder's first stage.
    scalar_at: u64,
    cut_at: u64,
    /// When the last beat of points was taken.
    beat_at: u64,
    /// When the dispatcher took the last pair.
    taken_at: u64,
}

impl Source {
    /// That of a run that begins in cycle `began`.
    pub(super) const fn new(began: u64) -> Self {
        Self { scalar_at: began, cut_at: 0, beat_at: began, taken_at: 0 }
    }

    /// The first cycle in which the next pair is offered.
    pub(super) fn offer(&mut self, arrival: &Arrival) -> u64 {
        self.scalar_at = (self.scalar_at + 1).max(self.cut_at).max(arrival.scalar);
        self.cut_at = (self.scalar_at + 1).max(self.taken_at);
        for beat in &arrival.point[..arrival.point_beats] {
            self.beat_at = (self.beat_at + 1).max(*beat);
        }
        // Beats are taken ahead but for the one that completes the point: it needs the register of the point before.
        self.beat_at = self.beat_at.max(self.taken_at);
        self.cut_at.max(self.beat_at) + 1
    }

    /// The dispatcher takes the pair that is offered.
    pub(super) const fn take(&mut self, cycle: u64) {
        self.taken_at = cycle;
    }
}
