// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: pages that are adjacent for the card become one descriptor, pages that are not are never
 * merged, and the data is right in both cases.
 * Catches: one descriptor per 4 KiB page (dma.md 1.2, #177 #338, throughput of #293); a merge of
 * pages that only look adjacent.
 */

#include <string.h>
#include <unistd.h>

#include "fby_buffer.h"
#include "fby_card.h"
#include "fby_test.h"

#define BYTES (256u << 10)
#define PAGES (BYTES / FBY_PAGE)

/* The card counts descriptors on its own: a witness beside the driver's counter. */
static long long card_count(void)
{
	return (long long)fby_counter(FOREBAY_USER_COUNTER_DESC_DONE_INDEX);
}

/*
 * How many descriptors pages may take that lie in @pieces pieces of physical memory: exactly so
 * many on the direct way; one behind an IOMMU, which makes neighbours of all of them; and where
 * each piece is copied into the kernel's buffers first, no more than there are pages.
 */
static bool fits(long long took, size_t len, unsigned int pieces)
{
	switch (fby_dma()) {
	case FBY_DMA_DIRECT:
		return took == pieces;
	case FBY_DMA_IOMMU:
		return took == 1;
	default:
		return took >= 1 && took <= (long long)(len / FBY_PAGE + 2);
	}
}

/* @seen: descriptors by the card's count, then by the driver's. */
static void count(const char *what, const long long seen[2], size_t len, unsigned int pieces)
{
	fby_ok(fits(seen[0], len, pieces), "%s, in %u pieces, takes %lld descriptors", what, pieces,
	       seen[0]);
	fby_is(seen[1], seen[0], "and the driver's count is the card's");
}

static void count_both(const char *what, unsigned char *buf, size_t len, unsigned int pieces)
{
	unsigned int h2c = fby_first(FBY_H2C, false), c2h = fby_first(FBY_C2H, false);
	int to = fby_open_chan(FBY_H2C, h2c), from = fby_open_chan(FBY_C2H, c2h);
	unsigned char *flat = fby_map(len);
	long long seen[2];

	fby_fill(buf, len, len);
	memcpy(flat, buf, len);
	seen[0] = -card_count();
	seen[1] = -fby_chan_stat(FBY_H2C, h2c, "descriptors");
	fby_is(pwrite(to, buf, len, 0x1000), (long long)len, "h2c from %s", what);
	seen[0] += card_count();
	seen[1] += fby_chan_stat(FBY_H2C, h2c, "descriptors");
	count(what, seen, len, pieces);
	memset(buf, 0, len);
	seen[0] = -card_count();
	seen[1] = -fby_chan_stat(FBY_C2H, c2h, "descriptors");
	fby_is(pread(from, buf, len, 0x1000), (long long)len, "c2h into %s", what);
	seen[0] += card_count();
	seen[1] += fby_chan_stat(FBY_C2H, c2h, "descriptors");
	count(what, seen, len, pieces);
	fby_ok(fby_diff(buf, flat, len) < 0, "the data is right");
	close(to);
	close(from);
}

int main(int argc, char **argv)
{
	unsigned char *huge, *loose;

	(void)argc;
	(void)argv;
	fby_begin("adjacent pages are merged, others are not", 120);
	loose = fby_scattered(PAGES + 1);
	count_both("scattered pages", loose, BYTES, PAGES);
	count_both("scattered pages, not aligned", loose + 100, BYTES, PAGES + 1);
	count_both("one page", loose, 64, 1);
	huge = fby_contiguous();
	if (huge) {
		count_both("a huge page", huge, BYTES, 1);
		count_both("the middle of a huge page", huge + 4095, BYTES, 1);
	} else {
		fby_ok(false, "the kernel gives no huge page: merging cannot be seen");
	}
	return fby_done();
}
