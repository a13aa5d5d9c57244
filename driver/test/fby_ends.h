/* SPDX-License-Identifier: GPL-2.0-only */
/* A file of a stream in whatever phase, and all that can end it. */
#ifndef FBY_ENDS_H
#define FBY_ENDS_H

#include <stddef.h>

/** struct fby_phase - Where a file is when it ends. */
struct fby_phase {
	const char *name;
	/** Opens a file and brings it there; bails out when that fails. */
	void (*enter)(void *life);
};

/** struct fby_ends - What is a node's own. */
struct fby_ends {
	/** Its name, such as "cap0". */
	const char *node;
	const struct fby_phase *phases;
	unsigned int count;
	/** Size of what a test keeps of a file, which is zero when a phase is entered. */
	size_t life;
	/** What the buffers of a file take. */
	long long kib;
	/** Stops. Returns 0, or -1 with errno. */
	int (*stop)(void *life);
	/**
	 * Checks that what was under way is over, with that error, or by a stop if it is 0; and what calls say from here on.
	 * @end, @phase: in words
	 */
	void (*over)(void *life, int error, const char *end, const char *phase);
	/** Checks that the same file starts again and is whole. */
	void (*anew)(void *life, const char *phase);
	/** Closes all. */
	void (*leave)(void *life);
	/** Checks that a new file works. */
	void (*works)(const char *after);
	/** What the card does by itself ends. */
	void (*quiet)(void);
};

/**
 * fby_ends_all() - Lets every phase end in every way: by a stop, a close, SIGKILL, a reset, an absence, a loss, a sleep, an unbind.
 * Memory is there again behind each. Needs fby_trouble_load().
 */
void fby_ends_all(const struct fby_ends *ends);

#endif
