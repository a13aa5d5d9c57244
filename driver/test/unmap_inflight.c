// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: a program may take its buffer away while a transfer uses it: unmap it, protect it, give
 * its pages back, cut its file. The card only ever touches pages that the driver holds; the call
 * ends as if nothing had happened, or with EFAULT.
 * Catches: pages that are looked up twice or not held (Coyote PR #236, PR #191), writes to memory
 * of somebody else.
 */

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fby_card.h"
#include "fby_child.h"
#include "fby_stream.h"
#include "fby_test.h"

#define LEN (8 * FBY_PAGE)
#define PACKET 20000u

static unsigned char packet[PACKET];
static int file;

static void unmap(unsigned char *buf)
{
	munmap(buf, LEN);
}

static void protect(unsigned char *buf)
{
	mprotect(buf, LEN, PROT_NONE);
}

static void give_back(unsigned char *buf)
{
	madvise(buf, LEN, MADV_DONTNEED);
}

static void map_over(unsigned char *buf)
{
	mmap(buf, LEN, PROT_READ | PROT_WRITE,
	     MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_POPULATE, -1, 0);
	memset(buf, 0x21, LEN);
}

static void cut(unsigned char *buf)
{
	(void)buf;
	if (ftruncate(file, 0))
		fby_note("ftruncate: %s", strerror(errno));
}

static unsigned char *shared_file(void)
{
	unsigned char *map;

	file = memfd_create("buffer", MFD_CLOEXEC);
	if (file < 0 || ftruncate(file, LEN))
		fby_bail("memory file: %s", strerror(errno));
	map = mmap(NULL, LEN, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, file, 0);
	if (map == MAP_FAILED)
		fby_bail("mmap: %s", strerror(errno));
	return map;
}

/* A read waits for a packet in @buf; @take takes the buffer away; then the packet comes. */
static void taken_away(unsigned char *buf, void (*take)(unsigned char *), bool look,
		       const char *what)
{
	unsigned int channel = fby_loop_channel(0);
	int from = fby_open_chan(FBY_C2H, channel), to = fby_open_chan(FBY_H2C, channel), error;
	struct fby_call *call;
	unsigned char *other;
	ssize_t n;

	fby_set_completion(from, FOREBAY_COMPLETE_IRQ, 0, 30000);
	call = fby_call_read(from, buf, LEN, -1);
	fby_ok(fby_call_waits(call), "a read waits");
	take(buf);
	/* Pages that the kernel has got back would be handed out here. */
	other = fby_map(256 * FBY_PAGE);
	memset(other, 0x77, 256 * FBY_PAGE);
	fby_is(write(to, packet, PACKET), PACKET, "its buffer is %s; then the packet comes", what);
	fby_call_end(call, 40000, &n, &error);
	fby_ok(n == PACKET || (n == -1 && error == EFAULT), "the read gets it, or EFAULT (%zd, %s)",
	       n, fby_errno_name(error));
	fby_is(fby_diff_byte(other, 0x77, 256 * FBY_PAGE), -1, "nothing was written elsewhere");
	if (look)
		fby_is(fby_diff_byte(buf, 0x21, LEN), -1, "nor into what is mapped there now");
	munmap(other, 256 * FBY_PAGE);
	close(from);
	close(to);
	fby_ok(fby_loop_packet(channel, 5000, 3), "the stream works");
}

int main(int argc, char **argv)
{
	unsigned char *buf;

	(void)argc;
	(void)argv;
	fby_begin("a buffer that is taken away in a transfer", 120);
	if (!fby_loop_pairs())
		fby_skip_all("this card has no loopback stream to wait on");
	fby_fill(packet, PACKET, 4);
	taken_away(fby_map(LEN), unmap, false, "unmapped");
	taken_away(fby_map(LEN), protect, false, "protected");
	taken_away(fby_map(LEN), give_back, false, "given back to the kernel");
	buf = fby_map(LEN);
	taken_away(buf, map_over, true, "mapped over");
	taken_away(shared_file(), cut, false, "a file that is cut to nothing");
	close(file);
	return fby_done();
}
