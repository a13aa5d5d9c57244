// SPDX-License-Identifier: Apache-2.0
// Generated from the SystemRDL in regs/ by `python regs/generate.py`; edit the description instead.
//! Descriptor of a batch: 32 bytes in registered memory, one for each transfer of a list that one line of a portal starts. Addresses are slot addresses.

/// Bytes that the map covers.
pub const SIZE_BYTES: u32 = 0x0020;
/// Source, low (rw). Where from; bits 31:0.
pub const SRC_LO: u32 = 0x0000;
/// Fields of `SRC_LO`.
pub mod src_lo {
    use crate::Field;
    /// Value after reset; bits that depend on the build are 0 here.
    pub const RESET: u32 = 0x0000;
    /// Bits 31:0. (rw)
    pub const ADDR: Field = Field::new(0, 32);
}
/// Source, high (rw). Where from; bits 63:32.
pub const SRC_HI: u32 = 0x0004;
/// Fields of `SRC_HI`.
pub mod src_hi {
    use crate::Field;
    /// Value after reset; bits that depend on the build are 0 here.
    pub const RESET: u32 = 0x0000;
    /// Bits 63:32; an address with one of bits 63:48 is in no slot. (rw)
    pub const ADDR: Field = Field::new(0, 32);
}
/// Destination, low (rw). Where to; bits 31:0.
pub const DST_LO: u32 = 0x0008;
/// Fields of `DST_LO`.
pub mod dst_lo {
    use crate::Field;
    /// Value after reset; bits that depend on the build are 0 here.
    pub const RESET: u32 = 0x0000;
    /// Bits 31:0. (rw)
    pub const ADDR: Field = Field::new(0, 32);
}
/// Destination, high (rw). Where to; bits 63:32.
pub const DST_HI: u32 = 0x000C;
/// Fields of `DST_HI`.
pub mod dst_hi {
    use crate::Field;
    /// Value after reset; bits that depend on the build are 0 here.
    pub const RESET: u32 = 0x0000;
    /// Bits 63:32; an address with one of bits 63:48 is in no slot. (rw)
    pub const ADDR: Field = Field::new(0, 32);
}
/// Record, low (rw). Where the completion record of this transfer goes; bits 31:0.
pub const RECORD_LO: u32 = 0x0010;
/// Fields of `RECORD_LO`.
pub mod record_lo {
    use crate::Field;
    /// Value after reset; bits that depend on the build are 0 here.
    pub const RESET: u32 = 0x0000;
    /// Bits 31:0, a multiple of 8. (rw)
    pub const ADDR: Field = Field::new(0, 32);
}
/// Record, high (rw). Where the completion record of this transfer goes, and whether one is wanted.
pub const RECORD_HI: u32 = 0x0014;
/// Fields of `RECORD_HI`.
pub mod record_hi {
    use crate::Field;
    /// Value after reset; bits that depend on the build are 0 here.
    pub const RESET: u32 = 0x0000;
    /// Bits 62:32; an address with one of bits 62:48 is in no slot. (rw)
    pub const ADDR: Field = Field::new(0, 31);
    /// A completion record is to be written. (rw)
    pub const WANTED: Field = Field::new(31, 1);
}
/// Length (rw). How much.
pub const LENGTH: u32 = 0x0018;
/// Fields of LENGTH.
pub mod length {
    use crate::Field;
    /// Value after reset; bits that depend on the build are 0 here.
    pub const RESET: u32 = 0x0000;
    /// Bytes. (rw)
    pub const BYTES: Field = Field::new(0, 32);
}
/// Cookie (rw). Comes back in the upper half of the record.
pub const COOKIE: u32 = 0x001C;
/// Fields of COOKIE.
pub mod cookie {
    use crate::Field;
    /// Value after reset; bits that depend on the build are 0 here.
    pub const RESET: u32 = 0x0000;
    /// Any number. (rw)
    pub const NUMBER: Field = Field::new(0, 32);
}
