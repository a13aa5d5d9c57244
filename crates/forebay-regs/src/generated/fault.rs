// SPDX-License-Identifier: Apache-2.0
// Generated from the SystemRDL in regs/ by `python regs/generate.py`; edit the description instead.
//! Fault injection: Lets software provoke what a bus can do to a card. Set up the registers, write 1 to ARM, run the transfer, read HITS. Accesses to this page are no events, and it answers whatever has been armed.

/// Bytes that the map covers.
pub const SIZE_BYTES: u32 = 0x0028;
/// Magic (r). Tells that faults can be injected.
pub const MAGIC: u32 = 0x0000;
/// Fields of MAGIC.
pub mod magic {
    use crate::Field;
    /// Value after reset; bits that depend on the build are 0 here.
    pub const RESET: u32 = 0x4946_4246;
    /// The letters FBFI, first letter in the lowest byte. (r)
    pub const VALUE: Field = Field::new(0, 32);
}
/// Arm (rw). Writing 1 takes the other registers over and sets SEEN and HITS to 0; writing 0 disarms. A card reset disarms as well.
pub const ARM: u32 = 0x0004;
/// Fields of ARM.
pub mod arm {
    use crate::Field;
    /// Value after reset; bits that depend on the build are 0 here.
    pub const RESET: u32 = 0x0000;
    /// Reads 1 until COUNT events were hit. (rw)
    pub const ARMED: Field = Field::new(0, 1);
}
/// Kind (rw). What goes wrong.
pub const KIND: u32 = 0x0008;
/// Fields of KIND.
pub mod kind {
    use crate::Field;
    /// Value after reset; bits that depend on the build are 0 here.
    pub const RESET: u32 = 0x0000;
    /// The kind; a number without a name arms nothing. (rw)
    pub const WHAT: Field = Field::new(0, 8);
    /// Values of WHAT.
    pub mod what {
        /// Nothing.
        pub const NONE: u32 = 0;
        /// A DMA access finds nobody at its address.
        pub const UNSUPPORTED_REQUEST: u32 = 1;
        /// A DMA access is refused by whoever is at its address.
        pub const COMPLETER_ABORT: u32 = 2;
        /// A DMA read comes back marked as damaged. Writes do not match: nothing comes back that could be marked.
        pub const POISONED: u32 = 3;
        /// A descriptor comes back with another magic number. Only reads of descriptors match, one event per descriptor.
        pub const BAD_MAGIC: u32 = 4;
        /// A message-signalled interrupt does not arrive.
        pub const LOST_MESSAGE: u32 = 5;
        /// A message-signalled interrupt arrives PARAM card cycles late.
        pub const LATE_MESSAGE: u32 = 6;
        /// The card is off the bus: a BAR read answers all ones. While it lasts, BAR writes and messages are dropped and DMA accesses find nobody. Events are BAR reads.
        pub const ALL_ONES: u32 = 7;
        /// A DMA access gets no answer until the card is reset, so its channel stays busy until then. A write does not reach memory.
        pub const NEVER_ANSWERED: u32 = 8;
        /// The data of a DMA read come up to 1,023 card cycles late, a number drawn anew for each from the seed in PARAM: so reads come back out of order. The native card has no time and takes no notice.
        pub const LATE_READ: u32 = 9;
        /// After a DMA access the card stands still until 0 is written to ARM: its registers answer, and nothing else of it moves but in the cycles that this takes.
        pub const STANDSTILL: u32 = 10;
        /// A read of the card's own register at PLACE answers PARAM, and the card does not see it. Events are such reads.
        pub const FALSE_WORD: u32 = 11;
        /// Every value with its name.
        pub const ALL: &[(u32, &str)] = &[
            (0, "none"),
            (1, "unsupported_request"),
            (2, "completer_abort"),
            (3, "poisoned"),
            (4, "bad_magic"),
            (5, "lost_message"),
            (6, "late_message"),
            (7, "all_ones"),
            (8, "never_answered"),
            (9, "late_read"),
            (10, "standstill"),
            (11, "false_word"),
        ];
    }
}
/// Select (rw). Which DMA accesses match, for the kinds that spoil one. The access must be marked for both its direction and its purpose.
pub const SELECT: u32 = 0x000C;
/// Fields of SELECT.
pub mod select {
    use crate::Field;
    /// Value after reset; bits that depend on the build are 0 here.
    pub const RESET: u32 = 0x0703;
    /// Reads of host memory. (rw)
    pub const READ: Field = Field::new(0, 1);
    /// Writes of host memory. (rw)
    pub const WRITE: Field = Field::new(1, 1);
    /// Payload of a transfer. From here on one bit per purpose, in the order of `card_purpose_e`. (rw)
    pub const DATA: Field = Field::new(8, 1);
    /// Descriptors. (rw)
    pub const DESCRIPTOR: Field = Field::new(9, 1);
    /// Results of C2H streams and poll-mode words. (rw)
    pub const WRITE_BACK: Field = Field::new(10, 1);
}
/// Skip (rw). How many matching events pass before the first is hit.
pub const SKIP: u32 = 0x0010;
/// Fields of SKIP.
pub mod skip {
    use crate::Field;
    /// Value after reset; bits that depend on the build are 0 here.
    pub const RESET: u32 = 0x0000;
    /// Events. (rw)
    pub const EVENTS: Field = Field::new(0, 32);
}
/// Count (rw). How many events are hit, one after another; then nothing more is. With 0 events are only counted.
pub const COUNT: u32 = 0x0014;
/// Fields of COUNT.
pub mod count {
    use crate::Field;
    /// Value after reset; bits that depend on the build are 0 here.
    pub const RESET: u32 = 0x0001;
    /// Events; all ones means all of them. (rw)
    pub const EVENTS: Field = Field::new(0, 32);
}
/// Parameter (rw). For `late_message`: how late. For `late_read`: the seed. For `false_word`: the answer.
pub const PARAM: u32 = 0x0018;
/// Fields of PARAM.
pub mod param {
    use crate::Field;
    /// Value after reset; bits that depend on the build are 0 here.
    pub const RESET: u32 = 0x0000;
    /// Card clock cycles, or any number. (rw)
    pub const VALUE: Field = Field::new(0, 32);
}
/// Seen (r). Matching events since ARM was written: a run with COUNT 0 tells how many places there are to hit.
pub const SEEN: u32 = 0x001C;
/// Fields of SEEN.
pub mod seen {
    use crate::Field;
    /// Value after reset; bits that depend on the build are 0 here.
    pub const RESET: u32 = 0x0000;
    /// Events, hit or not. (r)
    pub const EVENTS: Field = Field::new(0, 32);
}
/// Hits (r). Events hit since ARM was written.
pub const HITS: u32 = 0x0020;
/// Fields of HITS.
pub mod hits {
    use crate::Field;
    /// Value after reset; bits that depend on the build are 0 here.
    pub const RESET: u32 = 0x0000;
    /// Events. (r)
    pub const EVENTS: Field = Field::new(0, 32);
}
/// Place (rw). For `false_word`: which register answers something else. Registers of this page never do.
pub const PLACE: u32 = 0x0024;
/// Fields of PLACE.
pub mod place {
    use crate::Field;
    /// Value after reset; bits that depend on the build are 0 here.
    pub const RESET: u32 = 0x0000;
    /// Offset among the card's own registers. (rw)
    pub const OFFSET: Field = Field::new(0, 32);
}
