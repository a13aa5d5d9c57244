// SPDX-License-Identifier: Apache-2.0
//! Which runs a batch is made of: the points of each multiplication in parts that the card's memory has room for, as they are or
//! sieved, and where it has none the passes of each part one by one.

use std::collections::HashSet;
use std::ops::Range;

use forebay_msm::Scalar;
use forebay_msm::passes::Geometry;
use forebay_msm::sieve::Kept;

use super::plans::Plans;
use super::sieve::Sieved;
use crate::bases::Bases;

/// Where points of a part are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// In front of a segment.
    Segment(usize),
    /// Among others: those of scalars that are kept.
    Sieved(Kept),
}

/// Points that a run takes, or several runs of a pass each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Part {
    /// Which multiplication of the batch it is for.
    pub product: usize,
    pub source: Source,
    /// Which of the multiplication's scalars are its own, or have its own among them.
    pub scalars: Range<usize>,
    /// How many are its own.
    pub points: usize,
}

/// A run that gives sums.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Job {
    pub part: Part,
    /// Passes of the plan.
    pub passes: Range<usize>,
    /// The last pass sums points by class.
    pub gathers: bool,
}

impl Part {
    pub(super) const fn is_of_ones(&self) -> bool {
        matches!(self.source, Source::Sieved(Kept::Ones))
    }

    /// Points of a segment, whatever their scalars.
    fn whole(product: usize, segment: usize, scalars: Range<usize>) -> Self {
        let points = scalars.len();
        Self { product, source: Source::Segment(segment), scalars, points }
    }
}

/// The parts, none without a point: first ones, so that points of others are brought together meanwhile, last what else is sieved,
/// between them all multiplications with a part of the points before the next part.
pub(super) fn parts(
    bases: &Bases,
    batch: &[&[Scalar]],
    sieved: &[Sieved],
    most: usize,
) -> Vec<Part> {
    let kept = |ones: bool| {
        sieved.iter().enumerate().flat_map(move |(product, sieved)| {
            let kept = sieved.way.kept().iter().filter(move |kept| (**kept == Kept::Ones) == ones);
            kept.flat_map(move |kept| sieved.picked(product, *kept, most))
        })
    };
    let mut parts: Vec<_> = kept(true).collect();
    for segment in 0..bases.segments().len() {
        for (product, scalars) in batch.iter().enumerate() {
            if sieved[product].way.is_whole() {
                let share = bases.shares(scalars.len()).nth(segment);
                parts.extend(share.map(|scalars| Part::whole(product, segment, scalars)));
            }
        }
    }
    parts.extend(kept(false));
    parts.retain(|part| part.points > 0);
    parts
}

/// The runs, in the order of their parts; a part may be gathered in its last one.
pub(super) fn all(
    parts: &[Part],
    card: &Geometry,
    plans: &Plans,
    gathers: impl Fn(&Part) -> bool,
) -> Vec<Job> {
    let mut jobs = Vec::new();
    // What an earlier run of the batch gathers is known when this one's sums come.
    let mut gathered = HashSet::new();
    for part in parts {
        let mut gathers = gathers(part);
        if let Source::Segment(segment) = part.source {
            gathers = gathers && gathered.insert((segment, part.points));
        }
        let passes = plans.of_part(part).passes().len() + usize::from(gathers);
        let each = if card.records > 0 { passes } else { 1 };
        jobs.extend((0..passes).step_by(each).map(|first| Job {
            part: part.clone(),
            passes: first..first + each,
            gathers,
        }));
    }
    jobs
}
