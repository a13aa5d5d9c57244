/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* Generated from the SystemRDL in regs/ by `python regs/generate.py`; edit the description instead. */
#ifndef FOREBAY_REGS_H
#define FOREBAY_REGS_H

/*
 * Offsets are relative to the group of registers. Masks are for FIELD_GET() and FIELD_PREP(). Memory words
 * (descriptors and write-backs) are little-endian.
 */
#ifdef __KERNEL__
#include <linux/bits.h>
#else
#ifndef BIT
#define BIT(n) (1UL << (n))
#endif
#ifndef GENMASK
#define GENMASK(h, l) ((0xffffffffUL >> (31 - (h))) & (0xffffffffUL << (l)))
#endif
#endif

/* XDMA block: The DMA engine's configuration BAR (BAR2, 64 KiB). */
#define FOREBAY_XDMA_SIZE_BYTES 41984

/*
 * DMA channel: Run control, status and counters of one channel. Channels the card does not have read 0
 * and ignore writes.
 */
#define FOREBAY_XDMA_H2C_BASE 0x0000
#define FOREBAY_XDMA_H2C_STRIDE 0x100
#define FOREBAY_XDMA_H2C_COUNT 4
#define FOREBAY_XDMA_C2H_BASE 0x1000
#define FOREBAY_XDMA_C2H_STRIDE 0x100
#define FOREBAY_XDMA_C2H_COUNT 4

/*
 * Identifier. Who answers here. A channel that the card does not have reads 0, which is how software
 * counts channels.
 */
#define FOREBAY_XDMA_CHAN_IDENTIFIER 0x00
#define FOREBAY_XDMA_CHAN_IDENTIFIER_RESET 0x1fc00006
/* VERSION (r): Version of the interface; 0x06 is what current XDMA cores report. */
#define FOREBAY_XDMA_CHAN_IDENTIFIER_VERSION GENMASK(7, 0)
/* CHANNEL (r): Channel number; 0 for targets without channels. */
#define FOREBAY_XDMA_CHAN_IDENTIFIER_CHANNEL GENMASK(11, 8)
/* STREAM (r): 1 on a streaming channel, 0 on a memory-mapped one. */
#define FOREBAY_XDMA_CHAN_IDENTIFIER_STREAM BIT(15)
/* TARGET (r): Target number, equal to address bits 15:12. */
#define FOREBAY_XDMA_CHAN_IDENTIFIER_TARGET GENMASK(19, 16)
/* MAGIC (r): Fixed pattern that marks an XDMA target. */
#define FOREBAY_XDMA_CHAN_IDENTIFIER_MAGIC GENMASK(31, 20)

/*
 * Channel control. Run bit, what may be logged into STATUS, and the operating mode. Bits 1, 2 and 6
 * gate logging only; failures halt the run and are logged whatever bits 3 to 5 and 9 to 23 say, which
 * are kept for drivers that set them. Interrupts are gated by INTERRUPT_ENABLE.
 */
#define FOREBAY_XDMA_CHAN_CONTROL 0x04
#define FOREBAY_XDMA_CHAN_CONTROL_RESET 0x00000000
/*
 * RUN (rw): 1 starts the engine at the first descriptor (clearing error bits and the completed count);
 * 0 cancels the run: descriptors of which nothing has moved are dropped, the one under way ends where
 * it is.
 */
#define FOREBAY_XDMA_CHAN_CONTROL_RUN BIT(0)
/* DESC_STOPPED (rw): Log descriptor_stopped. */
#define FOREBAY_XDMA_CHAN_CONTROL_DESC_STOPPED BIT(1)
/* DESC_COMPLETED (rw): Log descriptor_completed. */
#define FOREBAY_XDMA_CHAN_CONTROL_DESC_COMPLETED BIT(2)
/* ALIGN_MISMATCH (rw): Log align_mismatch. */
#define FOREBAY_XDMA_CHAN_CONTROL_ALIGN_MISMATCH BIT(3)
/* MAGIC_STOPPED (rw): Log magic_stopped. */
#define FOREBAY_XDMA_CHAN_CONTROL_MAGIC_STOPPED BIT(4)
/* INVALID_LENGTH (rw): Log invalid_length. */
#define FOREBAY_XDMA_CHAN_CONTROL_INVALID_LENGTH BIT(5)
/* IDLE_STOPPED (rw): Log idle_stopped. */
#define FOREBAY_XDMA_CHAN_CONTROL_IDLE_STOPPED BIT(6)
/* READ_ERROR (rw): Log read errors, one bit per cause. */
#define FOREBAY_XDMA_CHAN_CONTROL_READ_ERROR GENMASK(13, 9)
/* WRITE_ERROR (rw): Log write errors, one bit per cause (H2C channels). */
#define FOREBAY_XDMA_CHAN_CONTROL_WRITE_ERROR GENMASK(18, 14)
/* DESC_ERROR (rw): Log descriptor fetch errors, one bit per cause. */
#define FOREBAY_XDMA_CHAN_CONTROL_DESC_ERROR GENMASK(23, 19)
/* NON_INCR (rw): Card address does not advance: every beat goes to the same address. */
#define FOREBAY_XDMA_CHAN_CONTROL_NON_INCR BIT(25)
/*
 * POLL_WRITEBACK (rw): Write the completed count to host memory (poll mode). It happens for every
 * descriptor that asks for COMPLETED, whatever DESC_COMPLETED says.
 */
#define FOREBAY_XDMA_CHAN_CONTROL_POLL_WRITEBACK BIT(26)
/*
 * STREAM_WRITEBACK_DISABLE (rw): Do not write the per-descriptor result of a C2H stream to host
 * memory.
 */
#define FOREBAY_XDMA_CHAN_CONTROL_STREAM_WRITEBACK_DISABLE BIT(27)

/* Channel control, write 1 to set. Ones written here set the same bits of CONTROL. Reads as 0. */
#define FOREBAY_XDMA_CHAN_CONTROL_W1S 0x08
#define FOREBAY_XDMA_CHAN_CONTROL_W1S_RESET 0x00000000
/* BITS (w1s): Bits of CONTROL to set. */
#define FOREBAY_XDMA_CHAN_CONTROL_W1S_BITS GENMASK(31, 0)

/* Channel control, write 1 to clear. Ones written here clear the same bits of CONTROL. Reads as 0. */
#define FOREBAY_XDMA_CHAN_CONTROL_W1C 0x0c
#define FOREBAY_XDMA_CHAN_CONTROL_W1C_RESET 0x00000000
/* BITS (w1c): Bits of CONTROL to clear. */
#define FOREBAY_XDMA_CHAN_CONTROL_W1C_BITS GENMASK(31, 0)

/* Channel status. Why the engine stopped, and whether it is busy. Writing 1 clears a logged bit. */
#define FOREBAY_XDMA_CHAN_STATUS 0x40
#define FOREBAY_XDMA_CHAN_STATUS_RESET 0x00000000
/*
 * BUSY (r): The engine may touch host memory: a descriptor is being fetched or moved, or a result or
 * the poll-mode word is not acknowledged yet.
 */
#define FOREBAY_XDMA_CHAN_STATUS_BUSY BIT(0)
/* DESC_STOPPED (w1c): A descriptor with STOP was finished. */
#define FOREBAY_XDMA_CHAN_STATUS_DESC_STOPPED BIT(1)
/* DESC_COMPLETED (w1c): A descriptor with COMPLETED was finished. */
#define FOREBAY_XDMA_CHAN_STATUS_DESC_COMPLETED BIT(2)
/*
 * ALIGN_MISMATCH (w1c): Source and destination disagree modulo the alignment. Never set by this card:
 * it moves any alignment.
 */
#define FOREBAY_XDMA_CHAN_STATUS_ALIGN_MISMATCH BIT(3)
/* MAGIC_STOPPED (w1c): A descriptor did not carry the magic number; the engine halted. */
#define FOREBAY_XDMA_CHAN_STATUS_MAGIC_STOPPED BIT(4)
/* INVALID_LENGTH (w1c): A descriptor's length was not acceptable. */
#define FOREBAY_XDMA_CHAN_STATUS_INVALID_LENGTH BIT(5)
/* IDLE_STOPPED (w1c): The engine went idle because RUN was cleared. */
#define FOREBAY_XDMA_CHAN_STATUS_IDLE_STOPPED BIT(6)
/*
 * READ_ERROR (w1c): Read errors: bit 0 unsupported request (host) or decode error (card), bit 1
 * completer abort or slave error, bits 2 to 4 parity, poisoned, unexpected completion.
 */
#define FOREBAY_XDMA_CHAN_STATUS_READ_ERROR GENMASK(13, 9)
/* WRITE_ERROR (w1c): Write errors (H2C): bit 0 decode error, bit 1 slave error, bits 2 to 4 unused. */
#define FOREBAY_XDMA_CHAN_STATUS_WRITE_ERROR GENMASK(18, 14)
/*
 * DESC_ERROR (w1c): Descriptor fetch errors: bit 0 unsupported request, bit 1 completer abort, bits 2
 * to 4 parity, poisoned, unexpected completion.
 */
#define FOREBAY_XDMA_CHAN_STATUS_DESC_ERROR GENMASK(23, 19)

/* Channel status, clear on read. Same content as STATUS; reading clears every bit except BUSY. */
#define FOREBAY_XDMA_CHAN_STATUS_RC 0x44
#define FOREBAY_XDMA_CHAN_STATUS_RC_RESET 0x00000000
/* BUSY (r): As in STATUS; not cleared. */
#define FOREBAY_XDMA_CHAN_STATUS_RC_BUSY BIT(0)
/* DESC_STOPPED (rc): As in STATUS. */
#define FOREBAY_XDMA_CHAN_STATUS_RC_DESC_STOPPED BIT(1)
/* DESC_COMPLETED (rc): As in STATUS. */
#define FOREBAY_XDMA_CHAN_STATUS_RC_DESC_COMPLETED BIT(2)
/* ALIGN_MISMATCH (rc): As in STATUS. */
#define FOREBAY_XDMA_CHAN_STATUS_RC_ALIGN_MISMATCH BIT(3)
/* MAGIC_STOPPED (rc): As in STATUS. */
#define FOREBAY_XDMA_CHAN_STATUS_RC_MAGIC_STOPPED BIT(4)
/* INVALID_LENGTH (rc): As in STATUS. */
#define FOREBAY_XDMA_CHAN_STATUS_RC_INVALID_LENGTH BIT(5)
/* IDLE_STOPPED (rc): As in STATUS. */
#define FOREBAY_XDMA_CHAN_STATUS_RC_IDLE_STOPPED BIT(6)
/* READ_ERROR (rc): As in STATUS. */
#define FOREBAY_XDMA_CHAN_STATUS_RC_READ_ERROR GENMASK(13, 9)
/* WRITE_ERROR (rc): As in STATUS. */
#define FOREBAY_XDMA_CHAN_STATUS_RC_WRITE_ERROR GENMASK(18, 14)
/* DESC_ERROR (rc): As in STATUS. */
#define FOREBAY_XDMA_CHAN_STATUS_RC_DESC_ERROR GENMASK(23, 19)

/*
 * Completed descriptor count. Descriptors all of whose bytes have arrived since RUN last went from 0
 * to 1. Exact once BUSY is 0, also after a stop.
 */
#define FOREBAY_XDMA_CHAN_COMPLETED_COUNT 0x48
#define FOREBAY_XDMA_CHAN_COMPLETED_COUNT_RESET 0x00000000
/* COUNT (r): The count. */
#define FOREBAY_XDMA_CHAN_COMPLETED_COUNT_COUNT GENMASK(31, 0)

/* Alignments. What addresses and lengths the channel accepts. This card moves any byte to any byte. */
#define FOREBAY_XDMA_CHAN_ALIGNMENTS 0x4c
#define FOREBAY_XDMA_CHAN_ALIGNMENTS_RESET 0x00010140
/* ADDRESS_BITS (r): Address width in bits. */
#define FOREBAY_XDMA_CHAN_ALIGNMENTS_ADDRESS_BITS GENMASK(7, 0)
/* LENGTH_GRANULARITY (r): Granularity of the length, in bytes. */
#define FOREBAY_XDMA_CHAN_ALIGNMENTS_LENGTH_GRANULARITY GENMASK(15, 8)
/* ADDRESS_ALIGNMENT (r): Alignment wanted of addresses, in bytes. */
#define FOREBAY_XDMA_CHAN_ALIGNMENTS_ADDRESS_ALIGNMENT GENMASK(23, 16)

/*
 * Bytes of the descriptor that a stop has cut. Not part of the XDMA map, where this reads 0. How far
 * the first descriptor that COMPLETED_COUNT does not count has got: bytes from its beginning that have
 * arrived. Valid when BUSY is 0; 0 after a run that ended by itself or by a failure, and from the
 * start of a run on.
 */
#define FOREBAY_XDMA_CHAN_PARTIAL_BYTES 0x50
#define FOREBAY_XDMA_CHAN_PARTIAL_BYTES_RESET 0x00000000
/* BYTES (r): Bytes. */
#define FOREBAY_XDMA_CHAN_PARTIAL_BYTES_BYTES GENMASK(27, 0)

/* Poll-mode write-back address, low. Where the completed count goes in poll mode; bits 31:0. */
#define FOREBAY_XDMA_CHAN_POLL_WB_ADDR_LO 0x88
#define FOREBAY_XDMA_CHAN_POLL_WB_ADDR_LO_RESET 0x00000000
/* ADDR (rw): Host address bits 31:0; the two lowest bits are ignored. */
#define FOREBAY_XDMA_CHAN_POLL_WB_ADDR_LO_ADDR GENMASK(31, 0)

/* Poll-mode write-back address, high. Where the completed count goes in poll mode; bits 63:32. */
#define FOREBAY_XDMA_CHAN_POLL_WB_ADDR_HI 0x8c
#define FOREBAY_XDMA_CHAN_POLL_WB_ADDR_HI_RESET 0x00000000
/* ADDR (rw): Host address bits 63:32. */
#define FOREBAY_XDMA_CHAN_POLL_WB_ADDR_HI_ADDR GENMASK(31, 0)

/*
 * Interrupt enable mask. Which logged status bits raise the channel's interrupt. If a cause is still
 * logged when its bit is set, the interrupt fires again.
 */
#define FOREBAY_XDMA_CHAN_INTERRUPT_ENABLE 0x90
#define FOREBAY_XDMA_CHAN_INTERRUPT_ENABLE_RESET 0x00000000
/* DESC_STOPPED (rw): descriptor_stopped raises the interrupt. */
#define FOREBAY_XDMA_CHAN_INTERRUPT_ENABLE_DESC_STOPPED BIT(1)
/* DESC_COMPLETED (rw): descriptor_completed raises the interrupt. */
#define FOREBAY_XDMA_CHAN_INTERRUPT_ENABLE_DESC_COMPLETED BIT(2)
/* ALIGN_MISMATCH (rw): align_mismatch raises the interrupt. */
#define FOREBAY_XDMA_CHAN_INTERRUPT_ENABLE_ALIGN_MISMATCH BIT(3)
/* MAGIC_STOPPED (rw): magic_stopped raises the interrupt. */
#define FOREBAY_XDMA_CHAN_INTERRUPT_ENABLE_MAGIC_STOPPED BIT(4)
/* INVALID_LENGTH (rw): invalid_length raises the interrupt. */
#define FOREBAY_XDMA_CHAN_INTERRUPT_ENABLE_INVALID_LENGTH BIT(5)
/* IDLE_STOPPED (rw): idle_stopped raises the interrupt. */
#define FOREBAY_XDMA_CHAN_INTERRUPT_ENABLE_IDLE_STOPPED BIT(6)
/* READ_ERROR (rw): Read errors raise the interrupt. */
#define FOREBAY_XDMA_CHAN_INTERRUPT_ENABLE_READ_ERROR GENMASK(13, 9)
/* WRITE_ERROR (rw): Write errors raise the interrupt (H2C). */
#define FOREBAY_XDMA_CHAN_INTERRUPT_ENABLE_WRITE_ERROR GENMASK(18, 14)
/* DESC_ERROR (rw): Descriptor fetch errors raise the interrupt. */
#define FOREBAY_XDMA_CHAN_INTERRUPT_ENABLE_DESC_ERROR GENMASK(23, 19)

/*
 * Interrupt enable mask, write 1 to set. Ones written here set the same bits of INTERRUPT_ENABLE.
 * Reads as 0.
 */
#define FOREBAY_XDMA_CHAN_INTERRUPT_ENABLE_W1S 0x94
#define FOREBAY_XDMA_CHAN_INTERRUPT_ENABLE_W1S_RESET 0x00000000
/* BITS (w1s): Bits to set. */
#define FOREBAY_XDMA_CHAN_INTERRUPT_ENABLE_W1S_BITS GENMASK(31, 0)

/*
 * Interrupt enable mask, write 1 to clear. Ones written here clear the same bits of INTERRUPT_ENABLE.
 * Reads as 0.
 */
#define FOREBAY_XDMA_CHAN_INTERRUPT_ENABLE_W1C 0x98
#define FOREBAY_XDMA_CHAN_INTERRUPT_ENABLE_W1C_RESET 0x00000000
/* BITS (w1c): Bits to clear. */
#define FOREBAY_XDMA_CHAN_INTERRUPT_ENABLE_W1C_BITS GENMASK(31, 0)

/*
 * Performance counter control. Software writes 2, then 5. The product guide orders the bits the other
 * way round; both readings give the same result for these two values.
 */
#define FOREBAY_XDMA_CHAN_PERF_CONTROL 0xc0
#define FOREBAY_XDMA_CHAN_PERF_CONTROL_RESET 0x00000000
/* RUN (rw): Count while set. */
#define FOREBAY_XDMA_CHAN_PERF_CONTROL_RUN BIT(0)
/* CLEAR (pulse): Writing 1 clears the counters. Reads as 0. */
#define FOREBAY_XDMA_CHAN_PERF_CONTROL_CLEAR BIT(1)
/* AUTO (rw): Stop counting when a descriptor with STOP is finished. */
#define FOREBAY_XDMA_CHAN_PERF_CONTROL_AUTO BIT(2)

/* Performance: cycles, low. Clock cycles counted; bits 31:0. */
#define FOREBAY_XDMA_CHAN_PERF_CYCLES_LO 0xc4
#define FOREBAY_XDMA_CHAN_PERF_CYCLES_LO_RESET 0x00000000
/* COUNT (r): Bits 31:0 of the count. */
#define FOREBAY_XDMA_CHAN_PERF_CYCLES_LO_COUNT GENMASK(31, 0)

/* Performance: cycles, high. Clock cycles counted; bits 41:32. */
#define FOREBAY_XDMA_CHAN_PERF_CYCLES_HI 0xc8
#define FOREBAY_XDMA_CHAN_PERF_CYCLES_HI_RESET 0x00000000
/* COUNT (r): Bits 41:32 of the count. */
#define FOREBAY_XDMA_CHAN_PERF_CYCLES_HI_COUNT GENMASK(9, 0)
/* SATURATED (r): The counter reached its end and stands still. */
#define FOREBAY_XDMA_CHAN_PERF_CYCLES_HI_SATURATED BIT(16)

/* Performance: data beats, low. Data beats moved; bits 31:0. */
#define FOREBAY_XDMA_CHAN_PERF_DATA_LO 0xcc
#define FOREBAY_XDMA_CHAN_PERF_DATA_LO_RESET 0x00000000
/* COUNT (r): Bits 31:0 of the count. */
#define FOREBAY_XDMA_CHAN_PERF_DATA_LO_COUNT GENMASK(31, 0)

/* Performance: data beats, high. Data beats moved; bits 41:32. */
#define FOREBAY_XDMA_CHAN_PERF_DATA_HI 0xd0
#define FOREBAY_XDMA_CHAN_PERF_DATA_HI_RESET 0x00000000
/* COUNT (r): Bits 41:32 of the count. */
#define FOREBAY_XDMA_CHAN_PERF_DATA_HI_COUNT GENMASK(9, 0)
/* SATURATED (r): The counter reached its end and stands still. */
#define FOREBAY_XDMA_CHAN_PERF_DATA_HI_SATURATED BIT(16)

/* Performance: pending, low. Requests waiting, summed over cycles; bits 31:0. */
#define FOREBAY_XDMA_CHAN_PERF_PENDING_LO 0xd4
#define FOREBAY_XDMA_CHAN_PERF_PENDING_LO_RESET 0x00000000
/* COUNT (r): Bits 31:0 of the count. */
#define FOREBAY_XDMA_CHAN_PERF_PENDING_LO_COUNT GENMASK(31, 0)

/* Performance: pending, high. Requests waiting, summed over cycles; bits 41:32. */
#define FOREBAY_XDMA_CHAN_PERF_PENDING_HI 0xd8
#define FOREBAY_XDMA_CHAN_PERF_PENDING_HI_RESET 0x00000000
/* COUNT (r): Bits 41:32 of the count. */
#define FOREBAY_XDMA_CHAN_PERF_PENDING_HI_COUNT GENMASK(9, 0)
/* SATURATED (r): The counter reached its end and stands still. */
#define FOREBAY_XDMA_CHAN_PERF_PENDING_HI_SATURATED BIT(16)

/*
 * Interrupts: Enables, requests and vectors of the user and channel interrupts. Channel bits: H2C
 * channels first, C2H channels directly after the last H2C channel the card has.
 */
#define FOREBAY_XDMA_IRQ_BASE 0x2000

/*
 * Identifier. Who answers here. A channel that the card does not have reads 0, which is how software
 * counts channels.
 */
#define FOREBAY_XDMA_IRQ_IDENTIFIER 0x00
#define FOREBAY_XDMA_IRQ_IDENTIFIER_RESET 0x1fc00006
/* VERSION (r): Version of the interface; 0x06 is what current XDMA cores report. */
#define FOREBAY_XDMA_IRQ_IDENTIFIER_VERSION GENMASK(7, 0)
/* CHANNEL (r): Channel number; 0 for targets without channels. */
#define FOREBAY_XDMA_IRQ_IDENTIFIER_CHANNEL GENMASK(11, 8)
/* STREAM (r): 1 on a streaming channel, 0 on a memory-mapped one. */
#define FOREBAY_XDMA_IRQ_IDENTIFIER_STREAM BIT(15)
/* TARGET (r): Target number, equal to address bits 15:12. */
#define FOREBAY_XDMA_IRQ_IDENTIFIER_TARGET GENMASK(19, 16)
/* MAGIC (r): Fixed pattern that marks an XDMA target. */
#define FOREBAY_XDMA_IRQ_IDENTIFIER_MAGIC GENMASK(31, 20)

/* User interrupt enable. Which user interrupts may send a message. */
#define FOREBAY_XDMA_IRQ_USER_ENABLE 0x04
#define FOREBAY_XDMA_IRQ_USER_ENABLE_RESET 0x00000000
/* ENABLE (rw): One bit per user interrupt; bits above 15 are ignored. */
#define FOREBAY_XDMA_IRQ_USER_ENABLE_ENABLE GENMASK(15, 0)

/* User interrupt enable, write 1 to set. Sets bits of USER_ENABLE. Reads as 0. */
#define FOREBAY_XDMA_IRQ_USER_ENABLE_W1S 0x08
#define FOREBAY_XDMA_IRQ_USER_ENABLE_W1S_RESET 0x00000000
/* BITS (w1s): Bits to set. */
#define FOREBAY_XDMA_IRQ_USER_ENABLE_W1S_BITS GENMASK(15, 0)

/* User interrupt enable, write 1 to clear. Clears bits of USER_ENABLE. Reads as 0. */
#define FOREBAY_XDMA_IRQ_USER_ENABLE_W1C 0x0c
#define FOREBAY_XDMA_IRQ_USER_ENABLE_W1C_RESET 0x00000000
/* BITS (w1c): Bits to clear. */
#define FOREBAY_XDMA_IRQ_USER_ENABLE_W1C_BITS GENMASK(15, 0)

/* Channel interrupt enable. Which channels may send a message. */
#define FOREBAY_XDMA_IRQ_CHANNEL_ENABLE 0x10
#define FOREBAY_XDMA_IRQ_CHANNEL_ENABLE_RESET 0x00000000
/* ENABLE (rw): One bit per channel. */
#define FOREBAY_XDMA_IRQ_CHANNEL_ENABLE_ENABLE GENMASK(7, 0)

/* Channel interrupt enable, write 1 to set. Sets bits of CHANNEL_ENABLE. Reads as 0. */
#define FOREBAY_XDMA_IRQ_CHANNEL_ENABLE_W1S 0x14
#define FOREBAY_XDMA_IRQ_CHANNEL_ENABLE_W1S_RESET 0x00000000
/* BITS (w1s): Bits to set. */
#define FOREBAY_XDMA_IRQ_CHANNEL_ENABLE_W1S_BITS GENMASK(7, 0)

/* Channel interrupt enable, write 1 to clear. Clears bits of CHANNEL_ENABLE. Reads as 0. */
#define FOREBAY_XDMA_IRQ_CHANNEL_ENABLE_W1C 0x18
#define FOREBAY_XDMA_IRQ_CHANNEL_ENABLE_W1C_RESET 0x00000000
/* BITS (w1c): Bits to clear. */
#define FOREBAY_XDMA_IRQ_CHANNEL_ENABLE_W1C_BITS GENMASK(7, 0)

/* User interrupt request. State of the user interrupt lines, before the enable. */
#define FOREBAY_XDMA_IRQ_USER_REQUEST 0x40
#define FOREBAY_XDMA_IRQ_USER_REQUEST_RESET 0x00000000
/* REQUEST (r): One bit per line. */
#define FOREBAY_XDMA_IRQ_USER_REQUEST_REQUEST GENMASK(15, 0)

/* Channel interrupt request. Channels with an enabled cause, before CHANNEL_ENABLE. */
#define FOREBAY_XDMA_IRQ_CHANNEL_REQUEST 0x44
#define FOREBAY_XDMA_IRQ_CHANNEL_REQUEST_RESET 0x00000000
/* REQUEST (r): One bit per channel. */
#define FOREBAY_XDMA_IRQ_CHANNEL_REQUEST_REQUEST GENMASK(7, 0)

/* User interrupt pending. USER_REQUEST and USER_ENABLE. */
#define FOREBAY_XDMA_IRQ_USER_PENDING 0x48
#define FOREBAY_XDMA_IRQ_USER_PENDING_RESET 0x00000000
/* PENDING (r): One bit per line. */
#define FOREBAY_XDMA_IRQ_USER_PENDING_PENDING GENMASK(15, 0)

/* Channel interrupt pending. CHANNEL_REQUEST and CHANNEL_ENABLE. */
#define FOREBAY_XDMA_IRQ_CHANNEL_PENDING 0x4c
#define FOREBAY_XDMA_IRQ_CHANNEL_PENDING_RESET 0x00000000
/* PENDING (r): One bit per channel. */
#define FOREBAY_XDMA_IRQ_CHANNEL_PENDING_PENDING GENMASK(7, 0)

