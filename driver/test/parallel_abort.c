// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: transfers in both directions at once may be aborted at any moment; when the call is
 * over, the engine has let go of the memory: it writes to no page that belongs to somebody else by
 * then, and reads from none.
 * Catches: descriptors and pages freed while the engine runs, IO_PAGE_FAULT under parallel H2C and
 * C2H (#117 = aws #516, #54).
 */

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fby_card.h"
#include "fby_child.h"
#include "fby_fault.h"
#include "fby_kernel.h"
#include "fby_stream.h"
#include "fby_test.h"

#define PIECE (1u << 19)
#define BOUND_MS 20000u

static unsigned int h2c[FBY_MAX_CHANNELS], c2h[FBY_MAX_CHANNELS], nh, nc;

/* What movers write to the first half of the card's memory, and read from the second. */
#define SENT 0xee
#define FETCHED 0x77
/* What is in the memory that they had, as soon as it is somebody else's. */
#define OTHERS 0x11

/* Rings when it has moved one piece, so that it dies in another. */
static pid_t mover(enum fby_dir dir, unsigned int channel, struct fby_notice notice)
{
	pid_t child = fby_fork();

	if (!child) {
		int fd = fby_open_chan(dir, channel);
		unsigned char *room = fby_map(PIECE);

		memset(room, SENT, PIECE);
		for (unsigned int i = 0;; i++) {
			if ((dir == FBY_H2C ? pwrite(fd, room, PIECE, 0) :
					      pread(fd, room, PIECE, PIECE)) < 0)
				_exit(1);
			if (!i)
				fby_notice_post(notice);
		}
	}
	return child;
}

/* Fills both halves of the card's memory. */
static void fill_card(void)
{
	int to = fby_open_chan(FBY_H2C, h2c[0]);
	unsigned char *room = fby_map(PIECE);
	bool good;

	memset(room, SENT, PIECE);
	good = pwrite(to, room, PIECE, 0) == PIECE;
	memset(room, FETCHED, PIECE);
	good = good && pwrite(to, room, PIECE, PIECE) == PIECE;
	if (!good)
		fby_bail("filling the card's memory: %s", strerror(errno));
	munmap(room, PIECE);
	close(to);
}

/* Whether the first half of the card's memory has nothing but what movers sent. */
static bool card_has_only_sent(void)
{
	int from = fby_open_chan(FBY_C2H, c2h[0]);
	unsigned char *room = fby_map(PIECE);
	bool good = pread(from, room, PIECE, 0) == PIECE && fby_diff_byte(room, SENT, PIECE) < 0;

	munmap(room, PIECE);
	close(from);
	return good;
}

/* Transfers that were cut on each channel so far, and the least of them. */
static long long least_cut(const long long before[2 * FBY_MAX_CHANNELS])
{
	long long least = -1;

	for (unsigned int k = 0; k < nh + nc; k++) {
		long long cut = (k < nh ? fby_chan_stat(FBY_H2C, h2c[k], "aborts") :
					  fby_chan_stat(FBY_C2H, c2h[k - nh], "aborts")) -
				before[k];

		if (least < 0 || cut < least)
			least = cut;
	}
	return least;
}

/* Takes the memory that the dead children have just given back, and knows what is in it. */
static unsigned char *freed_memory(size_t *len)
{
	long long free_kib = fby_kib("MemAvailable");
	unsigned char *map;

	*len = (size_t)(free_kib / 2) << 10;
	if (*len > (24u << 20))
		*len = 24u << 20;
	map = mmap(NULL, *len, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (map == MAP_FAILED)
		fby_bail("mmap of %zu bytes: %s", *len, strerror(errno));
	memset(map, OTHERS, *len);
	return map;
}

/*
 * One mover on each channel. The card stands still in the middle of their transfers when they are
 * killed, until the driver has asked for the end of each. False when one was not under way.
 */
static bool kill_movers(unsigned int *alive)
{
	struct fby_notice notice = fby_notice_open();
	pid_t children[2 * FBY_MAX_CHANNELS];
	unsigned int n = 0;
	bool under_way;

	for (unsigned int k = 0; k < nh; k++)
		children[n++] = mover(FBY_H2C, h2c[k], notice);
	for (unsigned int k = 0; k < nc; k++)
		children[n++] = mover(FBY_C2H, c2h[k], notice);
	under_way = fby_notice_wait(notice, n);
	fby_fault_arm((struct fby_fault){ .kind = FBY_KIND(STANDSTILL),
					  .select = FOREBAY_FAULT_SELECT_READ |
						    FOREBAY_FAULT_SELECT_WRITE |
						    FOREBAY_FAULT_SELECT_DATA,
					  .count = 1 });
	under_way = fby_fault_await_hit(BOUND_MS) && under_way;
	for (unsigned int k = 0; k < n; k++)
		under_way = fby_sleeps_in(children[k], "forebay_chan_wait") && under_way;
	for (unsigned int k = 0; k < n; k++)
		kill(children[k], SIGKILL);
	for (unsigned int k = 0; k < n; k++)
		fby_sleeps_in(children[k], "forebay_xdma_stop");
	fby_fault_disarm();
	for (unsigned int k = 0; k < n; k++)
		*alive += fby_reaped(children[k], BOUND_MS) == -1;
	return under_way;
}

/*
 * An aborted read that went on would put what the card holds into host memory, an aborted write
 * that went on would put what the memory's next owner has there into the card's. Goes on until a
 * transfer has been cut on every channel.
 */
static void rounds(unsigned int count)
{
	unsigned int idle = 0, written = 0, read = 0, alive = 0, dead_channel = 0, done;
	long long before[2 * FBY_MAX_CHANNELS];

	for (unsigned int k = 0; k < nh + nc; k++)
		before[k] = k < nh ? fby_chan_stat(FBY_H2C, h2c[k], "aborts") :
				     fby_chan_stat(FBY_C2H, c2h[k - nh], "aborts");
	for (done = 0; done < count || (least_cut(before) < 1 && done < 10 * count); done++) {
		unsigned char *map;
		size_t len;

		fill_card();
		idle += !kill_movers(&alive);
		map = freed_memory(&len);
		read += !card_has_only_sent();
		/* Within what readers fetch: nobody looks there. */
		dead_channel += !fby_round_trip(PIECE + 0x80, 30000, done);
		written += fby_diff_byte(map, OTHERS, len) >= 0;
		munmap(map, len);
	}
	fby_ok(least_cut(before) > 0, "on every channel a transfer was cut, in %u rounds", done);
	fby_is(idle, 0, "every mover had moved a piece before it was killed");
	fby_is(alive, 0, "all are gone in bounded time");
	fby_is(written, 0, "nothing writes to their memory afterwards");
	fby_is(read, 0, "nothing reads from it");
	fby_is(dead_channel, 0, "the next transfer is right each time");
}

/* A packet that comes after an aborted read must not land in the memory that the read had. */
static void late_packet(unsigned int count)
{
	unsigned int channel = fby_loop_channel(0), good = 0;
	long long before = fby_chan_stat(FBY_C2H, channel, "aborts");

	for (unsigned int i = 0; i < count; i++) {
		struct fby_notice notice = fby_notice_open();
		pid_t child = fby_fork();
		unsigned char *map;
		size_t len;

		if (!child) {
			int fd = fby_open_chan(FBY_C2H, channel);
			unsigned char *room = fby_map(PIECE);

			fby_notice_post(notice);
			_exit(read(fd, room, PIECE) < 0);
		}
		if (!fby_notice_wait(notice, 1) || !fby_sleeping(child))
			fby_bail("the reader does not wait for a packet");
		kill(child, SIGKILL);
		fby_reaped(child, BOUND_MS);
		map = freed_memory(&len);
		good += fby_loop_packet(channel, 60000, i) && fby_diff_byte(map, OTHERS, len) < 0;
		munmap(map, len);
	}
	fby_is(fby_chan_stat(FBY_C2H, channel, "aborts") - before, count,
	       "%u readers were killed while they waited", count);
	fby_is(good, count,
	       "%u times a packet after a killed read arrives whole at the next reader, and nowhere else",
	       count);
}

int main(int argc, char **argv)
{
	bool quick = fby_has_arg(argc, argv, "quick");

	fby_begin("aborts in both directions leave freed memory alone", 280);
	fby_fault_need();
	nh = fby_channels(FBY_H2C, false, h2c);
	nc = fby_channels(FBY_C2H, false, c2h);
	rounds(quick ? 2 : 8);
	if (fby_loop_pairs())
		late_packet(quick ? 2 : 4);
	fby_still_works("so many aborts");
	return fby_done();
}
