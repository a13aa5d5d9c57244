// SPDX-License-Identifier: Apache-2.0
//! The model against figures that others have published.
//!
//! The published runs are those of an MSM of 2^20 pairs on AWS F1 ("Down the Rabbit Hole: Optimizing AWS F1 Direct Memory
//! Access", four mean times of 200 runs each). Two parameters are fitted to these four: what the core takes for a pair, which no
//! one has said, and how many other tasks kept the machine busy, of which only is known that they did. All else comes from
//! elsewhere.

mod fit;
mod others;

use serde::Serialize;

pub use fit::{Fit, LeftOut, fit};
pub use others::{Figure, other_figures};

use crate::{
    Completion, Cost, Costs, HostModelError, Load, Pattern, Profile, Scenario, Spec, Time,
};

/// Runs that the published means are of.
pub const RUNS: u64 = 200;
/// Runs by which the best of several settings is found.
const TRIALS: u64 = 16;

/// One of the published times, with the settings that it is the best of.
#[derive(Clone, Debug)]
pub struct Row {
    /// What it is.
    pub name: &'static str,
    /// Milliseconds, as published.
    pub published: f64,
    /// How its calls may hear of the end.
    pub completions: &'static [Completion],
    /// Its arrays begin with a page.
    pub aligned: bool,
    /// Chunks that it may have.
    pub chunks: &'static [u64],
    /// Entries of the FIFOs.
    pub depth: u64,
}

/// The four published times.
pub const ROWS: [Row; 4] = [
    Row {
        name: "interrupt, unaligned, chunk 1024, FIFO 1024",
        published: 198.49,
        completions: &[Completion::Interrupt],
        aligned: false,
        chunks: &[1024],
        depth: 1024,
    },
    Row {
        name: "poll, unaligned, chunk 1024, FIFO 1024",
        published: 165.1,
        completions: &[Completion::Poll],
        aligned: false,
        chunks: &[1024],
        depth: 1024,
    },
    Row {
        name: "best of both, aligned, chunk below 1024, FIFO 1024",
        published: 139.54,
        completions: &[Completion::Interrupt, Completion::Poll],
        aligned: true,
        chunks: &[128, 256, 512],
        depth: 1024,
    },
    Row {
        name: "interrupt, aligned, best chunk, FIFO 4096",
        published: 124.09,
        completions: &[Completion::Interrupt],
        aligned: true,
        chunks: &[512, 1024, 2048, 4096],
        depth: 4096,
    },
];

/// What a machine and a core are taken for.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    /// What the core takes for a pair.
    pub pair: Time,
    /// What else the machine does.
    pub load: Load,
    /// Prices.
    pub costs: Costs,
}

impl Setting {
    fn scenario(&self, row: &Row, completion: Completion, chunk: u64) -> Scenario {
        let published = Scenario::published(Pattern::Alternate, completion, chunk, row.depth);
        let profile =
            Profile { costs: self.costs.clone(), load: self.load.clone(), ..published.profile };
        let card = crate::FlowParams { pair: self.pair, ..published.card };
        Scenario { aligned: row.aligned, profile, card, ..published }
    }
}

/// A mean of some runs.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Mean {
    /// Milliseconds.
    pub ms: f64,
    /// Standard deviation of one run.
    pub deviation_ms: f64,
    /// Elements of a chunk.
    pub chunk: u64,
    /// How its calls heard of the end.
    pub completion: Completion,
}

/// The mean of so many runs; of one where nothing is drawn.
///
/// # Errors
/// [`HostModelError::Deadlock`], and what is wrong with the scenario.
pub fn mean(scenario: &Scenario, runs: u64) -> Result<Mean, HostModelError> {
    let runs = if scenario.profile.load.tasks == 0 { 1 } else { runs };
    let times: Vec<_> = (0..runs)
        .map(|seed| Ok(Scenario { seed, ..scenario.clone() }.run()?.completed()?.ms()))
        .collect::<Result<_, HostModelError>>()?;
    let ms = times.iter().sum::<f64>() / runs as f64;
    let square = times.iter().map(|time| (time - ms).powi(2)).sum::<f64>() / runs as f64;
    let Scenario { chunk, completion, .. } = *scenario;
    Ok(Mean { ms, deviation_ms: square.sqrt(), chunk, completion })
}

