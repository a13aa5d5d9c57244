/* SPDX-License-Identifier: GPL-2.0-only */
/* All programs in one file: the table that the Makefile writes. */
#ifndef FBY_MULTI_H
#define FBY_MULTI_H

/** struct fby_program - A program and the name it is called by. */
struct fby_program {
	const char *name;
	int (*run)(int argc, char **argv);
};

/** fby_programs - All of them; the last one has no name. */
extern const struct fby_program fby_programs[];

#endif
