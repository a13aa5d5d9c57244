/* SPDX-License-Identifier: GPL-2.0-only WITH Linux-syscall-note */
/*
 * The whole interface between the forebay kernel module and programs.
 *
 * Card N has these character devices:
 *
 *   forebayN_h2c_I    host to card, channel I: pwrite(2) and friends
 *   forebayN_c2h_I    card to host, channel I: pread(2) and friends
 *   forebayN_user     the card's own registers, in BAR0: pread/pwrite of whole 32-bit words, mmap; registers of what can
 *                     reach the machine's memory by itself, such as a front end, are closed: EACCES, and SIGBUS in a map
 *   forebayN_aperture   BAR4, the card's address space: mmap, uncached or write-combining
 *   forebayN_events   user interrupts: read(2) gives counts, poll(2) waits for one
 *   forebayN_udma     user-level DMA, on cards that have it: transfers that a program starts without a system call
 *   forebayN_cap0     capture, on cards that have it: a stream of samples into buffers that the card fills one after the other
 *   forebayN_tx0      transmission, on cards that have it: buffers that the card sends into a stream one behind the other
 *
 * On a memory-mapped channel the file offset is the card address. On a streaming channel the offset has no meaning:
 * each write call is one packet, each read call ends with the end of a packet or with a full buffer.
 *
 * Structures are padded by hand so that they are the same for 32-bit and 64-bit programs. A field named reserved, and
 * every bit of a flags field that is not defined here, must be 0 on the way in (else EINVAL) and is 0 on the way out.
 */
#ifndef _UAPI_FOREBAY_H
#define _UAPI_FOREBAY_H

#include <linux/ioctl.h>
#include <linux/types.h>

/** Counts up when a program written for an older value might break. */
#define FOREBAY_ABI 4

/** Number of user interrupt lines of a card. */
#define FOREBAY_USER_LINES 16

/** forebay_info.flags: the channel is a stream. */
#define FOREBAY_INFO_STREAM (1u << 0)
/** forebay_info.flags: the channel moves data from card to host. */
#define FOREBAY_INFO_C2H (1u << 1)

/** What a channel node is. */
struct forebay_info {
	/** FOREBAY_ABI of the module. */
	__u32 abi;
	/** FOREBAY_INFO_*. */
	__u32 flags;
	/** Channel number within its direction. */
	__u32 channel;
	/**
	 * Resets of the card since the driver took it, by whatever cause, sleep among them. A reset takes away what
	 * programs have put on the card: memory, registers, packets in its streams. A program that finds another number
	 * than before has to begin anew.
	 */
	__u32 resets;
	/**
	 * Largest number of bytes that one call moves; longer calls end early with this count. On an H2C stream the
	 * packet goes on with the next call then.
	 */
	__u64 max_bytes;
};

/** How a file waits for its transfers. */
enum forebay_completion_mode {
	/** Sleep until the channel's interrupt. */
	FOREBAY_COMPLETE_IRQ = 0,
	/** Spin on the write-back word in the caller's context for spin_us, then sleep until the interrupt. */
	FOREBAY_COMPLETE_POLL = 1,
};

/** Completion settings of one open file; a new file has the module's defaults. */
struct forebay_completion {
	/** enum forebay_completion_mode. */
	__u32 mode;
	/** Longest time to spin, in microseconds, at most 1000000. Only used by FOREBAY_COMPLETE_POLL. */
	__u32 spin_us;
	/**
	 * Time a transfer may take once no other of its channel is in front, in milliseconds before the module's
	 * timeout_scale; 0 is refused.
	 */
	__u32 timeout_ms;
	__u32 reserved;
};

