// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: the register node reads and writes whole aligned words inside the BAR and nothing else;
 * its map ends where the BAR ends.
 * Catches: register reads, writes and maps without any bound, one 32-bit access whatever the
 * length (dma.md 1.5, PR #398).
 */

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fby_buffer.h"
#include "fby_card.h"
#include "fby_test.h"

#define MAGIC_REG (FOREBAY_USER_STATUS_BASE + FOREBAY_USER_STATUS_MAGIC)

static int fd;
/* Of the node: from where the card's own registers begin to the end of their BAR. */
static long long end;

static void words(void)
{
	uint32_t word = 0, many[4] = { 0 };

	fby_is(pread(fd, &word, 4, MAGIC_REG), 4, "a register is read");
	fby_is(word, FOREBAY_USER_STATUS_MAGIC_RESET, "and is the card's magic number");
	fby_is(pread(fd, many, 16, MAGIC_REG), 16, "four registers in one call");
	fby_ok(many[0] == word &&
		       many[1] == fby_reg(FOREBAY_USER_STATUS_BASE + FOREBAY_USER_STATUS_VERSION) &&
		       many[3] == fby_reg(FOREBAY_USER_STATUS_BASE + FOREBAY_USER_STATUS_CHANNELS),
	       "each with its own value");
	fby_is(lseek(fd, MAGIC_REG + 4, SEEK_SET), MAGIC_REG + 4, "the position can be set");
	fby_is(read(fd, &word, 4), 4, "and read from");
	fby_is(word, many[1], "the register there");
	fby_is(lseek(fd, 0, SEEK_CUR), MAGIC_REG + 8, "and moves on");
}

/* As on every node: nothing is asked for, so nothing is wrong with where. */
static void nothing(void)
{
	const long long places[] = { 0, 1, end, end + 4, 1ll << 40, LLONG_MAX };
	char byte = 0;

	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		fby_is(pread(fd, &byte, 0, places[i]), 0, "a read of 0 bytes at 0x%llx",
		       places[i]);
		fby_is(pwrite(fd, &byte, 0, places[i]), 0, "a write of 0 bytes at 0x%llx",
		       places[i]);
	}
}

static void shapes(void)
{
	uint32_t word[2] = { 0, 0 };
	unsigned int bad = 0;

	for (unsigned int off = 1; off < 4; off++)
		bad += !(pread(fd, word, 4, off) == -1 && errno == EINVAL) +
		       !(pwrite(fd, word, 4, off) == -1 && errno == EINVAL);
	fby_is(bad, 0, "offsets that are not a multiple of 4: EINVAL");
	bad = 0;
	for (size_t len = 1; len < 8; len++)
		if (len != 4)
			bad += !(pread(fd, word, len, 0) == -1 && errno == EINVAL) +
			       !(pwrite(fd, word, len, 0) == -1 && errno == EINVAL);
	fby_is(bad, 0, "lengths that are not a multiple of 4: EINVAL");
	fby_fails(pread(fd, word, 4, -4), EINVAL, "a negative offset: EINVAL");
	fby_fails(pread(fd, word, 8, LLONG_MAX - 3), EINVAL, "an end that wraps: EINVAL");
}

static void bounds(void)
{
	uint32_t word[2] = { 0, 0 };
	long long beyond[] = { end, end + 4, 1ll << 32, 1ll << 40, LLONG_MAX - 7 };

	fby_is(pread(fd, word, 4, end - 4), 4, "the BAR's last word can be read");
	for (size_t i = 0; i < sizeof(beyond) / sizeof(beyond[0]); i++) {
		fby_fails(pread(fd, word, 4, beyond[i] & ~3ll), ENXIO, "read at 0x%llx: ENXIO",
			  beyond[i] & ~3ll);
		fby_fails(pwrite(fd, word, 4, beyond[i] & ~3ll), ENXIO, "write at 0x%llx: ENXIO",
			  beyond[i] & ~3ll);
	}
	fby_fails(pread(fd, word, 8, end - 4), ENXIO, "a read that is half inside: ENXIO");
	fby_fails(pwrite(fd, word, 8, end - 4), ENXIO, "a write that is half inside: ENXIO");
}

static void buffers(void)
{
	unsigned char *edge = fby_before_hole(FBY_PAGE) + FBY_PAGE;

	fby_fails(pread(fd, edge, 4, 0), EFAULT, "a read into unmapped memory: EFAULT");
	fby_fails(pwrite(fd, edge, 4, MAGIC_REG), EFAULT, "a write from unmapped memory: EFAULT");
	fby_fails(pread(fd, (void *)(uintptr_t)-4, 4, 0), EFAULT,
		  "a read to the last address: EFAULT");
}

/* Bounds of mmap: none past the end, none that wraps, the last page yes. */
static void map(void)
{
	volatile uint32_t *page = mmap(NULL, FBY_PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	void *bad;

	fby_ok(page != MAP_FAILED, "the first page can be mapped");
	if (page != MAP_FAILED) {
		fby_is(page[MAGIC_REG / 4], FOREBAY_USER_STATUS_MAGIC_RESET,
		       "and read: the magic number");
		munmap((void *)(uintptr_t)page, FBY_PAGE);
	}
	page = mmap(NULL, FBY_PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, end - FBY_PAGE);
	fby_ok(page != MAP_FAILED, "the last page can be mapped");
	if (page != MAP_FAILED)
		munmap((void *)(uintptr_t)page, FBY_PAGE);
	bad = mmap(NULL, FBY_PAGE, PROT_READ, MAP_SHARED, fd, end);
	fby_fails(bad == MAP_FAILED ? -1 : 0, ENXIO, "a page behind the BAR: ENXIO");
	bad = mmap(NULL, 2 * FBY_PAGE, PROT_READ, MAP_SHARED, fd, end - FBY_PAGE);
	fby_fails(bad == MAP_FAILED ? -1 : 0, ENXIO, "two pages of which one is behind it: ENXIO");
	bad = mmap(NULL, end + FBY_PAGE, PROT_READ, MAP_SHARED, fd, 0);
	fby_fails(bad == MAP_FAILED ? -1 : 0, ENXIO, "a page more than the BAR: ENXIO");
	bad = mmap(NULL, FBY_PAGE, PROT_READ, MAP_SHARED, fd, LLONG_MAX & ~4095ll);
	fby_ok(bad == MAP_FAILED, "an offset at the end of all offsets is refused (%s)",
	       fby_errno_name(errno));
	bad = mmap(NULL, FBY_PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
	fby_fails(bad == MAP_FAILED ? -1 : 0, EINVAL,
		  "a private map, whose writes would go nowhere: EINVAL");
}

static void modes(void)
{
	int ro = fby_must_open("user", O_RDONLY);
	uint32_t word = 0;
	void *bad;

	fby_fails(pwrite(ro, &word, 4, 0), EBADF,
		  "a write to a file that is open for reading: EBADF");
	bad = mmap(NULL, FBY_PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, ro, 0);
	fby_fails(bad == MAP_FAILED ? -1 : 0, EACCES, "and a writable map of it: EACCES");
	close(ro);
}

int main(int argc, char **argv)
{
	(void)argc;
	(void)argv;
	fby_begin("registers are accessed in whole words inside their BAR", 60);
	end = fby_layout()->user_bytes;
	fd = fby_must_open("user", O_RDWR);
	words();
	nothing();
	shapes();
	bounds();
	buffers();
	map();
	modes();
	close(fd);
	return fby_done();
}
