// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: a program whose register call waits for a page of its own buffer holds up nobody: the
 * card can be reset and unbound meanwhile, and the call ends when the page is there.
 * Catches: registers copied straight from and to user memory inside a lock of the driver; a page
 * that comes from a slow or hostile program (userfaultfd, FUSE) then stops resets of the card.
 */

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

#include "fby_card.h"
#include "fby_child.h"
#include "fby_late.h"
#include "fby_test.h"

#define BOUND_MS 15000u
#define VERSION (FOREBAY_USER_STATUS_BASE + FOREBAY_USER_STATUS_VERSION)

static bool quick(int result, uint64_t start)
{
	return !result && fby_ms() - start < BOUND_MS;
}

/* In a thread: on a driver that waits for the page, this program would wait for itself. */
struct meddler {
	pthread_t thread;
	bool unbind;
	bool good;
	volatile bool over;
};

static void *meddle(void *arg)
{
	struct meddler *it = arg;
	uint64_t start = fby_ms();

	it->good = quick(it->unbind ? fby_unbind() : fby_write_file(fby_pci_path("reset"), "1"),
			 start);
	it->over = true;
	return NULL;
}

static bool meddled(bool unbind)
{
	struct meddler *it = fby_xmalloc(sizeof(*it));
	uint64_t end = fby_ms() + BOUND_MS;

	*it = (struct meddler){ .unbind = unbind };
	pthread_create(&it->thread, NULL, meddle, it);
	while (!it->over && fby_ms() < end)
		;
	return it->over && it->good;
}

static void call_with(bool writing)
{
	int fd = fby_must_open("user", O_RDWR), error;
	const char *what = writing ? "write" : "read";
	struct fby_late it = fby_late_missing(FBY_PAGE);
	struct fby_call *call = writing ? fby_call_write(fd, it.at, 4, VERSION) :
					  fby_call_read(fd, it.at, 4, VERSION);
	uint32_t version = fby_reg(VERSION), got;
	ssize_t n;

	fby_ok(fby_call_waits(call), "a register %s waits for its buffer", what);
	fby_ok(meddled(false), "the card can be reset meanwhile");
	fby_late_give(&it, NULL);
	fby_call_end(call, BOUND_MS, &n, &error);
	memcpy(&got, it.at, 4);
	fby_ok(n == 4 && (writing || got == version), "when it is there, the %s ends (%zd, %s)",
	       what, n, fby_errno_name(error));
	fby_late_forget(&it);
	close(fd);
}

static void unbound(void)
{
	int fd = fby_must_open("user", O_RDWR), error;
	struct fby_late it = fby_late_missing(FBY_PAGE);
	struct fby_call *call = fby_call_write(fd, it.at, 4, VERSION);
	ssize_t n;

	fby_ok(fby_call_waits(call), "a register write waits for its buffer");
	fby_ok(meddled(true), "the driver can be taken off the card");
	fby_late_give(&it, NULL);
	fby_call_end(call, BOUND_MS, &n, &error);
	fby_ok(n == -1 && error == ENODEV, "then it gets ENODEV (%zd, %s)", n,
	       fby_errno_name(error));
	fby_late_forget(&it);
	close(fd);
	fby_is(fby_bind(), 0, "the card can be bound again");
	fby_still_works("late buffers");
}

int main(int argc, char **argv)
{
	(void)argc;
	(void)argv;
	fby_begin("a late buffer of a register call holds up nobody", 120);
	call_with(false);
	call_with(true);
	unbound();
	return fby_done();
}
