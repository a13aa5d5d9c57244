// SPDX-License-Identifier: Apache-2.0
//! What is done to scalars on the card before they are multiplied.

use serde::Serialize;

/// Whether a multiplication takes the same time whatever its scalars are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ScalarMode {
    /// Scalars are cut as they are: zeros cost no addition, but equal ones wait for each other.
    Plain,
    /// A secret multiple is added to each and taken off the result: all inputs are as quick, and time and bus traffic do not
    /// tell what they were. Nothing is gained by zeros. Points have to be in the subgroup of order r.
    Uniform,
}

impl ScalarMode {
    /// Every mode.
    pub const ALL: [Self; 2] = [Self::Plain, Self::Uniform];

    /// Name on the command line and in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Uniform => "uniform",
        }
    }
}