/** Why the last failed transfer of a file failed. */
enum forebay_cause {
	FOREBAY_CAUSE_NONE = 0,
	/** The descriptor could not be read. */
	FOREBAY_CAUSE_DESC_FETCH = 1,
	/** The descriptor has a wrong magic. */
	FOREBAY_CAUSE_BAD_MAGIC = 2,
	/** The card refused the descriptor's length. */
	FOREBAY_CAUSE_LENGTH = 3,
	/** Reading the source failed. */
	FOREBAY_CAUSE_READ = 4,
	/** Writing the destination failed. */
	FOREBAY_CAUSE_WRITE = 5,
	/** Nothing completed within the time allowed. */
	FOREBAY_CAUSE_TIMEOUT = 6,
	/** A signal, a close or an unbind ended it. */
	FOREBAY_CAUSE_ABORTED = 7,
	/** The card does not answer any more: its registers read all ones. */
	FOREBAY_CAUSE_GONE = 8,
	/** The engine stopped without saying why. */
	FOREBAY_CAUSE_STOPPED = 9,
	/**
	 * A reset of the card, the recovery from an error of its link or the machine's sleep ended it: what the rest would
	 * have gone on from is not there any more.
	 */
	FOREBAY_CAUSE_RESET = 10,
	/**
	 * Nothing moved, and nothing ever would have (errno EDEADLK if nothing was moved): what the datapath lacks of a stream
	 * port is queued, and all of it behind transfers that wait for room in the FIFOs of others. FOREBAY_IOC_STALL has more.
	 */
	FOREBAY_CAUSE_DEADLOCK = 11,
};

/**
 * The last failed transfer of this file: one that did not move all it was asked to, unless a packet ended. A list that
 * fails does so once, as the piece at which it ended: the other fields are of that one. A call that
 * has failed has counted @seq up when it returns, so a program that knows the value from before can tell a short packet
 * from a transfer that was cut short.
 */
struct forebay_error {
	/** enum forebay_cause. */
	__u32 cause;
	/** The engine's status register. */
	__u32 status;
	/** Descriptors of the request that were done before the failing one. */
	__u64 descriptor;
	/** Bytes of the request that were done, exactly. */
	__u64 done;
	/** Card address behind them; 0 on a stream. */
	__u64 card_addr;
	/** Failed transfers of this file so far; 0: none, and the other fields are 0. */
	__u64 seq;
};

/**
 * Packets of a C2H stream that this file's reads have brought to their end. A read that fills its buffer has had all of
 * its packet if it has counted @ended up when it returns; else the packet goes on with the next read.
 */
struct forebay_packets {
	__u64 ended;
};

/** Pieces of a list at most. */
#define FOREBAY_MAX_PIECES 1024

/** One contiguous piece of a list. */
struct forebay_piece {
	/** Address of its memory. */
	__u64 addr;
	/** Its length, not 0. */
	__u64 bytes;
	/** First card address. */
	__u64 card_addr;
};

/**
 * Pieces that a memory-mapped channel moves one after the other: to the card from a h2c node, from it to a c2h node. The
 * card has all of them at once, as far as its driver has descriptors, so that nothing is done by the processor between
 * two of them.
 *
 * Behind one that is stopped, by a signal, its time-out, as a deadlock or by a reset, none is begun. Where the card reports
 * a failure it may have been at some of those behind already: what it has moved of them is not counted.
 *
 * The call ends as read(2) and write(2) do: with an error if nothing was moved; else with 0, and @done says how much.
 * All pieces together are no more than forebay_info.max_bytes, or the call ends early, between two of them if it can.
 */
struct forebay_list {
	/** Address of the array of struct forebay_piece. */
	__u64 pieces;
	/** How many, 1 to FOREBAY_MAX_PIECES. */
	__u32 count;
	__u32 reserved;
	/** Out: bytes that were moved, from the beginning of the first piece on. */
	__u64 done;
};

/** Stream ports, datapaths and channels that a stall tells of at most. */
#define FOREBAY_STALL_PORTS 8
#define FOREBAY_STALL_DATAPATHS 4
#define FOREBAY_STALL_CHANNELS 8
/** No stream port. */
#define FOREBAY_NO_PORT 0xffffffff

