// SPDX-License-Identifier: Apache-2.0
//! The `forebay` command: glue between the arguments and the library; it never knows a register.

mod args;
mod capture;
mod card_model;
mod card_name;
mod describe;
mod error;
#[cfg(feature = "sim")]
mod guest;
mod msm;
mod output;
mod plan;
mod progress;
mod radio;
mod replay;
#[cfg(feature = "sim")]
mod replay_trace;
#[cfg(feature = "sim")]
mod serve;
mod stop;
#[cfg(feature = "sweep")]
mod sweep;
mod transmit;
mod tune;
mod udma;
mod vectors;
mod wc_perf;

use std::process::ExitCode;

use clap::Parser;

use args::{Cli, Verb};

fn main() -> ExitCode {
    let cli = Cli::parse();
    let done = |()| 0;
    let (json, outcome) = match cli.verb {
        Verb::Msm(args) => (args.json, msm::run(&args).map(done)),
        Verb::Describe(args) => (args.json, describe::run(&args).map(done)),
        Verb::Vectors(args) => (args.json, vectors::run(&args).map(done)),
        Verb::Replay(args) => (args.json, replay::run(&args).map(done)),
        Verb::Plan(args) => (args.json, plan::run(&args)),
        Verb::Tune(args) => (args.json, tune::run(&args).map(done)),
        Verb::WcPerf(args) => (args.json, wc_perf::run(&args)),
        Verb::Udma(args) => (args.json(), udma::run(&args)),
        Verb::Capture(args) => (args.json, capture::run(&args)),
        Verb::Transmit(args) => (args.json, transmit::run(&args)),
        #[cfg(feature = "sweep")]
        Verb::Sweep(args) => (args.json, sweep::run(&args).map(done)),
        #[cfg(feature = "sim")]
        Verb::Serve(args) => (false, serve::run(&args).map(done)),
        #[cfg(feature = "sim")]
        Verb::ReplayTrace(args) => (args.json, replay_trace::run(&args).map(done)),
        #[cfg(feature = "sim")]
        Verb::Guest(args) => (false, guest::run(&args).map(done)),
    };
    match outcome {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            output::error(&error, json);
            ExitCode::from(error.exit_code())
        }
    }
}
