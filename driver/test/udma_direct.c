// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: with direct shadow addressing a program names memory by its own address in the shadow, as far
 * as its page tables let it: exactly the bytes that it names arrive, none beyond a page; rights are those
 * of the maps; and what the kernel cannot vouch for is refused with a reason: an IOMMU, bounce buffers,
 * schemes whose addresses come otherwise.
 * Catches: a device that takes physical addresses from programs, and a kernel that hopes for the best.
 */

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fby_kernel.h"
#include "fby_memtype.h"
#include "fby_test.h"
#include "fby_udma.h"

#define PAGES 3u
#define BYTES (PAGES * FBY_PAGE)
#define BOTH (FOREBAY_UDMA_READ | FOREBAY_UDMA_WRITE)
#define UPPER (1ull << FOREBAY_CARD_UPPER_WINDOW_BITS)

/* All schemes whose addresses are shadow addresses. */
static const char *const schemes[] = { "shadow", "repeat5", "key", "shrimp2", "flash", "shadow_check", "repeat3",
				       "repeat4" };

/* Within pages, to their ends. */
static const struct {
	uint32_t from, to, bytes;
} moves[] = {
	{ 0, 0, 64 },
	{ FBY_PAGE, 0, FBY_PAGE },
	{ 8, FBY_PAGE + 8, 1000 },
	{ 3 * FBY_PAGE - 8, 2 * FBY_PAGE, 1 },
	{ FBY_PAGE + 256, 3 * FBY_PAGE - 8, 8 },
};

#define MOVES (sizeof(moves) / sizeof(moves[0]))

static bool is_shadow(const char *what)
{
	char text[16] = "";

	fby_read_file(fby_pci_path("card/udma_shadow"), text, sizeof(text));
	return !strcmp(text, what);
}

static void scheme_moves(const char *name)
{
	unsigned char *want = fby_map(BYTES);
	struct forebay_udma_stats stats;
	struct fby_region src, dst;
	struct fby_udma udma;

	fby_is(fby_udma_choose(name), 0, "%s is chosen", name);
	udma = fby_udma_begin();
	fby_ok(udma.context.flags & FOREBAY_UDMA_DIRECT, "%s: addresses are those of memory", name);
	src = fby_udma_memory(&udma, BYTES, BOTH);
	dst = fby_udma_memory(&udma, BYTES, BOTH);
	for (unsigned int i = 0; i < MOVES; i++) {
		fby_fill(src.mem, BYTES, i + 1);
		fby_fill(dst.mem, BYTES, i + 100);
		memcpy(want, dst.mem, BYTES);
		memcpy(want + moves[i].to, src.mem + moves[i].from, moves[i].bytes);
		fby_ok(fby_udma_start_surely(&udma, (struct fby_place){ &src, moves[i].from },
					     (struct fby_place){ &dst, moves[i].to }, moves[i].bytes),
		       "%s: %u bytes are asked for", name, moves[i].bytes);
		fby_udma_settle(udma.fd);
		fby_is(fby_diff(dst.mem, want, BYTES), -1, "%s: they are there, and nothing else", name);
	}
	stats = fby_udma_settle(udma.fd);
	fby_is(stats.starts, MOVES, "%s: the card has counted the starts", name);
	fby_is(stats.done, MOVES, "%s: and the ends", name);
	fby_is(stats.failed + stats.strays, 0, "%s: none failed, no access was one too many", name);
	fby_is(fby_udma_unregister(udma.fd, &src), 0, "%s: the source is given back", name);
	fby_is(fby_udma_unregister(udma.fd, &dst), 0, "%s: and the destination", name);
	fby_udma_end(&udma);
}

/* The card knows nothing of a region but the page of an address. */
static void one_page(void)
{
	const unsigned int extent =
		FOREBAY_USER_UDMA_BAD_HI_REASON_EXTENT - FOREBAY_USER_UDMA_BAD_HI_REASON_EMPTY;
	const struct {
		uint32_t from, to, bytes;
		bool source;
	} cases[] = {
		{ 0, 0, FBY_PAGE + 1, true },
		{ FBY_PAGE - 4, FBY_PAGE, 5, true },
		{ FBY_PAGE, 2 * FBY_PAGE - 4, 8, false },
		{ 0, 0, 0xffffffff, true },
	};
	unsigned char *want = fby_map(BYTES);
	struct fby_region src, dst;
	struct fby_udma udma;

	fby_is(fby_udma_choose("shadow"), 0, "shadow is chosen");
	udma = fby_udma_begin();
	src = fby_udma_memory(&udma, BYTES, FOREBAY_UDMA_READ);
	dst = fby_udma_memory(&udma, BYTES, BOTH);
	fby_fill(dst.mem, BYTES, 3);
	memcpy(want, dst.mem, BYTES);
	for (unsigned int i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct fby_place from = { &src, cases[i].from }, to = { &dst, cases[i].to };
		struct forebay_udma_stats stats;

		fby_ok(!fby_udma_start(&udma, from, to, cases[i].bytes), "%u bytes that leave a page are refused",
		       cases[i].bytes);
		stats = fby_udma_settle(udma.fd);
		fby_is(stats.refused[extent], i + 1, "and counted by the reason");
		fby_is((long long)stats.bad_address, (long long)fby_slot_of(cases[i].source ? from : to),
		       "with the slot address, which is no address of memory");
	}
	fby_is(fby_diff(dst.mem, want, BYTES), -1, "nothing has moved");
	fby_udma_end(&udma);
}

static int reg(int fd, const void *mem, uint32_t rights)
{
	struct fby_region region;

	return fby_udma_register(fd, mem, FBY_PAGE, rights, &region);
}