/* Interrupt vectors. MSI-X vector numbers of four sources, one per byte. */
#define FOREBAY_XDMA_IRQ_USER_VECTOR 0x80
#define FOREBAY_XDMA_IRQ_USER_VECTOR_STRIDE 4
#define FOREBAY_XDMA_IRQ_USER_VECTOR_COUNT 4
#define FOREBAY_XDMA_IRQ_USER_VECTOR_RESET 0x00000000
/* VECTOR0 (rw): Vector of source 4n. */
#define FOREBAY_XDMA_IRQ_USER_VECTOR_VECTOR0 GENMASK(4, 0)
/* VECTOR1 (rw): Vector of source 4n+1. */
#define FOREBAY_XDMA_IRQ_USER_VECTOR_VECTOR1 GENMASK(12, 8)
/* VECTOR2 (rw): Vector of source 4n+2. */
#define FOREBAY_XDMA_IRQ_USER_VECTOR_VECTOR2 GENMASK(20, 16)
/* VECTOR3 (rw): Vector of source 4n+3. */
#define FOREBAY_XDMA_IRQ_USER_VECTOR_VECTOR3 GENMASK(28, 24)

/* Interrupt vectors. MSI-X vector numbers of four sources, one per byte. */
#define FOREBAY_XDMA_IRQ_CHANNEL_VECTOR 0xa0
#define FOREBAY_XDMA_IRQ_CHANNEL_VECTOR_STRIDE 4
#define FOREBAY_XDMA_IRQ_CHANNEL_VECTOR_COUNT 2
#define FOREBAY_XDMA_IRQ_CHANNEL_VECTOR_RESET 0x00000000
/* VECTOR0 (rw): Vector of source 4n. */
#define FOREBAY_XDMA_IRQ_CHANNEL_VECTOR_VECTOR0 GENMASK(4, 0)
/* VECTOR1 (rw): Vector of source 4n+1. */
#define FOREBAY_XDMA_IRQ_CHANNEL_VECTOR_VECTOR1 GENMASK(12, 8)
/* VECTOR2 (rw): Vector of source 4n+2. */
#define FOREBAY_XDMA_IRQ_CHANNEL_VECTOR_VECTOR2 GENMASK(20, 16)
/* VECTOR3 (rw): Vector of source 4n+3. */
#define FOREBAY_XDMA_IRQ_CHANNEL_VECTOR_VECTOR3 GENMASK(28, 24)

/* Configuration: What the PCIe side was set up to, as the engine sees it. */
#define FOREBAY_XDMA_CONFIG_BASE 0x3000

/*
 * Identifier. Who answers here. A channel that the card does not have reads 0, which is how software
 * counts channels.
 */
#define FOREBAY_XDMA_CONFIG_IDENTIFIER 0x00
#define FOREBAY_XDMA_CONFIG_IDENTIFIER_RESET 0x1fc00006
/* VERSION (r): Version of the interface; 0x06 is what current XDMA cores report. */
#define FOREBAY_XDMA_CONFIG_IDENTIFIER_VERSION GENMASK(7, 0)
/* CHANNEL (r): Channel number; 0 for targets without channels. */
#define FOREBAY_XDMA_CONFIG_IDENTIFIER_CHANNEL GENMASK(11, 8)
/* STREAM (r): 1 on a streaming channel, 0 on a memory-mapped one. */
#define FOREBAY_XDMA_CONFIG_IDENTIFIER_STREAM BIT(15)
/* TARGET (r): Target number, equal to address bits 15:12. */
#define FOREBAY_XDMA_CONFIG_IDENTIFIER_TARGET GENMASK(19, 16)
/* MAGIC (r): Fixed pattern that marks an XDMA target. */
#define FOREBAY_XDMA_CONFIG_IDENTIFIER_MAGIC GENMASK(31, 20)

/* Bus and device. PCIe bus, device and function number. Reads 0 on this card. */
#define FOREBAY_XDMA_CONFIG_BUS_DEVICE 0x04
#define FOREBAY_XDMA_CONFIG_BUS_DEVICE_RESET 0x00000000
/* BDF (r): Bus 15:8, device 7:3, function 2:0. */
#define FOREBAY_XDMA_CONFIG_BUS_DEVICE_BDF GENMASK(15, 0)

/*
 * Max payload size. PCIe maximum payload size in force. Constant on this card: what the PCIe side was
 * set up to does not reach the engine.
 */
#define FOREBAY_XDMA_CONFIG_MAX_PAYLOAD 0x08
#define FOREBAY_XDMA_CONFIG_MAX_PAYLOAD_RESET 0x00000000
/* CODE (r): Code: 0 = 128 bytes, doubling per step. */
#define FOREBAY_XDMA_CONFIG_MAX_PAYLOAD_CODE GENMASK(2, 0)

/* Max read request size. PCIe maximum read request size in force. Constant on this card. */
#define FOREBAY_XDMA_CONFIG_MAX_READ_REQUEST 0x0c
#define FOREBAY_XDMA_CONFIG_MAX_READ_REQUEST_RESET 0x00000000
/* CODE (r): Code: 0 = 128 bytes, doubling per step. */
#define FOREBAY_XDMA_CONFIG_MAX_READ_REQUEST_CODE GENMASK(2, 0)

/* System id. Free number of the card's builder. */
#define FOREBAY_XDMA_CONFIG_SYSTEM_ID 0x10
#define FOREBAY_XDMA_CONFIG_SYSTEM_ID_RESET 0x00000000
/* ID (r): The number. */
#define FOREBAY_XDMA_CONFIG_SYSTEM_ID_ID GENMASK(15, 0)

/* MSI enable. Message interrupts that the host switched on. Constant on this card: MSI-X. */
#define FOREBAY_XDMA_CONFIG_MSI_ENABLE 0x14
#define FOREBAY_XDMA_CONFIG_MSI_ENABLE_RESET 0x00000000
/* MSI (r): MSI is enabled. */
#define FOREBAY_XDMA_CONFIG_MSI_ENABLE_MSI BIT(0)
/* MSIX (r): MSI-X is enabled. */
#define FOREBAY_XDMA_CONFIG_MSI_ENABLE_MSIX BIT(1)

/* Data width. Width of the engine's data bus. */
#define FOREBAY_XDMA_CONFIG_DATA_WIDTH 0x18
#define FOREBAY_XDMA_CONFIG_DATA_WIDTH_RESET 0x00000003
/* CODE (r): Code: 0 = 64 bits, doubling per step; 3 = 512 bits. */
#define FOREBAY_XDMA_CONFIG_DATA_WIDTH_CODE GENMASK(2, 0)

/* PCIe control. How the engine marks its requests. */
#define FOREBAY_XDMA_CONFIG_PCIE_CONTROL 0x1c
#define FOREBAY_XDMA_CONFIG_PCIE_CONTROL_RESET 0x00000001
/* RELAXED_ORDERING (rw): Requests may be reordered (relaxed ordering). */
#define FOREBAY_XDMA_CONFIG_PCIE_CONTROL_RELAXED_ORDERING BIT(0)

/* User max payload size. A smaller payload limit set by software. */
#define FOREBAY_XDMA_CONFIG_USER_MAX_PAYLOAD 0x40
#define FOREBAY_XDMA_CONFIG_USER_MAX_PAYLOAD_RESET 0x00000005
/* PROGRAMMED (rw): Limit wanted, coded as in MAX_PAYLOAD. */
#define FOREBAY_XDMA_CONFIG_USER_MAX_PAYLOAD_PROGRAMMED GENMASK(2, 0)
/* EFFECTIVE (r): Limit in force: the smaller of PROGRAMMED and MAX_PAYLOAD. */
#define FOREBAY_XDMA_CONFIG_USER_MAX_PAYLOAD_EFFECTIVE GENMASK(6, 4)

/* User max read request size. A smaller read request limit set by software. */
#define FOREBAY_XDMA_CONFIG_USER_MAX_READ_REQUEST 0x44
#define FOREBAY_XDMA_CONFIG_USER_MAX_READ_REQUEST_RESET 0x00000005
/* PROGRAMMED (rw): Limit wanted, coded as in MAX_READ_REQUEST. */
#define FOREBAY_XDMA_CONFIG_USER_MAX_READ_REQUEST_PROGRAMMED GENMASK(2, 0)
/* EFFECTIVE (r): Limit in force: the smaller of PROGRAMMED and MAX_READ_REQUEST. */
#define FOREBAY_XDMA_CONFIG_USER_MAX_READ_REQUEST_EFFECTIVE GENMASK(6, 4)

/*
 * Write flush timeout. How long a partial write may wait before it is flushed. Kept, without effect:
 * this engine never holds back a write.
 */
#define FOREBAY_XDMA_CONFIG_WRITE_FLUSH_TIMEOUT 0x60
#define FOREBAY_XDMA_CONFIG_WRITE_FLUSH_TIMEOUT_RESET 0x00000000
/* TIMEOUT (rw): Time-out, 2^n cycles; 0 = off. */
#define FOREBAY_XDMA_CONFIG_WRITE_FLUSH_TIMEOUT_TIMEOUT GENMASK(4, 0)

/* Scatter-gather channel: Where the descriptor chain of one channel begins. */
#define FOREBAY_XDMA_H2C_SGDMA_BASE 0x4000
#define FOREBAY_XDMA_H2C_SGDMA_STRIDE 0x100
#define FOREBAY_XDMA_H2C_SGDMA_COUNT 4
#define FOREBAY_XDMA_C2H_SGDMA_BASE 0x5000
#define FOREBAY_XDMA_C2H_SGDMA_STRIDE 0x100
#define FOREBAY_XDMA_C2H_SGDMA_COUNT 4

/*
 * Identifier. Who answers here. A channel that the card does not have reads 0, which is how software
 * counts channels.
 */
#define FOREBAY_XDMA_SGDMA_IDENTIFIER 0x00
#define FOREBAY_XDMA_SGDMA_IDENTIFIER_RESET 0x1fc00006
/* VERSION (r): Version of the interface; 0x06 is what current XDMA cores report. */
#define FOREBAY_XDMA_SGDMA_IDENTIFIER_VERSION GENMASK(7, 0)
/* CHANNEL (r): Channel number; 0 for targets without channels. */
#define FOREBAY_XDMA_SGDMA_IDENTIFIER_CHANNEL GENMASK(11, 8)
/* STREAM (r): 1 on a streaming channel, 0 on a memory-mapped one. */
#define FOREBAY_XDMA_SGDMA_IDENTIFIER_STREAM BIT(15)
/* TARGET (r): Target number, equal to address bits 15:12. */
#define FOREBAY_XDMA_SGDMA_IDENTIFIER_TARGET GENMASK(19, 16)
/* MAGIC (r): Fixed pattern that marks an XDMA target. */
#define FOREBAY_XDMA_SGDMA_IDENTIFIER_MAGIC GENMASK(31, 20)

/* First descriptor, low. Host address of the first descriptor; bits 31:0. */
#define FOREBAY_XDMA_SGDMA_FIRST_DESC_LO 0x80
#define FOREBAY_XDMA_SGDMA_FIRST_DESC_LO_RESET 0x00000000
/* ADDR (rw): Address bits 31:0; descriptors are 32-byte aligned. */
#define FOREBAY_XDMA_SGDMA_FIRST_DESC_LO_ADDR GENMASK(31, 0)

/* First descriptor, high. Host address of the first descriptor; bits 63:32. */
#define FOREBAY_XDMA_SGDMA_FIRST_DESC_HI 0x84
#define FOREBAY_XDMA_SGDMA_FIRST_DESC_HI_RESET 0x00000000
/* ADDR (rw): Address bits 63:32. */
#define FOREBAY_XDMA_SGDMA_FIRST_DESC_HI_ADDR GENMASK(31, 0)

/* First descriptor, adjacent. Descriptors that follow the first one directly in memory. */
#define FOREBAY_XDMA_SGDMA_FIRST_DESC_ADJACENT 0x88
#define FOREBAY_XDMA_SGDMA_FIRST_DESC_ADJACENT_RESET 0x00000000
/* COUNT (rw): How many; 0 to 63. */
#define FOREBAY_XDMA_SGDMA_FIRST_DESC_ADJACENT_COUNT GENMASK(5, 0)

/* Descriptor credits. In credit mode a descriptor is fetched only against a credit. */
#define FOREBAY_XDMA_SGDMA_DESC_CREDITS 0x8c
#define FOREBAY_XDMA_SGDMA_DESC_CREDITS_RESET 0x00000000
/* CREDITS (rw): Writing adds this many credits; reading shows how many are left. */
#define FOREBAY_XDMA_SGDMA_DESC_CREDITS_CREDITS GENMASK(9, 0)

/* Scatter-gather common: Descriptor fetch control of all channels. */
#define FOREBAY_XDMA_SGDMA_COMMON_BASE 0x6000

/*
 * Identifier. Who answers here. A channel that the card does not have reads 0, which is how software
 * counts channels.
 */
#define FOREBAY_XDMA_SGDMA_COMMON_IDENTIFIER 0x00
#define FOREBAY_XDMA_SGDMA_COMMON_IDENTIFIER_RESET 0x1fc00006
/* VERSION (r): Version of the interface; 0x06 is what current XDMA cores report. */
#define FOREBAY_XDMA_SGDMA_COMMON_IDENTIFIER_VERSION GENMASK(7, 0)
/* CHANNEL (r): Channel number; 0 for targets without channels. */
#define FOREBAY_XDMA_SGDMA_COMMON_IDENTIFIER_CHANNEL GENMASK(11, 8)
/* STREAM (r): 1 on a streaming channel, 0 on a memory-mapped one. */
#define FOREBAY_XDMA_SGDMA_COMMON_IDENTIFIER_STREAM BIT(15)
/* TARGET (r): Target number, equal to address bits 15:12. */
#define FOREBAY_XDMA_SGDMA_COMMON_IDENTIFIER_TARGET GENMASK(19, 16)
/* MAGIC (r): Fixed pattern that marks an XDMA target. */
#define FOREBAY_XDMA_SGDMA_COMMON_IDENTIFIER_MAGIC GENMASK(31, 20)

/* Descriptor fetch halt. Channels whose descriptor fetch is halted. */
#define FOREBAY_XDMA_SGDMA_COMMON_DESC_HALT 0x10
#define FOREBAY_XDMA_SGDMA_COMMON_DESC_HALT_RESET 0x00000000
/* H2C (rw): H2C channels. */
#define FOREBAY_XDMA_SGDMA_COMMON_DESC_HALT_H2C GENMASK(3, 0)
/* C2H (rw): C2H channels. */
#define FOREBAY_XDMA_SGDMA_COMMON_DESC_HALT_C2H GENMASK(19, 16)

/* Channel bits, write 1 to set. Sets bits of the register before. Reads as 0. */
#define FOREBAY_XDMA_SGDMA_COMMON_DESC_HALT_W1S 0x14
#define FOREBAY_XDMA_SGDMA_COMMON_DESC_HALT_W1S_RESET 0x00000000
/* H2C (w1s): H2C channels. */
#define FOREBAY_XDMA_SGDMA_COMMON_DESC_HALT_W1S_H2C GENMASK(3, 0)
/* C2H (w1s): C2H channels. */
#define FOREBAY_XDMA_SGDMA_COMMON_DESC_HALT_W1S_C2H GENMASK(19, 16)

/* Channel bits, write 1 to clear. Clears bits of the register two before. Reads as 0. */
#define FOREBAY_XDMA_SGDMA_COMMON_DESC_HALT_W1C 0x18
#define FOREBAY_XDMA_SGDMA_COMMON_DESC_HALT_W1C_RESET 0x00000000
/* H2C (w1c): H2C channels. */
#define FOREBAY_XDMA_SGDMA_COMMON_DESC_HALT_W1C_H2C GENMASK(3, 0)
/* C2H (w1c): C2H channels. */
#define FOREBAY_XDMA_SGDMA_COMMON_DESC_HALT_W1C_C2H GENMASK(19, 16)

/* Credit mode enable. Channels that fetch descriptors only against credits. */
#define FOREBAY_XDMA_SGDMA_COMMON_CREDIT_ENABLE 0x20
#define FOREBAY_XDMA_SGDMA_COMMON_CREDIT_ENABLE_RESET 0x00000000
/* H2C (rw): H2C channels. */
#define FOREBAY_XDMA_SGDMA_COMMON_CREDIT_ENABLE_H2C GENMASK(3, 0)
/* C2H (rw): C2H channels. */
#define FOREBAY_XDMA_SGDMA_COMMON_CREDIT_ENABLE_C2H GENMASK(19, 16)

/* Channel bits, write 1 to set. Sets bits of the register before. Reads as 0. */
#define FOREBAY_XDMA_SGDMA_COMMON_CREDIT_ENABLE_W1S 0x24
#define FOREBAY_XDMA_SGDMA_COMMON_CREDIT_ENABLE_W1S_RESET 0x00000000
/* H2C (w1s): H2C channels. */
#define FOREBAY_XDMA_SGDMA_COMMON_CREDIT_ENABLE_W1S_H2C GENMASK(3, 0)
/* C2H (w1s): C2H channels. */
#define FOREBAY_XDMA_SGDMA_COMMON_CREDIT_ENABLE_W1S_C2H GENMASK(19, 16)

/* Channel bits, write 1 to clear. Clears bits of the register two before. Reads as 0. */
#define FOREBAY_XDMA_SGDMA_COMMON_CREDIT_ENABLE_W1C 0x28
#define FOREBAY_XDMA_SGDMA_COMMON_CREDIT_ENABLE_W1C_RESET 0x00000000
/* H2C (w1c): H2C channels. */
#define FOREBAY_XDMA_SGDMA_COMMON_CREDIT_ENABLE_W1C_H2C GENMASK(3, 0)
/* C2H (w1c): C2H channels. */
#define FOREBAY_XDMA_SGDMA_COMMON_CREDIT_ENABLE_W1C_C2H GENMASK(19, 16)

/* MSI-X table entry: Address and data of one message (PCI Local Bus 3.0, 6.8.2.6). */
#define FOREBAY_XDMA_MSIX_TABLE_BASE 0x8000
#define FOREBAY_XDMA_MSIX_TABLE_STRIDE 0x10
#define FOREBAY_XDMA_MSIX_TABLE_COUNT 32

/* Message address, low. Where the message is written; bits 31:0. */
#define FOREBAY_XDMA_MSIX_ENTRY_ADDR_LO 0x00
#define FOREBAY_XDMA_MSIX_ENTRY_ADDR_LO_RESET 0x00000000
/* ADDR (rw): Address bits 31:0; the two lowest are 0. */
#define FOREBAY_XDMA_MSIX_ENTRY_ADDR_LO_ADDR GENMASK(31, 0)

/* Message address, high. Where the message is written; bits 63:32. */
#define FOREBAY_XDMA_MSIX_ENTRY_ADDR_HI 0x04
#define FOREBAY_XDMA_MSIX_ENTRY_ADDR_HI_RESET 0x00000000
/* ADDR (rw): Address bits 63:32. */
#define FOREBAY_XDMA_MSIX_ENTRY_ADDR_HI_ADDR GENMASK(31, 0)

/* Message data. What is written. */
#define FOREBAY_XDMA_MSIX_ENTRY_DATA 0x08
#define FOREBAY_XDMA_MSIX_ENTRY_DATA_RESET 0x00000000
/* DATA (rw): The word. */
#define FOREBAY_XDMA_MSIX_ENTRY_DATA_DATA GENMASK(31, 0)

/* Vector control. Mask bit of the vector. */
#define FOREBAY_XDMA_MSIX_ENTRY_VECTOR_CONTROL 0x0c
#define FOREBAY_XDMA_MSIX_ENTRY_VECTOR_CONTROL_RESET 0x00000001
/* MASK (rw): 1 holds messages back; they stay pending. */
#define FOREBAY_XDMA_MSIX_ENTRY_VECTOR_CONTROL_MASK BIT(0)

/* MSI-X pending bits: Messages held back by a mask. */
#define FOREBAY_XDMA_MSIX_PBA_BASE 0x8fe0

/* Pending, low. Vectors 0 to 31. */
#define FOREBAY_XDMA_MSIX_PBA_PENDING_LO 0x00
#define FOREBAY_XDMA_MSIX_PBA_PENDING_LO_RESET 0x00000000
/* PENDING (r): One bit per vector. */
#define FOREBAY_XDMA_MSIX_PBA_PENDING_LO_PENDING GENMASK(31, 0)

/* Pending, high. Vectors 32 to 63; this card has none of them. */
#define FOREBAY_XDMA_MSIX_PBA_PENDING_HI 0x04
#define FOREBAY_XDMA_MSIX_PBA_PENDING_HI_RESET 0x00000000
/* PENDING (r): Always 0. */
#define FOREBAY_XDMA_MSIX_PBA_PENDING_HI_PENDING GENMASK(31, 0)

/*
 * Doorbell: Not part of the XDMA map, where this reads 0. A descriptor written here begins a run of
 * its own; nothing is read from host memory for it. Channels without a doorbell read 0.
 */
#define FOREBAY_XDMA_H2C_DOORBELL_BASE 0x9000
#define FOREBAY_XDMA_H2C_DOORBELL_STRIDE 0x100
#define FOREBAY_XDMA_H2C_DOORBELL_COUNT 4
#define FOREBAY_XDMA_C2H_DOORBELL_BASE 0xa000
#define FOREBAY_XDMA_C2H_DOORBELL_STRIDE 0x100
#define FOREBAY_XDMA_C2H_DOORBELL_COUNT 4

/*
 * Identifier. Who answers here. A channel that the card does not have reads 0, which is how software
 * counts channels.
 */
#define FOREBAY_XDMA_DOORBELL_IDENTIFIER 0x00
#define FOREBAY_XDMA_DOORBELL_IDENTIFIER_RESET 0x1fc00006
/* VERSION (r): Version of the interface; 0x06 is what current XDMA cores report. */
#define FOREBAY_XDMA_DOORBELL_IDENTIFIER_VERSION GENMASK(7, 0)
/* CHANNEL (r): Channel number; 0 for targets without channels. */
#define FOREBAY_XDMA_DOORBELL_IDENTIFIER_CHANNEL GENMASK(11, 8)
/* STREAM (r): 1 on a streaming channel, 0 on a memory-mapped one. */
#define FOREBAY_XDMA_DOORBELL_IDENTIFIER_STREAM BIT(15)
/* TARGET (r): Target number, equal to address bits 15:12. */
#define FOREBAY_XDMA_DOORBELL_IDENTIFIER_TARGET GENMASK(19, 16)
/* MAGIC (r): Fixed pattern that marks an XDMA target. */
#define FOREBAY_XDMA_DOORBELL_IDENTIFIER_MAGIC GENMASK(31, 20)

/*
 * Refused. Why lines were refused since these bits were last cleared. A line that is refused changes
 * nothing else. Writing 1 clears a bit.
 */
#define FOREBAY_XDMA_DOORBELL_REFUSED 0x04
#define FOREBAY_XDMA_DOORBELL_REFUSED_RESET 0x00000000
/* BUSY (w1c): A run was under way or asked for, or the front end was held at rest. */
#define FOREBAY_XDMA_DOORBELL_REFUSED_BUSY BIT(0)
/* TORN (w1c): Words were missing, came out of turn, or not all bytes were written. */
#define FOREBAY_XDMA_DOORBELL_REFUSED_TORN BIT(1)
/* FORMAT (w1c): A descriptor without STOP, or words 8 to 15 are not 0. */
#define FOREBAY_XDMA_DOORBELL_REFUSED_FORMAT BIT(2)

/*
 * Line. 64 bytes: a descriptor with STOP in words 0 to 7, then 0. One store of 64 bytes, or words 0 to
 * 15 in this order by stores of 4 or 8; the last word rings. Reads as 0.
 */
#define FOREBAY_XDMA_DOORBELL_LINE 0x40
#define FOREBAY_XDMA_DOORBELL_LINE_STRIDE 4
#define FOREBAY_XDMA_DOORBELL_LINE_COUNT 16
#define FOREBAY_XDMA_DOORBELL_LINE_RESET 0x00000000
/* WORD (w): The word. */
#define FOREBAY_XDMA_DOORBELL_LINE_WORD GENMASK(31, 0)

/*
 * Interrupts: Interrupt lines and messages, counted from the beginning of the block of front end 0
 * (BAR2).
 */
#define FOREBAY_INTERRUPTS_SIZE_BYTES 36840

/*
 * Interrupts: Enables, requests and vectors of the user and channel interrupts. Channel bits: H2C
 * channels first, C2H channels directly after the last H2C channel the card has.
 */
#define FOREBAY_INTERRUPTS_IRQ_BASE 0x2000

/*
 * Identifier. Who answers here. A channel that the card does not have reads 0, which is how software
 * counts channels.
 */
#define FOREBAY_INTERRUPTS_IRQ_IDENTIFIER 0x00
#define FOREBAY_INTERRUPTS_IRQ_IDENTIFIER_RESET 0x1fc00006
/* VERSION (r): Version of the interface; 0x06 is what current XDMA cores report. */
#define FOREBAY_INTERRUPTS_IRQ_IDENTIFIER_VERSION GENMASK(7, 0)
/* CHANNEL (r): Channel number; 0 for targets without channels. */
#define FOREBAY_INTERRUPTS_IRQ_IDENTIFIER_CHANNEL GENMASK(11, 8)
/* STREAM (r): 1 on a streaming channel, 0 on a memory-mapped one. */
#define FOREBAY_INTERRUPTS_IRQ_IDENTIFIER_STREAM BIT(15)
/* TARGET (r): Target number, equal to address bits 15:12. */
#define FOREBAY_INTERRUPTS_IRQ_IDENTIFIER_TARGET GENMASK(19, 16)
/* MAGIC (r): Fixed pattern that marks an XDMA target. */
#define FOREBAY_INTERRUPTS_IRQ_IDENTIFIER_MAGIC GENMASK(31, 20)

/* User interrupt enable. Which user interrupts may send a message. */
#define FOREBAY_INTERRUPTS_IRQ_USER_ENABLE 0x04
#define FOREBAY_INTERRUPTS_IRQ_USER_ENABLE_RESET 0x00000000
/* ENABLE (rw): One bit per user interrupt; bits above 15 are ignored. */
#define FOREBAY_INTERRUPTS_IRQ_USER_ENABLE_ENABLE GENMASK(15, 0)

/* User interrupt enable, write 1 to set. Sets bits of USER_ENABLE. Reads as 0. */
#define FOREBAY_INTERRUPTS_IRQ_USER_ENABLE_W1S 0x08
#define FOREBAY_INTERRUPTS_IRQ_USER_ENABLE_W1S_RESET 0x00000000
/* BITS (w1s): Bits to set. */
#define FOREBAY_INTERRUPTS_IRQ_USER_ENABLE_W1S_BITS GENMASK(15, 0)

