/* SPDX-License-Identifier: GPL-2.0-only */
/* What a program does beside its own calls: an ioctl that waits, and somebody who must not have to wait for it. */
#ifndef FBY_ASK_H
#define FBY_ASK_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/** struct fby_ask - An ioctl in a thread of its own: @fd, @request and @arg are the caller's, the others are told. */
struct fby_ask {
	int fd;
	unsigned long request;
	void *arg;
	int ret, error;
	volatile pid_t tid;
	volatile bool over;
	pthread_t thread;
};

/** fby_ask_begin() - Makes the call; its thread has a number when this returns. */
void fby_ask_begin(struct fby_ask *ask);

/** fby_ask_waits() - The same, and waits until it sleeps in the kernel. Returns whether it does. */
bool fby_ask_waits(struct fby_ask *ask);

/** fby_ask_ends() - Waits for the end of the call, so long at most. Returns whether it came. */
bool fby_ask_ends(struct fby_ask *ask, uint64_t limit_ms);

/** fby_ask_fails() - One check: the call ends within a while, with that error. */
bool fby_ask_fails(struct fby_ask *ask, int error, const char *what);

/**
 * fby_beside() - Does something in a thread: if it waited for what this program has to do next, the program would wait for itself.
 * @act: what; returns 0 if it went well
 * @arg: for that
 * Returns whether it came to an end within half a minute, and went well.
 */
bool fby_beside(int (*act)(void *arg), void *arg);

#endif
