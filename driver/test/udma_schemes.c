// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: by each scheme a program starts transfers between its own memory with loads and stores
 * alone; exactly the bytes that it names arrive; the card's counters and the call that waits say so;
 * and the kernel moves the same for who has no context.
 * Catches: user-level DMA that works in a simulator, for one scheme, with pages that happen to be
 * adjacent.
 */

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "fby_test.h"
#include "fby_udma.h"

#define PAGES 3u
#define BYTES (PAGES * FBY_PAGE)
#define WAIT_MS 5000u

/* Alignments and sizes: whole pages, odd ends, the end of a region. */
static const struct {
	uint32_t from, to, bytes;
} moves[] = {
	{ 0, 0, 64 },
	{ FBY_PAGE, 0, FBY_PAGE },
	{ 8, FBY_PAGE + 8, 1000 },
	{ 2 * FBY_PAGE, 2 * FBY_PAGE, 1 },
	{ FBY_PAGE + 256, 2 * FBY_PAGE + 256, 3 },
};

#define MOVES (sizeof(moves) / sizeof(moves[0]))

static bool waits_for_end(int fd)
{
	struct forebay_udma_wait wait = { .timeout_ms = WAIT_MS };

	return !ioctl(fd, FOREBAY_IOC_UDMA_WAIT, &wait);
}

/* What the destination has to be afterwards. */
static void apply(unsigned char *want, const unsigned char *src, unsigned int move)
{
	memcpy(want + moves[move].to, src + moves[move].from, moves[move].bytes);
}

static void scheme_moves(const char *name)
{
	unsigned char *want = fby_map(BYTES);
	struct forebay_udma_stats stats;
	struct fby_region src, dst;
	struct fby_udma udma;

	fby_is(fby_udma_choose(name), 0, "%s is chosen", name);
	udma = fby_udma_begin();
	src = fby_udma_memory(&udma, BYTES, FOREBAY_UDMA_READ);
	dst = fby_udma_memory(&udma, BYTES, FOREBAY_UDMA_WRITE);
	for (unsigned int i = 0; i < MOVES; i++) {
		fby_fill(src.mem, BYTES, i + 1);
		fby_fill(dst.mem, BYTES, i + 100);
		memcpy(want, dst.mem, BYTES);
		apply(want, src.mem, i);
		fby_ok(fby_udma_start_surely(&udma, (struct fby_place){ &src, moves[i].from },
					     (struct fby_place){ &dst, moves[i].to }, moves[i].bytes),
		       "%s: %u bytes are asked for", name, moves[i].bytes);
		fby_ok(waits_for_end(udma.fd), "%s: the wait says that it is over", name);
		fby_udma_settle(udma.fd);
		fby_is(fby_diff(dst.mem, want, BYTES), -1, "%s: they are there, and nothing else", name);
	}
	stats = fby_udma_settle(udma.fd);
	fby_is(stats.starts, MOVES, "%s: the card has counted the starts", name);
	fby_is(stats.done, MOVES, "%s: and the ends", name);
	fby_is(stats.failed, 0, "%s: none failed", name);
	fby_is(stats.strays, 0, "%s: no access was one too many", name);
	fby_is(fby_udma_unregister(udma.fd, &src), 0, "%s: the source is given back", name);
	fby_is(fby_udma_unregister(udma.fd, &dst), 0, "%s: and the destination", name);
	fby_udma_end(&udma);
}

static void portal_records(void)
{
	volatile uint64_t *record;
	struct fby_region src, dst;
	struct fby_udma udma;

	fby_is(fby_udma_choose("portal"), 0, "portal is chosen");
	udma = fby_udma_begin();
	src = fby_udma_memory(&udma, BYTES, FOREBAY_UDMA_READ);
	dst = fby_udma_memory(&udma, BYTES, FOREBAY_UDMA_READ | FOREBAY_UDMA_WRITE);
	fby_fill(src.mem, BYTES, 7);
	record = (volatile uint64_t *)(dst.mem + 2 * FBY_PAGE);
	*record = ~0ull;
	fby_udma_line(&udma, src.slot, dst.slot, dst.slot + 2 * FBY_PAGE, FBY_PAGE, 0xc001e);
	fby_udma_settle(udma.fd);
	fby_is((long long)*record, 0xc001ell << 32, "the record has the cookie, and reason 0");
	fby_is(fby_diff(src.mem, dst.mem, FBY_PAGE), -1, "and the data is there");
	fby_udma_line(&udma, src.slot, 0x7ffffff000ull, dst.slot + 2 * FBY_PAGE, 8, 0xbad);
	fby_udma_settle(udma.fd);
	fby_is((long long)*record,
	       (0xbadll << 32) | FOREBAY_USER_UDMA_BAD_HI_REASON_SLOT,
	       "that of a start that is refused has the reason");
	fby_udma_end(&udma);
}

/* More than a page, between any two bytes: what the kernel can and one access cannot. */
static void by_kernel(void)
{
	unsigned char *src = fby_map(BYTES), *dst = fby_map(BYTES), *want = fby_map(BYTES);
	struct forebay_udma_start start;
	struct fby_region from, to;
	int fd = fby_must_open("udma", O_RDWR);

	fby_is(fby_udma_register(fd, src, BYTES, FOREBAY_UDMA_READ, &from), 0, "without a context: a source");
	fby_is(fby_udma_register(fd, dst, BYTES, FOREBAY_UDMA_WRITE, &to), 0, "and a destination");
	fby_is((long long)(from.slot / FBY_PAGE), FOREBAY_UDMA_NO_SLOT, "which take no slots");
	fby_fill(src, BYTES, 21);
	fby_fill(dst, BYTES, 22);
	memcpy(want, dst, BYTES);
	memcpy(want + 17, src + 5, 2 * FBY_PAGE + 100);
	start = (struct forebay_udma_start){ .src = (uintptr_t)src + 5,
					     .dst = (uintptr_t)dst + 17,
					     .bytes = 2 * FBY_PAGE + 100 };
	fby_is(ioctl(fd, FOREBAY_IOC_UDMA_START, &start), 0, "the kernel moves bytes of three pages");
	fby_is((long long)start.done, 2 * FBY_PAGE + 100, "all of them");
	fby_is(fby_diff(dst, want, BYTES), -1, "and no other");
	close(fd);
}

int main(int argc, char **argv)
{
	bool quick = fby_has_arg(argc, argv, "quick");

	fby_begin("by each scheme a program moves exactly the bytes that it names", 300);
	fby_udma_alone();
	if (fby_udma_bounced())
		return fby_done();
	for (unsigned int i = 0; fby_udma_schemes[i]; i++)
		if (!quick || i % 3 == 2 || !strcmp(fby_udma_schemes[i], "portal"))
			scheme_moves(fby_udma_schemes[i]);
	portal_records();
	by_kernel();
	return fby_done();
}
