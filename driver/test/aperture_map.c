// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: the card's address space can be mapped uncached and write-combining, as each file
 * chooses; data written through either is what DMA reads, at the same address, and the map ends
 * where the BAR ends.
 * Catches: no write combining anywhere in the stock driver (dma.md 1.5), bypass offsets that are
 * multiplied by 4 (PR #398), a bypass node that means nothing (#335).
 */

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fby_card.h"
#include "fby_memtype.h"
#include "fby_test.h"

#define LEN (2 * FBY_PAGE)

static const char *const kinds[] = { "uncached", "write-combining" };

static void fence(void)
{
	__asm__ volatile("sfence" ::: "memory");
}

static int aperture_file(uint32_t caching, uint64_t *bytes)
{
	int fd = fby_must_open("aperture", O_RDWR);
	struct forebay_aperture want = { caching, 0, 0 };

	if (ioctl(fd, FOREBAY_IOC_APERTURE, &want))
		fby_bail("FOREBAY_IOC_APERTURE: %s", strerror(errno));
	*bytes = want.bytes;
	return fd;
}

static void copy_out(volatile uint64_t *to, const unsigned char *from, size_t len)
{
	for (size_t i = 0; i < len / 8; i++) {
		uint64_t word;

		memcpy(&word, from + i * 8, 8);
		to[i] = word;
	}
	fence();
}

/* A page of its own for each, so that both are mapped at once. */
static off_t own_page(uint32_t caching)
{
	return 0x9000 + (off_t)caching * 2 * FBY_PAGE;
}

/*
 * The kernel gives a page of a BAR the caching that its list has for it, and uncached if that has
 * nothing: so a write-combining one has an entry and an uncached one is in none, not even in a larger
 * one.
 */
static void is_listed(uint32_t caching, const char *when, bool mapped)
{
	uint64_t at = fby_bar_address(fby_layout()->aperture_bar) + (uint64_t)own_page(caching);
	int entries = mapped && caching == FOREBAY_CACHING_WRITE_COMBINING;

	fby_is(fby_memtypes(at, FBY_PAGE, FBY_WRITE_COMBINING), entries,
	       "entries of the %s page as write-combining %s", kinds[caching], when);
	fby_is(fby_memtypes_over(at, FBY_PAGE), entries, "and of anything over it");
}

/* Both mappings at once, each with the caching that its file asked for, in the kernel's own list. */
static void memory_types(void)
{
	void *maps[2];
	int fds[2];
	uint64_t bytes;

	for (uint32_t caching = 0; caching < 2; caching++) {
		is_listed(caching, "before", false);
		fds[caching] = aperture_file(caching, &bytes);
		maps[caching] = mmap(NULL, FBY_PAGE, PROT_READ | PROT_WRITE, MAP_SHARED,
				     fds[caching], own_page(caching));
		fby_ok(maps[caching] != MAP_FAILED, "a page mapped %s", kinds[caching]);
	}
	for (uint32_t caching = 0; caching < 2; caching++)
		is_listed(caching, "while both are mapped", true);
	for (uint32_t caching = 0; caching < 2; caching++) {
		munmap(maps[caching], FBY_PAGE);
		close(fds[caching]);
		is_listed(caching, "when it is unmapped", false);
	}
}

/* A map that starts at @card: whatever goes in must be at exactly that card address. */
static void data(uint32_t caching, off_t card, size_t len)
{
	unsigned char *out = fby_map(LEN), *in = fby_map(LEN);
	int from = fby_open_chan(FBY_C2H, fby_first(FBY_C2H, false)),
	    to = fby_open_chan(FBY_H2C, fby_first(FBY_H2C, false));
	uint64_t bytes;
	int fd = aperture_file(caching, &bytes);
	volatile uint64_t *map = mmap(NULL, LEN, PROT_READ | PROT_WRITE, MAP_SHARED, fd, card);
	uint64_t word;

	if (!fby_ok(map != MAP_FAILED, "a %s map of card address 0x%llx", kinds[caching],
		    (unsigned long long)card))
		return;
	fby_fill(out, len, (uint64_t)card + caching);
	copy_out(map, out, len);
	/*
	 * A read through the map waits for the writes before it: after it the data is on the card.
	 */
	word = map[0];
	fby_ok(!memcmp(&word, out, 8), "reads back its first word");
	fby_ok(pread(from, in, len, card) == (ssize_t)len && fby_diff(out, in, len) < 0,
	       "DMA finds %zu written bytes at the address", len);
	fby_fill(out, 256, 77);
	if (pwrite(to, out, 256, card + 1024) != 256)
		fby_bail("h2c: %s", strerror(errno));
	for (unsigned int i = 0; i < 32; i++) {
		word = map[128 + i];
		memcpy(in + i * 8, &word, 8);
	}
	fby_ok(fby_diff(out, in, 256) < 0, "and the map shows what DMA has written");
	munmap((void *)(uintptr_t)map, LEN);
	close(fd);
	close(from);
	close(to);
}

static bool map_works(int fd, size_t len, off_t offset)
{
	void *map = mmap(NULL, len, PROT_READ | PROT_WRITE, MAP_SHARED, fd, offset);

	if (map == MAP_FAILED)
		return false;
	munmap(map, len);
	return true;
}

static void bounds(void)
{
	uint64_t bytes;
	int fd = aperture_file(FOREBAY_CACHING_UNCACHED, &bytes);
	off_t end = (off_t)bytes;

	fby_ok(bytes && !(bytes & (bytes - 1)), "the aperture has 0x%llx bytes",
	       (unsigned long long)bytes);
	fby_ok(map_works(fd, FBY_PAGE, end - FBY_PAGE), "its last page can be mapped");
	fby_fails(map_works(fd, FBY_PAGE, end) ? 0 : -1, ENXIO, "the page behind it: ENXIO");
	fby_fails(map_works(fd, 2 * FBY_PAGE, end - FBY_PAGE) ? 0 : -1, ENXIO,
		  "two pages of which one is behind it: ENXIO");
	fby_fails(map_works(fd, FBY_PAGE, 4 * end) ? 0 : -1, ENXIO, "four times its size: ENXIO");
	fby_ok(!map_works(fd, FBY_PAGE, LLONG_MAX & ~4095ll), "the end of all offsets is refused");
	close(fd);
}

/* The choice belongs to the file: it does not leak into another one's maps. */
static void per_file(void)
{
	uint64_t bytes;
	int wc = aperture_file(FOREBAY_CACHING_WRITE_COMBINING, &bytes),
	    plain = fby_must_open("aperture", O_RDWR);
	volatile uint32_t *a = mmap(NULL, FBY_PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, wc, 0x6000);
	volatile uint32_t *b =
		mmap(NULL, FBY_PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, plain, 0x6000 + FBY_PAGE);

	fby_ok(a != MAP_FAILED && b != MAP_FAILED,
	       "a write-combining and an uncached map beside each other");
	if (a != MAP_FAILED && b != MAP_FAILED) {
		a[0] = 0x11223344;
		fence();
		b[0] = 0x55667788;
		fby_is(a[0], 0x11223344, "each keeps its data");
		fby_is(b[0], 0x55667788, "each keeps its data");
	}
	close(wc);
	close(plain);
}

int main(int argc, char **argv)
{
	(void)argc;
	(void)argv;
	fby_begin("the card's address space, mapped uncached and write-combining", 120);
	memory_types();
	for (uint32_t caching = FOREBAY_CACHING_UNCACHED;
	     caching <= FOREBAY_CACHING_WRITE_COMBINING; caching++) {
		data(caching, 0, LEN);
		data(caching, 0x3000, LEN);
		data(caching, (off_t)fby_mem_bytes() - LEN, LEN);
	}
	bounds();
	per_file();
	return fby_done();
}
