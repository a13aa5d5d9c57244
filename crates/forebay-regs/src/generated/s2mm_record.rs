// SPDX-License-Identifier: Apache-2.0
// Generated from the SystemRDL in regs/ by `python regs/generate.py`; edit the description instead.
//! Record of a buffer: 32 bytes that a channel of the AXI DMA map writes to its ring for each finished buffer, when its data are there. The sequence comes last. Of a buffer that was sent there is no time, no loss and no end of a packet to tell.

/// Bytes that the map covers.
pub const SIZE_BYTES: u32 = 0x0020;
/// Stamp, low (r). Time of the buffer's first sample.
pub const STAMP_LO: u32 = 0x0000;
/// Fields of `STAMP_LO`.
pub mod stamp_lo {
    use crate::Field;
    /// Value after reset; bits that depend on the build are 0 here.
    pub const RESET: u32 = 0x0000;
    /// Bits 31:0. (r)
    pub const TIME: Field = Field::new(0, 32);
}
/// Stamp, high (r). Time of the buffer's first sample.
pub const STAMP_HI: u32 = 0x0004;
/// Fields of `STAMP_HI`.
pub mod stamp_hi {
    use crate::Field;
    /// Value after reset; bits that depend on the build are 0 here.
    pub const RESET: u32 = 0x0000;
    /// Bits 63:32. (r)
    pub const TIME: Field = Field::new(0, 32);
}
/// Lost, low (r). Samples lost ahead of the packets that begin in the buffer.
pub const LOST_LO: u32 = 0x0008;
/// Fields of `LOST_LO`.
pub mod lost_lo {
    use crate::Field;
    /// Value after reset; bits that depend on the build are 0 here.
    pub const RESET: u32 = 0x0000;
    /// Bits 31:0. (r)
    pub const SAMPLES: Field = Field::new(0, 32);
}
/// Lost, high (r). The rest of it, and how the buffer ended.
pub const LOST_HI: u32 = 0x000C;
/// Fields of `LOST_HI`.
pub mod lost_hi {
    use crate::Field;
    /// Value after reset; bits that depend on the build are 0 here.
    pub const RESET: u32 = 0x0000;
    /// Bits 47:32. (r)
    pub const SAMPLES: Field = Field::new(0, 16);
    /// A packet ended with its last byte. (r)
    pub const EOP: Field = Field::new(16, 1);
    /// A burst did. (r)
    pub const EOB: Field = Field::new(17, 1);
    /// Samples were lost behind it. (r)
    pub const OVERRUN: Field = Field::new(18, 1);
    /// It was cut short: stopped, or by an error. (r)
    pub const STOPPED: Field = Field::new(19, 1);
}
/// Buffer, low (r). Where the buffer is.
pub const BUFFER_LO: u32 = 0x0010;
/// Fields of `BUFFER_LO`.
pub mod buffer_lo {
    use crate::Field;
    /// Value after reset; bits that depend on the build are 0 here.
    pub const RESET: u32 = 0x0000;
    /// Address bits 31:0. (r)
    pub const ADDR: Field = Field::new(0, 32);
}
/// Buffer, high (r). Where the buffer is.
pub const BUFFER_HI: u32 = 0x0014;
/// Fields of `BUFFER_HI`.
pub mod buffer_hi {
    use crate::Field;
    /// Value after reset; bits that depend on the build are 0 here.
    pub const RESET: u32 = 0x0000;
    /// Address bits 63:32. (r)
    pub const ADDR: Field = Field::new(0, 32);
}
/// Bytes (r). How much is in it.
pub const BYTES: u32 = 0x0018;
/// Fields of BYTES.
pub mod bytes {
    use crate::Field;
    /// Value after reset; bits that depend on the build are 0 here.
    pub const RESET: u32 = 0x0000;
    /// Bytes. (r)
    pub const COUNT: Field = Field::new(0, 32);
}
/// Sequence (r). Which one it is.
pub const SEQUENCE: u32 = 0x001C;
/// Fields of SEQUENCE.
pub mod sequence {
    use crate::Field;
    /// Value after reset; bits that depend on the build are 0 here.
    pub const RESET: u32 = 0x0000;
    /// Number of the buffer, from 1 on. (r)
    pub const NUMBER: Field = Field::new(0, 32);
}
