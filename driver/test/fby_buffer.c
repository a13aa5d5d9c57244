// SPDX-License-Identifier: GPL-2.0-only
/* Scattered and contiguous memory: see fby_buffer.h. */

#include "fby_buffer.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fby_card.h"
#include "fby_test.h"

#define HUGE_PAGE (2u << 20)

/* A file in memory tends to get ascending pages; mapped in reverse order they descend, so that no two neighbours can be merged. */
unsigned char *fby_scattered(size_t pages)
{
	int fd = memfd_create("scattered", MFD_CLOEXEC);
	unsigned char *base;

	if (fd < 0 || ftruncate(fd, (off_t)(pages * FBY_PAGE)))
		fby_bail("memory file: %s", strerror(errno));
	base = mmap(NULL, pages * FBY_PAGE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, fd, 0);
	if (base == MAP_FAILED)
		fby_bail("mmap of a memory file: %s", strerror(errno));
	for (size_t i = 0; i < pages; i++) {
		off_t page = (off_t)((pages - 1 - i) * FBY_PAGE);

		if (mmap(base + i * FBY_PAGE, FBY_PAGE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED | MAP_POPULATE, fd, page) ==
		    MAP_FAILED)
			fby_bail("mmap of page %zu: %s", i, strerror(errno));
	}
	close(fd);
	return base;
}

unsigned char *fby_contiguous(void)
{
	unsigned char *base;

	if (fby_write_file("/proc/sys/vm/nr_hugepages", "2"))
		fby_note("nr_hugepages: %s", strerror(errno));
	base = mmap(NULL, HUGE_PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB, -1, 0);
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
