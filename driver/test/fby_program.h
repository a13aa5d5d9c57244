/* SPDX-License-Identifier: GPL-2.0-only */
/* Programs that a test runs, and what they say. */
#ifndef FBY_PROGRAM_H
#define FBY_PROGRAM_H

#include <stdbool.h>
#include <sys/types.h>

#define FBY_PROGRAM_SAYS 4096

/** struct fby_said - A program that has ended. */
struct fby_said {
	/** Its exit status; -1 if it was killed. */
	int status;
	/** What it printed, errors too. */
	char text[FBY_PROGRAM_SAYS];
};

/** enum fby_who - With whose rights a program runs. */
enum fby_who { FBY_ROOT, FBY_NOBODY };

/** struct fby_running - A program that runs. */
struct fby_running {
	const char *name;
	pid_t child;
	int output;
};

/**
 * fby_start() - Begins a program, which is ended with this one.
 * @who: with whose rights
 * @argv: its path and its arguments, the last one NULL
 */
struct fby_running fby_start(enum fby_who who, const char *const argv[]);

/** fby_finish() - Waits for its end; bails out when it could not be run or says too much. */
struct fby_said fby_finish(struct fby_running running);

/** fby_run() - Both. */
struct fby_said fby_run(enum fby_who who, const char *const argv[]);

#endif
