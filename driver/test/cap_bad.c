// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: what capture cannot do is refused with an answer that says why, and changes nothing: sizes and numbers that make no
 * sense, more memory than there is (it says what there is), buffers that are not the program's, a second opener, calls in the
 * wrong order. 160 MiB of buffers can be had.
 * Catches: a length that the card cuts; a buffer given back twice that is filled under its reader; an allocation that fails
 * without a word, or takes the machine's last memory; an index that is another's.
 */

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fby_cap.h"
#include "fby_kernel.h"
#include "fby_test.h"

#define BUFFERS 4u
#define BYTES 4096u
#define WAIT_MS 20000u
#define MIB (1u << 20)
#define SAMPLES (2ull * BYTES / FBY_SAMPLE)
/* Parameter cap_mib, as the suite sets it. */
#define MOST_MIB 180u

static void refused(int fd, struct forebay_cap_setup setup, int error, const char *what)
{
	const struct forebay_cap_setup before = setup;

	fby_fails(fby_cap_setup(fd, &setup), error, "setup with %s", what);
	fby_ok(!memcmp(&setup, &before, sizeof(setup)), "setup with %s: nothing is written back", what);
}

static void sizes(void)
{
	struct fby_cap cap = fby_cap_open(BUFFERS, BYTES, 0, FOREBAY_CAP_GAP);
	struct forebay_cap_setup good = { .buffers = BUFFERS, .bytes = BYTES }, bad, got;

	bad = good, bad.buffers = 0;
	refused(cap.fd, bad, EINVAL, "no buffers");
	bad = good, bad.buffers = FOREBAY_CAP_BUFFERS + 1;
	refused(cap.fd, bad, EINVAL, "too many");
	bad = good, bad.bytes = 0;
	refused(cap.fd, bad, EINVAL, "length 0");
	bad = good, bad.bytes = 100;
	refused(cap.fd, bad, EINVAL, "a length that is no multiple of a beat");
	bad = good, bad.buffers = 1, bad.bytes = 64 * MIB;
	refused(cap.fd, bad, EINVAL, "a length beyond what the card can be told");
	bad = good, bad.flags = 1u << 2;
	refused(cap.fd, bad, EINVAL, "an unknown flag");
	bad = good, bad.policy = 2;
	refused(cap.fd, bad, EINVAL, "an unknown policy");
	bad = good, bad.reserved = 1;
	refused(cap.fd, bad, EINVAL, "a reserved field");
	fby_fails(ioctl(cap.fd, FOREBAY_IOC_CAP_SETUP, NULL), EFAULT, "setup with no structure");
	fby_is(ioctl(cap.fd, FOREBAY_IOC_CAP_GET, &got), 0, "the buffers from before");
	fby_ok(!memcmp(&got, &cap.setup, sizeof(got)) && got.map_bytes == BYTES, "are all there");
	bad = good, bad.buffers = 3, bad.bytes = 64;
	fby_is(fby_cap_setup(cap.fd, &bad), 0, "the shortest can be had");
	fby_is(bad.map_bytes, FBY_PAGE, "each in a page of its own");
	fby_cap_close(&cap);
}

