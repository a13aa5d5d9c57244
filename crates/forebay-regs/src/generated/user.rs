// SPDX-License-Identifier: Apache-2.0
// Generated from the SystemRDL in regs/ by `python regs/generate.py`; edit the description instead.
//! User registers: The card's own registers (BAR0). Addresses that are not described read 0; they, and writes to registers that cannot be written, are answered with an error that the card counts.

use crate::Blocks;

/// Bytes that the map covers.
pub const SIZE_BYTES: u32 = 0x2200;
/// Feature: Identity, counters of the platform, last bad addresses, and the chain of features.
pub const PLATFORM_IDENTITY: u32 = 0x0001;
/// Feature: Registers of the stream ports.
pub const PLATFORM_STREAM_PORTS: u32 = 0x0002;
/// Feature: Enables and vectors of the interrupt lines; the table of messages is where PCI says.
pub const PLATFORM_INTERRUPTS: u32 = 0x0003;
/// Feature: DMA channels with the XDMA register map.
pub const FRONT_END_XDMA: u32 = 0x0001;
/// Feature: One copy at a time, by physical address.
pub const FRONT_END_COPY: u32 = 0x0002;
/// Feature: Transfers that programs start without the kernel, by one of ten schemes.
pub const FRONT_END_UDMA: u32 = 0x0003;
/// Feature: A stream into buffers of host memory, with the S2MM registers of an AXI DMA.
pub const FRONT_END_S2MM: u32 = 0x0004;
/// Feature: Buffers of host memory into a stream, with the MM2S registers of an AXI DMA.
pub const FRONT_END_MM2S: u32 = 0x0005;
/// Feature: Fault injection, on simulated cards only.
pub const PLATFORM_FAULTS: u32 = 0x0004;
/// Where identity registers are ([`status`]).
pub const STATUS: Blocks = Blocks::new(0x0000, 0x0028, 1);
/// Where last bad addresses registers are ([`last_bad`]).
pub const LAST_BAD: Blocks = Blocks::new(0x0040, 0x0018, 1);
/// Where counters registers are ([`counter`]).
pub const COUNTER: Blocks = Blocks::new(0x0100, 0x0008, 48);
/// Where feature headers registers are ([`feature`]).
pub const FEATURE: Blocks = Blocks::new(0x0400, 0x0040, 16);
/// Where last bad addresses, clear on read registers are ([`last_bad_clear`]).
pub const LAST_BAD_CLEAR: Blocks = Blocks::new(0x0840, 0x0018, 1);
/// Where counters, clear on read registers are ([`counter_clear`]).
pub const COUNTER_CLEAR: Blocks = Blocks::new(0x0900, 0x0008, 48);
/// Where stream port registers are ([`stream`]).
pub const STREAM: Blocks = Blocks::new(0x2000, 0x0100, 2);
/// Where copy registers are ([`copy`]).
pub const COPY: Blocks = Blocks::new(0x3000, 0x002C, 1);
/// Where user-level dma registers are ([`udma`]).
pub const UDMA: Blocks = Blocks::new(0x4000, 0x00A0, 1);
/// Where s2mm registers are ([`s2mm`]).
pub const S2MM: Blocks = Blocks::new(0x5000, 0x00CC, 1);
/// Where mm2s registers are ([`mm2s`]).
pub const MM2S: Blocks = Blocks::new(0x6000, 0x00CC, 1);
/// Where sink registers are ([`sink`]).
pub const SINK: Blocks = Blocks::new(0x1000, 0x0058, 1);
/// Where signal source registers are ([`source`]).
pub const SOURCE: Blocks = Blocks::new(0x1000, 0x0170, 1);
/// Where msm registers are ([`msm`]).
pub const MSM: Blocks = Blocks::new(0x1000, 0x0300, 1);
/// Identity: What card this is and how it was built. All values are fixed for a build, except the cycle counter.
pub mod status {
    /// Magic (r). Marks a Forebay card.
    pub const MAGIC: u32 = 0x0000;
    /// Fields of MAGIC.
    pub mod magic {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x5941_4246;
        /// The letters FBAY, first letter in the lowest byte. (r)
        pub const VALUE: Field = Field::new(0, 32);
    }
    /// Register version (r). Version of this register map; a new major number breaks software.
    pub const VERSION: u32 = 0x0004;
    /// Fields of VERSION.
    pub mod version {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0100;
        /// Compatible fixes. (r)
        pub const PATCH: Field = Field::new(0, 8);
        /// Compatible additions. (r)
        pub const MINOR: Field = Field::new(8, 8);
        /// Breaking changes. (r)
        pub const MAJOR: Field = Field::new(16, 16);
    }
    /// Card kind (r). Which datapath is inside, and what a cycle is worth.
    pub const CARD_KIND: u32 = 0x0008;
    /// Fields of `CARD_KIND`.
    pub mod card_kind {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// The datapath. (r)
        pub const KIND: Field = Field::new(0, 8);
        /// Cycles, and counts of cycles, come from a model: this is not the RTL, and what it says of time says nothing of a card. (r)
        pub const MODELLED: Field = Field::new(8, 1);
        /// Values of KIND.
        pub mod kind {
            /// Each H2C stream comes back on the C2H stream of the same number.
            pub const LOOPBACK: u32 = 1;
            /// Takes streams at a programmable rate and counts what they lack.
            pub const SINK: u32 = 3;
            /// Samples at a rate, each with its time, where a radio has its converters.
            pub const SOURCE: u32 = 4;
            /// Multi-scalar multiplication on BLS12-377 G1 by one to three adders, a sum for each window.
            pub const MSM: u32 = 5;
            /// Every value with its name.
            pub const ALL: &[(u32, &str)] =
                &[(1, "loopback"), (3, "sink"), (4, "source"), (5, "msm")];
        }
    }
    /// Channels (r). DMA channels of this build.
    pub const CHANNELS: u32 = 0x000C;
    /// Fields of CHANNELS.
    pub mod channels {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Number of H2C channels. (r)
        pub const NUM_H2C: Field = Field::new(0, 4);
        /// Number of C2H channels. (r)
        pub const NUM_C2H: Field = Field::new(4, 4);
        /// Bit n: H2C channel n is a stream. (r)
        pub const H2C_STREAM: Field = Field::new(16, 4);
        /// Bit n: C2H channel n is a stream. (r)
        pub const C2H_STREAM: Field = Field::new(20, 4);
        /// What the H2C channels write to the card goes over one path, in order: a burst that finds no room in a stream port holds up those of every channel behind it. Otherwise it holds up its own channel only. (r)
        pub const SHARED_PATH: Field = Field::new(24, 1);
    }
    /// Clock (r). Frequency of the card clock.
    pub const CLOCK_KHZ: u32 = 0x0010;
    /// Fields of `CLOCK_KHZ`.
    pub mod clock_khz {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// In kHz. (r)
        pub const KHZ: Field = Field::new(0, 32);
    }
    /// Card memory (r). Size of the card memory at card address 0.
    pub const MEM_BYTES: u32 = 0x0014;
    /// Fields of `MEM_BYTES`.
    pub mod mem_bytes {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// In bytes. (r)
        pub const BYTES: Field = Field::new(0, 32);
    }
    /// Stream ports (r). Stream ports of this build.
    pub const NUM_STREAM_PORTS: u32 = 0x0018;
    /// Fields of `NUM_STREAM_PORTS`.
    pub mod num_stream_ports {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// How many. (r)
        pub const COUNT: Field = Field::new(0, 8);
    }
    /// Cycles, low (r). Free-running count of card clock cycles since reset. Reading it holds the upper half for `CYCLES_HI`.
    pub const CYCLES_LO: u32 = 0x0020;
    /// Fields of `CYCLES_LO`.
    pub mod cycles_lo {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Bits 31:0. (r)
        pub const COUNT: Field = Field::new(0, 32);
    }
    /// Cycles, high (r). Upper half as it was when a low half was last read.
    pub const CYCLES_HI: u32 = 0x0024;
    /// Fields of `CYCLES_HI`.
    pub mod cycles_hi {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Bits 63:32. (r)
        pub const COUNT: Field = Field::new(0, 32);
    }
}
/// Last bad addresses: The address of the most recent error of each kind; 0 if none since the last clear. Reading a low half holds the upper half for the matching high register.
pub mod last_bad {
    /// Host address, low (r). Last host address that was refused; bits 31:0.
    pub const HOST_LO: u32 = 0x0000;
    /// Fields of `HOST_LO`.
    pub mod host_lo {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Address bits 31:0. (r)
        pub const ADDR: Field = Field::new(0, 32);
    }
    /// Host address, high (r). Last host address that was refused; bits 63:32.
    pub const HOST_HI: u32 = 0x0004;
    /// Fields of `HOST_HI`.
    pub mod host_hi {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Address bits 63:32. (r)
        pub const ADDR: Field = Field::new(0, 32);
    }
    /// Card address, low (r). Last card address that was refused; bits 31:0.
    pub const CARD_LO: u32 = 0x0008;
    /// Fields of `CARD_LO`.
    pub mod card_lo {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Address bits 31:0. (r)
        pub const ADDR: Field = Field::new(0, 32);
    }
    /// Card address, high (r). Last card address that was refused; bits 63:32.
    pub const CARD_HI: u32 = 0x000C;
    /// Fields of `CARD_HI`.
    pub mod card_hi {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Address bits 63:32. (r)
        pub const ADDR: Field = Field::new(0, 32);
    }
    /// Register address, low (r). Last register access that was refused; bits 31:0.
    pub const MMIO_LO: u32 = 0x0010;
    /// Fields of `MMIO_LO`.
    pub mod mmio_lo {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Offset bits 31:0. (r)
        pub const ADDR: Field = Field::new(0, 32);
    }
    /// Register address, high (r). Last register access that was refused; bits 63:32.
    pub const MMIO_HI: u32 = 0x0014;
    /// Fields of `MMIO_HI`.
    pub mod mmio_hi {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Offset bits 35:32 in 3:0, BAR number in 6:4. (r)
        pub const ADDR: Field = Field::new(0, 32);
    }
}
/// Counters: 48-bit event counters that stop at their end. Read LO first: it holds the upper bits for HI. Indices without a name read 0.
pub mod counter {
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
    /// Indices of the array, by name.
    pub mod index {
        /// Data beats that H2C movers took from the host side. What goes from host memory to host memory is in neither of these two.
        pub const H2C_BEATS: u32 = 0;
        /// Data beats written to the host side.
        pub const C2H_BEATS: u32 = 1;
        /// Read bursts issued to the host side.
        pub const HOST_READS: u32 = 2;
        /// Write bursts issued to the host side.
        pub const HOST_WRITES: u32 = 3;
        /// Descriptors finished.
        pub const DESC_DONE: u32 = 4;
        /// Error responses from the host side; the address is in `LAST_BAD.HOST`.
        pub const HOST_ERRORS: u32 = 5;
        /// Error responses from the card side; the address is in `LAST_BAD.CARD`.
        pub const CARD_ERRORS: u32 = 6;
        /// Cycles in which an H2C mover had bytes to ask for and no room to put them.
        pub const NO_ROOM_CYCLES: u32 = 7;
        /// MSI-X messages sent.
        pub const MESSAGES: u32 = 8;
        /// Reads through BARs.
        pub const MMIO_READS: u32 = 9;
        /// Writes through BARs.
        pub const MMIO_WRITES: u32 = 10;
        /// Accesses through BARs answered with an error; the address is in `LAST_BAD.MMIO`.
        pub const MMIO_ERRORS: u32 = 11;
        /// Register pages that did not answer in time, and are answered for with an error until the next reset.
        pub const DEAD_PAGES: u32 = 12;
        /// Entries written into stream port 0's FIFO.
        pub const PORT0_BEATS_IN: u32 = 16;
        /// Entries taken out of stream port 0's FIFO.
        pub const PORT0_BEATS_OUT: u32 = 17;
        /// Cycles in which a write burst waited because stream port 0's FIFO had no room for it.
        pub const PORT0_FULL_STALL: u32 = 18;
        /// Cycles in which the consumer waited because stream port 0's FIFO was empty.
        pub const PORT0_EMPTY_STARVE: u32 = 19;
        /// Entries discarded by a flush of stream port 0.
        pub const PORT0_DISCARDED: u32 = 20;
        /// Entries written into stream port 1's FIFO.
        pub const PORT1_BEATS_IN: u32 = 24;
        /// Entries taken out of stream port 1's FIFO.
        pub const PORT1_BEATS_OUT: u32 = 25;
        /// Cycles in which a write burst waited because stream port 1's FIFO had no room for it.
        pub const PORT1_FULL_STALL: u32 = 26;
        /// Cycles in which the consumer waited because stream port 1's FIFO was empty.
        pub const PORT1_EMPTY_STARVE: u32 = 27;
        /// Entries discarded by a flush of stream port 1.
        pub const PORT1_DISCARDED: u32 = 28;
        /// Beats read from bank 0 of the card memory.
        pub const BANK0_BEATS_READ: u32 = 32;
        /// Beats written to bank 0 of the card memory.
        pub const BANK0_BEATS_WRITTEN: u32 = 33;
        /// Beats read from bank 1 of the card memory.
        pub const BANK1_BEATS_READ: u32 = 34;
        /// Beats written to bank 1 of the card memory.
        pub const BANK1_BEATS_WRITTEN: u32 = 35;
        /// Beats read from bank 2 of the card memory.
        pub const BANK2_BEATS_READ: u32 = 36;
        /// Beats written to bank 2 of the card memory.
        pub const BANK2_BEATS_WRITTEN: u32 = 37;
        /// Beats read from bank 3 of the card memory.
        pub const BANK3_BEATS_READ: u32 = 38;
        /// Beats written to bank 3 of the card memory.
        pub const BANK3_BEATS_WRITTEN: u32 = 39;
        /// Every value with its name.
        pub const ALL: &[(u32, &str)] = &[
            (0, "h2c_beats"),
            (1, "c2h_beats"),
            (2, "host_reads"),
            (3, "host_writes"),
            (4, "desc_done"),
            (5, "host_errors"),
            (6, "card_errors"),
            (7, "no_room_cycles"),
            (8, "messages"),
            (9, "mmio_reads"),
            (10, "mmio_writes"),
            (11, "mmio_errors"),
            (12, "dead_pages"),
            (16, "port0_beats_in"),
            (17, "port0_beats_out"),
            (18, "port0_full_stall"),
            (19, "port0_empty_starve"),
            (20, "port0_discarded"),
            (24, "port1_beats_in"),
            (25, "port1_beats_out"),
            (26, "port1_full_stall"),
            (27, "port1_empty_starve"),
            (28, "port1_discarded"),
            (32, "bank0_beats_read"),
            (33, "bank0_beats_written"),
            (34, "bank1_beats_read"),
            (35, "bank1_beats_written"),
            (36, "bank2_beats_read"),
            (37, "bank2_beats_written"),
            (38, "bank3_beats_read"),
            (39, "bank3_beats_written"),
        ];
    }
}
/// Feature headers: One entry of the chain of features, which begins with the first of these and goes by NEXT. All words but CONTROL, STATUS and PROGRESS are fixed for a build.
pub mod feature {
    /// Identity (r). What the feature is.
    pub const ID: u32 = 0x0000;
    /// Fields of ID.
    pub mod id {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x4600_0000;
        /// The kind, within its class. (r)
        pub const KIND: Field = Field::new(0, 16);
        /// Which kind of numbers KIND is. (r)
        pub const CLASS: Field = Field::new(16, 4);
        /// The letter F: tells a header from whatever else a broken chain may lead to. (r)
        pub const MARK: Field = Field::new(24, 8);
        /// Values of CLASS.
        pub mod class {
            /// Part of every card: identity, stream ports, interrupts and the like.
            pub const PLATFORM: u32 = 0;
            /// Asks for transfers.
            pub const FRONT_END: u32 = 1;
            /// Makes or takes data. KIND is the number that `CARD_KIND` shows as well.
            pub const DATAPATH: u32 = 2;
            /// Every value with its name.
            pub const ALL: &[(u32, &str)] = &[(0, "platform"), (1, "front_end"), (2, "datapath")];
        }
    }
    /// Version (r). Version of the feature's registers.
    pub const VERSION: u32 = 0x0004;
    /// Fields of VERSION.
    pub mod version {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Compatible additions. (r)
        pub const MINOR: Field = Field::new(0, 16);
        /// Breaking changes: who does not know this number leaves the feature alone. (r)
        pub const MAJOR: Field = Field::new(16, 16);
    }
    /// Page offset (r). Where the feature's registers begin.
    pub const PAGE_OFFSET: u32 = 0x0008;
    /// Fields of `PAGE_OFFSET`.
    pub mod page_offset {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Offset within its BAR; a multiple of 4096. (r)
        pub const BYTES: Field = Field::new(0, 32);
    }
    /// Page size (r). How far they go.
    pub const PAGE_BYTES: u32 = 0x000C;
    /// Fields of `PAGE_BYTES`.
    pub mod page_bytes {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// In bytes, a multiple of 4; 0 of a feature without registers. (r)
        pub const BYTES: Field = Field::new(0, 32);
    }
    /// Page BAR (r). Which BAR they are in.
    pub const PAGE_BAR: u32 = 0x0010;
    /// Fields of `PAGE_BAR`.
    pub mod page_bar {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Number of the BAR. (r)
        pub const NUMBER: Field = Field::new(0, 3);
    }
    /// Next (r). Where the next header is.
    pub const NEXT: u32 = 0x0014;
    /// Fields of NEXT.
    pub mod next {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// From the beginning of the card's own registers on; a multiple of 64. 0 in the last header. (r)
        pub const BYTES: Field = Field::new(0, 32);
    }
    /// Interrupt lines (r). User interrupt lines that the feature raises.
    pub const LINES: u32 = 0x0018;
    /// Fields of LINES.
    pub mod lines {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Number of the first. (r)
        pub const FIRST: Field = Field::new(0, 8);
        /// How many. (r)
        pub const COUNT: Field = Field::new(8, 8);
    }
    /// Streams (r). Streams that a datapath uses; 0 of anything else.
    pub const STREAMS: u32 = 0x001C;
    /// Fields of STREAMS.
    pub mod streams {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Bit n: it takes what H2C channel n brings. (r)
        pub const H2C: Field = Field::new(0, 4);
        /// Bit n: it feeds C2H channel n. (r)
        pub const C2H: Field = Field::new(4, 4);
        /// Bit n: it takes what is written into stream port n. (r)
        pub const PORTS: Field = Field::new(8, 8);
    }
    /// Events (r). Counters of the feature's own.
    pub const EVENTS: u32 = 0x0020;
    /// Fields of EVENTS.
    pub mod events {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// How many; where they are is the same in the page of every plug. (r)
        pub const COUNT: Field = Field::new(0, 8);
    }
    /// Control (rw). What can be asked of any plug, known or not.
    pub const CONTROL: u32 = 0x0030;
    /// Fields of CONTROL.
    pub mod control {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// While 1 the plug begins nothing, ends what it has on a bus, drops the rest and comes to rest: BUSY falls. Front ends stop as if each of their runs had been stopped. Ignored by features of the platform. (rw)
        pub const QUIESCE: Field = Field::new(0, 1);
    }
    /// Status (r). What any plug tells.
    pub const STATUS: u32 = 0x0034;
    /// Fields of STATUS.
    pub mod status {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// It has something under way. (r)
        pub const BUSY: Field = Field::new(0, 1);
        /// Of a datapath, bit n: it is busy and would take from H2C channel n, which has nothing for it. (r)
        pub const WAITS_H2C: Field = Field::new(8, 4);
        /// Of a datapath, bit n: it has something for C2H channel n, which does not take it. (r)
        pub const WAITS_C2H: Field = Field::new(12, 4);
        /// Of a datapath, bit n: it is busy and would take from stream port n, which has nothing for it. (r)
        pub const WAITS_PORTS: Field = Field::new(16, 8);
    }
    /// Progress (r). Shows that the plug gets on.
    pub const PROGRESS: u32 = 0x0038;
    /// Fields of PROGRESS.
    pub mod progress {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Pieces of work since reset, modulo 2^32: beats taken and given, and whatever else the plug counts as a step. Unchanged while the plug waits. (r)
        pub const COUNT: Field = Field::new(0, 32);
    }
}
/// Last bad addresses, clear on read: Twin of the last bad addresses at +0x800: reading a low half also sets the address back to 0.
pub mod last_bad_clear {
    /// Host address, low (rc). As in `LAST_BAD`, then cleared.
    pub const HOST_LO: u32 = 0x0000;
    /// Fields of `HOST_LO`.
    pub mod host_lo {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Address bits 31:0. (rc)
        pub const ADDR: Field = Field::new(0, 32);
    }
    /// Host address, high (r). Held by the read of the low half.
    pub const HOST_HI: u32 = 0x0004;
    /// Fields of `HOST_HI`.
    pub mod host_hi {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Address bits 63:32. (r)
        pub const ADDR: Field = Field::new(0, 32);
    }
    /// Card address, low (rc). As in `LAST_BAD`, then cleared.
    pub const CARD_LO: u32 = 0x0008;
    /// Fields of `CARD_LO`.
    pub mod card_lo {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Address bits 31:0. (rc)
        pub const ADDR: Field = Field::new(0, 32);
    }
    /// Card address, high (r). Held by the read of the low half.
    pub const CARD_HI: u32 = 0x000C;
    /// Fields of `CARD_HI`.
    pub mod card_hi {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Address bits 63:32. (r)
        pub const ADDR: Field = Field::new(0, 32);
    }
    /// Register address, low (rc). As in `LAST_BAD`, then cleared.
    pub const MMIO_LO: u32 = 0x0010;
    /// Fields of `MMIO_LO`.
    pub mod mmio_lo {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Offset bits 31:0. (rc)
        pub const ADDR: Field = Field::new(0, 32);
    }
    /// Register address, high (r). Held by the read of the low half.
    pub const MMIO_HI: u32 = 0x0014;
    /// Fields of `MMIO_HI`.
    pub mod mmio_hi {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Offset bits 35:32 in 3:0, BAR number in 6:4. (r)
        pub const ADDR: Field = Field::new(0, 32);
    }
}
/// Counters, clear on read: Twin of the counters at +0x800: reading LO also sets the counter back to 0. An event in the same cycle is not lost, it counts as the first one after.
pub mod counter_clear {
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
/// Stream port: One memory-mapped entry to a stream, a FIFO behind it.
pub mod stream {
    /// Control (rw). Flush.
    pub const CONTROL: u32 = 0x0000;
    /// Fields of CONTROL.
    pub mod control {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// While 1 the consumer sees an empty FIFO and entries are discarded, one per cycle; arriving beats are accepted and follow them, and what BEGUN counts is forgotten. After it falls, what is inside is still discarded; beats that come then stay. (rw)
        pub const FLUSH: Field = Field::new(0, 1);
    }
    /// Depth (r). Size of the FIFO.
    pub const DEPTH: u32 = 0x0004;
    /// Fields of DEPTH.
    pub mod depth {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Entries of 64 bytes. (r)
        pub const ENTRIES: Field = Field::new(0, 16);
    }
    /// Occupancy (r). Entries in the FIFO now, and whether they are too many for somebody.
    pub const OCCUPANCY: u32 = 0x0008;
    /// Fields of OCCUPANCY.
    pub mod occupancy {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Entries of 64 bytes. (r)
        pub const ENTRIES: Field = Field::new(0, 16);
        /// A write burst waits because the FIFO has no room for it. (r)
        pub const WAITS: Field = Field::new(31, 1);
    }
    /// High water (r). Most entries that were ever in the FIFO since the last clear.
    pub const HIGH_WATER: u32 = 0x000C;
    /// Fields of `HIGH_WATER`.
    pub mod high_water {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Entries of 64 bytes. (r)
        pub const ENTRIES: Field = Field::new(0, 16);
    }
    /// Begun (r). What has been written through the aperture and does not make a whole entry yet. It waits for more bytes; a flush forgets it.
    pub const BEGUN: u32 = 0x0010;
    /// Fields of BEGUN.
    pub mod begun {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Bytes. (r)
        pub const BYTES: Field = Field::new(0, 6);
    }
    /// High water, clear on read (rc). Twin of `HIGH_WATER`: reading also sets the mark down to the present occupancy.
    pub const HIGH_WATER_CLEAR: u32 = 0x008C;
    /// Fields of `HIGH_WATER_CLEAR`.
    pub mod high_water_clear {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Entries of 64 bytes. (rc)
        pub const ENTRIES: Field = Field::new(0, 16);
    }
}
/// Copy: Page of the copy front end. Set up source, destination, length and spaces, write GO, wait for DONE or the line. What is refused has moved nothing; after anything at all the next copy works.
pub mod copy {
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
}
/// User-level DMA: Page of the user-level DMA front end, for the kernel. Table and contexts are reached through an index: set INDEX, then use the registers behind it.
pub mod udma {
    use crate::Blocks;