/* User interrupt enable, write 1 to clear. Clears bits of USER_ENABLE. Reads as 0. */
#define FOREBAY_INTERRUPTS_IRQ_USER_ENABLE_W1C 0x0c
#define FOREBAY_INTERRUPTS_IRQ_USER_ENABLE_W1C_RESET 0x00000000
/* BITS (w1c): Bits to clear. */
#define FOREBAY_INTERRUPTS_IRQ_USER_ENABLE_W1C_BITS GENMASK(15, 0)

/* Channel interrupt enable. Which channels may send a message. */
#define FOREBAY_INTERRUPTS_IRQ_CHANNEL_ENABLE 0x10
#define FOREBAY_INTERRUPTS_IRQ_CHANNEL_ENABLE_RESET 0x00000000
/* ENABLE (rw): One bit per channel. */
#define FOREBAY_INTERRUPTS_IRQ_CHANNEL_ENABLE_ENABLE GENMASK(7, 0)

/* Channel interrupt enable, write 1 to set. Sets bits of CHANNEL_ENABLE. Reads as 0. */
#define FOREBAY_INTERRUPTS_IRQ_CHANNEL_ENABLE_W1S 0x14
#define FOREBAY_INTERRUPTS_IRQ_CHANNEL_ENABLE_W1S_RESET 0x00000000
/* BITS (w1s): Bits to set. */
#define FOREBAY_INTERRUPTS_IRQ_CHANNEL_ENABLE_W1S_BITS GENMASK(7, 0)

/* Channel interrupt enable, write 1 to clear. Clears bits of CHANNEL_ENABLE. Reads as 0. */
#define FOREBAY_INTERRUPTS_IRQ_CHANNEL_ENABLE_W1C 0x18
#define FOREBAY_INTERRUPTS_IRQ_CHANNEL_ENABLE_W1C_RESET 0x00000000
/* BITS (w1c): Bits to clear. */
#define FOREBAY_INTERRUPTS_IRQ_CHANNEL_ENABLE_W1C_BITS GENMASK(7, 0)

/* User interrupt request. State of the user interrupt lines, before the enable. */
#define FOREBAY_INTERRUPTS_IRQ_USER_REQUEST 0x40
#define FOREBAY_INTERRUPTS_IRQ_USER_REQUEST_RESET 0x00000000
/* REQUEST (r): One bit per line. */
#define FOREBAY_INTERRUPTS_IRQ_USER_REQUEST_REQUEST GENMASK(15, 0)

/* Channel interrupt request. Channels with an enabled cause, before CHANNEL_ENABLE. */
#define FOREBAY_INTERRUPTS_IRQ_CHANNEL_REQUEST 0x44
#define FOREBAY_INTERRUPTS_IRQ_CHANNEL_REQUEST_RESET 0x00000000
/* REQUEST (r): One bit per channel. */
#define FOREBAY_INTERRUPTS_IRQ_CHANNEL_REQUEST_REQUEST GENMASK(7, 0)

/* User interrupt pending. USER_REQUEST and USER_ENABLE. */
#define FOREBAY_INTERRUPTS_IRQ_USER_PENDING 0x48
#define FOREBAY_INTERRUPTS_IRQ_USER_PENDING_RESET 0x00000000
/* PENDING (r): One bit per line. */
#define FOREBAY_INTERRUPTS_IRQ_USER_PENDING_PENDING GENMASK(15, 0)

/* Channel interrupt pending. CHANNEL_REQUEST and CHANNEL_ENABLE. */
#define FOREBAY_INTERRUPTS_IRQ_CHANNEL_PENDING 0x4c
#define FOREBAY_INTERRUPTS_IRQ_CHANNEL_PENDING_RESET 0x00000000
/* PENDING (r): One bit per channel. */
#define FOREBAY_INTERRUPTS_IRQ_CHANNEL_PENDING_PENDING GENMASK(7, 0)

/* Interrupt vectors. MSI-X vector numbers of four sources, one per byte. */
#define FOREBAY_INTERRUPTS_IRQ_USER_VECTOR 0x80
#define FOREBAY_INTERRUPTS_IRQ_USER_VECTOR_STRIDE 4
#define FOREBAY_INTERRUPTS_IRQ_USER_VECTOR_COUNT 4
#define FOREBAY_INTERRUPTS_IRQ_USER_VECTOR_RESET 0x00000000
/* VECTOR0 (rw): Vector of source 4n. */
#define FOREBAY_INTERRUPTS_IRQ_USER_VECTOR_VECTOR0 GENMASK(4, 0)
/* VECTOR1 (rw): Vector of source 4n+1. */
#define FOREBAY_INTERRUPTS_IRQ_USER_VECTOR_VECTOR1 GENMASK(12, 8)
/* VECTOR2 (rw): Vector of source 4n+2. */
#define FOREBAY_INTERRUPTS_IRQ_USER_VECTOR_VECTOR2 GENMASK(20, 16)
/* VECTOR3 (rw): Vector of source 4n+3. */
#define FOREBAY_INTERRUPTS_IRQ_USER_VECTOR_VECTOR3 GENMASK(28, 24)

/* Interrupt vectors. MSI-X vector numbers of four sources, one per byte. */
#define FOREBAY_INTERRUPTS_IRQ_CHANNEL_VECTOR 0xa0
#define FOREBAY_INTERRUPTS_IRQ_CHANNEL_VECTOR_STRIDE 4
#define FOREBAY_INTERRUPTS_IRQ_CHANNEL_VECTOR_COUNT 2
#define FOREBAY_INTERRUPTS_IRQ_CHANNEL_VECTOR_RESET 0x00000000
/* VECTOR0 (rw): Vector of source 4n. */
#define FOREBAY_INTERRUPTS_IRQ_CHANNEL_VECTOR_VECTOR0 GENMASK(4, 0)
/* VECTOR1 (rw): Vector of source 4n+1. */
#define FOREBAY_INTERRUPTS_IRQ_CHANNEL_VECTOR_VECTOR1 GENMASK(12, 8)
/* VECTOR2 (rw): Vector of source 4n+2. */
#define FOREBAY_INTERRUPTS_IRQ_CHANNEL_VECTOR_VECTOR2 GENMASK(20, 16)
/* VECTOR3 (rw): Vector of source 4n+3. */
#define FOREBAY_INTERRUPTS_IRQ_CHANNEL_VECTOR_VECTOR3 GENMASK(28, 24)

/* MSI-X table entry: Address and data of one message (PCI Local Bus 3.0, 6.8.2.6). */
#define FOREBAY_INTERRUPTS_MSIX_TABLE_BASE 0x8000
#define FOREBAY_INTERRUPTS_MSIX_TABLE_STRIDE 0x10
#define FOREBAY_INTERRUPTS_MSIX_TABLE_COUNT 32

/* Message address, low. Where the message is written; bits 31:0. */
#define FOREBAY_INTERRUPTS_MSIX_ENTRY_ADDR_LO 0x00
#define FOREBAY_INTERRUPTS_MSIX_ENTRY_ADDR_LO_RESET 0x00000000
/* ADDR (rw): Address bits 31:0; the two lowest are 0. */
#define FOREBAY_INTERRUPTS_MSIX_ENTRY_ADDR_LO_ADDR GENMASK(31, 0)

/* Message address, high. Where the message is written; bits 63:32. */
#define FOREBAY_INTERRUPTS_MSIX_ENTRY_ADDR_HI 0x04
#define FOREBAY_INTERRUPTS_MSIX_ENTRY_ADDR_HI_RESET 0x00000000
/* ADDR (rw): Address bits 63:32. */
#define FOREBAY_INTERRUPTS_MSIX_ENTRY_ADDR_HI_ADDR GENMASK(31, 0)

/* Message data. What is written. */
#define FOREBAY_INTERRUPTS_MSIX_ENTRY_DATA 0x08
#define FOREBAY_INTERRUPTS_MSIX_ENTRY_DATA_RESET 0x00000000
/* DATA (rw): The word. */
#define FOREBAY_INTERRUPTS_MSIX_ENTRY_DATA_DATA GENMASK(31, 0)

/* Vector control. Mask bit of the vector. */
#define FOREBAY_INTERRUPTS_MSIX_ENTRY_VECTOR_CONTROL 0x0c
#define FOREBAY_INTERRUPTS_MSIX_ENTRY_VECTOR_CONTROL_RESET 0x00000001
/* MASK (rw): 1 holds messages back; they stay pending. */
#define FOREBAY_INTERRUPTS_MSIX_ENTRY_VECTOR_CONTROL_MASK BIT(0)

/* MSI-X pending bits: Messages held back by a mask. */
#define FOREBAY_INTERRUPTS_MSIX_PBA_BASE 0x8fe0

/* Pending, low. Vectors 0 to 31. */
#define FOREBAY_INTERRUPTS_MSIX_PBA_PENDING_LO 0x00
#define FOREBAY_INTERRUPTS_MSIX_PBA_PENDING_LO_RESET 0x00000000
/* PENDING (r): One bit per vector. */
#define FOREBAY_INTERRUPTS_MSIX_PBA_PENDING_LO_PENDING GENMASK(31, 0)

/* Pending, high. Vectors 32 to 63; this card has none of them. */
#define FOREBAY_INTERRUPTS_MSIX_PBA_PENDING_HI 0x04
#define FOREBAY_INTERRUPTS_MSIX_PBA_PENDING_HI_RESET 0x00000000
/* PENDING (r): Always 0. */
#define FOREBAY_INTERRUPTS_MSIX_PBA_PENDING_HI_PENDING GENMASK(31, 0)

/* DMA descriptor: 32 bytes in host memory, one per contiguous piece of a transfer. */
#define FOREBAY_DESC_SIZE_BYTES 32

/* Control word. What to do when this descriptor is finished, and how many more follow directly. */
#define FOREBAY_DESC_CONTROL 0x00
#define FOREBAY_DESC_CONTROL_RESET 0xad4b0000
/* STOP (rw): Stop the engine after this descriptor. */
#define FOREBAY_DESC_CONTROL_STOP BIT(0)
/* COMPLETED (rw): Count, write back and (if enabled) interrupt when finished. */
#define FOREBAY_DESC_CONTROL_COMPLETED BIT(1)
/* EOP (rw): H2C stream: the last byte ends a packet. */
#define FOREBAY_DESC_CONTROL_EOP BIT(4)
/*
 * STOP_AT_EOP (rw): C2H stream: if a packet ends in this descriptor, end the run as if STOP and
 * COMPLETED were set. Not part of the XDMA format.
 */
#define FOREBAY_DESC_CONTROL_STOP_AT_EOP BIT(5)
/* NEXT_ADJACENT (rw): Descriptors adjacent to the next one: a hint for the fetcher, 0 to 63. */
#define FOREBAY_DESC_CONTROL_NEXT_ADJACENT GENMASK(13, 8)
/* MAGIC (rw): Marks a descriptor; anything else halts the engine with magic_stopped. */
#define FOREBAY_DESC_CONTROL_MAGIC GENMASK(31, 16)

/* Length. Bytes to move. */
#define FOREBAY_DESC_LENGTH 0x04
#define FOREBAY_DESC_LENGTH_RESET 0x00000000
/* BYTES (rw): Bytes, up to 2^28 - 1. */
#define FOREBAY_DESC_LENGTH_BYTES GENMASK(27, 0)

/*
 * Source address, low. Host address (H2C), card address (C2H memory-mapped), or host address of the
 * result (C2H stream); bits 31:0.
 */
#define FOREBAY_DESC_SRC_LO 0x08
#define FOREBAY_DESC_SRC_LO_RESET 0x00000000
/* ADDR (rw): Address bits 31:0. */
#define FOREBAY_DESC_SRC_LO_ADDR GENMASK(31, 0)

/* Source address, high. Bits 63:32 of the source address. */
#define FOREBAY_DESC_SRC_HI 0x0c
#define FOREBAY_DESC_SRC_HI_RESET 0x00000000
/* ADDR (rw): Address bits 63:32. */
#define FOREBAY_DESC_SRC_HI_ADDR GENMASK(31, 0)

/*
 * Destination address, low. Card address (H2C memory-mapped) or host address (C2H); bits 31:0. Ignored
 * by H2C streams.
 */
#define FOREBAY_DESC_DST_LO 0x10
#define FOREBAY_DESC_DST_LO_RESET 0x00000000
/* ADDR (rw): Address bits 31:0. */
#define FOREBAY_DESC_DST_LO_ADDR GENMASK(31, 0)

/* Destination address, high. Bits 63:32 of the destination address. */
#define FOREBAY_DESC_DST_HI 0x14
#define FOREBAY_DESC_DST_HI_RESET 0x00000000
/* ADDR (rw): Address bits 63:32. */
#define FOREBAY_DESC_DST_HI_ADDR GENMASK(31, 0)

/* Next descriptor, low. Host address of the next descriptor; bits 31:0. */
#define FOREBAY_DESC_NEXT_LO 0x18
#define FOREBAY_DESC_NEXT_LO_RESET 0x00000000
/* ADDR (rw): Address bits 31:0. */
#define FOREBAY_DESC_NEXT_LO_ADDR GENMASK(31, 0)

/* Next descriptor, high. Bits 63:32 of the next descriptor's address. */
#define FOREBAY_DESC_NEXT_HI 0x1c
#define FOREBAY_DESC_NEXT_HI_RESET 0x00000000
/* ADDR (rw): Address bits 63:32. */
#define FOREBAY_DESC_NEXT_HI_ADDR GENMASK(31, 0)

/*
 * C2H stream result: 8 bytes that the engine writes to host memory for each descriptor of a C2H
 * stream.
 */
#define FOREBAY_C2H_RESULT_SIZE_BYTES 8

/* Status. Marks the result as written. */
#define FOREBAY_C2H_RESULT_STATUS 0x00
#define FOREBAY_C2H_RESULT_STATUS_RESET 0x52b40000
/* EOP (r): The packet ended in this descriptor. */
#define FOREBAY_C2H_RESULT_STATUS_EOP BIT(0)
/* MAGIC (r): Fixed pattern of a written result. */
#define FOREBAY_C2H_RESULT_STATUS_MAGIC GENMASK(31, 16)

/* Length. How much arrived. */
#define FOREBAY_C2H_RESULT_LENGTH 0x04
#define FOREBAY_C2H_RESULT_LENGTH_RESET 0x00000000
/* BYTES (r): Bytes written to the descriptor's destination. */
#define FOREBAY_C2H_RESULT_LENGTH_BYTES GENMASK(31, 0)

/* Poll-mode write-back: The word that the engine writes to host memory in poll mode. */
#define FOREBAY_POLL_WB_SIZE_BYTES 4

/* Write-back word. Progress of the current run. */
#define FOREBAY_POLL_WB_WORD 0x00
#define FOREBAY_POLL_WB_WORD_RESET 0x00000000
/* COUNT (r): Descriptors completed since the run started. */
#define FOREBAY_POLL_WB_WORD_COUNT GENMASK(23, 0)
/* ERROR (r): Some error bit of the channel's status is set. */
#define FOREBAY_POLL_WB_WORD_ERROR BIT(31)

/*
 * Descriptor of a batch: 32 bytes in registered memory, one for each transfer of a list that one line
 * of a portal starts. Addresses are slot addresses.
 */
#define FOREBAY_BATCH_DESC_SIZE_BYTES 32

/* Source, low. Where from; bits 31:0. */
#define FOREBAY_BATCH_DESC_SRC_LO 0x00
#define FOREBAY_BATCH_DESC_SRC_LO_RESET 0x00000000
/* ADDR (rw): Bits 31:0. */
#define FOREBAY_BATCH_DESC_SRC_LO_ADDR GENMASK(31, 0)

/* Source, high. Where from; bits 63:32. */
#define FOREBAY_BATCH_DESC_SRC_HI 0x04
#define FOREBAY_BATCH_DESC_SRC_HI_RESET 0x00000000
/* ADDR (rw): Bits 63:32; an address with one of bits 63:48 is in no slot. */
#define FOREBAY_BATCH_DESC_SRC_HI_ADDR GENMASK(31, 0)

/* Destination, low. Where to; bits 31:0. */
#define FOREBAY_BATCH_DESC_DST_LO 0x08
#define FOREBAY_BATCH_DESC_DST_LO_RESET 0x00000000
/* ADDR (rw): Bits 31:0. */
#define FOREBAY_BATCH_DESC_DST_LO_ADDR GENMASK(31, 0)

/* Destination, high. Where to; bits 63:32. */
#define FOREBAY_BATCH_DESC_DST_HI 0x0c
#define FOREBAY_BATCH_DESC_DST_HI_RESET 0x00000000
/* ADDR (rw): Bits 63:32; an address with one of bits 63:48 is in no slot. */
#define FOREBAY_BATCH_DESC_DST_HI_ADDR GENMASK(31, 0)

/* Record, low. Where the completion record of this transfer goes; bits 31:0. */
#define FOREBAY_BATCH_DESC_RECORD_LO 0x10
#define FOREBAY_BATCH_DESC_RECORD_LO_RESET 0x00000000
/* ADDR (rw): Bits 31:0, a multiple of 8. */
#define FOREBAY_BATCH_DESC_RECORD_LO_ADDR GENMASK(31, 0)

/* Record, high. Where the completion record of this transfer goes, and whether one is wanted. */
#define FOREBAY_BATCH_DESC_RECORD_HI 0x14
#define FOREBAY_BATCH_DESC_RECORD_HI_RESET 0x00000000
/* ADDR (rw): Bits 62:32; an address with one of bits 62:48 is in no slot. */
#define FOREBAY_BATCH_DESC_RECORD_HI_ADDR GENMASK(30, 0)
/* WANTED (rw): A completion record is to be written. */
#define FOREBAY_BATCH_DESC_RECORD_HI_WANTED BIT(31)

/* Length. How much. */
#define FOREBAY_BATCH_DESC_LENGTH 0x18
#define FOREBAY_BATCH_DESC_LENGTH_RESET 0x00000000
/* BYTES (rw): Bytes. */
#define FOREBAY_BATCH_DESC_LENGTH_BYTES GENMASK(31, 0)

/* Cookie. Comes back in the upper half of the record. */
#define FOREBAY_BATCH_DESC_COOKIE 0x1c
#define FOREBAY_BATCH_DESC_COOKIE_RESET 0x00000000
/* NUMBER (rw): Any number. */
#define FOREBAY_BATCH_DESC_COOKIE_NUMBER GENMASK(31, 0)

/*
 * Record of a batch: 8 bytes that are written when all transfers of a list are over and their own
 * records are acknowledged.
 */
#define FOREBAY_BATCH_RECORD_SIZE_BYTES 8

/* Result. How it went. */
#define FOREBAY_BATCH_RECORD_RESULT 0x00
#define FOREBAY_BATCH_RECORD_RESULT_RESET 0x00000000
/*
 * REASON (r): Why the first of them, by its place in the list, did not end well (BAD_HI.REASON); 0:
 * all did. Of a line that was refused, why.
 */
#define FOREBAY_BATCH_RECORD_RESULT_REASON GENMASK(7, 0)
/* FIRST (r): Number of that one, from 0 on; 0 if all ended well. */
#define FOREBAY_BATCH_RECORD_RESULT_FIRST GENMASK(15, 8)
/* GOOD (r): How many ended well. */
#define FOREBAY_BATCH_RECORD_RESULT_GOOD GENMASK(31, 16)

/* Cookie. That of the line. */
#define FOREBAY_BATCH_RECORD_COOKIE 0x04
#define FOREBAY_BATCH_RECORD_COOKIE_RESET 0x00000000
/* NUMBER (r): Any number. */
#define FOREBAY_BATCH_RECORD_COOKIE_NUMBER GENMASK(31, 0)

/*
 * Record of a buffer: 32 bytes that a channel of the AXI DMA map writes to its ring for each finished
 * buffer, when its data are there. The sequence comes last. Of a buffer that was sent there is no
 * time, no loss and no end of a packet to tell.
 */
#define FOREBAY_S2MM_RECORD_SIZE_BYTES 32

/* Stamp, low. Time of the buffer's first sample. */
#define FOREBAY_S2MM_RECORD_STAMP_LO 0x00
#define FOREBAY_S2MM_RECORD_STAMP_LO_RESET 0x00000000
/* TIME (r): Bits 31:0. */
#define FOREBAY_S2MM_RECORD_STAMP_LO_TIME GENMASK(31, 0)

/* Stamp, high. Time of the buffer's first sample. */
#define FOREBAY_S2MM_RECORD_STAMP_HI 0x04
#define FOREBAY_S2MM_RECORD_STAMP_HI_RESET 0x00000000
/* TIME (r): Bits 63:32. */
#define FOREBAY_S2MM_RECORD_STAMP_HI_TIME GENMASK(31, 0)

/* Lost, low. Samples lost ahead of the packets that begin in the buffer. */
#define FOREBAY_S2MM_RECORD_LOST_LO 0x08
#define FOREBAY_S2MM_RECORD_LOST_LO_RESET 0x00000000
/* SAMPLES (r): Bits 31:0. */
#define FOREBAY_S2MM_RECORD_LOST_LO_SAMPLES GENMASK(31, 0)

/* Lost, high. The rest of it, and how the buffer ended. */
#define FOREBAY_S2MM_RECORD_LOST_HI 0x0c
#define FOREBAY_S2MM_RECORD_LOST_HI_RESET 0x00000000
/* SAMPLES (r): Bits 47:32. */
#define FOREBAY_S2MM_RECORD_LOST_HI_SAMPLES GENMASK(15, 0)
/* EOP (r): A packet ended with its last byte. */
#define FOREBAY_S2MM_RECORD_LOST_HI_EOP BIT(16)
/* EOB (r): A burst did. */
#define FOREBAY_S2MM_RECORD_LOST_HI_EOB BIT(17)
/* OVERRUN (r): Samples were lost behind it. */
#define FOREBAY_S2MM_RECORD_LOST_HI_OVERRUN BIT(18)
/* STOPPED (r): It was cut short: stopped, or by an error. */
#define FOREBAY_S2MM_RECORD_LOST_HI_STOPPED BIT(19)

/* Buffer, low. Where the buffer is. */
#define FOREBAY_S2MM_RECORD_BUFFER_LO 0x10
#define FOREBAY_S2MM_RECORD_BUFFER_LO_RESET 0x00000000
/* ADDR (r): Address bits 31:0. */
#define FOREBAY_S2MM_RECORD_BUFFER_LO_ADDR GENMASK(31, 0)

/* Buffer, high. Where the buffer is. */
#define FOREBAY_S2MM_RECORD_BUFFER_HI 0x14
#define FOREBAY_S2MM_RECORD_BUFFER_HI_RESET 0x00000000
/* ADDR (r): Address bits 63:32. */
#define FOREBAY_S2MM_RECORD_BUFFER_HI_ADDR GENMASK(31, 0)

/* Bytes. How much is in it. */
#define FOREBAY_S2MM_RECORD_BYTES 0x18
#define FOREBAY_S2MM_RECORD_BYTES_RESET 0x00000000
/* COUNT (r): Bytes. */
#define FOREBAY_S2MM_RECORD_BYTES_COUNT GENMASK(31, 0)

/* Sequence. Which one it is. */
#define FOREBAY_S2MM_RECORD_SEQUENCE 0x1c
#define FOREBAY_S2MM_RECORD_SEQUENCE_RESET 0x00000000
/* NUMBER (r): Number of the buffer, from 1 on. */
#define FOREBAY_S2MM_RECORD_SEQUENCE_NUMBER GENMASK(31, 0)

/*
 * User registers: The card's own registers (BAR0). Addresses that are not described read 0; they, and
 * writes to registers that cannot be written, are answered with an error that the card counts.
 */
#define FOREBAY_USER_SIZE_BYTES 8704
/* Feature: Identity, counters of the platform, last bad addresses, and the chain of features. */
#define FOREBAY_USER_PLATFORM_IDENTITY 0x1
/* Feature: Registers of the stream ports. */
#define FOREBAY_USER_PLATFORM_STREAM_PORTS 0x2
/* Feature: Enables and vectors of the interrupt lines; the table of messages is where PCI says. */
#define FOREBAY_USER_PLATFORM_INTERRUPTS 0x3
/* Feature: DMA channels with the XDMA register map. */
#define FOREBAY_USER_FRONT_END_XDMA 0x1
/* Feature: One copy at a time, by physical address. */
#define FOREBAY_USER_FRONT_END_COPY 0x2
/* Feature: Transfers that programs start without the kernel, by one of ten schemes. */
#define FOREBAY_USER_FRONT_END_UDMA 0x3
/* Feature: A stream into buffers of host memory, with the S2MM registers of an AXI DMA. */
#define FOREBAY_USER_FRONT_END_S2MM 0x4
/* Feature: Buffers of host memory into a stream, with the MM2S registers of an AXI DMA. */
#define FOREBAY_USER_FRONT_END_MM2S 0x5
/* Feature: Fault injection, on simulated cards only. */
#define FOREBAY_USER_PLATFORM_FAULTS 0x4

/*
 * Identity: What card this is and how it was built. All values are fixed for a build, except the cycle
 * counter.
 */
#define FOREBAY_USER_STATUS_BASE 0x0000

/* Magic. Marks a Forebay card. */
#define FOREBAY_USER_STATUS_MAGIC 0x00
#define FOREBAY_USER_STATUS_MAGIC_RESET 0x59414246
/* VALUE (r): The letters FBAY, first letter in the lowest byte. */
#define FOREBAY_USER_STATUS_MAGIC_VALUE GENMASK(31, 0)

/* Register version. Version of this register map; a new major number breaks software. */
#define FOREBAY_USER_STATUS_VERSION 0x04
#define FOREBAY_USER_STATUS_VERSION_RESET 0x00000100
/* PATCH (r): Compatible fixes. */
#define FOREBAY_USER_STATUS_VERSION_PATCH GENMASK(7, 0)
/* MINOR (r): Compatible additions. */
#define FOREBAY_USER_STATUS_VERSION_MINOR GENMASK(15, 8)
/* MAJOR (r): Breaking changes. */
#define FOREBAY_USER_STATUS_VERSION_MAJOR GENMASK(31, 16)

/* Card kind. Which datapath is inside, and what a cycle is worth. */
#define FOREBAY_USER_STATUS_CARD_KIND 0x08
#define FOREBAY_USER_STATUS_CARD_KIND_RESET 0x00000000
/* KIND (r): The datapath. */
#define FOREBAY_USER_STATUS_CARD_KIND_KIND GENMASK(7, 0)
/* Each H2C stream comes back on the C2H stream of the same number. */
#define FOREBAY_USER_STATUS_CARD_KIND_KIND_LOOPBACK 1
/* Takes streams at a programmable rate and counts what they lack. */
#define FOREBAY_USER_STATUS_CARD_KIND_KIND_SINK 3
/* Samples at a rate, each with its time, where a radio has its converters. */
#define FOREBAY_USER_STATUS_CARD_KIND_KIND_SOURCE 4
/* Multi-scalar multiplication on BLS12-377 G1 by one to three adders, a sum for each window. */
#define FOREBAY_USER_STATUS_CARD_KIND_KIND_MSM 5
/*
 * MODELLED (r): Cycles, and counts of cycles, come from a model: this is not the RTL, and what it says
 * of time says nothing of a card.
 */
