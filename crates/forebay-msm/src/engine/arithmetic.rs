// SPDX-License-Identifier: Apache-2.0
//! Which arithmetic fills the buckets.

#[cfg(forebay_lanes)]
use super::lanes;

/// The arithmetic that fills the buckets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arithmetic {
    /// arkworks' field arithmetic, one addition at a time, on any machine.
    Scalar,
    /// AVX2 and FMA, four additions at a time.
    Fma,
    /// AVX-512 IFMA, eight additions at a time.
    Ifma,
}

impl Arithmetic {
    /// Every arithmetic.
    pub const ALL: [Self; 3] = [Self::Scalar, Self::Fma, Self::Ifma];

    /// The fastest arithmetic that this build and this processor have.
    #[must_use]
    pub fn best() -> Self {
        // Each is faster than the one before.
        Self::ALL.into_iter().rfind(|way| way.is_available()).unwrap_or(Self::Scalar)
    }

    /// Whether this build and this processor have the arithmetic.
    #[must_use]
    pub fn is_available(self) -> bool {
        match self {
            Self::Scalar => true,
            #[cfg(forebay_lanes)]
            Self::Fma => lanes::Fma::is_available(),
            #[cfg(forebay_lanes)]
            Self::Ifma => lanes::Ifma::is_available(),
            #[cfg(not(forebay_lanes))]
            Self::Fma | Self::Ifma => false,
        }
    }

    /// Name used in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Scalar => "scalar",
            Self::Fma => "avx2-fma",
            Self::Ifma => "avx512-ifma",
        }
    }
}