    /// Capabilities (r). How much of everything there is.
    pub const CAPS: u32 = 0x0000;
    /// Fields of CAPS.
    pub mod caps {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Contexts. (r)
        pub const CONTEXTS: Field = Field::new(0, 8);
        /// Slots of the table, 4 KiB of memory each. (r)
        pub const SLOTS: Field = Field::new(8, 16);
        /// Transfers that a context may have under way. (r)
        pub const DEPTH: Field = Field::new(24, 8);
    }
    /// Scheme (rw). Which scheme sees the accesses. Writing it makes all schemes forget what they had begun to take in; transfers under way go on.
    pub const SCHEME: u32 = 0x0004;
    /// Fields of SCHEME.
    pub mod scheme {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// The scheme; one that is not there is NONE. (rw)
        pub const NUMBER: Field = Field::new(0, 8);
        /// 1: shadow addresses are those of host memory on the bus, on a card that has room for them; schemes whose addresses do not all come as shadow addresses are NONE then. (rw)
        pub const DIRECT: Field = Field::new(8, 1);
        /// Values of NUMBER.
        pub mod number {
            /// No access starts anything.
            pub const NONE: u32 = 0;
            /// One access: a store of the size at the source; the destination is the partner of its page.
            pub const SHRIMP1: u32 = 1;
            /// Store at the destination, load at the source; safe with HOOK on every context switch, on one processor.
            pub const SHRIMP2: u32 = 2;
            /// The same, with the running process in WHO.
            pub const FLASH: u32 = 3;
            /// Extended shadow addressing with one latch that keeps the context.
            pub const SHADOW_CHECK: u32 = 4;
            /// Extended shadow addressing with a latch for each context.
            pub const SHADOW: u32 = 5;
            /// Repeated passing, three accesses: can be broken.
            pub const REPEAT3: u32 = 6;
            /// Repeated passing, four accesses: can be broken.
            pub const REPEAT4: u32 = 7;
            /// Repeated passing, five accesses.
            pub const REPEAT5: u32 = 8;
            /// Arguments by stores that carry a key; a page for each context.
            pub const KEY: u32 = 9;
            /// A line of 64 bytes carries all arguments.
            pub const PORTAL: u32 = 10;
            /// Every value with its name.
            pub const ALL: &[(u32, &str)] = &[
                (0, "none"),
                (1, "shrimp1"),
                (2, "shrimp2"),
                (3, "flash"),
                (4, "shadow_check"),
                (5, "shadow"),
                (6, "repeat3"),
                (7, "repeat4"),
                (8, "repeat5"),
                (9, "key"),
                (10, "portal"),
            ];
        }
    }
    /// Hook (pulse). What a context switch tells SHRIMP-2. Reads as 0.
    pub const HOOK: u32 = 0x0008;
    /// Fields of HOOK.
    pub mod hook {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Writing 1 makes the scheme forget what a process has begun. (pulse)
        pub const SWITCH: Field = Field::new(0, 1);
    }
    /// Who (rw). What a context switch tells FLASH.
    pub const WHO: u32 = 0x000C;
    /// Fields of WHO.
    pub mod who {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Number of the process that runs. (rw)
        pub const PROCESS: Field = Field::new(0, 32);
    }
    /// Pending (w1c). Contexts of which a transfer has ended, or whose record has been written, since this was cleared; of a list, when all of it is over. The line is high while one of them is enabled.
    pub const PENDING: u32 = 0x0010;
    /// Fields of PENDING.
    pub mod pending {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Bit n: context n. Cleared by writing 1. (w1c)
        pub const CONTEXTS: Field = Field::new(0, 8);
    }
    /// Interrupt enable (rw). Which contexts may raise the line.
    pub const ENABLE: u32 = 0x0014;
    /// Fields of ENABLE.
    pub mod enable {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Bit n: context n. (rw)
        pub const CONTEXTS: Field = Field::new(0, 8);
    }
    /// Batch (r). How much one line may start.
    pub const BATCH: u32 = 0x0018;
    /// Fields of BATCH.
    pub mod batch {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Descriptors of a list at most. (r)
        pub const MOST: Field = Field::new(0, 16);
    }
    /// Direct addresses (r). Room for addresses of host memory as shadow addresses.
    pub const DIRECT: u32 = 0x001C;
    /// Fields of DIRECT.
    pub mod direct {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Bits of an address in the upper window, below those of the context; 0: there is no such window. (r)
        pub const BITS: Field = Field::new(0, 8);
    }
    /// Slot (rw). Which slot `SLOT_BYTES` writes.
    pub const SLOT: u32 = 0x0020;
    /// Fields of SLOT.
    pub mod slot {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Its number. (rw)
        pub const INDEX: Field = Field::new(0, 16);
    }
    /// Slot address, low (rw). Where the slot's memory is; bits 31:0.
    pub const SLOT_ADDR_LO: u32 = 0x0024;
    /// Fields of `SLOT_ADDR_LO`.
    pub mod slot_addr_lo {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Address bits 31:0, a multiple of 4096. (rw)
        pub const ADDR: Field = Field::new(0, 32);
    }
    /// Slot address, high (rw). Where the slot's memory is; bits 63:32.
    pub const SLOT_ADDR_HI: u32 = 0x0028;
    /// Fields of `SLOT_ADDR_HI`.
    pub mod slot_addr_hi {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Address bits 63:32. (rw)
        pub const ADDR: Field = Field::new(0, 32);
    }
    /// Slot rights (rw). What may be done with the slot's memory, and by whom.
    pub const SLOT_RIGHTS: u32 = 0x002C;
    /// Fields of `SLOT_RIGHTS`.
    pub mod slot_rights {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// It may be a source. (rw)
        pub const READ: Field = Field::new(0, 1);
        /// It may be a destination. (rw)
        pub const WRITE: Field = Field::new(1, 1);
        /// 1: the address is one of the card, 0: one of the host. (rw)
        pub const CARD: Field = Field::new(2, 1);
        /// Context that it belongs to. (rw)
        pub const OWNER: Field = Field::new(8, 3);
        /// Slot that SHRIMP-1 takes for the destination. (rw)
        pub const PARTNER: Field = Field::new(16, 8);
    }
    /// Slot bytes (rw). Writing it puts the four registers into the table, at the slot that SLOT says. The table itself is not read back.
    pub const SLOT_BYTES: u32 = 0x0030;
    /// Fields of `SLOT_BYTES`.
    pub mod slot_bytes {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Bytes of the registered region from the beginning of the slot on, as far as they follow each other on the bus; 0: nothing is there. (rw)
        pub const COUNT: Field = Field::new(0, 32);
    }
    /// Context (rw). Which context the registers behind it are of.
    pub const CONTEXT: u32 = 0x0040;
    /// Fields of CONTEXT.
    pub mod context {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Its number. (rw)
        pub const INDEX: Field = Field::new(0, 3);
    }
    /// Context control (rw). Whether the context may start anything.
    pub const CONTEXT_CONTROL: u32 = 0x0044;
    /// Fields of `CONTEXT_CONTROL`.
    pub mod context_control {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// While 0 its starts are refused, what its schemes have begun to take in is forgotten, transfers that wait are dropped, and what is with a mover goes to its end; BUSY falls when all of that is over. (rw)
        pub const ON: Field = Field::new(0, 1);
    }
    /// Context key, low (w). Bits 31:0 of the key; kept until `KEY_HI` is written. Reads as 0.
    pub const KEY_LO: u32 = 0x0048;
    /// Fields of `KEY_LO`.
    pub mod key_lo {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Bits 31:0. (w)
        pub const KEY: Field = Field::new(0, 32);
    }
    /// Context key, high (w). Writing it sets the key of the context. Reads as 0.
    pub const KEY_HI: u32 = 0x004C;
    /// Fields of `KEY_HI`.
    pub mod key_hi {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Bits 59:32. (w)
        pub const KEY: Field = Field::new(0, 28);
    }
    /// Context status (r). What the context has under way.
    pub const CONTEXT_STATUS: u32 = 0x0050;
    /// Fields of `CONTEXT_STATUS`.
    pub mod context_status {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// A transfer waits or is under way, or its record is. (r)
        pub const BUSY: Field = Field::new(0, 1);
        /// The last transfer that ended did not end well; 0 if none has since the context was turned on or off. (r)
        pub const FAILED: Field = Field::new(1, 1);
        /// How many are not over. (r)
        pub const COUNT: Field = Field::new(8, 8);
    }
    /// Bad address, low (r). Slot address with which the last start of the context was refused, or the transfer failed.
    pub const BAD_LO: u32 = 0x0054;
    /// Fields of `BAD_LO`.
    pub mod bad_lo {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Bits 31:0. (r)
        pub const ADDR: Field = Field::new(0, 32);
    }
    /// Bad address, high (r). The rest of it, and why.
    pub const BAD_HI: u32 = 0x0058;
    /// Fields of `BAD_HI`.
    pub mod bad_hi {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Bits 47:32. (r)
        pub const ADDR: Field = Field::new(0, 16);
        /// Why. (r)
        pub const REASON: Field = Field::new(16, 8);
        /// Values of REASON.
        pub mod reason {
            /// All of it has arrived.
            pub const DONE: u32 = 0;
            /// Nobody is at a host address.
            pub const HOST_DECODE: u32 = 1;
            /// Whoever is at a host address refused.
            pub const HOST_SLAVE: u32 = 2;
            /// Nothing of the card is at a card address.
            pub const CARD_DECODE: u32 = 3;
            /// What is at a card address refused.
            pub const CARD_SLAVE: u32 = 4;
            /// Host data came marked as damaged.
            pub const HOST_POISON: u32 = 5;
            /// Ended by the kernel before all of it had moved.
            pub const ABORTED: u32 = 6;
            /// Refused: no bytes were asked for.
            pub const EMPTY: u32 = 8;
            /// Refused: an address is in no slot of this context.
            pub const SLOT: u32 = 9;
            /// Refused: the source may not be read.
            pub const UNREADABLE: u32 = 10;
            /// Refused: the destination, or where the record goes, may not be written.
            pub const UNWRITABLE: u32 = 11;
            /// Refused: it would leave the registered region of an address, or is more than one may be.
            pub const EXTENT: u32 = 12;
            /// Refused: the card has nothing that moves between these two, or a record would not be in host memory on a multiple of 8, or a list not on one of 32.
            pub const PATH: u32 = 13;
            /// Refused: the context has as many transfers under way as it may, or a list already.
            pub const FULL: u32 = 14;
            /// Refused: the context is not enabled.
            pub const OFF: u32 = 15;
            /// Every value with its name.
            pub const ALL: &[(u32, &str)] = &[
                (0, "done"),
                (1, "host_decode"),
                (2, "host_slave"),
                (3, "card_decode"),
                (4, "card_slave"),
                (5, "host_poison"),
                (6, "aborted"),
                (8, "empty"),
                (9, "slot"),
                (10, "unreadable"),
                (11, "unwritable"),
                (12, "extent"),
                (13, "path"),
                (14, "full"),
                (15, "off"),
            ];
        }
    }
    /// Starts (r). Starts of the context that were taken; stops at its end.
    pub const STARTS: u32 = 0x0060;
    /// Fields of STARTS.
    pub mod starts {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// How many. (r)
        pub const COUNT: Field = Field::new(0, 32);
    }
    /// Ended well (r). Transfers of the context that arrived whole; stops at its end.
    pub const DONE: u32 = 0x0064;
    /// Fields of DONE.
    pub mod done {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// How many. (r)
        pub const COUNT: Field = Field::new(0, 32);
    }
    /// Failed (r). Transfers of the context that were taken and did not end well; stops at its end.
    pub const FAILED: u32 = 0x0068;
    /// Fields of FAILED.
    pub mod failed {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// How many. (r)
        pub const COUNT: Field = Field::new(0, 32);
    }
    /// Strays (r). Accesses that the scheme in force had no use for; stops at its end.
    pub const STRAYS: u32 = 0x006C;
    /// Fields of STRAYS.
    pub mod strays {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// How many. (r)
        pub const COUNT: Field = Field::new(0, 32);
    }
    /// Not begun (r). Descriptors of lists that never came to be judged, because their list could not be read on or was called off; stops at its end.
    pub const SKIPPED: u32 = 0x0070;
    /// Fields of SKIPPED.
    pub mod skipped {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// How many. (r)
        pub const COUNT: Field = Field::new(0, 32);
    }
    /// Refused (r). Starts of the context that were refused, by reason, from EMPTY on; each stops at its end.
    pub const REFUSED: Blocks = Blocks::new(0x0080, 4, 8);
    /// Fields of REFUSED.
    pub mod refused {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// How many. (r)
        pub const STARTS: Field = Field::new(0, 32);
    }
}
/// S2MM: Page of the capture engine: a stream to buffers in host memory, by pairs of an address and a length. Registers below 0x80 are those of the S2MM channel of an AXI DMA without scatter-gather; software for it finds nothing else new.
pub mod s2mm {
    /// Control (r, rw). Run, reset, interrupts.
    pub const DMACR: u32 = 0x0030;
    /// Fields of DMACR.
    pub mod dmacr {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0001_0002;
        /// 1: runs. Falls by itself at an error. Clearing it ends what is under way, and what had become of it by then is told. (rw)
        pub const RS: Field = Field::new(0, 1);
        /// Reads as 1. (r)
        pub const FIXED: Field = Field::new(1, 1);
        /// Writing 1 ends what is under way and puts every register back; reads as 1 until that is over. (rw)
        pub const SOFT_RESET: Field = Field::new(2, 1);
        /// The address stands still. Not done here: with it set a transfer ends with `INT_ERR` and moves nothing. (rw)
        pub const KEYHOLE: Field = Field::new(3, 1);
        /// A finished transfer raises the line. (rw)
        pub const IOC_IRQ_EN: Field = Field::new(12, 1);
        /// Kept; nothing is delayed in direct-register mode. (rw)
        pub const DLY_IRQ_EN: Field = Field::new(13, 1);
        /// An error raises the line. (rw)
        pub const ERR_IRQ_EN: Field = Field::new(14, 1);
        /// Kept; each transfer interrupts in direct-register mode. (rw)
        pub const IRQ_THRESHOLD: Field = Field::new(16, 8);
        /// Kept; see `DLY_IRQ_EN`. (rw)
        pub const IRQ_DELAY: Field = Field::new(24, 8);
    }
    /// Status (r, w1c). What has become of it.
    pub const DMASR: u32 = 0x0034;
    /// Fields of DMASR.
    pub mod dmasr {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0001_0001;
        /// It does not run, and all that it had under way is over. (r)
        pub const HALTED: Field = Field::new(0, 1);
        /// It runs, and the last transfer it had is finished. (r)
        pub const IDLE: Field = Field::new(1, 1);
        /// Scatter-gather is not there. (r)
        pub const SG_INCLD: Field = Field::new(3, 1);
        /// KEYHOLE is set, or, of a stream to the host, a packet was longer than its buffer and MODE.CUT is 0. Stays until reset. (r)
        pub const INT_ERR: Field = Field::new(4, 1);
        /// Whoever is at a host address refused. Stays until reset. (r)
        pub const SLV_ERR: Field = Field::new(5, 1);
        /// Nobody is at a host address. Stays until reset. (r)
        pub const DEC_ERR: Field = Field::new(6, 1);
        /// A transfer was finished. Cleared by writing 1. (w1c)
        pub const IOC_IRQ: Field = Field::new(12, 1);
        /// Never set. Cleared by writing 1. (w1c)
        pub const DLY_IRQ: Field = Field::new(13, 1);
        /// An error has ended the run. Cleared by writing 1. (w1c)
        pub const ERR_IRQ: Field = Field::new(14, 1);
        /// As `IRQ_THRESHOLD`. (r)
        pub const IRQ_THRESHOLD: Field = Field::new(16, 8);
        /// As `IRQ_DELAY`. (r)
        pub const IRQ_DELAY: Field = Field::new(24, 8);
    }
    /// Address, low (rw). Where the buffer is; any alignment.
    pub const DA: u32 = 0x0048;
    /// Fields of DA.
    pub mod da {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Address bits 31:0. (rw)
        pub const ADDR: Field = Field::new(0, 32);
    }
    /// Address, high (rw). Where the buffer is.
    pub const DA_MSB: u32 = 0x004C;
    /// Fields of `DA_MSB`.
    pub mod da_msb {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Address bits 63:32. (rw)
        pub const ADDR: Field = Field::new(0, 32);
    }
    /// Length (rw). Writing it, last, begins a transfer; nothing happens while halted, while one is under way, or with 0. Reads as the bytes that the last finished transfer has moved.
    pub const LENGTH: u32 = 0x0058;
    /// Fields of LENGTH.
    pub mod length {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Bytes. (rw)
        pub const BYTES: Field = Field::new(0, 26);
    }
    /// Capabilities (r). What there is beyond the core.
    pub const CAPS: u32 = 0x0080;
    /// Fields of CAPS.
    pub mod caps {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x4010_1A01;
        /// Version of the registers from 0x80 on. (r)
        pub const VERSION: Field = Field::new(0, 8);
        /// Bits of a length. (r)
        pub const LENGTH_BITS: Field = Field::new(8, 8);
        /// Pairs of an address and a length that may be armed, the one under way among them. (r)
        pub const PAIRS: Field = Field::new(16, 8);
        /// Bytes of a beat of the stream. (r)
        pub const BEAT_BYTES: Field = Field::new(24, 8);
    }
    /// Mode (rw). What a buffer is. Written while halted.
    pub const MODE: u32 = 0x0084;
    /// Fields of MODE.
    pub mod mode {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// A buffer that is full before its packet has ended is no error: the next one goes on. (rw)
        pub const CUT: Field = Field::new(0, 1);
        /// Packets follow each other in a buffer, which ends when it is full or a burst ends. As with CUT a packet may go on in the next one. (rw)
        pub const THROUGH: Field = Field::new(1, 1);
        /// A record of each buffer is written to the ring, behind its data and ahead of its interrupt. (rw)
        pub const RECORDS: Field = Field::new(2, 1);
    }
    /// Armed (r). Buffers that are not finished.
    pub const ARMED: u32 = 0x0088;
    /// Fields of ARMED.
    pub mod armed {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Pairs that are not over. (r)
        pub const PAIRS: Field = Field::new(0, 8);
        /// Pairs that were refused since the last reset: no room, no bytes, or not running. Stops at its end. (r)
        pub const REFUSED: Field = Field::new(16, 16);
    }
    /// Next address, low (rw). Where a buffer behind those that are armed is.
    pub const NEXT_DA: u32 = 0x0090;
    /// Fields of `NEXT_DA`.
    pub mod next_da {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Address bits 31:0. (rw)
        pub const ADDR: Field = Field::new(0, 32);
    }
    /// Next address, high (rw). Where it is.
    pub const NEXT_DA_MSB: u32 = 0x0094;
    /// Fields of `NEXT_DA_MSB`.
    pub mod next_da_msb {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Address bits 63:32. (rw)
        pub const ADDR: Field = Field::new(0, 32);
    }
    /// Next length (rw). Writing it arms the pair behind those that are armed, or begins it where there is none. Reads as 0.
    pub const NEXT_LENGTH: u32 = 0x0098;
    /// Fields of `NEXT_LENGTH`.
    pub mod next_length {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Bytes. (rw)
        pub const BYTES: Field = Field::new(0, 26);
    }
    /// Stamp, low (r). Time of the first sample of the last finished buffer.
    pub const STAMP_LO: u32 = 0x00A0;
    /// Fields of `STAMP_LO`.
    pub mod stamp_lo {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Bits 31:0. (r)
        pub const TIME: Field = Field::new(0, 32);
    }
    /// Stamp, high (r). Time of the first sample of the last finished buffer.
    pub const STAMP_HI: u32 = 0x00A4;
    /// Fields of `STAMP_HI`.
    pub mod stamp_hi {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Bits 63:32. (r)
        pub const TIME: Field = Field::new(0, 32);
    }
    /// Lost, low (r). Samples lost ahead of the packets that begin in the last finished buffer.
    pub const LOST_LO: u32 = 0x00A8;
    /// Fields of `LOST_LO`.
    pub mod lost_lo {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Bits 31:0. (r)
        pub const SAMPLES: Field = Field::new(0, 32);
    }
    /// Lost, high (r). The rest of it, and how that buffer ended.
    pub const LOST_HI: u32 = 0x00AC;
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
    /// Sequence (r). Buffers finished since the last reset.
    pub const SEQUENCE: u32 = 0x00B0;
    /// Fields of SEQUENCE.
    pub mod sequence {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// How many; counts on from 0 at its end. (r)
        pub const BUFFERS: Field = Field::new(0, 32);
    }
    /// Ring, low (rw). Where the records go: a ring of `s2mm_record`. Written while halted.
    pub const RING_LO: u32 = 0x00C0;
    /// Fields of `RING_LO`.
    pub mod ring_lo {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Address bits 31:0, a multiple of 32. (rw)
        pub const ADDR: Field = Field::new(0, 32);
    }
    /// Ring, high (rw). Where the records go.
    pub const RING_HI: u32 = 0x00C4;
    /// Fields of `RING_HI`.
    pub mod ring_hi {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Address bits 63:32. (rw)
        pub const ADDR: Field = Field::new(0, 32);
    }
    /// Ring size (rw). Record n goes to place n modulo the size, n as SEQUENCE counts before it.
    pub const RING_SIZE: u32 = 0x00C8;
    /// Fields of `RING_SIZE`.
    pub mod ring_size {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Logarithm to base 2 of the number of records. (rw)
        pub const LOG2: Field = Field::new(0, 4);
    }
}
/// MM2S: Page of the transmit engine: buffers in host memory to a stream, by pairs of an address and a length. Registers below 0x80 are those of the MM2S channel of an AXI DMA without scatter-gather; software for it finds nothing else new.
pub mod mm2s {
    /// Control (r, rw). Run, reset, interrupts.
    pub const DMACR: u32 = 0x0000;
    /// Fields of DMACR.
    pub mod dmacr {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0001_0002;
        /// 1: runs. Falls by itself at an error. Clearing it ends what is under way, and what had become of it by then is told. (rw)
        pub const RS: Field = Field::new(0, 1);
        /// Reads as 1. (r)
        pub const FIXED: Field = Field::new(1, 1);
        /// Writing 1 ends what is under way and puts every register back; reads as 1 until that is over. (rw)
        pub const SOFT_RESET: Field = Field::new(2, 1);
        /// The address stands still. Not done here: with it set a transfer ends with `INT_ERR` and moves nothing. (rw)
        pub const KEYHOLE: Field = Field::new(3, 1);
        /// A finished transfer raises the line. (rw)
        pub const IOC_IRQ_EN: Field = Field::new(12, 1);
        /// Kept; nothing is delayed in direct-register mode. (rw)
        pub const DLY_IRQ_EN: Field = Field::new(13, 1);
        /// An error raises the line. (rw)
        pub const ERR_IRQ_EN: Field = Field::new(14, 1);
        /// Kept; each transfer interrupts in direct-register mode. (rw)
        pub const IRQ_THRESHOLD: Field = Field::new(16, 8);
        /// Kept; see `DLY_IRQ_EN`. (rw)
        pub const IRQ_DELAY: Field = Field::new(24, 8);
    }
    /// Status (r, w1c). What has become of it.
    pub const DMASR: u32 = 0x0004;
    /// Fields of DMASR.
    pub mod dmasr {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0001_0001;
        /// It does not run, and all that it had under way is over. (r)
        pub const HALTED: Field = Field::new(0, 1);
        /// It runs, and the last transfer it had is finished. (r)
        pub const IDLE: Field = Field::new(1, 1);
        /// Scatter-gather is not there. (r)
        pub const SG_INCLD: Field = Field::new(3, 1);
        /// KEYHOLE is set, or, of a stream to the host, a packet was longer than its buffer and MODE.CUT is 0. Stays until reset. (r)
        pub const INT_ERR: Field = Field::new(4, 1);
        /// Whoever is at a host address refused. Stays until reset. (r)
        pub const SLV_ERR: Field = Field::new(5, 1);
        /// Nobody is at a host address. Stays until reset. (r)
        pub const DEC_ERR: Field = Field::new(6, 1);
        /// A transfer was finished. Cleared by writing 1. (w1c)
        pub const IOC_IRQ: Field = Field::new(12, 1);
        /// Never set. Cleared by writing 1. (w1c)
        pub const DLY_IRQ: Field = Field::new(13, 1);
        /// An error has ended the run. Cleared by writing 1. (w1c)
        pub const ERR_IRQ: Field = Field::new(14, 1);
        /// As `IRQ_THRESHOLD`. (r)
        pub const IRQ_THRESHOLD: Field = Field::new(16, 8);
        /// As `IRQ_DELAY`. (r)
        pub const IRQ_DELAY: Field = Field::new(24, 8);
    }
    /// Address, low (rw). Where the buffer is; any alignment.
    pub const SA: u32 = 0x0018;
    /// Fields of SA.
    pub mod sa {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Address bits 31:0. (rw)
        pub const ADDR: Field = Field::new(0, 32);
    }
    /// Address, high (rw). Where the buffer is.
    pub const SA_MSB: u32 = 0x001C;
    /// Fields of `SA_MSB`.
    pub mod sa_msb {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Address bits 63:32. (rw)
        pub const ADDR: Field = Field::new(0, 32);
    }
    /// Length (rw). Writing it, last, begins a transfer, which is a packet of the stream; nothing happens while halted, while one is under way, or with 0. Reads as what was written, and from the end of a transfer on as the bytes that it has moved.
    pub const LENGTH: u32 = 0x0028;
    /// Fields of LENGTH.
    pub mod length {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Bytes. (rw)
        pub const BYTES: Field = Field::new(0, 26);
    }
    /// Capabilities (r). What there is beyond the core.
    pub const CAPS: u32 = 0x0080;
    /// Fields of CAPS.
    pub mod caps {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x4010_1A01;
        /// Version of the registers from 0x80 on. (r)
        pub const VERSION: Field = Field::new(0, 8);
        /// Bits of a length. (r)
        pub const LENGTH_BITS: Field = Field::new(8, 8);
        /// Pairs of an address and a length that may be armed, the one under way among them. (r)
        pub const PAIRS: Field = Field::new(16, 8);
        /// Bytes of a beat of the stream. (r)
        pub const BEAT_BYTES: Field = Field::new(24, 8);
    }
    /// Mode (rw). What is told of a buffer. Written while halted.
    pub const MODE: u32 = 0x0084;
    /// Fields of MODE.
    pub mod mode {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// A record of each buffer is written to the ring when the stream has its bytes, ahead of its interrupt. (rw)
        pub const RECORDS: Field = Field::new(2, 1);
    }
    /// Armed (r). Buffers that are not finished.
    pub const ARMED: u32 = 0x0088;
    /// Fields of ARMED.
    pub mod armed {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Pairs that are not over. (r)
        pub const PAIRS: Field = Field::new(0, 8);
        /// Pairs that were refused since the last reset: no room, no bytes, or not running. Stops at its end. (r)
        pub const REFUSED: Field = Field::new(16, 16);
    }
    /// Next address, low (rw). Where a buffer behind those that are armed is.
    pub const NEXT_SA: u32 = 0x0090;
    /// Fields of `NEXT_SA`.
    pub mod next_sa {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Address bits 31:0. (rw)
        pub const ADDR: Field = Field::new(0, 32);
    }
    /// Next address, high (rw). Where it is.
    pub const NEXT_SA_MSB: u32 = 0x0094;
    /// Fields of `NEXT_SA_MSB`.
    pub mod next_sa_msb {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Address bits 63:32. (rw)
        pub const ADDR: Field = Field::new(0, 32);
    }
    /// Next length (rw). Writing it arms the pair behind those that are armed, or begins it where there is none. Reads as 0.
    pub const NEXT_LENGTH: u32 = 0x0098;
    /// Fields of `NEXT_LENGTH`.
    pub mod next_length {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Bytes. (rw)
        pub const BYTES: Field = Field::new(0, 26);
    }
    /// Ended (r). How the last finished buffer ended.
    pub const ENDED: u32 = 0x00AC;
    /// Fields of ENDED.
    pub mod ended {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// It was cut short: stopped, or by an error. (r)
        pub const STOPPED: Field = Field::new(19, 1);
    }
    /// Sequence (r). Buffers finished since the last reset.
    pub const SEQUENCE: u32 = 0x00B0;
    /// Fields of SEQUENCE.
    pub mod sequence {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// How many; counts on from 0 at its end. (r)
        pub const BUFFERS: Field = Field::new(0, 32);
    }
    /// Ring, low (rw). Where the records go: a ring of `s2mm_record`. Written while halted.
    pub const RING_LO: u32 = 0x00C0;
    /// Fields of `RING_LO`.
    pub mod ring_lo {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Address bits 31:0, a multiple of 32. (rw)
        pub const ADDR: Field = Field::new(0, 32);
    }
    /// Ring, high (rw). Where the records go.
    pub const RING_HI: u32 = 0x00C4;
    /// Fields of `RING_HI`.
    pub mod ring_hi {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Address bits 63:32. (rw)
        pub const ADDR: Field = Field::new(0, 32);
    }
    /// Ring size (rw). Record n goes to place n modulo the size, n as SEQUENCE counts before it.
    pub const RING_SIZE: u32 = 0x00C8;
    /// Fields of `RING_SIZE`.
    pub mod ring_size {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Logarithm to base 2 of the number of records. (rw)
        pub const LOG2: Field = Field::new(0, 4);
    }
}
/// Sink: Takes streams in steps: of each stream that is paired, so many entries. Streams 0 and 1 are the stream ports, stream 2 + n is H2C channel n; one that a build does not have is not described by PAIRING: it reads 0 with an error.
pub mod sink {
    use crate::Blocks;

