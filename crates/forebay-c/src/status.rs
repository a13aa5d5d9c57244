// SPDX-License-Identifier: Apache-2.0
//! What calls return, and the words of a failure.

use std::cell::RefCell;
use std::ffi::{CString, c_char};

use forebay::{CaptureError, ForebayError, TransmitError};

/// How a call has ended. Later versions may have further values below 0.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It did what it should.
    Ok = 0,
    /// What was waited for did not come in time, or will not come since nothing runs.
    Nothing = 1,
    /// A value that was given makes no sense.
    Argument = -1,
    /// The card, or the way to it.
    Device = -2,
    /// The time of a burst is over; nothing was captured.
    Late = -3,
    /// Somebody has the engine, or a burst is armed, runs or is on the air.
    Busy = -4,
    /// More memory than there is.
    Memory = -5,
    /// The engine ended with an error.
    Engine = -6,
    /// The card or its engine was reset.
    Reset = -7,
    /// The library broke; a defect of it.
    Broken = -8,
}

impl Status {
    pub(crate) fn of(error: &ForebayError) -> Self {
        match error {
            ForebayError::Capture(error) => Self::of_capture(error),
            ForebayError::Transmit(error) => Self::of_transmit(error),
            ForebayError::Busy { .. } => Self::Busy,
            ForebayError::UnknownDevice { .. } => Self::Argument,
            _ => Self::Device,
        }
    }

    const fn of_capture(error: &CaptureError) -> Self {
        match error {
            CaptureError::Length { .. }
            | CaptureError::Buffers { .. }
            | CaptureError::TooMany { .. }
            | CaptureError::Rate { .. }
            | CaptureError::Signal { .. }
            | CaptureError::Refused { .. } => Self::Argument,
            CaptureError::NoMemory { .. } => Self::Memory,
            CaptureError::Busy | CaptureError::AllHeld { .. } | CaptureError::SourceBusy { .. } => {
                Self::Busy
            }
            CaptureError::Engine { .. } => Self::Engine,
            CaptureError::Reset => Self::Reset,
            CaptureError::Late { .. } => Self::Late,
            _ => Self::Device,
        }
    }

    const fn of_transmit(error: &TransmitError) -> Self {
        match error {
            TransmitError::Length { .. }
            | TransmitError::Buffers { .. }
            | TransmitError::TooMany { .. }
            | TransmitError::Bytes { .. }
            | TransmitError::Samples { .. }
            | TransmitError::NotStarted { .. }
            | TransmitError::Channel { .. } => Self::Argument,
            TransmitError::NoMemory { .. } => Self::Memory,
            TransmitError::Busy
            | TransmitError::OnAir { .. }
            | TransmitError::StillComes { .. } => Self::Busy,
            TransmitError::Engine { .. } => Self::Engine,
            TransmitError::Reset => Self::Reset,
            _ => Self::Device,
        }
    }
}

thread_local! {
    static LAST: RefCell<CString> = RefCell::default();
}

/// Keeps the words of a failure.
pub(crate) fn keep(words: String) {
    let mut bytes = words.into_bytes();
    bytes.retain(|byte| *byte != 0);
    LAST.with(|last| last.replace(CString::new(bytes).unwrap_or_default()));
}

/// The words of the last failure of this thread, which name the place, the value seen and the next step; empty if there was none. Valid until the next call that
/// fails in this thread.
#[unsafe(no_mangle)]
pub extern "C" fn forebay_last_error() -> *const c_char {
    LAST.with(|last| last.borrow().as_ptr())
}