#define FOREBAY_USER_STATUS_CARD_KIND_MODELLED BIT(8)

/* Channels. DMA channels of this build. */
#define FOREBAY_USER_STATUS_CHANNELS 0x0c
#define FOREBAY_USER_STATUS_CHANNELS_RESET 0x00000000
/* NUM_H2C (r): Number of H2C channels. */
#define FOREBAY_USER_STATUS_CHANNELS_NUM_H2C GENMASK(3, 0)
/* NUM_C2H (r): Number of C2H channels. */
#define FOREBAY_USER_STATUS_CHANNELS_NUM_C2H GENMASK(7, 4)
/* H2C_STREAM (r): Bit n: H2C channel n is a stream. */
#define FOREBAY_USER_STATUS_CHANNELS_H2C_STREAM GENMASK(19, 16)
/* C2H_STREAM (r): Bit n: C2H channel n is a stream. */
#define FOREBAY_USER_STATUS_CHANNELS_C2H_STREAM GENMASK(23, 20)
/*
 * SHARED_PATH (r): What the H2C channels write to the card goes over one path, in order: a burst that
 * finds no room in a stream port holds up those of every channel behind it. Otherwise it holds up its
 * own channel only.
 */
#define FOREBAY_USER_STATUS_CHANNELS_SHARED_PATH BIT(24)

/* Clock. Frequency of the card clock. */
#define FOREBAY_USER_STATUS_CLOCK_KHZ 0x10
#define FOREBAY_USER_STATUS_CLOCK_KHZ_RESET 0x00000000
/* KHZ (r): In kHz. */
#define FOREBAY_USER_STATUS_CLOCK_KHZ_KHZ GENMASK(31, 0)

/* Card memory. Size of the card memory at card address 0. */
#define FOREBAY_USER_STATUS_MEM_BYTES 0x14
#define FOREBAY_USER_STATUS_MEM_BYTES_RESET 0x00000000
/* BYTES (r): In bytes. */
#define FOREBAY_USER_STATUS_MEM_BYTES_BYTES GENMASK(31, 0)

/* Stream ports. Stream ports of this build. */
#define FOREBAY_USER_STATUS_NUM_STREAM_PORTS 0x18
#define FOREBAY_USER_STATUS_NUM_STREAM_PORTS_RESET 0x00000000
/* COUNT (r): How many. */
#define FOREBAY_USER_STATUS_NUM_STREAM_PORTS_COUNT GENMASK(7, 0)

/*
 * Cycles, low. Free-running count of card clock cycles since reset. Reading it holds the upper half
 * for CYCLES_HI.
 */
#define FOREBAY_USER_STATUS_CYCLES_LO 0x20
#define FOREBAY_USER_STATUS_CYCLES_LO_RESET 0x00000000
/* COUNT (r): Bits 31:0. */
#define FOREBAY_USER_STATUS_CYCLES_LO_COUNT GENMASK(31, 0)

/* Cycles, high. Upper half as it was when a low half was last read. */
#define FOREBAY_USER_STATUS_CYCLES_HI 0x24
#define FOREBAY_USER_STATUS_CYCLES_HI_RESET 0x00000000
/* COUNT (r): Bits 63:32. */
#define FOREBAY_USER_STATUS_CYCLES_HI_COUNT GENMASK(31, 0)

/*
 * Last bad addresses: The address of the most recent error of each kind; 0 if none since the last
 * clear. Reading a low half holds the upper half for the matching high register.
 */
#define FOREBAY_USER_LAST_BAD_BASE 0x0040

/* Host address, low. Last host address that was refused; bits 31:0. */
#define FOREBAY_USER_LAST_BAD_HOST_LO 0x00
#define FOREBAY_USER_LAST_BAD_HOST_LO_RESET 0x00000000
/* ADDR (r): Address bits 31:0. */
#define FOREBAY_USER_LAST_BAD_HOST_LO_ADDR GENMASK(31, 0)

/* Host address, high. Last host address that was refused; bits 63:32. */
#define FOREBAY_USER_LAST_BAD_HOST_HI 0x04
#define FOREBAY_USER_LAST_BAD_HOST_HI_RESET 0x00000000
/* ADDR (r): Address bits 63:32. */
#define FOREBAY_USER_LAST_BAD_HOST_HI_ADDR GENMASK(31, 0)

/* Card address, low. Last card address that was refused; bits 31:0. */
#define FOREBAY_USER_LAST_BAD_CARD_LO 0x08
#define FOREBAY_USER_LAST_BAD_CARD_LO_RESET 0x00000000
/* ADDR (r): Address bits 31:0. */
#define FOREBAY_USER_LAST_BAD_CARD_LO_ADDR GENMASK(31, 0)

/* Card address, high. Last card address that was refused; bits 63:32. */
#define FOREBAY_USER_LAST_BAD_CARD_HI 0x0c
#define FOREBAY_USER_LAST_BAD_CARD_HI_RESET 0x00000000
/* ADDR (r): Address bits 63:32. */
#define FOREBAY_USER_LAST_BAD_CARD_HI_ADDR GENMASK(31, 0)

/* Register address, low. Last register access that was refused; bits 31:0. */
#define FOREBAY_USER_LAST_BAD_MMIO_LO 0x10
#define FOREBAY_USER_LAST_BAD_MMIO_LO_RESET 0x00000000
/* ADDR (r): Offset bits 31:0. */
#define FOREBAY_USER_LAST_BAD_MMIO_LO_ADDR GENMASK(31, 0)

/* Register address, high. Last register access that was refused; bits 63:32. */
#define FOREBAY_USER_LAST_BAD_MMIO_HI 0x14
#define FOREBAY_USER_LAST_BAD_MMIO_HI_RESET 0x00000000
/* ADDR (r): Offset bits 35:32 in 3:0, BAR number in 6:4. */
#define FOREBAY_USER_LAST_BAD_MMIO_HI_ADDR GENMASK(31, 0)

/*
 * Counters: 48-bit event counters that stop at their end. Read LO first: it holds the upper bits for
 * HI. Indices without a name read 0.
 */
#define FOREBAY_USER_COUNTER_BASE 0x0100
#define FOREBAY_USER_COUNTER_STRIDE 0x8
#define FOREBAY_USER_COUNTER_COUNT 48
/*
 * Data beats that H2C movers took from the host side. What goes from host memory to host memory is in
 * neither of these two.
 */
#define FOREBAY_USER_COUNTER_H2C_BEATS_INDEX 0
/* Data beats written to the host side. */
#define FOREBAY_USER_COUNTER_C2H_BEATS_INDEX 1
/* Read bursts issued to the host side. */
#define FOREBAY_USER_COUNTER_HOST_READS_INDEX 2
/* Write bursts issued to the host side. */
#define FOREBAY_USER_COUNTER_HOST_WRITES_INDEX 3
/* Descriptors finished. */
#define FOREBAY_USER_COUNTER_DESC_DONE_INDEX 4
/* Error responses from the host side; the address is in LAST_BAD.HOST. */
#define FOREBAY_USER_COUNTER_HOST_ERRORS_INDEX 5
/* Error responses from the card side; the address is in LAST_BAD.CARD. */
#define FOREBAY_USER_COUNTER_CARD_ERRORS_INDEX 6
/* Cycles in which an H2C mover had bytes to ask for and no room to put them. */
#define FOREBAY_USER_COUNTER_NO_ROOM_CYCLES_INDEX 7
/* MSI-X messages sent. */
#define FOREBAY_USER_COUNTER_MESSAGES_INDEX 8
/* Reads through BARs. */
#define FOREBAY_USER_COUNTER_MMIO_READS_INDEX 9
/* Writes through BARs. */
#define FOREBAY_USER_COUNTER_MMIO_WRITES_INDEX 10
/* Accesses through BARs answered with an error; the address is in LAST_BAD.MMIO. */
#define FOREBAY_USER_COUNTER_MMIO_ERRORS_INDEX 11
/* Register pages that did not answer in time, and are answered for with an error until the next reset. */
#define FOREBAY_USER_COUNTER_DEAD_PAGES_INDEX 12
/* Entries written into stream port 0's FIFO. */
#define FOREBAY_USER_COUNTER_PORT0_BEATS_IN_INDEX 16
/* Entries taken out of stream port 0's FIFO. */
#define FOREBAY_USER_COUNTER_PORT0_BEATS_OUT_INDEX 17
/* Cycles in which a write burst waited because stream port 0's FIFO had no room for it. */
#define FOREBAY_USER_COUNTER_PORT0_FULL_STALL_INDEX 18
/* Cycles in which the consumer waited because stream port 0's FIFO was empty. */
#define FOREBAY_USER_COUNTER_PORT0_EMPTY_STARVE_INDEX 19
/* Entries discarded by a flush of stream port 0. */
#define FOREBAY_USER_COUNTER_PORT0_DISCARDED_INDEX 20
/* Entries written into stream port 1's FIFO. */
#define FOREBAY_USER_COUNTER_PORT1_BEATS_IN_INDEX 24
/* Entries taken out of stream port 1's FIFO. */
#define FOREBAY_USER_COUNTER_PORT1_BEATS_OUT_INDEX 25
/* Cycles in which a write burst waited because stream port 1's FIFO had no room for it. */
#define FOREBAY_USER_COUNTER_PORT1_FULL_STALL_INDEX 26
/* Cycles in which the consumer waited because stream port 1's FIFO was empty. */
#define FOREBAY_USER_COUNTER_PORT1_EMPTY_STARVE_INDEX 27
/* Entries discarded by a flush of stream port 1. */
#define FOREBAY_USER_COUNTER_PORT1_DISCARDED_INDEX 28
/* Beats read from bank 0 of the card memory. */
#define FOREBAY_USER_COUNTER_BANK0_BEATS_READ_INDEX 32
/* Beats written to bank 0 of the card memory. */
#define FOREBAY_USER_COUNTER_BANK0_BEATS_WRITTEN_INDEX 33
/* Beats read from bank 1 of the card memory. */
#define FOREBAY_USER_COUNTER_BANK1_BEATS_READ_INDEX 34
/* Beats written to bank 1 of the card memory. */
#define FOREBAY_USER_COUNTER_BANK1_BEATS_WRITTEN_INDEX 35
/* Beats read from bank 2 of the card memory. */
#define FOREBAY_USER_COUNTER_BANK2_BEATS_READ_INDEX 36
/* Beats written to bank 2 of the card memory. */
#define FOREBAY_USER_COUNTER_BANK2_BEATS_WRITTEN_INDEX 37
/* Beats read from bank 3 of the card memory. */
#define FOREBAY_USER_COUNTER_BANK3_BEATS_READ_INDEX 38
/* Beats written to bank 3 of the card memory. */
#define FOREBAY_USER_COUNTER_BANK3_BEATS_WRITTEN_INDEX 39

/* Count, low. Bits 31:0; reading holds the upper bits for HI. */
#define FOREBAY_USER_COUNTER_LO 0x00
#define FOREBAY_USER_COUNTER_LO_RESET 0x00000000
/* COUNT (r): Bits 31:0. */
#define FOREBAY_USER_COUNTER_LO_COUNT GENMASK(31, 0)

/* Count, high. Upper bits as they were when a low half was last read. */
#define FOREBAY_USER_COUNTER_HI 0x04
#define FOREBAY_USER_COUNTER_HI_RESET 0x00000000
/* COUNT (r): Bits 47:32. */
#define FOREBAY_USER_COUNTER_HI_COUNT GENMASK(15, 0)

/*
 * Feature headers: One entry of the chain of features, which begins with the first of these and goes
 * by NEXT. All words but CONTROL, STATUS and PROGRESS are fixed for a build.
 */
#define FOREBAY_USER_FEATURE_BASE 0x0400
#define FOREBAY_USER_FEATURE_STRIDE 0x40
#define FOREBAY_USER_FEATURE_COUNT 16

/* Identity. What the feature is. */
#define FOREBAY_USER_FEATURE_ID 0x00
#define FOREBAY_USER_FEATURE_ID_RESET 0x46000000
/* KIND (r): The kind, within its class. */
#define FOREBAY_USER_FEATURE_ID_KIND GENMASK(15, 0)
/* CLASS (r): Which kind of numbers KIND is. */
#define FOREBAY_USER_FEATURE_ID_CLASS GENMASK(19, 16)
/* Part of every card: identity, stream ports, interrupts and the like. */
#define FOREBAY_USER_FEATURE_ID_CLASS_PLATFORM 0
/* Asks for transfers. */
#define FOREBAY_USER_FEATURE_ID_CLASS_FRONT_END 1
/* Makes or takes data. KIND is the number that CARD_KIND shows as well. */
#define FOREBAY_USER_FEATURE_ID_CLASS_DATAPATH 2
/* MARK (r): The letter F: tells a header from whatever else a broken chain may lead to. */
#define FOREBAY_USER_FEATURE_ID_MARK GENMASK(31, 24)

/* Version. Version of the feature's registers. */
#define FOREBAY_USER_FEATURE_VERSION 0x04
#define FOREBAY_USER_FEATURE_VERSION_RESET 0x00000000
/* MINOR (r): Compatible additions. */
#define FOREBAY_USER_FEATURE_VERSION_MINOR GENMASK(15, 0)
/* MAJOR (r): Breaking changes: who does not know this number leaves the feature alone. */
#define FOREBAY_USER_FEATURE_VERSION_MAJOR GENMASK(31, 16)

/* Page offset. Where the feature's registers begin. */
#define FOREBAY_USER_FEATURE_PAGE_OFFSET 0x08
#define FOREBAY_USER_FEATURE_PAGE_OFFSET_RESET 0x00000000
/* BYTES (r): Offset within its BAR; a multiple of 4096. */
#define FOREBAY_USER_FEATURE_PAGE_OFFSET_BYTES GENMASK(31, 0)

/* Page size. How far they go. */
#define FOREBAY_USER_FEATURE_PAGE_BYTES 0x0c
#define FOREBAY_USER_FEATURE_PAGE_BYTES_RESET 0x00000000
/* BYTES (r): In bytes, a multiple of 4; 0 of a feature without registers. */
#define FOREBAY_USER_FEATURE_PAGE_BYTES_BYTES GENMASK(31, 0)

/* Page BAR. Which BAR they are in. */
#define FOREBAY_USER_FEATURE_PAGE_BAR 0x10
#define FOREBAY_USER_FEATURE_PAGE_BAR_RESET 0x00000000
/* NUMBER (r): Number of the BAR. */
#define FOREBAY_USER_FEATURE_PAGE_BAR_NUMBER GENMASK(2, 0)

/* Next. Where the next header is. */
#define FOREBAY_USER_FEATURE_NEXT 0x14
#define FOREBAY_USER_FEATURE_NEXT_RESET 0x00000000
/*
 * BYTES (r): From the beginning of the card's own registers on; a multiple of 64. 0 in the last
 * header.
 */
#define FOREBAY_USER_FEATURE_NEXT_BYTES GENMASK(31, 0)

/* Interrupt lines. User interrupt lines that the feature raises. */
#define FOREBAY_USER_FEATURE_LINES 0x18
#define FOREBAY_USER_FEATURE_LINES_RESET 0x00000000
/* FIRST (r): Number of the first. */
#define FOREBAY_USER_FEATURE_LINES_FIRST GENMASK(7, 0)
/* COUNT (r): How many. */
#define FOREBAY_USER_FEATURE_LINES_COUNT GENMASK(15, 8)

/* Streams. Streams that a datapath uses; 0 of anything else. */
#define FOREBAY_USER_FEATURE_STREAMS 0x1c
#define FOREBAY_USER_FEATURE_STREAMS_RESET 0x00000000
/* H2C (r): Bit n: it takes what H2C channel n brings. */
#define FOREBAY_USER_FEATURE_STREAMS_H2C GENMASK(3, 0)
/* C2H (r): Bit n: it feeds C2H channel n. */
#define FOREBAY_USER_FEATURE_STREAMS_C2H GENMASK(7, 4)
/* PORTS (r): Bit n: it takes what is written into stream port n. */
#define FOREBAY_USER_FEATURE_STREAMS_PORTS GENMASK(15, 8)

/* Events. Counters of the feature's own. */
#define FOREBAY_USER_FEATURE_EVENTS 0x20
#define FOREBAY_USER_FEATURE_EVENTS_RESET 0x00000000
/* COUNT (r): How many; where they are is the same in the page of every plug. */
#define FOREBAY_USER_FEATURE_EVENTS_COUNT GENMASK(7, 0)

/* Control. What can be asked of any plug, known or not. */
#define FOREBAY_USER_FEATURE_CONTROL 0x30
#define FOREBAY_USER_FEATURE_CONTROL_RESET 0x00000000
/*
 * QUIESCE (rw): While 1 the plug begins nothing, ends what it has on a bus, drops the rest and comes
 * to rest: BUSY falls. Front ends stop as if each of their runs had been stopped. Ignored by features
 * of the platform.
 */
#define FOREBAY_USER_FEATURE_CONTROL_QUIESCE BIT(0)

/* Status. What any plug tells. */
#define FOREBAY_USER_FEATURE_STATUS 0x34
#define FOREBAY_USER_FEATURE_STATUS_RESET 0x00000000
/* BUSY (r): It has something under way. */
#define FOREBAY_USER_FEATURE_STATUS_BUSY BIT(0)
/*
 * WAITS_H2C (r): Of a datapath, bit n: it is busy and would take from H2C channel n, which has nothing
 * for it.
 */
#define FOREBAY_USER_FEATURE_STATUS_WAITS_H2C GENMASK(11, 8)
/* WAITS_C2H (r): Of a datapath, bit n: it has something for C2H channel n, which does not take it. */
#define FOREBAY_USER_FEATURE_STATUS_WAITS_C2H GENMASK(15, 12)
/*
 * WAITS_PORTS (r): Of a datapath, bit n: it is busy and would take from stream port n, which has
 * nothing for it.
 */
#define FOREBAY_USER_FEATURE_STATUS_WAITS_PORTS GENMASK(23, 16)

/* Progress. Shows that the plug gets on. */
#define FOREBAY_USER_FEATURE_PROGRESS 0x38
#define FOREBAY_USER_FEATURE_PROGRESS_RESET 0x00000000
/*
 * COUNT (r): Pieces of work since reset, modulo 2^32: beats taken and given, and whatever else the
 * plug counts as a step. Unchanged while the plug waits.
 */
#define FOREBAY_USER_FEATURE_PROGRESS_COUNT GENMASK(31, 0)

/*
 * Last bad addresses, clear on read: Twin of the last bad addresses at +0x800: reading a low half also
 * sets the address back to 0.
 */
#define FOREBAY_USER_LAST_BAD_CLEAR_BASE 0x0840

/* Host address, low. As in LAST_BAD, then cleared. */
#define FOREBAY_USER_LAST_BAD_CLEAR_HOST_LO 0x00
#define FOREBAY_USER_LAST_BAD_CLEAR_HOST_LO_RESET 0x00000000
/* ADDR (rc): Address bits 31:0. */
#define FOREBAY_USER_LAST_BAD_CLEAR_HOST_LO_ADDR GENMASK(31, 0)

/* Host address, high. Held by the read of the low half. */
#define FOREBAY_USER_LAST_BAD_CLEAR_HOST_HI 0x04
#define FOREBAY_USER_LAST_BAD_CLEAR_HOST_HI_RESET 0x00000000
/* ADDR (r): Address bits 63:32. */
#define FOREBAY_USER_LAST_BAD_CLEAR_HOST_HI_ADDR GENMASK(31, 0)

/* Card address, low. As in LAST_BAD, then cleared. */
#define FOREBAY_USER_LAST_BAD_CLEAR_CARD_LO 0x08
#define FOREBAY_USER_LAST_BAD_CLEAR_CARD_LO_RESET 0x00000000
/* ADDR (rc): Address bits 31:0. */
#define FOREBAY_USER_LAST_BAD_CLEAR_CARD_LO_ADDR GENMASK(31, 0)

/* Card address, high. Held by the read of the low half. */
#define FOREBAY_USER_LAST_BAD_CLEAR_CARD_HI 0x0c
#define FOREBAY_USER_LAST_BAD_CLEAR_CARD_HI_RESET 0x00000000
/* ADDR (r): Address bits 63:32. */
#define FOREBAY_USER_LAST_BAD_CLEAR_CARD_HI_ADDR GENMASK(31, 0)

/* Register address, low. As in LAST_BAD, then cleared. */
#define FOREBAY_USER_LAST_BAD_CLEAR_MMIO_LO 0x10
#define FOREBAY_USER_LAST_BAD_CLEAR_MMIO_LO_RESET 0x00000000
/* ADDR (rc): Offset bits 31:0. */
#define FOREBAY_USER_LAST_BAD_CLEAR_MMIO_LO_ADDR GENMASK(31, 0)

/* Register address, high. Held by the read of the low half. */
#define FOREBAY_USER_LAST_BAD_CLEAR_MMIO_HI 0x14
#define FOREBAY_USER_LAST_BAD_CLEAR_MMIO_HI_RESET 0x00000000
/* ADDR (r): Offset bits 35:32 in 3:0, BAR number in 6:4. */
#define FOREBAY_USER_LAST_BAD_CLEAR_MMIO_HI_ADDR GENMASK(31, 0)

/*
 * Counters, clear on read: Twin of the counters at +0x800: reading LO also sets the counter back to 0.
 * An event in the same cycle is not lost, it counts as the first one after.
 */
#define FOREBAY_USER_COUNTER_CLEAR_BASE 0x0900
#define FOREBAY_USER_COUNTER_CLEAR_STRIDE 0x8
#define FOREBAY_USER_COUNTER_CLEAR_COUNT 48

/* Count, low. Bits 31:0, then cleared. */
#define FOREBAY_USER_COUNTER_CLEAR_LO 0x00
#define FOREBAY_USER_COUNTER_CLEAR_LO_RESET 0x00000000
/* COUNT (rc): Bits 31:0. */
#define FOREBAY_USER_COUNTER_CLEAR_LO_COUNT GENMASK(31, 0)

/* Count, high. Upper bits as they were when a low half was last read. */
#define FOREBAY_USER_COUNTER_CLEAR_HI 0x04
#define FOREBAY_USER_COUNTER_CLEAR_HI_RESET 0x00000000
/* COUNT (r): Bits 47:32. */
#define FOREBAY_USER_COUNTER_CLEAR_HI_COUNT GENMASK(15, 0)

/* Stream port: One memory-mapped entry to a stream, a FIFO behind it. */
#define FOREBAY_USER_STREAM_BASE 0x2000
#define FOREBAY_USER_STREAM_STRIDE 0x100
#define FOREBAY_USER_STREAM_COUNT 2

/* Control. Flush. */
#define FOREBAY_USER_STREAM_CONTROL 0x00
#define FOREBAY_USER_STREAM_CONTROL_RESET 0x00000000
/*
 * FLUSH (rw): While 1 the consumer sees an empty FIFO and entries are discarded, one per cycle;
 * arriving beats are accepted and follow them, and what BEGUN counts is forgotten. After it falls,
 * what is inside is still discarded; beats that come then stay.
 */
#define FOREBAY_USER_STREAM_CONTROL_FLUSH BIT(0)

/* Depth. Size of the FIFO. */
#define FOREBAY_USER_STREAM_DEPTH 0x04
#define FOREBAY_USER_STREAM_DEPTH_RESET 0x00000000
/* ENTRIES (r): Entries of 64 bytes. */
#define FOREBAY_USER_STREAM_DEPTH_ENTRIES GENMASK(15, 0)

/* Occupancy. Entries in the FIFO now, and whether they are too many for somebody. */
#define FOREBAY_USER_STREAM_OCCUPANCY 0x08
#define FOREBAY_USER_STREAM_OCCUPANCY_RESET 0x00000000
/* ENTRIES (r): Entries of 64 bytes. */
#define FOREBAY_USER_STREAM_OCCUPANCY_ENTRIES GENMASK(15, 0)
/* WAITS (r): A write burst waits because the FIFO has no room for it. */
#define FOREBAY_USER_STREAM_OCCUPANCY_WAITS BIT(31)

/* High water. Most entries that were ever in the FIFO since the last clear. */
#define FOREBAY_USER_STREAM_HIGH_WATER 0x0c
#define FOREBAY_USER_STREAM_HIGH_WATER_RESET 0x00000000
/* ENTRIES (r): Entries of 64 bytes. */
#define FOREBAY_USER_STREAM_HIGH_WATER_ENTRIES GENMASK(15, 0)

/*
 * Begun. What has been written through the aperture and does not make a whole entry yet. It waits for
 * more bytes; a flush forgets it.
 */
#define FOREBAY_USER_STREAM_BEGUN 0x10
#define FOREBAY_USER_STREAM_BEGUN_RESET 0x00000000
/* BYTES (r): Bytes. */
#define FOREBAY_USER_STREAM_BEGUN_BYTES GENMASK(5, 0)

/*
 * High water, clear on read. Twin of HIGH_WATER: reading also sets the mark down to the present
 * occupancy.
 */
#define FOREBAY_USER_STREAM_HIGH_WATER_CLEAR 0x8c
#define FOREBAY_USER_STREAM_HIGH_WATER_CLEAR_RESET 0x00000000
/* ENTRIES (rc): Entries of 64 bytes. */
#define FOREBAY_USER_STREAM_HIGH_WATER_CLEAR_ENTRIES GENMASK(15, 0)

/*
 * Copy: Page of the copy front end. Set up source, destination, length and spaces, write GO, wait for
 * DONE or the line. What is refused has moved nothing; after anything at all the next copy works.
 */
#define FOREBAY_USER_COPY_BASE 0x3000

/* Source, low. Where from; bits 31:0. */
#define FOREBAY_USER_COPY_SRC_LO 0x00
#define FOREBAY_USER_COPY_SRC_LO_RESET 0x00000000
/* ADDR (rw): Address bits 31:0. */
#define FOREBAY_USER_COPY_SRC_LO_ADDR GENMASK(31, 0)

/* Source, high. Where from; bits 63:32. */
#define FOREBAY_USER_COPY_SRC_HI 0x04
#define FOREBAY_USER_COPY_SRC_HI_RESET 0x00000000
/* ADDR (rw): Address bits 63:32. */
#define FOREBAY_USER_COPY_SRC_HI_ADDR GENMASK(31, 0)

/* Destination, low. Where to; bits 31:0. */
#define FOREBAY_USER_COPY_DST_LO 0x08
#define FOREBAY_USER_COPY_DST_LO_RESET 0x00000000
/* ADDR (rw): Address bits 31:0. */
#define FOREBAY_USER_COPY_DST_LO_ADDR GENMASK(31, 0)

