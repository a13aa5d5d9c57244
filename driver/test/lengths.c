// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: a call of length 0 returns 0 and does nothing; a call longer than the driver's limit
 * ends early with exactly that count; lengths up to the largest that a call can name never crash
 * or hang.
 * Catches: lengths that overflow a 32-bit sum, zero-length descriptors, calls whose count is not
 * what was moved (#353, PR #398).
 */

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

#include "fby_card.h"
#include "fby_child.h"
#include "fby_stream.h"
#include "fby_test.h"

#define BOUND_MS 60000u

static void zero(int to, int from)
{
	uint64_t before = fby_counter(FOREBAY_USER_COUNTER_DESC_DONE_INDEX);
	struct iovec none[2] = { { NULL, 0 }, { NULL, 0 } };
	char byte = 0;

	fby_is(pwrite(to, &byte, 0, 0), 0, "pwrite of 0 bytes");
	fby_is(pread(from, &byte, 0, 0), 0, "pread of 0 bytes");
	fby_is(pwrite(to, NULL, 0, 0), 0, "pwrite of 0 bytes from nowhere");
	fby_is(pread(from, NULL, 0, 1ll << 40), 0, "pread of 0 bytes far outside of the card");
	fby_is(pwritev(to, none, 2, 0), 0, "pwritev of two empty pieces");
	fby_is(preadv(from, none, 2, 0), 0, "preadv of two empty pieces");
	fby_is((long long)(fby_counter(FOREBAY_USER_COUNTER_DESC_DONE_INDEX) - before), 0,
	       "the card saw nothing of it");
}

static void zero_on_streams(void)
{
	unsigned int list[FBY_MAX_CHANNELS];
	char byte = 0;
	int fd;

	if (fby_channels(FBY_H2C, true, list)) {
		fd = fby_open_chan(FBY_H2C, list[0]);
		fby_is(write(fd, &byte, 0), 0, "write of 0 bytes to a stream");
		close(fd);
	}
	if (fby_channels(FBY_C2H, true, list)) {
		fd = fby_open_chan(FBY_C2H, list[0]);
		fby_is(read(fd, &byte, 0), 0,
		       "read of 0 bytes from a stream does not wait for a packet");
		close(fd);
	}
}

/* All that the card holds, or the end of it, in one call. */
static void whole_card(int to, int from)
{
	size_t len = fby_work_bytes();
	off_t at = (off_t)(fby_mem_bytes() - len);
	unsigned char *out = fby_map(len), *in = fby_map(len);

	fby_fill(out, len, 3);
	fby_is(pwrite(to, out, len, at), (long long)len, "one pwrite fills the card's memory");
	fby_is(pread(from, in, len, at), (long long)len, "one pread empties it");
	fby_ok(fby_diff(out, in, len) < 0, "the data is right");
	munmap(out, len);
	munmap(in, len);
}

/*
 * The card has less memory than a call can name: it must end with an error or the count of what
 * fitted, in bounded time.
 */
static void beyond(int to, size_t len, const char *what)
{
	void *sparse = mmap(NULL, len, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	size_t fits = fby_work_bytes();
	uint64_t start = fby_ms();
	ssize_t n;

	if (sparse == MAP_FAILED)
		fby_bail("mmap of %zu bytes: %s", len, strerror(errno));
	n = pwrite(to, sparse, len, (off_t)(fby_mem_bytes() - fits));
	fby_ok((n < 0 && (errno == EIO || errno == ENOMEM || errno == EINVAL)) ||
		       (n >= 0 && (size_t)n <= fits),
	       "pwrite of %s gives %zd (%s): an error or what fits", what, n,
	       n < 0 ? fby_errno_name(errno) : "count");
	fby_ok(fby_ms() - start < 60000, "in bounded time (%llu ms)",
	       (unsigned long long)(fby_ms() - start));
	munmap(sparse, len);
}

/*
 * A stream takes any length. The call ends at the limit, on both ends; the packet goes on with the
 * next.
 */
static void over_the_limit(size_t limit)
{
	const size_t rest = FBY_PAGE + 77, len = limit + rest;
	int to = fby_open_chan(FBY_H2C, fby_loop_channel(0)),
	    from = fby_open_chan(FBY_C2H, fby_loop_channel(0)), error;
	unsigned char *out = fby_map(len), *in = fby_map(len);
	struct forebay_packets packets;
	struct fby_call *call;
	ssize_t n;

	fby_fill(out, len, 5);
	call = fby_call_write(to, out, len, -1);
	fby_is(read(from, in, len), (long long)limit, "a read that is longer than the limit gets it");
	fby_call_end(call, BOUND_MS, &n, &error);
	fby_is(n, (long long)limit, "so does a write");
	fby_ok(!ioctl(from, FOREBAY_IOC_PACKETS, &packets) && !packets.ended,
	       "the packet goes on");
	call = fby_call_write(to, out + limit, rest, -1);
	fby_is(read(from, in + limit, len - limit), (long long)rest, "the next ones have the rest");
	fby_call_end(call, BOUND_MS, &n, &error);
	fby_is(n, (long long)rest, "both of them");
	fby_ok(!ioctl(from, FOREBAY_IOC_PACKETS, &packets) && packets.ended == 1,
	       "and the packet's end");
	fby_is(fby_diff(in, out, len), -1, "all of it as it was sent");
	munmap(out, len);
	munmap(in, len);
	close(to);
	close(from);
}

int main(int argc, char **argv)
{
	struct forebay_info info;
	int to, from;
	char byte = 0;
	/* The compiler would refuse a constant that it knows to be longer than the buffer. */
	volatile size_t most = SSIZE_MAX;

	fby_begin("lengths of zero, of the whole card, and beyond", 180);
	to = fby_open_chan(FBY_H2C, fby_first(FBY_H2C, false));
	from = fby_open_chan(FBY_C2H, fby_first(FBY_C2H, false));
	zero(to, from);
	zero_on_streams();
	whole_card(to, from);
	fby_is(ioctl(to, FOREBAY_IOC_INFO, &info), 0, "the channel tells its limit");
	fby_ok(info.max_bytes >= FBY_PAGE && info.max_bytes <= SSIZE_MAX, "which is %llu bytes",
	       (unsigned long long)info.max_bytes);
	beyond(to, fby_work_bytes() + FBY_PAGE, "a page more than the card has");
	if (!fby_has_arg(argc, argv, "quick"))
		beyond(to, 64u << 20, "64 MiB");
	/* The kernel's bounce buffers are not larger than the limit. */
	if (fby_loop_pairs() && fby_dma() != FBY_DMA_BOUNCE && !fby_has_arg(argc, argv, "quick"))
		over_the_limit(info.max_bytes);
	fby_fails(pwrite(to, &byte, most, 0), EFAULT, "pwrite of the largest length: EFAULT");
	fby_fails(pread(from, &byte, most, 0), EFAULT, "pread of the largest length: EFAULT");
	fby_still_works("calls of every length");
	close(to);
	close(from);
	return fby_done();
}
