// SPDX-License-Identifier: Apache-2.0
//! What can go wrong with a native card and with no other.

use forebay_bus::CardError;
use forebay_regs::user::status::card_kind::kind;

/// Errors of the native body; at the seam they are [`CardError::Body`].
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FastError {
    /// The build's datapath is not in this program.
    #[error(
        "card `{build}` has the datapath {0}, which this program was built without; build it with the feature `{0}` of \
         forebay-card-fast", name_of(*kind)
    )]
    NoDatapath {
        /// Name of the build.
        build: String,
        /// Number of the datapath in `CARD_KIND`.
        kind: u32,
    },
}

impl From<FastError> for CardError {
    fn from(error: FastError) -> Self {
        Self::Body(Box::new(error))
    }
}

fn name_of(number: u32) -> String {
    let known = kind::ALL.iter().find(|(known, _)| *known == number);
    known.map_or_else(|| format!("number {number}"), |(_, name)| (*name).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_datapath_that_is_missing_is_named_with_what_brings_it() {
        let error = FastError::NoDatapath { build: "msm-toy".into(), kind: kind::MSM };
        let text = CardError::from(error).to_string();
        assert!(text.starts_with("card `msm-toy` has the datapath msm,"), "{text}");
        assert!(text.contains("feature `msm` of forebay-card-fast"), "{text}");
        assert_eq!(name_of(77), "number 77");
    }
}
