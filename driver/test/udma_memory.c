// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: memory that a program registers is the memory that it sees itself, of whatever kind: what it stores
 * there later is what the card reads, what the card writes is what it loads, after a fork, a move and beside
 * another map of the same pages; taken away from the program it stays what it was, and nothing that comes in
 * its place is touched. What is no memory of the program's own is refused.
 * Catches: a device that reads the page of zeros which an untouched page was when it was pinned.
 *
 *   udma_memory [direct]
 *
 * With `direct` shadow addresses are those of memory.
 */

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fby_buffer.h"
#include "fby_child.h"
#include "fby_test.h"
#include "fby_udma.h"

#define PAGES 4u
#define BYTES (PAGES * FBY_PAGE)
#define BOTH (FOREBAY_UDMA_READ | FOREBAY_UDMA_WRITE)
#define BOUND_MS 20000u

static void *must_map_at(void *at, int prot, int flags, int fd)
{
	void *mem = mmap(at, BYTES, prot, flags, fd, 0);

	if (mem == MAP_FAILED)
		fby_bail("mmap: %s", strerror(errno));
	return mem;
}

static void *untouched(void)
{
	return must_map_at(NULL, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1);
}

/* A file in memory with bytes of that seed. */
static int must_make_file(uint64_t seed)
{
	unsigned char *bytes = fby_xmalloc(BYTES);
	int fd = memfd_create("registered", MFD_CLOEXEC);

	fby_fill(bytes, BYTES, seed);
	if (fd < 0 || write(fd, bytes, BYTES) != (ssize_t)BYTES)
		fby_bail("a file in memory: %s", strerror(errno));
	free(bytes);
	return fd;
}

static int reopened(int fd, int flags)
{
	char path[32];
	int again;

	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	again = open(path, flags | O_CLOEXEC);
	if (again < 0)
		fby_bail("%s: %s", path, strerror(errno));
	return again;
}

static struct fby_region must_register(const struct fby_udma *udma, const void *mem, uint32_t rights)
{
	struct fby_region region;

	if (fby_udma_register(udma->fd, mem, BYTES, rights, &region) || fby_udma_map_region(udma, &region, rights))
		fby_bail("memory cannot be registered: %s", strerror(errno));
	return region;
}

/* Page by page, as a transfer may not leave one. */
static bool move(const struct fby_udma *udma, const struct fby_region *src, const struct fby_region *dst)
{
	bool taken = true;

	for (unsigned int at = 0; at < BYTES; at += FBY_PAGE)
		taken &= fby_udma_start_surely(udma, (struct fby_place){ src, at }, (struct fby_place){ dst, at },
					       FBY_PAGE);
	fby_udma_settle(udma->fd);
	return taken;
}

/* What the program has in its memory by now is what the card reads there. */
static void is_read(const struct fby_udma *udma, const struct fby_region *src, const struct fby_region *dst,
		    const char *what)
{
	memset(dst->mem, 0x5a, BYTES);
	fby_ok(move(udma, src, dst), "%s: it is moved", what);
	fby_is(fby_diff(dst->mem, src->mem, BYTES), -1, "%s: the card reads what the program sees", what);
}

/* The card is to read, and the program writes for the first time when it is registered. */
static void written_later(const struct fby_udma *udma, const struct fby_region *dst)
{
	const struct {
		const char *what;
		int prot;
		bool file;
	} kinds[] = {
		{ "memory that was never touched", PROT_READ | PROT_WRITE, false },
		{ "a private map of a file", PROT_READ | PROT_WRITE, true },
		{ "a private map for reading", PROT_READ, true },
	};

	for (unsigned int i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		int fd = kinds[i].file ? must_make_file(7) : -1;
		void *mem = fd < 0 ? untouched() : must_map_at(NULL, kinds[i].prot, MAP_PRIVATE, fd);
		struct fby_region src = must_register(udma, mem, FOREBAY_UDMA_READ);

		is_read(udma, &src, dst, kinds[i].what);
		if (mprotect(mem, BYTES, PROT_READ | PROT_WRITE))
			fby_bail("mprotect: %s", strerror(errno));
		/* One page is written, then all. */
		fby_fill(src.mem + FBY_PAGE, FBY_PAGE, 11);
		is_read(udma, &src, dst, kinds[i].what);
		fby_fill(src.mem, BYTES, 12 + i);
		is_read(udma, &src, dst, kinds[i].what);
		fby_is(fby_udma_unregister(udma->fd, &src), 0, "%s: it is given back", kinds[i].what);
		munmap(mem, BYTES);
		if (fd >= 0)
			close(fd);
	}
}

