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

#endif
