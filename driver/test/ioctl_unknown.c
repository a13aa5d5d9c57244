// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: an ioctl that a node does not know gives ENOTTY; unknown modes, flags and reserved
 * fields give EINVAL and change nothing; reserved fields of answers are 0.
 * Catches: unknown values that are taken for known ones, aperture and performance calls of the
 * stock driver that loop or crash when they are not expected (#28, PR #398).
 */

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "fby_card.h"
#include "fby_test.h"

/* The interface is the same for 32-bit programs: no member may move or be padded. */
_Static_assert(sizeof(struct forebay_info) == 24, "forebay_info");
_Static_assert(sizeof(struct forebay_completion) == 16, "forebay_completion");
_Static_assert(sizeof(struct forebay_error) == 40, "forebay_error");
_Static_assert(sizeof(struct forebay_packets) == 8, "forebay_packets");
_Static_assert(sizeof(struct forebay_fifo) == 16, "forebay_fifo");
_Static_assert(sizeof(struct forebay_blocked) == 48, "forebay_blocked");
_Static_assert(sizeof(struct forebay_stall) == 560, "forebay_stall");
_Static_assert(sizeof(struct forebay_piece) == 24, "forebay_piece");
_Static_assert(sizeof(struct forebay_list) == 24, "forebay_list");
_Static_assert(sizeof(struct forebay_aperture) == 16, "forebay_aperture");
_Static_assert(sizeof(struct forebay_lines) == 8, "forebay_lines");
_Static_assert(sizeof(struct forebay_events) == 16, "forebay_events");

static void unknown_numbers(const char *node, int flags, unsigned int known_low,
			    unsigned int known_high)
{
	int fd = fby_must_open(node, flags);
	unsigned char room[4096];
	unsigned int bad = 0;

	memset(room, 0, sizeof(room));
	for (unsigned int nr = 0; nr < 256; nr++) {
		if (nr >= known_low && nr <= known_high)
			continue;
		if (ioctl(fd, _IOC(_IOC_READ | _IOC_WRITE, FOREBAY_IOC, nr, 64), room) != -1 ||
		    errno != ENOTTY)
			bad++;
	}
	fby_is(bad, 0, "%s: every number of our type that it does not know gives ENOTTY", node);
	bad = 0;
	/* 'q' and 'x' are what programs for the stock driver send. */
	for (unsigned int nr = 0; nr < 16; nr++) {
		if (ioctl(fd, _IO('q', nr), room) != -1 || errno != ENOTTY)
			bad++;
		if (ioctl(fd, _IOWR('x', nr, int), room) != -1 || errno != ENOTTY)
			bad++;
	}
	fby_is(bad, 0, "%s: numbers of other drivers give ENOTTY", node);
	fby_is(fby_diff_byte(room, 0, sizeof(room)), -1, "%s: and nothing was written", node);
	close(fd);
}

static void wrong_size(int fd)
{
	unsigned char room[256] = { 0 };

	fby_fails(ioctl(fd, _IOC(_IOC_READ, FOREBAY_IOC, 0, 255), room), ENOTTY,
		  "a known number with another size: ENOTTY");
	fby_fails(ioctl(fd, _IOC(_IOC_READ, FOREBAY_IOC, 0, 0), room), ENOTTY,
		  "a known number without a size: ENOTTY");
}

static void set(int fd, struct forebay_completion want, bool good, const char *what)
{
	struct forebay_completion before, after;

	ioctl(fd, FOREBAY_IOC_GET_COMPLETION, &before);
	if (good) {
		fby_is(ioctl(fd, FOREBAY_IOC_SET_COMPLETION, &want), 0, "%s is taken", what);
		ioctl(fd, FOREBAY_IOC_GET_COMPLETION, &after);
		fby_ok(!memcmp(&want, &after, sizeof(want)), "%s is what GET tells", what);
		return;
	}
	fby_fails(ioctl(fd, FOREBAY_IOC_SET_COMPLETION, &want), EINVAL, "%s: EINVAL", what);
	ioctl(fd, FOREBAY_IOC_GET_COMPLETION, &after);
	fby_ok(!memcmp(&before, &after, sizeof(before)), "%s changes nothing", what);
}

static void completion(int fd)
{
	set(fd, (struct forebay_completion){ FOREBAY_COMPLETE_POLL, 1000000, 1, 0 }, true,
	    "the longest spin");
	set(fd, (struct forebay_completion){ FOREBAY_COMPLETE_POLL, 0, 1000, 0 }, true,
	    "a spin of 0");
	set(fd, (struct forebay_completion){ FOREBAY_COMPLETE_IRQ, 10, 2000, 0 }, true, "mode irq");
	set(fd, (struct forebay_completion){ 2, 10, 2000, 0 }, false, "mode 2");
	set(fd, (struct forebay_completion){ 0xffffffff, 10, 2000, 0 }, false, "mode -1");
	set(fd, (struct forebay_completion){ FOREBAY_COMPLETE_POLL, 1000001, 2000, 0 }, false,
	    "a spin of more than a second");
	set(fd, (struct forebay_completion){ FOREBAY_COMPLETE_IRQ, 10, 0, 0 }, false,
	    "a time-out of 0");
	set(fd, (struct forebay_completion){ FOREBAY_COMPLETE_IRQ, 10, 2000, 1 }, false,
	    "a reserved field that is not 0");
}

static void info(int fd, uint32_t flags)
{
	struct forebay_info told;

	memset(&told, 0xff, sizeof(told));
	fby_is(ioctl(fd, FOREBAY_IOC_INFO, &told), 0, "FOREBAY_IOC_INFO");
	fby_is(told.abi, FOREBAY_ABI, "tells the ABI");
	fby_is(told.flags, flags, "and the kind of channel");
	fby_is(told.resets, 0, "the card was not reset since the driver took it");
}

static void aperture(void)
{
	int fd = fby_must_open("aperture", O_RDWR);
	struct forebay_aperture want = { FOREBAY_CACHING_WRITE_COMBINING, 0, 0 };

	fby_is(ioctl(fd, FOREBAY_IOC_APERTURE, &want), 0, "write-combining is taken");
	fby_ok(want.bytes >= fby_mem_bytes(), "the answer tells the aperture's size, 0x%llx",
	       (unsigned long long)want.bytes);
	want = (struct forebay_aperture){ 2, 0, 0 };
	fby_fails(ioctl(fd, FOREBAY_IOC_APERTURE, &want), EINVAL, "caching 2: EINVAL");
	want = (struct forebay_aperture){ FOREBAY_CACHING_UNCACHED, 1, 0 };
	fby_fails(ioctl(fd, FOREBAY_IOC_APERTURE, &want), EINVAL,
		  "a reserved field that is not 0: EINVAL");
	close(fd);
}

static void lines(void)
{
	int fd = fby_must_open("events", O_RDONLY);
	struct forebay_lines want = { 0xffff, 0 };

	fby_is(ioctl(fd, FOREBAY_IOC_SET_LINES, &want), 0, "all 16 lines are taken");
	want.lines = 0x10000;
	fby_fails(ioctl(fd, FOREBAY_IOC_SET_LINES, &want), EINVAL,
		  "line 16, which is one too many: EINVAL");
	want = (struct forebay_lines){ 1, 1 };
	fby_fails(ioctl(fd, FOREBAY_IOC_SET_LINES, &want), EINVAL,
		  "a reserved field that is not 0: EINVAL");
	close(fd);
}

int main(int argc, char **argv)
{
	const char *h2c, *c2h;
	int to, from;

	(void)argc;
	(void)argv;
	fby_begin("unknown ioctls, flags and reserved fields are refused", 60);
	h2c = fby_chan_name(FBY_H2C, fby_first(FBY_H2C, false));
	c2h = fby_chan_name(FBY_C2H, fby_first(FBY_C2H, false));
	unknown_numbers(h2c, O_WRONLY, 0x00, 0x06);
	unknown_numbers(c2h, O_RDONLY, 0x00, 0x06);
	unknown_numbers("aperture", O_RDWR, 0x10, 0x10);
	unknown_numbers("events", O_RDONLY, 0x20, 0x20);
	unknown_numbers("user", O_RDWR, 1, 0);
	to = fby_must_open(h2c, O_WRONLY);
	from = fby_must_open(c2h, O_RDONLY);
	wrong_size(to);
	completion(to);
	completion(from);
	info(to, 0);
	info(from, FOREBAY_INFO_C2H);
	aperture();
	lines();
	close(to);
	close(from);
	return fby_done();
}