/* Nobody but the page tables looks at rights: maps have those of the region, whatever the scheme. */
static void rights(const char *name)
{
	struct fby_region src;
	struct fby_udma udma;

	fby_is(fby_udma_choose(name), 0, "%s is chosen", name);
	udma = fby_udma_begin();
	fby_fails(reg(udma.fd, fby_map(FBY_PAGE), FOREBAY_UDMA_WRITE), EOPNOTSUPP,
		  "%s: memory to be written and not read: EOPNOTSUPP", name);
	src = fby_udma_memory(&udma, BYTES, FOREBAY_UDMA_READ);
	fby_fails(fby_udma_map_shadow(udma.fd, &src, PROT_READ | PROT_WRITE), EACCES,
		  "%s: the shadow of a source for stores: EACCES", name);
	fby_fails(mprotect((void *)(uintptr_t)src.shadow, BYTES, PROT_READ | PROT_WRITE), EACCES, "%s: nor by mprotect",
		  name);
	src.bytes += FBY_PAGE;
	fby_fails(fby_udma_map_shadow(udma.fd, &src, PROT_READ), ENXIO, "%s: more than the region: ENXIO", name);
	fby_udma_end(&udma);
}

static void others_are_refused(void)
{
	int fd;

	fby_fails(fby_udma_choose("portal"), EOPNOTSUPP, "a line has addresses that no page table has seen: EOPNOTSUPP");
	fby_fails(fby_udma_choose("shrimp1"), EOPNOTSUPP, "a partner is one of the card's table: EOPNOTSUPP");
	fd = fby_must_open("udma", O_RDWR);
	fby_is(reg(fd, fby_map(FBY_PAGE), FOREBAY_UDMA_READ), 0, "memory in a file without a context");
	fby_fails(fby_udma_shadow("table"), EBUSY, "addresses change their meaning for nobody's memory: EBUSY");
	fby_is(fby_udma_choose("none"), 0, "but another scheme can be chosen");
	close(fd);
	fby_fails(fby_udma_shadow("directly"), EINVAL, "there are two kinds of addresses: EINVAL");
	fby_is(fby_udma_shadow("table"), 0, "those of slots");
	fby_is(fby_udma_choose("portal"), 0, "with which the portal goes");
	fby_fails(fby_udma_shadow("direct"), EOPNOTSUPP, "and those of memory, with which it does not: EOPNOTSUPP");
	fby_ok(is_shadow("table"), "which then are not in force");
}

/* The upper half is had page by page of this node, uncached, and not as the aperture. */
static void upper_half(void)
{
	uint64_t at = fby_bar_address(fby_layout()->aperture_bar) + UPPER;
	struct forebay_aperture want = { FOREBAY_CACHING_WRITE_COMBINING, 0, 0 };
	int fd = fby_must_open("aperture", O_RDWR);
	struct fby_region region;
	struct fby_udma udma;

	fby_is(ioctl(fd, FOREBAY_IOC_APERTURE, &want), 0, "the aperture, to combine writes");
	fby_is((long long)want.bytes, (long long)UPPER, "is the lower half");
	fby_ok(mmap(NULL, FBY_PAGE, PROT_READ, MAP_SHARED, fd, (off_t)UPPER) == MAP_FAILED, "nothing behind it is mapped");
	close(fd);
	fby_is(fby_udma_choose("shadow"), 0, "shadow is chosen");
	udma = fby_udma_begin();
	region = fby_udma_memory(&udma, FBY_PAGE, FOREBAY_UDMA_READ);
	fby_is((long long)*region.shadow, FBY_FAIL, "a shadow page is loaded from");
	fby_is(fby_memtypes_over(at, UPPER), 0, "no page of the upper half is in the list of other cachings");
	fby_udma_end(&udma);
}

/* Where addresses on the bus are not the memory's own. */
static void refused(void)
{
	const char *const words[] = { "shadow addresses cannot be those of memory", "an IOMMU", NULL };
	int fd;

	fby_is(fby_udma_choose("shadow"), 0, "shadow is chosen");
	if (fby_dma() == FBY_DMA_IOMMU) {
		fby_kernel_forget();
		fby_fails(fby_udma_shadow("direct"), EOPNOTSUPP, "behind an IOMMU: EOPNOTSUPP");
		fby_ok(fby_kernel_said(words), "the log says why");
		fby_ok(is_shadow("table"), "addresses are those of slots");
		return;
	}
	fby_is(fby_udma_shadow("direct"), 0, "with bounce buffers it is memory that is refused");
	fd = fby_must_open("udma", O_RDWR);
	fby_fails(reg(fd, fby_map(FBY_PAGE), BOTH), EOPNOTSUPP, "each page of it: EOPNOTSUPP");
	close(fd);
}

int main(int argc, char **argv)
{
	unsigned int count = fby_has_arg(argc, argv, "quick") ? 3 : sizeof(schemes) / sizeof(schemes[0]);

	fby_begin("memory is named by its own address, as far as page tables let it be", 300);
	fby_udma_alone();
	fby_ok(is_shadow("table"), "the default are addresses of slots");
	if (fby_dma() != FBY_DMA_DIRECT) {
		refused();
		return fby_done();
	}
	fby_is(fby_udma_choose(schemes[0]), 0, "%s is chosen", schemes[0]);
	fby_is(fby_udma_shadow("direct"), 0, "addresses are those of memory");
	fby_ok(is_shadow("direct"), "which is told");
	for (unsigned int i = 0; i < count; i++)
		scheme_moves(schemes[i]);
	one_page();
	rights("shadow");
	rights("repeat5");
	rights("key");
	upper_half();
	others_are_refused();
	return fby_done();
}
