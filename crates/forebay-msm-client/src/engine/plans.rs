// SPDX-License-Identifier: Apache-2.0
//! The plans of a batch, and what is quicker on the card than on the host.

use forebay_msm::passes::PassPlan;
use forebay_msm::sieve::Kept;

use super::Engine;
use super::jobs::{Job, Part, Source};
use crate::bases::Bases;
use crate::error::MsmClientError;

/// Time that the host takes for an addition, in nanoseconds, shared by its cores.
const HOST_ADDITION_NS: u64 = 400;

/// The plan of all runs of whole scalars.
#[derive(Debug)]
pub(super) struct Plan {
    alone: PassPlan,
    /// With a pass behind it that sums points by class, if the card has room for that.
    with_classes: Option<PassPlan>,
}

/// The plans of a batch.
#[derive(Debug)]
pub(super) struct Plans {
    scalars: Plan,
    ones: PassPlan,
    /// No run is of whole scalars.
    only_ones: bool,
}

impl Plan {
    /// The quickest for runs of so many points.
    pub(super) fn new(engine: &Engine, lengths: &[usize]) -> Result<Self, MsmClientError> {
        let alone = engine.plan(lengths)?;
        let gathers = engine.mode.is_uniform() && engine.geometry.records > 0;
        let with_classes = gathers.then(|| alone.with_classes(&engine.geometry)).flatten();
        Ok(Self { alone, with_classes })
    }

    pub(super) const fn alone(&self) -> &PassPlan {
        &self.alone
    }

    /// Cycles of the sum of so many points by class, and whether the card makes it, in a pass for it, more quickly than the host, which
    /// has to add so many.
    pub(super) fn by_class(&self, engine: &Engine, points: usize, unknown: usize) -> (u64, bool) {
        let host = host_cycles(engine, unknown, HOST_ADDITION_NS);
        let cycles = |plan: &PassPlan| plan.cycles(&engine.geometry, points);
        let on_card = self.with_classes.as_ref().map(|with| cycles(with) - cycles(&self.alone));
        match on_card {
            Some(on_card) if on_card < host => (on_card, true),
            _ => (host, false),
        }
    }
}

impl Plans {
    /// Those for runs over all these parts.
    pub(super) fn new(engine: &Engine, parts: &[Part]) -> Result<Self, MsmClientError> {
        let lengths = |ones: bool| -> Vec<usize> {
            let parts = parts.iter().filter(|part| part.is_of_ones() == ones);
            parts.map(|part| part.points).collect()
        };
        let (ones, others) = (lengths(true), lengths(false));
        let only_ones = others.is_empty() && !ones.is_empty();
        let scalars = Plan::new(engine, &others)?;
        Ok(Self { scalars, ones: PassPlan::of_ones(&engine.geometry, &ones), only_ones })
    }

    /// The one that a report is about: of whole scalars, if there are any.
    pub(super) const fn reported(&self) -> &PassPlan {
        if self.only_ones { &self.ones } else { &self.scalars.alone }
    }

    /// The one without a pass for the classes.
    pub(super) const fn of_part(&self, part: &Part) -> &PassPlan {
        if part.is_of_ones() { &self.ones } else { &self.scalars.alone }
    }

    /// The one of a run.
    pub(super) fn of(&self, job: &Job) -> &PassPlan {
        let with_classes = self.scalars.with_classes.as_ref().filter(|_| job.gathers);
        with_classes.unwrap_or_else(|| self.of_part(&job.part))
    }

    /// Whether the card sums a part's points by class.
    pub(super) fn gathers(&self, engine: &Engine, part: &Part, bases: &Bases) -> bool {
        let unknown = match part.source {
            Source::Segment(segment) => bases.segments()[segment].unknown(part.points),
            Source::Sieved(Kept::Ones) => return false,
            // Nobody has summed them before.
            Source::Sieved(Kept::Others | Kept::NotZeros) => part.points,
        };
        let (_, on_card) = self.scalars.by_class(engine, part.points, unknown);
        on_card
    }
}

/// Cycles in which all cores of the host do so many things of so many nanoseconds.
pub(super) fn host_cycles(engine: &Engine, count: usize, each_ns: u64) -> u64 {
    let cores = std::thread::available_parallelism().map_or(1, usize::from) as u128;
    let cycles = count as u128 * u128::from(each_ns) * u128::from(engine.clock_hz());
    u64::try_from(cycles / cores / 1_000_000_000).unwrap_or(u64::MAX)
}
