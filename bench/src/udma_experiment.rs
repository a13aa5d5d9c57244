// SPDX-License-Identifier: Apache-2.0
//! Section 4.4 of FORTH TR-182 with real processes: they take turns on one processor of the guest and start transfers as fast as they can,
//! by each scheme; what a context switch has cost, beside what the model predicts of it.

mod plan;
mod row;

use std::error::Error;
use std::time::Duration;

use forebay_guest::{Dma, Step};
use forebay_udma_model::experiment::{PUBLISHED, Published};
use serde::Serialize;

use self::plan::{Plan, plans};
use self::row::Row;
use crate::guest::{Contents, Guest, Machine};

/// What a run may take longer than it has to, on a busy machine.
const SLACK: Duration = Duration::from_secs(1200);

#[derive(Debug, clap::Args)]
#[command(mut_arg("card", |card| card.required(false).default_value("fast:loopback-udma")))]
pub(crate) struct Args {
    #[command(flatten)]
    machine: Machine,
    /// Shortest run
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// Context switches of each run of five accesses, at least
    #[arg(long, default_value_t = 10_000)]
    switches: u64,
    /// Only this scheme
    #[arg(long)]
    scheme: Option<String>,
}

#[derive(Debug, Serialize)]
pub(crate) struct Record {
    what: &'static str,
    kernel: String,
    card: String,
    quantum_ms: u64,
    published: Published,
    rows: Vec<Row>,
    /// Runs that have no row, and why.
    failures: Vec<String>,
}

impl Record {
    /// A run has come to nothing.
    pub(crate) const fn failed(&self) -> bool {
        !self.failures.is_empty() || self.rows.is_empty()
    }
}

pub(crate) fn run(args: &Args) -> Result<Record, Box<dyn Error>> {
    let mut record = Record {
        what: "errors and answers FAIL of a context switch, counted by processes that take turns on one processor of the guest",
        kernel: String::new(),
        card: args.machine.card.clone(),
        quantum_ms: plan::QUANTUM_MS,
        published: PUBLISHED,
        rows: Vec::new(),
        failures: Vec::new(),
    };
    for plan in plans() {
        if args.scheme.as_deref().is_none_or(|only| only == plan.name) {
            match measured(args, &plan) {
                Ok((release, row)) => {
                    eprintln!("bench: {}", row.text());
                    record.kernel = release;
                    record.rows.push(row);
                }
                Err(error) => record.failures.push(format!("{}: {error}", plan.text())),
            }
        }
    }
    Ok(record)
}

fn measured(args: &Args, plan: &Plan) -> Result<(String, Row), Box<dyn Error>> {
    let words = plan.words(args.seconds, args.switches);
    let mut step = Step::command(Some(&[]), &words);
    step.limit = Some(Duration::from_secs(args.seconds) + SLACK);
    let ended = Guest {
        name: "bench-udma-experiment",
        machine: &args.machine,
        record: None,
        dma: Dma::Direct,
        counts_instructions: false,
        contents: Contents::DriverTests,
        files: &[],
        steps: vec![step],
    }
    .run()?;
    let took: f64 = ended.seconds.iter().sum();
    let row = Row::read(plan, &ended.outputs.concat(), took)?;
    Ok((ended.release, row))
}
