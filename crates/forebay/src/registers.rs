// SPDX-License-Identifier: Apache-2.0
//! Access to the card's registers, whatever carries it.

use crate::ForebayError;

/// The card's own registers; offsets count from their beginning. Whoever holds it is alone with them, so that the two halves of a long register
/// belong together.
pub(crate) trait Registers {
    /// Reads the 32-bit register at byte `offset`.
    fn read(&mut self, offset: u32) -> Result<u32, ForebayError>;

    /// Writes the 32-bit register at byte `offset`.
    fn write(&mut self, offset: u32, value: u32) -> Result<(), ForebayError>;

    /// Two adjacent registers as one number; reading the low one holds the high one.
    fn read_pair(&mut self, offset: u32) -> Result<u64, ForebayError> {
        let low = self.read(offset)?;
        let high = self.read(offset + 4)?;
        Ok(u64::from(high) << 32 | u64::from(low))
    }
}
