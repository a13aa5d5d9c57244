// SPDX-License-Identifier: Apache-2.0
// Generated from the SystemRDL in regs/ by `python regs/generate.py`; edit the description instead.
//! Copy: Page of the copy front end. Set up source, destination, length and spaces, write GO, wait for DONE or the line. What is refused has moved nothing; after anything at all the next copy works.

/// Bytes that the map covers.
pub const SIZE_BYTES: u32 = 0x002C;
/// Source, low (rw). Where from; bits 31:0.
pub const SRC_LO: u32 = 0x0000;
/// Fields of `SRC_LO`.
pub mod src_lo {
    use crate::Field;
    /// Value after reset; bits that depend on the build are 0 here.
    pub const RESET: u32 = 0x0000;
    /// Address bits 31:0. (rw)
    pub const ADDR: Field = Field::new(0, 32);
}
/// Source, high (rw). Where from; bits 63:32.
pub const SRC_HI: u32 = 0x0004;
/// Fields of `SRC_HI`.
pub mod src_hi {
    use crate::Field;
    /// Value after reset; bits that depend on the build are 0 here.
    pub const RESET: u32 = 0x0000;
    /// Address bits 63:32. (rw)
    pub const ADDR: Field = Field::new(0, 32);
}
/// Destination, low (rw). Where to; bits 31:0.
pub const DST_LO: u32 = 0x0008;
/// Fields of `DST_LO`.
pub mod dst_lo {
    use crate::Field;
    /// Value after reset; bits that depend on the build are 0 here.
    pub const RESET: u32 = 0x0000;
    /// Address bits 31:0. (rw)
    pub const ADDR: Field = Field::new(0, 32);
}
/// Destination, high (rw). Where to; bits 63:32.
pub const DST_HI: u32 = 0x000C;
/// Fields of `DST_HI`.
pub mod dst_hi {
    use crate::Field;
    /// Value after reset; bits that depend on the build are 0 here.
    pub const RESET: u32 = 0x0000;
    /// Address bits 63:32. (rw)
    pub const ADDR: Field = Field::new(0, 32);
}
/// Length (rw). How much.
pub const LENGTH: u32 = 0x0010;
/// Fields of LENGTH.
pub mod length {
    use crate::Field;
    /// Value after reset; bits that depend on the build are 0 here.
    pub const RESET: u32 = 0x0000;
    /// Bytes. (rw)
    pub const BYTES: Field = Field::new(0, 32);
}
/// Spaces (rw). What the addresses mean.
pub const SPACES: u32 = 0x0014;
/// Fields of SPACES.
pub mod spaces {
    use crate::Field;
    /// Value after reset; bits that depend on the build are 0 here.
    pub const RESET: u32 = 0x0000;
    /// 1: the source is a card address, 0: one of the host. (rw)
    pub const SRC_CARD: Field = Field::new(0, 1);
    /// 1: the destination is a card address, 0: one of the host. (rw)
    pub const DST_CARD: Field = Field::new(1, 1);
}
/// Control (pulse). Begins and ends a copy. Reads as 0.
pub const CONTROL: u32 = 0x0018;
/// Fields of CONTROL.
pub mod control {
    use crate::Field;
    /// Value after reset; bits that depend on the build are 0 here.
    pub const RESET: u32 = 0x0000;
    /// Writing 1 begins a copy of what the registers say now, and clears DONE. Refused with an error while STATUS.BUSY is 1 or the feature is quiesced. (pulse)
    pub const GO: Field = Field::new(0, 1);
    /// Writing 1 ends the copy: nothing more is begun, what is on a bus is finished. BUSY falls when all of that is answered. (pulse)
    pub const ABORT: Field = Field::new(1, 1);
}
/// Status (r, w1c). What has become of the copy.
pub const STATUS: u32 = 0x001C;
/// Fields of STATUS.
pub mod status {
    use crate::Field;
    /// Value after reset; bits that depend on the build are 0 here.
    pub const RESET: u32 = 0x0000;
    /// A copy is under way. (r)
    pub const BUSY: Field = Field::new(0, 1);
    /// A copy has ended since this was cleared. Raises the line. Cleared by writing 1 and by GO. (w1c)
    pub const DONE: Field = Field::new(1, 1);
    /// How the last copy ended; its cause is there from DONE on. (r)
    pub const CAUSE: Field = Field::new(8, 8);
    /// Values of CAUSE.
    pub mod cause {
        /// All of it has arrived.
        pub const DONE_WHOLE: u32 = 0;
        /// Nobody is at a host address; it is in BAD.
        pub const HOST_DECODE: u32 = 1;
        /// Whoever is at a host address refused; it is in BAD.
        pub const HOST_SLAVE: u32 = 2;
        /// Nothing of the card is at a card address; it is in BAD.
        pub const CARD_DECODE: u32 = 3;
        /// What is at a card address refused; it is in BAD.
        pub const CARD_SLAVE: u32 = 4;
        /// Host data came marked as damaged; the address is in BAD.
        pub const HOST_POISON: u32 = 5;
        /// Refused: no bytes were asked for.
        pub const ZERO_LENGTH: u32 = 8;
        /// Refused: more than 2^28 - 1 bytes were asked for.
        pub const TOO_LONG: u32 = 9;
        /// Refused: source or destination goes beyond the last address of 64 bits.
        pub const WRAPS: u32 = 10;
        /// Refused: source and destination are in the same space and have bytes in common.
        pub const OVERLAPS: u32 = 11;
        /// Refused: the card has nothing that copies between these spaces, such as from card to card.
        pub const NO_PATH: u32 = 12;
        /// Stopped by ABORT or by QUIESCE of the feature header before all of it had moved.
        pub const ABORTED: u32 = 13;
        /// Every value with its name.
        pub const ALL: &[(u32, &str)] = &[
            (0, "done_whole"),
            (1, "host_decode"),
            (2, "host_slave"),
            (3, "card_decode"),
            (4, "card_slave"),
            (5, "host_poison"),
            (8, "zero_length"),
            (9, "too_long"),
            (10, "wraps"),
            (11, "overlaps"),
            (12, "no_path"),
            (13, "aborted"),
        ];
    }
}
/// Bad address, low (r). Where the last copy failed; bits 31:0, or 0 if no bus refused it.
pub const BAD_LO: u32 = 0x0020;
/// Fields of `BAD_LO`.
pub mod bad_lo {
    use crate::Field;
    /// Value after reset; bits that depend on the build are 0 here.
    pub const RESET: u32 = 0x0000;
    /// Address bits 31:0, of the burst that failed first. (r)
    pub const ADDR: Field = Field::new(0, 32);
}
/// Bad address, high (r). Where the last copy failed; bits 63:32.
pub const BAD_HI: u32 = 0x0024;
/// Fields of `BAD_HI`.
pub mod bad_hi {
    use crate::Field;
    /// Value after reset; bits that depend on the build are 0 here.
    pub const RESET: u32 = 0x0000;
    /// Address bits 63:32. (r)
    pub const ADDR: Field = Field::new(0, 32);
}
/// Moved (r). How much of the last copy has arrived, from its beginning on.
pub const MOVED: u32 = 0x0028;
/// Fields of MOVED.
pub mod moved {
    use crate::Field;
    /// Value after reset; bits that depend on the build are 0 here.
    pub const RESET: u32 = 0x0000;
    /// Bytes. (r)
    pub const BYTES: Field = Field::new(0, 32);
}
