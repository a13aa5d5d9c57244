// SPDX-License-Identifier: Apache-2.0
// Generated from the SystemRDL in regs/ by `python regs/generate.py`; edit the description instead.
//! C2H stream result: 8 bytes that the engine writes to host memory for each descriptor of a C2H stream.

/// Bytes that the map covers.
pub const SIZE_BYTES: u32 = 0x0008;
/// Status (r). Marks the result as written.
pub const STATUS: u32 = 0x0000;
/// Fields of STATUS.
pub mod status {
    use crate::Field;
    /// Value after reset; bits that depend on the build are 0 here.
    pub const RESET: u32 = 0x52B4_0000;
    /// The packet ended in this descriptor. (r)
    pub const EOP: Field = Field::new(0, 1);
    /// Fixed pattern of a written result. (r)
    pub const MAGIC: Field = Field::new(16, 16);
}
/// Length (r). How much arrived.
pub const LENGTH: u32 = 0x0004;
/// Fields of LENGTH.
pub mod length {
    use crate::Field;
    /// Value after reset; bits that depend on the build are 0 here.
    pub const RESET: u32 = 0x0000;
    /// Bytes written to the descriptor's destination. (r)
    pub const BYTES: Field = Field::new(0, 32);
}