    /// Control (pulse). Starts runs.
    pub const CONTROL: u32 = 0x0000;
    /// Fields of CONTROL.
    pub mod control {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Writing 1 begins a run of STEPS steps with its first step at once. Refused with an error while a run is on or the sink is quiesced, or if STEPS is 0 or no stream is paired. Reads as 0. (pulse)
        pub const START: Field = Field::new(0, 1);
    }
    /// Status (r). Progress of the run.
    pub const STATUS: u32 = 0x0004;
    /// Fields of STATUS.
    pub mod status {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// A run is on. (r)
        pub const BUSY: Field = Field::new(0, 1);
    }
    /// Steps (rw). Length of the next run; taken over when START is written.
    pub const STEPS: u32 = 0x0008;
    /// Fields of STEPS.
    pub mod steps {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Number of steps. (rw)
        pub const COUNT: Field = Field::new(0, 32);
    }
    /// Steps done (r). Steps of the run that are finished; kept until the next START, 0 after QUIESCE.
    pub const STEPS_DONE: u32 = 0x000C;
    /// Fields of `STEPS_DONE`.
    pub mod steps_done {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Number of steps. (r)
        pub const COUNT: Field = Field::new(0, 32);
    }
    /// Rate (rw). How fast steps begin, at most. A step that could not begin in time is not made up for, but for one.
    pub const RATE: u32 = 0x0010;
    /// Fields of RATE.
    pub mod rate {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0001_0000;
        /// Steps in 2^16 cycles; more than 2^16 count as 2^16. 0 stops the run where it is. (rw)
        pub const STEPS: Field = Field::new(0, 17);
    }
    /// Pairing (rw). Entries of a stream in a step. Refused with an error while a run is on.
    pub const PAIRING: Blocks = Blocks::new(0x0040, 4, 6);
    /// Fields of PAIRING.
    pub mod pairing {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Entries of 64 bytes, one a cycle at most; 0 leaves the stream alone. (rw)
        pub const ENTRIES: Field = Field::new(0, 16);
    }
    /// Events of its page, by name.
    pub mod event {
        /// Steps finished.
        pub const STEPS: u32 = 0;
        /// Of these, steps in which a packet ended before the last entry of its stream, or ended on one H2C stream and not on another.
        pub const MISMATCHED_ENDS: u32 = 1;
        /// Entries taken from stream port 0 by steps.
        pub const PORT0_ENTRIES: u32 = 2;
        /// Entries taken from stream port 1 by steps.
        pub const PORT1_ENTRIES: u32 = 3;
        /// Entries taken from H2C channel 0 by steps.
        pub const H2C0_ENTRIES: u32 = 4;
        /// Entries taken from H2C channel 1 by steps.
        pub const H2C1_ENTRIES: u32 = 5;
        /// Entries taken from H2C channel 2 by steps.
        pub const H2C2_ENTRIES: u32 = 6;
        /// Entries taken from H2C channel 3 by steps.
        pub const H2C3_ENTRIES: u32 = 7;
        /// Cycles in which a step waited for stream port 0.
        pub const PORT0_STARVE: u32 = 8;
        /// Cycles in which a step waited for stream port 1.
        pub const PORT1_STARVE: u32 = 9;
        /// Cycles in which a step waited for H2C channel 0.
        pub const H2C0_STARVE: u32 = 10;
        /// Cycles in which a step waited for H2C channel 1.
        pub const H2C1_STARVE: u32 = 11;
        /// Cycles in which a step waited for H2C channel 2.
        pub const H2C2_STARVE: u32 = 12;
        /// Cycles in which a step waited for H2C channel 3.
        pub const H2C3_STARVE: u32 = 13;
        /// Entries dropped while the sink was quiesced.
        pub const DISCARDED: u32 = 14;
        /// Every value with its name.
        pub const ALL: &[(u32, &str)] = &[
            (0, "steps"),
            (1, "mismatched_ends"),
            (2, "port0_entries"),
            (3, "port1_entries"),
            (4, "h2c0_entries"),
            (5, "h2c1_entries"),
            (6, "h2c2_entries"),
            (7, "h2c3_entries"),
            (8, "port0_starve"),
            (9, "port1_starve"),
            (10, "h2c0_starve"),
            (11, "h2c1_starve"),
            (12, "h2c2_starve"),
            (13, "h2c3_starve"),
            (14, "discarded"),
        ];
    }
}
/// Signal source: Stands where the converters of a radio would: samples of 32 bits, 16 for each of two components, at a rate that is a fraction of the card's clock, with the time of each. They go to the last C2H stream.
pub mod source {
    use crate::Blocks;

