/* SPDX-License-Identifier: GPL-2.0-only WITH Linux-syscall-note */
/*
 * The part of forebay.h, which includes it, for forebayN_tx0: buffers that the card sends into a stream, one behind the other.
 */
#ifndef _UAPI_FOREBAY_TRANSMIT_H
#define _UAPI_FOREBAY_TRANSMIT_H

#include <linux/ioctl.h>
#include <linux/types.h>

/** forebay_tx_setup.flags: no interrupts: who waits looks by itself, at first without a pause. Module parameter completion=poll is this for all. */
#define FOREBAY_TX_POLL (1u << 0)

/** Buffers at most. */
#define FOREBAY_TX_BUFFERS 4096

/**
 * The buffers of a transmit file. An open makes those of the module parameters tx_buffers and tx_bytes, if there is memory for them.
 * What was queued is gone with the buffers from before.
 *
 * Errors: EINVAL, no buffers or too many, @bytes is no multiple of the card's beat (64) or longer than it can be told (64 MiB - 64);
 * EBUSY, it runs, or a buffer is mapped or taken; EIO, the engine did not stop, until the reset that follows; ENOMEM: the file has no
 * buffers now, and @buffers and @bytes say what could have been had (0: nothing), as the kernel's log does. More than the module
 * parameter cap_mib is ENOMEM, too.
 */
struct forebay_tx_setup {
	/** How many, 1 to FOREBAY_TX_BUFFERS. */
	__u32 buffers;
	/** Length of each. */
	__u32 bytes;
	/** FOREBAY_TX_POLL. */
	__u32 flags;
	/** Out: how far buffers are apart in a map: buffer i is at offset i * @map_bytes. */
	__u32 map_bytes;
	__u32 reserved[2];
};

/** forebay_tx_take.timeout_ms, and that of FOREBAY_IOC_TX_DRAIN: for ever. */
#define FOREBAY_TX_FOREVER 0xffffffff

/**
 * Takes a free buffer, running or not. It is the program's until FOREBAY_IOC_TX_QUEUE or FOREBAY_IOC_TX_RELEASE.
 *
 * Errors: EAGAIN, none is free, and the file does not block or the time is 0; ETIMEDOUT; EINTR; ENOBUFS, the file has no buffers at all;
 * EIO, the engine has met an error (FOREBAY_IOC_TX_STATS tells which), until the next START or SETUP; ECANCELED, the card was reset,
 * until the next START or SETUP; ENODEV.
 */
struct forebay_tx_take {
	/** Longest wait in milliseconds, before the module's timeout_scale; FOREBAY_TX_FOREVER. */
	__u32 timeout_ms;
	/** Out: the buffer. */
	__u32 index;
};

/**
 * Sends a buffer that the program has taken, behind all that were queued before; if it does not run, from the next START on. What the
 * program writes there before it takes the buffer again may be sent or not.
 *
 * Errors: EINVAL, no such buffer, or not taken, or @bytes is 0 or more than it has: whose it is does not change; EIO, ECANCELED, as
 * TAKE: the buffer is free, and not sent; ENODEV.
 */
struct forebay_tx_queue {
	/** forebay_tx_take.index. */
	__u32 index;
	/** How much of it, from its beginning on: 1 to forebay_tx_setup.bytes. */
	__u32 bytes;
};

/** forebay_tx_stats.flags: it runs. */
#define FOREBAY_TX_RUNS (1u << 0)

/** Since the file was opened. */
struct forebay_tx_stats {
	/** Buffers that the stream has taken whole. */
	__u64 buffers;
	/** Bytes that the stream has taken, of buffers that were cut short, too, but for what a reset has cut. */
	__u64 bytes;
	/**
	 * Buffers that were cut short: by STOP or an error after some of their bytes, or the one that was at its turn when the engine told
	 * of none any more: the card was reset or is gone, or the engine does not stop.
	 */
	__u64 cut;
	/** Interrupts of the engine, and looks at the ring that found something without one. */
	__u64 interrupts;
	__u64 polls;
	/** Buffers that are free, taken (of which one may be a write's), queued, or the card's. */
	__u32 free;
	__u32 taken;
	__u32 queued;
	__u32 armed;
	/** Runs that ended with an error; and the status register (DMASR) of the last one. */
	__u32 errors;
	__u32 status;
	/** FOREBAY_TX_RUNS. */
	__u32 flags;
	__u32 reserved;
};

/**
 * Transmit node, which has one opener at a time (EBUSY). A buffer is a packet of the stream. write(2) takes a free buffer, copies all that it
 * is given into it, and queues it: a call is a buffer, or EMSGSIZE if it is longer than one, and 0 for no bytes. Else it fails as TAKE does,
 * and with EFAULT, or with ECANCELED if there were other buffers meanwhile, and nothing of it is sent; a signal's handler with SA_RESTART
 * starts it again. mmap: shared, for reading and writing, any range of whole pages; a touch after an unbind is a SIGBUS. poll(2): POLLOUT,
 * a free buffer; POLLERR, TAKE fails at once.
 *
 * SETUP, START and STOP wait for a card that is in a reset: EINTR; ENODEV if it is lost.
 *
 * A close ends all that is under way, as STOP does: who wants it to be sent drains it before.
 */
#define FOREBAY_IOC_TX_SETUP _IOWR(FOREBAY_IOC, 0x50, struct forebay_tx_setup)
/**
 * The card sends what is queued, from here on. EBUSY: it runs; ENOBUFS: no buffers; EIO: the engine does not start, or did not stop
 * before, until the reset that follows; ENODEV.
 */
#define FOREBAY_IOC_TX_START _IO(FOREBAY_IOC, 0x51)
/**
 * No longer: all that is queued, or the card's, and not sent yet is free, and is not sent. A buffer that is under way is cut, and its packet
 * ends with what has gone. EIO: it does not stop, and the card is reset. 0 if it did not run: what is queued stays so.
 */
#define FOREBAY_IOC_TX_STOP _IO(FOREBAY_IOC, 0x52)
#define FOREBAY_IOC_TX_TAKE _IOWR(FOREBAY_IOC, 0x53, struct forebay_tx_take)
#define FOREBAY_IOC_TX_QUEUE _IOW(FOREBAY_IOC, 0x54, struct forebay_tx_queue)
/** Gives a buffer that TAKE had taken back unsent, by its index. EINVAL: no such buffer, or not taken. */
#define FOREBAY_IOC_TX_RELEASE _IOW(FOREBAY_IOC, 0x55, __u32)
/**
 * Waits until the stream has taken all that was queued; the argument is the longest wait, as forebay_tx_take.timeout_ms, whether the file
 * blocks or not. ETIMEDOUT; EINTR; EIO, ECANCELED, as TAKE; ENODEV; ENODATA: it does not run and something is queued, or what was is not
 * sent, as it was stopped or set up anew meanwhile.
 */
#define FOREBAY_IOC_TX_DRAIN _IOW(FOREBAY_IOC, 0x56, __u32)
#define FOREBAY_IOC_TX_STATS _IOR(FOREBAY_IOC, 0x57, struct forebay_tx_stats)
/** The buffers that the file has, as SETUP says them; 0 buffers: none. */
#define FOREBAY_IOC_TX_GET _IOR(FOREBAY_IOC, 0x58, struct forebay_tx_setup)

#endif
