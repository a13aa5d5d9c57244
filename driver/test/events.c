// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: the events node counts user interrupts, per file and only of the file's lines; poll
 * says ready exactly while there is something to read; a run of the kernel is one event.
 * Catches: poll that stays ready or never is (#35), reads of an exact length only (#236),
 * interrupts that freeze the machine or arrive more than once per cause (#233, XDMA-1071), a user
 * mask one bit too wide (PR #398).
 */

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "fby_card.h"
#include "fby_child.h"
#include "fby_test.h"

#define MSM(reg) (FOREBAY_USER_MSM_BASE + FOREBAY_USER_MSM_##reg)
#define SUM_BYTES 192u
#define BOUND_MS 20000u

static unsigned int runs;

/* A run over no points, in a pass of one window: the card sends its empty sum and then raises line 0. */
static void run_kernel(void)
{
	int from = fby_open_chan(FBY_C2H, fby_first(FBY_C2H, true));
	unsigned char buf[SUM_BYTES];
	size_t got = 0;

	runs++;
	fby_set_reg(MSM(POINTS), 0);
	fby_set_reg(MSM(PASSES), 1);
	/* Whoever had the card before may have left more. */
	if (fby_reg(MSM(PASS)) != FOREBAY_USER_MSM_PASS_RESET)
		fby_set_reg(MSM(PASS), FOREBAY_USER_MSM_PASS_RESET);
	fby_set_reg(MSM(CONTROL), FOREBAY_USER_MSM_CONTROL_START);
	while (got < sizeof(buf)) {
		ssize_t n = read(from, buf + got, sizeof(buf) - got);

		if (n <= 0)
			fby_bail("result stream after %zu of %zu bytes: %s", got, sizeof(buf),
				 strerror(errno));
		got += (size_t)n;
	}
	close(from);
}

static bool ready(int fd, int timeout_ms)
{
	struct pollfd p = { .fd = fd, .events = POLLIN };

	return poll(&p, 1, timeout_ms) == 1 && (p.revents & POLLIN);
}

static void expect(int fd, uint64_t count, const char *who)
{
	struct forebay_events got = { 99, 99, 99 };

	fby_is(read(fd, &got, sizeof(got)), sizeof(got), "%s: read", who);
	fby_is((long long)got.count, (long long)count, "%s: events", who);
	fby_is(got.lines, 1, "%s: of line 0", who);
	fby_is(got.reserved, 0, "%s: reserved is 0", who);
}

static void counting(void)
{
	int a = fby_must_open("events", O_RDONLY | O_NONBLOCK),
	    b = fby_must_open("events", O_RDONLY | O_NONBLOCK), late;
	struct forebay_events room[4];
	uint64_t seen = 0;

	fby_ok(!ready(a, 0), "nothing to read at first");
	fby_fails(read(a, room, sizeof(room)), EAGAIN, "a read that may not wait: EAGAIN");
	run_kernel();
	fby_ok(ready(a, 10000), "poll wakes up after a run");
	fby_ok(ready(a, 0) && ready(a, 0), "and says so until the read");
	expect(a, 1, "first file");
	fby_ok(!ready(a, 0), "after the read it does not");
	late = fby_must_open("events", O_RDONLY | O_NONBLOCK);
	fby_ok(!ready(late, 0), "a file opened later has not seen it");
	run_kernel();
	run_kernel();
	fby_ok(ready(late, 10000), "it sees later ones");
	while (seen < 2 && ready(a, 10000) && read(a, room, sizeof(room[0])) > 0)
		seen += room[0].count;
	fby_is((long long)seen, 2, "the first file counts them, in one read or in two");
	expect(b, 3, "second file, which did not read");
	fby_fails(read(b, room, sizeof(room)), EAGAIN, "is empty then");
	fby_ok(!ready(b, 200), "and stays so: one event per run, none twice");
	close(a);
	close(b);
	close(late);
}

static void shapes(void)
{
	int fd = fby_must_open("events", O_RDONLY | O_NONBLOCK);
	struct forebay_events room[4];
	/* The compiler knows that nothing can be there; it must not know the address. */
	void *volatile nowhere = NULL;

	run_kernel();
	fby_ok(ready(fd, 10000), "an event is there");
	fby_fails(read(fd, room, sizeof(room[0]) - 1), EINVAL,
		  "a buffer that is too small: EINVAL");
	fby_fails(read(fd, room, 4), EINVAL, "also one of 4 bytes: EINVAL");
	fby_fails(read(fd, nowhere, sizeof(room[0])), EFAULT, "no buffer: EFAULT");
	fby_ok(ready(fd, 0), "refused reads do not eat the event");
	fby_is(read(fd, room, sizeof(room)), sizeof(room[0]), "a larger buffer gets one record");
	fby_is((long long)room[0].count, 1, "with the event");
	close(fd);
}

static void line_mask(void)
{
	int others = fby_must_open("events", O_RDONLY | O_NONBLOCK),
	    only = fby_must_open("events", O_RDONLY | O_NONBLOCK);
	struct forebay_lines mask = { 0xfffe, 0 };

	fby_is(ioctl(others, FOREBAY_IOC_SET_LINES, &mask), 0, "a file for all lines but 0");
	mask.lines = 1;
	fby_is(ioctl(only, FOREBAY_IOC_SET_LINES, &mask), 0, "a file for line 0");
	run_kernel();
	fby_ok(ready(only, 10000), "the run is seen by the one");
	fby_ok(!ready(others, 100), "and not by the other");
	expect(only, 1, "the one");
	close(others);
	close(only);
}

static void blocking(void)
{
	int fd = fby_must_open("events", O_RDONLY), error;
	struct forebay_events got = { 0 };
	struct fby_call *call = fby_call_read(fd, &got, sizeof(got), -1);
	ssize_t n;

	fby_ok(fby_call_waits(call), "a read waits for a run");
	run_kernel();
	fby_call_end(call, BOUND_MS, &n, &error);
	fby_is(n, sizeof(got), "the run ends it");
	fby_is((long long)got.count, 1, "with its event");
	close(fd);
}

static void nothing(int sig)
{
	(void)sig;
}

static void interrupted(void)
{
	struct sigaction act = { .sa_handler = nothing };
	int fd = fby_must_open("events", O_RDONLY), error;
	struct forebay_events got;
	struct fby_call *call;
	ssize_t n;

	sigaction(SIGUSR1, &act, NULL);
	call = fby_call_read(fd, &got, sizeof(got), -1);
	fby_ok(fby_call_waits(call), "a read waits");
	fby_call_signal(call, SIGUSR1);
	fby_call_end(call, BOUND_MS, &n, &error);
	fby_ok(n == -1 && error == EINTR, "a signal ends it: EINTR (%zd, %s)", n,
	       fby_errno_name(error));
	close(fd);
}

/* Messages that the driver has had from the card's channels. */
static long long interrupts(void)
{
	unsigned int list[FBY_MAX_CHANNELS], n;
	long long sum = 0;

	for (unsigned int kind = 0; kind < 4; kind++) {
		enum fby_dir dir = kind & 1 ? FBY_C2H : FBY_H2C;

		n = fby_channels(dir, kind & 2, list);
		for (unsigned int i = 0; i < n; i++)
			sum += fby_chan_stat(dir, list[i], "interrupts");
	}
	return sum;
}

/* The card has sent one message for each run, and those that its channels' drivers have had. */
static void messages_are(uint64_t sent_before, long long had_before)
{
	uint64_t end = fby_ms() + BOUND_MS, sent;
	long long want;

	do {
		sent = fby_counter(FOREBAY_USER_COUNTER_MESSAGES_INDEX) - sent_before;
		want = interrupts() - had_before + (long long)runs;
	} while ((long long)sent != want && fby_ms() < end);
	fby_is((long long)sent, want, "one message for each of %u runs, and the channels'", runs);
}

int main(int argc, char **argv)
{
	uint64_t sent;
	long long had;

	(void)argc;
	(void)argv;
	fby_begin("user interrupts as a pollable counter", 200);
	if ((fby_reg(FOREBAY_USER_STATUS_BASE + FOREBAY_USER_STATUS_CARD_KIND) &
	     FOREBAY_USER_STATUS_CARD_KIND_KIND) != FOREBAY_USER_STATUS_CARD_KIND_KIND_MSM)
		fby_skip_all("only a card with the MSM kernel raises a user interrupt");
	sent = fby_counter(FOREBAY_USER_COUNTER_MESSAGES_INDEX);
	had = interrupts();
	counting();
	shapes();
	line_mask();
	blocking();
	interrupted();
	messages_are(sent, had);
	return fby_done();
}
