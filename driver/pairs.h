/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Streams with a front end of their own: what the driver keeps of s2mm (capture) and mm2s (transmission), which are a channel of
 * an AXI DMA each (docs/decisions/0022-capture.md, 0023-transmit.md). What they do differently is in a struct forebay_pairs_way.
 *
 * Lifetime. struct forebay_pairs is the card's and goes with its last reference. Its registers are
 * there when those of the card are (card.h). Buffers belong to the open file, as a set; they are given
 * back when the engine has come to rest. Where it cannot be brought to that, or the card is away, the
 * set waits in quarantine until a reset. A buffer that was exported stays until its dma-buf is closed.
 *
 * A buffer's way in capture: free, armed (the card has its address), full, taken by the program, free
 * again; or lingering, if the program gave it back and a dma-buf still holds it. In transmission: free,
 * taken by the program, queued, armed, free again.
 *
 * Locks. @lock is for what sleeps: setup, start, stop, the end of a file; inside of
 * forebay_card_enter() and card.presence. @ring_lock is for everything else, in the interrupt too;
 * registers of a run are written under it while @running, which a reset or an unbind ends before the
 * registers go. @maps is for who maps buffers, whose address space is locked: nobody who has it waits
 * for anything. @copy_lock is a read's or a write's, and is taken alone.
 */
#ifndef FOREBAY_PAIRS_H
#define FOREBAY_PAIRS_H

#include <linux/atomic.h>
#include <linux/io.h>
#include <linux/kref.h>
#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/pci.h>
#include <linux/rwsem.h>
#include <linux/scatterlist.h>
#include <linux/spinlock.h>
#include <linux/types.h>
#include <linux/wait.h>
#include <linux/workqueue.h>

#include "forebay.h"

struct forebay_card;
struct forebay_feature;
struct forebay_pairs;

/** Records in the ring: no more buffers are armed. A power of two. */
#define FOREBAY_PAIRS_RECORDS 128

/** Buffers of a file at most. */
#define FOREBAY_PAIRS_BUFFERS FOREBAY_CAP_BUFFERS

/**
 * struct forebay_pairs_memory - memory of a buffer
 * @entry: for who collects such
 * @ref: its set has one, each dma-buf of it, and a read or a write while it copies
 * @pdev: the card's function, with a reference
 * @cpu: where the processor has it
 * @bus: where the card has it
 * @bytes: whole pages
 * @held: where it is counted
 * @table: its pages
 */
struct forebay_pairs_memory {
	struct list_head entry;
	struct kref ref;
	struct pci_dev *pdev;
	void *cpu;
	dma_addr_t bus;
	size_t bytes;
	atomic64_t *held;
	struct sg_table table;
};

/** enum forebay_pairs_place - where a buffer is on its way */
enum forebay_pairs_place {
	FOREBAY_PAIRS_FREE,
	FOREBAY_PAIRS_ARMED,
	FOREBAY_PAIRS_FULL,
	FOREBAY_PAIRS_QUEUED,
	FOREBAY_PAIRS_TAKEN,
	FOREBAY_PAIRS_LINGERS,
	FOREBAY_PAIRS_PLACES,
};

/**
 * struct forebay_pairs_slot - a buffer of a set
 * @entry: in the list of its place
 * @place: that place
 * @exports: dma-bufs that hold it
 * @memory: its memory
 * @bytes: how much of it is the card's, queued or armed
 * @said: what is told of it, full or taken
 */
struct forebay_pairs_slot {
	struct list_head entry;
	enum forebay_pairs_place place;
	unsigned int exports;
	struct forebay_pairs_memory *memory;
	u32 bytes;
	struct forebay_cap_buffer said;
};

/**
 * struct forebay_pairs_setup - what buffers a file has
 * @buffers: how many
 * @bytes: length of each
 * @map_bytes: how far they are apart in a map
 * @flags: what else its way knows of them, as the ABI has it
 * @policy: the same
 * @poll: no interrupts
 */
struct forebay_pairs_setup {
	u32 buffers;
	u32 bytes;
	u32 map_bytes;
	u32 flags;
	u32 policy;
	bool poll;
};

/**
 * struct forebay_pairs_set - the buffers of a file, and the ring of their records
 * @entry: in quarantine
 * @number: no other set of the card had it
 * @lent: the engine was given it, once
 * @setup: what was asked for
 * @pdev: the card's function, with a reference
 * @ring: a page with FOREBAY_PAIRS_RECORDS records
 * @ring_bus: where the card has them
 * @slots: the buffers
 */
struct forebay_pairs_set {
	struct list_head entry;
	u64 number;
	bool lent;
	struct forebay_pairs_setup setup;
	struct pci_dev *pdev;
	void *ring;
	dma_addr_t ring_bus;
	struct forebay_pairs_slot slots[];
};