/* Destination, high. Where to; bits 63:32. */
#define FOREBAY_USER_COPY_DST_HI 0x0c
#define FOREBAY_USER_COPY_DST_HI_RESET 0x00000000
/* ADDR (rw): Address bits 63:32. */
#define FOREBAY_USER_COPY_DST_HI_ADDR GENMASK(31, 0)

/* Length. How much. */
#define FOREBAY_USER_COPY_LENGTH 0x10
#define FOREBAY_USER_COPY_LENGTH_RESET 0x00000000
/* BYTES (rw): Bytes. */
#define FOREBAY_USER_COPY_LENGTH_BYTES GENMASK(31, 0)

/* Spaces. What the addresses mean. */
#define FOREBAY_USER_COPY_SPACES 0x14
#define FOREBAY_USER_COPY_SPACES_RESET 0x00000000
/* SRC_CARD (rw): 1: the source is a card address, 0: one of the host. */
#define FOREBAY_USER_COPY_SPACES_SRC_CARD BIT(0)
/* DST_CARD (rw): 1: the destination is a card address, 0: one of the host. */
#define FOREBAY_USER_COPY_SPACES_DST_CARD BIT(1)

/* Control. Begins and ends a copy. Reads as 0. */
#define FOREBAY_USER_COPY_CONTROL 0x18
#define FOREBAY_USER_COPY_CONTROL_RESET 0x00000000
/*
 * GO (pulse): Writing 1 begins a copy of what the registers say now, and clears DONE. Refused with an
 * error while STATUS.BUSY is 1 or the feature is quiesced.
 */
#define FOREBAY_USER_COPY_CONTROL_GO BIT(0)
/*
 * ABORT (pulse): Writing 1 ends the copy: nothing more is begun, what is on a bus is finished. BUSY
 * falls when all of that is answered.
 */
#define FOREBAY_USER_COPY_CONTROL_ABORT BIT(1)

/* Status. What has become of the copy. */
#define FOREBAY_USER_COPY_STATUS 0x1c
#define FOREBAY_USER_COPY_STATUS_RESET 0x00000000
/* BUSY (r): A copy is under way. */
#define FOREBAY_USER_COPY_STATUS_BUSY BIT(0)
/*
 * DONE (w1c): A copy has ended since this was cleared. Raises the line. Cleared by writing 1 and by
 * GO.
 */
#define FOREBAY_USER_COPY_STATUS_DONE BIT(1)
/* CAUSE (r): How the last copy ended; its cause is there from DONE on. */
#define FOREBAY_USER_COPY_STATUS_CAUSE GENMASK(15, 8)
/* All of it has arrived. */
#define FOREBAY_USER_COPY_STATUS_CAUSE_DONE_WHOLE 0
/* Nobody is at a host address; it is in BAD. */
#define FOREBAY_USER_COPY_STATUS_CAUSE_HOST_DECODE 1
/* Whoever is at a host address refused; it is in BAD. */
#define FOREBAY_USER_COPY_STATUS_CAUSE_HOST_SLAVE 2
/* Nothing of the card is at a card address; it is in BAD. */
#define FOREBAY_USER_COPY_STATUS_CAUSE_CARD_DECODE 3
/* What is at a card address refused; it is in BAD. */
#define FOREBAY_USER_COPY_STATUS_CAUSE_CARD_SLAVE 4
/* Host data came marked as damaged; the address is in BAD. */
#define FOREBAY_USER_COPY_STATUS_CAUSE_HOST_POISON 5
/* Refused: no bytes were asked for. */
#define FOREBAY_USER_COPY_STATUS_CAUSE_ZERO_LENGTH 8
/* Refused: more than 2^28 - 1 bytes were asked for. */
#define FOREBAY_USER_COPY_STATUS_CAUSE_TOO_LONG 9
/* Refused: source or destination goes beyond the last address of 64 bits. */
#define FOREBAY_USER_COPY_STATUS_CAUSE_WRAPS 10
/* Refused: source and destination are in the same space and have bytes in common. */
#define FOREBAY_USER_COPY_STATUS_CAUSE_OVERLAPS 11
/* Refused: the card has nothing that copies between these spaces, such as from card to card. */
#define FOREBAY_USER_COPY_STATUS_CAUSE_NO_PATH 12
/* Stopped by ABORT or by QUIESCE of the feature header before all of it had moved. */
#define FOREBAY_USER_COPY_STATUS_CAUSE_ABORTED 13

/* Bad address, low. Where the last copy failed; bits 31:0, or 0 if no bus refused it. */
#define FOREBAY_USER_COPY_BAD_LO 0x20
#define FOREBAY_USER_COPY_BAD_LO_RESET 0x00000000
/* ADDR (r): Address bits 31:0, of the burst that failed first. */
#define FOREBAY_USER_COPY_BAD_LO_ADDR GENMASK(31, 0)

/* Bad address, high. Where the last copy failed; bits 63:32. */
#define FOREBAY_USER_COPY_BAD_HI 0x24
#define FOREBAY_USER_COPY_BAD_HI_RESET 0x00000000
/* ADDR (r): Address bits 63:32. */
#define FOREBAY_USER_COPY_BAD_HI_ADDR GENMASK(31, 0)

/* Moved. How much of the last copy has arrived, from its beginning on. */
#define FOREBAY_USER_COPY_MOVED 0x28
#define FOREBAY_USER_COPY_MOVED_RESET 0x00000000
/* BYTES (r): Bytes. */
#define FOREBAY_USER_COPY_MOVED_BYTES GENMASK(31, 0)

/*
 * User-level DMA: Page of the user-level DMA front end, for the kernel. Table and contexts are reached
 * through an index: set INDEX, then use the registers behind it.
 */
#define FOREBAY_USER_UDMA_BASE 0x4000

/* Capabilities. How much of everything there is. */
#define FOREBAY_USER_UDMA_CAPS 0x00
#define FOREBAY_USER_UDMA_CAPS_RESET 0x00000000
/* CONTEXTS (r): Contexts. */
#define FOREBAY_USER_UDMA_CAPS_CONTEXTS GENMASK(7, 0)
/* SLOTS (r): Slots of the table, 4 KiB of memory each. */
#define FOREBAY_USER_UDMA_CAPS_SLOTS GENMASK(23, 8)
/* DEPTH (r): Transfers that a context may have under way. */
#define FOREBAY_USER_UDMA_CAPS_DEPTH GENMASK(31, 24)

/*
 * Scheme. Which scheme sees the accesses. Writing it makes all schemes forget what they had begun to
 * take in; transfers under way go on.
 */
#define FOREBAY_USER_UDMA_SCHEME 0x04
#define FOREBAY_USER_UDMA_SCHEME_RESET 0x00000000
/* NUMBER (rw): The scheme; one that is not there is NONE. */
#define FOREBAY_USER_UDMA_SCHEME_NUMBER GENMASK(7, 0)
/* No access starts anything. */
#define FOREBAY_USER_UDMA_SCHEME_NUMBER_NONE 0
/* One access: a store of the size at the source; the destination is the partner of its page. */
#define FOREBAY_USER_UDMA_SCHEME_NUMBER_SHRIMP1 1
/*
 * Store at the destination, load at the source; safe with HOOK on every context switch, on one
 * processor.
 */
#define FOREBAY_USER_UDMA_SCHEME_NUMBER_SHRIMP2 2
/* The same, with the running process in WHO. */
#define FOREBAY_USER_UDMA_SCHEME_NUMBER_FLASH 3
/* Extended shadow addressing with one latch that keeps the context. */
#define FOREBAY_USER_UDMA_SCHEME_NUMBER_SHADOW_CHECK 4
/* Extended shadow addressing with a latch for each context. */
#define FOREBAY_USER_UDMA_SCHEME_NUMBER_SHADOW 5
/* Repeated passing, three accesses: can be broken. */
#define FOREBAY_USER_UDMA_SCHEME_NUMBER_REPEAT3 6
/* Repeated passing, four accesses: can be broken. */
#define FOREBAY_USER_UDMA_SCHEME_NUMBER_REPEAT4 7
/* Repeated passing, five accesses. */
#define FOREBAY_USER_UDMA_SCHEME_NUMBER_REPEAT5 8
/* Arguments by stores that carry a key; a page for each context. */
#define FOREBAY_USER_UDMA_SCHEME_NUMBER_KEY 9
/* A line of 64 bytes carries all arguments. */
#define FOREBAY_USER_UDMA_SCHEME_NUMBER_PORTAL 10
/*
 * DIRECT (rw): 1: shadow addresses are those of host memory on the bus, on a card that has room for
 * them; schemes whose addresses do not all come as shadow addresses are NONE then.
 */
#define FOREBAY_USER_UDMA_SCHEME_DIRECT BIT(8)

/* Hook. What a context switch tells SHRIMP-2. Reads as 0. */
#define FOREBAY_USER_UDMA_HOOK 0x08
#define FOREBAY_USER_UDMA_HOOK_RESET 0x00000000
/* SWITCH (pulse): Writing 1 makes the scheme forget what a process has begun. */
#define FOREBAY_USER_UDMA_HOOK_SWITCH BIT(0)

/* Who. What a context switch tells FLASH. */
#define FOREBAY_USER_UDMA_WHO 0x0c
#define FOREBAY_USER_UDMA_WHO_RESET 0x00000000
/* PROCESS (rw): Number of the process that runs. */
#define FOREBAY_USER_UDMA_WHO_PROCESS GENMASK(31, 0)

/*
 * Pending. Contexts of which a transfer has ended, or whose record has been written, since this was
 * cleared; of a list, when all of it is over. The line is high while one of them is enabled.
 */
#define FOREBAY_USER_UDMA_PENDING 0x10
#define FOREBAY_USER_UDMA_PENDING_RESET 0x00000000
/* CONTEXTS (w1c): Bit n: context n. Cleared by writing 1. */
#define FOREBAY_USER_UDMA_PENDING_CONTEXTS GENMASK(7, 0)

/* Interrupt enable. Which contexts may raise the line. */
#define FOREBAY_USER_UDMA_ENABLE 0x14
#define FOREBAY_USER_UDMA_ENABLE_RESET 0x00000000
/* CONTEXTS (rw): Bit n: context n. */
#define FOREBAY_USER_UDMA_ENABLE_CONTEXTS GENMASK(7, 0)

/* Batch. How much one line may start. */
#define FOREBAY_USER_UDMA_BATCH 0x18
#define FOREBAY_USER_UDMA_BATCH_RESET 0x00000000
/* MOST (r): Descriptors of a list at most. */
#define FOREBAY_USER_UDMA_BATCH_MOST GENMASK(15, 0)

/* Direct addresses. Room for addresses of host memory as shadow addresses. */
#define FOREBAY_USER_UDMA_DIRECT 0x1c
#define FOREBAY_USER_UDMA_DIRECT_RESET 0x00000000
/*
 * BITS (r): Bits of an address in the upper window, below those of the context; 0: there is no such
 * window.
 */
#define FOREBAY_USER_UDMA_DIRECT_BITS GENMASK(7, 0)

/* Slot. Which slot SLOT_BYTES writes. */
#define FOREBAY_USER_UDMA_SLOT 0x20
#define FOREBAY_USER_UDMA_SLOT_RESET 0x00000000
/* INDEX (rw): Its number. */
#define FOREBAY_USER_UDMA_SLOT_INDEX GENMASK(15, 0)

/* Slot address, low. Where the slot's memory is; bits 31:0. */
#define FOREBAY_USER_UDMA_SLOT_ADDR_LO 0x24
#define FOREBAY_USER_UDMA_SLOT_ADDR_LO_RESET 0x00000000
/* ADDR (rw): Address bits 31:0, a multiple of 4096. */
#define FOREBAY_USER_UDMA_SLOT_ADDR_LO_ADDR GENMASK(31, 0)

/* Slot address, high. Where the slot's memory is; bits 63:32. */
#define FOREBAY_USER_UDMA_SLOT_ADDR_HI 0x28
#define FOREBAY_USER_UDMA_SLOT_ADDR_HI_RESET 0x00000000
/* ADDR (rw): Address bits 63:32. */
#define FOREBAY_USER_UDMA_SLOT_ADDR_HI_ADDR GENMASK(31, 0)

/* Slot rights. What may be done with the slot's memory, and by whom. */
#define FOREBAY_USER_UDMA_SLOT_RIGHTS 0x2c
#define FOREBAY_USER_UDMA_SLOT_RIGHTS_RESET 0x00000000
/* READ (rw): It may be a source. */
#define FOREBAY_USER_UDMA_SLOT_RIGHTS_READ BIT(0)
/* WRITE (rw): It may be a destination. */
#define FOREBAY_USER_UDMA_SLOT_RIGHTS_WRITE BIT(1)
/* CARD (rw): 1: the address is one of the card, 0: one of the host. */
#define FOREBAY_USER_UDMA_SLOT_RIGHTS_CARD BIT(2)
/* OWNER (rw): Context that it belongs to. */
#define FOREBAY_USER_UDMA_SLOT_RIGHTS_OWNER GENMASK(10, 8)
/* PARTNER (rw): Slot that SHRIMP-1 takes for the destination. */
#define FOREBAY_USER_UDMA_SLOT_RIGHTS_PARTNER GENMASK(23, 16)

/*
 * Slot bytes. Writing it puts the four registers into the table, at the slot that SLOT says. The table
 * itself is not read back.
 */
#define FOREBAY_USER_UDMA_SLOT_BYTES 0x30
#define FOREBAY_USER_UDMA_SLOT_BYTES_RESET 0x00000000
/*
 * COUNT (rw): Bytes of the registered region from the beginning of the slot on, as far as they follow
 * each other on the bus; 0: nothing is there.
 */
#define FOREBAY_USER_UDMA_SLOT_BYTES_COUNT GENMASK(31, 0)

/* Context. Which context the registers behind it are of. */
#define FOREBAY_USER_UDMA_CONTEXT 0x40
#define FOREBAY_USER_UDMA_CONTEXT_RESET 0x00000000
/* INDEX (rw): Its number. */
#define FOREBAY_USER_UDMA_CONTEXT_INDEX GENMASK(2, 0)

/* Context control. Whether the context may start anything. */
#define FOREBAY_USER_UDMA_CONTEXT_CONTROL 0x44
#define FOREBAY_USER_UDMA_CONTEXT_CONTROL_RESET 0x00000000
/*
 * ON (rw): While 0 its starts are refused, what its schemes have begun to take in is forgotten,
 * transfers that wait are dropped, and what is with a mover goes to its end; BUSY falls when all of
 * that is over.
 */
#define FOREBAY_USER_UDMA_CONTEXT_CONTROL_ON BIT(0)

/* Context key, low. Bits 31:0 of the key; kept until KEY_HI is written. Reads as 0. */
#define FOREBAY_USER_UDMA_KEY_LO 0x48
#define FOREBAY_USER_UDMA_KEY_LO_RESET 0x00000000
/* KEY (w): Bits 31:0. */
#define FOREBAY_USER_UDMA_KEY_LO_KEY GENMASK(31, 0)

/* Context key, high. Writing it sets the key of the context. Reads as 0. */
#define FOREBAY_USER_UDMA_KEY_HI 0x4c
#define FOREBAY_USER_UDMA_KEY_HI_RESET 0x00000000
/* KEY (w): Bits 59:32. */
#define FOREBAY_USER_UDMA_KEY_HI_KEY GENMASK(27, 0)

/* Context status. What the context has under way. */
#define FOREBAY_USER_UDMA_CONTEXT_STATUS 0x50
#define FOREBAY_USER_UDMA_CONTEXT_STATUS_RESET 0x00000000
/* BUSY (r): A transfer waits or is under way, or its record is. */
#define FOREBAY_USER_UDMA_CONTEXT_STATUS_BUSY BIT(0)
/*
 * FAILED (r): The last transfer that ended did not end well; 0 if none has since the context was
 * turned on or off.
 */
#define FOREBAY_USER_UDMA_CONTEXT_STATUS_FAILED BIT(1)
/* COUNT (r): How many are not over. */
#define FOREBAY_USER_UDMA_CONTEXT_STATUS_COUNT GENMASK(15, 8)

/*
 * Bad address, low. Slot address with which the last start of the context was refused, or the transfer
 * failed.
 */
#define FOREBAY_USER_UDMA_BAD_LO 0x54
#define FOREBAY_USER_UDMA_BAD_LO_RESET 0x00000000
/* ADDR (r): Bits 31:0. */
#define FOREBAY_USER_UDMA_BAD_LO_ADDR GENMASK(31, 0)

/* Bad address, high. The rest of it, and why. */
#define FOREBAY_USER_UDMA_BAD_HI 0x58
#define FOREBAY_USER_UDMA_BAD_HI_RESET 0x00000000
/* ADDR (r): Bits 47:32. */
#define FOREBAY_USER_UDMA_BAD_HI_ADDR GENMASK(15, 0)
/* REASON (r): Why. */
#define FOREBAY_USER_UDMA_BAD_HI_REASON GENMASK(23, 16)
/* All of it has arrived. */
#define FOREBAY_USER_UDMA_BAD_HI_REASON_DONE 0
/* Nobody is at a host address. */
#define FOREBAY_USER_UDMA_BAD_HI_REASON_HOST_DECODE 1
/* Whoever is at a host address refused. */
#define FOREBAY_USER_UDMA_BAD_HI_REASON_HOST_SLAVE 2
/* Nothing of the card is at a card address. */
#define FOREBAY_USER_UDMA_BAD_HI_REASON_CARD_DECODE 3
/* What is at a card address refused. */
#define FOREBAY_USER_UDMA_BAD_HI_REASON_CARD_SLAVE 4
/* Host data came marked as damaged. */
#define FOREBAY_USER_UDMA_BAD_HI_REASON_HOST_POISON 5
/* Ended by the kernel before all of it had moved. */
#define FOREBAY_USER_UDMA_BAD_HI_REASON_ABORTED 6
/* Refused: no bytes were asked for. */
#define FOREBAY_USER_UDMA_BAD_HI_REASON_EMPTY 8
/* Refused: an address is in no slot of this context. */
#define FOREBAY_USER_UDMA_BAD_HI_REASON_SLOT 9
/* Refused: the source may not be read. */
#define FOREBAY_USER_UDMA_BAD_HI_REASON_UNREADABLE 10
/* Refused: the destination, or where the record goes, may not be written. */
#define FOREBAY_USER_UDMA_BAD_HI_REASON_UNWRITABLE 11
/* Refused: it would leave the registered region of an address, or is more than one may be. */
#define FOREBAY_USER_UDMA_BAD_HI_REASON_EXTENT 12
/*
 * Refused: the card has nothing that moves between these two, or a record would not be in host memory
 * on a multiple of 8, or a list not on one of 32.
 */
#define FOREBAY_USER_UDMA_BAD_HI_REASON_PATH 13
/* Refused: the context has as many transfers under way as it may, or a list already. */
#define FOREBAY_USER_UDMA_BAD_HI_REASON_FULL 14
/* Refused: the context is not enabled. */
#define FOREBAY_USER_UDMA_BAD_HI_REASON_OFF 15

/* Starts. Starts of the context that were taken; stops at its end. */
#define FOREBAY_USER_UDMA_STARTS 0x60
#define FOREBAY_USER_UDMA_STARTS_RESET 0x00000000
/* COUNT (r): How many. */
#define FOREBAY_USER_UDMA_STARTS_COUNT GENMASK(31, 0)

/* Ended well. Transfers of the context that arrived whole; stops at its end. */
#define FOREBAY_USER_UDMA_DONE 0x64
#define FOREBAY_USER_UDMA_DONE_RESET 0x00000000
/* COUNT (r): How many. */
#define FOREBAY_USER_UDMA_DONE_COUNT GENMASK(31, 0)

/* Failed. Transfers of the context that were taken and did not end well; stops at its end. */
#define FOREBAY_USER_UDMA_FAILED 0x68
#define FOREBAY_USER_UDMA_FAILED_RESET 0x00000000
/* COUNT (r): How many. */
#define FOREBAY_USER_UDMA_FAILED_COUNT GENMASK(31, 0)

/* Strays. Accesses that the scheme in force had no use for; stops at its end. */
#define FOREBAY_USER_UDMA_STRAYS 0x6c
#define FOREBAY_USER_UDMA_STRAYS_RESET 0x00000000
/* COUNT (r): How many. */
#define FOREBAY_USER_UDMA_STRAYS_COUNT GENMASK(31, 0)

/*
 * Not begun. Descriptors of lists that never came to be judged, because their list could not be read
 * on or was called off; stops at its end.
 */
#define FOREBAY_USER_UDMA_SKIPPED 0x70
#define FOREBAY_USER_UDMA_SKIPPED_RESET 0x00000000
/* COUNT (r): How many. */
#define FOREBAY_USER_UDMA_SKIPPED_COUNT GENMASK(31, 0)

/* Refused. Starts of the context that were refused, by reason, from EMPTY on; each stops at its end. */
#define FOREBAY_USER_UDMA_REFUSED 0x80
#define FOREBAY_USER_UDMA_REFUSED_STRIDE 4
#define FOREBAY_USER_UDMA_REFUSED_COUNT 8
#define FOREBAY_USER_UDMA_REFUSED_RESET 0x00000000
/* STARTS (r): How many. */
#define FOREBAY_USER_UDMA_REFUSED_STARTS GENMASK(31, 0)

/*
 * S2MM: Page of the capture engine: a stream to buffers in host memory, by pairs of an address and a
 * length. Registers below 0x80 are those of the S2MM channel of an AXI DMA without scatter-gather;
 * software for it finds nothing else new.
 */
#define FOREBAY_USER_S2MM_BASE 0x5000

/* Control. Run, reset, interrupts. */
#define FOREBAY_USER_S2MM_DMACR 0x30
#define FOREBAY_USER_S2MM_DMACR_RESET 0x00010002
/*
 * RS (rw): 1: runs. Falls by itself at an error. Clearing it ends what is under way, and what had
 * become of it by then is told.
 */
#define FOREBAY_USER_S2MM_DMACR_RS BIT(0)
/* FIXED (r): Reads as 1. */
#define FOREBAY_USER_S2MM_DMACR_FIXED BIT(1)
/*
 * SOFT_RESET (rw): Writing 1 ends what is under way and puts every register back; reads as 1 until
 * that is over.
 */
#define FOREBAY_USER_S2MM_DMACR_SOFT_RESET BIT(2)
/*
 * KEYHOLE (rw): The address stands still. Not done here: with it set a transfer ends with INT_ERR and
 * moves nothing.
 */
#define FOREBAY_USER_S2MM_DMACR_KEYHOLE BIT(3)
/* IOC_IRQ_EN (rw): A finished transfer raises the line. */
#define FOREBAY_USER_S2MM_DMACR_IOC_IRQ_EN BIT(12)
/* DLY_IRQ_EN (rw): Kept; nothing is delayed in direct-register mode. */
#define FOREBAY_USER_S2MM_DMACR_DLY_IRQ_EN BIT(13)
/* ERR_IRQ_EN (rw): An error raises the line. */
#define FOREBAY_USER_S2MM_DMACR_ERR_IRQ_EN BIT(14)
/* IRQ_THRESHOLD (rw): Kept; each transfer interrupts in direct-register mode. */
#define FOREBAY_USER_S2MM_DMACR_IRQ_THRESHOLD GENMASK(23, 16)
/* IRQ_DELAY (rw): Kept; see DLY_IRQ_EN. */
#define FOREBAY_USER_S2MM_DMACR_IRQ_DELAY GENMASK(31, 24)

/* Status. What has become of it. */
#define FOREBAY_USER_S2MM_DMASR 0x34
#define FOREBAY_USER_S2MM_DMASR_RESET 0x00010001
/* HALTED (r): It does not run, and all that it had under way is over. */
#define FOREBAY_USER_S2MM_DMASR_HALTED BIT(0)
/* IDLE (r): It runs, and the last transfer it had is finished. */
#define FOREBAY_USER_S2MM_DMASR_IDLE BIT(1)
/* SG_INCLD (r): Scatter-gather is not there. */
#define FOREBAY_USER_S2MM_DMASR_SG_INCLD BIT(3)
/*
 * INT_ERR (r): KEYHOLE is set, or, of a stream to the host, a packet was longer than its buffer and
 * MODE.CUT is 0. Stays until reset.
 */
#define FOREBAY_USER_S2MM_DMASR_INT_ERR BIT(4)
/* SLV_ERR (r): Whoever is at a host address refused. Stays until reset. */
#define FOREBAY_USER_S2MM_DMASR_SLV_ERR BIT(5)
/* DEC_ERR (r): Nobody is at a host address. Stays until reset. */
#define FOREBAY_USER_S2MM_DMASR_DEC_ERR BIT(6)
/* IOC_IRQ (w1c): A transfer was finished. Cleared by writing 1. */
#define FOREBAY_USER_S2MM_DMASR_IOC_IRQ BIT(12)
/* DLY_IRQ (w1c): Never set. Cleared by writing 1. */
#define FOREBAY_USER_S2MM_DMASR_DLY_IRQ BIT(13)
/* ERR_IRQ (w1c): An error has ended the run. Cleared by writing 1. */
#define FOREBAY_USER_S2MM_DMASR_ERR_IRQ BIT(14)
/* IRQ_THRESHOLD (r): As IRQ_THRESHOLD. */
#define FOREBAY_USER_S2MM_DMASR_IRQ_THRESHOLD GENMASK(23, 16)
/* IRQ_DELAY (r): As IRQ_DELAY. */
#define FOREBAY_USER_S2MM_DMASR_IRQ_DELAY GENMASK(31, 24)

/* Address, low. Where the buffer is; any alignment. */
#define FOREBAY_USER_S2MM_DA 0x48
#define FOREBAY_USER_S2MM_DA_RESET 0x00000000
/* ADDR (rw): Address bits 31:0. */
#define FOREBAY_USER_S2MM_DA_ADDR GENMASK(31, 0)

/* Address, high. Where the buffer is. */
#define FOREBAY_USER_S2MM_DA_MSB 0x4c
#define FOREBAY_USER_S2MM_DA_MSB_RESET 0x00000000
/* ADDR (rw): Address bits 63:32. */
#define FOREBAY_USER_S2MM_DA_MSB_ADDR GENMASK(31, 0)

/*
 * Length. Writing it, last, begins a transfer; nothing happens while halted, while one is under way,
 * or with 0. Reads as the bytes that the last finished transfer has moved.
 */
#define FOREBAY_USER_S2MM_LENGTH 0x58
#define FOREBAY_USER_S2MM_LENGTH_RESET 0x00000000
/* BYTES (rw): Bytes. */
#define FOREBAY_USER_S2MM_LENGTH_BYTES GENMASK(25, 0)

