/* SPDX-License-Identifier: GPL-2.0-only */
/* Child processes and threads that wait in a call, for tests that disturb them. */
#ifndef FBY_CHILD_H
#define FBY_CHILD_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/** struct fby_call - One read or write that runs in a thread of its own. */
struct fby_call;

/** fby_call_read() - Starts a read of @len bytes at @offset; -1 means at the position. */
struct fby_call *fby_call_read(int fd, void *buf, size_t len, off_t offset);

/** fby_call_write() - The same for a write. */
struct fby_call *fby_call_write(int fd, const void *buf, size_t len, off_t offset);

/**
 * fby_call_waits() - Waits until the call's thread sleeps in the kernel; false when it ended
 * instead, or never slept within 5 s.
 */
bool fby_call_waits(struct fby_call *call);

/** fby_call_signal() - Sends a signal to the call's thread. */
void fby_call_signal(struct fby_call *call, int sig);

/**
 * fby_call_end() - Waits for the end of the call and forgets it.
 * @limit_ms: longest wait; bails out past it
 * @result: what the call returned
 * @error: its errno
 * Returns the milliseconds that it took from this call on.
 */
uint64_t fby_call_end(struct fby_call *call, uint64_t limit_ms, ssize_t *result, int *error);

/**
 * fby_call_stop() - fby_call_end() of a call that gets a signal every ms until it is over: one that
 * comes before the call is in the kernel ends nothing.
 */
void fby_call_stop(struct fby_call *call, int sig, uint64_t limit_ms, ssize_t *result, int *error);

/** fby_fork() - fork() whose child dies with its parent; bails out when there is none. */
pid_t fby_fork(void);

/**
 * fby_sleeping() - Waits until a process or thread sleeps in the kernel; false when it is gone or
 * never did within 5 s.
 */
bool fby_sleeping(pid_t tid);

/** struct fby_notice - A semaphore by which children say that they have come somewhere. */
struct fby_notice {
	int ends[2];
};

/** fby_notice_open() - For the children that are forked after it; bails out without one. */
struct fby_notice fby_notice_open(void);

/** fby_notice_post() - A child says that it is there. */
void fby_notice_post(struct fby_notice notice);

/** fby_notice_wait() - Waits up to 20 s until it was posted @times times, and closes it. */
bool fby_notice_wait(struct fby_notice notice, unsigned int times);

/** fby_laps() - A count of 0 that children who are forked after it share with their parent. */
uint64_t *fby_laps(void);

/** fby_lap() - A child has come around once more. */
void fby_lap(uint64_t *laps);

/**
 * fby_sleeps_in() - Waits until a process of one thread sleeps in that function of the kernel;
 * false when it has ended instead, or after 20 s.
 */
bool fby_sleeps_in(pid_t pid, const char *function);

/** fby_await_laps() - Waits up to 20 s until the count has got to @want. */
bool fby_await_laps(uint64_t *laps, uint64_t want);

/**
 * fby_reaped() - Waits up to @limit_ms for the end of a child. Returns its wait status, or -1 when
 * it lives on.
 */
int fby_reaped(pid_t child, uint64_t limit_ms);

#endif
