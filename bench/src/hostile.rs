// SPDX-License-Identifier: Apache-2.0
//! Random schedules on both bodies of the card for a while, or one from a file again.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Parser;
use forebay_hostile::{Coverage, Failure, Row, Schedule, Trial, open, play};
use serde::Serialize;

/// Schedules between two looks at the clock.
const CASES: u32 = 50;

#[derive(Debug, Parser)]
pub(crate) struct Args {
    /// How long, in minutes, shared by the bodies
    #[arg(long, default_value_t = 1)]
    minutes: u64,
    /// Seed of the first schedules
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Most steps of a schedule
    #[arg(long, default_value_t = 40)]
    steps: usize,
    /// Body of the card: fast or rtl; both in turn if not given
    #[arg(long, value_parser = ["fast", "rtl"])]
    body: Option<String>,
    /// Plays the schedule in this file instead, as a failure has printed it
    #[arg(long)]
    replay: Option<PathBuf>,
}

#[derive(Debug, Serialize)]
pub(crate) struct Record {
    what: &'static str,
    seed: u64,
    seconds: u64,
    bodies: Vec<Outcome>,
}

#[derive(Debug, Serialize)]
struct Outcome {
    body: String,
    schedules: u64,
    phases: Vec<Row>,
    failure: Option<Failure>,
    #[serde(skip)]
    coverage: Coverage,
}

impl Record {
    /// A schedule has broken a promise, or none was played.
    pub(crate) fn failed(&self) -> bool {
        self.bodies.iter().any(|body| body.failure.is_some() || body.schedules == 0)
    }
}

pub(crate) fn run(args: &Args) -> Result<Record, Box<dyn std::error::Error>> {
    let names =
        args.body.clone().map_or_else(|| vec!["fast".into(), "rtl".into()], |body| vec![body]);
    let outcome = |body| Outcome {
        body,
        schedules: 0,
        phases: Vec::new(),
        failure: None,
        coverage: Coverage::default(),
    };
    let mut bodies: Vec<Outcome> = names.into_iter().map(outcome).collect();
    let began = Instant::now();
    if let Some(path) = &args.replay {
        let schedule: Schedule = serde_json::from_slice(&std::fs::read(path)?)?;
        for body in &mut bodies {
            let played = play(open(&body.body, schedule.seed, schedule.link)?, &schedule);
            body.schedules = 1;
            match played {
                Ok(coverage) => body.coverage = coverage,
                Err(error) => {
                    let (why, schedule) = (error.to_string(), schedule.clone());
                    body.failure = Some(Failure { why, schedule });
                }
            }
        }
    } else {
        let until = began + Duration::from_secs(60 * args.minutes);
        let mut seed = args.seed;
        while Instant::now() < until && bodies.iter().any(|body| body.failure.is_none()) {
            for body in bodies.iter_mut().filter(|body| body.failure.is_none()) {
                let verdict = Trial { seed, cases: CASES, steps: args.steps }.run(&body.body);
                body.schedules += verdict.played;
                body.coverage.add(&verdict.coverage);
                body.failure = verdict.failure;
            }
            seed += 1;
        }
    }
    for body in &mut bodies {
        eprintln!("{}: {} schedules\n{}", body.body, body.schedules, body.coverage);
        if let Some(Failure { why, schedule }) = &body.failure {
            eprintln!("{}: {why}\n{}", body.body, serde_json::to_string(schedule)?);
        }
        body.phases = body.coverage.rows();
    }
    Ok(Record {
        what: "random schedules of starts, stops, restarts, resets and failures on the loopback card",
        seed: args.seed,
        seconds: began.elapsed().as_secs(),
        bodies,
    })
}

#[cfg(test)]
mod tests {
    use forebay_hostile::Link;

    use super::*;

    #[test]
    fn a_broken_promise_on_one_body_is_a_failure() {
        let failure = || Failure {
            why: "lost".into(),
            schedule: Schedule { seed: 0, link: Link::Usual, steps: Vec::new() },
        };
        let record = |failures: Vec<Option<Failure>>| {
            let body = |failure| Outcome {
                body: "fast".into(),
                schedules: 1,
                phases: Vec::new(),
                failure,
                coverage: Coverage::default(),
            };
            let bodies = failures.into_iter().map(body).collect();
            Record { what: "schedules", seed: 1, seconds: 0, bodies }
        };
        assert!(!record(vec![None, None]).failed());
        assert!(record(vec![None, Some(failure())]).failed());
    }

    #[test]
    fn a_body_on_which_nothing_was_played_is_a_failure() {
        let args = Args { minutes: 0, seed: 1, steps: 40, body: None, replay: None };
        let record = run(&args).unwrap();
        assert!(record.bodies.iter().all(|body| body.schedules == 0));
        assert!(record.failed(), "nothing was tried, and that is no success");
    }
}
