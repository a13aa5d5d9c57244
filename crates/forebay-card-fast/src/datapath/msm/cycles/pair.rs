// SPDX-License-Identifier: Apache-2.0
//! A pair of scalar and point as the model of cycles sees it: which buckets it goes to, and when its data came.

use forebay_msm::windows::MAX_WINDOWS;

/// Beats that a point ends the first of: four points are in nine beats.
const MOST_BEATS: usize = 3;

/// Buckets of the digits that are not zero, lowest window first.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Pair {
    pub(in super::super) buckets: [u32; MAX_WINDOWS],
    pub(in super::super) count: usize,
}

impl Pair {
    pub(super) const EMPTY: Self = Self { buckets: [0; MAX_WINDOWS], count: 0 };
}

/// The first cycles in which the core could see each beat that a pair needs beyond those of the pair before it.
#[derive(Clone, Copy, Debug, Default)]
pub(in super::super) struct Arrival {
    /// Of its scalar; 0 if that is in a beat with the one before it.
    pub(in super::super) scalar: u64,
    /// Of its point, as many as there are.
    pub(in super::super) point: [u64; MOST_BEATS],
    pub(in super::super) point_beats: usize,
}

/// Where pairs come from.
pub(in super::super) trait Supply {
    /// The next pair of the run, if all of it is there, and how many of its digits are not zero.
    fn next(&mut self, pair: &mut Pair) -> Option<Arrival>;

    /// Whether so much has been taken that others could do something with the room.
    fn is_enough(&self) -> bool;

    /// Windows of a scalar.
    fn windows(&self) -> usize;
}