/**
 * struct forebay_pairs_way - what is a direction's own
 * @name: what it is called in messages
 * @kind: of its front end
 * @bytes: size of what the driver keeps of it, which begins with a struct forebay_pairs
 * @control: where the core has its control register
 * @status: where it has its status register
 * @written: programs write buffers; else they read them
 * @stopped: what calls get behind a stop
 * @parameters: says what buffers a new file has
 * @mode: what MODE is for buffers like these
 *
 * Under ring_lock:
 *
 * @opened: there is a new file
 * @ready: a run is to begin; returns whether there is a buffer for it
 * @refill: gives the card the buffers that it may have
 * @finished: takes an armed buffer over that the card has told of
 * @ended: a run is over, or the card is away, with all that is over told or not; NULL: that is nothing
 * @away: the card is away: comes behind @ended; NULL: the same
 */
struct forebay_pairs_way {
	const char *name;
	u32 kind;
	size_t bytes;
	u32 control;
	u32 status;
	bool written;
	int stopped;
	void (*parameters)(u32 *buffers, u32 *bytes);
	u32 (*mode)(const struct forebay_pairs_setup *setup);

	void (*opened)(struct forebay_pairs *pairs);
	bool (*ready)(struct forebay_pairs *pairs);
	void (*refill)(struct forebay_pairs *pairs);
	void (*finished)(struct forebay_pairs *pairs, struct forebay_pairs_slot *slot,
			 const struct forebay_cap_buffer *said);
	void (*ended)(struct forebay_pairs *pairs, bool told);
	void (*away)(struct forebay_pairs *pairs);
};

/**
 * struct forebay_pairs_stats - what is counted of a file, either way
 * @buffers: that have gone their way
 * @bytes: in them
 * @interrupts: messages
 * @polls: looks at the ring that found something without one
 * @errors: runs that ended with an error
 * @status: DMASR of the last one
 */
struct forebay_pairs_stats {
	u64 buffers;
	u64 bytes;
	u64 interrupts;
	u64 polls;
	u32 errors;
	u32 status;
};

/**
 * struct forebay_pairs - a front end of a card
 * @way: its direction
 * @card: the card
 * @feature: its header
 * @regs: its page
 * @room: buffers that may be armed
 * @beat: lengths of buffers are multiples of it
 * @longest: length of a buffer at most
 * @lock: see above, and what follows up to @ring_lock
 * @filp: the file that has it open, or NULL
 * @last_set: number of the last set
 * @astray: the engine may still use what it was given: nothing is freed, nothing begins
 * @quarantine: sets that the engine may still use
 * @held: what all memory of buffers costs that was not given back
 * @maps: guards changes of @set for who maps it
 * @mapped: areas that map it
 * @copy_lock: see above
 * @ring_lock: see above, and all that follows
 * @set: buffers of the open file, or NULL
 * @places: buffers by where they are
 * @count: how many there are in each
 * @running: the engine runs
 * @stopping: it was told to stop, so that nothing is armed any more
 * @irqs: it sends interrupts
 * @over: what a call gets when it does not run
 * @sequence: buffers that it has ended in this run
 * @epoch: counts up when buffers are dropped that were full or queued
 * @copying: the buffer that a read or a write is at, taken, and not the program's; NULL: none
 * @stats: since the file was opened
 * @wait: a buffer has gone its way, or it does not run any more
 * @tick: finds what no interrupt has told of
 */
struct forebay_pairs {
	const struct forebay_pairs_way *way;
	struct forebay_card *card;
	struct forebay_feature *feature;
	void __iomem *regs;
	u32 room;
	u32 beat;
	u32 longest;
	struct mutex lock;
	struct file *filp;
	u64 last_set;
	bool astray;
	struct list_head quarantine;
	atomic64_t held;
	struct rw_semaphore maps;
	atomic_t mapped;
	struct mutex copy_lock;
	spinlock_t ring_lock;
	struct forebay_pairs_set *set;
	struct list_head places[FOREBAY_PAIRS_PLACES];
	u32 count[FOREBAY_PAIRS_PLACES];
	bool running;
	bool stopping;
	bool irqs;
	int over;
	u32 sequence;
	u64 epoch;
	struct forebay_pairs_slot *copying;
	struct forebay_pairs_stats stats;
	wait_queue_head_t wait;
	struct delayed_work tick;
};

/** forebay_pairs_read() - read a register of its page. */
static inline u32 forebay_pairs_read(const struct forebay_pairs *pairs, u32 offset)
{
	return readl(pairs->regs + offset);
}

/** forebay_pairs_write() - write one. */
static inline void forebay_pairs_write(const struct forebay_pairs *pairs, u32 offset, u32 value)
{
	writel(value, pairs->regs + offset);
}

#endif
