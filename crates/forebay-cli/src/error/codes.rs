// SPDX-License-Identifier: Apache-2.0
//! Exit codes of errors that are several.

use forebay::{CaptureError, ForebayError, TransmitError};
#[cfg(feature = "sweep")]
use forebay_host_model::HostModelError;

/// Of a capture or a transmission that was asked for what cannot be.
pub(super) const fn card_code(error: &ForebayError) -> u8 {
    match error {
        ForebayError::Capture(
            CaptureError::Rate { .. }
            | CaptureError::Signal { .. }
            | CaptureError::Length { .. }
            | CaptureError::Buffers { .. }
            | CaptureError::TooMany { .. },
        )
        | ForebayError::Transmit(
            TransmitError::Length { .. }
            | TransmitError::Buffers { .. }
            | TransmitError::TooMany { .. }
            | TransmitError::Channel { .. },
        ) => 2,
        _ => 4,
    }
}

pub(super) const fn recording_code(error: &forebay_sigmf::SigmfError) -> u8 {
    use forebay_sigmf::SigmfError;
    match error {
        SigmfError::Sample { .. } | SigmfError::Segment { .. } | SigmfError::Cut { .. } => 5,
        SigmfError::Name { .. } => 2,
        SigmfError::Read { .. } | SigmfError::Syntax { .. } | SigmfError::Kind { .. } => 3,
        _ => 1,
    }
}

pub(super) const fn hazards_code(error: &forebay_hazards::HazardError) -> u8 {
    match error {
        forebay_hazards::HazardError::Seeds { .. } => 2,
        _ => 3,
    }
}

#[cfg(feature = "sweep")]
pub(super) const fn sweep_code(error: &forebay_sweep::SweepError) -> u8 {
    use forebay_sweep::SweepError;
    match error {
        SweepError::Output { .. } | SweepError::Busy { .. } => 1,
        SweepError::Input { .. }
        | SweepError::Syntax { .. }
        | SweepError::Value { .. }
        | SweepError::Setting { .. }
        | SweepError::TooMany { .. } => 3,
        SweepError::Stopped { .. } => 130,
        SweepError::Body { .. } | SweepError::Model { source: HostModelError::Body { .. }, .. } => {
            4
        }
        _ => 2,
    }
}