/* Capabilities. What there is beyond the core. */
#define FOREBAY_USER_S2MM_CAPS 0x80
#define FOREBAY_USER_S2MM_CAPS_RESET 0x40101a01
/* VERSION (r): Version of the registers from 0x80 on. */
#define FOREBAY_USER_S2MM_CAPS_VERSION GENMASK(7, 0)
/* LENGTH_BITS (r): Bits of a length. */
#define FOREBAY_USER_S2MM_CAPS_LENGTH_BITS GENMASK(15, 8)
/* PAIRS (r): Pairs of an address and a length that may be armed, the one under way among them. */
#define FOREBAY_USER_S2MM_CAPS_PAIRS GENMASK(23, 16)
/* BEAT_BYTES (r): Bytes of a beat of the stream. */
#define FOREBAY_USER_S2MM_CAPS_BEAT_BYTES GENMASK(31, 24)

/* Mode. What a buffer is. Written while halted. */
#define FOREBAY_USER_S2MM_MODE 0x84
#define FOREBAY_USER_S2MM_MODE_RESET 0x00000000
/* CUT (rw): A buffer that is full before its packet has ended is no error: the next one goes on. */
#define FOREBAY_USER_S2MM_MODE_CUT BIT(0)
/*
 * THROUGH (rw): Packets follow each other in a buffer, which ends when it is full or a burst ends. As
 * with CUT a packet may go on in the next one.
 */
#define FOREBAY_USER_S2MM_MODE_THROUGH BIT(1)
/*
 * RECORDS (rw): A record of each buffer is written to the ring, behind its data and ahead of its
 * interrupt.
 */
#define FOREBAY_USER_S2MM_MODE_RECORDS BIT(2)

/* Armed. Buffers that are not finished. */
#define FOREBAY_USER_S2MM_ARMED 0x88
#define FOREBAY_USER_S2MM_ARMED_RESET 0x00000000
/* PAIRS (r): Pairs that are not over. */
#define FOREBAY_USER_S2MM_ARMED_PAIRS GENMASK(7, 0)
/*
 * REFUSED (r): Pairs that were refused since the last reset: no room, no bytes, or not running. Stops
 * at its end.
 */
#define FOREBAY_USER_S2MM_ARMED_REFUSED GENMASK(31, 16)

/* Next address, low. Where a buffer behind those that are armed is. */
#define FOREBAY_USER_S2MM_NEXT_DA 0x90
#define FOREBAY_USER_S2MM_NEXT_DA_RESET 0x00000000
/* ADDR (rw): Address bits 31:0. */
#define FOREBAY_USER_S2MM_NEXT_DA_ADDR GENMASK(31, 0)

/* Next address, high. Where it is. */
#define FOREBAY_USER_S2MM_NEXT_DA_MSB 0x94
#define FOREBAY_USER_S2MM_NEXT_DA_MSB_RESET 0x00000000
/* ADDR (rw): Address bits 63:32. */
#define FOREBAY_USER_S2MM_NEXT_DA_MSB_ADDR GENMASK(31, 0)

/*
 * Next length. Writing it arms the pair behind those that are armed, or begins it where there is none.
 * Reads as 0.
 */
#define FOREBAY_USER_S2MM_NEXT_LENGTH 0x98
#define FOREBAY_USER_S2MM_NEXT_LENGTH_RESET 0x00000000
/* BYTES (rw): Bytes. */
#define FOREBAY_USER_S2MM_NEXT_LENGTH_BYTES GENMASK(25, 0)

/* Stamp, low. Time of the first sample of the last finished buffer. */
#define FOREBAY_USER_S2MM_STAMP_LO 0xa0
#define FOREBAY_USER_S2MM_STAMP_LO_RESET 0x00000000
/* TIME (r): Bits 31:0. */
#define FOREBAY_USER_S2MM_STAMP_LO_TIME GENMASK(31, 0)

/* Stamp, high. Time of the first sample of the last finished buffer. */
#define FOREBAY_USER_S2MM_STAMP_HI 0xa4
#define FOREBAY_USER_S2MM_STAMP_HI_RESET 0x00000000
/* TIME (r): Bits 63:32. */
#define FOREBAY_USER_S2MM_STAMP_HI_TIME GENMASK(31, 0)

/* Lost, low. Samples lost ahead of the packets that begin in the last finished buffer. */
#define FOREBAY_USER_S2MM_LOST_LO 0xa8
#define FOREBAY_USER_S2MM_LOST_LO_RESET 0x00000000
/* SAMPLES (r): Bits 31:0. */
#define FOREBAY_USER_S2MM_LOST_LO_SAMPLES GENMASK(31, 0)

/* Lost, high. The rest of it, and how that buffer ended. */
#define FOREBAY_USER_S2MM_LOST_HI 0xac
#define FOREBAY_USER_S2MM_LOST_HI_RESET 0x00000000
/* SAMPLES (r): Bits 47:32. */
#define FOREBAY_USER_S2MM_LOST_HI_SAMPLES GENMASK(15, 0)
/* EOP (r): A packet ended with its last byte. */
#define FOREBAY_USER_S2MM_LOST_HI_EOP BIT(16)
/* EOB (r): A burst did. */
#define FOREBAY_USER_S2MM_LOST_HI_EOB BIT(17)
/* OVERRUN (r): Samples were lost behind it. */
#define FOREBAY_USER_S2MM_LOST_HI_OVERRUN BIT(18)
/* STOPPED (r): It was cut short: stopped, or by an error. */
#define FOREBAY_USER_S2MM_LOST_HI_STOPPED BIT(19)

/* Sequence. Buffers finished since the last reset. */
#define FOREBAY_USER_S2MM_SEQUENCE 0xb0
#define FOREBAY_USER_S2MM_SEQUENCE_RESET 0x00000000
/* BUFFERS (r): How many; counts on from 0 at its end. */
#define FOREBAY_USER_S2MM_SEQUENCE_BUFFERS GENMASK(31, 0)

/* Ring, low. Where the records go: a ring of s2mm_record. Written while halted. */
#define FOREBAY_USER_S2MM_RING_LO 0xc0
#define FOREBAY_USER_S2MM_RING_LO_RESET 0x00000000
/* ADDR (rw): Address bits 31:0, a multiple of 32. */
#define FOREBAY_USER_S2MM_RING_LO_ADDR GENMASK(31, 0)

/* Ring, high. Where the records go. */
#define FOREBAY_USER_S2MM_RING_HI 0xc4
#define FOREBAY_USER_S2MM_RING_HI_RESET 0x00000000
/* ADDR (rw): Address bits 63:32. */
#define FOREBAY_USER_S2MM_RING_HI_ADDR GENMASK(31, 0)

/* Ring size. Record n goes to place n modulo the size, n as SEQUENCE counts before it. */
#define FOREBAY_USER_S2MM_RING_SIZE 0xc8
#define FOREBAY_USER_S2MM_RING_SIZE_RESET 0x00000000
/* LOG2 (rw): Logarithm to base 2 of the number of records. */
#define FOREBAY_USER_S2MM_RING_SIZE_LOG2 GENMASK(3, 0)

/*
 * MM2S: Page of the transmit engine: buffers in host memory to a stream, by pairs of an address and a
 * length. Registers below 0x80 are those of the MM2S channel of an AXI DMA without scatter-gather;
 * software for it finds nothing else new.
 */
#define FOREBAY_USER_MM2S_BASE 0x6000

/* Control. Run, reset, interrupts. */
#define FOREBAY_USER_MM2S_DMACR 0x00
#define FOREBAY_USER_MM2S_DMACR_RESET 0x00010002
/*
 * RS (rw): 1: runs. Falls by itself at an error. Clearing it ends what is under way, and what had
 * become of it by then is told.
 */
#define FOREBAY_USER_MM2S_DMACR_RS BIT(0)
/* FIXED (r): Reads as 1. */
#define FOREBAY_USER_MM2S_DMACR_FIXED BIT(1)
/*
 * SOFT_RESET (rw): Writing 1 ends what is under way and puts every register back; reads as 1 until
 * that is over.
 */
#define FOREBAY_USER_MM2S_DMACR_SOFT_RESET BIT(2)
/*
 * KEYHOLE (rw): The address stands still. Not done here: with it set a transfer ends with INT_ERR and
 * moves nothing.
 */
#define FOREBAY_USER_MM2S_DMACR_KEYHOLE BIT(3)
/* IOC_IRQ_EN (rw): A finished transfer raises the line. */
#define FOREBAY_USER_MM2S_DMACR_IOC_IRQ_EN BIT(12)
/* DLY_IRQ_EN (rw): Kept; nothing is delayed in direct-register mode. */
#define FOREBAY_USER_MM2S_DMACR_DLY_IRQ_EN BIT(13)
/* ERR_IRQ_EN (rw): An error raises the line. */
#define FOREBAY_USER_MM2S_DMACR_ERR_IRQ_EN BIT(14)
/* IRQ_THRESHOLD (rw): Kept; each transfer interrupts in direct-register mode. */
#define FOREBAY_USER_MM2S_DMACR_IRQ_THRESHOLD GENMASK(23, 16)
/* IRQ_DELAY (rw): Kept; see DLY_IRQ_EN. */
#define FOREBAY_USER_MM2S_DMACR_IRQ_DELAY GENMASK(31, 24)

/* Status. What has become of it. */
#define FOREBAY_USER_MM2S_DMASR 0x04
#define FOREBAY_USER_MM2S_DMASR_RESET 0x00010001
/* HALTED (r): It does not run, and all that it had under way is over. */
#define FOREBAY_USER_MM2S_DMASR_HALTED BIT(0)
/* IDLE (r): It runs, and the last transfer it had is finished. */
#define FOREBAY_USER_MM2S_DMASR_IDLE BIT(1)
/* SG_INCLD (r): Scatter-gather is not there. */
#define FOREBAY_USER_MM2S_DMASR_SG_INCLD BIT(3)
/*
 * INT_ERR (r): KEYHOLE is set, or, of a stream to the host, a packet was longer than its buffer and
 * MODE.CUT is 0. Stays until reset.
 */
#define FOREBAY_USER_MM2S_DMASR_INT_ERR BIT(4)
/* SLV_ERR (r): Whoever is at a host address refused. Stays until reset. */
#define FOREBAY_USER_MM2S_DMASR_SLV_ERR BIT(5)
/* DEC_ERR (r): Nobody is at a host address. Stays until reset. */
#define FOREBAY_USER_MM2S_DMASR_DEC_ERR BIT(6)
/* IOC_IRQ (w1c): A transfer was finished. Cleared by writing 1. */
#define FOREBAY_USER_MM2S_DMASR_IOC_IRQ BIT(12)
/* DLY_IRQ (w1c): Never set. Cleared by writing 1. */
#define FOREBAY_USER_MM2S_DMASR_DLY_IRQ BIT(13)
/* ERR_IRQ (w1c): An error has ended the run. Cleared by writing 1. */
#define FOREBAY_USER_MM2S_DMASR_ERR_IRQ BIT(14)
/* IRQ_THRESHOLD (r): As IRQ_THRESHOLD. */
#define FOREBAY_USER_MM2S_DMASR_IRQ_THRESHOLD GENMASK(23, 16)
/* IRQ_DELAY (r): As IRQ_DELAY. */
#define FOREBAY_USER_MM2S_DMASR_IRQ_DELAY GENMASK(31, 24)

/* Address, low. Where the buffer is; any alignment. */
#define FOREBAY_USER_MM2S_SA 0x18
#define FOREBAY_USER_MM2S_SA_RESET 0x00000000
/* ADDR (rw): Address bits 31:0. */
#define FOREBAY_USER_MM2S_SA_ADDR GENMASK(31, 0)

/* Address, high. Where the buffer is. */
#define FOREBAY_USER_MM2S_SA_MSB 0x1c
#define FOREBAY_USER_MM2S_SA_MSB_RESET 0x00000000
/* ADDR (rw): Address bits 63:32. */
#define FOREBAY_USER_MM2S_SA_MSB_ADDR GENMASK(31, 0)

/*
 * Length. Writing it, last, begins a transfer, which is a packet of the stream; nothing happens while
 * halted, while one is under way, or with 0. Reads as what was written, and from the end of a transfer
 * on as the bytes that it has moved.
 */
#define FOREBAY_USER_MM2S_LENGTH 0x28
#define FOREBAY_USER_MM2S_LENGTH_RESET 0x00000000
/* BYTES (rw): Bytes. */
#define FOREBAY_USER_MM2S_LENGTH_BYTES GENMASK(25, 0)

/* Capabilities. What there is beyond the core. */
#define FOREBAY_USER_MM2S_CAPS 0x80
#define FOREBAY_USER_MM2S_CAPS_RESET 0x40101a01
/* VERSION (r): Version of the registers from 0x80 on. */
#define FOREBAY_USER_MM2S_CAPS_VERSION GENMASK(7, 0)
/* LENGTH_BITS (r): Bits of a length. */
#define FOREBAY_USER_MM2S_CAPS_LENGTH_BITS GENMASK(15, 8)
/* PAIRS (r): Pairs of an address and a length that may be armed, the one under way among them. */
#define FOREBAY_USER_MM2S_CAPS_PAIRS GENMASK(23, 16)
/* BEAT_BYTES (r): Bytes of a beat of the stream. */
#define FOREBAY_USER_MM2S_CAPS_BEAT_BYTES GENMASK(31, 24)

/* Mode. What is told of a buffer. Written while halted. */
#define FOREBAY_USER_MM2S_MODE 0x84
#define FOREBAY_USER_MM2S_MODE_RESET 0x00000000
/*
 * RECORDS (rw): A record of each buffer is written to the ring when the stream has its bytes, ahead of
 * its interrupt.
 */
#define FOREBAY_USER_MM2S_MODE_RECORDS BIT(2)

/* Armed. Buffers that are not finished. */
#define FOREBAY_USER_MM2S_ARMED 0x88
#define FOREBAY_USER_MM2S_ARMED_RESET 0x00000000
/* PAIRS (r): Pairs that are not over. */
#define FOREBAY_USER_MM2S_ARMED_PAIRS GENMASK(7, 0)
/*
 * REFUSED (r): Pairs that were refused since the last reset: no room, no bytes, or not running. Stops
 * at its end.
 */
#define FOREBAY_USER_MM2S_ARMED_REFUSED GENMASK(31, 16)

/* Next address, low. Where a buffer behind those that are armed is. */
#define FOREBAY_USER_MM2S_NEXT_SA 0x90
#define FOREBAY_USER_MM2S_NEXT_SA_RESET 0x00000000
/* ADDR (rw): Address bits 31:0. */
#define FOREBAY_USER_MM2S_NEXT_SA_ADDR GENMASK(31, 0)

/* Next address, high. Where it is. */
#define FOREBAY_USER_MM2S_NEXT_SA_MSB 0x94
#define FOREBAY_USER_MM2S_NEXT_SA_MSB_RESET 0x00000000
/* ADDR (rw): Address bits 63:32. */
#define FOREBAY_USER_MM2S_NEXT_SA_MSB_ADDR GENMASK(31, 0)

/*
 * Next length. Writing it arms the pair behind those that are armed, or begins it where there is none.
 * Reads as 0.
 */
#define FOREBAY_USER_MM2S_NEXT_LENGTH 0x98
#define FOREBAY_USER_MM2S_NEXT_LENGTH_RESET 0x00000000
/* BYTES (rw): Bytes. */
#define FOREBAY_USER_MM2S_NEXT_LENGTH_BYTES GENMASK(25, 0)

/* Ended. How the last finished buffer ended. */
#define FOREBAY_USER_MM2S_ENDED 0xac
#define FOREBAY_USER_MM2S_ENDED_RESET 0x00000000
/* STOPPED (r): It was cut short: stopped, or by an error. */
#define FOREBAY_USER_MM2S_ENDED_STOPPED BIT(19)

/* Sequence. Buffers finished since the last reset. */
#define FOREBAY_USER_MM2S_SEQUENCE 0xb0
#define FOREBAY_USER_MM2S_SEQUENCE_RESET 0x00000000
/* BUFFERS (r): How many; counts on from 0 at its end. */
#define FOREBAY_USER_MM2S_SEQUENCE_BUFFERS GENMASK(31, 0)

/* Ring, low. Where the records go: a ring of s2mm_record. Written while halted. */
#define FOREBAY_USER_MM2S_RING_LO 0xc0
#define FOREBAY_USER_MM2S_RING_LO_RESET 0x00000000
/* ADDR (rw): Address bits 31:0, a multiple of 32. */
#define FOREBAY_USER_MM2S_RING_LO_ADDR GENMASK(31, 0)

/* Ring, high. Where the records go. */
#define FOREBAY_USER_MM2S_RING_HI 0xc4
#define FOREBAY_USER_MM2S_RING_HI_RESET 0x00000000
/* ADDR (rw): Address bits 63:32. */
#define FOREBAY_USER_MM2S_RING_HI_ADDR GENMASK(31, 0)

/* Ring size. Record n goes to place n modulo the size, n as SEQUENCE counts before it. */
#define FOREBAY_USER_MM2S_RING_SIZE 0xc8
#define FOREBAY_USER_MM2S_RING_SIZE_RESET 0x00000000
/* LOG2 (rw): Logarithm to base 2 of the number of records. */
#define FOREBAY_USER_MM2S_RING_SIZE_LOG2 GENMASK(3, 0)

/*
 * Sink: Takes streams in steps: of each stream that is paired, so many entries. Streams 0 and 1 are
 * the stream ports, stream 2 + n is H2C channel n; one that a build does not have is not described by
 * PAIRING: it reads 0 with an error.
 */
#define FOREBAY_USER_SINK_BASE 0x1000

/* Events of its page. */
#define FOREBAY_USER_SINK_EVENTS 15
/* Steps finished. */
#define FOREBAY_USER_SINK_STEPS_EVENT 0
/*
 * Of these, steps in which a packet ended before the last entry of its stream, or ended on one H2C
 * stream and not on another.
 */
#define FOREBAY_USER_SINK_MISMATCHED_ENDS_EVENT 1
/* Entries taken from stream port 0 by steps. */
#define FOREBAY_USER_SINK_PORT0_ENTRIES_EVENT 2
/* Entries taken from stream port 1 by steps. */
#define FOREBAY_USER_SINK_PORT1_ENTRIES_EVENT 3
/* Entries taken from H2C channel 0 by steps. */
#define FOREBAY_USER_SINK_H2C0_ENTRIES_EVENT 4
/* Entries taken from H2C channel 1 by steps. */
#define FOREBAY_USER_SINK_H2C1_ENTRIES_EVENT 5
/* Entries taken from H2C channel 2 by steps. */
#define FOREBAY_USER_SINK_H2C2_ENTRIES_EVENT 6
/* Entries taken from H2C channel 3 by steps. */
#define FOREBAY_USER_SINK_H2C3_ENTRIES_EVENT 7
/* Cycles in which a step waited for stream port 0. */
#define FOREBAY_USER_SINK_PORT0_STARVE_EVENT 8
/* Cycles in which a step waited for stream port 1. */
#define FOREBAY_USER_SINK_PORT1_STARVE_EVENT 9
/* Cycles in which a step waited for H2C channel 0. */
#define FOREBAY_USER_SINK_H2C0_STARVE_EVENT 10
/* Cycles in which a step waited for H2C channel 1. */
#define FOREBAY_USER_SINK_H2C1_STARVE_EVENT 11
/* Cycles in which a step waited for H2C channel 2. */
#define FOREBAY_USER_SINK_H2C2_STARVE_EVENT 12
/* Cycles in which a step waited for H2C channel 3. */
#define FOREBAY_USER_SINK_H2C3_STARVE_EVENT 13
/* Entries dropped while the sink was quiesced. */
#define FOREBAY_USER_SINK_DISCARDED_EVENT 14

/* Control. Starts runs. */
#define FOREBAY_USER_SINK_CONTROL 0x00
#define FOREBAY_USER_SINK_CONTROL_RESET 0x00000000
/*
 * START (pulse): Writing 1 begins a run of STEPS steps with its first step at once. Refused with an
 * error while a run is on or the sink is quiesced, or if STEPS is 0 or no stream is paired. Reads as
 * 0.
 */
#define FOREBAY_USER_SINK_CONTROL_START BIT(0)

/* Status. Progress of the run. */
#define FOREBAY_USER_SINK_STATUS 0x04
#define FOREBAY_USER_SINK_STATUS_RESET 0x00000000
/* BUSY (r): A run is on. */
#define FOREBAY_USER_SINK_STATUS_BUSY BIT(0)

/* Steps. Length of the next run; taken over when START is written. */
#define FOREBAY_USER_SINK_STEPS 0x08
#define FOREBAY_USER_SINK_STEPS_RESET 0x00000000
/* COUNT (rw): Number of steps. */
#define FOREBAY_USER_SINK_STEPS_COUNT GENMASK(31, 0)

/* Steps done. Steps of the run that are finished; kept until the next START, 0 after QUIESCE. */
#define FOREBAY_USER_SINK_STEPS_DONE 0x0c
#define FOREBAY_USER_SINK_STEPS_DONE_RESET 0x00000000
/* COUNT (r): Number of steps. */
#define FOREBAY_USER_SINK_STEPS_DONE_COUNT GENMASK(31, 0)

/*
 * Rate. How fast steps begin, at most. A step that could not begin in time is not made up for, but for
 * one.
 */
#define FOREBAY_USER_SINK_RATE 0x10
#define FOREBAY_USER_SINK_RATE_RESET 0x00010000
/* STEPS (rw): Steps in 2^16 cycles; more than 2^16 count as 2^16. 0 stops the run where it is. */
#define FOREBAY_USER_SINK_RATE_STEPS GENMASK(16, 0)

/* Pairing. Entries of a stream in a step. Refused with an error while a run is on. */
#define FOREBAY_USER_SINK_PAIRING 0x40
#define FOREBAY_USER_SINK_PAIRING_STRIDE 4
#define FOREBAY_USER_SINK_PAIRING_COUNT 6
#define FOREBAY_USER_SINK_PAIRING_RESET 0x00000000
/* ENTRIES (rw): Entries of 64 bytes, one a cycle at most; 0 leaves the stream alone. */
#define FOREBAY_USER_SINK_PAIRING_ENTRIES GENMASK(15, 0)

/*
 * Signal source: Stands where the converters of a radio would: samples of 32 bits, 16 for each of two
 * components, at a rate that is a fraction of the card's clock, with the time of each. They go to the
 * last C2H stream.
 */
#define FOREBAY_USER_SOURCE_BASE 0x1000

/* Events of its page. */
#define FOREBAY_USER_SOURCE_EVENTS 10
/* Samples produced, of all channels together. */
#define FOREBAY_USER_SOURCE_SAMPLES_EVENT 0
/* Of these, samples that go on to the host. */
#define FOREBAY_USER_SOURCE_KEPT_EVENT 1
/* Of these, samples that found no room. */
#define FOREBAY_USER_SOURCE_LOST_EVENT 2
/* Times that samples began to be lost. */
#define FOREBAY_USER_SOURCE_GAPS_EVENT 3
/* Packets given to the stream. */
#define FOREBAY_USER_SOURCE_PACKETS_EVENT 4
/* Commands refused because their time was over. */
#define FOREBAY_USER_SOURCE_LATE_EVENT 5
/* Samples sent, of all channels together. */
#define FOREBAY_USER_SOURCE_TX_SENT_EVENT 6
/* Moments of bursts on the air for which there was no sample. */
#define FOREBAY_USER_SOURCE_TX_MISSED_EVENT 7
/* Packets dropped because their time was over. */
#define FOREBAY_USER_SOURCE_TX_LATE_EVENT 8
/* Packets dropped because they were malformed. */
#define FOREBAY_USER_SOURCE_TX_MALFORMED_EVENT 9

/* Control. Commands. Reads as 0. */
#define FOREBAY_USER_SOURCE_CONTROL 0x00
#define FOREBAY_USER_SOURCE_CONTROL_RESET 0x00000000
/*
 * START (pulse): Begins a burst of what the registers say. Refused with an error while one is armed or
 * runs, while the source is quiesced, if a register has a value that it cannot do, or, where that
 * burst or the last one has headers, while beats of the last one are held.
 */
#define FOREBAY_USER_SOURCE_CONTROL_START BIT(0)
/* STOP (pulse): Ends the burst, or what is armed, at once. */
#define FOREBAY_USER_SOURCE_CONTROL_STOP BIT(1)
/*
 * AT (pulse): With START: at START_AT, not at once. If that time is over nothing is captured and
 * STATUS.LATE is set.
 */
#define FOREBAY_USER_SOURCE_CONTROL_AT BIT(2)
/* UNTIL (pulse): With START: no sample at or behind STOP_AT. */
#define FOREBAY_USER_SOURCE_CONTROL_UNTIL BIT(3)
/* COUNTED (pulse): With START: SAMPLES samples of each channel, no more. */
#define FOREBAY_USER_SOURCE_CONTROL_COUNTED BIT(4)

/* Status. What has become of it. */
#define FOREBAY_USER_SOURCE_STATUS 0x04
#define FOREBAY_USER_SOURCE_STATUS_RESET 0x00000000
/* ARMED (r): A burst waits for its time. */
#define FOREBAY_USER_SOURCE_STATUS_ARMED BIT(0)
/* RUNNING (r): A burst runs. */
#define FOREBAY_USER_SOURCE_STATUS_RUNNING BIT(1)
/* LOSING (r): Samples of it are being lost. */
#define FOREBAY_USER_SOURCE_STATUS_LOSING BIT(2)
/* HELD (r): Beats of a burst are here that nobody has taken. */
#define FOREBAY_USER_SOURCE_STATUS_HELD BIT(3)
/* DONE (w1c): A burst is over. Cleared by writing 1 and by a START that is taken. */
#define FOREBAY_USER_SOURCE_STATUS_DONE BIT(8)
/* LATE (w1c): A command came too late. Cleared by writing 1 and by a START that is taken. */
#define FOREBAY_USER_SOURCE_STATUS_LATE BIT(9)
/* OVERRUN (w1c): Samples were lost. Cleared by writing 1 and by a START that is taken. */
#define FOREBAY_USER_SOURCE_STATUS_OVERRUN BIT(10)

/* Interrupt enable. What raises the line. */
#define FOREBAY_USER_SOURCE_ENABLE 0x08
#define FOREBAY_USER_SOURCE_ENABLE_RESET 0x00000000
/* DONE (rw): DONE does. */
#define FOREBAY_USER_SOURCE_ENABLE_DONE BIT(8)
/* LATE (rw): LATE does. */
#define FOREBAY_USER_SOURCE_ENABLE_LATE BIT(9)
/* OVERRUN (rw): OVERRUN does. */
#define FOREBAY_USER_SOURCE_ENABLE_OVERRUN BIT(10)

/* Mode. What is captured, and how. Taken over by START. */
#define FOREBAY_USER_SOURCE_MODE 0x0c
#define FOREBAY_USER_SOURCE_MODE_RESET 0x00000001
/* WAVE (rw): What the samples are. */
#define FOREBAY_USER_SOURCE_MODE_WAVE GENMASK(1, 0)
/* A complex tone: cosine in the low half, sine in the high half of a sample. */
#define FOREBAY_USER_SOURCE_MODE_WAVE_TONE 0
/* The number of the sample in its burst, bits 27:0, and above them the channel's. */
#define FOREBAY_USER_SOURCE_MODE_WAVE_RAMP 1
/* White noise, another one for each channel, the same in every burst. */
#define FOREBAY_USER_SOURCE_MODE_WAVE_NOISE 2
/*
 * CHANNELS (rw): Channels less one. Without CHDR they are 1, 2 or 4, and the samples of one time
 * follow each other.
 */