/* Both ways: another map of the same pages sees the same. */
static void shared(const struct fby_udma *udma, const struct fby_region *dst)
{
	int fd = must_make_file(20), only = reopened(fd, O_RDONLY);
	unsigned char *here = must_map_at(NULL, PROT_READ | PROT_WRITE, MAP_SHARED, fd);
	struct fby_region refused, src, back;

	src = must_register(udma, must_map_at(NULL, PROT_READ, MAP_SHARED, only), FOREBAY_UDMA_READ);
	is_read(udma, &src, dst, "a shared map for reading");
	fby_fill(here, BYTES, 21);
	is_read(udma, &src, dst, "a shared map for reading, written through another one");
	fby_fails(fby_udma_register(udma->fd, src.mem, BYTES, BOTH, &refused), EFAULT,
		  "which is no destination: EFAULT");
	back = must_register(udma, here, BOTH);
	fby_fill(dst->mem, BYTES, 22);
	fby_ok(move(udma, dst, &back), "the same pages are registered twice");
	fby_is(fby_diff(src.mem, dst->mem, BYTES), -1, "what the card writes is seen through the other map");
	fby_is(fby_udma_unregister(udma->fd, &back), 0, "one of both is given back");
	is_read(udma, &src, dst, "the other one");
	fby_is(fby_udma_unregister(udma->fd, &src), 0, "it is given back, too");
	munmap(here, BYTES);
	munmap(src.mem, BYTES);
	close(only);
	close(fd);
}

static void huge(const struct fby_udma *udma, const struct fby_region *dst)
{
	unsigned char *page = fby_contiguous();
	struct fby_region src;

	if (!page) {
		fby_note("there is no huge page");
		return;
	}
	src = must_register(udma, page + 3 * FBY_PAGE, BOTH);
	fby_fill(src.mem, BYTES, 30);
	is_read(udma, &src, dst, "the inside of a huge page");
	fby_fill(dst->mem, BYTES, 31);
	fby_ok(move(udma, dst, &src), "it is a destination");
	fby_is(fby_diff(src.mem, dst->mem, BYTES), -1, "whose bytes arrive");
	fby_is(fby_diff_byte(page, 0, 3 * FBY_PAGE), -1, "none before it");
	fby_is(fby_diff_byte(src.mem + BYTES, 0, FBY_PAGE), -1, "none behind it");
	fby_is(fby_udma_unregister(udma->fd, &src), 0, "it is given back");
}

/* Whoever of both writes first: the card stays with the program that has registered. */
static void forked(const struct fby_udma *udma, const struct fby_region *dst)
{
	struct fby_region src = must_register(udma, untouched(), BOTH);
	unsigned char *old = fby_xmalloc(BYTES);
	int hold[2], status;
	char byte;
	pid_t child;

	fby_fill(src.mem, BYTES, 40);
	memcpy(old, src.mem, BYTES);
	if (pipe(hold))
		fby_bail("pipe: %s", strerror(errno));
	child = fby_fork();
	if (!child) {
		memset(src.mem + FBY_PAGE, 0, FBY_PAGE);
		close(hold[1]);
		if (read(hold[0], &byte, 1))
			_exit(1);
		_exit(fby_diff(src.mem, old, FBY_PAGE) == -1 &&
		      fby_diff_byte(src.mem + FBY_PAGE, 0, FBY_PAGE) == -1 &&
		      fby_diff(src.mem + 2 * FBY_PAGE, old + 2 * FBY_PAGE, 2 * FBY_PAGE) == -1 ? 0 : 2);
	}
	fby_fill(src.mem, 2 * FBY_PAGE, 41);
	is_read(udma, &src, dst, "after a fork");
	fby_fill(dst->mem, BYTES, 42);
	fby_ok(move(udma, dst, &src), "after a fork: it is a destination");
	fby_is(fby_diff(src.mem, dst->mem, BYTES), -1, "after a fork: the program that has registered it gets the bytes");
	close(hold[1]);
	status = fby_reaped(child, BOUND_MS);
	fby_is(status, 0, "after a fork: the child has its own pages, and none of these bytes");
	close(hold[0]);
	fby_is(fby_udma_unregister(udma->fd, &src), 0, "after a fork: it is given back");
	munmap(src.mem, BYTES);
	free(old);
}

