// SPDX-License-Identifier: Apache-2.0
//! What is behind a modelled processor, and what it gets.

use std::error::Error;

use forebay_write_combining::{Bus, BusWrite, LINE_BYTES};

use crate::ApertureError;

/// Why an access was not done, and what to do about it.
pub type Refusal = Box<dyn Error + Send + Sync>;

/// What takes the accesses of a modelled processor: an aperture, by offset.
pub trait Endpoint: Send {
    /// A write of consecutive bytes, all of one line of 64.
    ///
    /// # Errors
    /// Whatever keeps it from being done.
    fn write(&mut self, offset: u64, data: &[u8]) -> Result<(), Refusal>;

    /// A read of 1, 2, 4 or 8 aligned bytes.
    ///
    /// # Errors
    /// Whatever keeps it from being done.
    fn read(&mut self, offset: u64, into: &mut [u8]) -> Result<(), Refusal>;
}

/// Hands writes on: each run of enabled bytes is one of its own, in address order, as a packet on the link enables bytes without gaps.
pub(crate) struct Runs {
    endpoint: Box<dyn Endpoint>,
    /// The first access that was refused; a program hears of it later.
    failed: Option<ApertureError>,
}

impl Runs {
    pub(crate) fn new(endpoint: Box<dyn Endpoint>) -> Self {
        Self { endpoint, failed: None }
    }

    /// What went wrong since the last question.
    pub(crate) fn outcome(&mut self) -> Result<(), ApertureError> {
        self.failed.take().map_or(Ok(()), Err)
    }

    fn note(&mut self, what: &'static str, offset: u64, bytes: usize, result: Result<(), Refusal>) {
        let error = result.err().map(|source| ApertureError::Bus { what, offset, bytes, source });
        self.failed = self.failed.take().or(error);
    }
}

impl Bus for Runs {
    fn write(&mut self, write: &BusWrite) {
        let mut rest = write.enables;
        while rest != 0 {
            let from = rest.trailing_zeros();
            let count = (rest >> from).trailing_ones();
            // Shifting out all 64 at once is no shift.
            rest &= u64::MAX.checked_shl(from + count).unwrap_or(0);
            let (from, count) = (from as usize, count as usize);
            debug_assert!(from + count <= LINE_BYTES);
            let offset = write.line + from as u64;
            let result = self.endpoint.write(offset, &write.data[from..from + count]);
            self.note("a write", offset, count, result);
        }
    }

    fn read(&mut self, address: u64, into: &mut [u8]) {
        let result = self.endpoint.read(address, into);
        self.note("a read", address, into.len(), result);
    }
}
