// SPDX-License-Identifier: Apache-2.0
// Generated from the SystemRDL in regs/ by `python regs/generate.py`; edit the description instead.
//! Window of user-level DMA: What programs map of it.

use crate::Blocks;

/// Bytes that the map covers.
pub const SIZE_BYTES: u32 = 0x0100_0000;
/// Where context page registers are ([`context_page`]).
pub const CONTEXT_PAGE: Blocks = Blocks::new(0x0000, 0x1000, 8);
/// Where portal page registers are ([`portal_page`]).
pub const PORTAL_PAGE: Blocks = Blocks::new(0x0001_0000, 0x1000, 8);
/// Shadow pages: Of each context, one after the other, a page for each slot: loads and stores mean the address, no memory.
pub const SHADOW_PAGE: Blocks = Blocks::new(0x0080_0000, 0x1000, 2048);
/// Context page: Of the key scheme: the page of a context. Every word of the page is this one.
pub mod context_page {
    /// Size (rw). A store sets the size; a load starts the transfer, or tells how it goes.
    pub const SIZE: u32 = 0x0000;
    /// Fields of SIZE.
    pub mod size {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Stored: bytes to move. Loaded: bytes left, 0 when it is over, all ones when it failed or nothing was asked for. (rw)
        pub const BYTES: Field = Field::new(0, 32);
    }
}
/// Portal page: Of the portal: a line of 64 bytes is a transfer. Every line of the page is this one. Addresses are slot addresses.
pub mod portal_page {
    use crate::Blocks;

    /// Source, low (w). Where from; bits 31:0.
    pub const SRC_LO: u32 = 0x0000;
    /// Fields of `SRC_LO`.
    pub mod src_lo {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Bits 31:0. (w)
        pub const ADDR: Field = Field::new(0, 32);
    }
    /// Source, high (w). Where from; bits 47:32.
    pub const SRC_HI: u32 = 0x0004;
    /// Fields of `SRC_HI`.
    pub mod src_hi {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Bits 47:32; the others are 0. (w)
        pub const ADDR: Field = Field::new(0, 16);
    }
    /// Destination, low (w). Where to; bits 31:0.
    pub const DST_LO: u32 = 0x0008;
    /// Fields of `DST_LO`.
    pub mod dst_lo {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Bits 31:0. (w)
        pub const ADDR: Field = Field::new(0, 32);
    }
    /// Destination, high (w). Where to; bits 47:32.
    pub const DST_HI: u32 = 0x000C;
    /// Fields of `DST_HI`.
    pub mod dst_hi {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Bits 47:32; the others are 0. (w)
        pub const ADDR: Field = Field::new(0, 16);
    }
    /// Record, low (w). Where the completion record goes; bits 31:0.
    pub const RECORD_LO: u32 = 0x0010;
    /// Fields of `RECORD_LO`.
    pub mod record_lo {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Bits 31:0, a multiple of 8. (w)
        pub const ADDR: Field = Field::new(0, 32);
    }
    /// Record, high (w). Where the completion record goes; bits 47:32.
    pub const RECORD_HI: u32 = 0x0014;
    /// Fields of `RECORD_HI`.
    pub mod record_hi {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Bits 47:32; the others are 0. (w)
        pub const ADDR: Field = Field::new(0, 16);
    }
    /// Size (w). How much.
    pub const SIZE: u32 = 0x0018;
    /// Fields of SIZE.
    pub mod size {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Bytes. (w)
        pub const BYTES: Field = Field::new(0, 32);
    }
    /// Cookie (w). Comes back in the upper half of the record; the lower half is the reason (`BAD_HI.REASON`).
    pub const COOKIE: u32 = 0x001C;
    /// Fields of COOKIE.
    pub mod cookie {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Any number. (w)
        pub const NUMBER: Field = Field::new(0, 32);
    }
    /// Reserved (w). Words that must be 0.
    pub const RESERVED: Blocks = Blocks::new(0x0020, 4, 6);
    /// Fields of RESERVED.
    pub mod reserved {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// 0. (w)
        pub const ZERO: Field = Field::new(0, 32);
    }
    /// Control (w). What is to be told.
    pub const CONTROL: u32 = 0x0038;
    /// Fields of CONTROL.
    pub mod control {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// A completion record is to be written. (w)
        pub const RECORD: Field = Field::new(0, 1);
        /// It starts a list: SRC is where the list is, a multiple of 32, DST is 0, SIZE the number of its descriptors, and the record tells of all of them (`batch_record`). (w)
        pub const BATCH: Field = Field::new(1, 1);
    }
    /// End (w). Must be 0. The store that brings its last byte starts the transfer.
    pub const END: u32 = 0x003C;
    /// Fields of END.
    pub mod end {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// 0. (w)
        pub const ZERO: Field = Field::new(0, 32);
    }
}
