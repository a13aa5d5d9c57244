/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Capture: what the driver keeps of the front end s2mm (docs/decisions/0022-capture.md).
 *
 * Lifetime. struct forebay_pairs is the card's and goes with its last reference. Its registers are
 * there when those of the card are (card.h). Buffers belong to the open file, as a set; they are given
 * back when the engine has come to rest. Where it cannot be brought to that, or the card is away, the
 * set waits in quarantine until a reset. A buffer that was exported stays until its dma-buf is closed.
 *
 * A buffer's way: free, armed (the card has its address), full, taken by the program, free again; or
 * lingering, if the program gave it back and a dma-buf still holds it.
 *
 * Locks. @lock is for what sleeps: setup, start, stop, the end of a file; inside of
 * forebay_card_enter() and card.presence. @ring_lock is for everything else, in the interrupt too;
 * registers of a run are written under it while @running, which a reset or an unbind ends before the
 * registers go. @maps is for who maps buffers, whose address space is locked: nobody who has it waits
 * for anything. @read_lock is a read's, and is taken alone.
 */
#ifndef FOREBAY_PAIRS_H
#define FOREBAY_PAIRS_H

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

/** Records in the ring: no more buffers are armed. A power of two. */
#define FOREBAY_PAIRS_RECORDS 128

/**
 * struct forebay_pairs_memory - memory of a buffer
 * @entry: for who collects such
 * @ref: its set has one, each dma-buf of it, and a read while it copies
 * @pdev: the card's function, with a reference
 * @cpu: where the processor has it
 * @bus: where the card has it
 * @bytes: whole pages
 * @table: its pages
 */
struct forebay_pairs_memory {
	struct list_head entry;
	struct kref ref;
	struct pci_dev *pdev;
	void *cpu;
	dma_addr_t bus;
	size_t bytes;
	struct sg_table table;
};

/** enum forebay_pairs_place - where a buffer is on its way */
enum forebay_pairs_place {
	FOREBAY_PAIRS_FREE,
	FOREBAY_PAIRS_ARMED,
	FOREBAY_PAIRS_FULL,
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
 * @said: what is told of it, full or taken
 */
struct forebay_pairs_slot {
	struct list_head entry;
	enum forebay_pairs_place place;
	unsigned int exports;
	struct forebay_pairs_memory *memory;
	struct forebay_cap_buffer said;
};

/**
 * struct forebay_pairs_set - the buffers of a file, and the ring of their records
 * @entry: in quarantine
 * @number: no other set of the card had it
 * @setup: what was asked for
 * @pdev: the card's function, with a reference
 * @ring: a page with FOREBAY_PAIRS_RECORDS records
 * @ring_bus: where the card has them
 * @slots: the buffers
 */
struct forebay_pairs_set {
	struct list_head entry;
	u64 number;
	struct forebay_cap_setup setup;
	struct pci_dev *pdev;
	void *ring;
	dma_addr_t ring_bus;
	struct forebay_pairs_slot slots[];
};

/**
 * struct forebay_pairs - the front end of a card
 * @card: the card
 * @feature: its header
 * @regs: its page
 * @room: buffers that may be armed
 * @beat: lengths are multiples of it
 * @longest: length of a buffer at most
 * @lock: see above, and what follows up to @ring_lock
 * @filp: the file that has it open, or NULL
 * @last_set: number of the last set
 * @astray: the engine may still use what it was given: nothing is freed, nothing begins
 * @quarantine: sets that the engine may still use
 * @maps: guards changes of @set for who maps it
 * @mapped: areas that map it
 * @read_lock: see above
 * @ring_lock: see above, and all that follows
 * @set: buffers of the open file, or NULL
 * @places: buffers by where they are
 * @count: how many there are in each
 * @running: the engine runs
 * @stopping: it was told to stop, so that nothing is armed any more
 * @irqs: it sends interrupts
 * @over: what a call gets when it does not run and nothing is full
 * @sequence: buffers that it has ended in this run
 * @unsaid: samples that were lost ahead of buffers which had nothing in them
 * @lost: samples that were lost ahead of full buffers which were filled anew
 * @overwritten: bytes in those; both are told by the next that is taken
 * @epoch: counts up when what was full is dropped
 * @reading: the buffer that a read is at, taken; NULL: none
 * @read_at: how much of it was read
 * @last: what was told of the last one that a read was at
 * @has_last: there was one
 * @stats: since the file was opened
 * @wait: a buffer is full, or it does not run any more
 * @tick: finds what no interrupt has told of
 */
struct forebay_pairs {
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
	struct rw_semaphore maps;
	atomic_t mapped;
	struct mutex read_lock;
	spinlock_t ring_lock;
	struct forebay_pairs_set *set;
	struct list_head places[FOREBAY_PAIRS_PLACES];
	u32 count[FOREBAY_PAIRS_PLACES];
	bool running;
	bool stopping;
	bool irqs;
	int over;
	u32 sequence;
	u64 unsaid;
	u64 lost;
	u64 overwritten;
	u64 epoch;
	struct forebay_pairs_slot *reading;
	u32 read_at;
	struct forebay_cap_buffer last;
	bool has_last;
	struct forebay_cap_stats stats;
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
