// SPDX-License-Identifier: Apache-2.0
//! What can be wrong with a report.

use std::path::PathBuf;

/// Errors of a report. Each names the place, the value seen and the next step.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReportError {
    /// A file cannot be written.
    #[error("{}: {source}; give a directory that can be written, or make room", path.display())]
    Output {
        /// The file or directory.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A chart cannot be drawn.
    #[error(
        "chart `{chart}`: {what}; this is a defect of the report, results are in results.csv all the same"
    )]
    Chart {
        /// Its title.
        chart: String,
        /// What the charting library says.
        what: String,
    },
}
