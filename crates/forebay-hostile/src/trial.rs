// SPDX-License-Identifier: Apache-2.0
//! Many schedules in a row, and the shortest that fails.

use std::time::Duration;

use forebay_bus::{Card, CardError};
use proptest::strategy::{Strategy as _, ValueTree as _};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use crate::HostileError;
use crate::phase::Coverage;
use crate::player::play;
use crate::schedule::{Link, Schedule, schedules};
use crate::shrink::{Failure, shortest};

/// How long a schedule that fails is made shorter at most.
const SHRINK_TIME: Duration = Duration::from_secs(60);

/// Schedules to try on one body.
#[derive(Clone, Copy, Debug)]
pub struct Trial {
    /// Seed of the schedules.
    pub seed: u64,
    /// How many.
    pub cases: u32,
    /// Steps of one at most.
    pub steps: usize,
}

/// What came of a trial.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// Phases hit.
    pub coverage: Coverage,
    /// Schedules played to the end.
    pub played: u64,
    /// The failure, if there was one.
    pub failure: Option<Failure>,
}

/// Opens a body, `fast` or `rtl`, of the loopback card; a seed other than 0 shuffles the order of its reads, which the native
/// card does not know of.
///
/// # Errors
/// [`CardError::UnknownCard`], and what opening the RTL can end in.
pub fn open(body: &str, seed: u64, link: Link) -> Result<Box<dyn Card>, CardError> {
    forebay_sim::open(&format!("{body}:loopback"), link.params(seed), None)
}

impl Trial {
    /// Plays schedules on a body until one fails or all are played.
    #[must_use]
    pub fn run(&self, body: &str) -> Verdict {
        let mut seed = [0; 32];
        seed[..8].copy_from_slice(&self.seed.to_le_bytes());
        let random = TestRng::from_seed(RngAlgorithm::ChaCha, &seed);
        let mut runner = TestRunner::new_with_rng(Config::default(), random);
        let strategy = schedules(self.steps);
        let mut verdict = Verdict { coverage: Coverage::default(), played: 0, failure: None };
        for _ in 0..self.cases {
            // Nothing is filtered, so there always is one.
            let made = strategy.new_tree(&mut runner).map(|tree| tree.current());
            let schedule =
                made.unwrap_or(Schedule { seed: 0, link: Link::Usual, steps: Vec::new() });
            match try_one(body, &schedule) {
                Ok(coverage) => verdict.coverage.add(&coverage),
                Err(error) => {
                    let failure = Failure { why: error.to_string(), schedule };
                    let fails = |tried: &Schedule| {
                        try_one(body, tried).err().map(|error| error.to_string())
                    };
                    verdict.failure = Some(shortest(failure, SHRINK_TIME, fails));
                    break;
                }
            }
            verdict.played += 1;
        }
        verdict
    }
}

fn try_one(body: &str, schedule: &Schedule) -> Result<Coverage, HostileError> {
    play(open(body, schedule.seed, schedule.link)?, schedule)
}
