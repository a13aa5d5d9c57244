// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: no call on the capture node, however odd, loses a buffer, shows a byte of anybody else, or leaves something behind: bad
 * pointers, too many descriptors, vectors, maps that are moved, cut, made writable, left over a fork or the close of the file,
 * files that are handed on, a dma-buf used in every way. Memory that cannot be had is refused with what there is, of short
 * buffers, too; what dma-bufs keep is not there.
 * Catches: a descriptor or a buffer that an error path forgets; a read that goes on into the next buffer; maps that outlive what
 * they show; a file that is free, or never, while somebody has it.
 */

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/dma-buf.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fby_cap.h"
#include "fby_child.h"
#include "fby_flow.h"
#include "fby_kernel.h"
#include "fby_odd.h"
#include "fby_test.h"

#define BUFFERS 4u
#define BYTES 8192u
#define ALL ((size_t)BUFFERS * BYTES)
#define BOUND_MS 20000u
#define MIB (1u << 20)
/* Buffers that dma-bufs keep, and what a file may have: one more. */
#define KEPT 5u
#define KEPT_MIB "6"
#define MOST "/sys/module/forebay/parameters/cap_mib"

/* A file that runs, with a ramp that fills so many of its buffers. */
static struct fby_cap with(unsigned int buffers)
{
	struct fby_cap cap = fby_cap_stream(BUFFERS, BYTES, 0, FOREBAY_CAP_GAP);

	fby_source_start(FBY_FASTEST, 0, (uint64_t)buffers * BYTES / FBY_SAMPLE);
	return cap;
}

static struct forebay_cap_buffer take(const struct fby_cap *cap)
{
	struct forebay_cap_buffer said;

	if (fby_cap_next(cap, FBY_FLOW_MS, &said))
		fby_bail("no buffer came: %s", strerror(errno));
	return said;
}

static void end(struct fby_cap *cap)
{
	fby_cap_stop(cap);
	fby_cap_close(cap);
}

static unsigned int descriptors(void)
{
	DIR *dir = opendir("/proc/self/fd");
	unsigned int n = 0;

	while (dir && readdir(dir))
		n++;
	if (dir)
		closedir(dir);
	return n;
}

/* A call on vectors ends with its buffer, however many pieces have room behind it, and LAST has that buffer. */
static void vectors(void)
{
	struct fby_cap cap = with(2);
	struct fby_ramp ramp = { .rate = FBY_FASTEST };
	unsigned char room[3][BYTES];
	/* Two of them are full with the buffer, so that a read of each would go on. */
	struct iovec pieces[3] = { { room[0], BYTES / 2 }, { room[1], BYTES / 2 }, { room[2], BYTES } };
	struct forebay_cap_buffer last;
	uint64_t limit = fby_ms() + FBY_FLOW_MS;

	while (fby_cap_stats(&cap).full < 2 && fby_ms() < limit)
		;
	for (uint32_t i = 0; i < 2; i++) {
		fby_is(readv(cap.fd, pieces, 3), BYTES, "readv: one call is one buffer");
		fby_ramp_bytes(&ramp, room[0], BYTES / 2);
		fby_ramp_bytes(&ramp, room[1], BYTES / 2);
		fby_is(fby_cap_last(&cap, &last), 0, "readv: LAST");
		fby_is(last.sequence, i, "readv: tells of that one");
	}
	fby_ramp_good(&ramp, "readv");
	fby_is(fby_cap_stats(&cap).taken, 0, "readv: nothing is kept");
	fby_is(readv(cap.fd, pieces, 0), 0, "readv: nowhere is nothing");
	fby_fails(pread(cap.fd, room[0], BYTES, 0), ESPIPE, "pread: ESPIPE");
	fby_fails(lseek(cap.fd, 0, SEEK_SET), ESPIPE, "lseek: ESPIPE");
	fby_fails(write(cap.fd, room[0], 1), EINVAL, "write: EINVAL");
	end(&cap);
}

