// SPDX-License-Identifier: Apache-2.0
//! Measurements: each verb prints one JSON object that `bench/run.sh` records; it never has code that a crate uses.

mod capture_rate;
mod dma_loopback;
mod fast_vs_ark;
mod guest;
mod guest_msm;
mod guest_transfers;
mod hostile;
mod marked;
mod msm_batch;
mod msm_core;
mod msm_model;
mod remarks;
mod rest;
mod udma_cost;
mod udma_experiment;
mod udma_hostile;

use std::process::ExitCode;

use clap::Parser;

/// Measures this project.
#[derive(Debug, Parser)]
enum Bench {
    /// The native card against arkworks' own multiplication, in turn in one process
    FastVsArk(fast_vs_ark::Args),
    /// DMA loopback on the RTL card against the link model's own limit
    DmaLoopback(dma_loopback::Args),
    /// One multiplication in this process and in a virtual machine, through the driver's nodes
    GuestMsm(guest_msm::Args),
    /// Register accesses and messages of each transfer, of our driver and of mainline's
    GuestTransfers(guest_transfers::Args),
    /// Multiplications back to back, and how much of the host's work lies behind the card's
    MsmBatch(msm_batch::Args),
    /// The MSM engine on scalars of several kinds, by the card's own counters
    MsmCore(msm_core::Args),
    /// Multiplications that are too large to be done, by the native card's model of cycles alone
    MsmModel(msm_model::Args),
    /// Random schedules of starts, stops, resets and failures against every promise that software may rely on
    Hostile(hostile::Args),
    /// How long a channel takes to come to rest after a stop, in every cycle of a transfer
    Rest(rest::Args),
    /// Accesses and instructions of a start by user-level DMA, scheme by scheme and by the kernel, in a virtual machine
    UdmaCost(udma_cost::Args),
    /// What a context switch costs processes that start transfers by user-level DMA, in a virtual machine
    UdmaExperiment(udma_experiment::Args),
    /// Capture in real time: the highest rate without a loss, and what it costs
    CaptureRate(capture_rate::Args),
    /// A hostile process beside one that checks its data, under every sound scheme of user-level DMA, in a virtual machine
    UdmaHostile(udma_hostile::Args),
}

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    let mut failed = false;
    let record = match Bench::parse() {
        Bench::FastVsArk(args) => serde_json::to_value(fast_vs_ark::run(&args)?)?,
        Bench::DmaLoopback(args) => serde_json::to_value(dma_loopback::run(&args)?)?,
        Bench::GuestMsm(args) => serde_json::to_value(guest_msm::run(&args)?)?,
        Bench::GuestTransfers(args) => serde_json::to_value(guest_transfers::run(&args)?)?,
        Bench::MsmBatch(args) => serde_json::to_value(msm_batch::run(&args)?)?,
        Bench::MsmCore(args) => serde_json::to_value(msm_core::run(&args)?)?,
        Bench::MsmModel(args) => serde_json::to_value(msm_model::run(&args)?)?,
        Bench::Hostile(args) => {
            let record = hostile::run(&args)?;
            failed = record.failed();
            serde_json::to_value(record)?
        }
        Bench::Rest(args) => {
            let record = rest::run(&args)?;
            failed = record.failed();
            serde_json::to_value(record)?
        }
        Bench::CaptureRate(args) => serde_json::to_value(capture_rate::run(&args)?)?,
        Bench::UdmaCost(args) => serde_json::to_value(udma_cost::run(&args)?)?,
        Bench::UdmaExperiment(args) => {
            let record = udma_experiment::run(&args)?;
            failed = record.failed();
            serde_json::to_value(record)?
        }
        Bench::UdmaHostile(args) => {
            let record = udma_hostile::run(&args)?;
            failed = record.failed();
            serde_json::to_value(record)?
        }
    };
    println!("{}", serde_json::to_string_pretty(&record)?);
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}
