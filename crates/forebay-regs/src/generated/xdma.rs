// SPDX-License-Identifier: Apache-2.0
// Generated from the SystemRDL in regs/ by `python regs/generate.py`; edit the description instead.
//! XDMA block: The DMA engine's configuration BAR (BAR2, 64 KiB).

use crate::Blocks;

/// Bytes that the map covers.
pub const SIZE_BYTES: u32 = 0xA400;
/// Where dma channel registers are ([`chan`]).
pub const H2C: Blocks = Blocks::new(0x0000, 0x0100, 4);
/// Where dma channel registers are ([`chan`]).
pub const C2H: Blocks = Blocks::new(0x1000, 0x0100, 4);
/// Where interrupts registers are ([`irq`]).
pub const IRQ: Blocks = Blocks::new(0x2000, 0x00A8, 1);
/// Where configuration registers are ([`config`]).
pub const CONFIG: Blocks = Blocks::new(0x3000, 0x0064, 1);
/// Where scatter-gather channel registers are ([`sgdma`]).
pub const H2C_SGDMA: Blocks = Blocks::new(0x4000, 0x0100, 4);
/// Where scatter-gather channel registers are ([`sgdma`]).
pub const C2H_SGDMA: Blocks = Blocks::new(0x5000, 0x0100, 4);
/// Where scatter-gather common registers are ([`sgdma_common`]).
pub const SGDMA_COMMON: Blocks = Blocks::new(0x6000, 0x002C, 1);
/// Where msi-x table entry registers are ([`msix_entry`]).
pub const MSIX_TABLE: Blocks = Blocks::new(0x8000, 0x0010, 32);
/// Where msi-x pending bits registers are ([`msix_pba`]).
pub const MSIX_PBA: Blocks = Blocks::new(0x8FE0, 0x0008, 1);
/// Where doorbell registers are ([`doorbell`]).
pub const H2C_DOORBELL: Blocks = Blocks::new(0x9000, 0x0100, 4);
/// Where doorbell registers are ([`doorbell`]).
pub const C2H_DOORBELL: Blocks = Blocks::new(0xA000, 0x0100, 4);
/// DMA channel: Run control, status and counters of one channel. Channels the card does not have read 0 and ignore writes.
pub mod chan {
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
    /// Channel control (rw). Run bit, what may be logged into STATUS, and the operating mode. Bits 1, 2 and 6 gate logging only; failures halt the run and are logged whatever bits 3 to 5 and 9 to 23 say, which are kept for drivers that set them. Interrupts are gated by `INTERRUPT_ENABLE`.
    pub const CONTROL: u32 = 0x0004;
    /// Fields of CONTROL.
    pub mod control {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// 1 starts the engine at the first descriptor (clearing error bits and the completed count); 0 cancels the run: descriptors of which nothing has moved are dropped, the one under way ends where it is. (rw)
        pub const RUN: Field = Field::new(0, 1);
        /// Log `descriptor_stopped`. (rw)
        pub const DESC_STOPPED: Field = Field::new(1, 1);
        /// Log `descriptor_completed`. (rw)
        pub const DESC_COMPLETED: Field = Field::new(2, 1);
        /// Log `align_mismatch`. (rw)
        pub const ALIGN_MISMATCH: Field = Field::new(3, 1);
        /// Log `magic_stopped`. (rw)
        pub const MAGIC_STOPPED: Field = Field::new(4, 1);
        /// Log `invalid_length`. (rw)
        pub const INVALID_LENGTH: Field = Field::new(5, 1);
        /// Log `idle_stopped`. (rw)
        pub const IDLE_STOPPED: Field = Field::new(6, 1);
        /// Log read errors, one bit per cause. (rw)
        pub const READ_ERROR: Field = Field::new(9, 5);
        /// Log write errors, one bit per cause (H2C channels). (rw)
        pub const WRITE_ERROR: Field = Field::new(14, 5);
        /// Log descriptor fetch errors, one bit per cause. (rw)
        pub const DESC_ERROR: Field = Field::new(19, 5);
        /// Card address does not advance: every beat goes to the same address. (rw)
        pub const NON_INCR: Field = Field::new(25, 1);
        /// Write the completed count to host memory (poll mode). It happens for every descriptor that asks for COMPLETED, whatever `DESC_COMPLETED` says. (rw)
        pub const POLL_WRITEBACK: Field = Field::new(26, 1);
        /// Do not write the per-descriptor result of a C2H stream to host memory. (rw)
        pub const STREAM_WRITEBACK_DISABLE: Field = Field::new(27, 1);
    }
    /// Channel control, write 1 to set (w1s). Ones written here set the same bits of CONTROL. Reads as 0.
    pub const CONTROL_W1S: u32 = 0x0008;
    /// Fields of `CONTROL_W1S`.
    pub mod control_w1s {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Bits of CONTROL to set. (w1s)
        pub const BITS: Field = Field::new(0, 32);
    }
    /// Channel control, write 1 to clear (w1c). Ones written here clear the same bits of CONTROL. Reads as 0.
    pub const CONTROL_W1C: u32 = 0x000C;
    /// Fields of `CONTROL_W1C`.
    pub mod control_w1c {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Bits of CONTROL to clear. (w1c)
        pub const BITS: Field = Field::new(0, 32);
    }
    /// Channel status (r, w1c). Why the engine stopped, and whether it is busy. Writing 1 clears a logged bit.
    pub const STATUS: u32 = 0x0040;
    /// Fields of STATUS.
    pub mod status {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// The engine may touch host memory: a descriptor is being fetched or moved, or a result or the poll-mode word is not acknowledged yet. (r)
        pub const BUSY: Field = Field::new(0, 1);
        /// A descriptor with STOP was finished. (w1c)
        pub const DESC_STOPPED: Field = Field::new(1, 1);
        /// A descriptor with COMPLETED was finished. (w1c)
        pub const DESC_COMPLETED: Field = Field::new(2, 1);
        /// Source and destination disagree modulo the alignment. Never set by this card: it moves any alignment. (w1c)
        pub const ALIGN_MISMATCH: Field = Field::new(3, 1);
        /// A descriptor did not carry the magic number; the engine halted. (w1c)
        pub const MAGIC_STOPPED: Field = Field::new(4, 1);
        /// A descriptor's length was not acceptable. (w1c)
        pub const INVALID_LENGTH: Field = Field::new(5, 1);
        /// The engine went idle because RUN was cleared. (w1c)
        pub const IDLE_STOPPED: Field = Field::new(6, 1);
        /// Read errors: bit 0 unsupported request (host) or decode error (card), bit 1 completer abort or slave error, bits 2 to 4 parity, poisoned, unexpected completion. (w1c)
        pub const READ_ERROR: Field = Field::new(9, 5);
        /// Write errors (H2C): bit 0 decode error, bit 1 slave error, bits 2 to 4 unused. (w1c)
        pub const WRITE_ERROR: Field = Field::new(14, 5);
        /// Descriptor fetch errors: bit 0 unsupported request, bit 1 completer abort, bits 2 to 4 parity, poisoned, unexpected completion. (w1c)
        pub const DESC_ERROR: Field = Field::new(19, 5);
    }
    /// Channel status, clear on read (r, rc). Same content as STATUS; reading clears every bit except BUSY.
    pub const STATUS_RC: u32 = 0x0044;
    /// Fields of `STATUS_RC`.
    pub mod status_rc {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// As in STATUS; not cleared. (r)
        pub const BUSY: Field = Field::new(0, 1);
        /// As in STATUS. (rc)
        pub const DESC_STOPPED: Field = Field::new(1, 1);
        /// As in STATUS. (rc)
        pub const DESC_COMPLETED: Field = Field::new(2, 1);
        /// As in STATUS. (rc)
        pub const ALIGN_MISMATCH: Field = Field::new(3, 1);
        /// As in STATUS. (rc)
        pub const MAGIC_STOPPED: Field = Field::new(4, 1);
        /// As in STATUS. (rc)
        pub const INVALID_LENGTH: Field = Field::new(5, 1);
        /// As in STATUS. (rc)
        pub const IDLE_STOPPED: Field = Field::new(6, 1);
        /// As in STATUS. (rc)
        pub const READ_ERROR: Field = Field::new(9, 5);
        /// As in STATUS. (rc)
        pub const WRITE_ERROR: Field = Field::new(14, 5);
        /// As in STATUS. (rc)
        pub const DESC_ERROR: Field = Field::new(19, 5);
    }
    /// Completed descriptor count (r). Descriptors all of whose bytes have arrived since RUN last went from 0 to 1. Exact once BUSY is 0, also after a stop.
    pub const COMPLETED_COUNT: u32 = 0x0048;
    /// Fields of `COMPLETED_COUNT`.
    pub mod completed_count {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// The count. (r)
        pub const COUNT: Field = Field::new(0, 32);
    }
    /// Alignments (r). What addresses and lengths the channel accepts. This card moves any byte to any byte.
    pub const ALIGNMENTS: u32 = 0x004C;
    /// Fields of ALIGNMENTS.
    pub mod alignments {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0001_0140;
        /// Address width in bits. (r)
        pub const ADDRESS_BITS: Field = Field::new(0, 8);
        /// Granularity of the length, in bytes. (r)
        pub const LENGTH_GRANULARITY: Field = Field::new(8, 8);
        /// Alignment wanted of addresses, in bytes. (r)
        pub const ADDRESS_ALIGNMENT: Field = Field::new(16, 8);
    }
    /// Bytes of the descriptor that a stop has cut (r). Not part of the XDMA map, where this reads 0. How far the first descriptor that `COMPLETED_COUNT` does not count has got: bytes from its beginning that have arrived. Valid when BUSY is 0; 0 after a run that ended by itself or by a failure, and from the start of a run on.
    pub const PARTIAL_BYTES: u32 = 0x0050;
    /// Fields of `PARTIAL_BYTES`.
    pub mod partial_bytes {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Bytes. (r)
        pub const BYTES: Field = Field::new(0, 28);
    }
    /// Poll-mode write-back address, low (rw). Where the completed count goes in poll mode; bits 31:0.
    pub const POLL_WB_ADDR_LO: u32 = 0x0088;
    /// Fields of `POLL_WB_ADDR_LO`.
    pub mod poll_wb_addr_lo {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Host address bits 31:0; the two lowest bits are ignored. (rw)
        pub const ADDR: Field = Field::new(0, 32);
    }
    /// Poll-mode write-back address, high (rw). Where the completed count goes in poll mode; bits 63:32.
    pub const POLL_WB_ADDR_HI: u32 = 0x008C;
    /// Fields of `POLL_WB_ADDR_HI`.
    pub mod poll_wb_addr_hi {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Host address bits 63:32. (rw)
        pub const ADDR: Field = Field::new(0, 32);
    }
    /// Interrupt enable mask (rw). Which logged status bits raise the channel's interrupt. If a cause is still logged when its bit is set, the interrupt fires again.
    pub const INTERRUPT_ENABLE: u32 = 0x0090;
    /// Fields of `INTERRUPT_ENABLE`.
    pub mod interrupt_enable {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// `descriptor_stopped` raises the interrupt. (rw)
        pub const DESC_STOPPED: Field = Field::new(1, 1);
        /// `descriptor_completed` raises the interrupt. (rw)
        pub const DESC_COMPLETED: Field = Field::new(2, 1);
        /// `align_mismatch` raises the interrupt. (rw)
        pub const ALIGN_MISMATCH: Field = Field::new(3, 1);
        /// `magic_stopped` raises the interrupt. (rw)
        pub const MAGIC_STOPPED: Field = Field::new(4, 1);
        /// `invalid_length` raises the interrupt. (rw)
        pub const INVALID_LENGTH: Field = Field::new(5, 1);
        /// `idle_stopped` raises the interrupt. (rw)
        pub const IDLE_STOPPED: Field = Field::new(6, 1);
        /// Read errors raise the interrupt. (rw)
        pub const READ_ERROR: Field = Field::new(9, 5);
        /// Write errors raise the interrupt (H2C). (rw)
        pub const WRITE_ERROR: Field = Field::new(14, 5);
        /// Descriptor fetch errors raise the interrupt. (rw)
        pub const DESC_ERROR: Field = Field::new(19, 5);
    }
    /// Interrupt enable mask, write 1 to set (w1s). Ones written here set the same bits of `INTERRUPT_ENABLE`. Reads as 0.
    pub const INTERRUPT_ENABLE_W1S: u32 = 0x0094;
    /// Fields of `INTERRUPT_ENABLE_W1S`.
    pub mod interrupt_enable_w1s {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Bits to set. (w1s)
        pub const BITS: Field = Field::new(0, 32);
    }
    /// Interrupt enable mask, write 1 to clear (w1c). Ones written here clear the same bits of `INTERRUPT_ENABLE`. Reads as 0.
    pub const INTERRUPT_ENABLE_W1C: u32 = 0x0098;
    /// Fields of `INTERRUPT_ENABLE_W1C`.
    pub mod interrupt_enable_w1c {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Bits to clear. (w1c)
        pub const BITS: Field = Field::new(0, 32);
    }
    /// Performance counter control (pulse, rw). Software writes 2, then 5. The product guide orders the bits the other way round; both readings give the same result for these two values.
    pub const PERF_CONTROL: u32 = 0x00C0;
    /// Fields of `PERF_CONTROL`.
    pub mod perf_control {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Count while set. (rw)
        pub const RUN: Field = Field::new(0, 1);
        /// Writing 1 clears the counters. Reads as 0. (pulse)
        pub const CLEAR: Field = Field::new(1, 1);
        /// Stop counting when a descriptor with STOP is finished. (rw)
        pub const AUTO: Field = Field::new(2, 1);
    }
    /// Performance: cycles, low (r). Clock cycles counted; bits 31:0.
    pub const PERF_CYCLES_LO: u32 = 0x00C4;
    /// Fields of `PERF_CYCLES_LO`.
    pub mod perf_cycles_lo {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Bits 31:0 of the count. (r)
        pub const COUNT: Field = Field::new(0, 32);
    }
    /// Performance: cycles, high (r). Clock cycles counted; bits 41:32.
    pub const PERF_CYCLES_HI: u32 = 0x00C8;
    /// Fields of `PERF_CYCLES_HI`.
    pub mod perf_cycles_hi {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Bits 41:32 of the count. (r)
        pub const COUNT: Field = Field::new(0, 10);
        /// The counter reached its end and stands still. (r)
        pub const SATURATED: Field = Field::new(16, 1);
    }
    /// Performance: data beats, low (r). Data beats moved; bits 31:0.
    pub const PERF_DATA_LO: u32 = 0x00CC;
    /// Fields of `PERF_DATA_LO`.
    pub mod perf_data_lo {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Bits 31:0 of the count. (r)
        pub const COUNT: Field = Field::new(0, 32);
    }
    /// Performance: data beats, high (r). Data beats moved; bits 41:32.
    pub const PERF_DATA_HI: u32 = 0x00D0;
    /// Fields of `PERF_DATA_HI`.
    pub mod perf_data_hi {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Bits 41:32 of the count. (r)
        pub const COUNT: Field = Field::new(0, 10);
        /// The counter reached its end and stands still. (r)
        pub const SATURATED: Field = Field::new(16, 1);
    }
    /// Performance: pending, low (r). Requests waiting, summed over cycles; bits 31:0.
    pub const PERF_PENDING_LO: u32 = 0x00D4;
    /// Fields of `PERF_PENDING_LO`.
    pub mod perf_pending_lo {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Bits 31:0 of the count. (r)
        pub const COUNT: Field = Field::new(0, 32);
    }
    /// Performance: pending, high (r). Requests waiting, summed over cycles; bits 41:32.
    pub const PERF_PENDING_HI: u32 = 0x00D8;
    /// Fields of `PERF_PENDING_HI`.
    pub mod perf_pending_hi {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Bits 41:32 of the count. (r)
        pub const COUNT: Field = Field::new(0, 10);
        /// The counter reached its end and stands still. (r)
        pub const SATURATED: Field = Field::new(16, 1);
    }
}
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
/// Configuration: What the PCIe side was set up to, as the engine sees it.
pub mod config {
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
    /// Bus and device (r). PCIe bus, device and function number. Reads 0 on this card.
    pub const BUS_DEVICE: u32 = 0x0004;
    /// Fields of `BUS_DEVICE`.
    pub mod bus_device {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Bus 15:8, device 7:3, function 2:0. (r)
        pub const BDF: Field = Field::new(0, 16);
    }
    /// Max payload size (r). PCIe maximum payload size in force. Constant on this card: what the PCIe side was set up to does not reach the engine.
    pub const MAX_PAYLOAD: u32 = 0x0008;
    /// Fields of `MAX_PAYLOAD`.
    pub mod max_payload {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Code: 0 = 128 bytes, doubling per step. (r)
        pub const CODE: Field = Field::new(0, 3);
    }
    /// Max read request size (r). PCIe maximum read request size in force. Constant on this card.
    pub const MAX_READ_REQUEST: u32 = 0x000C;
    /// Fields of `MAX_READ_REQUEST`.
    pub mod max_read_request {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Code: 0 = 128 bytes, doubling per step. (r)
        pub const CODE: Field = Field::new(0, 3);
    }
    /// System id (r). Free number of the card's builder.
    pub const SYSTEM_ID: u32 = 0x0010;
    /// Fields of `SYSTEM_ID`.
    pub mod system_id {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// The number. (r)
        pub const ID: Field = Field::new(0, 16);
    }
    /// MSI enable (r). Message interrupts that the host switched on. Constant on this card: MSI-X.
    pub const MSI_ENABLE: u32 = 0x0014;
    /// Fields of `MSI_ENABLE`.
    pub mod msi_enable {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// MSI is enabled. (r)
        pub const MSI: Field = Field::new(0, 1);
        /// MSI-X is enabled. (r)
        pub const MSIX: Field = Field::new(1, 1);
    }
    /// Data width (r). Width of the engine's data bus.
    pub const DATA_WIDTH: u32 = 0x0018;
    /// Fields of `DATA_WIDTH`.
    pub mod data_width {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0003;
        /// Code: 0 = 64 bits, doubling per step; 3 = 512 bits. (r)
        pub const CODE: Field = Field::new(0, 3);
    }
    /// PCIe control (rw). How the engine marks its requests.
    pub const PCIE_CONTROL: u32 = 0x001C;
    /// Fields of `PCIE_CONTROL`.
    pub mod pcie_control {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0001;
        /// Requests may be reordered (relaxed ordering). (rw)
        pub const RELAXED_ORDERING: Field = Field::new(0, 1);
    }
    /// User max payload size (r, rw). A smaller payload limit set by software.
    pub const USER_MAX_PAYLOAD: u32 = 0x0040;
    /// Fields of `USER_MAX_PAYLOAD`.
    pub mod user_max_payload {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0005;
        /// Limit wanted, coded as in `MAX_PAYLOAD`. (rw)
        pub const PROGRAMMED: Field = Field::new(0, 3);
        /// Limit in force: the smaller of PROGRAMMED and `MAX_PAYLOAD`. (r)
        pub const EFFECTIVE: Field = Field::new(4, 3);
    }
    /// User max read request size (r, rw). A smaller read request limit set by software.
    pub const USER_MAX_READ_REQUEST: u32 = 0x0044;
    /// Fields of `USER_MAX_READ_REQUEST`.
    pub mod user_max_read_request {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0005;
        /// Limit wanted, coded as in `MAX_READ_REQUEST`. (rw)
        pub const PROGRAMMED: Field = Field::new(0, 3);
        /// Limit in force: the smaller of PROGRAMMED and `MAX_READ_REQUEST`. (r)
        pub const EFFECTIVE: Field = Field::new(4, 3);
    }
    /// Write flush timeout (rw). How long a partial write may wait before it is flushed. Kept, without effect: this engine never holds back a write.
    pub const WRITE_FLUSH_TIMEOUT: u32 = 0x0060;
    /// Fields of `WRITE_FLUSH_TIMEOUT`.
    pub mod write_flush_timeout {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Time-out, 2^n cycles; 0 = off. (rw)
        pub const TIMEOUT: Field = Field::new(0, 5);
    }
}
/// Scatter-gather channel: Where the descriptor chain of one channel begins.
pub mod sgdma {
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
    /// First descriptor, low (rw). Host address of the first descriptor; bits 31:0.
    pub const FIRST_DESC_LO: u32 = 0x0080;
    /// Fields of `FIRST_DESC_LO`.
    pub mod first_desc_lo {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Address bits 31:0; descriptors are 32-byte aligned. (rw)
        pub const ADDR: Field = Field::new(0, 32);
    }
    /// First descriptor, high (rw). Host address of the first descriptor; bits 63:32.
    pub const FIRST_DESC_HI: u32 = 0x0084;
    /// Fields of `FIRST_DESC_HI`.
    pub mod first_desc_hi {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Address bits 63:32. (rw)
        pub const ADDR: Field = Field::new(0, 32);
    }
    /// First descriptor, adjacent (rw). Descriptors that follow the first one directly in memory.
    pub const FIRST_DESC_ADJACENT: u32 = 0x0088;
    /// Fields of `FIRST_DESC_ADJACENT`.
    pub mod first_desc_adjacent {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// How many; 0 to 63. (rw)
        pub const COUNT: Field = Field::new(0, 6);
    }
    /// Descriptor credits (rw). In credit mode a descriptor is fetched only against a credit.
    pub const DESC_CREDITS: u32 = 0x008C;
    /// Fields of `DESC_CREDITS`.
    pub mod desc_credits {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// Writing adds this many credits; reading shows how many are left. (rw)
        pub const CREDITS: Field = Field::new(0, 10);
    }
}
/// Scatter-gather common: Descriptor fetch control of all channels.
pub mod sgdma_common {
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
    /// Descriptor fetch halt (rw). Channels whose descriptor fetch is halted.
    pub const DESC_HALT: u32 = 0x0010;
    /// Fields of `DESC_HALT`.
    pub mod desc_halt {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// H2C channels. (rw)
        pub const H2C: Field = Field::new(0, 4);
        /// C2H channels. (rw)
        pub const C2H: Field = Field::new(16, 4);
    }
    /// Channel bits, write 1 to set (w1s). Sets bits of the register before. Reads as 0.
    pub const DESC_HALT_W1S: u32 = 0x0014;
    /// Fields of `DESC_HALT_W1S`.
    pub mod desc_halt_w1s {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// H2C channels. (w1s)
        pub const H2C: Field = Field::new(0, 4);
        /// C2H channels. (w1s)
        pub const C2H: Field = Field::new(16, 4);
    }
    /// Channel bits, write 1 to clear (w1c). Clears bits of the register two before. Reads as 0.
    pub const DESC_HALT_W1C: u32 = 0x0018;
    /// Fields of `DESC_HALT_W1C`.
    pub mod desc_halt_w1c {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// H2C channels. (w1c)
        pub const H2C: Field = Field::new(0, 4);
        /// C2H channels. (w1c)
        pub const C2H: Field = Field::new(16, 4);
    }
    /// Credit mode enable (rw). Channels that fetch descriptors only against credits.
    pub const CREDIT_ENABLE: u32 = 0x0020;
    /// Fields of `CREDIT_ENABLE`.
    pub mod credit_enable {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// H2C channels. (rw)
        pub const H2C: Field = Field::new(0, 4);
        /// C2H channels. (rw)
        pub const C2H: Field = Field::new(16, 4);
    }
    /// Channel bits, write 1 to set (w1s). Sets bits of the register before. Reads as 0.
    pub const CREDIT_ENABLE_W1S: u32 = 0x0024;
    /// Fields of `CREDIT_ENABLE_W1S`.
    pub mod credit_enable_w1s {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// H2C channels. (w1s)
        pub const H2C: Field = Field::new(0, 4);
        /// C2H channels. (w1s)
        pub const C2H: Field = Field::new(16, 4);
    }
    /// Channel bits, write 1 to clear (w1c). Clears bits of the register two before. Reads as 0.
    pub const CREDIT_ENABLE_W1C: u32 = 0x0028;
    /// Fields of `CREDIT_ENABLE_W1C`.
    pub mod credit_enable_w1c {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// H2C channels. (w1c)
        pub const H2C: Field = Field::new(0, 4);
        /// C2H channels. (w1c)
        pub const C2H: Field = Field::new(16, 4);
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
/// Doorbell: Not part of the XDMA map, where this reads 0. A descriptor written here begins a run of its own; nothing is read from host memory for it. Channels without a doorbell read 0.
pub mod doorbell {
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
    /// Refused (w1c). Why lines were refused since these bits were last cleared. A line that is refused changes nothing else. Writing 1 clears a bit.
    pub const REFUSED: u32 = 0x0004;
    /// Fields of REFUSED.
    pub mod refused {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// A run was under way or asked for, or the front end was held at rest. (w1c)
        pub const BUSY: Field = Field::new(0, 1);
        /// Words were missing, came out of turn, or not all bytes were written. (w1c)
        pub const TORN: Field = Field::new(1, 1);
        /// A descriptor without STOP, or words 8 to 15 are not 0. (w1c)
        pub const FORMAT: Field = Field::new(2, 1);
    }
    /// Line (w). 64 bytes: a descriptor with STOP in words 0 to 7, then 0. One store of 64 bytes, or words 0 to 15 in this order by stores of 4 or 8; the last word rings. Reads as 0.
    pub const LINE: Blocks = Blocks::new(0x0040, 4, 16);
    /// Fields of LINE.
    pub mod line {
        use crate::Field;
        /// Value after reset; bits that depend on the build are 0 here.
        pub const RESET: u32 = 0x0000;
        /// The word. (w)
        pub const WORD: Field = Field::new(0, 32);
    }
}
