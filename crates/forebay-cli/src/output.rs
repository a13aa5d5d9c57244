// SPDX-License-Identifier: Apache-2.0
//! Printing results, as text or JSON.

use std::io::{ErrorKind, Write};
use std::path::Path;

use serde::Serialize;
use serde_json::json;

use crate::error::CliError;

/// Writes text to standard output. A reader that has gone away has seen what it wanted: no error.
pub(crate) fn text(text: &str) -> Result<(), CliError> {
    match writeln!(std::io::stdout().lock(), "{text}") {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        other => Ok(other?),
    }
}

/// Writes a value as JSON.
pub(crate) fn json(value: &impl Serialize) -> Result<(), CliError> {
    text(&serde_json::to_string_pretty(value).map_err(std::io::Error::from)?)
}

/// A path as text, in which what is no UTF-8 has its replacement: JSON has nothing else.
pub(crate) fn path(path: &Path) -> String {
    path.display().to_string()
}

/// Several of them.
#[cfg(feature = "sweep")]
pub(crate) fn paths(paths: impl IntoIterator<Item = std::path::PathBuf>) -> Vec<String> {
    paths.into_iter().map(|one| path(&one)).collect()
}

/// Reports an error: one line on standard error, and an object on standard output where JSON was asked for.
pub(crate) fn error(error: &CliError, as_json: bool) {
    // Standard error is the last place to complain; if it is closed there is nobody to tell.
    let _ = writeln!(std::io::stderr().lock(), "forebay: {error}");
    if as_json {
        let stall = error.stall();
        let mut told = json!({ "error": error.to_string(), "exit_code": error.exit_code() });
        if let (Some(told), Some(Ok(stall))) =
            (told.as_object_mut(), stall.map(serde_json::to_value))
        {
            told.insert("stall".into(), stall);
        }
        let _ = json(&told);
    }
}

/// A point as people read it.
pub(crate) fn point(point: &forebay_msm::G1Affine) -> String {
    forebay_msm::affine_hex(point).map_or_else(|| "infinity".into(), |(x, y)| format!("({x}, {y})"))
}
