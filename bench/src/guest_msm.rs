// SPDX-License-Identifier: Apache-2.0
//! The same multiplication in this process and in a virtual machine, through the driver's nodes.
//!
//! The card is the RTL in both; in the machine it is a PCIe device of a stock QEMU. What the kernel path costs shows in
//! card cycles: the compute phase must not be longer because the feed comes through system calls. A third run uses the
//! nodes under the names of the card vendor's driver, so that only what that driver offers is used.

use std::error::Error;
use std::path::PathBuf;
use std::process::Command;

use forebay_guest::{Dma, Step};
use serde::Serialize;
use serde_json::Value;

use crate::guest::{Contents, Guest, Machine, program};

/// Largest difference of the compute phase.
const LIMIT: f64 = 0.01;
const POINTS: &str = "/points.usrs";
const NODES: &str = "user h2c_0 h2c_1 c2h_0 c2h_1";

/// What to measure.
#[derive(Debug, clap::Args)]
#[command(mut_arg("card", |card| card.required(false).default_value("rtl:msm")))]
pub(crate) struct Args {
    /// Points file
    #[arg(long, default_value = "vectors/aleo-powers-of-beta-15.usrs")]
    points: PathBuf,
    /// Number of points
    #[arg(long, default_value_t = 4096)]
    count: usize,
    #[command(flatten)]
    machine: Machine,
}

/// The outcome.
#[derive(Debug, Serialize)]
pub(crate) struct Record {
    what: &'static str,
    kernel: String,
    points: usize,
    x: Value,
    y: Value,
    in_process: Row,
    forebay_nodes: Row,
    xdma_nodes: Row,
}

/// One run.
#[derive(Debug, Serialize)]
struct Row {
    command: String,
    compute_cycles: u64,
    /// Against the run in this process.
    compute_ratio: f64,
    transfer_cycles: u64,
    card_cycles: u64,
    adder_utilisation: f64,
}

pub(crate) fn run(args: &Args) -> Result<Record, Box<dyn Error>> {
    let own_points = args.points.display().to_string();
    let words = |points: &str, card: &str| {
        let words = ["forebay", "msm", "--points", points, "--scalars", "random:1", "--count"];
        // Scalars as they are: what they are made uniform with is drawn anew in each run, and a cycle here or there hangs on it.
        let more = ["--scalar-mode", "plain", "--card", card, "--verify", "--json"];
        let count = args.count.to_string();
        let all = words.into_iter().chain([&*count]).chain(more);
        all.map(str::to_owned).collect::<Vec<_>>()
    };
    let own = words(&own_points, &args.machine.card);
    let output = Command::new(program()?).args(&own[1..]).output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into());
    }
    let base: Value = serde_json::from_slice(&output.stdout)?;

    let forebay = words(POINTS, "/dev/forebay0");
    let xdma = words(POINTS, "/dev/xdma0");
    let links = format!(
        "for n in {NODES}; do ln -s forebay0_$n /dev/xdma0_$n; done; exec {}",
        xdma.join(" ")
    );
    let shell = ["sh", "-c", &links].map(str::to_owned);
    // A read waits for all of the computation, and a simulated card on a busy machine takes its time.
    let driver = ["timeout_scale=60".to_owned()];
    let ended = Guest {
        name: "bench-guest-msm",
        machine: &args.machine,
        record: None,
        dma: Dma::Direct,
        counts_instructions: false,
        contents: Contents::Driver,
        files: &[(&args.points, POINTS)],
        steps: vec![Step::command(Some(&driver), &forebay), Step::command(Some(&driver), &shell)],
    }
    .run()?;
    let [forebay_run, xdma_run] = &ended.outputs[..] else {
        return Err(format!("{} outputs of 2 steps", ended.outputs.len()).into());
    };
    Ok(Record {
        what: "MSM in this process and in a virtual machine, card cycles, link modelled",
        kernel: ended.release,
        points: args.count,
        x: base["x"].clone(),
        y: base["y"].clone(),
        in_process: row(&own, &base, &base)?,
        forebay_nodes: row(&forebay, &serde_json::from_str(forebay_run)?, &base)?,
        xdma_nodes: row(&shell, &serde_json::from_str(xdma_run)?, &base)?,
    })
}

/// The figures of one run; an error where it differs from the run in this process.
fn row(command: &[String], json: &Value, base: &Value) -> Result<Row, Box<dyn Error>> {
    for key in ["x", "y", "points", "verified"] {
        if json[key] != base[key] {
            return Err(format!("{command:?}: {key} is {}, not {}", json[key], base[key]).into());
        }
    }
    let keys = |json: &Value| -> Vec<String> {
        json.as_object().map(|map| map.keys().cloned().collect()).unwrap_or_default()
    };
    if keys(json) != keys(base) {
        return Err(format!("{command:?}: keys are {:?}, not {:?}", keys(json), keys(base)).into());
    }
    let compute = phase(json, "compute")?;
    let ratio = ratio(compute, phase(base, "compute")?);
    if (ratio - 1.0).abs() > LIMIT {
        return Err(format!("{command:?}: compute takes {ratio} of the cycles in process").into());
    }
    Ok(Row {
        command: command.join(" "),
        compute_cycles: compute,
        compute_ratio: ratio,
        transfer_cycles: phase(json, "transfer")?,
        card_cycles: number(&json["card_cycles"])?,
        adder_utilisation: json["adder_utilisation"].as_f64().unwrap_or_default(),
    })
}

/// Card cycles of one phase.
fn phase(json: &Value, name: &str) -> Result<u64, Box<dyn Error>> {
    let phases = json["phases"].as_array().ok_or("no phases")?;
    let phase = phases.iter().find(|phase| phase["name"] == name).ok_or("no such phase")?;
    number(&phase["card_cycles"])
}

fn number(value: &Value) -> Result<u64, Box<dyn Error>> {
    value.as_u64().ok_or_else(|| format!("{value} is not a number of cycles").into())
}

#[expect(clippy::cast_precision_loss, reason = "cycle counts are far below 2^52")]
fn ratio(part: u64, whole: u64) -> f64 {
    part as f64 / whole as f64
}
