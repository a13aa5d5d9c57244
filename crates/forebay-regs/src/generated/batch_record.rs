// SPDX-License-Identifier: Apache-2.0
// Generated from the SystemRDL in regs/ by `python regs/generate.py`; edit the description instead.
//! Record of a batch: 8 bytes that are written when all transfers of a list are over and their own records are acknowledged.

/// Bytes that the map covers.
pub const SIZE_BYTES: u32 = 0x0008;
/// Result (r). How it went.
pub const RESULT: u32 = 0x0000;
/// Fields of RESULT.
pub mod result {
    use crate::Field;
    /// Value after reset; bits that depend on the build are 0 here.
    pub const RESET: u32 = 0x0000;
    /// Why the first of them, by its place in the list, did not end well (`BAD_HI.REASON`); 0: all did. Of a line that was refused, why. (r)
    pub const REASON: Field = Field::new(0, 8);
    /// Number of that one, from 0 on; 0 if all ended well. (r)
    pub const FIRST: Field = Field::new(8, 8);
    /// How many ended well. (r)
    pub const GOOD: Field = Field::new(16, 16);
}
/// Cookie (r). That of the line.
pub const COOKIE: u32 = 0x0004;
/// Fields of COOKIE.
pub mod cookie {
    use crate::Field;
    /// Value after reset; bits that depend on the build are 0 here.
    pub const RESET: u32 = 0x0000;
    /// Any number. (r)
    pub const NUMBER: Field = Field::new(0, 32);
}