/* Memory is moved in the address space, and then taken out of it: the region is the pages. */
static void moved_and_unmapped(const struct fby_udma *udma, const struct fby_region *dst)
{
	struct fby_region src = must_register(udma, untouched(), BOTH);
	unsigned char *place = untouched(), *other;

	fby_fill(src.mem, BYTES, 50);
	other = src.mem;
	src.mem = mremap(src.mem, BYTES, BYTES, MREMAP_MAYMOVE | MREMAP_FIXED, place);
	if (src.mem == MAP_FAILED)
		fby_bail("mremap: %s", strerror(errno));
	is_read(udma, &src, dst, "memory that was moved");
	must_map_at(other, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1);
	munmap(src.mem, BYTES);
	must_map_at(src.mem, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1);
	fby_fill(dst->mem, BYTES, 51);
	fby_ok(move(udma, dst, &src), "memory that is not mapped any more is a destination");
	fby_is(fby_diff_byte(src.mem, 0, BYTES), -1, "what came in its place is not touched");
	fby_is(fby_diff_byte(other, 0, BYTES), -1, "nor where it was before");
	fby_ok(move(udma, &src, dst), "and it is a source");
	fby_is(fby_udma_unregister(udma->fd, &src), 0, "it is given back");
	munmap(src.mem, BYTES);
	munmap(other, BYTES);
}

static int reg(const struct fby_udma *udma, const void *mem, uint64_t bytes)
{
	struct fby_region region;

	return fby_udma_register(udma->fd, mem, bytes, BOTH, &region);
}

static void refused(const struct fby_udma *udma, const struct fby_region *dst)
{
	unsigned char *mem = untouched();
	int fd = fby_must_open("aperture", O_RDWR);

	fby_fails(reg(udma, mem + 64, FBY_PAGE), EINVAL, "no beginning of a page: EINVAL");
	fby_fails(reg(udma, mem, 0), EINVAL, "no bytes: EINVAL");
	fby_fails(reg(udma, mem, UINT64_MAX), EINVAL, "an end behind the last address: EINVAL");
	fby_fails(reg(udma, (void *)~(uintptr_t)(FBY_PAGE - 1), FBY_PAGE), EINVAL, "the last page there is: EINVAL");
	fby_fails(reg(udma, (void *)(1ull << 63), FBY_PAGE), EFAULT, "an address of the kernel: EFAULT");
	fby_fails(reg(udma, (const void *)dst->shadow, FBY_PAGE), EFAULT, "a shadow page is no memory: EFAULT");
	fby_fails(reg(udma, must_map_at(NULL, PROT_READ | PROT_WRITE, MAP_SHARED, fd), BYTES), EFAULT,
		  "nor is a card's: EFAULT");
	mprotect(mem + FBY_PAGE, FBY_PAGE, PROT_NONE);
	fby_fails(reg(udma, mem, BYTES), EFAULT, "with a page that nobody may touch: EFAULT");
	munmap(mem + FBY_PAGE, FBY_PAGE);
	fby_fails(reg(udma, mem, BYTES), EFAULT, "with a hole: EFAULT");
	fby_is(reg(udma, mem + 2 * FBY_PAGE, 1), 0, "one byte behind it can be had");
	close(fd);
}

int main(int argc, char **argv)
{
	bool direct = fby_has_arg(argc, argv, "direct");
	struct fby_region dst;
	struct fby_udma udma;

	fby_begin("registered memory is what the program sees, and nothing else", 200);
	fby_udma_alone();
	fby_is(fby_udma_choose("shadow"), 0, "shadow is chosen");
	if (!direct && fby_udma_bounced())
		return fby_done();
	if (direct)
		fby_is(fby_udma_shadow("direct"), 0, "addresses are those of memory");
	udma = fby_udma_begin();
	dst = fby_udma_memory(&udma, BYTES, BOTH);
	written_later(&udma, &dst);
	shared(&udma, &dst);
	huge(&udma, &dst);
	forked(&udma, &dst);
	moved_and_unmapped(&udma, &dst);
	refused(&udma, &dst);
	fby_udma_end(&udma);
	return fby_done();
}
