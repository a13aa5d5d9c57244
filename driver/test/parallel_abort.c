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
#include <time.h>
#include <unistd.h>

#include "fby_card.h"
#include "fby_child.h"
#include "fby_kernel.h"
#include "fby_stream.h"
#include "fby_test.h"

#define PIECE (1u << 19)
#define BOUND_MS 20000u

static unsigned int h2c[FBY_MAX_CHANNELS], c2h[FBY_MAX_CHANNELS], nh, nc;

static pid_t mover(enum fby_dir dir, unsigned int channel)
{
	pid_t child = fby_fork();

	if (!child) {
		int fd = fby_open_chan(dir, channel);
		unsigned char *room = fby_map(PIECE);

		memset(room, 0xee, PIECE);
		for (;;)
			if ((dir == FBY_H2C ? pwrite(fd, room, PIECE, 0) :
					      pread(fd, room, PIECE, PIECE)) < 0)
				_exit(1);
	}
	return child;
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
	memset(map, 0x11, *len);
	return map;
}

/* What the card's memory holds would be seen in host memory if an aborted read went on. */
static void rounds(unsigned int count)
{
	unsigned int bad_memory = 0, alive = 0, dead_channel = 0;
	uint64_t state = 99;

	for (unsigned int i = 0; i < count; i++) {
		pid_t children[2 * FBY_MAX_CHANNELS];
		struct timespec pause = { .tv_nsec = (long)(fby_rand(&state) % 25) * 1000000 };
		unsigned int n = 0;
		unsigned char *map;
		size_t len;

		for (unsigned int k = 0; k < nh; k++)
			children[n++] = mover(FBY_H2C, h2c[k]);
		for (unsigned int k = 0; k < nc; k++)
			children[n++] = mover(FBY_C2H, c2h[k]);
		nanosleep(&pause, NULL);
		for (unsigned int k = 0; k < n; k++)
			kill(children[k], SIGKILL);
		for (unsigned int k = 0; k < n; k++)
			alive += fby_reaped(children[k], BOUND_MS) == -1;
		map = freed_memory(&len);
		dead_channel += !fby_round_trip(0x80, 30000, i);
		bad_memory += fby_diff_byte(map, 0x11, len) >= 0;
		munmap(map, len);
	}
	fby_is(alive, 0,
	       "%u times all movers in both directions killed at once: all are gone in bounded time",
	       count);
	fby_is(bad_memory, 0, "nothing writes to their memory afterwards");
	fby_is(dead_channel, 0, "the next transfer is right each time");
}

/* A packet that comes after an aborted read must not land in the memory that the read had. */
static void late_packet(unsigned int count)
{
	unsigned int channel = fby_loop_channel(0), good = 0;

	for (unsigned int i = 0; i < count; i++) {
		pid_t child = fby_fork();
		unsigned char *map;
		size_t len;

		if (!child) {
			int fd = fby_open_chan(FBY_C2H, channel);
			unsigned char *room = fby_map(PIECE);

			_exit(read(fd, room, PIECE) < 0);
		}
		fby_sleeping(child);
		kill(child, SIGKILL);
		fby_reaped(child, BOUND_MS);
		map = freed_memory(&len);
		good += fby_loop_packet(channel, 60000, i) && fby_diff_byte(map, 0x11, len) < 0;
		munmap(map, len);
	}
	fby_is(good, count,
	       "%u times a packet after a killed read arrives whole at the next reader, and nowhere else",
	       count);
}

int main(int argc, char **argv)
{
	bool quick = fby_has_arg(argc, argv, "quick");

	fby_begin("aborts in both directions leave freed memory alone", 280);
	nh = fby_channels(FBY_H2C, false, h2c);
	nc = fby_channels(FBY_C2H, false, c2h);
	rounds(quick ? 2 : 8);
	if (fby_loop_pairs())
		late_packet(quick ? 2 : 4);
	fby_still_works("so many aborts");
	return fby_done();
}
