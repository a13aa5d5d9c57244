// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: h2c takes data from memory that the program may only read; c2h into such memory is
 * refused.
 * Catches: pages that are always pinned for writing, so that a read-only source fails with EFAULT
 * (#325, PR #347 #348), or worse, is copied or marked dirty.
 */

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fby_card.h"
#include "fby_test.h"

#define LEN (3 * FBY_PAGE)

/* Constant data of the program itself: mapped from its file, read-only. */
static const unsigned char constant[FBY_PAGE] = { 1, 2, 3, 4, 5, [100] = 6, [4095] = 7 };

static void source(int to, int from, const void *data, size_t len, const char *what)
{
	unsigned char *back = fby_map(LEN);

	fby_is(pwrite(to, data, len, 0x3001), (long long)len, "h2c from %s", what);
	fby_ok(pread(from, back, len, 0x3001) == (ssize_t)len && fby_diff(back, data, len) < 0,
	       "its data arrives");
	munmap(back, LEN);
}

static int file_with(const unsigned char *data)
{
	int fd = open("readonly_source.data", O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

	if (fd < 0 || write(fd, data, LEN) != LEN)
		fby_bail("file of this folder: %s", strerror(errno));
	return fd;
}

int main(int argc, char **argv)
{
	unsigned char *data = fby_map(LEN), *map, *seen = fby_map(LEN);
	int to, from, fd, again;

	(void)argc;
	(void)argv;
	fby_begin("read-only memory is a source, never a destination", 60);
	to = fby_open_chan(FBY_H2C, fby_first(FBY_H2C, false));
	from = fby_open_chan(FBY_C2H, fby_first(FBY_C2H, false));
	fby_fill(data, LEN, 5);
	fd = file_with(data);
	again = open("readonly_source.data", O_RDONLY | O_CLOEXEC);
	map = mmap(NULL, LEN, PROT_READ, MAP_SHARED, again, 0);
	if (map == MAP_FAILED)
		fby_bail("mmap of a file: %s", strerror(errno));
	source(to, from, map + 7, LEN - 9, "a shared map of a file that is open for reading only");
	fby_fails(pread(from, map, 100, 0x3001), EFAULT, "c2h into it: EFAULT");
	fby_ok(pread(fd, seen, LEN, 0) == LEN && fby_diff(seen, data, LEN) < 0,
	       "the file is what it was");
	munmap(map, LEN);
	source(to, from, constant, sizeof(constant), "constant data of a program");
	fby_fails(pread(from, (void *)(uintptr_t)constant, 100, 0x3001), EFAULT,
		  "c2h into it: EFAULT");
	mprotect(data, LEN, PROT_READ);
	source(to, from, data, LEN, "memory after mprotect(PROT_READ)");
	fby_fails(pread(from, data, LEN, 0x3001), EFAULT, "c2h into it: EFAULT");
	map = mmap(NULL, LEN, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	source(to, from, map, LEN, "the zero page");
	fby_ok(fby_diff_byte(map, 0, LEN) < 0, "which stays zero");
	unlink("readonly_source.data");
	close(fd);
	close(again);
	close(to);
	close(from);
	return fby_done();
}