static const unsigned long all_calls[] = {
	FOREBAY_IOC_CAP_SETUP, FOREBAY_IOC_CAP_NEXT,  FOREBAY_IOC_CAP_RELEASE, FOREBAY_IOC_CAP_EXPORT,
	FOREBAY_IOC_CAP_STATS, FOREBAY_IOC_CAP_LAST, FOREBAY_IOC_CAP_GET, 0,
};

/* Nowhere, in the kernel, at the last byte that can be read, and where nothing can be written. */
static void pointers(void)
{
	struct fby_cap cap = with(3);
	struct forebay_cap_buffer said = take(&cap);
	unsigned char *pages = fby_map(FBY_PAGE), byte;
	unsigned int had = descriptors();
	struct forebay_cap_export *export;
	struct forebay_cap_stats stats;

	fby_is(read(cap.fd, &byte, 1), 1, "a byte is read, so that LAST has something to tell");
	fby_odd_pointers(cap.fd, all_calls);
	export = (struct forebay_cap_export *)pages;
	export->index = said.index;
	mprotect(pages, FBY_PAGE, PROT_READ);
	fby_fails(ioctl(cap.fd, FOREBAY_IOC_CAP_EXPORT, export), EFAULT, "an export that cannot be told of: EFAULT");
	fby_fails(ioctl(cap.fd, FOREBAY_IOC_CAP_STATS, pages), EFAULT, "nor counters");
	fby_fails(ioctl(cap.fd, FOREBAY_IOC_CAP_LAST, pages), EFAULT, "nor the last buffer");
	fby_fails(ioctl(cap.fd, FOREBAY_IOC_CAP_GET, pages), EFAULT, "nor buffers");
	munmap(pages, FBY_PAGE);
	fby_is(descriptors(), had, "no descriptor is left of that");
	fby_is(fby_cap_release(&cap, said.index), 0, "the buffer that was taken is the program's yet");
	stats = fby_cap_stats(&cap);
	fby_is(stats.exported, 0, "and no dma-buf has it");
	fby_is(stats.taken, 1, "that of the read is its own");
	fby_fails(fby_cap_release(&cap, said.index + 1), EINVAL, "and cannot be given back by its number");
	fby_fails(fby_cap_export(&cap, said.index + 1), EINVAL, "nor exported");
	end(&cap);
}

/* No descriptor is left for a dma-buf. */
static void too_many(void)
{
	struct fby_cap cap = with(1);
	struct forebay_cap_buffer said = take(&cap);
	struct rlimit limit, none;

	getrlimit(RLIMIT_NOFILE, &limit);
	none = limit;
	none.rlim_cur = 0;
	setrlimit(RLIMIT_NOFILE, &none);
	fby_fails(fby_cap_export(&cap, said.index), EMFILE, "an export without a descriptor: EMFILE");
	setrlimit(RLIMIT_NOFILE, &limit);
	fby_is(fby_cap_release(&cap, said.index), 0, "the buffer can be given back");
	fby_is(fby_cap_stats(&cap).armed, BUFFERS, "and is the card's");
	end(&cap);
}

/* Asks for buffers while all are mapped by somebody: EBUSY. */
static bool busy(const struct fby_cap *cap)
{
	struct forebay_cap_setup setup = cap->setup;

	setup.map_bytes = 0;
	return fby_cap_setup(cap->fd, &setup) && errno == EBUSY;
}