/* As many buffers as fit, of the largest length that this kernel has in one piece. */
static void much(void)
{
	struct fby_cap cap = fby_cap_open(40, 4 * MIB, 0, FOREBAY_CAP_GAP);
	struct forebay_cap_setup setup = { .buffers = 400, .bytes = 4 * MIB }, had;
	unsigned char dirty = 0;
	const char *const words[] = { "capture: no memory for 400 buffers of 4194304 bytes", NULL };

	fby_ok(cap.setup.map_bytes == 4 * MIB, "40 buffers of 4 MiB can be had");
	fby_cap_map(&cap);
	for (size_t i = 0; i < 160 * MIB; i += FBY_PAGE)
		dirty |= cap.map[i];
	fby_is(dirty, 0, "and are there, all of them, with nothing in them");
	fby_fails(fby_cap_setup(cap.fd, &setup), EBUSY, "while they are mapped there can be no others");
	munmap((void *)(uintptr_t)cap.map, 160 * MIB);
	cap.map = NULL;
	fby_kernel_forget();
	fby_fails(fby_cap_setup(cap.fd, &setup), ENOMEM, "1600 MiB: ENOMEM");
	fby_ok(fby_kernel_said(words), "the log says so");
	fby_ok(setup.buffers && (uint64_t)setup.buffers * setup.bytes <= (uint64_t)MOST_MIB * MIB,
	       "there is for %u of %u", setup.buffers, setup.bytes);
	fby_is(ioctl(cap.fd, FOREBAY_IOC_CAP_GET, &had), 0, "the file");
	fby_is(had.buffers, 0, "has no buffers now");
	fby_fails(fby_cap_start(&cap), ENOBUFS, "and cannot start");
	setup.flags = setup.policy = 0;
	fby_is(fby_cap_setup(cap.fd, &setup), 0, "what there is said to be can be had");
	fby_cap_close(&cap);
}

static void order(void)
{
	struct fby_cap cap = fby_cap_open(BUFFERS, BYTES, 0, FOREBAY_CAP_GAP);
	struct forebay_cap_setup setup = { .buffers = BUFFERS, .bytes = BYTES };
	struct forebay_cap_buffer said[2], none;
	struct forebay_cap_next next = { .reserved = 1 };
	struct fby_ramp ramp = { .rate = FBY_FASTEST };

	fby_fails(fby_open("cap0", O_RDWR), EBUSY, "a second opener");
	fby_fails(fby_cap_next(&cap, WAIT_MS, &none), ENODATA, "next before start: ENODATA");
	fby_is(fby_cap_stop(&cap), 0, "stop before start is nothing");
	fby_fails(ioctl(cap.fd, FOREBAY_IOC_CAP_NEXT, &next), EINVAL, "next with a reserved field");
	fby_fails(ioctl(cap.fd, FOREBAY_IOC_CAP_NEXT, NULL), EFAULT, "next with no structure");
	fby_fails(ioctl(cap.fd, FOREBAY_IOC_INFO, &next), ENOTTY, "a call of another node");
	fby_cap_map(&cap);
	fby_is(fby_cap_start(&cap), 0, "it starts");
	fby_fails(fby_cap_start(&cap), EBUSY, "start while it runs");
	fby_fails(fby_cap_setup(cap.fd, &setup), EBUSY, "setup while it runs");
	fby_fails(fby_cap_next(&cap, 0, &none), EAGAIN, "nothing is full: EAGAIN");
	fby_fails(fby_cap_next(&cap, 1, &none), ETIMEDOUT, "and after a while ETIMEDOUT");
	fby_fails(fby_cap_release(&cap, 0), EINVAL, "a buffer that the card has");
	fby_source_start(FBY_FASTEST, 0, SAMPLES);
	for (unsigned int i = 0; i < 2; i++) {
		if (fby_cap_next(&cap, WAIT_MS, &said[i]))
			fby_bail("no buffer came");
		fby_ramp_take(&ramp, &said[i], cap.map + (size_t)said[i].index * cap.setup.map_bytes);
	}
	fby_fails(fby_cap_release(&cap, BUFFERS), EINVAL, "a buffer that is not there");
	fby_fails(fby_cap_release(&cap, UINT32_MAX), EINVAL, "nor this");
	fby_fails(ioctl(cap.fd, FOREBAY_IOC_CAP_RELEASE, NULL), EFAULT, "none at all");
	fby_is(fby_cap_release(&cap, said[1].index), 0, "a buffer that the program has");
	fby_fails(fby_cap_release(&cap, said[1].index), EINVAL, "but not twice");
	fby_fails(fby_cap_export(&cap, said[1].index), EINVAL, "nor can it be exported");
	fby_is(fby_cap_stop(&cap), 0, "it stops");
	munmap((void *)(uintptr_t)cap.map, (size_t)BUFFERS * BYTES);
	cap.map = NULL;
	fby_fails(fby_cap_setup(cap.fd, &setup), EBUSY, "setup while a buffer is taken");
	fby_is(fby_cap_start(&cap), 0, "it starts without that one");
	fby_is(fby_cap_stats(&cap).armed, BUFFERS - 1, "with all others");
	fby_is(fby_cap_release(&cap, said[0].index), 0, "which is given back");
	fby_is(fby_cap_stats(&cap).armed, BUFFERS, "and has its turn");
	fby_is(fby_cap_stop(&cap), 0, "it stops again");
	fby_ramp_good(&ramp, "two buffers");
	fby_cap_close(&cap);
	fby_is(close(fby_must_open("cap0", O_RDONLY)), 0, "behind its close the next one opens it");
}

