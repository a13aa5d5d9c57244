/* SPDX-License-Identifier: GPL-2.0-only */
/* Threads that make every call on one file at once, in any order. */
#ifndef FBY_STORM_H
#define FBY_STORM_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

/** Threads of a storm. */
#define FBY_STORM_THREADS 6u

/** struct fby_storm - A thread of it: what it is told, and counts. */
struct fby_storm {
	/** The file, as the test has it; and which thread it is. */
	void *file;
	unsigned int number;
	uint64_t seed;
	/** A call, in any order. */
	void (*once)(struct fby_storm *storm);
	/** Now and then, by one of the threads; NULL: nothing. */
	void (*reset)(struct fby_storm *storm);
	/** Calls, buffers that it had, buffers that were not its own when it had them. */
	unsigned int calls, taken, changed;
	/** Answers that are none of the interface, and the first of them. */
	unsigned int strange;
	int error;
	const char *what;
	/** Threads that are through; and this one. */
	unsigned int *over;
	pthread_t thread;
};

/** FBY_ERRORS() - A list of errors. */
#define FBY_ERRORS(...) ((const int[]){ __VA_ARGS__, 0 })

/**
 * fby_storm_answered() - Notes an answer that the interface does not have for a call. Call it right after the call.
 * @ret: what it returned
 * @errors: that it may have failed with
 * Returns whether it went well.
 */
bool fby_storm_answered(struct fby_storm *storm, long ret, const char *what, const int *errors);

/** fby_storm_reset() - Resets the card, which somebody else may be at. */
void fby_storm_reset(struct fby_storm *storm);

/**
 * fby_storm() - Lets it blow; checks that all answers were of the interface, and no buffer was two threads'.
 * @file, @once, @reset: as above
 * @stop: ends what threads wait for when all of them do
 * @how: in words
 */
void fby_storm(void *file, void (*once)(struct fby_storm *storm), void (*reset)(struct fby_storm *storm), void (*stop)(void *file),
	       const char *how);

#endif
