// SPDX-License-Identifier: Apache-2.0
//! Which scalars of a batch are multiplied apart from others: zeros and ones, where there are enough of them.
//!
//! Ones are summed in a run of one pass, which is as quick as points come, and zeros need no run; but points have to be brought
//! together and sent again, ones and others alike. So each multiplication of a batch is counted first, and done in the way that takes
//! the fewest cycles by the plans, as against all points in the card's memory and their sum by class known.

use forebay_msm::Scalar;
use forebay_msm::passes::{CLASSES, PassPlan};
use forebay_msm::sieve::{Block, Kept, Tally, pick};

use super::Engine;
use super::jobs::{Part, Source};
use super::plans::{Plan, host_cycles};
use crate::bases::{Bases, Segment};
use crate::error::MsmClientError;
use crate::mode::ScalarMode;
use crate::report::SieveReport;

/// Scalars that are counted together. Segments of points begin at a multiple of that.
const BLOCK: usize = CLASSES as usize;
/// Time that the host takes to copy a scalar and its point, in nanoseconds, shared by its cores.
const HOST_COPY_NS: u64 = 40;

/// How a multiplication is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// All of its points as they are.
    Whole,
    /// Without those of zeros.
    WithoutZeros,
    /// Without those of zeros, and those of ones apart.
    OnesApart,
}

impl Way {
    pub(super) const fn is_whole(self) -> bool {
        matches!(self, Self::Whole)
    }

    /// What is kept for runs of their own.
    pub(super) const fn kept(self) -> &'static [Kept] {
        match self {
            Self::Whole => &[],
            Self::WithoutZeros => &[Kept::NotZeros],
            Self::OnesApart => &[Kept::Ones, Kept::Others],
        }
    }
}

/// A multiplication that has been looked at.
#[derive(Debug)]
pub(super) struct Sieved {
    pub way: Way,
    /// Of each block of its scalars; none where nothing is sieved.
    tallies: Vec<Tally>,
}

/// Looks at the scalars of a batch, if the mode is to sieve them.
pub(super) fn look(
    engine: &Engine,
    bases: &Bases,
    batch: &[&[Scalar]],
) -> Result<Vec<Sieved>, MsmClientError> {
    let one = |scalars: &&[Scalar]| {
        if engine.mode != ScalarMode::Sieve {
            return Ok(Sieved { way: Way::Whole, tallies: Vec::new() });
        }
        let mut sieved = Sieved { way: Way::Whole, tallies: Tally::of_blocks(scalars, BLOCK) };
        sieved.way = sieved.quickest(engine, bases)?;
        Ok(sieved)
    };
    batch.iter().map(one).collect()
}

impl Sieved {
    /// How many scalars are of each sort.
    pub(super) fn tally(&self) -> Tally {
        self.tallies.iter().copied().sum()
    }

    /// What is kept, in parts of at most so many points.
    pub(super) fn picked(&self, product: usize, kept: Kept, most: usize) -> Vec<Part> {
        let all = self.tally().kept(kept);
        // As even as blocks allow.
        let count = all.div_ceil(most).max(1);
        let most = most.min(all.div_ceil(count) + BLOCK);
        let mut parts: Vec<Part> = Vec::new();
        for (block, tally) in self.tallies.iter().enumerate() {
            let (points, end) = (tally.kept(kept), (block + 1) * BLOCK);
            match parts.last_mut() {
                Some(last) if last.points + points <= most => {
                    last.points += points;
                    last.scalars.end = end;
                }
                _ => {
                    let (source, scalars) = (Source::Sieved(kept), block * BLOCK..end);
                    parts.push(Part { product, source, scalars, points });
                }
            }
        }
        parts
    }

    /// Copies a part's scalars to where its run takes them from; gives their points.
    pub(super) fn copy(
        &self,
        kept: Kept,
        part: &Part,
        (bases, scalars): (&Bases, &[Scalar]),
        into: &mut [Scalar],
    ) -> Result<Segment, MsmClientError> {
        let first = part.scalars.start / BLOCK;
        let end = part.scalars.end.min(scalars.len());
        let scalars = scalars[part.scalars.start..end].chunks(BLOCK);
        let blocks = scalars.zip(bases.blocks(BLOCK).skip(first)).zip(&self.tallies[first..]);
        let blocks =
            blocks.map(|((scalars, points), tally)| Block { scalars, points, tally: *tally });
        Segment::written(part.points, |points| {
            pick(kept, blocks, into, points);
            Ok(())
        })
    }

    /// The way of the fewest cycles.
    fn quickest(&self, engine: &Engine, bases: &Bases) -> Result<Way, MsmClientError> {
        let Tally { zeros, ones, others } = self.tally();
        if zeros + ones == 0 {
            return Ok(Way::Whole);
        }
        let shares = bases.shares(zeros + ones + others).map(|share| share.len());
        let shares: Vec<_> = shares.filter(|points| *points > 0).collect();
        let plan = engine.plan(&shares)?;
        let whole = shares.iter().map(|points| plan.cycles(&engine.geometry, *points)).sum();
        let mut best = (Way::Whole, whole);
        for way in [Way::WithoutZeros, Way::OnesApart] {
            let of_kept = way.kept().iter().map(|kept| self.cycles(engine, *kept));
            let cycles = of_kept.sum::<Result<u64, _>>()?;
            if cycles < best.1 {
                best = (way, cycles);
            }
        }
        Ok(best.0)
    }

    /// Cycles of the runs for what is kept, and of the host for them.
    fn cycles(&self, engine: &Engine, kept: Kept) -> Result<u64, MsmClientError> {
        let parts = self.picked(0, kept, engine.most_points());
        let lengths = parts.iter().map(|part| part.points).filter(|points| *points > 0);
        let lengths: Vec<_> = lengths.collect();
        let card = &engine.geometry;
        let copied = host_cycles(engine, lengths.iter().sum(), HOST_COPY_NS);
        let of_runs: u64 = match kept {
            _ if lengths.is_empty() => 0,
            Kept::Ones => {
                let plan = PassPlan::of_ones(card, &lengths);
                lengths.iter().map(|points| plan.cycles_with_points(card, *points)).sum()
            }
            Kept::Others | Kept::NotZeros => {
                let plan = Plan::new(engine, &lengths)?;
                let of_run = |points: &usize| {
                    let (correction, _) = plan.by_class(engine, *points, *points);
                    plan.alone().cycles_with_points(card, *points) + correction
                };
                lengths.iter().map(of_run).sum()
            }
        };
        Ok(copied + of_runs)
    }
}

impl SieveReport {
    /// That of a batch.
    pub(super) fn new(batch: &[Sieved]) -> Self {
        let of = |ways: &[Way]| -> Tally {
            let those = batch.iter().filter(|sieved| ways.contains(&sieved.way));
            those.map(Sieved::tally).sum()
        };
        let all = of(&[Way::Whole, Way::WithoutZeros, Way::OnesApart]);
        Self {
            zeros: all.zeros,
            ones: all.ones,
            others: all.others,
            sieved: batch.iter().filter(|sieved| !sieved.way.is_whole()).count(),
            dropped: of(&[Way::WithoutZeros, Way::OnesApart]).zeros,
            ones_apart: of(&[Way::OnesApart]).ones,
        }
    }
}
