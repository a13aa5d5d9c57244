// SPDX-License-Identifier: Apache-2.0
// Generated from the SystemRDL in regs/ by `python regs/generate.py`; edit the description instead.
//! Interrupts: Interrupt lines and messages, counted from the beginning of the block of front end 0 (BAR2).

use crate::Blocks;

/// Bytes that the map covers.
pub const SIZE_BYTES: u32 = 0x8FE8;
/// Where interrupts registers are ([`irq`]).
pub const IRQ: Blocks = Blocks::new(0x2000, 0x00A8, 1);
/// Where msi-x table entry registers are ([`msix_entry`]).
pub const MSIX_TABLE: Blocks = Blocks::new(0x8000, 0x0010, 32);
/// Where msi-x pending bits registers are ([`msix_pba`]).
pub const MSIX_PBA: Blocks = Blocks::new(0x8FE0, 0x0008, 1);
/// Interrupts: Enables, requests and vectors of the user and channel interrupts. Channel bits: H2C channels first, C2H channels directly after the last H2C channel the card has.
pub mod irq {
    use crate::Blocks;

    /// Identifier (r). Who answers here. A channel that the card does not have reads 0, which is how software counts channels.
    pub const IDENTIFIER: u32 = 0x0000;
    /// Fields of IDENTIFIER.
    pub mod identifier {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x1FC0_0006;
        /// Version of the interface; 0x06 is what current XDMA cores report. (r)
        pub const VERSION: Field = Field::new(0, 8);
        /// Channel number; 0 for targets without channels. (r)
        pub const CHANNEL: Field = Field::new(8, 4);
        /// 1 on a streaming channel, 0 on a memory-mapped one. (r)
        pub const STREAM: Field = Field::new(15, 1);
        /// Target number, equal to address bits 15:12. (r)
        pub const TARGET: Field = Field::new(16, 4);
        /// Fixed pattern that marks an XDMA target. (r)
        pub const MAGIC: Field = Field::new(20, 12);
    }
    /// User interrupt enable (rw). Which user interrupts may send a message.
    pub const USER_ENABLE: u32 = 0x0004;
    /// Fields of `USER_ENABLE`.
    pub mod user_enable {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// One bit per user interrupt; bits above 15 are ignored. (rw)
        pub const ENABLE: Field = Field::new(0, 16);
    }
    /// User interrupt enable, write 1 to set (w1s). Sets bits of `USER_ENABLE`. Reads as 0.
    pub const USER_ENABLE_W1S: u32 = 0x0008;
    /// Fields of `USER_ENABLE_W1S`.
    pub mod user_enable_w1s {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Bits to set. (w1s)
        pub const BITS: Field = Field::new(0, 16);
    }
    /// User interrupt enable, write 1 to clear (w1c). Clears bits of `USER_ENABLE`. Reads as 0.
    pub const USER_ENABLE_W1C: u32 = 0x000C;
    /// Fields of `USER_ENABLE_W1C`.
    pub mod user_enable_w1c {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Bits to clear. (w1c)
        pub const BITS: Field = Field::new(0, 16);
    }
    /// Channel interrupt enable (rw). Which channels may send a message.
    pub const CHANNEL_ENABLE: u32 = 0x0010;
    /// Fields of `CHANNEL_ENABLE`.
    pub mod channel_enable {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// One bit per channel. (rw)
        pub const ENABLE: Field = Field::new(0, 8);
    }
    /// Channel interrupt enable, write 1 to set (w1s). Sets bits of `CHANNEL_ENABLE`. Reads as 0.
    pub const CHANNEL_ENABLE_W1S: u32 = 0x0014;
    /// Fields of `CHANNEL_ENABLE_W1S`.
    pub mod channel_enable_w1s {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Bits to set. (w1s)
        pub const BITS: Field = Field::new(0, 8);
    }
    /// Channel interrupt enable, write 1 to clear (w1c). Clears bits of `CHANNEL_ENABLE`. Reads as 0.
    pub const CHANNEL_ENABLE_W1C: u32 = 0x0018;
    /// Fields of `CHANNEL_ENABLE_W1C`.
    pub mod channel_enable_w1c {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Bits to clear. (w1c)
        pub const BITS: Field = Field::new(0, 8);
    }
    /// User interrupt request (r). State of the user interrupt lines, before the enable.
    pub const USER_REQUEST: u32 = 0x0040;
    /// Fields of `USER_REQUEST`.
    pub mod user_request {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// One bit per line. (r)
        pub const REQUEST: Field = Field::new(0, 16);
    }
    /// Channel interrupt request (r). Channels with an enabled cause, before `CHANNEL_ENABLE`.
    pub const CHANNEL_REQUEST: u32 = 0x0044;
    /// Fields of `CHANNEL_REQUEST`.
    pub mod channel_request {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// One bit per channel. (r)
        pub const REQUEST: Field = Field::new(0, 8);
    }
    /// User interrupt pending (r). `USER_REQUEST` and `USER_ENABLE`.
    pub const USER_PENDING: u32 = 0x0048;
    /// Fields of `USER_PENDING`.
    pub mod user_pending {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// One bit per line. (r)
        pub const PENDING: Field = Field::new(0, 16);
    }
    /// Channel interrupt pending (r). `CHANNEL_REQUEST` and `CHANNEL_ENABLE`.
    pub const CHANNEL_PENDING: u32 = 0x004C;
    /// Fields of `CHANNEL_PENDING`.
    pub mod channel_pending {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// One bit per channel. (r)
        pub const PENDING: Field = Field::new(0, 8);
    }
    /// Interrupt vectors (rw). MSI-X vector numbers of four sources, one per byte.
    pub const USER_VECTOR: Blocks = Blocks::new(0x0080, 4, 4);
    /// Fields of `USER_VECTOR`.
    pub mod user_vector {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Vector of source 4n. (rw)
        pub const VECTOR0: Field = Field::new(0, 5);
        /// Vector of source 4n+1. (rw)
        pub const VECTOR1: Field = Field::new(8, 5);
        /// Vector of source 4n+2. (rw)
        pub const VECTOR2: Field = Field::new(16, 5);
        /// Vector of source 4n+3. (rw)
        pub const VECTOR3: Field = Field::new(24, 5);
    }
    /// Interrupt vectors (rw). MSI-X vector numbers of four sources, one per byte.
    pub const CHANNEL_VECTOR: Blocks = Blocks::new(0x00A0, 4, 2);
    /// Fields of `CHANNEL_VECTOR`.
    pub mod channel_vector {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Vector of source 4n. (rw)
        pub const VECTOR0: Field = Field::new(0, 5);
        /// Vector of source 4n+1. (rw)
        pub const VECTOR1: Field = Field::new(8, 5);
        /// Vector of source 4n+2. (rw)
        pub const VECTOR2: Field = Field::new(16, 5);
        /// Vector of source 4n+3. (rw)
        pub const VECTOR3: Field = Field::new(24, 5);
    }
}
/// MSI-X table entry: Address and data of one message (PCI Local Bus 3.0, 6.8.2.6).
pub mod msix_entry {
    /// Message address, low (rw). Where the message is written; bits 31:0.
    pub const ADDR_LO: u32 = 0x0000;
    /// Fields of `ADDR_LO`.
    pub mod addr_lo {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Address bits 31:0; the two lowest are 0. (rw)
        pub const ADDR: Field = Field::new(0, 32);
    }
    /// Message address, high (rw). Where the message is written; bits 63:32.
    pub const ADDR_HI: u32 = 0x0004;
    /// Fields of `ADDR_HI`.
    pub mod addr_hi {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Address bits 63:32. (rw)
        pub const ADDR: Field = Field::new(0, 32);
    }
    /// Message data (rw). What is written.
    pub const DATA: u32 = 0x0008;
    /// Fields of DATA.
    pub mod data {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// The word. (rw)
        pub const DATA: Field = Field::new(0, 32);
    }
    /// Vector control (rw). Mask bit of the vector.
    pub const VECTOR_CONTROL: u32 = 0x000C;
    /// Fields of `VECTOR_CONTROL`.
    pub mod vector_control {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0001;
        /// 1 holds messages back; they stay pending. (rw)
        pub const MASK: Field = Field::new(0, 1);
    }
}
/// MSI-X pending bits: Messages held back by a mask.
pub mod msix_pba {
    /// Pending, low (r). Vectors 0 to 31.
    pub const PENDING_LO: u32 = 0x0000;
    /// Fields of `PENDING_LO`.
    pub mod pending_lo {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// One bit per vector. (r)
        pub const PENDING: Field = Field::new(0, 32);
    }
    /// Pending, high (r). Vectors 32 to 63; this card has none of them.
    pub const PENDING_HI: u32 = 0x0004;
    /// Fields of `PENDING_HI`.
    pub mod pending_hi {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Always 0. (r)
        pub const PENDING: Field = Field::new(0, 32);
    }
}