/// What the model says for a row: of the settings that it is the best of, the one that is the best in some trials.
///
/// # Errors
/// See [`mean`].
pub fn predict(row: &Row, setting: &Setting, runs: u64) -> Result<Mean, HostModelError> {
    let mut best: Option<(f64, Scenario)> = None;
    for completion in row.completions {
        for chunk in row.chunks {
            let scenario = setting.scenario(row, *completion, *chunk);
            let trial = mean(&scenario, TRIALS.min(runs))?.ms;
            if best.as_ref().is_none_or(|(least, _)| trial < *least) {
                best = Some((trial, scenario));
            }
        }
    }
    let none = HostModelError::Parameter {
        parameter: "row",
        value: row.name.into(),
        wanted: "a completion and a chunk",
    };
    mean(&best.ok_or(none)?.1, runs)
}

/// A row as published and as predicted.
#[derive(Clone, Debug, Serialize)]
pub struct Compared {
    /// What it is.
    pub name: &'static str,
    /// Milliseconds, as published.
    pub published_ms: f64,
    /// What the model says.
    pub predicted: Mean,
    /// Of the published time, in percent.
    pub error_percent: f64,
    /// What it would be on a machine that does nothing else.
    pub idle_ms: f64,
    /// Published time less the best published one, which is taken for the core's.
    pub published_overhead_ms: f64,
    /// Predicted time less that of the core.
    pub overhead_ms: f64,
    /// Of the published overhead, in percent; none of the best one.
    pub overhead_error_percent: Option<f64>,
}

/// A time with a cost at either end of what others have seen.
#[derive(Clone, Debug, Serialize)]
pub struct Sensitivity {
    /// The cost and its range.
    pub spec: Spec,
    /// Milliseconds of each row with the least.
    pub low_ms: [f64; ROWS.len()],
    /// With the most.
    pub high_ms: [f64; ROWS.len()],
}

/// One statement of the text, and whether the model agrees.
#[derive(Clone, Debug, Serialize)]
pub struct Statement {
    /// The statement.
    pub says: &'static str,
    /// The two times that it compares, in milliseconds: the shorter one first.
    pub ms: [f64; 2],
    /// It holds.
    pub holds: bool,
}

/// Everything that the model says about published figures.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// What is fitted: the core's time per pair in nanoseconds, and the other tasks.
    pub fitted: Fit,
    /// The four times.
    pub rows: Vec<Compared>,
    /// What the text says beside them.
    pub statements: Vec<Statement>,
    /// Each of the four predicted from a fit to the other three.
    pub left_out: Vec<LeftOut>,
    /// Figures that nothing was fitted to.
    pub others: Vec<Figure>,
    /// The four times with all costs at their defaults, by as many runs as those that follow.
    pub default_ms: [f64; ROWS.len()],
    /// The four times over the range of each cost.
    pub sensitivity: Vec<Sensitivity>,
}

/// Holds the model against everything.
///
/// # Errors
/// See [`mean`].
pub fn validate() -> Result<Report, HostModelError> {
    let (fitted, left_out) = fit()?;
    let setting = fitted.setting();
    let rows: Vec<_> =
        ROWS.iter().map(|row| compare(row, &setting, RUNS)).collect::<Result<_, _>>()?;
    Ok(Report {
        rows,
        statements: statements(&setting)?,
        left_out,
        others: other_figures()?,
        default_ms: times(&setting)?,
        sensitivity: Cost::SPECS
            .into_iter()
            .map(|spec| sensitivity(spec, &setting))
            .collect::<Result<_, _>>()?,
        fitted,
    })
}

