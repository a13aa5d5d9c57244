// SPDX-License-Identifier: Apache-2.0
//! What the report measured.

use serde::Serialize;

use crate::scheme::Name;

/// Section 4.4: of 2, 3 and 4 processes alike, least and most.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Published {
    /// Which scheme.
    pub scheme: &'static str,
    /// About so many context switches.
    pub switches_per_second: u32,
    /// Attempts told no.
    pub errors_per_second: [u32; 2],
    /// Answers FAIL.
    pub fails_per_second: [u32; 2],
}

/// The report's own numbers.
pub const PUBLISHED: Published = Published {
    scheme: Name::Repeat5.text(),
    switches_per_second: 100,
    errors_per_second: [112, 115],
    fails_per_second: [93, 97],
};
