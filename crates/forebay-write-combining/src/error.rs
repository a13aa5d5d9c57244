// SPDX-License-Identifier: Apache-2.0
//! What can be wrong with a question.

/// Errors of the model. Each names the place, the value seen and the next step.
#[derive(Clone, Copy, Debug, Eq, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum WriteCombiningError {
    /// A processor that cannot be.
    #[error("{name} is {value}; give {least} to {most}")]
    Parameter {
        /// Its name.
        name: &'static str,
        /// What was given.
        value: u64,
        /// The least that may be.
        least: u64,
        /// The most that may be.
        most: u64,
    },
    /// The address of a store's last byte does not exist.
    #[error(
        "{bytes} bytes at {address:#x} reach behind the last address there is; give a lower address"
    )]
    Range {
        /// Where it begins.
        address: u64,
        /// How many bytes.
        bytes: usize,
    },
    /// Passes that nobody can make.
    #[error("passes is {value}; give 1 to {most}")]
    Passes {
        /// What was given.
        value: i64,
        /// The most that may be.
        most: u64,
    },
    /// A largest row that is none.
    #[error("integers is {value}; give {least} to {most}")]
    Integers {
        /// What was given.
        value: i64,
        /// Those of the first row.
        least: u64,
        /// The most that may be.
        most: u64,
    },
}
