// SPDX-License-Identifier: Apache-2.0
//! `forebay transmit`: samples of a recording or a wave go on the air, and what became of them is told.

mod input;
mod listen;
mod plan;
mod send;
mod told;

use std::sync::atomic::{AtomicU64, Ordering};

use self::input::Input;
use self::listen::Listener;
use self::plan::Plan;
use self::send::Session;
use crate::args::TransmitArgs;
use crate::error::CliError;
use crate::output;
use crate::progress::{Done, during};
use crate::radio::{Radio, stop_on_signals};
use crate::stop::STOPPED;

pub(crate) fn run(args: &TransmitArgs) -> Result<u8, CliError> {
    let stop = stop_on_signals()?;
    let radio = Radio::open(&args.card)?;
    let mut input = Input::of(args)?;
    let plan = Plan::of(args, &input, &radio)?;
    let transmit = radio.device.transmit(&plan.options)?;
    let (source, air) = (radio.device.source()?, radio.device.air()?);
    let listener = args.loop_to.as_ref().map(|name| Listener::open(&radio, &plan, name));
    let mut listener = listener.transpose()?;
    let queued = AtomicU64::new(0);
    let rate = plan.rate.hertz() / 1e6;
    let note = || format!("{rate} MS/s");
    let done = Done { count: &queued, total: plan.samples(), unit: "samples", note: Some(&note) };
    let session = Session {
        look: radio.look,
        source: &source,
        air: &air,
        transmit: &transmit,
        plan: &plan,
        queued: &queued,
        stop: &stop,
    };
    let told = during("sending", Some(done), || session.run(&mut input, &mut listener))?;
    if args.json {
        output::json(&told)?;
    } else {
        output::text(&told.text())?;
    }
    Ok(if stop.load(Ordering::Relaxed) { STOPPED } else { 0 })
}
