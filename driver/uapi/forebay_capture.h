/* SPDX-License-Identifier: GPL-2.0-only WITH Linux-syscall-note */
/*
 * The part of forebay.h, which includes it, for forebayN_cap0: a stream of samples in buffers that the card fills one after the other.
 */
#ifndef _UAPI_FOREBAY_CAPTURE_H
#define _UAPI_FOREBAY_CAPTURE_H

#include <linux/ioctl.h>
#include <linux/types.h>

/** What becomes of the stream when all buffers are full. */
enum forebay_cap_policy {
	/** It waits; what its source loses meanwhile, the next buffer tells. */
	FOREBAY_CAP_GAP = 0,
	/**
	 * The oldest full buffer that nobody has taken is filled anew; the next that is taken tells what was in it. Of the buffers that
	 * nobody holds, by NEXT or by a dma-buf, no less than half keep what is in them.
	 */
	FOREBAY_CAP_OVERWRITE = 1,
};

/** forebay_cap_setup.flags: packets follow each other in a buffer, which ends when it is full or a burst ends; else a packet's end ends it. */
#define FOREBAY_CAP_THROUGH (1u << 0)
/** forebay_cap_setup.flags: no interrupts: who waits looks by itself, at first without a pause. Module parameter completion=poll is this for all. */
#define FOREBAY_CAP_POLL (1u << 1)

/** Buffers at most. */
#define FOREBAY_CAP_BUFFERS 4096

/**
 * The buffers of a capture file. An open makes those of the module parameters cap_buffers and cap_bytes, if there is memory for them.
 * A packet longer than a buffer goes on in the next one.
 *
 * Errors: EINVAL, no buffers or too many, @bytes is no multiple of the card's beat (64) or longer than it can be told (64 MiB - 64);
 * EBUSY, it runs, or a buffer is mapped or taken; EIO, the engine did not stop, until the reset that follows; ENOMEM: the file has no buffers now, and @buffers and @bytes say what could have been
 * had (0: nothing), as the kernel's log does. More than the module parameter cap_mib, with what dma-bufs hold of buffers from before, is
 * ENOMEM, too.
 */
struct forebay_cap_setup {
	/** How many, 1 to FOREBAY_CAP_BUFFERS. */
	__u32 buffers;
	/** Length of each. */
	__u32 bytes;
	/** FOREBAY_CAP_THROUGH, FOREBAY_CAP_POLL. */
	__u32 flags;
	/** enum forebay_cap_policy. */
	__u32 policy;
	/** Out: how far buffers are apart in a map: buffer i is at offset i * @map_bytes. */
	__u32 map_bytes;
	__u32 reserved;
};

/** forebay_cap_buffer.flags: a packet ended with its last byte. */
#define FOREBAY_CAP_EOP (1u << 0)
/** forebay_cap_buffer.flags: a burst did. */
#define FOREBAY_CAP_EOB (1u << 1)
/** forebay_cap_buffer.flags: samples were lost behind it. */
#define FOREBAY_CAP_OVERRUN (1u << 2)
/** forebay_cap_buffer.flags: it was cut short by FOREBAY_IOC_CAP_STOP or an error. */
#define FOREBAY_CAP_STOPPED (1u << 3)

/** What is told of a buffer that the card has filled. */
struct forebay_cap_buffer {
	/** Time of its first sample, in the datapath's unit. */
	__u64 stamp;
	/** Samples that the source has lost ahead of it and no buffer before has told: those of a gap are told once. */
	__u64 lost;
	/** Bytes that were in full buffers ahead of it which were filled anew (FOREBAY_CAP_OVERWRITE), told once. */
	__u64 overwritten;
	/** Which buffer. */
	__u32 index;
	/** Bytes in it; 0 only for one that ended a packet or a burst. */
	__u32 bytes;
	/** Buffers that the card had ended before it since FOREBAY_IOC_CAP_START. Numbers that are missing were overwritten, or empty. */
	__u32 sequence;
	/** FOREBAY_CAP_EOP, FOREBAY_CAP_EOB, FOREBAY_CAP_OVERRUN, FOREBAY_CAP_STOPPED. */
	__u32 flags;
};

/** forebay_cap_next.timeout_ms: for ever. */
#define FOREBAY_CAP_FOREVER 0xffffffff

