// SPDX-License-Identifier: Apache-2.0
//! Which runs a batch is made of: the points of each multiplication in parts that the card's memory has room for, and where
//! it has none the passes of each part one by one.

use std::collections::HashSet;
use std::ops::Range;

use forebay_msm::Scalar;
use forebay_msm::passes::{Geometry, PassPlan};

use crate::bases::{Bases, Segment};

/// Time that the host takes for an addition, in nanoseconds, shared by its cores.
const HOST_ADDITION_NS: u64 = 400;

/// A run that gives sums.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Job {
    /// Which multiplication of the batch it is for.
    pub product: usize,
    /// Whose points.
    pub segment: usize,
    /// Which of the multiplication's scalars.
    pub scalars: Range<usize>,
    /// Passes of the plan.
    pub passes: Range<usize>,
    /// The last pass sums points by class.
    pub gathers: bool,
}

impl Job {
    pub(super) const fn points(&self) -> usize {
        self.scalars.end - self.scalars.start
    }
}

/// Lengths of all parts; those without a point need no run.
pub(super) fn lengths(bases: &Bases, batch: &[&[Scalar]]) -> Vec<usize> {
    let shares = batch.iter().flat_map(|scalars| bases.shares(scalars.len()));
    shares.map(|share| share.len()).filter(|points| *points > 0).collect()
}

/// The runs, in their order: all multiplications with a part of the points before the next part.
pub(super) fn all(
    bases: &Bases,
    batch: &[&[Scalar]],
    card: &Geometry,
    plan: &PassPlan,
    gathers: impl Fn(&Segment, usize) -> bool,
) -> Vec<Job> {
    let mut jobs = Vec::new();
    for (segment, points) in bases.segments().iter().enumerate() {
        // What an earlier run of the batch gathers is known when this one's sums come.
        let mut gathered = HashSet::new();
        for (product, scalars) in batch.iter().enumerate() {
            let Some(scalars) = bases.shares(scalars.len()).nth(segment) else { continue };
            let gathers = gathers(points, scalars.len()) && gathered.insert(scalars.len());
            let passes = plan.passes().len() + usize::from(gathers);
            let each = if card.records > 0 { passes } else { 1 };
            let rounds = (0..passes).step_by(each).filter(|_| !scalars.is_empty());
            jobs.extend(rounds.map(|first| {
                let (scalars, passes) = (scalars.clone(), first..first + each);
                Job { product, segment, scalars, passes, gathers }
            }));
        }
    }
    jobs
}

/// Whether the card sums a segment's points by class more quickly, in a pass for it, than the host those whose sum is not known.
pub(super) fn gathers_sooner(
    segment: &Segment,
    points: usize,
    pass_cycles: u64,
    clock_hz: u64,
) -> bool {
    let cores = std::thread::available_parallelism().map_or(1, usize::from) as u64;
    let host_ns = segment.unknown(points) as u64 * HOST_ADDITION_NS / cores;
    let card_ns = pass_cycles.saturating_mul(1_000_000_000) / clock_hz.max(1);
    card_ns < host_ns
}
