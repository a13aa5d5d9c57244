// SPDX-License-Identifier: Apache-2.0
//! What a start costs in the guest, scheme by scheme and by the kernel: accesses that the card sees, each of which is an exit from the
//! virtual machine, and instructions of the processor.
//!
//! Exits are counted in the trace of the card's bus between two marks; instructions by a machine whose clock is the number of them.

use std::error::Error;

use forebay_guest::{Dma, Step};
use serde::Serialize;

use crate::guest::{Contents, Guest, Machine};
use crate::marked::{Window, windows};
use crate::remarks::{Remark, remarks};

#[derive(Debug, clap::Args)]
#[command(mut_arg("card", |card| card.required(false).default_value("fast:loopback-udma")))]
pub(crate) struct Args {
    #[command(flatten)]
    machine: Machine,
}

#[derive(Debug, Serialize)]
pub(crate) struct Record {
    what: &'static str,
    kernel: String,
    card: String,
    rows: Vec<Row>,
}

/// One way to start. Figures but `starts` are for each start.
#[derive(Debug, Serialize)]
struct Row {
    scheme: String,
    starts: u64,
    /// Stores that the card has seen: one of 8 bytes comes in two.
    stores: f64,
    loads: f64,
    /// Of the program's call, with its own, of the processor; of `kernel` with what the kernel does until the transfer is over.
    instructions: f64,
    /// Of the start that took fewest.
    least_instructions: u64,
}

pub(crate) fn run(args: &Args) -> Result<Record, Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let trace = folder.path().join("trace");
    let ended = Guest {
        name: "bench-udma-cost",
        machine: &args.machine,
        record: Some(trace.clone()),
        dma: Dma::Direct,
        counts_instructions: true,
        contents: Contents::DriverTests,
        files: &[],
        steps: vec![Step::command(Some(&[]), &["/tests/udma_cost".to_owned()])],
    }
    .run()?;
    let said = remarks(&ended.outputs.concat(), "cost");
    let seen = windows(&trace)?;
    if said.is_empty() || said.len() != seen.len() {
        return Err(
            format!("{} ways in the output, {} in the trace", said.len(), seen.len()).into()
        );
    }
    let row = |(remark, window): (&Remark, &Window)| {
        let starts = remark.number("starts")?;
        Ok::<_, Box<dyn Error>>(Row {
            scheme: remark.text("scheme")?.to_owned(),
            starts,
            stores: each(window.register_writes, starts),
            loads: each(window.register_reads, starts),
            instructions: each(remark.number("ticks")?, starts),
            least_instructions: remark.number("least")?,
        })
    };
    Ok(Record {
        what: "accesses that the card sees of a start of 64 bytes, and instructions of the processor for it",
        kernel: ended.release,
        card: args.machine.card.clone(),
        rows: said.iter().zip(&seen).map(row).collect::<Result<_, _>>()?,
    })
}

#[expect(clippy::cast_precision_loss, reason = "counts are small")]
fn each(count: u64, of: u64) -> f64 {
    count as f64 / of as f64
}
