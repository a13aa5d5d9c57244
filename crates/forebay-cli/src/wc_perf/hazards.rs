// SPDX-License-Identifier: Apache-2.0
//! `forebay wc-perf --hazards`.

use std::path::Path;

use forebay_hazards::{Program, Report, demonstrations};
use serde::Serialize;

use crate::error::CliError;
use crate::output;

/// Exit code of a program that can break.
const CAN_BREAK: u8 = 6;

/// One side effect and its corrected form.
#[derive(Debug, Serialize)]
struct Shown {
    name: &'static str,
    wrong: Report,
    right: Report,
}

/// What can break in a program. Returns the exit code.
pub(crate) fn judge(program: &Path, orders: u64, json: bool) -> Result<u8, CliError> {
    let report = Program::read(program)?.judge(orders)?;
    if json {
        output::json(&report)?;
    } else {
        output::text(&report.to_string())?;
    }
    Ok(if report.is_free() { 0 } else { CAN_BREAK })
}

/// The side effects that the source tells of.
pub(crate) fn demonstrate(orders: u64, json: bool) -> Result<(), CliError> {
    let mut all = Vec::new();
    for demonstration in demonstrations::all()? {
        let name = demonstration.name;
        let (wrong, right) =
            (demonstration.wrong.judge(orders)?, demonstration.right.judge(orders)?);
        let kinds: Vec<_> = wrong.hazards.iter().map(|hazard| hazard.kind).collect();
        if kinds != [demonstration.breaks] || !right.is_free() {
            let what = format!("wrong form: {wrong}; corrected form: {right}");
            return Err(CliError::Demonstration { name, what });
        }
        all.push(Shown { name, wrong, right });
    }
    if json {
        return output::json(&all);
    }
    let texts: Vec<_> = all
        .iter()
        .map(|Shown { name, wrong, right }| format!("== {name}\n{wrong}\n  corrected: {right}\n"))
        .collect();
    output::text(&texts.join("\n"))
}
