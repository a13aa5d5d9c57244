// SPDX-License-Identifier: Apache-2.0
//! Seconds of ways that take turns.

use std::{error::Error, time::Instant};

use serde_json::{Value, json};

/// What one turn took.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Seconds {
    pub(crate) wall: f64,
    /// Processor time of the process, of all its threads.
    pub(crate) processor: f64,
}

/// A way to multiply and what its turns took.
#[derive(Debug)]
pub(crate) struct Way {
    name: String,
    turns: Vec<Seconds>,
}

impl Way {
    pub(crate) fn new(name: &str) -> Self {
        Self { name: name.to_owned(), turns: Vec::new() }
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Has a turn, which tells what it took.
    pub(crate) fn turn<T>(
        &mut self,
        work: impl FnOnce() -> Result<(Seconds, T), Box<dyn Error>>,
    ) -> Result<T, Box<dyn Error>> {
        let (seconds, value) = work()?;
        self.turns.push(seconds);
        Ok(value)
    }

    /// The way's times, and how many times as fast as another way it is.
    pub(crate) fn record(&self, other: &Self) -> Value {
        let of = |what: fn(&Seconds) -> f64| {
            let turns = self.turns.iter().map(what);
            let ratios = other.turns.iter().map(what).zip(turns.clone()).map(|(a, b)| a / b);
            (sorted(turns), sorted(ratios))
        };
        let spread = |values: &[f64]| {
            let [least, most] = [values.first(), values.last()];
            json!({ "median": median(values), "least": least, "most": most })
        };
        let (wall, ratios) = of(|seconds| seconds.wall);
        let (processor, processor_ratios) = of(|seconds| seconds.processor);
        json!({
            "way": self.name,
            "seconds": median(&wall),
            "processor_seconds": median(&processor),
            "ratio": spread(&ratios),
            "processor_ratio": spread(&processor_ratios),
        })
    }
}

/// Does work of this process.
pub(crate) fn timed<T>(work: impl FnOnce() -> T) -> (Seconds, T) {
    let (before, began) = (processor_seconds(), Instant::now());
    let value = work();
    let wall = began.elapsed().as_secs_f64();
    (Seconds { wall, processor: processor_seconds() - before }, value)
}

/// Processor time of this process so far, as the kernel tells it in hundredths of a second; not a number elsewhere.
fn processor_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // Behind the name, which may hold anything; user and system time are fields 14 and 15 of all.
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    let ticks: Vec<f64> = fields.skip(11).take(2).filter_map(|field| field.parse().ok()).collect();
    if ticks.len() == 2 { ticks.iter().sum::<f64>() / 100.0 } else { f64::NAN }
}

fn sorted(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut values: Vec<_> = values.collect();
    values.sort_by(f64::total_cmp);
    values
}

fn median(values: &[f64]) -> f64 {
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
