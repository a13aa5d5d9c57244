// SPDX-License-Identifier: Apache-2.0
// Generated from the SystemRDL in regs/ by `python regs/generate.py`; edit the description instead.
//! Page of a datapath: The part that is the same in every datapath's page.

use crate::Blocks;

/// Bytes that the map covers.
pub const SIZE_BYTES: u32 = 0x0E00;
/// Where events registers are ([`event`]).
pub const EVENT: Blocks = Blocks::new(0x0400, 0x0008, 64);
/// Where events, clear on read registers are ([`event_clear`]).
pub const EVENT_CLEAR: Blocks = Blocks::new(0x0C00, 0x0008, 64);
/// Events: 48-bit event counters of the datapath that stop at their end; what each counts is the datapath's to say. Read LO first: it holds the upper bits for HI. EVENTS of the feature header tells how many there are; the others read 0.
pub mod event {
    /// Count, low (r). Bits 31:0; reading holds the upper bits for HI.
    pub const LO: u32 = 0x0000;
    /// Fields of LO.
    pub mod lo {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Bits 31:0. (r)
        pub const COUNT: Field = Field::new(0, 32);
    }
    /// Count, high (r). Upper bits as they were when a low half was last read.
    pub const HI: u32 = 0x0004;
    /// Fields of HI.
    pub mod hi {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Bits 47:32. (r)
        pub const COUNT: Field = Field::new(0, 16);
    }
}
/// Events, clear on read: Twin of the events at +0x800: reading LO also sets the counter back to 0. An event in the same cycle is not lost, it counts as the first one after.
pub mod event_clear {
    /// Count, low (rc). Bits 31:0, then cleared.
    pub const LO: u32 = 0x0000;
    /// Fields of LO.
    pub mod lo {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Bits 31:0. (rc)
        pub const COUNT: Field = Field::new(0, 32);
    }
    /// Count, high (r). Upper bits as they were when a low half was last read.
    pub const HI: u32 = 0x0004;
    /// Fields of HI.
    pub mod hi {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Bits 47:32. (r)
        pub const COUNT: Field = Field::new(0, 16);
    }
}
