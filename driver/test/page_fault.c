// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: a call whose buffer has pages that are not there yet waits for them alone: meanwhile the
 * card can be reset and taken away from the driver, and other programs use its channels.
 * Catches: pages faulted in under the driver's locks, so that a program which answers its own page
 * faults (userfaultfd, FUSE) stops a reset or an unbind for as long as it likes.
 */

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fby_card.h"
#include "fby_child.h"
#include "fby_late.h"
#include "fby_test.h"

#define PAGES 4u
#define LEN (PAGES * FBY_PAGE)
#define BOUND_MS 20000u

static unsigned char keep[LEN];

/* In a child, so that one that does not return is noticed. */
static bool in_time(int (*act)(void), const char *what)
{
	pid_t child = fby_fork();
	int status;

	if (!child) {
		errno = 0;
		if (!act())
			_exit(0);
		fby_note("%s: %s", what, errno ? strerror(errno) : "wrong data");
		_exit(1);
	}
	status = fby_reaped(child, BOUND_MS);
	return fby_ok(!status, "%s while a write waits for its pages", what);
}

static int reset(void)
{
	return fby_write_file(fby_pci_path("reset"), "1");
}

static int use(void)
{
	return fby_round_trip(0x8000, 9000, 3) ? 0 : -1;
}

static struct fby_call *stuck_write(int to, struct fby_late *late)
{
	struct fby_call *call;

	*late = fby_late_missing(LEN);
	call = fby_call_write(to, late->at, LEN, 0);
	fby_ok(fby_late_faulted(late), "a write stands before a page that is not there");
	return call;
}

static void under_reset(void)
{
	int to = fby_open_chan(FBY_H2C, fby_first(FBY_H2C, false)), error;
	struct fby_late late;
	struct fby_call *call = stuck_write(to, &late);
	unsigned char back[LEN];
	ssize_t n;
	int from;

	in_time(use, "the channels are used");
	in_time(reset, "the card is reset");
	fby_late_give(&late, keep);
	fby_call_end(call, BOUND_MS, &n, &error);
	fby_is(n, LEN, "with its pages there the write goes on (%s)",
	       n < 0 ? fby_errno_name(error) : "count");
	from = fby_open_chan(FBY_C2H, fby_first(FBY_C2H, false));
	fby_ok(pread(from, back, LEN, 0) == LEN && fby_diff(back, keep, LEN) < 0,
	       "and all of it is on the card");
	close(from);
	close(to);
	fby_late_forget(&late);
}

static void under_unbind(void)
{
	int to = fby_open_chan(FBY_H2C, fby_first(FBY_H2C, false)), error;
	struct fby_late late;
	struct fby_call *call = stuck_write(to, &late);
	ssize_t n;

	in_time(fby_unbind, "the card is taken from the driver");
	fby_late_give(&late, keep);
	fby_call_end(call, BOUND_MS, &n, &error);
	fby_ok(n == -1 && error == ENODEV,
	       "with its pages there the write finds no card: ENODEV (%zd, %s)", n,
	       fby_errno_name(error));
	close(to);
	fby_late_forget(&late);
	fby_is(fby_bind(), 0, "the card comes back");
	fby_still_works("all that");
}

int main(int argc, char **argv)
{
	(void)argc;
	(void)argv;
	fby_begin("a page fault holds up nobody but its own call", 150);
	fby_fill(keep, LEN, 13);
	under_reset();
	under_unbind();
	return fby_done();
}
