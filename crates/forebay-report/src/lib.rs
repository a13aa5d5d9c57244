// SPDX-License-Identifier: Apache-2.0
//! What came of a sweep, as a page with charts and as traces for Perfetto, and charts of rates and times for others; it never knows how anything
//! was computed, nor runs it.

mod charts;
mod error;
mod page;
mod perfetto;
mod tracks;
mod windows;
mod words;

pub use charts::{DotRow, LogCurve, LogCurves, LogDots, LogLine, LogPanel, LogRates};
pub use error::ReportError;
pub use page::{Written, write_report};
pub use perfetto::write_trace;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