/** forebay_fifo.flags: a burst waits for room in it. It goes in whole, so that a few entries may be free. */
#define FOREBAY_FIFO_FULL (1u << 0)
/** forebay_fifo.flags: a datapath waits for an entry of it. */
#define FOREBAY_FIFO_STARVING (1u << 1)

/** The FIFO of a stream port. */
struct forebay_fifo {
	/** Entries of 64 bytes in it. */
	__u32 held;
	/** Entries that it has room for. */
	__u32 depth;
	/** FOREBAY_FIFO_*. */
	__u32 flags;
	__u32 reserved;
};

/** The descriptor at which a channel stood, one of the driver's. */
struct forebay_blocked {
	/** Channel number within its direction. */
	__u32 channel;
	/** FOREBAY_INFO_*. */
	__u32 flags;
	/** The stream port in whose FIFO it waits for room, or FOREBAY_NO_PORT. */
	__u32 port;
	__u32 reserved;
	/** Its number within the request, from 0. */
	__u64 descriptor;
	/** Descriptors of the request, as far as the driver has made them. */
	__u64 total;
	/** Card address; 0 on a stream. */
	__u64 card_addr;
	/** Bytes that it is to move. */
	__u64 bytes;
};

/**
 * Who waited for whom when the last transfer of this file that ended by its time-out or as a deadlock was looked at: before
 * it was stopped, which lets go of what waits for room.
 */
struct forebay_stall {
	/** forebay_error.seq of that transfer; 0: there was none, or its card did not answer. Then the other fields are 0. */
	__u64 seq;
	/** Milliseconds without progress. */
	__u32 waited_ms;
	/** The stream port that was certain never to get what its datapath lacks, or FOREBAY_NO_PORT. */
	__u32 lacking;
	/** How many of what follows are filled in. */
	__u32 num_fifos;
	__u32 num_datapaths;
	__u32 num_blocked;
	__u32 reserved;
	/** Of each datapath, in the order of the chain of features, the word STATUS of its header. */
	__u32 datapaths[FOREBAY_STALL_DATAPATHS];
	/** Stream ports from 0 on. */
	struct forebay_fifo fifos[FOREBAY_STALL_PORTS];
	/** Channels that had something to do. */
	struct forebay_blocked blocked[FOREBAY_STALL_CHANNELS];
};

/** Memory type of later mmap calls on an aperture file. */
enum forebay_caching {
	FOREBAY_CACHING_UNCACHED = 0,
	FOREBAY_CACHING_WRITE_COMBINING = 1,
};

/** Memory type of one open aperture file. */
struct forebay_aperture {
	/** enum forebay_caching. */
	__u32 caching;
	__u32 reserved;
	/** Out: bytes of the aperture. */
	__u64 bytes;
};

/** User interrupt lines that an open events file counts; bit n is line n. A new file counts all of them. */
struct forebay_lines {
	__u32 lines;
	__u32 reserved;
};

/**
 * What read(2) on an events file returns; the buffer must hold at least one, or the call fails with EINVAL. The first
 * read after a reset of the card fails with ECANCELED, once per file: what it waits for does not come any more. Until
 * then poll(2) says POLLIN and POLLPRI.
 */
struct forebay_events {
	/** Interrupts of the file's lines since its last read. */
	__u64 count;
	/** The lines that had one. */
	__u32 lines;
	__u32 reserved;
};

/**
 * How programs of a card start transfers (docs/decisions/0020-user-level-dma.md has each exactly). The administrator chooses
 * one for all of them: module parameter and attribute udma_scheme.
 */
enum forebay_udma_scheme {
	FOREBAY_UDMA_NONE = 0,
	FOREBAY_UDMA_SHRIMP1 = 1,
	FOREBAY_UDMA_SHRIMP2 = 2,
	FOREBAY_UDMA_FLASH = 3,
	FOREBAY_UDMA_SHADOW_CHECK = 4,
	FOREBAY_UDMA_SHADOW = 5,
	FOREBAY_UDMA_REPEAT3 = 6,
	FOREBAY_UDMA_REPEAT4 = 7,
	FOREBAY_UDMA_REPEAT5 = 8,
	FOREBAY_UDMA_KEY = 9,
	FOREBAY_UDMA_PORTAL = 10,
};