static void maps(void)
{
	struct fby_cap cap = with(BUFFERS);
	struct fby_ramp ramp = { .rate = FBY_FASTEST };
	unsigned char *moved;
	void *place;

	for (unsigned int i = 0; i < BUFFERS; i++) {
		struct forebay_cap_buffer said = take(&cap);

		fby_ramp_take(&ramp, &said, fby_cap_at(&cap, said.index));
	}
	fby_is(fby_cap_stop(&cap), 0, "all buffers are the program's");
	moved = (unsigned char *)(uintptr_t)cap.map;
	fby_ok(mremap(moved, ALL, ALL + FBY_PAGE, MREMAP_MAYMOVE) == MAP_FAILED, "a map does not grow (%s)",
	       fby_errno_name(errno));
	fby_fails(mprotect(moved, ALL, PROT_READ | PROT_WRITE), EACCES, "nor become writable");
	fby_fails(mprotect(moved, ALL, PROT_READ | PROT_EXEC), EACCES, "nor executable");
	fby_ok(mmap(NULL, ALL, PROT_READ | PROT_EXEC, MAP_SHARED, cap.fd, 0) == MAP_FAILED && errno == EACCES,
	       "nor be made so");
	fby_ok(mmap(NULL, FBY_PAGE, PROT_READ, MAP_SHARED, cap.fd, (off_t)1 << 43) == MAP_FAILED && errno == ENXIO,
	       "far behind the buffers: ENXIO");
	place = fby_map(2 * ALL);
	moved = mremap(moved, ALL, ALL, MREMAP_MAYMOVE | MREMAP_FIXED, place);
	fby_ok(moved == place, "it can be moved");
	ramp = (struct fby_ramp){ .rate = FBY_FASTEST };
	fby_ramp_bytes(&ramp, moved, ALL);
	fby_ramp_good(&ramp, "a map that was moved");
	fby_cap_release_all(&cap);
	munmap(moved, FBY_PAGE);
	munmap(moved + 3 * FBY_PAGE, FBY_PAGE);
	fby_ok(busy(&cap), "a map in pieces is a map: EBUSY");
	munmap(moved, 2 * ALL);
	fby_ok(!busy(&cap), "without any there can be other buffers");
	cap.map = NULL;
	end(&cap);
}

/* Over a fork a map lives on, and over the close of the file. */
static void left_over(void)
{
	struct fby_cap cap = with(1);
	struct fby_notice there = fby_notice_open();
	struct forebay_cap_buffer said = take(&cap);
	unsigned char *map = (unsigned char *)(uintptr_t)cap.map;
	struct fby_ramp ramp = { .rate = FBY_FASTEST };
	pid_t child;

	fby_is(fby_cap_stop(&cap), 0, "it stops");
	child = fby_fork();
	if (!child) {
		close(cap.fd);
		fby_notice_post(there);
		for (;;)
			pause();
	}
	fby_ok(fby_notice_wait(there, 1), "a child has the map");
	munmap(map, ALL);
	fby_cap_release(&cap, said.index);
	fby_ok(busy(&cap), "it is that of the file, too: EBUSY");
	kill(child, SIGKILL);
	fby_ok(fby_reaped(child, BOUND_MS) != -1, "the child is gone");
	fby_ok(!busy(&cap), "and its map with it");
	fby_cap_map(&cap);
	fby_is(fby_cap_start(&cap), 0, "it starts");
	fby_source_start(FBY_FASTEST, 0, BYTES / FBY_SAMPLE);
	said = take(&cap);
	close(cap.fd);
	fby_fails(fby_open("cap0", O_RDWR), EBUSY, "a file that is closed and mapped is somebody's");
	fby_ramp_take(&ramp, &said, fby_cap_at(&cap, said.index));
	fby_ramp_good(&ramp, "a map behind the close of its file");
	munmap((void *)(uintptr_t)cap.map, ALL);
	fby_cap_works("a map that was left over");
}

