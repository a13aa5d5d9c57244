/* SPDX-License-Identifier: GPL-2.0-only */
/* The card's chain of features, read beside the driver. */
#ifndef FBY_CHAIN_H
#define FBY_CHAIN_H

#include <stdint.h>

#include "fby_card.h"

#define FBY_HEADERS 32u
#define FBY_CLASS(name) FOREBAY_USER_FEATURE_ID_CLASS_##name

/** struct fby_header - What one header says. */
struct fby_header {
	/** Where it is, from the card's own registers on. */
	uint32_t at;
	uint32_t class, kind, major, minor;
	uint32_t bar, offset, bytes;
	uint32_t next;
	uint32_t first_line, num_lines;
	/** As the words have them. */
	uint32_t streams, events;
};

/** struct fby_chain - All of them, in order. */
struct fby_chain {
	unsigned int count;
	struct fby_header headers[FBY_HEADERS];
};

/**
 * fby_chain_read() - Walks the chain, through the driver's node or, without a driver, through the
 * kernel's file of the BAR; bails out when it makes no sense.
 */
void fby_chain_read(struct fby_chain *chain);

/** fby_chain_find() - The first header of a class and kind, or NULL. */
const struct fby_header *fby_chain_find(const struct fby_chain *chain, uint32_t class,
					uint32_t kind);

/** fby_chain_need() - The same; bails out when there is none. */
const struct fby_header *fby_chain_need(const struct fby_chain *chain, uint32_t class,
					uint32_t kind);

/** fby_chain_datapath() - The header of the card's datapath, of whatever kind; or bails out. */
const struct fby_header *fby_chain_datapath(const struct fby_chain *chain);

/** fby_chain_count() - How many headers there are of a class and kind. */
unsigned int fby_chain_count(const struct fby_chain *chain, uint32_t class, uint32_t kind);

#endif
