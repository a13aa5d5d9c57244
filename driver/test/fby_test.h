/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Results of a test program, in the Test Anything Protocol: one line per check, a plan at the end,
 * exit status 0 only when every check held. The helpers for the card, for faults and for the
 * kernel log are beside it.
 */
#ifndef FBY_TEST_H
#define FBY_TEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/**
 * fby_begin() - Starts a program: names its promise and sets the time after which it counts as
 * hung.
 * @promise: what the program shows, one sentence
 * @seconds: longest run time; past it the program prints what it was at and dies
 */
void fby_begin(const char *promise, unsigned int seconds);

/** fby_ok() - One check; prints the sentence as passed or failed. Returns @cond. */
bool fby_ok(bool cond, const char *sentence, ...) __attribute__((format(printf, 2, 3)));

/** fby_is() - Like fby_ok() for two numbers, which are printed when they differ. */
bool fby_is(long long got, long long want, const char *sentence, ...)
	__attribute__((format(printf, 3, 4)));

/**
 * fby_fails() - A call that must have failed: @ret is its result, errno must be @error. Call it
 * right after the call.
 */
bool fby_fails(long long ret, int error, const char *sentence, ...)
	__attribute__((format(printf, 3, 4)));

/** fby_note() - A remark in the output, not a result. */
void fby_note(const char *text, ...) __attribute__((format(printf, 1, 2)));

/** fby_bail() - Ends the program as failed: what it needs is not there. */
void fby_bail(const char *text, ...) __attribute__((format(printf, 1, 2), noreturn));

/** fby_skip_all() - Ends the program as skipped, with the reason. */
void fby_skip_all(const char *reason, ...) __attribute__((format(printf, 1, 2), noreturn));

/**
 * fby_done() - Ends a program: checks that no page is still pinned and that the kernel has not
 * complained since fby_begin(), prints the plan. Returns the exit status.
 */
int fby_done(void);

/** fby_errno_name() - Symbol of an errno value, for messages. */
const char *fby_errno_name(int error);

/** fby_ms() - Milliseconds of the monotonic clock. */
uint64_t fby_ms(void);

/** fby_rand() - Next number of a small generator (xorshift); @state must not be 0. */
uint64_t fby_rand(uint64_t *state);

/** fby_fill() - Fills @len bytes with the pattern that belongs to @seed. */
void fby_fill(void *buf, size_t len, uint64_t seed);

/** fby_diff() - Index of the first byte that differs, or -1. */
ssize_t fby_diff(const void *a, const void *b, size_t len);

/** fby_diff_byte() - Index of the first byte that is not @byte, or -1. */
ssize_t fby_diff_byte(const void *a, unsigned char byte, size_t len);

/**
 * fby_map() - Fresh page-aligned anonymous memory, present and zero; bails out when there is none.
 */
void *fby_map(size_t len);

/** fby_xmalloc() - malloc() that bails out when there is no memory. */
void *fby_xmalloc(size_t len);

/**
 * fby_has_arg() - Whether @word is among the program's arguments; see SUITE for what gives them.
 */
bool fby_has_arg(int argc, char **argv, const char *word);
/** The number in the first argument that begins with @name, such as "seed="; @otherwise if there is none. */
uint64_t fby_arg(int argc, char **argv, const char *name, uint64_t otherwise);

#endif
