/* SPDX-License-Identifier: GPL-2.0-only */
/* A program of user-level DMA: its context, its memory, and a start by each scheme. */
#ifndef FBY_UDMA_H
#define FBY_UDMA_H

#include <stdbool.h>
#include <stdint.h>

#include "fby_card.h"
#include "fby_start.h"

/** struct fby_region - Registered memory, and the shadow of it. */
struct fby_region {
	unsigned char *mem;
	uint64_t bytes;
	uint32_t number;
	/** Slot address of its first byte. */
	uint64_t slot;
	/** Its shadow, byte for byte; NULL if it was not mapped. */
	volatile uint32_t *shadow;
};

/** struct fby_udma - An open file with a context. */
struct fby_udma {
	int fd;
	struct forebay_udma_context context;
	volatile uint32_t *page;
	volatile uint64_t *portal;
};

/** fby_udma_schemes - Names of all schemes that start anything, by number; the last one is NULL. */
extern const char *const fby_udma_schemes[];

/** fby_udma_choose() - Sets the scheme, by the attribute in sysfs. Returns 0, or -1 with errno. */
int fby_udma_choose(const char *scheme);

/** fby_udma_shadow() - Says what shadow addresses are, "table" or "direct", the same way. */
int fby_udma_shadow(const char *shadow);

/** fby_udma_begin() - Opens a file, gets a context, maps its page and its portal; or bails out. */
struct fby_udma fby_udma_begin(void);

/**
 * fby_udma_begin_bare() - The same by a thread that sleeps from then on until the process ends: the driver tells the card of
 * switches of the threads that have asked for the context, so of nobody's. On one processor.
 */
struct fby_udma fby_udma_begin_bare(void);

/** fby_udma_end() - Takes the maps away and closes the file. */
void fby_udma_end(struct fby_udma *udma);

/** fby_udma_register() - Makes memory a region. Returns 0, or -1 with errno. */
int fby_udma_register(int fd, const void *mem, uint64_t bytes, uint32_t rights,
		      struct fby_region *region);

/** fby_udma_map_shadow() - Maps the shadow of a region. Returns 0, or -1 with errno. */
int fby_udma_map_shadow(int fd, struct fby_region *region, int prot);

/** fby_udma_map_region() - The same, as the scheme in force wants it of memory with these rights. */
int fby_udma_map_region(const struct fby_udma *udma, struct fby_region *region, uint32_t rights);

/** fby_udma_memory() - Fresh memory that is a region, with its shadow; or bails out. */
struct fby_region fby_udma_memory(const struct fby_udma *udma, uint64_t bytes, uint32_t rights);

/** fby_udma_unregister() - Returns 0, or -1 with errno. */
int fby_udma_unregister(int fd, const struct fby_region *region);

/** struct fby_place - A byte of a region. */
struct fby_place {
	const struct fby_region *region;
	uint64_t at;
};

/** fby_slot_of() - Its slot address. */
uint64_t fby_slot_of(struct fby_place place);

/** fby_shadow_of() - What a program touches to name it. */
volatile uint32_t *fby_shadow_of(struct fby_place place);

/**
 * fby_udma_pair() - SHRIMP-1: makes the destination's page the partner of the source's, so that a byte goes to the
 * same place in it; or bails out.
 */
void fby_udma_pair(const struct fby_udma *udma, struct fby_place src, struct fby_place dst);

/**
 * fby_udma_start() - Starts a transfer by the scheme in force, without a system call.
 * Returns whether the card has said that it takes it; of the portal, which says nothing, true.
 */
bool fby_udma_start(const struct fby_udma *udma, struct fby_place src, struct fby_place dst,
		    uint32_t bytes);

/**
 * fby_udma_start_surely() - The same, of a program that nobody disturbs. Under SHRIMP-2 one that leaves the processor
 * between its two accesses, at the first touch of a page for one, is answered FAIL, and begins again: that is the scheme.
 */
bool fby_udma_start_surely(const struct fby_udma *udma, struct fby_place src, struct fby_place dst,
			   uint32_t bytes);

/** fby_udma_line() - Stores a line into the portal, in words of 8 bytes; record 0: none. */
void fby_udma_line(const struct fby_udma *udma, uint64_t src, uint64_t dst, uint64_t record,
		   uint32_t bytes, uint32_t cookie);

/** fby_udma_stats() - Counters of the context; bails out when the call fails. */
struct forebay_udma_stats fby_udma_stats(int fd);

/** fby_udma_settle() - The same when nothing is under way any more; bails out after 20 s. */
struct forebay_udma_stats fby_udma_settle(int fd);

/**
 * fby_udma_bounced() - Where the kernel would copy the data of each transfer, checks that registration is
 * refused for it. Returns whether that is so: then there is nothing else to show.
 */
bool fby_udma_bounced(void);

/** fby_udma_alone() - Binds this process, and its children to come, to the first processor. */
void fby_udma_alone(void);

#endif
