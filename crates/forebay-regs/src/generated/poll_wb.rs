// SPDX-License-Identifier: Apache-2.0
// Generated from the SystemRDL in regs/ by `python regs/generate.py`; edit the description instead.
//! Poll-mode write-back: The word that the engine writes to host memory in poll mode.

/// Bytes that the map covers.
pub const SIZE_BYTES: u32 = 0x0004;
/// Write-back word (r). Progress of the current run.
pub const WORD: u32 = 0x0000;
/// Fields of WORD.
pub mod word {
    use crate::Field;
    /// Value after reset; bits that depend on the build are 0 here.
    pub const RESET: u32 = 0x0000;
    /// Descriptors completed since the run started. (r)
    pub const COUNT: Field = Field::new(0, 24);
    /// Some error bit of the channel's status is set. (r)
    pub const ERROR: Field = Field::new(31, 1);
}
