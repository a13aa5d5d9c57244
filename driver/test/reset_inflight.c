// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: the card can be reset through sysfs at any time; transfers in flight end with an error
 * in bounded time, and the card works with the files that were open.
 * Catches: a driver that does not notice the reset and waits for a completion that cannot come;
 * litex_m2sdr #156 #157 (no recovery).
 */

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "fby_card.h"
#include "fby_child.h"
#include "fby_stream.h"
#include "fby_test.h"

#define LIMIT_MS 60000u
#define BOUND_MS 15000u

static bool reset(void)
{
	uint64_t start = fby_ms();
	bool good = fby_write_file(fby_pci_path("reset"), "1") == 0;

	if (!good)
		fby_note("reset: %s", strerror(errno));
	return good && fby_ms() - start < BOUND_MS;
}

static void idle(void)
{
	int to = fby_open_chan(FBY_H2C, fby_first(FBY_H2C, false));
	unsigned char byte[100] = { 1 };

	fby_ok(reset(), "a reset of the idle card");
	fby_is(pwrite(to, byte, 100, 0), 100, "a file that was open works");
	close(to);
	fby_still_works("a reset");
}

static void reader_waits(void)
{
	int from = fby_open_chan(FBY_C2H, fby_loop_channel(0)), error;
	unsigned char *room = fby_map(8 * FBY_PAGE);
	struct fby_call *call;
	ssize_t n;

	fby_set_completion(from, FOREBAY_COMPLETE_IRQ, 0, LIMIT_MS);
	call = fby_call_read(from, room, 8 * FBY_PAGE, -1);
	fby_ok(fby_call_waits(call), "a read waits");
	fby_ok(reset(), "reset under it");
	fby_call_end(call, BOUND_MS, &n, &error);
	fby_ok(n == -1 && (error == ECANCELED || error == EIO),
	       "the read ends with ECANCELED or EIO (%zd, %s)", n, fby_errno_name(error));
	close(from);
	fby_still_works("a reset under a read");
}

static void transfers_run(unsigned int rounds)
{
	unsigned int bad = 0;

	for (unsigned int i = 0; i < rounds; i++) {
		pid_t child = fby_fork();
		struct timespec pause = { .tv_nsec = (long)(i % 5) * 7000000 };
		int status;

		if (!child) {
			int to = fby_open_chan(FBY_H2C, fby_first(FBY_H2C, false)),
			    from = fby_open_chan(FBY_C2H, fby_first(FBY_C2H, false));
			unsigned char *room = fby_map(1 << 18);

			for (;;) {
				if (pwrite(to, room, 1 << 18, 0) < 0 && errno != ECANCELED &&
				    errno != EIO)
					_exit(1);
				if (pread(from, room, 1 << 18, 0) < 0 && errno != ECANCELED &&
				    errno != EIO)
					_exit(2);
			}
		}
		nanosleep(&pause, NULL);
		bad += !reset();
		nanosleep(&pause, NULL);
		kill(child, SIGKILL);
		status = fby_reaped(child, BOUND_MS);
		if (status == -1 || !WIFSIGNALED(status)) {
			fby_note("round %u: the child ended with status 0x%x", i, status);
			bad++;
		}
	}
	fby_is(bad, 0,
	       "%u resets under running transfers: they fail with ECANCELED or EIO, or run on",
	       rounds);
	fby_still_works("resets under transfers");
}

int main(int argc, char **argv)
{
	fby_begin("a reset at any time", 200);
	if (access(fby_pci_path("reset"), F_OK))
		fby_skip_all("the card offers the kernel no way to reset it");
	idle();
	if (fby_loop_pairs())
		reader_waits();
	transfers_run(fby_has_arg(argc, argv, "quick") ? 2 : 15);
	return fby_done();
}