/* A buffer that the program could not be told of is the next one's. */
static void not_told(void)
{
	struct fby_cap cap = fby_cap_open(BUFFERS, BYTES, 0, FOREBAY_CAP_GAP);
	const struct forebay_cap_next ask = { .timeout_ms = WAIT_MS };
	void *page = fby_map(FBY_PAGE);
	struct forebay_cap_buffer said;

	memcpy(page, &ask, sizeof(ask));
	if (mprotect(page, FBY_PAGE, PROT_READ))
		fby_bail("mprotect: %s", strerror(errno));
	fby_is(fby_cap_start(&cap), 0, "it starts");
	fby_source_start(FBY_FASTEST, 0, SAMPLES);
	fby_fails(ioctl(cap.fd, FOREBAY_IOC_CAP_NEXT, page), EFAULT, "next into memory that cannot be written");
	fby_is(fby_cap_next(&cap, WAIT_MS, &said), 0, "the next one");
	fby_is(said.sequence, 0, "is the same buffer");
	fby_fails(read(cap.fd, page, FBY_PAGE), EFAULT, "a read into it");
	munmap(page, FBY_PAGE);
	page = fby_map(FBY_PAGE);
	fby_is(read(cap.fd, page, FBY_PAGE), BYTES, "gets all of its buffer afterwards");
	fby_is(*(uint32_t *)page, BYTES / FBY_SAMPLE, "from its beginning on");
	fby_cap_close(&cap);
}

static void maps(void)
{
	struct fby_cap cap = fby_cap_open(BUFFERS, BYTES, 0, FOREBAY_CAP_GAP);
	const size_t all = (size_t)BUFFERS * BYTES;
	void *one;

	fby_ok(mmap(NULL, all, PROT_READ | PROT_WRITE, MAP_SHARED, cap.fd, 0) == MAP_FAILED && errno == EACCES,
	       "a map for writing: EACCES");
	fby_ok(mmap(NULL, all, PROT_READ, MAP_PRIVATE, cap.fd, 0) == MAP_FAILED && errno == EINVAL,
	       "a private map: EINVAL");
	fby_ok(mmap(NULL, all + FBY_PAGE, PROT_READ, MAP_SHARED, cap.fd, 0) == MAP_FAILED && errno == ENXIO,
	       "a map beyond the last buffer: ENXIO");
	fby_ok(mmap(NULL, FBY_PAGE, PROT_READ, MAP_SHARED, cap.fd, (off_t)all) == MAP_FAILED && errno == ENXIO,
	       "a map behind it: ENXIO");
	one = mmap(NULL, FBY_PAGE, PROT_READ, MAP_SHARED, cap.fd, (off_t)(all - FBY_PAGE));
	fby_ok(one != MAP_FAILED && !*(volatile char *)one, "the last buffer alone can be mapped");
	fby_fails(mprotect(one, FBY_PAGE, PROT_READ | PROT_WRITE), EACCES, "and not be made writable");
	munmap(one, FBY_PAGE);
	fby_cap_close(&cap);
}

int main(int argc, char **argv)
{
	(void)argc;
	(void)argv;
	fby_begin("what capture cannot do is refused, with a reason", 120);
	sizes();
	order();
	not_told();
	maps();
	much();
	return fby_done();
}
