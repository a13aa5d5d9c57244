// SPDX-License-Identifier: Apache-2.0
//! Many schedules in a row, and the shortest that fails.

use std::cell::RefCell;

use forebay_card::{Card, CardError, FastCard, LinkParams, RtlCard};
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner};

use crate::phase::Coverage;
use crate::player::play;
use crate::schedule::{Schedule, schedules};

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

/// A schedule that broke a promise, as short as it could be made.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Failure {
    /// The promise.
    pub why: String,
    /// The schedule.
    pub schedule: Schedule,
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

/// Opens a body, `fast` or `rtl`, of the loopback card for a schedule: its seed shuffles the order of reads.
///
/// # Errors
/// [`CardError::UnknownCard`], and what opening the RTL can end in.
pub fn open(body: &str, schedule: &Schedule) -> Result<Box<dyn Card>, CardError> {
    let link = LinkParams { shuffle_seed: schedule.seed, ..LinkParams::default() };
    Ok(match body {
        "rtl" => Box::new(RtlCard::open("loopback", link, None)?),
        _ => Box::new(FastCard::open("loopback")?),
    })
}

impl Trial {
    /// Plays schedules on a body until one fails or all are played.
    #[must_use]
    pub fn run(&self, body: &str) -> Verdict {
        let config = Config {
            cases: self.cases,
            max_shrink_iters: 3000,
            max_shrink_time: 60_000,
            failure_persistence: None,
            ..Config::default()
        };
        let mut seed = [0; 32];
        seed[..8].copy_from_slice(&self.seed.to_le_bytes());
        let random = TestRng::from_seed(RngAlgorithm::ChaCha, &seed);
        let mut runner = TestRunner::new_with_rng(config, random);
        let covered = RefCell::new((Coverage::default(), 0));
        let result = runner.run(&schedules(self.steps), |schedule| {
            let card =
                open(body, &schedule).map_err(|error| TestCaseError::fail(error.to_string()))?;
            let coverage =
                play(card, &schedule).map_err(|error| TestCaseError::fail(error.to_string()))?;
            let mut covered = covered.borrow_mut();
            covered.0.add(&coverage);
            covered.1 += 1;
            Ok(())
        });
        let failure = match result {
            Ok(()) => None,
            Err(TestError::Fail(why, schedule)) => Some(Failure { why: why.to_string(), schedule }),
            Err(TestError::Abort(why)) => Some(Failure {
                why: why.to_string(),
                schedule: Schedule { seed: 0, steps: Vec::new() },
            }),
        };
        let (coverage, played) = covered.into_inner();
        Verdict { coverage, played, failure }
    }
}
