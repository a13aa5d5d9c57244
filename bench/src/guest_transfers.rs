// SPDX-License-Identifier: Apache-2.0
//! What a transfer costs on the kernel path: register accesses and messages, of our driver and of mainline's `xdma.c`.
//!
//! Counted in the trace of the card's bus, between two reads of one counter of the status block, which no driver makes
//! by itself: our commands make them through the `user` node, and the test module that uses mainline's driver makes
//! them around the transfers whose cost it reports. Both move three pages' worth of pieces with each transfer.

use std::error::Error;

use forebay_guest::{Dma, Step};
use serde::Serialize;

use crate::guest::{Contents, Guest, Machine};
use crate::marked::{Window, mark, windows};

/// Transfers between two marks; what the test module makes too.
const TRANSFERS: u64 = 32;
/// Bytes of each.
const BYTES: u64 = 12_000;

/// What to measure; mainline's driver is built for kernel 6.12.
#[derive(Debug, clap::Args)]
#[command(mut_arg("card", |card| card.required(false).default_value("rtl:loopback")))]
pub(crate) struct Args {
    #[command(flatten)]
    machine: Machine,
}

/// The outcome.
#[derive(Debug, Serialize)]
pub(crate) struct Record {
    what: &'static str,
    kernel: String,
    card: String,
    transfers: u64,
    bytes_per_transfer: u64,
    rows: Vec<Row>,
}

/// One driver, mode and direction; figures are for each transfer.
#[derive(Debug, Serialize)]
struct Row {
    driver: &'static str,
    completion: &'static str,
    direction: &'static str,
    register_writes: f64,
    register_reads: f64,
    messages: f64,
    /// Reads of descriptors from host memory.
    descriptor_reads: f64,
    /// Writes of completed counts to host memory.
    write_backs: f64,
}

pub(crate) fn run(args: &Args) -> Result<Record, Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let (ours, mainlines) = (folder.path().join("ours"), folder.path().join("mainlines"));
    let shell = |parameters: &[&str]| {
        let parameters: Vec<_> = parameters.iter().map(|word| (*word).to_owned()).collect();
        Step::command(Some(&parameters), &["sh".into(), "-c".into(), commands()])
    };
    let ended = Guest {
        name: "bench-guest-transfers",
        machine: &args.machine,
        record: Some(ours.clone()),
        dma: Dma::Direct,
        counts_instructions: false,
        contents: Contents::Driver,
        files: &[],
        steps: vec![
            shell(&["timeout_scale=60"]),
            // Long enough for a simulated card: this is about what polling saves, not about when it stops.
            shell(&["timeout_scale=60", "completion=poll", "poll_spin_us=1000000"]),
        ],
    }
    .run()?;
    Guest {
        name: "bench-guest-transfers",
        machine: &args.machine,
        record: Some(mainlines.clone()),
        dma: Dma::Direct,
        counts_instructions: false,
        contents: Contents::Tests,
        files: &[],
        steps: vec![Step::command(None, &["/tests/xdma_mainline".into()])],
    }
    .run()?;
    let mut rows = Vec::new();
    let modes = [("interrupt", "h2c"), ("interrupt", "c2h"), ("poll", "h2c"), ("poll", "c2h")];
    let found = windows(&ours)?;
    if found.len() != modes.len() {
        return Err(
            format!("{} measurements in the trace, not {}", found.len(), modes.len()).into()
        );
    }
    for (window, (completion, direction)) in found.iter().zip(modes) {
        rows.push(row("forebay.ko", completion, direction, window));
    }
    // The test module makes the same measurement each time it is loaded.
    let theirs = windows(&mainlines)?;
    let window = theirs.first().ok_or("no measurement in the trace of mainline's driver")?;
    rows.push(row("xdma.c", "interrupt", "h2c", window));
    Ok(Record {
        what: "bus transactions of the driver for each transfer, from the trace of the card's bus",
        kernel: ended.release,
        card: args.machine.card.clone(),
        transfers: TRANSFERS,
        bytes_per_transfer: BYTES,
        rows,
    })
}

/// Transfers both ways, each between two marks.
fn commands() -> String {
    let skip = mark() / 4;
    let mark =
        format!("dd if=/dev/forebay0_user of=/dev/null bs=4 count=1 skip={skip} 2>/dev/null");
    let h2c =
        format!("dd if=/dev/zero of=/dev/forebay0_h2c_0 bs={BYTES} count={TRANSFERS} 2>/dev/null");
    let c2h =
        format!("dd if=/dev/forebay0_c2h_0 of=/dev/null bs={BYTES} count={TRANSFERS} 2>/dev/null");
    [&mark, &h2c, &mark, &mark, &c2h, &mark].map(String::as_str).join(" && ")
}

#[expect(clippy::cast_precision_loss, reason = "counts are small")]
fn row(
    driver: &'static str,
    completion: &'static str,
    direction: &'static str,
    window: &Window,
) -> Row {
    let each = |count: u64| count as f64 / TRANSFERS as f64;
    Row {
        driver,
        completion,
        direction,
        register_writes: each(window.register_writes),
        register_reads: each(window.register_reads),
        messages: each(window.messages),
        descriptor_reads: each(window.descriptor_reads),
        write_backs: each(window.write_backs),
    }
}