#define FOREBAY_USER_SOURCE_MODE_CHANNELS GENMASK(5, 4)
/*
 * STOP_AT_OVERRUN (rw): When samples find no room the burst ends, and does not go on when there is
 * room again.
 */
#define FOREBAY_USER_SOURCE_MODE_STOP_AT_OVERRUN BIT(8)
/*
 * CHDR (rw): Each packet has a header line (CHDR, 64 bytes wide), and packets of the channels are
 * interleaved. PACKET has to be set.
 */
#define FOREBAY_USER_SOURCE_MODE_CHDR BIT(9)
/* LOOP (rw): What is on the air is captured, moment for moment, in place of a wave. */
#define FOREBAY_USER_SOURCE_MODE_LOOP BIT(10)

/* Rate. How many samples a channel has. Taken over by START. */
#define FOREBAY_USER_SOURCE_RATE 0x10
#define FOREBAY_USER_SOURCE_RATE_RESET 0x40000000
/*
 * COUNT (rw): Samples in 2^32 cycles of the card's clock, 1 to 2^31. Sample n of a burst comes n *
 * 2^32 / COUNT cycles behind the first, rounded up.
 */
#define FOREBAY_USER_SOURCE_RATE_COUNT GENMASK(31, 0)

/* Tone. Its frequency. Taken over by START. */
#define FOREBAY_USER_SOURCE_TONE 0x14
#define FOREBAY_USER_SOURCE_TONE_RESET 0x04000000
/* TURNS (rw): Turns in 2^32 samples. */
#define FOREBAY_USER_SOURCE_TONE_TURNS GENMASK(31, 0)

/*
 * Packet. Where packets end, besides at the end of a burst and where samples are lost. Taken over by
 * START.
 */
#define FOREBAY_USER_SOURCE_PACKET 0x18
#define FOREBAY_USER_SOURCE_PACKET_RESET 0x00000000
/*
 * SAMPLES (rw): Samples of each channel in a packet; 0: no end. With CHDR 1 to 4096, and no more than
 * a quarter of the stream's FIFO holds.
 */
#define FOREBAY_USER_SOURCE_PACKET_SAMPLES GENMASK(15, 0)

/* Endpoint. Whom packets with headers are for. Taken over by START. */
#define FOREBAY_USER_SOURCE_ENDPOINT 0x1c
#define FOREBAY_USER_SOURCE_ENDPOINT_RESET 0x00000000
/* ID (rw): Endpoint of the first channel; those of the others count on. */
#define FOREBAY_USER_SOURCE_ENDPOINT_ID GENMASK(15, 0)

/* Time, low. The hardware time, in cycles of the card's clock. Reading it keeps the rest for TIME_HI. */
#define FOREBAY_USER_SOURCE_TIME_LO 0x20
#define FOREBAY_USER_SOURCE_TIME_LO_RESET 0x00000000
/* NOW (rw): Bits 31:0; what is written waits for TIME_HI. */
#define FOREBAY_USER_SOURCE_TIME_LO_NOW GENMASK(31, 0)

/*
 * Time, high. The rest of it, as of the last read of TIME_LO. Writing it sets the time; refused with
 * an error while a burst is armed or runs, or a packet to be sent is here.
 */
#define FOREBAY_USER_SOURCE_TIME_HI 0x24
#define FOREBAY_USER_SOURCE_TIME_HI_RESET 0x00000000
/* NOW (rw): Bits 63:32. */
#define FOREBAY_USER_SOURCE_TIME_HI_NOW GENMASK(31, 0)

/* Start at, low. Time of the first sample of a burst with AT. */
#define FOREBAY_USER_SOURCE_START_AT_LO 0x28
#define FOREBAY_USER_SOURCE_START_AT_LO_RESET 0x00000000
/* TIME (rw): Bits 31:0. */
#define FOREBAY_USER_SOURCE_START_AT_LO_TIME GENMASK(31, 0)

/* Start at, high. The rest of it. */
#define FOREBAY_USER_SOURCE_START_AT_HI 0x2c
#define FOREBAY_USER_SOURCE_START_AT_HI_RESET 0x00000000
/* TIME (rw): Bits 63:32. */
#define FOREBAY_USER_SOURCE_START_AT_HI_TIME GENMASK(31, 0)

/* Stop at, low. Time from which on a burst with UNTIL has no sample. */
#define FOREBAY_USER_SOURCE_STOP_AT_LO 0x30
#define FOREBAY_USER_SOURCE_STOP_AT_LO_RESET 0x00000000
/* TIME (rw): Bits 31:0. */
#define FOREBAY_USER_SOURCE_STOP_AT_LO_TIME GENMASK(31, 0)

/* Stop at, high. The rest of it. */
#define FOREBAY_USER_SOURCE_STOP_AT_HI 0x34
#define FOREBAY_USER_SOURCE_STOP_AT_HI_RESET 0x00000000
/* TIME (rw): Bits 63:32. */
#define FOREBAY_USER_SOURCE_STOP_AT_HI_TIME GENMASK(31, 0)

/* Samples, low. Length of a burst with COUNTED, of each channel. */
#define FOREBAY_USER_SOURCE_SAMPLES_LO 0x38
#define FOREBAY_USER_SOURCE_SAMPLES_LO_RESET 0x00000000
/* COUNT (rw): Bits 31:0. */
#define FOREBAY_USER_SOURCE_SAMPLES_LO_COUNT GENMASK(31, 0)

/* Samples, high. The rest of it; 0 samples are refused. */
#define FOREBAY_USER_SOURCE_SAMPLES_HI 0x3c
#define FOREBAY_USER_SOURCE_SAMPLES_HI_RESET 0x00000000
/* COUNT (rw): Bits 47:32. */
#define FOREBAY_USER_SOURCE_SAMPLES_HI_COUNT GENMASK(15, 0)

/*
 * Produced, low. Samples of a channel since START; without CHDR the first is of all channels, in
 * samples of each. Reading it keeps the rest of the channel's account as of the same moment.
 */
#define FOREBAY_USER_SOURCE_PRODUCED_LO 0x80
#define FOREBAY_USER_SOURCE_PRODUCED_LO_STRIDE 4
#define FOREBAY_USER_SOURCE_PRODUCED_LO_COUNT 4
#define FOREBAY_USER_SOURCE_PRODUCED_LO_RESET 0x00000000
/* SAMPLES (r): Bits 31:0. */
#define FOREBAY_USER_SOURCE_PRODUCED_LO_SAMPLES GENMASK(31, 0)

/* Produced, high. The rest of it, as of the last read of a PRODUCED_LO. */
#define FOREBAY_USER_SOURCE_PRODUCED_HI 0x90
#define FOREBAY_USER_SOURCE_PRODUCED_HI_RESET 0x00000000
/* SAMPLES (r): Bits 47:32. */
#define FOREBAY_USER_SOURCE_PRODUCED_HI_SAMPLES GENMASK(15, 0)

/* Kept, low. Of those, the ones that go to the host. */
#define FOREBAY_USER_SOURCE_KEPT_LO 0x94
#define FOREBAY_USER_SOURCE_KEPT_LO_RESET 0x00000000
/* SAMPLES (r): Bits 31:0. */
#define FOREBAY_USER_SOURCE_KEPT_LO_SAMPLES GENMASK(31, 0)

/* Kept, high. The rest of it. */
#define FOREBAY_USER_SOURCE_KEPT_HI 0x98
#define FOREBAY_USER_SOURCE_KEPT_HI_RESET 0x00000000
/* SAMPLES (r): Bits 47:32. */
#define FOREBAY_USER_SOURCE_KEPT_HI_SAMPLES GENMASK(15, 0)

/* Lost, low. Of those, the ones that found no room. */
#define FOREBAY_USER_SOURCE_LOST_LO 0x9c
#define FOREBAY_USER_SOURCE_LOST_LO_RESET 0x00000000
/* SAMPLES (r): Bits 31:0. */
#define FOREBAY_USER_SOURCE_LOST_LO_SAMPLES GENMASK(31, 0)

/* Lost, high. The rest of it. */
#define FOREBAY_USER_SOURCE_LOST_HI 0xa0
#define FOREBAY_USER_SOURCE_LOST_HI_RESET 0x00000000
/* SAMPLES (r): Bits 47:32. */
#define FOREBAY_USER_SOURCE_LOST_HI_SAMPLES GENMASK(15, 0)

/* Transmit control. Commands. Reads as 0. */
#define FOREBAY_USER_SOURCE_TX_CONTROL 0x100
#define FOREBAY_USER_SOURCE_TX_CONTROL_RESET 0x00000000
/*
 * CLEAR (pulse): Forgets what is to be sent, ends what is on the air, and begins all accounts anew.
 * What is under way of a buffer is dropped.
 */
#define FOREBAY_USER_SOURCE_TX_CONTROL_CLEAR BIT(0)

/* Transmit status. What has become of it. */
#define FOREBAY_USER_SOURCE_TX_STATUS 0x104
#define FOREBAY_USER_SOURCE_TX_STATUS_RESET 0x00000000
/* ON_AIR (r): A burst is on the air, a bit for each channel. */
#define FOREBAY_USER_SOURCE_TX_STATUS_ON_AIR GENMASK(3, 0)
/* HELD (r): A whole packet is here, a bit for each channel. */
#define FOREBAY_USER_SOURCE_TX_STATUS_HELD GENMASK(7, 4)
/* LATE (w1c): A packet was late. Cleared by writing 1 and by CLEAR. */
#define FOREBAY_USER_SOURCE_TX_STATUS_LATE BIT(8)
/* UNDERRUN (w1c): A moment of a burst had no sample. Cleared by writing 1 and by CLEAR. */
#define FOREBAY_USER_SOURCE_TX_STATUS_UNDERRUN BIT(9)
/* MALFORMED (w1c): A packet was malformed. Cleared by writing 1 and by CLEAR. */
#define FOREBAY_USER_SOURCE_TX_STATUS_MALFORMED BIT(10)
/*
 * SKIP (w1c): A packet was not the one that was next in its channel. Cleared by writing 1 and by
 * CLEAR.
 */
#define FOREBAY_USER_SOURCE_TX_STATUS_SKIP BIT(11)

/* Transmit interrupt enable. What raises the line, too. */
#define FOREBAY_USER_SOURCE_TX_ENABLE 0x108
#define FOREBAY_USER_SOURCE_TX_ENABLE_RESET 0x00000000
/* LATE (rw): LATE does. */
#define FOREBAY_USER_SOURCE_TX_ENABLE_LATE BIT(8)
/* UNDERRUN (rw): UNDERRUN does. */
#define FOREBAY_USER_SOURCE_TX_ENABLE_UNDERRUN BIT(9)
/* MALFORMED (rw): MALFORMED does. */
#define FOREBAY_USER_SOURCE_TX_ENABLE_MALFORMED BIT(10)
/* SKIP (rw): SKIP does. */
#define FOREBAY_USER_SOURCE_TX_ENABLE_SKIP BIT(11)

/*
 * Transmit rate. How many samples a channel sends. Refused with an error while a packet is here or a
 * burst is on the air, and of a value that it cannot do.
 */
#define FOREBAY_USER_SOURCE_TX_RATE 0x10c
#define FOREBAY_USER_SOURCE_TX_RATE_RESET 0x40000000
/* COUNT (rw): Samples in 2^32 cycles of the card's clock, 1 to 2^31, as RATE has them. */
#define FOREBAY_USER_SOURCE_TX_RATE_COUNT GENMASK(31, 0)

/* Transmit endpoint. To whom packets are. */
#define FOREBAY_USER_SOURCE_TX_ENDPOINT 0x110
#define FOREBAY_USER_SOURCE_TX_ENDPOINT_RESET 0x00000000
/* ID (rw): Endpoint of the first channel; those of the others count on. */
#define FOREBAY_USER_SOURCE_TX_ENDPOINT_ID GENMASK(15, 0)

/* Malformed. Packets that were malformed since CLEAR; counts on from 0 at its end. */
#define FOREBAY_USER_SOURCE_TX_MALFORMED 0x114
#define FOREBAY_USER_SOURCE_TX_MALFORMED_RESET 0x00000000
/* PACKETS (r): How many. */
#define FOREBAY_USER_SOURCE_TX_MALFORMED_PACKETS GENMASK(31, 0)

/* Dropped. Beats that were dropped with them, headers among them; counts on from 0 at its end. */
#define FOREBAY_USER_SOURCE_TX_DROPPED 0x118
#define FOREBAY_USER_SOURCE_TX_DROPPED_RESET 0x00000000
/* BEATS (r): How many. */
#define FOREBAY_USER_SOURCE_TX_DROPPED_BEATS GENMASK(31, 0)

/*
 * Sent, low. Samples of a channel that were sent. Reading it keeps the rest of the channel's account
 * as of the same moment.
 */
#define FOREBAY_USER_SOURCE_TX_SENT_LO 0x140
#define FOREBAY_USER_SOURCE_TX_SENT_LO_STRIDE 4
#define FOREBAY_USER_SOURCE_TX_SENT_LO_COUNT 4
#define FOREBAY_USER_SOURCE_TX_SENT_LO_RESET 0x00000000
/* SAMPLES (r): Bits 31:0. */
#define FOREBAY_USER_SOURCE_TX_SENT_LO_SAMPLES GENMASK(31, 0)

/* Sent, high. The rest of it, as of the last read of a TX_SENT_LO, as is all that follows. */
#define FOREBAY_USER_SOURCE_TX_SENT_HI 0x150
#define FOREBAY_USER_SOURCE_TX_SENT_HI_RESET 0x00000000
/* SAMPLES (r): Bits 47:32. */
#define FOREBAY_USER_SOURCE_TX_SENT_HI_SAMPLES GENMASK(15, 0)

/* Missed, low. Moments of its bursts for which there was no sample. */
#define FOREBAY_USER_SOURCE_TX_MISSED_LO 0x154
#define FOREBAY_USER_SOURCE_TX_MISSED_LO_RESET 0x00000000
/* MOMENTS (r): Bits 31:0. */
#define FOREBAY_USER_SOURCE_TX_MISSED_LO_MOMENTS GENMASK(31, 0)

/* Missed, high. The rest of it. */
#define FOREBAY_USER_SOURCE_TX_MISSED_HI 0x158
#define FOREBAY_USER_SOURCE_TX_MISSED_HI_RESET 0x00000000
/* MOMENTS (r): Bits 47:32. */
#define FOREBAY_USER_SOURCE_TX_MISSED_HI_MOMENTS GENMASK(15, 0)

/* Late, low. Samples of packets that were dropped because their time was over. */
#define FOREBAY_USER_SOURCE_TX_LATE_LO 0x15c
#define FOREBAY_USER_SOURCE_TX_LATE_LO_RESET 0x00000000
/* SAMPLES (r): Bits 31:0. */
#define FOREBAY_USER_SOURCE_TX_LATE_LO_SAMPLES GENMASK(31, 0)

/* Late, high. The rest of it. */
#define FOREBAY_USER_SOURCE_TX_LATE_HI 0x160
#define FOREBAY_USER_SOURCE_TX_LATE_HI_RESET 0x00000000
/* SAMPLES (r): Bits 47:32. */
#define FOREBAY_USER_SOURCE_TX_LATE_HI_SAMPLES GENMASK(15, 0)

/* Late packets. Packets that were dropped because their time was over; counts on from 0 at its end. */
#define FOREBAY_USER_SOURCE_TX_LATE_PACKETS 0x164
#define FOREBAY_USER_SOURCE_TX_LATE_PACKETS_RESET 0x00000000
/* PACKETS (r): How many. */
#define FOREBAY_USER_SOURCE_TX_LATE_PACKETS_PACKETS GENMASK(31, 0)

/* Packets. Packets that were taken, late ones among them; counts on from 0 at its end. */
#define FOREBAY_USER_SOURCE_TX_PACKETS 0x168
#define FOREBAY_USER_SOURCE_TX_PACKETS_RESET 0x00000000
/* PACKETS (r): How many. */
#define FOREBAY_USER_SOURCE_TX_PACKETS_PACKETS GENMASK(31, 0)

/* Skips. Packets among them that were not the one that was next; counts on from 0 at its end. */
#define FOREBAY_USER_SOURCE_TX_SKIPS 0x16c
#define FOREBAY_USER_SOURCE_TX_SKIPS_RESET 0x00000000
/* PACKETS (r): How many. */
#define FOREBAY_USER_SOURCE_TX_SKIPS_PACKETS GENMASK(31, 0)

/*
 * Msm: Runs, window plan and card memory of the multi-scalar multiplication. Both tables and the
 * card's memory keep what they have over a reset and ABORT; of points that a run was bringing when it
 * was cut some are there. Reset values of tables are those of a new image, whose memory has no points.
 */
#define FOREBAY_USER_MSM_BASE 0x1000

/* Events of its page. */
#define FOREBAY_USER_MSM_EVENTS 12
/* Cycles from the start of a run to its last sum. */
#define FOREBAY_USER_MSM_ACTIVE_CYCLES_EVENT 0
/* Additions issued, of all adders. */
#define FOREBAY_USER_MSM_ADDS_EVENT 1
/* Cycles in which an adder was idle because no record was there, summed over the adders. */
#define FOREBAY_USER_MSM_STARVE_CYCLES_EVENT 2
/*
 * Cycles in which an adder was idle because every candidate's bucket was in flight, summed over the
 * adders.
 */
#define FOREBAY_USER_MSM_HAZARD_CYCLES_EVENT 3
/* Operations that went through a hold pool. */
#define FOREBAY_USER_MSM_HELD_EVENT 4
/* Digits that made no addition: zero, or without a bucket. */
#define FOREBAY_USER_MSM_ZERO_DIGITS_EVENT 5
/* Cycles in which an adder summed buckets, over all adders. */
#define FOREBAY_USER_MSM_REDUCE_CYCLES_EVENT 6
/* Cycles in which a sum was there and the result stream was not taken. */
#define FOREBAY_USER_MSM_STALL_CYCLES_EVENT 7
/* Scalars taken in. */
#define FOREBAY_USER_MSM_PAIRS_EVENT 8
/* Runs finished. */
#define FOREBAY_USER_MSM_RUNS_EVENT 9
/* Passes finished. */
#define FOREBAY_USER_MSM_PASSES_EVENT 10
/* Cycles in which an adder had a pass to fill its buckets in, over all adders. */
#define FOREBAY_USER_MSM_FILL_CYCLES_EVENT 11

/* Control. Starts and aborts runs. */
#define FOREBAY_USER_MSM_CONTROL 0x00
#define FOREBAY_USER_MSM_CONTROL_RESET 0x00000000
/*
 * START (pulse): Writing 1 queues a run of POINTS pairs. Refused with an error while
 * STATUS.START_READY is 0, where the run does not fit the card's memory, and where it would bring
 * points (PASSES 0) that are there already (MODE.RESIDENT). Reads as 0.
 */
#define FOREBAY_USER_MSM_CONTROL_START BIT(0)
/* ABORT (rw): While 1 the core is held in reset and its result stream is dropped. */
#define FOREBAY_USER_MSM_CONTROL_ABORT BIT(1)

/* Status. Progress of runs. */
#define FOREBAY_USER_MSM_STATUS 0x04
#define FOREBAY_USER_MSM_STATUS_RESET 0x00000002
/* BUSY (r): A run is under way, or what ABORT or a reset has cut is being cleared away. */
#define FOREBAY_USER_MSM_STATUS_BUSY BIT(0)
/* START_READY (r): A further run may be queued. */
#define FOREBAY_USER_MSM_STATUS_START_READY BIT(1)
/* REDUCING (r): Buckets are being summed or sums read out. */
#define FOREBAY_USER_MSM_STATUS_REDUCING BIT(2)
/*
 * SCALAR_CUT (w1c): A scalar was taken that has bits at or above COVER, or that is no residue of the
 * group's order where MODE asks for one, or one of its digits has no bucket in its pass. The sums of
 * its run are wrong. Cleared by writing 1 and by ABORT.
 */
#define FOREBAY_USER_MSM_STATUS_SCALAR_CUT BIT(3)
/*
 * MEMORY_ERROR (w1c): The card's memory answered with an error in a run, whose sums are wrong. Cleared
 * by writing 1 and by ABORT.
 */
#define FOREBAY_USER_MSM_STATUS_MEMORY_ERROR BIT(4)
/*
 * PASS (r): Passes of the run that are done, of the last one if none is under way. A run's last pass
 * is not counted.
 */
#define FOREBAY_USER_MSM_STATUS_PASS GENMASK(14, 8)
/* RUNS_DONE (r): Runs finished since reset, modulo 2^16. */
#define FOREBAY_USER_MSM_STATUS_RUNS_DONE GENMASK(31, 16)

/* Points. Pairs of the next run; taken over when START is written. */
#define FOREBAY_USER_MSM_POINTS 0x08
#define FOREBAY_USER_MSM_POINTS_RESET 0x00000000
/* COUNT (rw): Number of pairs. 0 is a run whose sums are all empty. */
#define FOREBAY_USER_MSM_POINTS_COUNT GENMASK(31, 0)

/* Slot. Where in the card's memory the next run's points are; taken over when START is written. */
#define FOREBAY_USER_MSM_SLOT 0x0c
#define FOREBAY_USER_MSM_SLOT_RESET 0x00000000
/* FIRST (rw): Slot of the first points: each holds one point for each bank. */
#define FOREBAY_USER_MSM_SLOT_FIRST GENMASK(31, 0)

/* Mode. What the next run does; taken over when START is written. */
#define FOREBAY_USER_MSM_MODE 0x10
#define FOREBAY_USER_MSM_MODE_RESET 0x00000000
/*
 * UNIFORM (rw): Scalars are made uniform: RHO times a record's class is added, modulo the group's
 * order.
 */
#define FOREBAY_USER_MSM_MODE_UNIFORM BIT(0)
/* FOLD (rw): Of a scalar and its negative the smaller one is taken, with the point of that sign. */
#define FOREBAY_USER_MSM_MODE_FOLD BIT(1)
/* RESIDENT (rw): The points are in the card's memory already: only scalars come. */
#define FOREBAY_USER_MSM_MODE_RESIDENT BIT(2)

/* Passes. Passes of the next run; taken over when START is written. */
#define FOREBAY_USER_MSM_PASSES 0x14
#define FOREBAY_USER_MSM_PASSES_RESET 0x00000000
/*
 * COUNT (rw): Rows of the pass table that count, up to 64. With 0 the run only brings points into the
 * card's memory: no scalar comes and no sum goes.
 */
#define FOREBAY_USER_MSM_PASSES_COUNT GENMASK(6, 0)

/* Cover. Bits of a prepared scalar that the windows cover. Not to be written while STATUS.BUSY. */
#define FOREBAY_USER_MSM_COVER 0x18
#define FOREBAY_USER_MSM_COVER_RESET 0x00000000
/* BITS (rw): In bits, at most 255. */
#define FOREBAY_USER_MSM_COVER_BITS GENMASK(7, 0)

/* Geometry. What the core is made of. */
#define FOREBAY_USER_MSM_GEOMETRY 0x1c
#define FOREBAY_USER_MSM_GEOMETRY_RESET 0x00000000
/* ADDERS (r): Adders, each with its own buckets. */
#define FOREBAY_USER_MSM_GEOMETRY_ADDERS GENMASK(3, 0)
/* ADDER_LATENCY (r): Depth of an adder in cycles. */
#define FOREBAY_USER_MSM_GEOMETRY_ADDER_LATENCY GENMASK(15, 4)
/* HOLD_DEPTH (r): Operations of an adder that may wait for a bucket in flight. */
#define FOREBAY_USER_MSM_GEOMETRY_HOLD_DEPTH GENMASK(23, 16)
/* BANKS (r): Banks of the card's memory; 0 without one. */
#define FOREBAY_USER_MSM_GEOMETRY_BANKS GENMASK(27, 24)

/* Buckets. Buckets of each adder. */
#define FOREBAY_USER_MSM_BUCKETS 0x20
#define FOREBAY_USER_MSM_BUCKETS_RESET 0x00000000
/* COUNT (r): How many. */
#define FOREBAY_USER_MSM_BUCKETS_COUNT GENMASK(31, 0)

/* Records. Room of the card's memory for points. */
#define FOREBAY_USER_MSM_RECORDS 0x24
#define FOREBAY_USER_MSM_RECORDS_RESET 0x00000000
/* COUNT (r): How many; 0 without a memory: a run has one pass and its points come with it. */
#define FOREBAY_USER_MSM_RECORDS_COUNT GENMASK(31, 0)

/* Rho. What UNIFORM adds multiples of; below the group's order. Taken over when START is written. */
#define FOREBAY_USER_MSM_RHO 0x40
#define FOREBAY_USER_MSM_RHO_STRIDE 4
#define FOREBAY_USER_MSM_RHO_COUNT 8
#define FOREBAY_USER_MSM_RHO_RESET 0x00000000
/* WORD (rw): 32 bits of it, the lowest in word 0. */
#define FOREBAY_USER_MSM_RHO_WORD GENMASK(31, 0)

/*
 * Recode. What is added to each scalar: a one at the top bit of every window of kind 0. Not to be
 * written while STATUS.BUSY.
 */
#define FOREBAY_USER_MSM_RECODE 0x60
#define FOREBAY_USER_MSM_RECODE_STRIDE 4
#define FOREBAY_USER_MSM_RECODE_COUNT 8
#define FOREBAY_USER_MSM_RECODE_RESET 0x00000000
/* WORD (rw): 32 bits of it, the lowest in word 0. */
#define FOREBAY_USER_MSM_RECODE_WORD GENMASK(31, 0)

/* Window. A row of the window table. A write is refused with an error while STATUS.BUSY. */
#define FOREBAY_USER_MSM_WINDOW 0x100
#define FOREBAY_USER_MSM_WINDOW_STRIDE 4
#define FOREBAY_USER_MSM_WINDOW_COUNT 64
#define FOREBAY_USER_MSM_WINDOW_RESET 0x00000000
/* OFFSET (rw): Its lowest bit in the word. */
#define FOREBAY_USER_MSM_WINDOW_OFFSET GENMASK(7, 0)
/* BITS (rw): Its width, at most 18. */
#define FOREBAY_USER_MSM_WINDOW_BITS GENMASK(12, 8)
/*
 * KIND (rw): 0: the digit is the field less half its range; 1: the digit is the field; 2: the digit is
 * the record's class, 1 to 1,024.
 */
#define FOREBAY_USER_MSM_WINDOW_KIND GENMASK(14, 13)

