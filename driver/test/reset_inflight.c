// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: the card can be reset through sysfs at any time; transfers in flight end in bounded
 * time, with an error that says so or the exact count of what they had done, and none goes on from what
 * the reset has wiped; the card works with the files that were open.
 * Catches: a driver that does not notice the reset and waits for a completion that cannot come;
 * litex_m2sdr #156 #157 (no recovery); a write that counts bytes from before the reset as there.
 */

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fby_buffer.h"
#include "fby_card.h"
#include "fby_child.h"
#include "fby_hook.h"
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
	fby_ok(n == -1 && error == ECANCELED, "the read ends with ECANCELED (%zd, %s)", n,
	       fby_errno_name(error));
	fby_is(fby_last_error(from).cause, FOREBAY_CAUSE_RESET, "the file knows why");
	close(from);
	fby_still_works("a reset under a read");
}

/* What one run moves of scattered pages: the driver's ring. */
#define RUN_PAGES ((size_t)2048)
#define RUN_BYTES (RUN_PAGES * FBY_PAGE)
#define LONG_PAGES (RUN_PAGES + 300)

static void *reset_thread(void *good)
{
	*(bool *)good = reset();
	return NULL;
}

/* Takes @len bytes of a packet out of a stream. */
static bool receive(int from, const unsigned char *truth, size_t len)
{
	unsigned char *in = fby_map(len);
	size_t got = 0;

	while (got < len) {
		ssize_t n = read(from, in + got, len - got);

		if (n <= 0)
			break;
		got += (size_t)n;
	}
	return fby_is((long long)got, (long long)len, "its receiver gets as many bytes") &&
	       fby_diff(in, truth, len) < 0;
}

/*
 * The first run of a long packet ends when the driver is about to stop it for a reset. The packet
 * has another run to go, but no beginning any more.
 */
static void between_two_runs(void)
{
	int to = fby_open_chan(FBY_H2C, fby_loop_channel(0)),
	    from = fby_open_chan(FBY_C2H, fby_loop_channel(0)), error;
	unsigned char *out = fby_scattered(LONG_PAGES);
	struct fby_call *call;
	pthread_t thread;
	bool good = false;
	ssize_t n;

	fby_fill(out, LONG_PAGES * FBY_PAGE, 12);
	fby_set_completion(to, FOREBAY_COMPLETE_IRQ, 0, LIMIT_MS);
	fby_set_completion(from, FOREBAY_COMPLETE_IRQ, 0, LIMIT_MS);
	fby_hook_load();
	call = fby_call_write(to, out, LONG_PAGES * FBY_PAGE, -1);
	fby_ok(fby_call_waits(call), "a write of %zu scattered pages waits for its receiver",
	       LONG_PAGES);
	fby_hook_hold("forebay_xdma_stop", 0);
	pthread_create(&thread, NULL, reset_thread, &good);
	fby_hook_waits("forebay_xdma_stop");
	fby_ok(receive(from, out, RUN_BYTES), "of one run, before the reset stops it");
	fby_hook_go("forebay_xdma_stop");
	pthread_join(thread, NULL);
	fby_ok(good, "the card is reset");
	fby_call_end(call, BOUND_MS, &n, &error);
	fby_is(n, RUN_BYTES, "the write ends and counts them");
	fby_is(fby_last_error(to).cause, FOREBAY_CAUSE_RESET, "the file knows why");
	fby_hook_unload();
	close(to);
	close(from);
	fby_still_works("a reset between two runs of a packet");
}

static void transfers_run(unsigned int rounds)
{
	unsigned int bad = 0;

	for (unsigned int i = 0; i < rounds; i++) {
		uint64_t *laps = fby_laps();
		pid_t child = fby_fork();
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
				fby_lap(laps);
			}
		}
		bad += !fby_await_laps(laps, i % 5);
		bad += !reset();
		/* The lap that the reset has cut, and two more: it runs on. */
		bad += !fby_await_laps(laps, __atomic_load_n(laps, __ATOMIC_ACQUIRE) + 3);
		kill(child, SIGKILL);
		status = fby_reaped(child, BOUND_MS);
		if (status == -1 || !WIFSIGNALED(status)) {
			fby_note("round %u: the child ended with status 0x%x", i, status);
			bad++;
		}
		munmap(laps, sizeof(*laps));
	}
	fby_is(bad, 0,
	       "%u resets under running transfers: they fail with ECANCELED or EIO, or run on",
	       rounds);
	fby_still_works("resets under transfers");
}

int main(int argc, char **argv)
{
	bool quick = fby_has_arg(argc, argv, "quick");

	fby_begin("a reset at any time", 200);
	if (access(fby_pci_path("reset"), F_OK))
		fby_skip_all("the card offers the kernel no way to reset it");
	idle();
	if (fby_loop_pairs())
		reader_waits();
	/* On the other ways to memory a run may take any number of pages. */
	if (fby_loop_pairs() && !quick && fby_dma() == FBY_DMA_DIRECT)
		between_two_runs();
	transfers_run(quick ? 2 : 15);
	return fby_done();
}
