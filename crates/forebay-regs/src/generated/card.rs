// SPDX-License-Identifier: Apache-2.0
// Generated from the SystemRDL in regs/ by `python regs/generate.py`; edit the description instead.
//! Card address space: Addresses that memory-mapped DMA channels and the aperture use, and the card's place on the PCI bus.

use crate::Blocks;

/// Bytes that the map covers.
pub const SIZE_BYTES: u32 = 0x3000_0000;
/// PCI class code: processing accelerator.
pub const PCI_CLASS: u32 = 0x0012_0000;
/// User interrupt lines; a card has as many vectors as channels and user lines together.
pub const USER_LINES: u32 = 0x0010;
/// Frequency that the card is built for, in kHz.
pub const CLOCK_KHZ: u32 = 0x0003_D090;
/// Banks of card memory, one behind the other; each has its counters.
pub const MEMORY_BANKS: u32 = 0x0004;
/// Version of every part's registers, as the header of its feature tells it: another number, another meaning.
pub const FEATURE_MAJOR: u32 = 0x0001;
/// The same: a higher number has more than a lower one.
pub const FEATURE_MINOR: u32 = 0x0000;
/// Purpose of an access: the bytes of a transfer.
pub const PURPOSE_DATA: u32 = 0x0000;
/// Purpose of an access: descriptors, or what else a front end reads for itself.
pub const PURPOSE_DESCRIPTOR: u32 = 0x0001;
/// Purpose of an access: results of streams, poll-mode words, or what else a front end tells of itself.
pub const PURPOSE_STATUS_WORD: u32 = 0x0002;
/// Beats of 64 bytes that a host-to-card channel may have on their way or hold; a power of two.
pub const DMA_H2C_BEATS: u32 = 0x0200;
/// Beats that a card-to-host channel may hold; a power of two.
pub const DMA_C2H_BEATS: u32 = 0x0040;
/// Reads of host memory that a channel, and all of them together, may have open; a power of two.
pub const DMA_READS: u32 = 0x0020;
/// Writes to host memory that a card-to-host channel may have open; a power of two.
pub const DMA_WRITES: u32 = 0x0008;
/// Descriptors that a channel may have with its mover, not yet answered; a power of two.
pub const DMA_REQUESTS: u32 = 0x0040;
/// Bytes of the longest read or write of data, and the multiple of which none crosses; a power of two.
pub const DMA_READ_BYTES: u32 = 0x0400;
/// Where the window for programs begins in the BAR of the card's own registers, in every layout.
pub const PROGRAM_WINDOW_BASE: u32 = 0x0200_0000;
/// How far it goes.
pub const PROGRAM_WINDOW_BYTES: u32 = 0x0100_0000;
/// An aperture of twice 2^35 bytes has a second window for programs, its upper half: so many bits of an offset in it.
pub const UPPER_WINDOW_BITS: u32 = 0x0023;
/// PCI vendor; that of the XDMA core, whose drivers so bind.
pub const PCI_VENDOR: u32 = 0x10EE;
/// PCI device; one of those in the stock XDMA driver's table.
pub const PCI_DEVICE: u32 = 0x903F;
/// PCI subsystem id, with `PCI_VENDOR` as subsystem vendor: tells a card with these registers from all others that have the core's ids.
pub const PCI_SUBSYSTEM: u32 = 0xFB0E;
/// Number of the BAR with the card's own registers.
pub const USER_BAR: u32 = 0x0000;
/// Size of that BAR.
pub const USER_BAR_BYTES: u32 = 0x0400_0000;
/// Number of the BAR with the XDMA block and the table of messages.
pub const DMA_BAR: u32 = 0x0002;
/// Size of that BAR.
pub const DMA_BAR_BYTES: u32 = 0x0001_0000;
/// Number of the BAR that shows the card address space.
pub const APERTURE_BAR: u32 = 0x0004;
/// Size of that BAR: a power of two that holds the card address space.
pub const APERTURE_BAR_BYTES: u32 = 0x4000_0000;
/// Where the fault-injection page is among the own registers of a simulated card.
pub const FAULT_PAGE: u32 = 0x03FE_F000;
/// Card memory: Room for the card memory; a build has `MEM_BYTES` of it.
pub const MEMORY: Blocks = Blocks::new(0x0000, 0x1000_0000, 1);
/// Stream port: Every beat written anywhere in the range becomes an entry of the port's FIFO.
pub const STREAM_PORT: Blocks = Blocks::new(0x1000_0000, 0x1000_0000, 2);