/*
 * Pass. A row of the pass table. A write is refused with an error while STATUS.BUSY, where the buckets
 * of its windows are more than an adder has (one window alone, without copies, may have more numbers
 * than there are buckets, if half of them are fewer), where a window is beyond row 63, and where SPLIT
 * cannot be.
 */
#define FOREBAY_USER_MSM_PASS 0x200
#define FOREBAY_USER_MSM_PASS_STRIDE 4
#define FOREBAY_USER_MSM_PASS_COUNT 64
#define FOREBAY_USER_MSM_PASS_RESET 0x00400000
/* WEIGHT_BITS (rw): Of a bucket's number within its window, the bits that are the digit. */
#define FOREBAY_USER_MSM_PASS_WEIGHT_BITS GENMASK(4, 0)
/* BUCKET_BITS (rw): All bits of it: those above are the copy, which the record's number chooses. */
#define FOREBAY_USER_MSM_PASS_BUCKET_BITS GENMASK(9, 5)
/* LAST (rw): Windows of each adder, less one. */
#define FOREBAY_USER_MSM_PASS_LAST GENMASK(15, 10)
/*
 * FIRST (rw): Row of the first adder's first window; those of the next adder follow, but in a split
 * pass, where all have the same.
 */
#define FOREBAY_USER_MSM_PASS_FIRST GENMASK(21, 16)
/* ADDERS (rw): Adders that take part. */
#define FOREBAY_USER_MSM_PASS_ADDERS GENMASK(25, 22)
/*
 * SPLIT (rw): Each adder has its own share of the points: adder a has those whose number modulo ADDERS
 * is a. Only where ADDERS are all that there are, and not in row 0: the first pass is not split.
 */
#define FOREBAY_USER_MSM_PASS_SPLIT BIT(26)

/*
 * Card address space: Addresses that memory-mapped DMA channels and the aperture use, and the card's
 * place on the PCI bus.
 */
#define FOREBAY_CARD_SIZE_BYTES 805306368
/* PCI class code: processing accelerator. */
#define FOREBAY_CARD_PCI_CLASS 0x120000
/* User interrupt lines; a card has as many vectors as channels and user lines together. */
#define FOREBAY_CARD_USER_LINES 0x10
/* Frequency that the card is built for, in kHz. */
#define FOREBAY_CARD_CLOCK_KHZ 0x3d090
/* Banks of card memory, one behind the other; each has its counters. */
#define FOREBAY_CARD_MEMORY_BANKS 0x4
/*
 * Version of every part's registers, as the header of its feature tells it: another number, another
 * meaning.
 */
#define FOREBAY_CARD_FEATURE_MAJOR 0x1
/* The same: a higher number has more than a lower one. */
#define FOREBAY_CARD_FEATURE_MINOR 0x0
/* Purpose of an access: the bytes of a transfer. */
#define FOREBAY_CARD_PURPOSE_DATA 0x0
/* Purpose of an access: descriptors, or what else a front end reads for itself. */
#define FOREBAY_CARD_PURPOSE_DESCRIPTOR 0x1
/* Purpose of an access: results of streams, poll-mode words, or what else a front end tells of itself. */
#define FOREBAY_CARD_PURPOSE_STATUS_WORD 0x2
/* Beats of 64 bytes that a host-to-card channel may have on their way or hold; a power of two. */
#define FOREBAY_CARD_DMA_H2C_BEATS 0x200
/* Beats that a card-to-host channel may hold; a power of two. */
#define FOREBAY_CARD_DMA_C2H_BEATS 0x40
/* Reads of host memory that a channel, and all of them together, may have open; a power of two. */
#define FOREBAY_CARD_DMA_READS 0x20
/* Writes to host memory that a card-to-host channel may have open; a power of two. */
#define FOREBAY_CARD_DMA_WRITES 0x8
/* Descriptors that a channel may have with its mover, not yet answered; a power of two. */
#define FOREBAY_CARD_DMA_REQUESTS 0x40
/* Bytes of the longest read or write of data, and the multiple of which none crosses; a power of two. */
#define FOREBAY_CARD_DMA_READ_BYTES 0x400
/* Where the window for programs begins in the BAR of the card's own registers, in every layout. */
#define FOREBAY_CARD_PROGRAM_WINDOW_BASE 0x2000000
/* How far it goes. */
#define FOREBAY_CARD_PROGRAM_WINDOW_BYTES 0x1000000
/*
 * An aperture of twice 2^35 bytes has a second window for programs, its upper half: so many bits of an
 * offset in it.
 */
#define FOREBAY_CARD_UPPER_WINDOW_BITS 0x23
/* PCI vendor; that of the XDMA core, whose drivers so bind. */
#define FOREBAY_CARD_PCI_VENDOR 0x10ee
/* PCI device; one of those in the stock XDMA driver's table. */
#define FOREBAY_CARD_PCI_DEVICE 0x903f
/*
 * PCI subsystem id, with PCI_VENDOR as subsystem vendor: tells a card with these registers from all
 * others that have the core's ids.
 */
#define FOREBAY_CARD_PCI_SUBSYSTEM 0xfb0e
/* Number of the BAR with the card's own registers. */
#define FOREBAY_CARD_USER_BAR 0x0
/* Size of that BAR. */
#define FOREBAY_CARD_USER_BAR_BYTES 0x4000000
/* Number of the BAR with the XDMA block and the table of messages. */
#define FOREBAY_CARD_DMA_BAR 0x2
/* Size of that BAR. */
#define FOREBAY_CARD_DMA_BAR_BYTES 0x10000
/* Number of the BAR that shows the card address space. */
#define FOREBAY_CARD_APERTURE_BAR 0x4
/* Size of that BAR: a power of two that holds the card address space. */
#define FOREBAY_CARD_APERTURE_BAR_BYTES 0x40000000
/* Where the fault-injection page is among the own registers of a simulated card. */
#define FOREBAY_CARD_FAULT_PAGE 0x3fef000

/* Card memory: Room for the card memory; a build has MEM_BYTES of it. */
#define FOREBAY_CARD_MEMORY_BASE 0x0000

/* Stream port: Every beat written anywhere in the range becomes an entry of the port's FIFO. */
#define FOREBAY_CARD_STREAM_PORT_BASE 0x10000000
#define FOREBAY_CARD_STREAM_PORT_STRIDE 0x10000000
#define FOREBAY_CARD_STREAM_PORT_COUNT 2

/*
 * Fault injection: Lets software provoke what a bus can do to a card. Set up the registers, write 1 to
 * ARM, run the transfer, read HITS. Accesses to this page are no events, and it answers whatever has
 * been armed.
 */
#define FOREBAY_FAULT_SIZE_BYTES 40

/* Magic. Tells that faults can be injected. */
#define FOREBAY_FAULT_MAGIC 0x00
#define FOREBAY_FAULT_MAGIC_RESET 0x49464246
/* VALUE (r): The letters FBFI, first letter in the lowest byte. */
#define FOREBAY_FAULT_MAGIC_VALUE GENMASK(31, 0)

/*
 * Arm. Writing 1 takes the other registers over and sets SEEN and HITS to 0; writing 0 disarms. A card
 * reset disarms as well.
 */
#define FOREBAY_FAULT_ARM 0x04
#define FOREBAY_FAULT_ARM_RESET 0x00000000
/* ARMED (rw): Reads 1 until COUNT events were hit. */
#define FOREBAY_FAULT_ARM_ARMED BIT(0)

/* Kind. What goes wrong. */
#define FOREBAY_FAULT_KIND 0x08
#define FOREBAY_FAULT_KIND_RESET 0x00000000
/* WHAT (rw): The kind; a number without a name arms nothing. */
#define FOREBAY_FAULT_KIND_WHAT GENMASK(7, 0)
/* Nothing. */
#define FOREBAY_FAULT_KIND_WHAT_NONE 0
/* A DMA access finds nobody at its address. */
#define FOREBAY_FAULT_KIND_WHAT_UNSUPPORTED_REQUEST 1
/* A DMA access is refused by whoever is at its address. */
#define FOREBAY_FAULT_KIND_WHAT_COMPLETER_ABORT 2
/*
 * A DMA read comes back marked as damaged. Writes do not match: nothing comes back that could be
 * marked.
 */
#define FOREBAY_FAULT_KIND_WHAT_POISONED 3
/*
 * A descriptor comes back with another magic number. Only reads of descriptors match, one event per
 * descriptor.
 */
#define FOREBAY_FAULT_KIND_WHAT_BAD_MAGIC 4
/* A message-signalled interrupt does not arrive. */
#define FOREBAY_FAULT_KIND_WHAT_LOST_MESSAGE 5
/* A message-signalled interrupt arrives PARAM card cycles late. */
#define FOREBAY_FAULT_KIND_WHAT_LATE_MESSAGE 6
/*
 * The card is off the bus: a BAR read answers all ones. While it lasts, BAR writes and messages are
 * dropped and DMA accesses find nobody. Events are BAR reads.
 */
#define FOREBAY_FAULT_KIND_WHAT_ALL_ONES 7
/*
 * A DMA access gets no answer until the card is reset, so its channel stays busy until then. A write
 * does not reach memory.
 */
#define FOREBAY_FAULT_KIND_WHAT_NEVER_ANSWERED 8
/*
 * The data of a DMA read come up to 1,023 card cycles late, a number drawn anew for each from the seed
 * in PARAM: so reads come back out of order. The native card has no time and takes no notice.
 */
#define FOREBAY_FAULT_KIND_WHAT_LATE_READ 9
/*
 * After a DMA access the card stands still until 0 is written to ARM: its registers answer, and
 * nothing else of it moves but in the cycles that this takes.
 */
#define FOREBAY_FAULT_KIND_WHAT_STANDSTILL 10
/*
 * A read of the card's own register at PLACE answers PARAM, and the card does not see it. Events are
 * such reads.
 */
#define FOREBAY_FAULT_KIND_WHAT_FALSE_WORD 11

/*
 * Select. Which DMA accesses match, for the kinds that spoil one. The access must be marked for both
 * its direction and its purpose.
 */
#define FOREBAY_FAULT_SELECT 0x0c
#define FOREBAY_FAULT_SELECT_RESET 0x00000703
/* READ (rw): Reads of host memory. */
#define FOREBAY_FAULT_SELECT_READ BIT(0)
/* WRITE (rw): Writes of host memory. */
#define FOREBAY_FAULT_SELECT_WRITE BIT(1)
/* DATA (rw): Payload of a transfer. From here on one bit per purpose, in the order of card_purpose_e. */
#define FOREBAY_FAULT_SELECT_DATA BIT(8)
/* DESCRIPTOR (rw): Descriptors. */
#define FOREBAY_FAULT_SELECT_DESCRIPTOR BIT(9)
/* WRITE_BACK (rw): Results of C2H streams and poll-mode words. */
#define FOREBAY_FAULT_SELECT_WRITE_BACK BIT(10)

/* Skip. How many matching events pass before the first is hit. */
#define FOREBAY_FAULT_SKIP 0x10
#define FOREBAY_FAULT_SKIP_RESET 0x00000000
/* EVENTS (rw): Events. */
#define FOREBAY_FAULT_SKIP_EVENTS GENMASK(31, 0)

/*
 * Count. How many events are hit, one after another; then nothing more is. With 0 events are only
 * counted.
 */
#define FOREBAY_FAULT_COUNT 0x14
#define FOREBAY_FAULT_COUNT_RESET 0x00000001
/* EVENTS (rw): Events; all ones means all of them. */
#define FOREBAY_FAULT_COUNT_EVENTS GENMASK(31, 0)

/* Parameter. For late_message: how late. For late_read: the seed. For false_word: the answer. */
#define FOREBAY_FAULT_PARAM 0x18
#define FOREBAY_FAULT_PARAM_RESET 0x00000000
/* VALUE (rw): Card clock cycles, or any number. */
#define FOREBAY_FAULT_PARAM_VALUE GENMASK(31, 0)

/*
 * Seen. Matching events since ARM was written: a run with COUNT 0 tells how many places there are to
 * hit.
 */
#define FOREBAY_FAULT_SEEN 0x1c
#define FOREBAY_FAULT_SEEN_RESET 0x00000000
/* EVENTS (r): Events, hit or not. */
#define FOREBAY_FAULT_SEEN_EVENTS GENMASK(31, 0)

/* Hits. Events hit since ARM was written. */
#define FOREBAY_FAULT_HITS 0x20
#define FOREBAY_FAULT_HITS_RESET 0x00000000
/* EVENTS (r): Events. */
#define FOREBAY_FAULT_HITS_EVENTS GENMASK(31, 0)

/* Place. For false_word: which register answers something else. Registers of this page never do. */
#define FOREBAY_FAULT_PLACE 0x24
#define FOREBAY_FAULT_PLACE_RESET 0x00000000
/* OFFSET (rw): Offset among the card's own registers. */
#define FOREBAY_FAULT_PLACE_OFFSET GENMASK(31, 0)

/* Page of a datapath: The part that is the same in every datapath's page. */
#define FOREBAY_PLUG_SIZE_BYTES 3584

/*
 * Events: 48-bit event counters of the datapath that stop at their end; what each counts is the
 * datapath's to say. Read LO first: it holds the upper bits for HI. EVENTS of the feature header tells
 * how many there are; the others read 0.
 */
#define FOREBAY_PLUG_EVENT_BASE 0x0400
#define FOREBAY_PLUG_EVENT_STRIDE 0x8
#define FOREBAY_PLUG_EVENT_COUNT 64

/* Count, low. Bits 31:0; reading holds the upper bits for HI. */
#define FOREBAY_PLUG_EVENT_LO 0x00
#define FOREBAY_PLUG_EVENT_LO_RESET 0x00000000
/* COUNT (r): Bits 31:0. */
#define FOREBAY_PLUG_EVENT_LO_COUNT GENMASK(31, 0)

/* Count, high. Upper bits as they were when a low half was last read. */
#define FOREBAY_PLUG_EVENT_HI 0x04
#define FOREBAY_PLUG_EVENT_HI_RESET 0x00000000
/* COUNT (r): Bits 47:32. */
#define FOREBAY_PLUG_EVENT_HI_COUNT GENMASK(15, 0)

/*
 * Events, clear on read: Twin of the events at +0x800: reading LO also sets the counter back to 0. An
 * event in the same cycle is not lost, it counts as the first one after.
 */
#define FOREBAY_PLUG_EVENT_CLEAR_BASE 0x0c00
#define FOREBAY_PLUG_EVENT_CLEAR_STRIDE 0x8
#define FOREBAY_PLUG_EVENT_CLEAR_COUNT 64

/* Count, low. Bits 31:0, then cleared. */
#define FOREBAY_PLUG_EVENT_CLEAR_LO 0x00
#define FOREBAY_PLUG_EVENT_CLEAR_LO_RESET 0x00000000
/* COUNT (rc): Bits 31:0. */
#define FOREBAY_PLUG_EVENT_CLEAR_LO_COUNT GENMASK(31, 0)

/* Count, high. Upper bits as they were when a low half was last read. */
#define FOREBAY_PLUG_EVENT_CLEAR_HI 0x04
#define FOREBAY_PLUG_EVENT_CLEAR_HI_RESET 0x00000000
/* COUNT (r): Bits 47:32. */
#define FOREBAY_PLUG_EVENT_CLEAR_HI_COUNT GENMASK(15, 0)

/* Window of user-level DMA: What programs map of it. */
#define FOREBAY_UDMA_WINDOW_SIZE_BYTES 16777216

/* Context page: Of the key scheme: the page of a context. Every word of the page is this one. */
#define FOREBAY_UDMA_WINDOW_CONTEXT_PAGE_BASE 0x0000
#define FOREBAY_UDMA_WINDOW_CONTEXT_PAGE_STRIDE 0x1000
#define FOREBAY_UDMA_WINDOW_CONTEXT_PAGE_COUNT 8

/* Size. A store sets the size; a load starts the transfer, or tells how it goes. */
#define FOREBAY_UDMA_WINDOW_CONTEXT_PAGE_SIZE 0x00
#define FOREBAY_UDMA_WINDOW_CONTEXT_PAGE_SIZE_RESET 0x00000000
/*
 * BYTES (rw): Stored: bytes to move. Loaded: bytes left, 0 when it is over, all ones when it failed or
 * nothing was asked for.
 */
#define FOREBAY_UDMA_WINDOW_CONTEXT_PAGE_SIZE_BYTES GENMASK(31, 0)

/*
 * Portal page: Of the portal: a line of 64 bytes is a transfer. Every line of the page is this one.
 * Addresses are slot addresses.
 */
#define FOREBAY_UDMA_WINDOW_PORTAL_PAGE_BASE 0x10000
#define FOREBAY_UDMA_WINDOW_PORTAL_PAGE_STRIDE 0x1000
#define FOREBAY_UDMA_WINDOW_PORTAL_PAGE_COUNT 8

/* Source, low. Where from; bits 31:0. */
#define FOREBAY_UDMA_WINDOW_PORTAL_PAGE_SRC_LO 0x00
#define FOREBAY_UDMA_WINDOW_PORTAL_PAGE_SRC_LO_RESET 0x00000000
/* ADDR (w): Bits 31:0. */
#define FOREBAY_UDMA_WINDOW_PORTAL_PAGE_SRC_LO_ADDR GENMASK(31, 0)

/* Source, high. Where from; bits 47:32. */
#define FOREBAY_UDMA_WINDOW_PORTAL_PAGE_SRC_HI 0x04
#define FOREBAY_UDMA_WINDOW_PORTAL_PAGE_SRC_HI_RESET 0x00000000
/* ADDR (w): Bits 47:32; the others are 0. */
#define FOREBAY_UDMA_WINDOW_PORTAL_PAGE_SRC_HI_ADDR GENMASK(15, 0)

/* Destination, low. Where to; bits 31:0. */
#define FOREBAY_UDMA_WINDOW_PORTAL_PAGE_DST_LO 0x08
#define FOREBAY_UDMA_WINDOW_PORTAL_PAGE_DST_LO_RESET 0x00000000
/* ADDR (w): Bits 31:0. */
#define FOREBAY_UDMA_WINDOW_PORTAL_PAGE_DST_LO_ADDR GENMASK(31, 0)

/* Destination, high. Where to; bits 47:32. */
#define FOREBAY_UDMA_WINDOW_PORTAL_PAGE_DST_HI 0x0c
#define FOREBAY_UDMA_WINDOW_PORTAL_PAGE_DST_HI_RESET 0x00000000
/* ADDR (w): Bits 47:32; the others are 0. */
#define FOREBAY_UDMA_WINDOW_PORTAL_PAGE_DST_HI_ADDR GENMASK(15, 0)

/* Record, low. Where the completion record goes; bits 31:0. */
#define FOREBAY_UDMA_WINDOW_PORTAL_PAGE_RECORD_LO 0x10
#define FOREBAY_UDMA_WINDOW_PORTAL_PAGE_RECORD_LO_RESET 0x00000000
/* ADDR (w): Bits 31:0, a multiple of 8. */
#define FOREBAY_UDMA_WINDOW_PORTAL_PAGE_RECORD_LO_ADDR GENMASK(31, 0)

/* Record, high. Where the completion record goes; bits 47:32. */
#define FOREBAY_UDMA_WINDOW_PORTAL_PAGE_RECORD_HI 0x14
#define FOREBAY_UDMA_WINDOW_PORTAL_PAGE_RECORD_HI_RESET 0x00000000
/* ADDR (w): Bits 47:32; the others are 0. */
#define FOREBAY_UDMA_WINDOW_PORTAL_PAGE_RECORD_HI_ADDR GENMASK(15, 0)

/* Size. How much. */
#define FOREBAY_UDMA_WINDOW_PORTAL_PAGE_SIZE 0x18
#define FOREBAY_UDMA_WINDOW_PORTAL_PAGE_SIZE_RESET 0x00000000
/* BYTES (w): Bytes. */
#define FOREBAY_UDMA_WINDOW_PORTAL_PAGE_SIZE_BYTES GENMASK(31, 0)

/* Cookie. Comes back in the upper half of the record; the lower half is the reason (BAD_HI.REASON). */
#define FOREBAY_UDMA_WINDOW_PORTAL_PAGE_COOKIE 0x1c
#define FOREBAY_UDMA_WINDOW_PORTAL_PAGE_COOKIE_RESET 0x00000000
/* NUMBER (w): Any number. */
#define FOREBAY_UDMA_WINDOW_PORTAL_PAGE_COOKIE_NUMBER GENMASK(31, 0)

/* Reserved. Words that must be 0. */
#define FOREBAY_UDMA_WINDOW_PORTAL_PAGE_RESERVED 0x20
#define FOREBAY_UDMA_WINDOW_PORTAL_PAGE_RESERVED_STRIDE 4
#define FOREBAY_UDMA_WINDOW_PORTAL_PAGE_RESERVED_COUNT 6
#define FOREBAY_UDMA_WINDOW_PORTAL_PAGE_RESERVED_RESET 0x00000000
/* ZERO (w): 0. */
#define FOREBAY_UDMA_WINDOW_PORTAL_PAGE_RESERVED_ZERO GENMASK(31, 0)

/* Control. What is to be told. */
#define FOREBAY_UDMA_WINDOW_PORTAL_PAGE_CONTROL 0x38
#define FOREBAY_UDMA_WINDOW_PORTAL_PAGE_CONTROL_RESET 0x00000000
/* RECORD (w): A completion record is to be written. */
#define FOREBAY_UDMA_WINDOW_PORTAL_PAGE_CONTROL_RECORD BIT(0)
/*
 * BATCH (w): It starts a list: SRC is where the list is, a multiple of 32, DST is 0, SIZE the number
 * of its descriptors, and the record tells of all of them (batch_record).
 */
#define FOREBAY_UDMA_WINDOW_PORTAL_PAGE_CONTROL_BATCH BIT(1)

/* End. Must be 0. The store that brings its last byte starts the transfer. */
#define FOREBAY_UDMA_WINDOW_PORTAL_PAGE_END 0x3c
#define FOREBAY_UDMA_WINDOW_PORTAL_PAGE_END_RESET 0x00000000
/* ZERO (w): 0. */
#define FOREBAY_UDMA_WINDOW_PORTAL_PAGE_END_ZERO GENMASK(31, 0)

/*
 * Shadow pages: Of each context, one after the other, a page for each slot: loads and stores mean the
 * address, no memory.
 */
#define FOREBAY_UDMA_WINDOW_SHADOW_PAGE_BASE 0x800000
#define FOREBAY_UDMA_WINDOW_SHADOW_PAGE_STRIDE 0x1000
#define FOREBAY_UDMA_WINDOW_SHADOW_PAGE_COUNT 2048

/*
 * Layout xdma: Ids of the XDMA core, so that drivers written for it bind; a BAR each for registers,
 * DMA block and aperture.
 */
#define FOREBAY_LAYOUT_XDMA_PCI_VENDOR 0x10ee
#define FOREBAY_LAYOUT_XDMA_PCI_DEVICE 0x903f
#define FOREBAY_LAYOUT_XDMA_PCI_SUBSYSTEM_VENDOR 0x10ee
#define FOREBAY_LAYOUT_XDMA_PCI_SUBSYSTEM 0xfb0e
#define FOREBAY_LAYOUT_XDMA_USER_BAR 0x0
#define FOREBAY_LAYOUT_XDMA_USER_BAR_BYTES 0x4000000
#define FOREBAY_LAYOUT_XDMA_USER_OFFSET 0x0
#define FOREBAY_LAYOUT_XDMA_DMA_BAR 0x2
#define FOREBAY_LAYOUT_XDMA_DMA_BAR_BYTES 0x10000
#define FOREBAY_LAYOUT_XDMA_DMA_OFFSET 0x0
#define FOREBAY_LAYOUT_XDMA_APERTURE_BAR 0x4
#define FOREBAY_LAYOUT_XDMA_APERTURE_BAR_BYTES 0x40000000
#define FOREBAY_LAYOUT_XDMA_VECTORS 0x18
#define FOREBAY_LAYOUT_XDMA_ANSWER_CYCLES 0x800

/*
 * Layout shell: What a cloud card's shell allows: the DMA block at the start of BAR0, the card's own
 * registers behind it, BAR2 not ours.
 */
#define FOREBAY_LAYOUT_SHELL_PCI_VENDOR 0x1d0f
#define FOREBAY_LAYOUT_SHELL_PCI_DEVICE 0xf0fb
#define FOREBAY_LAYOUT_SHELL_PCI_SUBSYSTEM_VENDOR 0x10ee
#define FOREBAY_LAYOUT_SHELL_PCI_SUBSYSTEM 0xfb0e
#define FOREBAY_LAYOUT_SHELL_USER_BAR 0x0
#define FOREBAY_LAYOUT_SHELL_USER_BAR_BYTES 0x4000000
#define FOREBAY_LAYOUT_SHELL_USER_OFFSET 0x10000
#define FOREBAY_LAYOUT_SHELL_DMA_BAR 0x0
#define FOREBAY_LAYOUT_SHELL_DMA_BAR_BYTES 0x4000000
#define FOREBAY_LAYOUT_SHELL_DMA_OFFSET 0x0
#define FOREBAY_LAYOUT_SHELL_APERTURE_BAR 0x4
#define FOREBAY_LAYOUT_SHELL_APERTURE_BAR_BYTES 0x40000000
#define FOREBAY_LAYOUT_SHELL_VECTORS 0x10
#define FOREBAY_LAYOUT_SHELL_ANSWER_CYCLES 0x7d0

/*
 * Layout wide: An aperture of 64 GiB, whose upper half is a window for programs with room for
 * addresses of host memory.
 */
#define FOREBAY_LAYOUT_WIDE_PCI_VENDOR 0x10ee
#define FOREBAY_LAYOUT_WIDE_PCI_DEVICE 0x9038
#define FOREBAY_LAYOUT_WIDE_PCI_SUBSYSTEM_VENDOR 0x10ee
#define FOREBAY_LAYOUT_WIDE_PCI_SUBSYSTEM 0xfb0e
#define FOREBAY_LAYOUT_WIDE_USER_BAR 0x2
#define FOREBAY_LAYOUT_WIDE_USER_BAR_BYTES 0x4000000
#define FOREBAY_LAYOUT_WIDE_USER_OFFSET 0x0
#define FOREBAY_LAYOUT_WIDE_DMA_BAR 0x0
#define FOREBAY_LAYOUT_WIDE_DMA_BAR_BYTES 0x10000
#define FOREBAY_LAYOUT_WIDE_DMA_OFFSET 0x0
#define FOREBAY_LAYOUT_WIDE_APERTURE_BAR 0x4
#define FOREBAY_LAYOUT_WIDE_APERTURE_BAR_BYTES 0x1000000000
#define FOREBAY_LAYOUT_WIDE_VECTORS 0x18
#define FOREBAY_LAYOUT_WIDE_ANSWER_CYCLES 0x800

/* Every layout, once each. */
#define FOREBAY_LAYOUTS(X) X(XDMA) X(SHELL) X(WIDE)

#endif /* FOREBAY_REGS_H */