    /// Control (pulse). Commands. Reads as 0.
    pub const CONTROL: u32 = 0x0000;
    /// Fields of CONTROL.
    pub mod control {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Begins a burst of what the registers say. Refused with an error while one is armed or runs, while the source is quiesced, if a register has a value that it cannot do, or, where that burst or the last one has headers, while beats of the last one are held. (pulse)
        pub const START: Field = Field::new(0, 1);
        /// Ends the burst, or what is armed, at once. (pulse)
        pub const STOP: Field = Field::new(1, 1);
        /// With START: at `START_AT`, not at once. If that time is over nothing is captured and STATUS.LATE is set. (pulse)
        pub const AT: Field = Field::new(2, 1);
        /// With START: no sample at or behind `STOP_AT`. (pulse)
        pub const UNTIL: Field = Field::new(3, 1);
        /// With START: SAMPLES samples of each channel, no more. (pulse)
        pub const COUNTED: Field = Field::new(4, 1);
    }
    /// Status (r, w1c). What has become of it.
    pub const STATUS: u32 = 0x0004;
    /// Fields of STATUS.
    pub mod status {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// A burst waits for its time. (r)
        pub const ARMED: Field = Field::new(0, 1);
        /// A burst runs. (r)
        pub const RUNNING: Field = Field::new(1, 1);
        /// Samples of it are being lost. (r)
        pub const LOSING: Field = Field::new(2, 1);
        /// Beats of a burst are here that nobody has taken. (r)
        pub const HELD: Field = Field::new(3, 1);
        /// A burst is over. Cleared by writing 1 and by a START that is taken. (w1c)
        pub const DONE: Field = Field::new(8, 1);
        /// A command came too late. Cleared by writing 1 and by a START that is taken. (w1c)
        pub const LATE: Field = Field::new(9, 1);
        /// Samples were lost. Cleared by writing 1 and by a START that is taken. (w1c)
        pub const OVERRUN: Field = Field::new(10, 1);
    }
    /// Interrupt enable (rw). What raises the line.
    pub const ENABLE: u32 = 0x0008;
    /// Fields of ENABLE.
    pub mod enable {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// DONE does. (rw)
        pub const DONE: Field = Field::new(8, 1);
        /// LATE does. (rw)
        pub const LATE: Field = Field::new(9, 1);
        /// OVERRUN does. (rw)
        pub const OVERRUN: Field = Field::new(10, 1);
    }
    /// Mode (rw). What is captured, and how. Taken over by START.
    pub const MODE: u32 = 0x000C;
    /// Fields of MODE.
    pub mod mode {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0001;
        /// What the samples are. (rw)
        pub const WAVE: Field = Field::new(0, 2);
        /// Channels less one. Without CHDR they are 1, 2 or 4, and the samples of one time follow each other. (rw)
        pub const CHANNELS: Field = Field::new(4, 2);
        /// When samples find no room the burst ends, and does not go on when there is room again. (rw)
        pub const STOP_AT_OVERRUN: Field = Field::new(8, 1);
        /// Each packet has a header line (CHDR, 64 bytes wide), and packets of the channels are interleaved. PACKET has to be set. (rw)
        pub const CHDR: Field = Field::new(9, 1);
        /// What is on the air is captured, moment for moment, in place of a wave. (rw)
        pub const LOOP: Field = Field::new(10, 1);
        /// Values of WAVE.
        pub mod wave {
            /// A complex tone: cosine in the low half, sine in the high half of a sample.
            pub const TONE: u32 = 0;
            /// The number of the sample in its burst, bits 27:0, and above them the channel's.
            pub const RAMP: u32 = 1;
            /// White noise, another one for each channel, the same in every burst.
            pub const NOISE: u32 = 2;
            /// Every value with its name.
            pub const ALL: &[(u32, &str)] = &[(0, "tone"), (1, "ramp"), (2, "noise")];
        }
    }
    /// Rate (rw). How many samples a channel has. Taken over by START.
    pub const RATE: u32 = 0x0010;
    /// Fields of RATE.
    pub mod rate {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x4000_0000;
        /// Samples in 2^32 cycles of the card's clock, 1 to 2^31. Sample n of a burst comes n * 2^32 / COUNT cycles behind the first, rounded up. (rw)
        pub const COUNT: Field = Field::new(0, 32);
    }
    /// Tone (rw). Its frequency. Taken over by START.
    pub const TONE: u32 = 0x0014;
    /// Fields of TONE.
    pub mod tone {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0400_0000;
        /// Turns in 2^32 samples. (rw)
        pub const TURNS: Field = Field::new(0, 32);
    }
    /// Packet (rw). Where packets end, besides at the end of a burst and where samples are lost. Taken over by START.
    pub const PACKET: u32 = 0x0018;
    /// Fields of PACKET.
    pub mod packet {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Samples of each channel in a packet; 0: no end. With CHDR 1 to 4096, and no more than a quarter of the stream's FIFO holds. (rw)
        pub const SAMPLES: Field = Field::new(0, 16);
    }
    /// Endpoint (rw). Whom packets with headers are for. Taken over by START.
    pub const ENDPOINT: u32 = 0x001C;
    /// Fields of ENDPOINT.
    pub mod endpoint {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Endpoint of the first channel; those of the others count on. (rw)
        pub const ID: Field = Field::new(0, 16);
    }
    /// Time, low (rw). The hardware time, in cycles of the card's clock. Reading it keeps the rest for `TIME_HI`.
    pub const TIME_LO: u32 = 0x0020;
    /// Fields of `TIME_LO`.
    pub mod time_lo {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Bits 31:0; what is written waits for `TIME_HI`. (rw)
        pub const NOW: Field = Field::new(0, 32);
    }
    /// Time, high (rw). The rest of it, as of the last read of `TIME_LO`. Writing it sets the time; refused with an error while a burst is armed or runs, or a packet to be sent is here.
    pub const TIME_HI: u32 = 0x0024;
    /// Fields of `TIME_HI`.
    pub mod time_hi {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Bits 63:32. (rw)
        pub const NOW: Field = Field::new(0, 32);
    }
    /// Start at, low (rw). Time of the first sample of a burst with AT.
    pub const START_AT_LO: u32 = 0x0028;
    /// Fields of `START_AT_LO`.
    pub mod start_at_lo {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Bits 31:0. (rw)
        pub const TIME: Field = Field::new(0, 32);
    }
    /// Start at, high (rw). The rest of it.
    pub const START_AT_HI: u32 = 0x002C;
    /// Fields of `START_AT_HI`.
    pub mod start_at_hi {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Bits 63:32. (rw)
        pub const TIME: Field = Field::new(0, 32);
    }
    /// Stop at, low (rw). Time from which on a burst with UNTIL has no sample.
    pub const STOP_AT_LO: u32 = 0x0030;
    /// Fields of `STOP_AT_LO`.
    pub mod stop_at_lo {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Bits 31:0. (rw)
        pub const TIME: Field = Field::new(0, 32);
    }
    /// Stop at, high (rw). The rest of it.
    pub const STOP_AT_HI: u32 = 0x0034;
    /// Fields of `STOP_AT_HI`.
    pub mod stop_at_hi {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Bits 63:32. (rw)
        pub const TIME: Field = Field::new(0, 32);
    }
    /// Samples, low (rw). Length of a burst with COUNTED, of each channel.
    pub const SAMPLES_LO: u32 = 0x0038;
    /// Fields of `SAMPLES_LO`.
    pub mod samples_lo {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Bits 31:0. (rw)
        pub const COUNT: Field = Field::new(0, 32);
    }
    /// Samples, high (rw). The rest of it; 0 samples are refused.
    pub const SAMPLES_HI: u32 = 0x003C;
    /// Fields of `SAMPLES_HI`.
    pub mod samples_hi {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Bits 47:32. (rw)
        pub const COUNT: Field = Field::new(0, 16);
    }
    /// Produced, low (r). Samples of a channel since START; without CHDR the first is of all channels, in samples of each. Reading it keeps the rest of the channel's account as of the same moment.
    pub const PRODUCED_LO: Blocks = Blocks::new(0x0080, 4, 4);
    /// Fields of `PRODUCED_LO`.
    pub mod produced_lo {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Bits 31:0. (r)
        pub const SAMPLES: Field = Field::new(0, 32);
    }
    /// Produced, high (r). The rest of it, as of the last read of a `PRODUCED_LO`.
    pub const PRODUCED_HI: u32 = 0x0090;
    /// Fields of `PRODUCED_HI`.
    pub mod produced_hi {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Bits 47:32. (r)
        pub const SAMPLES: Field = Field::new(0, 16);
    }
    /// Kept, low (r). Of those, the ones that go to the host.
    pub const KEPT_LO: u32 = 0x0094;
    /// Fields of `KEPT_LO`.
    pub mod kept_lo {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Bits 31:0. (r)
        pub const SAMPLES: Field = Field::new(0, 32);
    }
    /// Kept, high (r). The rest of it.
    pub const KEPT_HI: u32 = 0x0098;
    /// Fields of `KEPT_HI`.
    pub mod kept_hi {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Bits 47:32. (r)
        pub const SAMPLES: Field = Field::new(0, 16);
    }
    /// Lost, low (r). Of those, the ones that found no room.
    pub const LOST_LO: u32 = 0x009C;
    /// Fields of `LOST_LO`.
    pub mod lost_lo {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Bits 31:0. (r)
        pub const SAMPLES: Field = Field::new(0, 32);
    }
    /// Lost, high (r). The rest of it.
    pub const LOST_HI: u32 = 0x00A0;
    /// Fields of `LOST_HI`.
    pub mod lost_hi {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Bits 47:32. (r)
        pub const SAMPLES: Field = Field::new(0, 16);
    }
    /// Transmit control (pulse). Commands. Reads as 0.
    pub const TX_CONTROL: u32 = 0x0100;
    /// Fields of `TX_CONTROL`.
    pub mod tx_control {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Forgets what is to be sent, ends what is on the air, and begins all accounts anew. What is under way of a buffer is dropped. (pulse)
        pub const CLEAR: Field = Field::new(0, 1);
    }
    /// Transmit status (r, w1c). What has become of it.
    pub const TX_STATUS: u32 = 0x0104;
    /// Fields of `TX_STATUS`.
    pub mod tx_status {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// A burst is on the air, a bit for each channel. (r)
        pub const ON_AIR: Field = Field::new(0, 4);
        /// A whole packet is here, a bit for each channel. (r)
        pub const HELD: Field = Field::new(4, 4);
        /// A packet was late. Cleared by writing 1 and by CLEAR. (w1c)
        pub const LATE: Field = Field::new(8, 1);
        /// A moment of a burst had no sample. Cleared by writing 1 and by CLEAR. (w1c)
        pub const UNDERRUN: Field = Field::new(9, 1);
        /// A packet was malformed. Cleared by writing 1 and by CLEAR. (w1c)
        pub const MALFORMED: Field = Field::new(10, 1);
        /// A packet was not the one that was next in its channel. Cleared by writing 1 and by CLEAR. (w1c)
        pub const SKIP: Field = Field::new(11, 1);
    }
    /// Transmit interrupt enable (rw). What raises the line, too.
    pub const TX_ENABLE: u32 = 0x0108;
    /// Fields of `TX_ENABLE`.
    pub mod tx_enable {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// LATE does. (rw)
        pub const LATE: Field = Field::new(8, 1);
        /// UNDERRUN does. (rw)
        pub const UNDERRUN: Field = Field::new(9, 1);
        /// MALFORMED does. (rw)
        pub const MALFORMED: Field = Field::new(10, 1);
        /// SKIP does. (rw)
        pub const SKIP: Field = Field::new(11, 1);
    }
    /// Transmit rate (rw). How many samples a channel sends. Refused with an error while a packet is here or a burst is on the air, and of a value that it cannot do.
    pub const TX_RATE: u32 = 0x010C;
    /// Fields of `TX_RATE`.
    pub mod tx_rate {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x4000_0000;
        /// Samples in 2^32 cycles of the card's clock, 1 to 2^31, as RATE has them. (rw)
        pub const COUNT: Field = Field::new(0, 32);
    }
    /// Transmit endpoint (rw). To whom packets are.
    pub const TX_ENDPOINT: u32 = 0x0110;
    /// Fields of `TX_ENDPOINT`.
    pub mod tx_endpoint {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Endpoint of the first channel; those of the others count on. (rw)
        pub const ID: Field = Field::new(0, 16);
    }
    /// Malformed (r). Packets that were malformed since CLEAR; counts on from 0 at its end.
    pub const TX_MALFORMED: u32 = 0x0114;
    /// Fields of `TX_MALFORMED`.
    pub mod tx_malformed {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// How many. (r)
        pub const PACKETS: Field = Field::new(0, 32);
    }
    /// Dropped (r). Beats that were dropped with them, headers among them; counts on from 0 at its end.
    pub const TX_DROPPED: u32 = 0x0118;
    /// Fields of `TX_DROPPED`.
    pub mod tx_dropped {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// How many. (r)
        pub const BEATS: Field = Field::new(0, 32);
    }
    /// Sent, low (r). Samples of a channel that were sent. Reading it keeps the rest of the channel's account as of the same moment.
    pub const TX_SENT_LO: Blocks = Blocks::new(0x0140, 4, 4);
    /// Fields of `TX_SENT_LO`.
    pub mod tx_sent_lo {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Bits 31:0. (r)
        pub const SAMPLES: Field = Field::new(0, 32);
    }
    /// Sent, high (r). The rest of it, as of the last read of a `TX_SENT_LO`, as is all that follows.
    pub const TX_SENT_HI: u32 = 0x0150;
    /// Fields of `TX_SENT_HI`.
    pub mod tx_sent_hi {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Bits 47:32. (r)
        pub const SAMPLES: Field = Field::new(0, 16);
    }
    /// Missed, low (r). Moments of its bursts for which there was no sample.
    pub const TX_MISSED_LO: u32 = 0x0154;
    /// Fields of `TX_MISSED_LO`.
    pub mod tx_missed_lo {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Bits 31:0. (r)
        pub const MOMENTS: Field = Field::new(0, 32);
    }
    /// Missed, high (r). The rest of it.
    pub const TX_MISSED_HI: u32 = 0x0158;
    /// Fields of `TX_MISSED_HI`.
    pub mod tx_missed_hi {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Bits 47:32. (r)
        pub const MOMENTS: Field = Field::new(0, 16);
    }
    /// Late, low (r). Samples of packets that were dropped because their time was over.
    pub const TX_LATE_LO: u32 = 0x015C;
    /// Fields of `TX_LATE_LO`.
    pub mod tx_late_lo {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Bits 31:0. (r)
        pub const SAMPLES: Field = Field::new(0, 32);
    }
    /// Late, high (r). The rest of it.
    pub const TX_LATE_HI: u32 = 0x0160;
    /// Fields of `TX_LATE_HI`.
    pub mod tx_late_hi {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Bits 47:32. (r)
        pub const SAMPLES: Field = Field::new(0, 16);
    }
    /// Late packets (r). Packets that were dropped because their time was over; counts on from 0 at its end.
    pub const TX_LATE_PACKETS: u32 = 0x0164;
    /// Fields of `TX_LATE_PACKETS`.
    pub mod tx_late_packets {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// How many. (r)
        pub const PACKETS: Field = Field::new(0, 32);
    }
    /// Packets (r). Packets that were taken, late ones among them; counts on from 0 at its end.
    pub const TX_PACKETS: u32 = 0x0168;
    /// Fields of `TX_PACKETS`.
    pub mod tx_packets {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// How many. (r)
        pub const PACKETS: Field = Field::new(0, 32);
    }
    /// Skips (r). Packets among them that were not the one that was next; counts on from 0 at its end.
    pub const TX_SKIPS: u32 = 0x016C;
    /// Fields of `TX_SKIPS`.
    pub mod tx_skips {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// How many. (r)
        pub const PACKETS: Field = Field::new(0, 32);
    }
    /// Events of its page, by name.
    pub mod event {
        /// Samples produced, of all channels together.
        pub const SAMPLES: u32 = 0;
        /// Of these, samples that go on to the host.
        pub const KEPT: u32 = 1;
        /// Of these, samples that found no room.
        pub const LOST: u32 = 2;
        /// Times that samples began to be lost.
        pub const GAPS: u32 = 3;
        /// Packets given to the stream.
        pub const PACKETS: u32 = 4;
        /// Commands refused because their time was over.
        pub const LATE: u32 = 5;
        /// Samples sent, of all channels together.
        pub const TX_SENT: u32 = 6;
        /// Moments of bursts on the air for which there was no sample.
        pub const TX_MISSED: u32 = 7;
        /// Packets dropped because their time was over.
        pub const TX_LATE: u32 = 8;
        /// Packets dropped because they were malformed.
        pub const TX_MALFORMED: u32 = 9;
        /// Every value with its name.
        pub const ALL: &[(u32, &str)] = &[
            (0, "samples"),
            (1, "kept"),
            (2, "lost"),
            (3, "gaps"),
            (4, "packets"),
            (5, "late"),
            (6, "tx_sent"),
            (7, "tx_missed"),
            (8, "tx_late"),
            (9, "tx_malformed"),
        ];
    }
}
/// Msm: Runs, window plan and card memory of the multi-scalar multiplication. Both tables and the card's memory keep what they have over a reset and ABORT; of points that a run was bringing when it was cut some are there. Reset values of tables are those of a new image, whose memory has no points.
pub mod msm {
    use crate::Blocks;

