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
    /// Zeros are dropped with their points, points of ones are summed apart, and what is left is multiplied as in
    /// [`Self::Uniform`]: for inputs of which zeros and ones are most. The points of ones and others are sent again each time, so
    /// where that would take longer everything is multiplied as it is there. Time and bus traffic tell how many zeros and
    /// ones there are, and nothing else of the scalars. A one may be r - 1 as well.
    Sieve,
}

impl ScalarMode {
    /// Every mode.
    pub const ALL: [Self; 3] = [Self::Plain, Self::Uniform, Self::Sieve];

    /// Name on the command line and in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Uniform => "uniform",
            Self::Sieve => "sieve",
        }
    }

    /// The mode with that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mode| mode.name() == name)
    }

    /// Whether a secret multiple is added to scalars: to all but ones, if those are apart.
    pub(crate) const fn is_uniform(self) -> bool {
        match self {
            Self::Plain => false,
            Self::Uniform | Self::Sieve => true,
        }
    }
}
