// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: no call on the transmit node, however odd, loses a buffer, sends anything that nobody has queued, or leaves something
 * behind: bad pointers, calls of the other node, maps that are moved, cut, made executable, left over a fork or the close of the
 * file, files that are handed on, a write out of the file's own map.
 * Catches: a buffer that an error path forgets; maps that outlive what they show; a file that is free, or never, while somebody
 * has it; a copy that takes the lock that its fault needs.
 *
 * On a card that sends back what it is sent.
 */

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fby_back.h"
#include "fby_buffer.h"
#include "fby_child.h"
#include "fby_odd.h"
#include "fby_test.h"

#define BUFFERS 4u
#define BYTES 8192u
#define ALL ((size_t)BUFFERS * BYTES)
#define SEED 11u
#define HUGE ((size_t)1 << 30)
#define WAIT_MS 20000u
#define BOUND_MS 20000u

static const unsigned long all_calls[] = {
	FOREBAY_IOC_TX_SETUP, FOREBAY_IOC_TX_TAKE,  FOREBAY_IOC_TX_QUEUE, FOREBAY_IOC_TX_RELEASE,
	FOREBAY_IOC_TX_DRAIN, FOREBAY_IOC_TX_STATS, FOREBAY_IOC_TX_GET,	  0,
};

static const unsigned long foreign_calls[] = {
	FOREBAY_IOC_CAP_SETUP, FOREBAY_IOC_CAP_START,  FOREBAY_IOC_CAP_STOP,  FOREBAY_IOC_CAP_NEXT, FOREBAY_IOC_CAP_RELEASE,
	FOREBAY_IOC_CAP_EXPORT, FOREBAY_IOC_CAP_STATS, FOREBAY_IOC_CAP_LAST, FOREBAY_IOC_CAP_GET,
};

static void pointers(void)
{
	struct fby_tx tx = fby_tx_open(BUFFERS, BYTES, 0);
	struct forebay_tx_stats stats;
	unsigned char *room = fby_map(FBY_PAGE);

	fby_odd_pointers(tx.fd, all_calls);
	for (unsigned int i = 0; i < sizeof(foreign_calls) / sizeof(foreign_calls[0]); i++)
		fby_fails(ioctl(tx.fd, foreign_calls[i], room), ENOTTY, "call %u of the other node: ENOTTY", i);
	fby_fails(pwrite(tx.fd, room, 1, 0), ESPIPE, "pwrite: ESPIPE");
	fby_fails(lseek(tx.fd, 0, SEEK_SET), ESPIPE, "lseek: ESPIPE");
	fby_fails(write(tx.fd, room, HUGE), EMSGSIZE, "a write of 1 GiB: EMSGSIZE");
	stats = fby_tx_stats(&tx);
	fby_is(stats.free, BUFFERS, "all buffers are free");
	fby_is((long long)(stats.buffers + stats.bytes + stats.cut), 0, "and nothing was sent");
	fby_tx_close(&tx);
}

static bool busy(const struct fby_tx *tx)
{
	struct forebay_tx_setup setup = { .buffers = BUFFERS, .bytes = BYTES };

	return fby_tx_setup(tx->fd, &setup) && errno == EBUSY;
}

