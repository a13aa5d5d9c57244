// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: no call keeps anything when it is over, whatever its end: no pinned page, no memory, no
 * reference of the module.
 * Catches: pages that stay pinned and lists that stay allocated on error paths (PR #398; QDMA #397
 * #399).
 */

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "fby_buffer.h"
#include "fby_card.h"
#include "fby_kernel.h"
#include "fby_stream.h"
#include "fby_test.h"

#define LEN (16 * FBY_PAGE)
#define BATCHES 6u

static int to, from;
static unsigned char *buf;

static void good(void)
{
	if (pwrite(to, buf, LEN, 0) != LEN || pread(from, buf, LEN, 0) != LEN)
		fby_bail("transfer: %s", strerror(errno));
}

static void hole(void)
{
	static unsigned char *edge;

	if (!edge)
		edge = fby_before_hole(LEN);
	if (pwrite(to, edge, LEN + FBY_PAGE, 0) >= 0)
		return;
	if (errno != EFAULT)
		fby_bail("hole: %s", strerror(errno));
}

static void no_such_address(void)
{
	if (pwrite(to, buf, LEN, 1ll << 40) >= 0 || errno != EIO)
		fby_bail("no such address: %s", strerror(errno));
}

static void over_the_end(void)
{
	/* With one descriptor for all of it, as behind an IOMMU, nothing comes before the failure. */
	if (pread(from, buf, LEN, (off_t)fby_mem_bytes() - LEN / 2) < 0 && errno != EIO)
		fby_bail("over the end: %s", strerror(errno));
}

static void open_close(void)
{
	int files[3] = { fby_must_open("user", O_RDWR), fby_must_open("aperture", O_RDWR),
			 fby_must_open("events", O_RDONLY) };

	for (unsigned int i = 0; i < 3; i++)
		close(files[i]);
	close(fby_open_chan(FBY_H2C, fby_first(FBY_H2C, false)));
}

static void refused_open(void)
{
	unsigned int channel = fby_loop_channel(0);
	int first = fby_open_chan(FBY_C2H, channel);

	if (fby_open(fby_chan_name(FBY_C2H, channel), O_RDONLY) >= 0 || errno != EBUSY)
		fby_bail("second opener: %s", strerror(errno));
	close(first);
}

static void timed_out(void)
{
	int fd = fby_open_chan(FBY_C2H, fby_loop_channel(0));

	fby_set_completion(fd, FOREBAY_COMPLETE_IRQ, 0, 1);
	if (read(fd, buf, LEN) >= 0 || errno != ETIMEDOUT)
		fby_bail("time-out: %s", strerror(errno));
	close(fd);
}

/*
 * The kernel's own caches take and give hundreds of KiB meanwhile, now and then; what a call keeps
 * is gone in every batch of calls. So the batch counts that lost least, and it may lose no more than
 * a page and 16 bytes for each call.
 */
static void repeat(void (*call)(void), const char *what, unsigned int times)
{
	long long least = 0;

	for (unsigned int batch = 0; batch < BATCHES; batch++) {
		long long before = fby_kib("MemAvailable"), lost;

		for (unsigned int i = 0; i < times; i++)
			call();
		lost = before - fby_kib("MemAvailable");
		if (!batch || lost < least)
			least = lost;
	}
	fby_is(fby_pins_held(), 0, "%s: no page is pinned after %u times", what, BATCHES * times);
	fby_ok(least <= (long long)(FBY_PAGE + 16 * times) / 1024,
	       "%s: and no memory is gone in the best of %u batches (%lld KiB)", what, BATCHES,
	       least);
}

int main(int argc, char **argv)
{
	unsigned int times = fby_has_arg(argc, argv, "quick") ? 60 : 300;
	char users[32] = "?";

	fby_begin("nothing is kept after a call", 240);
	to = fby_open_chan(FBY_H2C, fby_first(FBY_H2C, false));
	from = fby_open_chan(FBY_C2H, fby_first(FBY_C2H, false));
	buf = fby_scattered(LEN / FBY_PAGE);
	repeat(good, "good transfers", times);
	repeat(hole, "buffers with a hole", times);
	repeat(no_such_address, "errors of the card", times);
	repeat(over_the_end, "partial transfers", times);
	repeat(open_close, "open and close", times);
	if (fby_loop_pairs()) {
		repeat(refused_open, "refused opens", times);
		repeat(timed_out, "time-outs", times / 10);
	}
	close(to);
	close(from);
	fby_read_file("/sys/module/forebay/refcnt", users, sizeof(users));
	fby_ok(!strcmp(users, "0"), "nobody uses the module any more (%s)", users);
	fby_still_works("all of it");
	return fby_done();
}