/**
 * Takes the next full buffer. It is the program's until FOREBAY_IOC_CAP_RELEASE, and what it holds does not change.
 *
 * Errors: EAGAIN, there is none, and the file does not block or the time is 0; ETIMEDOUT; EINTR; ENODATA, there is none, and it does
 * not run: nothing will come; EIO, the same after an error of the engine (FOREBAY_IOC_CAP_STATS tells which), until the next START or SETUP; ECANCELED, the
 * card was reset, until the next START or SETUP: full buffers that nobody had taken are gone; ENODEV.
 */
struct forebay_cap_next {
	/** Longest wait in milliseconds, before the module's timeout_scale; FOREBAY_CAP_FOREVER. */
	__u32 timeout_ms;
	__u32 reserved;
	/** Out: the buffer. */
	struct forebay_cap_buffer buffer;
};

/**
 * A dma-buf of a buffer that the program has taken, for other devices and programs: it can be read and not be written. It holds the buffer, too:
 * the card fills it again when it is released and the last dma-buf of it is closed. Its memory stays if the file is closed before.
 *
 * Errors: EINVAL, no such buffer, or not taken; EMFILE; ENOMEM.
 */
struct forebay_cap_export {
	/** forebay_cap_buffer.index. */
	__u32 index;
	/** Out: the file descriptor. */
	__s32 fd;
};

/** forebay_cap_stats.flags: it runs. */
#define FOREBAY_CAP_RUNS (1u << 0)

/** Since the file was opened. */
struct forebay_cap_stats {
	/** Buffers that the card has filled, and bytes in them. */
	__u64 buffers;
	__u64 bytes;
	/** Samples that their records say were lost ahead of them, and how many of them said so. */
	__u64 lost;
	__u64 gaps;
	/** Bytes of full buffers that were filled anew. */
	__u64 overwritten;
	/** Interrupts of the engine, and looks at the ring that found something without one. */
	__u64 interrupts;
	__u64 polls;
	/** Buffers that the card has, that are full, that are taken (of which one may be a read's), that are exported and not taken any more. */
	__u32 armed;
	__u32 full;
	__u32 taken;
	__u32 exported;
	/** Runs that ended with an error; and the status register (DMASR) of the last one. */
	__u32 errors;
	__u32 status;
	/** FOREBAY_CAP_RUNS. */
	__u32 flags;
	__u32 reserved;
};

/**
 * Capture node, which has one opener at a time (EBUSY). read(2) copies out of the next full buffer and gives it back when all of it is
 * read; a call never goes on into the next buffer. It returns 0 where NEXT is ENODATA, else fails as NEXT does. mmap: shared, for reading only,
 * any range of whole pages; a touch after an unbind is a SIGBUS. poll(2): POLLIN, a full buffer; POLLHUP, ENODATA; POLLERR, any other error.
 * SETUP, START and STOP wait for a card that is in a reset: EINTR; ENODEV if it is lost.
 */
#define FOREBAY_IOC_CAP_SETUP _IOWR(FOREBAY_IOC, 0x40, struct forebay_cap_setup)
/**
 * The card fills buffers from here on; full ones from before are gone. EBUSY: it runs; ENOBUFS: no buffers, or all are taken; EIO: the engine
 * does not start, or did not stop before, until the reset that follows; ENODEV.
 */
#define FOREBAY_IOC_CAP_START _IO(FOREBAY_IOC, 0x41)
/** No longer; what the card had taken from the stream is in a full buffer. EIO: it does not stop, and the card is reset. 0 if it did not run. */
#define FOREBAY_IOC_CAP_STOP _IO(FOREBAY_IOC, 0x42)
#define FOREBAY_IOC_CAP_NEXT _IOWR(FOREBAY_IOC, 0x43, struct forebay_cap_next)
/** Gives a buffer that NEXT had taken back, by its index, in any order. EINVAL: no such buffer, or not taken. */
#define FOREBAY_IOC_CAP_RELEASE _IOW(FOREBAY_IOC, 0x44, __u32)
#define FOREBAY_IOC_CAP_EXPORT _IOWR(FOREBAY_IOC, 0x45, struct forebay_cap_export)
#define FOREBAY_IOC_CAP_STATS _IOR(FOREBAY_IOC, 0x46, struct forebay_cap_stats)
/** What is told of the buffer that the last read(2) has copied from; ENODATA: none yet. */
#define FOREBAY_IOC_CAP_LAST _IOR(FOREBAY_IOC, 0x47, struct forebay_cap_buffer)
/** The buffers that the file has, as SETUP says them; 0 buffers: none. */
#define FOREBAY_IOC_CAP_GET _IOR(FOREBAY_IOC, 0x48, struct forebay_cap_setup)

#endif