/* Who has it from somebody else has all of it; it ends with the last. */
static void handed_on(void)
{
	int ends[2], copy, status;
	struct fby_cap cap;
	pid_t child;

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends))
		fby_bail("socketpair: %s", strerror(errno));
	child = fby_fork();
	if (!child) {
		struct fby_cap theirs = { .fd = fby_odd_receive(ends[1]) };
		struct fby_ramp ramp = { .rate = FBY_FASTEST };
		struct forebay_cap_buffer said;

		if (ioctl(theirs.fd, FOREBAY_IOC_CAP_GET, &theirs.setup))
			_exit(1);
		fby_cap_map(&theirs);
		fby_source_start(FBY_FASTEST, 0, ALL / FBY_SAMPLE);
		while (ramp.kept < ALL / FBY_SAMPLE && !fby_cap_next(&theirs, FBY_FLOW_MS, &said)) {
			fby_ramp_take(&ramp, &said, fby_cap_at(&theirs, said.index));
			fby_cap_release(&theirs, said.index);
		}
		_exit(ramp.wrong || ramp.lost || ramp.kept < ALL / FBY_SAMPLE ? 2 : 0);
	}
	cap = fby_cap_stream(BUFFERS, BYTES, 0, FOREBAY_CAP_GAP);
	copy = dup(cap.fd);
	fby_odd_send(ends[0], cap.fd);
	fby_cap_close(&cap);
	close(copy);
	status = fby_reaped(child, BOUND_MS);
	fby_is(status, 0, "a file that was handed on gives all of a stream");
	close(ends[0]);
	close(ends[1]);
	fby_cap_works("a file that was handed on");
}

/* In every way that a dma-buf can be used, before and behind the close of its file. */
static void use(int buf, const char *when)
{
	struct dma_buf_sync sync = { .flags = DMA_BUF_SYNC_START | DMA_BUF_SYNC_READ };
	struct fby_ramp ramp = { .rate = FBY_FASTEST };
	unsigned char byte = 0, *map;
	char path[64];

	fby_is(lseek(buf, 0, SEEK_END), BYTES, "%s: its length", when);
	fby_fails(read(buf, &byte, 1), EINVAL, "%s: read", when);
	fby_fails(write(buf, &byte, 1), EBADF, "%s: write", when);
	fby_fails(ioctl(buf, FOREBAY_IOC_CAP_STATS, &ramp), ENOTTY, "%s: a call of the node", when);
	fby_ok(mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, buf, 0) == MAP_FAILED && errno == EACCES,
	       "%s: a map to write: EACCES", when);
	fby_ok(mmap(NULL, BYTES, PROT_READ, MAP_PRIVATE, buf, 0) == MAP_FAILED && errno == EINVAL,
	       "%s: a private map: EINVAL", when);
	fby_ok(mmap(NULL, BYTES + FBY_PAGE, PROT_READ, MAP_SHARED, buf, 0) == MAP_FAILED, "%s: beyond its end", when);
	fby_ok(mmap(NULL, FBY_PAGE, PROT_READ, MAP_SHARED, buf, BYTES) == MAP_FAILED, "%s: behind it", when);
	fby_ok(mmap(NULL, FBY_PAGE, PROT_READ, MAP_SHARED, buf, (off_t)1 << 43) == MAP_FAILED, "%s: far behind it", when);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", buf);
	fby_ok(open(path, O_RDWR) < 0, "%s: it cannot be opened to write (%s)", when, fby_errno_name(errno));
	map = mmap(NULL, FBY_PAGE, PROT_READ, MAP_SHARED, buf, FBY_PAGE);
	fby_is(ioctl(buf, DMA_BUF_IOCTL_SYNC, &sync), 0, "%s: an access is announced", when);
	fby_ok(map != MAP_FAILED, "%s: its second page can be mapped", when);
	fby_fails(mprotect(map, FBY_PAGE, PROT_READ | PROT_WRITE), EACCES, "%s: and not made writable", when);
	ramp.number = FBY_PAGE / FBY_SAMPLE;
	fby_ramp_bytes(&ramp, map, FBY_PAGE);
	fby_ramp_good(&ramp, when);
	sync.flags = DMA_BUF_SYNC_END | DMA_BUF_SYNC_READ;
	fby_is(ioctl(buf, DMA_BUF_IOCTL_SYNC, &sync), 0, "%s: and over", when);
	munmap(map, FBY_PAGE);
}

