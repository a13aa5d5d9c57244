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
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fby_card.h"
#include "fby_kernel.h"
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

/* Memory types that the kernel has given out, counted by name. */
static int types_named(const char *name)
{
	FILE *file = fopen("/sys/kernel/debug/x86/pat_memtype_list", "re");
	int n = 0;
	char line[256];

	if (!file)
		fby_bail("the kernel's list of memory types: %s", strerror(errno));
	while (fgets(line, sizeof(line), file))
		n += strstr(line, name) != NULL;
	fclose(file);
	return n;
}

/*
 * Uncached is what a BAR is by itself; write-combining is something that the kernel must have been
 * asked for.
 */
static void memory_type(uint32_t caching)
{
	int before = types_named("write-combining");
	uint64_t bytes;
	int fd = aperture_file(caching, &bytes);
	void *map = mmap(NULL, FBY_PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0x9000);

	fby_ok(map != MAP_FAILED, "a page mapped %s", kinds[caching]);
	fby_is(types_named("write-combining") - before, caching,
	       "is in the kernel's list of write-combining memory, or not");
	munmap(map, FBY_PAGE);
	close(fd);
	fby_is(types_named("write-combining") - before, 0, "and not when it is unmapped");
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
	fby_debugfs();
	for (uint32_t caching = FOREBAY_CACHING_UNCACHED;
	     caching <= FOREBAY_CACHING_WRITE_COMBINING; caching++) {
		memory_type(caching);
		data(caching, 0, LEN);
		data(caching, 0x3000, LEN);
		data(caching, (off_t)fby_mem_bytes() - LEN, LEN);
	}
	bounds();
	per_file();
	return fby_done();
}
