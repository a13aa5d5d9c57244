// SPDX-License-Identifier: Apache-2.0
//! `forebay replay`.

use forebay::{Device, OpenOptions};
use forebay_msm::vectors::Vectors;
use forebay_msm_client::Msm;
use serde::Serialize;

use crate::args::ReplayArgs;
use crate::error::CliError;
use crate::progress::Done;
use crate::{card_name, output, progress};

/// What the command prints.
#[derive(Debug, Serialize)]
struct ReplayOutput {
    card: String,
    points: usize,
    /// The result, equal to the vector's.
    result: String,
}

pub(crate) fn run(args: &ReplayArgs) -> Result<(), CliError> {
    let vectors = Vectors::read(&args.file)?;
    let spec = card_name::spec(&args.card, "msm");
    let (wave, patience) = (args.wave.clone(), card_name::patience());
    let options = OpenOptions { wave, patience, ..OpenOptions::default() };
    let device = Device::open_with(&spec, &options)?;
    let msm = Msm::new(&device)?;
    let bases = msm.bases(&vectors.points)?;
    let expected = msm.expected_cycles(vectors.points.len());
    let cycles = device.cycles();
    let (result, _) = progress::during("computing", Some(Done::cycles(&cycles, expected)), || {
        msm.run(&bases, &vectors.scalars)
    })?;
    if result != vectors.result {
        return Err(CliError::Wrong {
            of: String::new(),
            card: output::point(&result),
            witness: output::point(&vectors.result),
            next: "run again; if it differs each time report the vector",
        });
    }
    let output =
        ReplayOutput { card: spec, points: vectors.points.len(), result: output::point(&result) };
    if args.json {
        return output::json(&output);
    }
    let ReplayOutput { card, points, result } = &output;
    output::text(&format!("{card}: {points} points, result {result}"))
}
