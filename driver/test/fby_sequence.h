/* SPDX-License-Identifier: GPL-2.0-only */
/* The accesses of a start by each scheme, as data: for programs that interrupt, count or interleave them. */
#ifndef FBY_SEQUENCE_H
#define FBY_SEQUENCE_H

#include <stdbool.h>
#include <stdint.h>

#include "fby_rseq.h"
#include "fby_udma.h"

/** struct fby_step - One access. */
struct fby_step {
	enum fby_access kind;
	volatile void *at;
	/** What it stores. */
	uint64_t word;
	/** What a load is answered while all goes well; of the context page, anything but FAIL. */
	uint32_t want;
	/** It loads the context page. */
	bool tells_bytes;
};

#define FBY_MAX_STEPS 8

/** struct fby_sequence - A start. */
struct fby_sequence {
	unsigned int count;
	/** The access that starts the transfer; those behind it ask what came of it. */
	unsigned int starter;
	struct fby_step steps[FBY_MAX_STEPS];
};

/**
 * fby_sequence_of() - Of the scheme in force. SHRIMP-1's partner has to be set before.
 * @record: slot address of the portal's record; 0: none
 */
struct fby_sequence fby_sequence_of(const struct fby_udma *udma, struct fby_place src,
				    struct fby_place dst, uint64_t record, uint32_t bytes);

/** fby_step_fails() - Whether a load was answered FAIL. */
bool fby_step_fails(const struct fby_step *step, uint32_t answer);

/** fby_step_goes_on() - Whether a load was answered as it is while all goes well. */
bool fby_step_goes_on(const struct fby_step *step, uint32_t answer);

/** fby_step_play() - Makes the access. Returns what a load was answered, else 0. */
uint32_t fby_step_play(const struct fby_step *step);

#endif