static void shared(void)
{
	struct fby_cap cap = with(1);
	struct forebay_cap_buffer said = take(&cap);
	struct forebay_cap_setup setup = cap.setup;
	int buf = fby_cap_export(&cap, said.index), again = fby_cap_export(&cap, said.index);

	fby_ok(buf >= 0 && again >= 0, "a buffer can be exported twice");
	use(buf, "a dma-buf");
	fby_is(fby_cap_release(&cap, said.index), 0, "the buffer is given back");
	close(again);
	fby_is(fby_cap_stats(&cap).exported, 1, "one of two dma-bufs holds it");
	fby_is(fby_cap_stop(&cap), 0, "it stops");
	munmap((void *)(uintptr_t)cap.map, ALL);
	cap.map = NULL;
	setup.map_bytes = 0;
	fby_is(fby_cap_setup(cap.fd, &setup), 0, "other buffers can be had meanwhile");
	fby_is(fby_cap_stats(&cap).exported, 0, "of which none is held");
	use(buf, "a dma-buf of buffers that are no more");
	fby_cap_close(&cap);
	use(buf, "a dma-buf behind the close of its file");
	fby_fails(fby_rmmod("forebay"), EWOULDBLOCK, "the module is its, too");
	fby_cap_works("dma-bufs in every way");
	use(buf, "a dma-buf beside another file");
	close(buf);
}

/* Pages are what it costs. */
static void short_ones(void)
{
	struct fby_cap cap = fby_cap_open(BUFFERS, BYTES, 0, FOREBAY_CAP_GAP);
	struct forebay_cap_setup setup = { .buffers = FOREBAY_CAP_BUFFERS, .bytes = 64 };
	char before[16];

	if (!fby_read_file(MOST, before, sizeof(before)) || fby_write_file(MOST, "8"))
		fby_bail("%s: %s", MOST, strerror(errno));
	fby_fails(fby_cap_setup(cap.fd, &setup), ENOMEM, "4096 pages of which there may be 2048: ENOMEM");
	fby_is(setup.bytes, 64, "there is for buffers of that length");
	fby_is(setup.buffers, 2048, "so many");
	setup.flags = setup.policy = 0;
	fby_is(fby_cap_setup(cap.fd, &setup), 0, "which can be had");
	fby_write_file(MOST, before);
	fby_cap_close(&cap);
}

/* What dma-bufs keep of files that are closed is of the same memory. */
static void kept(void)
{
	struct fby_cap cap = fby_cap_stream(KEPT + 1, MIB, 0, FOREBAY_CAP_GAP);
	struct forebay_cap_setup setup = { .buffers = KEPT + 1, .bytes = MIB };
	char before[16];
	int bufs[KEPT];

	if (!fby_read_file(MOST, before, sizeof(before)) || fby_write_file(MOST, KEPT_MIB))
		fby_bail("%s: %s", MOST, strerror(errno));
	/* A packet ends its buffer. */
	fby_source_start(FBY_FASTEST, 64, 64 * KEPT);
	for (unsigned int i = 0; i < KEPT; i++)
		bufs[i] = fby_cap_export(&cap, take(&cap).index);
	fby_cap_close(&cap);
	cap = fby_cap_open(1, MIB, 0, FOREBAY_CAP_GAP);
	fby_fails(fby_cap_setup(cap.fd, &setup), ENOMEM, "memory that dma-bufs keep is no other file's: ENOMEM");
	fby_is(setup.buffers, 1, "there is for the rest");
	for (unsigned int i = 0; i < KEPT; i++)
		close(bufs[i]);
	setup = (struct forebay_cap_setup){ .buffers = KEPT + 1, .bytes = MIB };
	fby_is(fby_cap_setup(cap.fd, &setup), 0, "and for all when they are closed");
	fby_write_file(MOST, before);
	fby_cap_close(&cap);
}

int main(int argc, char **argv)
{
	(void)argc;
	(void)argv;
	fby_begin("no call on the capture node loses, shows or leaves anything", 180);
	vectors();
	pointers();
	too_many();
	maps();
	left_over();
	handed_on();
	shared();
	short_ones();
	kept();
	return fby_done();
}
