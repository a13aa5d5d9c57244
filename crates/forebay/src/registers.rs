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

    /// Writes two adjacent registers as one number, the low one first.
    fn write_pair(&mut self, offset: u32, value: u64) -> Result<(), ForebayError> {
        let (low, high) = (value & u64::from(u32::MAX), value >> 32);
        self.write(offset, u32::try_from(low).unwrap_or(u32::MAX))?;
        self.write(offset + 4, u32::try_from(high).unwrap_or(u32::MAX))
    }
}