/** forebay_udma_context.flags: the scheme looks at no context: all programs have number 0, and can disturb each other. */
#define FOREBAY_UDMA_SHARED (1u << 0)
/** forebay_udma_context.flags: FOREBAY_IOC_UDMA_START works, also in a file without a context. */
#define FOREBAY_UDMA_BY_KERNEL (1u << 1)
/**
 * forebay_udma_context.flags: shadow addresses are those of memory on the bus, not of slots (module parameter and attribute
 * udma_shadow). A transfer stays within the pages of its two addresses, and what may be done with memory is what its shadow is
 * mapped for: the card has no table that it looks at. Slot numbers say where to map shadow pages as ever.
 */
#define FOREBAY_UDMA_DIRECT (1u << 2)

/**
 * A context: what a program needs to start transfers by itself. One file has one context at most, from
 * FOREBAY_IOC_UDMA_GET to its close; asking again gives the same one. Only the process that opened the file may use it: ioctl
 * and mmap from another address space fail with EPERM, and maps are not inherited over fork.
 *
 * Under SHRIMP2 and FLASH each thread that starts transfers makes this call: the driver tells the card when such a thread is
 * scheduled, 64 threads of a file at most (ENOSPC).
 *
 * Errors: EBUSY, no context is free; EOPNOTSUPP, the scheme needs preempt notifiers, which the kernel lacks; EIO, the front end
 * is out of service until a reset of the card.
 */
struct forebay_udma_context {
	/** Out: enum forebay_udma_scheme. */
	__u32 scheme;
	/** Out: number of the context. */
	__u32 context;
	/** Out: its key, in bits 59:0; 0 unless the scheme is KEY. */
	__u64 key;
	/** Out: contexts of the card. */
	__u32 contexts;
	/** Out: slots of the card, 4096 bytes of memory each, for all programs together. */
	__u32 slots;
	/** Out: transfers that a context may have under way. */
	__u32 depth;
	/** Out: FOREBAY_UDMA_SHARED, FOREBAY_UDMA_BY_KERNEL, FOREBAY_UDMA_DIRECT. */
	__u32 flags;
	/** Out: descriptors of a list that one line of the portal starts, at most; 0: a line starts one transfer. */
	__u32 batch;
	/** Out: 0. */
	__u32 reserved;
};

/** forebay_udma_region.rights: the card may read the memory, so it may be a source. */
#define FOREBAY_UDMA_READ (1u << 0)
/** forebay_udma_region.rights: the card may write it, so it may be a destination. */
#define FOREBAY_UDMA_WRITE (1u << 1)
/** forebay_udma_region.first_slot of a region in a file without a context. */
#define FOREBAY_UDMA_NO_SLOT 0xffffffff

/**
 * Memory that transfers may use. It is pinned, and counted against RLIMIT_MEMLOCK, until it is unregistered or the file is
 * closed; unmapping it does not end that. Each 4096 bytes are a slot, and the slots of a region follow each other: byte b of the
 * region has the slot address (first_slot * 4096 + b). Without a context a region has no slots and is for FOREBAY_IOC_UDMA_START only.
 *
 * Errors: EINVAL, @addr is no multiple of 4096, @bytes is 0 or too many, no right or an unknown one; EFAULT, not all of it is
 * mapped, or it may not be written and WRITE is asked for; ENOMEM, more than RLIMIT_MEMLOCK allows; ENOSPC, more than the slots
 * that are free; EOPNOTSUPP, the kernel would copy the data of each transfer (bounce buffers). Under FOREBAY_UDMA_DIRECT also
 * EOPNOTSUPP, WRITE without READ, which page tables cannot tell, or memory whose address on the bus is not its own; ERANGE, memory
 * beyond what the card has a shadow for. EIO, the memory cannot be mapped for the card, or user-level DMA is out of service.
 */
