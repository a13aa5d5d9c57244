/* SPDX-License-Identifier: GPL-2.0-only */
/* Programs that a test runs, and what they say. */
#ifndef FBY_PROGRAM_H
#define FBY_PROGRAM_H

#include <stdbool.h>

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

/**
 * fby_run() - Runs a program to its end; bails out when it cannot be run or says too much.
 * @who: with whose rights
 * @argv: its path and its arguments, the last one NULL
 */
struct fby_said fby_run(enum fby_who who, const char *const argv[]);

#endif
