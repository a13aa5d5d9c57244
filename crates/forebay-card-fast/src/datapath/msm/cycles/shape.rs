// SPDX-License-Identifier: Apache-2.0
//! What decides about the cycles of a run, beside its records.

/// What a card is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Shape {
    /// Adders.
    pub(in super::super) adders: usize,
    /// Banks of its memory, a multiple of the adders; 0 without one.
    pub(in super::super) banks: usize,
    /// Buckets of each adder.
    pub(in super::super) buckets: usize,
}

/// What a run does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct RunShape {
    /// Records.
    pub(in super::super) points: usize,
    /// Slot of the first ones in each bank.
    pub(in super::super) slot: usize,
    /// The points are in the memory: only scalars come.
    pub(in super::super) resident: bool,
}

/// What the adders do in a pass: a row of the pass table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct PassShape {
    /// Windows of each adder.
    pub(in super::super) windows: usize,
    /// Bits of a bucket's number within its window.
    pub(in super::super) bucket_bits: u32,
    /// Of these, those of the digit.
    pub(in super::super) weight_bits: u32,
    /// Adders that take part, from the first one on.
    pub(in super::super) adders: usize,
    /// Each has its own share of the records: record `i` is that of adder `i mod adders`.
    pub(in super::super) split: bool,
}
