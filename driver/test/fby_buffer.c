// SPDX-License-Identifier: GPL-2.0-only
/* Scattered and contiguous memory: see fby_buffer.h. */

#include "fby_buffer.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fby_card.h"
#include "fby_test.h"

#define HUGE_PAGE (2u << 20)

/*
 * Physical page numbers, as /proc/self/pagemap tells them to root: bits 54 to 0 of a word per
 * page.
 */
static void physical(const unsigned char *base, size_t pages, uint64_t *frames)
{
	int fd = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
	ssize_t want = (ssize_t)(pages * sizeof(*frames));

	if (fd < 0 || pread(fd, frames, (size_t)want,
			    (off_t)((uintptr_t)base / FBY_PAGE * sizeof(*frames))) != want)
		fby_bail("/proc/self/pagemap: %s", strerror(errno));
	close(fd);
	for (size_t i = 0; i < pages; i++) {
		frames[i] &= (1ull << 55) - 1;
		if (!frames[i])
			fby_bail("/proc/self/pagemap hides the physical pages");
	}
}

/* Index of the highest frame that is left, which is taken out. */
static size_t take_highest(uint64_t *frames, size_t pages)
{
	size_t best = 0;

	for (size_t i = 1; i < pages; i++)
		if (frames[i] > frames[best])
			best = i;
	frames[best] = 0;
	return best;
}

/*
 * Pages of a file in memory, mapped so that their physical addresses descend: a descriptor could
 * only merge ascending ones.
 */
unsigned char *fby_scattered(size_t pages)
{
	uint64_t *frames = fby_xmalloc(pages * sizeof(*frames));
	int fd = memfd_create("scattered", MFD_CLOEXEC);
	unsigned char *plain, *base;

	if (fd < 0 || ftruncate(fd, (off_t)(pages * FBY_PAGE)))
		fby_bail("memory file: %s", strerror(errno));
	plain = mmap(NULL, pages * FBY_PAGE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, fd,
		     0);
	base = mmap(NULL, pages * FBY_PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (plain == MAP_FAILED || base == MAP_FAILED)
		fby_bail("mmap of %zu pages: %s", pages, strerror(errno));
	memset(plain, 0, pages * FBY_PAGE);
	physical(plain, pages, frames);
	for (size_t i = 0; i < pages; i++) {
		off_t page = (off_t)(take_highest(frames, pages) * FBY_PAGE);

		if (mmap(base + i * FBY_PAGE, FBY_PAGE, PROT_READ | PROT_WRITE,
			 MAP_SHARED | MAP_FIXED | MAP_POPULATE, fd, page) == MAP_FAILED)
			fby_bail("mmap of page %zu: %s", i, strerror(errno));
	}
	munmap(plain, pages * FBY_PAGE);
	close(fd);
	free(frames);
	return base;
}

unsigned char *fby_contiguous(void)
{
	unsigned char *base;

	if (fby_write_file("/proc/sys/vm/nr_hugepages", "2"))
		fby_note("nr_hugepages: %s", strerror(errno));
	base = mmap(NULL, HUGE_PAGE, PROT_READ | PROT_WRITE,
		    MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB, -1, 0);
	if (base == MAP_FAILED)
		return NULL;
	memset(base, 0, HUGE_PAGE);
	return base;
}

unsigned char *fby_before_hole(size_t len)
{
	size_t pages = (len + FBY_PAGE - 1) / FBY_PAGE;
	unsigned char *base = fby_map((pages + 1) * FBY_PAGE);

	if (munmap(base + pages * FBY_PAGE, FBY_PAGE))
		fby_bail("munmap: %s", strerror(errno));
	return base + pages * FBY_PAGE - len;
}

unsigned char *fby_map_buffers(int fd, uint32_t buffers, uint32_t map_bytes, int prot)
{
	void *map = mmap(NULL, (size_t)buffers * map_bytes, prot, MAP_SHARED, fd, 0);

	if (map == MAP_FAILED)
		fby_bail("a map of all buffers: %s", strerror(errno));
	return map;
}
