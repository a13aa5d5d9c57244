// SPDX-License-Identifier: Apache-2.0
//! What can be wrong with a sweep.

use std::path::PathBuf;

use forebay_host_model::HostModelError;

/// Errors of a sweep. Each names the place, the value seen and the next step.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SweepError {
    /// Results cannot be kept.
    #[error("{}: {source}; give a directory that can be written, or make room", path.display())]
    Output {
        /// The file or directory.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// Two at once would write the same results.
    #[error("{}: another sweep is writing there; wait for its end, or give another directory", path.display())]
    Busy {
        /// The directory.
        path: PathBuf,
    },
    /// No cell of that name.
    #[error(
        "no cell is called `{name}`; take one from the first column of the table, such as `{first}`"
    )]
    UnknownCell {
        /// The name asked for.
        name: String,
        /// One that there is.
        first: String,
    },
    /// The model refuses a setting.
    #[error("{cell}: {source}")]
    Model {
        /// The cell.
        cell: String,
        /// Why.
        source: HostModelError,
    },
    /// Somebody asked for the end before all was done.
    #[error(
        "stopped with {finished} of {cells} cells done; they are kept in {}, and the same command goes on from there", path.display()
    )]
    Stopped {
        /// Cells that are done.
        finished: usize,
        /// Cells of the plan.
        cells: usize,
        /// Where results are.
        path: PathBuf,
    },
}
