// SPDX-License-Identifier: Apache-2.0
//! From which size on a DMA call is sooner than write-combined stores, for every host and the published processor, as JSON.

use forebay_bus::LinkParams;
use forebay_host_model::crossover::Crossover;
use forebay_host_model::{FlowParams, HostModelError, Profile};
use forebay_write_combining::Processor;
use serde_json::json;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let card = FlowParams::forebay(&LinkParams::default(), 1);
    let hosts = Profile::all().into_iter().map(|profile| {
        let crossover = Crossover::of(Processor::F1, &profile, &card)?;
        Ok((profile.name, crossover))
    });
    let hosts = hosts.collect::<Result<Vec<_>, HostModelError>>()?;
    let hosts: serde_json::Map<_, _> =
        hosts.into_iter().map(|(name, crossover)| (name.to_owned(), json!(crossover))).collect();
    println!("{}", serde_json::to_string_pretty(&json!({ "modelled": true, "hosts": hosts }))?);
    Ok(())
}
