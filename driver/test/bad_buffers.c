// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: a buffer that is unmapped, of the wrong permission, that wraps, or that is no memory at
 * all gives EFAULT, or the exact count of bytes before it; what is not counted was not touched,
 * nothing stays pinned.
 * Catches: pages that stay pinned when the pinning of a later one fails, and crashes on buffers
 * without pages (PR #398).
 */

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fby_buffer.h"
#include "fby_card.h"
#include "fby_kernel.h"
#include "fby_test.h"

static int to, from;

/* Both directions with one bad address; a bad address is bad from its first byte. */
static void refuse(void *buf, size_t len, const char *what)
{
	uint64_t before = fby_counter(FOREBAY_USER_COUNTER_DESC_DONE_INDEX);

	fby_fails(pwrite(to, buf, len, 0x1000), EFAULT, "h2c from %s: EFAULT", what);
	fby_fails(pread(from, buf, len, 0x1000), EFAULT, "c2h into %s: EFAULT", what);
	fby_is((long long)(fby_counter(FOREBAY_USER_COUNTER_DESC_DONE_INDEX) - before), 0,
	       "the card saw nothing of it");
}

static void unmapped(void)
{
	unsigned char *edge = fby_before_hole(FBY_PAGE);
	void *none = mmap(NULL, 4 * FBY_PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	refuse(NULL, 100, "address 0");
	refuse(edge + FBY_PAGE, 100, "unmapped memory");
	refuse(none, 2 * FBY_PAGE, "memory without any permission");
}

/* The top of the address space, and the kernel's half of it. */
static void wrapping(void)
{
	refuse((void *)(uintptr_t)-4096, 8192, "a buffer that wraps around the address space");
	refuse((void *)(uintptr_t)-1, 1, "the last address");
	refuse((void *)(uintptr_t)0xffff888000000000, 4096, "an address of the kernel");
	refuse((void *)(uintptr_t)0x7ffffffff000, 8192, "a buffer that runs out of the user half");
	refuse((void *)(uintptr_t)0x0000800000000000, 4096, "an address that does not exist");
}

/*
 * A buffer that becomes bad after some pages: EFAULT with nothing done, or exactly the good part.
 */
static void hole_later(size_t good, size_t len)
{
	unsigned char *edge = fby_before_hole(good), *zero = fby_map(len), *back = fby_map(len);
	ssize_t n;

	fby_fill(edge, good, good);
	if (pwrite(to, zero, len, 0x2000) != (ssize_t)len)
		fby_bail("h2c: %s", strerror(errno));
	n = pwrite(to, edge, len, 0x2000);
	fby_ok((n == -1 && errno == EFAULT) || n == (ssize_t)good,
	       "h2c of %zu bytes with a hole after %zu: EFAULT or %zu (%zd)", len, good, good, n);
	if (pread(from, back, len, 0x2000) != (ssize_t)len)
		fby_bail("c2h: %s", strerror(errno));
	if (n < 0)
		n = 0;
	fby_ok(fby_diff(back, edge, (size_t)n) < 0 &&
		       fby_diff_byte(back + n, 0, len - (size_t)n) < 0,
	       "the card got %zd bytes and not one more", n);
	memset(edge, 0x77, good);
	n = pread(from, edge, len, 0x2000);
	fby_ok((n == -1 && errno == EFAULT) || n == (ssize_t)good, "c2h the same (%zd)", n);
	if (n == -1)
		fby_ok(fby_diff_byte(edge, 0x77, good) < 0,
		       "and nothing was written before the refusal");
}

/* A file's pages past its end: the process would get SIGBUS, the call must give EFAULT. */
static void past_end_of_file(void)
{
	int fd = memfd_create("short", MFD_CLOEXEC);
	unsigned char *map;

	if (fd < 0 || ftruncate(fd, FBY_PAGE))
		fby_bail("memory file: %s", strerror(errno));
	map = mmap(NULL, 3 * FBY_PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	refuse(map + FBY_PAGE, FBY_PAGE, "a file's map past its end");
	munmap(map, 3 * FBY_PAGE);
	close(fd);
}

/* The registers of the card, mapped: addresses without pages behind them. */
static void no_memory(void)
{
	int user = fby_must_open("user", O_RDWR);
	void *map = mmap(NULL, FBY_PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, user, 0);

	if (map == MAP_FAILED)
		fby_bail("mmap of the registers: %s", strerror(errno));
	refuse(map, 256, "the card's own registers");
	munmap(map, FBY_PAGE);
	close(user);
}

/* Part of a packet would be another packet: nothing is sent, and no page of the good part is kept. */
static void hole_in_packet(void)
{
	unsigned int list[FBY_MAX_CHANNELS];
	unsigned char *edge = fby_before_hole(3 * FBY_PAGE);
	int fd;

	if (!fby_channels(FBY_H2C, true, list))
		return;
	fd = fby_open_chan(FBY_H2C, list[0]);
	fby_fails(write(fd, edge, 4 * FBY_PAGE), EFAULT, "a packet with a hole: EFAULT");
	fby_is(fby_pins_held(), 0, "and no page of it stays pinned");
	close(fd);
}

int main(int argc, char **argv)
{
	(void)argc;
	(void)argv;
	fby_begin("bad buffers give EFAULT and leave nothing behind", 120);
	to = fby_open_chan(FBY_H2C, fby_first(FBY_H2C, false));
	from = fby_open_chan(FBY_C2H, fby_first(FBY_C2H, false));
	unmapped();
	wrapping();
	hole_later(FBY_PAGE, 2 * FBY_PAGE);
	hole_later(10 * FBY_PAGE + 5, 12 * FBY_PAGE);
	hole_later(1, FBY_PAGE);
	hole_in_packet();
	past_end_of_file();
	no_memory();
	fby_still_works("bad buffers");
	close(to);
	close(from);
	return fby_done();
}
