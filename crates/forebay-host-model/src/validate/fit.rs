// SPDX-License-Identifier: Apache-2.0
//! The two parameters that are fitted, and how well three of the rows tell the fourth.
//!
//! In the last row the core is what limits: it says what a pair takes, and the other rows say how many other tasks there were.
//! Without it they say both.

use serde::Serialize;

use super::{ROWS, Setting, predict};
use crate::{Costs, HostModelError, Load, Time};

/// Times per pair at which the model is run; between them times are interpolated.
const PAIRS: [Time; 3] = [Time::from_ps(105_000), Time::from_ps(116_000), Time::from_ps(127_000)];
/// Steps of the search between the first and the last of these.
const STEPS: u32 = 220;
/// As near as steps are.
const NEAR: f64 = 0.001;
/// Tasks that may have kept a machine of eight processors busy; fewer than eight do not.
const TASKS: [u32; 6] = [0, 8, 9, 10, 11, 12];
/// Runs of each.
const RUNS: u64 = 64;

/// Parameters that are fitted.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Fit {
    /// What the core takes for a pair.
    pub pair: Time,
    /// Other tasks on eight processors.
    pub tasks: u32,
}

impl Fit {
    /// With the default prices.
    #[must_use]
    pub fn setting(&self) -> Setting {
        Setting { pair: self.pair, load: Load::of(self.tasks), costs: Costs::default() }
    }
}

/// A row that was told by the others.
#[derive(Clone, Debug, Serialize)]
pub struct LeftOut {
    /// Which one.
    pub name: &'static str,
    /// Milliseconds, as published.
    pub published_ms: f64,
    /// What the others let expect.
    pub predicted_ms: f64,
    /// Of the published time, in percent.
    pub error_percent: f64,
    /// What was fitted to the others.
    pub fitted: Fit,
}

/// Times of all rows at every point of the grid.
type Table = [[[f64; ROWS.len()]; PAIRS.len()]; TASKS.len()];

fn table() -> Result<Table, HostModelError> {
    let mut table = [[[0.0; ROWS.len()]; PAIRS.len()]; TASKS.len()];
    for (of_tasks, tasks) in table.iter_mut().zip(TASKS) {
        for (of_pair, pair) in of_tasks.iter_mut().zip(PAIRS) {
            let setting = Fit { pair, tasks }.setting();
            for (time, row) in of_pair.iter_mut().zip(&ROWS) {
                *time = predict(row, &setting, RUNS)?.ms;
            }
        }
    }
    Ok(table)
}

/// Milliseconds of a row between the points of the grid.
fn between(of_tasks: &[[f64; ROWS.len()]; PAIRS.len()], row: usize, pair: f64) -> f64 {
    let segment = usize::from(pair > PAIRS[1].ps() as f64);
    let [from, to] = [segment, segment + 1].map(|index| PAIRS[index].ps() as f64);
    let share = (pair - from) / (to - from);
    of_tasks[segment][row] * (1.0 - share) + of_tasks[segment + 1][row] * share
}

/// The row that the core limits.
const OF_THE_CORE: usize = 3;

/// Least squares of relative errors over some of the rows; where the row of the core is one of them it is met exactly.
fn search(table: &Table, rows: &[usize]) -> Fit {
    let [first, last] = [PAIRS[0], PAIRS[PAIRS.len() - 1]].map(|pair| pair.ps() as f64);
    let mut best = (f64::INFINITY, Fit { pair: PAIRS[0], tasks: 0 });
    for (of_tasks, tasks) in table.iter().zip(TASKS) {
        for step in 0..=STEPS {
            let pair = first + (last - first) * f64::from(step) / f64::from(STEPS);
            let error = |row: usize| between(of_tasks, row, pair) / ROWS[row].published - 1.0;
            let sum: f64 = rows.iter().map(|row| error(*row).powi(2)).sum();
            let meets = !rows.contains(&OF_THE_CORE) || error(OF_THE_CORE).abs() < NEAR;
            if meets && sum < best.0 {
                best = (sum, Fit { pair: Time::round_ps(pair), tasks });
            }
        }
    }
    best.1
}

/// Both parameters fitted to all rows, and each row predicted from a fit to the other three.
///
/// # Errors
/// See [`super::mean`].
pub fn fit() -> Result<(Fit, Vec<LeftOut>), HostModelError> {
    let table = table()?;
    let all: Vec<_> = (0..ROWS.len()).collect();
    let left_out = all.iter().map(|left_out| {
        let others: Vec<_> = all.iter().copied().filter(|row| row != left_out).collect();
        let fitted = search(&table, &others);
        let row = &ROWS[*left_out];
        let predicted_ms = predict(row, &fitted.setting(), super::RUNS)?.ms;
        Ok(LeftOut {
            name: row.name,
            published_ms: row.published,
            predicted_ms,
            error_percent: super::percent(predicted_ms, row.published),
            fitted,
        })
    });
    Ok((search(&table, &all), left_out.collect::<Result<_, HostModelError>>()?))
}
