// SPDX-License-Identifier: Apache-2.0
//! Round robin played, with times in whole units.

use rand::RngExt;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::phases::{Counts, Rates, dwell};
use super::users::{Position, Users};
use crate::Scheme;
use crate::cost::Bus;

/// Attempts in the shortest quantum. The report's of 10 ms has some 2,000; what counts is that errors are over by the next switch.
const ATTEMPTS: u64 = 20;
/// Parts of a run, by whose differences its interval is estimated: a switch depends on those just before it.
pub const BATCHES: u32 = 100;
/// Two-sided 95 % of Student's law with [`BATCHES`] - 1 degrees of freedom.
const STUDENT_95: f64 = 1.984;

/// How long things take, in units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// A store.
    pub store: u32,
    /// A load.
    pub load: u32,
    /// Between two attempts.
    pub gap: u32,
}

/// What came of a run, for each context switch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// Means.
    pub rates: Rates,
    /// Half of a 95 % interval of the errors.
    pub errors_95: f64,
    /// Half of a 95 % interval of the answers FAIL.
    pub fails_95: f64,
}

/// Half of a 95 % interval of the mean of these, which are of [`BATCHES`] parts of a run; 0 for fewer than two.
#[must_use]
pub fn half_95(parts: &[f64]) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "they are a hundred")]
    let count = parts.len() as f64;
    if count < 2.0 {
        return 0.0;
    }
    let mean = parts.iter().sum::<f64>() / count;
    let squares: f64 = parts.iter().map(|it| (it - mean).powi(2)).sum();
    STUDENT_95 * f64::sqrt(squares / (count * (count - 1.0)))
}

/// Plays this many switches, rounded up to whole parts, by this seed.
#[must_use]
pub fn simulate<S: Scheme>(users: &Users<S>, pace: Pace, switches: u32, seed: u64) -> Measured {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut engine = users.engine.clone();
    let mut positions = vec![Position::default(); users.processes.len()];
    let mut running = 0;
    let per_batch = switches.div_ceil(BATCHES);
    let batches: Vec<Counts> = (0..BATCHES)
        .map(|_| {
            let mut counts = Counts::default();
            for _ in 0..per_batch {
                users.switch_to(&mut engine, running);
                quantum(
                    users,
                    pace,
                    &mut engine,
                    running,
                    &mut positions[running],
                    &mut rng,
                    &mut counts,
                );
                running = (running + 1) % users.processes.len();
            }
            counts
        })
        .collect();
    let share = 1.0 / f64::from(per_batch);
    let of = |counts: &Counts| Rates::default().plus(*counts, share);
    let rates = batches
        .iter()
        .fold(Rates::default(), |sum, counts| sum.plus(*counts, share / f64::from(BATCHES)));
    let half = |pick: fn(&Rates) -> f64| {
        half_95(&batches.iter().map(|it| pick(&of(it))).collect::<Vec<_>>())
    };
    Measured { rates, errors_95: half(|it| it.errors), fails_95: half(|it| it.fails) }
}

/// A process runs until its quantum is over. It ends anywhere in an attempt with the same chance, for its length is drawn from one attempt's;
/// an access that is not done then is begun anew. An attempt that nothing interrupts delays the end.
fn quantum<S: Scheme>(
    users: &Users<S>,
    pace: Pace,
    engine: &mut S,
    number: usize,
    position: &mut Position,
    rng: &mut ChaCha8Rng,
    counts: &mut Counts,
) {
    let program = &users.processes[number].program;
    let bus = Bus { store: pace.store.into(), load: pace.load.into(), barrier: 0.0, trap: 0.0 };
    let times = dwell(program.steps(), &bus, pace.gap.into());
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "sums of whole units"
    )]
    let times: Vec<u64> = times.into_iter().map(|time| time as u64).collect();
    let attempt: u64 = times.iter().sum();
    let mut left = ATTEMPTS * attempt + rng.random_range(0..attempt);
    loop {
        let time = times[position.at];
        if time > left && !(program.is_atomic && position.at > 0) {
            return;
        }
        left = left.saturating_sub(time);
        users.go(engine, number, position, counts);
    }
}
