// SPDX-License-Identifier: Apache-2.0
//! What can be wrong with a sweep.

use std::path::PathBuf;

use forebay_host_model::HostModelError;
use forebay_timed_card::TimedCardError;

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
    /// No preset of that name.
    #[error("no preset is called `{name}`; known are {}", crate::PRESETS.join(", "))]
    UnknownPreset {
        /// The name asked for.
        name: String,
    },
    /// A number of runs that is none.
    #[error("runs is {runs}; give 1 to {}", crate::plan::MOST_RUNS)]
    Runs {
        /// As given.
        runs: u64,
    },
    /// A sweep file that cannot be read.
    #[error("{}: {source}; give a sweep file in TOML", path.display())]
    Input {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A sweep file that is no TOML, or has a key that there is not.
    #[error("{path}: {what}; see the README of forebay-sweep for what a sweep file may say", path = path.display())]
    Syntax {
        /// The file.
        path: PathBuf,
        /// Place and what is wrong there.
        what: String,
    },
    /// A value of a sweep file that is none of those that it may be.
    #[error("{path}: {key} = {value}; give {wanted}", path = path.display())]
    Value {
        /// The file.
        path: PathBuf,
        /// Where in it.
        key: String,
        /// As given.
        value: String,
        /// What it may be.
        wanted: String,
    },
    /// A value of a sweep file that the model makes nothing of.
    #[error("{path}: {key}: {source}", path = path.display())]
    Setting {
        /// The file.
        path: PathBuf,
        /// Where in it.
        key: String,
        /// What the model says.
        source: HostModelError,
    },
    /// A simulated card of a sweep file cannot be had.
    #[error("{path}: {key} = \"{body}\": {source}", path = path.display())]
    Body {
        /// The file.
        path: PathBuf,
        /// Where in it.
        key: &'static str,
        /// What the card is made of.
        body: &'static str,
        /// Why not.
        source: Box<TimedCardError>,
    },
    /// More settings than a sweep has.
    #[error("{path}: {cells} settings are more than {most}; give fewer values", path = path.display())]
    TooMany {
        /// The file.
        path: PathBuf,
        /// How many there are.
        cells: u64,
        /// How many there may be.
        most: u64,
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