/// A row as published and as the mean of so many runs.
///
/// # Errors
/// See [`mean`].
pub fn compare(row: &Row, setting: &Setting, runs: u64) -> Result<Compared, HostModelError> {
    let predicted = predict(row, setting, runs)?;
    let idle = predict(row, &Setting { load: Load::idle(), ..setting.clone() }, 1)?;
    let best = ROWS.iter().map(|row| row.published).fold(f64::INFINITY, f64::min);
    let published_overhead_ms = row.published - best;
    let overhead_ms = predicted.ms - (setting.pair * (1 << 20)).ms();
    Ok(Compared {
        name: row.name,
        published_ms: row.published,
        predicted,
        error_percent: percent(predicted.ms, row.published),
        idle_ms: idle.ms,
        published_overhead_ms,
        overhead_ms,
        overhead_error_percent: (published_overhead_ms > 0.0)
            .then(|| percent(overhead_ms, published_overhead_ms)),
    })
}

fn percent(value: f64, of: f64) -> f64 {
    (value / of - 1.0) * 100.0
}

/// All rows, by fewer runs.
fn times(setting: &Setting) -> Result<[f64; ROWS.len()], HostModelError> {
    let mut times = [0.0; ROWS.len()];
    for (time, row) in times.iter_mut().zip(&ROWS) {
        *time = predict(row, setting, RUNS / 4)?.ms;
    }
    Ok(times)
}

fn sensitivity(spec: Spec, setting: &Setting) -> Result<Sensitivity, HostModelError> {
    let all = |price: Time| {
        let costs = setting.costs.clone().with(spec.cost, price)?;
        times(&Setting { costs, ..setting.clone() })
    };
    Ok(Sensitivity { spec, low_ms: all(spec.low)?, high_ms: all(spec.high)? })
}

/// What the text says beside the four times, each as two means of which the first is to be the shorter one.
fn statements(setting: &Setting) -> Result<Vec<Statement>, HostModelError> {
    use Completion::{Interrupt, Poll};
    let idle = Setting { load: Load::idle(), ..setting.clone() };
    let at = |setting: &Setting, completion, aligned, chunk, depth| {
        let row = Row { name: "", published: 0.0, completions: &[], aligned, chunks: &[], depth };
        mean(&setting.scenario(&row, completion, chunk), RUNS).map(|mean| mean.ms)
    };
    let all = [
        (
            "under load, FIFO 1024, chunk 1024: polling is faster than interrupts",
            [at(setting, Poll, true, 1024, 1024)?, at(setting, Interrupt, true, 1024, 1024)?],
        ),
        (
            "under load, FIFO 4096, chunk 2048: interrupts are faster than polling",
            [at(setting, Interrupt, true, 2048, 4096)?, at(setting, Poll, true, 2048, 4096)?],
        ),
        (
            "idle, FIFO 4096, chunk 2048: polling is not slower than interrupts",
            [at(&idle, Poll, true, 2048, 4096)?, at(&idle, Interrupt, true, 2048, 4096)?],
        ),
        (
            "alignment helps, interrupt, FIFO 1024, chunk 1024",
            [at(setting, Interrupt, true, 1024, 1024)?, at(setting, Interrupt, false, 1024, 1024)?],
        ),
        (
            "alignment helps, poll, FIFO 1024, chunk 1024",
            [at(setting, Poll, true, 1024, 1024)?, at(setting, Poll, false, 1024, 1024)?],
        ),
        (
            "a chunk of half the FIFO is better than a whole one, poll, FIFO 1024",
            [at(setting, Poll, true, 512, 1024)?, at(setting, Poll, true, 1024, 1024)?],
        ),
        (
            "an idle machine is faster, interrupt, FIFO 1024, chunk 1024",
            [at(&idle, Interrupt, true, 1024, 1024)?, at(setting, Interrupt, true, 1024, 1024)?],
        ),
    ];
    Ok(all.into_iter().map(|(says, ms)| Statement { says, ms, holds: ms[0] <= ms[1] }).collect())
}
