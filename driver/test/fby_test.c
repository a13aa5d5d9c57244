// SPDX-License-Identifier: GPL-2.0-only
/* Results, patterns, clock: see fby_test.h. */

#include "fby_test.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "fby_card.h"
#include "fby_kernel.h"

static unsigned int checks;
static unsigned int failures;
static pid_t owner;

/*
 * Runs in a signal handler: only write() and _exit(). A hung program must say so itself, its
 * console may be all that is kept.
 */
static void hung(int sig)
{
	static const char text[] = "Bail out! the program did not end in the time it was given\n";

	(void)sig;
	if (write(STDOUT_FILENO, text, sizeof(text) - 1) < 0)
		_exit(4);
	_exit(3);
}

void fby_begin(const char *promise, unsigned int seconds)
{
	struct sigaction act = { .sa_handler = hung };

	setvbuf(stdout, NULL, _IOLBF, 0);
	printf("TAP version 13\n# %s\n", promise);
	owner = getpid();
	sigaction(SIGALRM, &act, NULL);
	alarm(seconds);
	fby_kernel_mark();
}

static void result(bool cond, const char *sentence, va_list args)
{
	checks++;
	if (!cond)
		failures++;
	printf("%s %u - ", cond ? "ok" : "not ok", checks);
	vprintf(sentence, args);
	putchar('\n');
}

bool fby_ok(bool cond, const char *sentence, ...)
{
	va_list args;

	va_start(args, sentence);
	result(cond, sentence, args);
	va_end(args);
	return cond;
}

bool fby_is(long long got, long long want, const char *sentence, ...)
{
	va_list args;

	va_start(args, sentence);
	result(got == want, sentence, args);
	va_end(args);
	if (got != want)
		fby_note("got %lld (0x%llx), want %lld (0x%llx)", got, (unsigned long long)got,
			 want, (unsigned long long)want);
	return got == want;
}

bool fby_fails(long long ret, int error, const char *sentence, ...)
{
	int seen = errno;
	bool cond = ret == -1 && seen == error;
	va_list args;

	va_start(args, sentence);
	result(cond, sentence, args);
	va_end(args);
	if (ret != -1)
		fby_note("returned %lld, want -1 with %s", ret, fby_errno_name(error));
	else if (seen != error)
		fby_note("errno %s (%d), want %s", fby_errno_name(seen), seen,
			 fby_errno_name(error));
	errno = seen;
	return cond;
}

void fby_note(const char *text, ...)
{
	va_list args;

	va_start(args, text);
	fputs("# ", stdout);
	vprintf(text, args);
	putchar('\n');
	va_end(args);
}

void fby_bail(const char *text, ...)
{
	va_list args;

	va_start(args, text);
	fputs("Bail out! ", stdout);
	vprintf(text, args);
	putchar('\n');
	va_end(args);
	fflush(stdout);
	_exit(2);
}

void fby_skip_all(const char *reason, ...)
{
	va_list args;

	va_start(args, reason);
	fputs("1..0 # SKIP ", stdout);
	vprintf(reason, args);
	putchar('\n');
	va_end(args);
	fflush(stdout);
	_exit(0);
}

int fby_done(void)
{
	if (getpid() != owner)
		fby_bail("a child process of the test reached the end of its parent");
	fby_pins_released();
	fby_kernel_quiet();
	printf("1..%u\n", checks);
	if (!checks)
		return 1;
	return failures ? 1 : 0;
}

const char *fby_errno_name(int error)
{
	const char *name = error ? strerrorname_np(error) : "success";

	return name ? name : "unnamed";
}

uint64_t fby_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

uint64_t fby_rand(uint64_t *state)
{
	uint64_t x = *state;

	x ^= x << 13;
	x ^= x >> 7;
	x ^= x << 17;
	*state = x;
	return x * 0x2545f4914f6cdd1dull;
}

void fby_fill(void *buf, size_t len, uint64_t seed)
{
	uint64_t state = seed * 2 + 1;
	unsigned char *p = buf;

	for (; len >= 8; len -= 8, p += 8) {
		uint64_t word = fby_rand(&state);

		memcpy(p, &word, 8);
	}
	if (len) {
		uint64_t word = fby_rand(&state);

		memcpy(p, &word, len);
	}
}

ssize_t fby_diff(const void *a, const void *b, size_t len)
{
	const unsigned char *p = a, *q = b;

	if (!memcmp(a, b, len))
		return -1;
	for (size_t i = 0; i < len; i++)
		if (p[i] != q[i])
			return (ssize_t)i;
	return -1;
}

ssize_t fby_diff_byte(const void *a, unsigned char byte, size_t len)
{
	const unsigned char *p = a;

	for (size_t i = 0; i < len; i++)
		if (p[i] != byte)
			return (ssize_t)i;
	return -1;
}

void *fby_map(size_t len)
{
	void *p = mmap(NULL, len, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);

	if (p == MAP_FAILED)
		fby_bail("mmap of %zu bytes: %s", len, strerror(errno));
	return p;
}

void *fby_xmalloc(size_t len)
{
	void *p = malloc(len ? len : 1);

	if (!p)
		fby_bail("no memory for %zu bytes", len);
	return p;
}

bool fby_has_arg(int argc, char **argv, const char *word)
{
	for (int i = 1; i < argc; i++)
		if (!strcmp(argv[i], word))
			return true;
	return false;
}

uint64_t fby_arg(int argc, char **argv, const char *name, uint64_t otherwise)
{
	for (int i = 1; i < argc; i++)
		if (!strncmp(argv[i], name, strlen(name)))
			return strtoull(argv[i] + strlen(name), NULL, 0);
	return otherwise;
}
