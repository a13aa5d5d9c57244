// SPDX-License-Identifier: Apache-2.0
//! Which of the instructions this processor has.

use std::sync::OnceLock;

use crate::Instructions;
use crate::raw::extended_features;

impl Instructions {
    /// Whether this processor, and the system on it, has them.
    #[must_use]
    pub fn is_present(self) -> bool {
        match self {
            Self::Plain => true,
            Self::Sse2 => is_x86_feature_detected!("sse2"),
            Self::Avx => is_x86_feature_detected!("avx"),
            Self::Avx512 => is_x86_feature_detected!("avx512f"),
            Self::Movdir64b => has_movdir64b(),
        }
    }

    /// Those that this processor has, the widest last.
    pub fn present() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|instructions| instructions.is_present())
    }

    /// The best that this processor has: what is certain to be one write before what may be several, then the widest.
    #[must_use]
    pub fn best() -> Self {
        Self::present().last().unwrap_or(Self::Plain)
    }
}

/// Names of those that this processor has, with commas between them.
pub(crate) fn present_names() -> String {
    let names: Vec<_> = Instructions::present().map(|one| one.to_string()).collect();
    names.join(", ")
}

/// Its bit among the extended features.
const MOVDIR64B_BIT: u32 = 28;

/// The standard library does not know of it. Asked once: in a virtual machine the question is slow.
fn has_movdir64b() -> bool {
    static PRESENT: OnceLock<bool> = OnceLock::new();
    *PRESENT.get_or_init(|| extended_features() >> MOVDIR64B_BIT & 1 == 1)
}