    /// Control (pulse, rw). Starts and aborts runs.
    pub const CONTROL: u32 = 0x0000;
    /// Fields of CONTROL.
    pub mod control {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Writing 1 queues a run of POINTS pairs. Refused with an error while `STATUS.START_READY` is 0, where the run does not fit the card's memory, and where it would bring points (PASSES 0) that are there already (MODE.RESIDENT). Reads as 0. (pulse)
        pub const START: Field = Field::new(0, 1);
        /// While 1 the core is held in reset and its result stream is dropped. (rw)
        pub const ABORT: Field = Field::new(1, 1);
    }
    /// Status (r, w1c). Progress of runs.
    pub const STATUS: u32 = 0x0004;
    /// Fields of STATUS.
    pub mod status {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0002;
        /// A run is under way, or what ABORT or a reset has cut is being cleared away. (r)
        pub const BUSY: Field = Field::new(0, 1);
        /// A further run may be queued. (r)
        pub const START_READY: Field = Field::new(1, 1);
        /// Buckets are being summed or sums read out. (r)
        pub const REDUCING: Field = Field::new(2, 1);
        /// A scalar was taken that has bits at or above COVER, or that is no residue of the group's order where MODE asks for one, or one of its digits has no bucket in its pass. The sums of its run are wrong. Cleared by writing 1 and by ABORT. (w1c)
        pub const SCALAR_CUT: Field = Field::new(3, 1);
        /// The card's memory answered with an error in a run, whose sums are wrong. Cleared by writing 1 and by ABORT. (w1c)
        pub const MEMORY_ERROR: Field = Field::new(4, 1);
        /// Passes of the run that are done, of the last one if none is under way. A run's last pass is not counted. (r)
        pub const PASS: Field = Field::new(8, 7);
        /// Runs finished since reset, modulo 2^16. (r)
        pub const RUNS_DONE: Field = Field::new(16, 16);
    }
    /// Points (rw). Pairs of the next run; taken over when START is written.
    pub const POINTS: u32 = 0x0008;
    /// Fields of POINTS.
    pub mod points {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Number of pairs. 0 is a run whose sums are all empty. (rw)
        pub const COUNT: Field = Field::new(0, 32);
    }
    /// Slot (rw). Where in the card's memory the next run's points are; taken over when START is written.
    pub const SLOT: u32 = 0x000C;
    /// Fields of SLOT.
    pub mod slot {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Slot of the first points: each holds one point for each bank. (rw)
        pub const FIRST: Field = Field::new(0, 32);
    }
    /// Mode (rw). What the next run does; taken over when START is written.
    pub const MODE: u32 = 0x0010;
    /// Fields of MODE.
    pub mod mode {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Scalars are made uniform: RHO times a record's class is added, modulo the group's order. (rw)
        pub const UNIFORM: Field = Field::new(0, 1);
        /// Of a scalar and its negative the smaller one is taken, with the point of that sign. (rw)
        pub const FOLD: Field = Field::new(1, 1);
        /// The points are in the card's memory already: only scalars come. (rw)
        pub const RESIDENT: Field = Field::new(2, 1);
    }
    /// Passes (rw). Passes of the next run; taken over when START is written.
    pub const PASSES: u32 = 0x0014;
    /// Fields of PASSES.
    pub mod passes {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Rows of the pass table that count, up to 64. With 0 the run only brings points into the card's memory: no scalar comes and no sum goes. (rw)
        pub const COUNT: Field = Field::new(0, 7);
    }
    /// Cover (rw). Bits of a prepared scalar that the windows cover. Not to be written while STATUS.BUSY.
    pub const COVER: u32 = 0x0018;
    /// Fields of COVER.
    pub mod cover {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// In bits, at most 255. (rw)
        pub const BITS: Field = Field::new(0, 8);
    }
    /// Geometry (r). What the core is made of.
    pub const GEOMETRY: u32 = 0x001C;
    /// Fields of GEOMETRY.
    pub mod geometry {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Adders, each with its own buckets. (r)
        pub const ADDERS: Field = Field::new(0, 4);
        /// Depth of an adder in cycles. (r)
        pub const ADDER_LATENCY: Field = Field::new(4, 12);
        /// Operations of an adder that may wait for a bucket in flight. (r)
        pub const HOLD_DEPTH: Field = Field::new(16, 8);
        /// Banks of the card's memory; 0 without one. (r)
        pub const BANKS: Field = Field::new(24, 4);
    }
    /// Buckets (r). Buckets of each adder.
    pub const BUCKETS: u32 = 0x0020;
    /// Fields of BUCKETS.
    pub mod buckets {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// How many. (r)
        pub const COUNT: Field = Field::new(0, 32);
    }
    /// Records (r). Room of the card's memory for points.
    pub const RECORDS: u32 = 0x0024;
    /// Fields of RECORDS.
    pub mod records {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// How many; 0 without a memory: a run has one pass and its points come with it. (r)
        pub const COUNT: Field = Field::new(0, 32);
    }
    /// Rho (rw). What UNIFORM adds multiples of; below the group's order. Taken over when START is written.
    pub const RHO: Blocks = Blocks::new(0x0040, 4, 8);
    /// Fields of RHO.
    pub mod rho {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// 32 bits of it, the lowest in word 0. (rw)
        pub const WORD: Field = Field::new(0, 32);
    }
    /// Recode (rw). What is added to each scalar: a one at the top bit of every window of kind 0. Not to be written while STATUS.BUSY.
    pub const RECODE: Blocks = Blocks::new(0x0060, 4, 8);
    /// Fields of RECODE.
    pub mod recode {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// 32 bits of it, the lowest in word 0. (rw)
        pub const WORD: Field = Field::new(0, 32);
    }
    /// Window (rw). A row of the window table. A write is refused with an error while STATUS.BUSY.
    pub const WINDOW: Blocks = Blocks::new(0x0100, 4, 64);
    /// Fields of WINDOW.
    pub mod window {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Its lowest bit in the word. (rw)
        pub const OFFSET: Field = Field::new(0, 8);
        /// Its width, at most 18. (rw)
        pub const BITS: Field = Field::new(8, 5);
        /// 0: the digit is the field less half its range; 1: the digit is the field; 2: the digit is the record's class, 1 to 1,024. (rw)
        pub const KIND: Field = Field::new(13, 2);
    }
    /// Pass (rw). A row of the pass table. A write is refused with an error while STATUS.BUSY, where the buckets of its windows are more than an adder has (one window alone, without copies, may have more numbers than there are buckets, if half of them are fewer), where a window is beyond row 63, and where SPLIT cannot be.
    pub const PASS: Blocks = Blocks::new(0x0200, 4, 64);
    /// Fields of PASS.
    pub mod pass {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0040_0000;
        /// Of a bucket's number within its window, the bits that are the digit. (rw)
        pub const WEIGHT_BITS: Field = Field::new(0, 5);
        /// All bits of it: those above are the copy, which the record's number chooses. (rw)
        pub const BUCKET_BITS: Field = Field::new(5, 5);
        /// Windows of each adder, less one. (rw)
        pub const LAST: Field = Field::new(10, 6);
        /// Row of the first adder's first window; those of the next adder follow, but in a split pass, where all have the same. (rw)
        pub const FIRST: Field = Field::new(16, 6);
        /// Adders that take part. (rw)
        pub const ADDERS: Field = Field::new(22, 4);
        /// Each adder has its own share of the points: adder a has those whose number modulo ADDERS is a. Only where ADDERS are all that there are, and not in row 0: the first pass is not split. (rw)
        pub const SPLIT: Field = Field::new(26, 1);
    }
    /// Events of its page, by name.
    pub mod event {
        /// Cycles from the start of a run to its last sum.
        pub const ACTIVE_CYCLES: u32 = 0;
        /// Additions issued, of all adders.
        pub const ADDS: u32 = 1;
        /// Cycles in which an adder was idle because no record was there, summed over the adders.
        pub const STARVE_CYCLES: u32 = 2;
        /// Cycles in which an adder was idle because every candidate's bucket was in flight, summed over the adders.
        pub const HAZARD_CYCLES: u32 = 3;
        /// Operations that went through a hold pool.
        pub const HELD: u32 = 4;
        /// Digits that made no addition: zero, or without a bucket.
        pub const ZERO_DIGITS: u32 = 5;
        /// Cycles in which an adder summed buckets, over all adders.
        pub const REDUCE_CYCLES: u32 = 6;
        /// Cycles in which a sum was there and the result stream was not taken.
        pub const STALL_CYCLES: u32 = 7;
        /// Scalars taken in.
        pub const PAIRS: u32 = 8;
        /// Runs finished.
        pub const RUNS: u32 = 9;
        /// Passes finished.
        pub const PASSES: u32 = 10;
        /// Cycles in which an adder had a pass to fill its buckets in, over all adders.
        pub const FILL_CYCLES: u32 = 11;
        /// Every value with its name.
        pub const ALL: &[(u32, &str)] = &[
            (0, "active_cycles"),
            (1, "adds"),
            (2, "starve_cycles"),
            (3, "hazard_cycles"),
            (4, "held"),
            (5, "zero_digits"),
            (6, "reduce_cycles"),
            (7, "stall_cycles"),
            (8, "pairs"),
            (9, "runs"),
            (10, "passes"),
            (11, "fill_cycles"),
        ];
    }
}
