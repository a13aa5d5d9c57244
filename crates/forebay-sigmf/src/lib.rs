// SPDX-License-Identifier: Apache-2.0
//! Recordings of samples as `SigMF` has them: written so that they are valid wherever writing ends, read, and checked; it never knows a card, nor who makes the samples.

mod check;
mod error;
mod files;
mod meta;
mod reader;
mod recorder;
mod reserve;

pub use check::{Checked, check_ramp, ramp};
pub use error::SigmfError;
pub use files::Files;
pub use meta::{Global, Meta, Segment};
pub use reader::{Reader, Span};
pub use recorder::{Recorder, Start, Summary};

/// Bytes of a sample: two components of 16 bits, `ci16_le`.
pub const SAMPLE_BYTES: u64 = 4;
