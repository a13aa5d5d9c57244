// SPDX-License-Identifier: Apache-2.0
//! Processes on as many processors, whose accesses come in any order: how often one succeeds (L2), where none is promised to.

use rand::RngExt;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::phases::{Counts, Rates};
use super::users::{Position, Users};
use crate::Scheme;

/// What came of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contention {
    /// Calls that came to an end.
    pub ended: u32,
    /// What happened for each of them.
    pub rates: Rates,
}

/// So many accesses, each of a process that is drawn with the same chance for all, as of processors of one speed that know nothing of each
/// other. No kernel helps: nothing is switched.
#[must_use]
pub fn contend<S: Scheme>(users: &Users<S>, accesses: u32, seed: u64) -> Contention {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut engine = users.engine.clone();
    let mut positions = vec![Position::default(); users.processes.len()];
    let (mut counts, mut ended) = (Counts::default(), 0);
    for _ in 0..accesses {
        let number = rng.random_range(0..positions.len());
        ended += u32::from(users.go(&mut engine, number, &mut positions[number], &mut counts));
    }
    Contention { ended, rates: Rates::default().plus(counts, 1.0 / f64::from(ended.max(1))) }
}