struct forebay_udma_region {
	/** Where it begins, a multiple of 4096. */
	__u64 addr;
	/** Its length in bytes. A transfer does not go beyond it, to the byte. */
	__u64 bytes;
	/** FOREBAY_UDMA_READ, FOREBAY_UDMA_WRITE or both. */
	__u32 rights;
	/** Out: its number in this file, for FOREBAY_IOC_UDMA_UNREGISTER. */
	__u32 region;
	/** Out: number of its first slot, or FOREBAY_UDMA_NO_SLOT. */
	__u32 first_slot;
	__u32 reserved;
};

/**
 * Ends a region: its maps are taken away, what the context has under way comes to its end (what still waits after a while is
 * dropped, as failed; of all who share the context under FOREBAY_UDMA_SHARED), then the memory is let go.
 *
 * Errors: ENOENT, no such region in this file; EIO, a transfer does not end: the memory stays pinned until the card is reset.
 */
struct forebay_udma_unregister {
	/** forebay_udma_region.region. */
	__u32 region;
	__u32 reserved;
};

/**
 * SHRIMP1: which slots a transfer from some slots goes to; slot first + i to slot partner + i, the same offset in it. Without
 * this call a slot is its own partner.
 *
 * Errors: ENOENT, some of the slots are not this file's; EINVAL, @count is 0.
 */
struct forebay_udma_partner {
	/** First of the slots. */
	__u32 first;
	/** Slot that is the partner of @first. */
	__u32 partner;
	/** How many slots. */
	__u32 count;
	__u32 reserved;
};

/**
 * A transfer by the kernel, between memory that the file has registered. The call ends with the transfer.
 *
 * Errors, with nothing moved: EINVAL, 0 bytes, or source and destination overlap; EFAULT, one of them does not lie in a region
 * with the right for it; EOPNOTSUPP, the card has no front end for this; EIO, the card reported a failure, see @reason;
 * ECANCELED, the card was reset; ETIMEDOUT, it did not end in its time. With some of it moved the call returns 0.
 */
struct forebay_udma_start {
	/** Where from, as the program sees it. */
	__u64 src;
	/** Where to. */
	__u64 dst;
	/** How many bytes. */
	__u64 bytes;
	/** Out: bytes that have arrived, from the beginning on. */
	__u64 done;
	/** Out: cause as in the register STATUS of the front end copy; 0 if all has arrived. */
	__u32 reason;
	__u32 reserved;
};

/**
 * Sleeps until a transfer of the context has ended since the last such call has returned, or a record of it was written; of a list
 * of transfers, until all of it is over. May return early. In a context that is shared others' transfers count.
 *
 * Errors: ETIMEDOUT; EINTR; ENOENT, the file has no context.
 */
struct forebay_udma_wait {
	/** Longest sleep, in milliseconds before the module's timeout_scale. */
	__u32 timeout_ms;
	__u32 reserved;
};

/** Reasons for which a start is refused: EMPTY, SLOT, UNREADABLE, UNWRITABLE, EXTENT, PATH, FULL, OFF, in this order. */
#define FOREBAY_UDMA_REFUSALS 8

/** What the card has counted of the file's context since the file has it. ENOENT: it has none. */
struct forebay_udma_stats {
	/** Starts that were taken. */
	__u32 starts;
	/** Transfers that arrived whole. */
	__u32 done;
	/** Transfers that were taken and did not. */
	__u32 failed;
	/** Accesses that the scheme had no use for. */
	__u32 strays;
	/** Starts that were refused, by reason. */
	__u32 refused[FOREBAY_UDMA_REFUSALS];
	/** Slot address of the last start that was refused or failed; 0 if there was none, or under FOREBAY_UDMA_DIRECT another file's. */
	__u64 bad_address;
	/** Why, as in the register BAD_HI; 0 if there was none. */
	__u32 bad_reason;
	/** Transfers that are not over. */
	__u32 under_way;
	/** Descriptors of lists that were never begun, because their list could not be read on or was called off. */
	__u32 skipped;
	/** 0. */
	__u32 reserved;
};

