// SPDX-License-Identifier: Apache-2.0
// Generated from the SystemRDL in regs/ by `python regs/generate.py`; edit the description instead.
//! DMA descriptor: 32 bytes in host memory, one per contiguous piece of a transfer.

/// Bytes that the map covers.
pub const SIZE_BYTES: u32 = 0x0020;
/// Control word (rw). What to do when this descriptor is finished, and how many more follow directly.
pub const CONTROL: u32 = 0x0000;
/// Fields of CONTROL.
pub mod control {
    use crate::Field;
    /// Value after reset; bits that depend on the build are 0 here.
    pub const RESET: u32 = 0xAD4B_0000;
    /// Stop the engine after this descriptor. (rw)
    pub const STOP: Field = Field::new(0, 1);
    /// Count, write back and (if enabled) interrupt when finished. (rw)
    pub const COMPLETED: Field = Field::new(1, 1);
    /// H2C stream: the last byte ends a packet. (rw)
    pub const EOP: Field = Field::new(4, 1);
    /// C2H stream: if a packet ends in this descriptor, end the run as if STOP and COMPLETED were set. Not part of the XDMA format. (rw)
    pub const STOP_AT_EOP: Field = Field::new(5, 1);
    /// Descriptors adjacent to the next one: a hint for the fetcher, 0 to 63. (rw)
    pub const NEXT_ADJACENT: Field = Field::new(8, 6);
    /// Marks a descriptor; anything else halts the engine with `magic_stopped`. (rw)
    pub const MAGIC: Field = Field::new(16, 16);
}
/// Length (rw). Bytes to move.
pub const LENGTH: u32 = 0x0004;
/// Fields of LENGTH.
pub mod length {
    use crate::Field;
    /// Value after reset; bits that depend on the build are 0 here.
    pub const RESET: u32 = 0x0000;
    /// Bytes, up to 2^28 - 1. (rw)
    pub const BYTES: Field = Field::new(0, 28);
}
/// Source address, low (rw). Host address (H2C), card address (C2H memory-mapped), or host address of the result (C2H stream); bits 31:0.
pub const SRC_LO: u32 = 0x0008;
/// Fields of `SRC_LO`.
pub mod src_lo {
    use crate::Field;
    /// Value after reset; bits that depend on the build are 0 here.
    pub const RESET: u32 = 0x0000;
    /// Address bits 31:0. (rw)
    pub const ADDR: Field = Field::new(0, 32);
}
/// Source address, high (rw). Bits 63:32 of the source address.
pub const SRC_HI: u32 = 0x000C;
/// Fields of `SRC_HI`.
pub mod src_hi {
    use crate::Field;
    /// Value after reset; bits that depend on the build are 0 here.
    pub const RESET: u32 = 0x0000;
    /// Address bits 63:32. (rw)
    pub const ADDR: Field = Field::new(0, 32);
}
/// Destination address, low (rw). Card address (H2C memory-mapped) or host address (C2H); bits 31:0. Ignored by H2C streams.
pub const DST_LO: u32 = 0x0010;
/// Fields of `DST_LO`.
pub mod dst_lo {
    use crate::Field;
    /// Value after reset; bits that depend on the build are 0 here.
    pub const RESET: u32 = 0x0000;
    /// Address bits 31:0. (rw)
    pub const ADDR: Field = Field::new(0, 32);
}
/// Destination address, high (rw). Bits 63:32 of the destination address.
pub const DST_HI: u32 = 0x0014;
/// Fields of `DST_HI`.
pub mod dst_hi {
    use crate::Field;
    /// Value after reset; bits that depend on the build are 0 here.
    pub const RESET: u32 = 0x0000;
    /// Address bits 63:32. (rw)
    pub const ADDR: Field = Field::new(0, 32);
}
/// Next descriptor, low (rw). Host address of the next descriptor; bits 31:0.
pub const NEXT_LO: u32 = 0x0018;
/// Fields of `NEXT_LO`.
pub mod next_lo {
    use crate::Field;
    /// Value after reset; bits that depend on the build are 0 here.
    pub const RESET: u32 = 0x0000;
    /// Address bits 31:0. (rw)
    pub const ADDR: Field = Field::new(0, 32);
}
/// Next descriptor, high (rw). Bits 63:32 of the next descriptor's address.
pub const NEXT_HI: u32 = 0x001C;
/// Fields of `NEXT_HI`.
pub mod next_hi {
    use crate::Field;
    /// Value after reset; bits that depend on the build are 0 here.
    pub const RESET: u32 = 0x0000;
    /// Address bits 63:32. (rw)
    pub const ADDR: Field = Field::new(0, 32);
}