static void maps(void)
{
	struct fby_back back = fby_back_open(BUFFERS, BYTES, 0);
	unsigned char *map = back.tx.map, *place = fby_map(2 * ALL), *fresh;
	uint32_t index;

	fby_ok(mremap(map, ALL, ALL + FBY_PAGE, MREMAP_MAYMOVE) == MAP_FAILED, "a map does not grow (%s)",
	       fby_errno_name(errno));
	map = mremap(map, ALL, ALL, MREMAP_MAYMOVE | MREMAP_FIXED, place);
	fby_ok(map == place, "it can be moved");
	back.tx.map = map;
	fby_is(fby_tx_start(&back.tx), 0, "it starts");
	fby_is(fby_tx_take(&back.tx, 0, &index), 0, "a buffer is taken");
	fby_fill(fby_tx_room(&back.tx, index), BYTES, SEED);
	fby_is(fby_tx_queue(&back.tx, index, BYTES), 0, "and queued");
	fby_ok(fby_back_one(&back.cap, SEED, BYTES), "what is written in a map that was moved comes");
	fby_is(fby_tx_drain(&back.tx, WAIT_MS), 0, "all is sent");
	/* A write takes another buffer, and reads this one by a fault in the middle of its copy. */
	fresh = fby_map_buffers(back.tx.fd, BUFFERS, back.tx.setup.map_bytes, PROT_READ);
	fby_is(write(back.tx.fd, fresh + (size_t)index * back.tx.setup.map_bytes, BYTES), BYTES,
	       "a write out of the file's own map");
	fby_ok(fby_back_one(&back.cap, SEED, BYTES), "comes");
	munmap(fresh, ALL);
	fby_is(fby_tx_stop(&back.tx), 0, "it stops");
	munmap(map, FBY_PAGE);
	munmap(map + 3 * FBY_PAGE, FBY_PAGE);
	fby_ok(busy(&back.tx), "a map in pieces is a map: EBUSY");
	munmap(map, 2 * ALL);
	back.tx.map = NULL;
	fby_ok(!busy(&back.tx), "without any there can be other buffers");
	fby_back_close(&back);
}

/* Over a fork a map lives on, and over the close of the file. */
static void left_over(void)
{
	struct fby_tx tx = fby_tx_open(BUFFERS, BYTES, 0);
	struct fby_notice there = fby_notice_open();
	unsigned char *map;
	pid_t child;

	fby_tx_map(&tx);
	child = fby_fork();
	if (!child) {
		close(tx.fd);
		fby_notice_post(there);
		for (;;)
			pause();
	}
	fby_ok(fby_notice_wait(there, 1), "a child has the map");
	fby_tx_unmap(&tx);
	fby_ok(busy(&tx), "it is that of the file, too: EBUSY");
	kill(child, SIGKILL);
	fby_ok(fby_reaped(child, BOUND_MS) != -1, "the child is gone");
	fby_ok(!busy(&tx), "and its map with it");
	fby_tx_map(&tx);
	map = tx.map;
	close(tx.fd);
	fby_fails(fby_open("tx0", O_RDWR), EBUSY, "a file that is closed and mapped is somebody's");
	memset(map, 1, ALL);
	fby_ok(fby_diff_byte(map, 1, ALL) < 0, "and its map is memory");
	munmap(map, ALL);
	fby_back_works("a map that was left over");
}

/* Who has it from somebody else has all of it, and what was queued; it ends with the last. */
static void handed_on(void)
{
	int ends[2], copy, status;
	struct fby_tx tx;
	pid_t child;

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends))
		fby_bail("socketpair: %s", strerror(errno));
	child = fby_fork();
	if (!child) {
		struct fby_tx theirs = { .fd = fby_odd_receive(ends[1]) };
		struct fby_cap cap = fby_cap_open(BUFFERS, BYTES, 0, FOREBAY_CAP_GAP);

		fby_cap_map(&cap);
		_exit(fby_cap_start(&cap) || ioctl(theirs.fd, FOREBAY_IOC_TX_GET, &theirs.setup) || fby_tx_start(&theirs) ||
		      !fby_back_one(&cap, SEED, BYTES) || fby_tx_drain(&theirs, WAIT_MS) ||
		      fby_tx_stats(&theirs).free != BUFFERS);
	}
	tx = fby_tx_open(BUFFERS, BYTES, 0);
	fby_tx_map(&tx);
	fby_fill(tx.map, BYTES, SEED);
	fby_is(write(tx.fd, tx.map, BYTES), BYTES, "a packet is queued");
	copy = dup(tx.fd);
	fby_odd_send(ends[0], tx.fd);
	fby_tx_close(&tx);
	close(copy);
	status = fby_reaped(child, BOUND_MS);
	fby_is(status, 0, "who has the file from somebody else sends it");
	close(ends[0]);
	close(ends[1]);
	fby_back_works("a file that was handed on");
}

int main(int argc, char **argv)
{
	(void)argc;
	(void)argv;
	fby_begin("no call on the transmit node loses, sends or leaves anything", 180);
	pointers();
	maps();
	left_over();
	handed_on();
	return fby_done();
}
