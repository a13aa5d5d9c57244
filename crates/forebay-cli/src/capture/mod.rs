// SPDX-License-Identifier: Apache-2.0
//! `forebay capture`: recordings of a card's signal source, and checks of them.

pub(crate) mod plan;
mod record;
mod sink;
mod told;
pub(crate) mod track;

use std::path::Path;

use forebay_sigmf::{Files, check_ramp};
use serde_json::json;

use crate::args::CaptureArgs;
use crate::error::CliError;
use crate::output;
use crate::progress::during;

pub(crate) fn run(args: &CaptureArgs) -> Result<u8, CliError> {
    match &args.check {
        Some(name) => check(name, args.json).map(|()| 0),
        None => record::run(args),
    }
}

fn check(name: &Path, as_json: bool) -> Result<(), CliError> {
    let files = Files::of(name);
    let checked = during("checking", None, || check_ramp(&files))?;
    if as_json {
        let path = output::path(&files.meta());
        let (samples, gaps, lost) = (checked.samples, checked.gaps, checked.lost);
        return output::json(
            &json!({ "file": path, "samples": samples, "gaps": gaps, "lost": lost }),
        );
    }
    output::text(&format!(
        "{}: {} samples, {} gaps, {} lost: each sample is where it should be",
        output::path(&files.data()),
        checked.samples,
        checked.gaps,
        checked.lost
    ))
}