/** Offsets of maps of a forebayN_udma file. Each map lies in one of: the context's page (KEY), its portal (PORTAL), */
#define FOREBAY_UDMA_MAP_CONTEXT 0x0
#define FOREBAY_UDMA_MAP_PORTAL 0x1000
/**
 * or shadow pages of one region, slot n at FOREBAY_UDMA_MAP_SHADOW + n * 4096. A shadow page can be loaded from where the region
 * has the right READ and stored to where it has WRITE (else EACCES); under SHRIMP1, REPEAT5 and KEY, where the kind of access does
 * not tell source from destination, both, and the card checks the rights alone, which it cannot under FOREBAY_UDMA_DIRECT: there
 * these schemes name what the rights let be loaded and stored, a source of KEY for one only if it may be written. Maps are shared and uncached. A touch after the
 * region or the context has ended, by a reset or an unbind, too, is a SIGBUS; or see FOREBAY_IOC_UDMA_BLANK. ENXIO: nothing of this file is there.
 */
#define FOREBAY_UDMA_MAP_SHADOW 0x800000

#define FOREBAY_IOC 0xfb
/** Channel nodes. */
#define FOREBAY_IOC_INFO _IOR(FOREBAY_IOC, 0x00, struct forebay_info)
#define FOREBAY_IOC_GET_COMPLETION _IOR(FOREBAY_IOC, 0x01, struct forebay_completion)
#define FOREBAY_IOC_SET_COMPLETION _IOW(FOREBAY_IOC, 0x02, struct forebay_completion)
#define FOREBAY_IOC_LAST_ERROR _IOR(FOREBAY_IOC, 0x03, struct forebay_error)
#define FOREBAY_IOC_PACKETS _IOR(FOREBAY_IOC, 0x04, struct forebay_packets)
#define FOREBAY_IOC_STALL _IOR(FOREBAY_IOC, 0x05, struct forebay_stall)
#define FOREBAY_IOC_LIST _IOWR(FOREBAY_IOC, 0x06, struct forebay_list)
/** Aperture node. */
#define FOREBAY_IOC_APERTURE _IOWR(FOREBAY_IOC, 0x10, struct forebay_aperture)
/** Events node. */
#define FOREBAY_IOC_SET_LINES _IOW(FOREBAY_IOC, 0x20, struct forebay_lines)
/** User-level DMA node. After a reset of the card all but GET fail with ECANCELED until the next GET: nothing is left of before. */
#define FOREBAY_IOC_UDMA_GET _IOR(FOREBAY_IOC, 0x30, struct forebay_udma_context)
#define FOREBAY_IOC_UDMA_REGISTER _IOWR(FOREBAY_IOC, 0x31, struct forebay_udma_region)
#define FOREBAY_IOC_UDMA_UNREGISTER _IOW(FOREBAY_IOC, 0x32, struct forebay_udma_unregister)
#define FOREBAY_IOC_UDMA_PARTNER _IOW(FOREBAY_IOC, 0x33, struct forebay_udma_partner)
#define FOREBAY_IOC_UDMA_START _IOWR(FOREBAY_IOC, 0x34, struct forebay_udma_start)
#define FOREBAY_IOC_UDMA_WAIT _IOW(FOREBAY_IOC, 0x35, struct forebay_udma_wait)
#define FOREBAY_IOC_UDMA_STATS _IOR(FOREBAY_IOC, 0x36, struct forebay_udma_stats)
/**
 * From here on a touch of what has ended in a map of this file is none of the card and no SIGBUS: a blank page is there, one for all,
 * with every bit set until the program stores something. So a program whose card is reset learns of it by its next call. ENOMEM.
 */
#define FOREBAY_IOC_UDMA_BLANK _IO(FOREBAY_IOC, 0x37)
/** Capture node. */
#include "forebay_capture.h"
/** Transmit node. */
#include "forebay_transmit.h"

#endif
