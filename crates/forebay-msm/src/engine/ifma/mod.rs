// SPDX-License-Identifier: Apache-2.0
//! Eight additions at a time with AVX-512 IFMA.
//!
//! A vector lane works on one bucket. Eight consecutive points form a group that is transposed once
//! and then used for every window; its eight buckets are loaded, transposed, added to, and stored.
//! Lanes with a zero digit, or whose bucket an earlier lane of the group already has, use a spare
//! bucket that nobody reads; the latter are put aside and done in groups of their own. So are the
//! lanes of a group that has few digits left, which keeps sparse scalars cheap.

mod field;
mod group;
mod window;

pub(super) use group::Points;
pub(super) use window::Window;

/// Lanes of a vector.
const LANES: usize = 8;

/// Whether the processor has every instruction that this module uses.
pub(super) fn is_available() -> bool {
    is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512ifma")
}
