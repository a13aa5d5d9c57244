// SPDX-License-Identifier: Apache-2.0
//! Where the model has records from and gives sums to.

/// Beats that a point ends the first of: four points are in nine beats.
const MOST_BEATS: usize = 3;

/// In place of a bucket: the digit is zero and adds nothing.
pub(in super::super) const NO_BUCKET: u32 = u32::MAX;

/// The first cycles in which the core could see each beat that a record needs beyond those of the record before it.
#[derive(Clone, Copy, Debug, Default)]
pub(in super::super) struct Arrival {
    /// Of its scalar; 0 if that is in a beat with the one before it, or none comes.
    pub(in super::super) scalar: u64,
    /// Of its point, as many as there are.
    pub(in super::super) point: [u64; MOST_BEATS],
    pub(in super::super) point_beats: usize,
}

/// What a run needs of whoever has its data.
pub(in super::super) trait Records {
    /// The next record of the first pass, if all of it is there.
    fn next(&mut self) -> Option<Arrival>;

    /// Whether so much has been taken that others could do something with the room.
    fn is_enough(&self) -> bool;

    /// Buckets of a lane in a pass, [`NO_BUCKET`] where a digit is zero: of the records `first`, `first + step` and so on, as many as
    /// `out` holds; those of a record together, in the order of the lane's windows. In the first pass `next` has given them all.
    fn buckets(&self, pass: usize, lane: usize, first: usize, step: usize, out: &mut [u32]);

    /// Beats that the stream of sums has room for.
    fn room(&self) -> usize;

    /// So many further beats of the run's sums go.
    fn send(&mut self, beats: usize);
}
