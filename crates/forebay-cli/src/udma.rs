// SPDX-License-Identifier: Apache-2.0
//! `forebay udma`.

mod attack;
mod batches;
mod bench;
mod columns;
mod experiment;
mod on_card;
#[cfg(feature = "sim")]
mod small;
#[cfg(feature = "sim")]
mod stage;
mod subject;

use on_card::OnCard;
pub(crate) use subject::{RIGHTS, Subject};

#[cfg(feature = "sim")]
use crate::args::BenchArgs;
use crate::args::{UdmaArgs, UdmaVerb};
use crate::error::CliError;

/// The exit code.
pub(crate) fn run(args: &UdmaArgs) -> Result<u8, CliError> {
    match &args.verb {
        UdmaVerb::Attack(args) => attack::run(args),
        UdmaVerb::Experiment(args) => experiment::run(args).map(|()| 0),
        #[cfg(feature = "sim")]
        UdmaVerb::Bench(BenchArgs { small: Some(card), json, .. }) => {
            small::run(card, *json).map(|()| 0)
        }
        UdmaVerb::Bench(args) => bench::run(args).map(|()| 0),
    }
}
