/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * User-level DMA: what the driver keeps of the front end udma (docs/decisions/0020-user-level-dma.md).
 *
 * Lifetime. struct forebay_programs is the card's and goes with its last reference. Its registers are
 * there when those of the card are (card.h). A file's memory is pinned and mapped for the card from
 * REGISTER until UNREGISTER, close, a reset or remove, and given back when no transfer of its context
 * is under way any more and none can begin: its slots are off and what the context had latched is
 * forgotten. Where the card cannot be brought to that, the region stays in quarantine until a reset.
 *
 * Locks. @lock is for all of it, registers with an index among them; the order is that of
 * forebay_card_enter(), card.presence, @lock, @maps. Page faults of a program hold the lock of its
 * address space and take only @maps, so memory is pinned without any of these.
 */
#ifndef FOREBAY_UDMA_H
#define FOREBAY_UDMA_H

#include <linux/bitmap.h>
#include <linux/io.h>
#include <linux/list.h>
#include <linux/mmu_notifier.h>
#include <linux/mutex.h>
#include <linux/rwsem.h>
#include <linux/scatterlist.h>
#include <linux/spinlock.h>
#include <linux/types.h>
#include <linux/wait.h>

#include "forebay.h"
#include "forebay_regs.h"
#include "pins.h"

struct forebay_card;
struct forebay_feature;

#define FOREBAY_UDMA_CONTEXTS FOREBAY_UDMA_WINDOW_CONTEXT_PAGE_COUNT
#define FOREBAY_UDMA_SLOTS (FOREBAY_UDMA_WINDOW_SHADOW_PAGE_COUNT / FOREBAY_UDMA_CONTEXTS)
static_assert(FOREBAY_UDMA_MAP_SHADOW == FOREBAY_UDMA_WINDOW_SHADOW_PAGE_BASE);
static_assert(FOREBAY_UDMA_REFUSALS == FOREBAY_USER_UDMA_REFUSED_COUNT);

/**
 * struct forebay_programs - the front end of a card
 * @card: the card
 * @feature: its header
 * @regs: the kernel's page
 * @copy: registers of the front end copy, NULL if the card has none
 * @window: physical address of the programs' window
 * @upper: physical address of the shadow of all memory, if there is one
 * @direct_bits: bits of an address there, below those of the context; 0: there is none
 * @direct: shadow addresses are those of memory, not of slots
 * @contexts: how many contexts the driver uses
 * @slots: how many slots
 * @depth: transfers that a context may have under way
 * @batch: descriptors of a list that one line starts, at most
 * @lock: see above
 * @maps: taken for reading while a page is put into an address space, for writing when it is decided
 *	that none may be any more
 * @scheme: enum forebay_udma_scheme
 * @stuck: a transfer did not end: nothing is begun before a reset
 * @users: files of each context
 * @used: slots that regions have
 * @rights: what each slot's register SLOT_RIGHTS was given
 * @files: open files
 * @quarantine: regions that the card may still use
 * @last_who: last number that was given to a file
 * @wait_lock: guards what follows; taken in the interrupt
 * @waiting: contexts of which somebody waits for an end
 * @ends: how many ends were seen of each, modulo 2^32
 * @wait: for that
 */
struct forebay_programs {
	struct forebay_card *card;
	struct forebay_feature *feature;
	void __iomem *regs;
	void __iomem *copy;
	phys_addr_t window;
	phys_addr_t upper;
	u32 direct_bits;
	bool direct;
	u32 contexts;
	u32 slots;
	u32 depth;
	u32 batch;
	struct mutex lock;
	struct rw_semaphore maps;
	u32 scheme;
	bool stuck;
	unsigned int users[FOREBAY_UDMA_CONTEXTS];
	DECLARE_BITMAP(used, FOREBAY_UDMA_SLOTS);
	u32 rights[FOREBAY_UDMA_SLOTS];
	struct list_head files;
	struct list_head quarantine;
	u32 last_who;
	spinlock_t wait_lock;
	u32 waiting;
	u32 ends[FOREBAY_UDMA_CONTEXTS];
	wait_queue_head_t wait;
};

/**
 * struct forebay_udma_memory - registered memory
 * @entry: place among its file's regions, or in quarantine
 * @number: its number in the file
 * @addr: where the program has it
 * @bytes: length
 * @rights: FOREBAY_UDMA_READ, FOREBAY_UDMA_WRITE
 * @first: first slot, or FOREBAY_UDMA_NO_SLOT
 * @num_pages: pages, and slots if it has any
 * @pages: the pages, pinned
 * @pins: what they were counted as
 * @table: the same, as pieces that the card can reach
 * @mapped: the pieces are mapped for the card
 * @bus: where each page is on the bus then
 */
struct forebay_udma_memory {
	struct list_head entry;
	u32 number;
	u64 addr;
	u64 bytes;
	u32 rights;
	u32 first;
	unsigned int num_pages;
	struct page **pages;
	struct forebay_pins pins;
	struct sg_table table;
	bool mapped;
	dma_addr_t *bus;
};

/**
 * struct forebay_udma_file - an open file
 * @entry: place among the card's files
 * @udma: the front end
 * @filp: the file
 * @mm: the address space that may use it, with a reference on the structure
 * @owner_ends: called when that ends
 * @notifier: for that
 * @table: table of files of the process that opened it
 * @context: number of its context, -1 if it has none; changed under udma.maps too
 * @who: its number for FLASH, not 0
 * @key: its key
 * @lost: a reset has taken from it what it had
 * @regions: its memory; changed under udma.maps too
 * @last_region: last number that was given to one
 * @hooks: its threads that tell the card when they are scheduled
 * @num_hooks: how many
 * @blank: page in the place of what has ended in its maps, NULL if that is a SIGBUS
 * @before: counters of its context when the file got it
 */
struct forebay_udma_file {
	struct list_head entry;
	struct forebay_programs *udma;
	struct file *filp;
	struct mm_struct *mm;
	void (*owner_ends)(struct forebay_udma_file *file);
#ifdef CONFIG_MMU_NOTIFIER
	struct mmu_notifier notifier;
#endif
	void *table;
	int context;
	u32 who;
	u64 key;
	bool lost;
	struct list_head regions;
	u32 last_region;
	struct list_head hooks;
	unsigned int num_hooks;
	struct page *blank;
	struct forebay_udma_stats before;
};

/** forebay_udma_read() - read a register of the kernel's page. */
static inline u32 forebay_udma_read(const struct forebay_programs *udma, u32 offset)
{
	return readl(udma->regs + offset);
}

/** forebay_udma_write() - write one. */
static inline void forebay_udma_write(const struct forebay_programs *udma, u32 offset, u32 value)
{
	writel(value, udma->regs + offset);
}

/** forebay_udma_select() - put a scheme in force, with the addresses of all; what was begun is forgotten. */
static inline void forebay_udma_select(const struct forebay_programs *udma, u32 scheme)
{
	forebay_udma_write(udma, FOREBAY_USER_UDMA_SCHEME,
			   scheme | (udma->direct ? FOREBAY_USER_UDMA_SCHEME_DIRECT : 0));
}

/** forebay_udma_shared() - whether the scheme in force looks at no context. */
static inline bool forebay_udma_shared(const struct forebay_programs *udma)
{
	switch (udma->scheme) {
	case FOREBAY_UDMA_SHRIMP2:
	case FOREBAY_UDMA_FLASH:
	case FOREBAY_UDMA_REPEAT3:
	case FOREBAY_UDMA_REPEAT4:
	case FOREBAY_UDMA_REPEAT5:
		return true;
	default:
		return false;
	}
}

#endif
