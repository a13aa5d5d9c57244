// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: all channels work at the same time, from several threads each, and no transfer sees
 * another's data.
 * Catches: one channel that waits for another (one FIFO filled before the other), shared state
 * between channels, interrupts that go to the wrong one.
 */

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fby_card.h"
#include "fby_stream.h"
#include "fby_test.h"

#define THREADS 4u
#define MOST 20000u

struct worker {
	pthread_t thread;
	unsigned int number, h2c, c2h, rounds, good;
};

/* Own part of the card's memory: what comes back must be what this thread has written. */
static void *memory_mapped(void *arg)
{
	struct worker *w = arg;
	int to = fby_open_chan(FBY_H2C, w->h2c), from = fby_open_chan(FBY_C2H, w->c2h);
	unsigned char *out = fby_xmalloc(MOST), *in = fby_xmalloc(MOST);
	uint64_t state = w->number + 1;

	fby_set_completion(to, w->number & 1, 500, 60000);
	fby_set_completion(from, (w->number >> 1) & 1, 500, 60000);
	for (unsigned int i = 0; i < w->rounds; i++) {
		size_t len = 1 + fby_rand(&state) % MOST;
		off_t card = (off_t)w->number * 0x6000 + (off_t)(fby_rand(&state) % 64);

		fby_fill(out, len, fby_rand(&state));
		memset(in, 0, len);
		if (pwrite(to, out, len, card) == (ssize_t)len &&
		    pread(from, in, len, card) == (ssize_t)len && fby_diff(out, in, len) < 0)
			w->good++;
		else
			fby_note("thread %u, round %u, %zu bytes: %s", w->number, i, len,
				 strerror(errno));
	}
	close(to);
	close(from);
	free(out);
	free(in);
	return NULL;
}

static void *stream(void *arg)
{
	struct worker *w = arg;
	uint64_t state = w->number + 1;

	for (unsigned int i = 0; i < w->rounds; i++)
		w->good += fby_loop_packet(w->h2c, 1 + fby_rand(&state) % MOST, fby_rand(&state));
	return NULL;
}

int main(int argc, char **argv)
{
	unsigned int h2c[FBY_MAX_CHANNELS], c2h[FBY_MAX_CHANNELS], nh, nc, count = 0, good = 0;
	unsigned int rounds = fby_has_arg(argc, argv, "quick") ? 8 : 60;
	struct worker workers[THREADS * FBY_MAX_CHANNELS + FBY_MAX_CHANNELS];

	fby_begin("all channels at once", 240);
	nh = fby_channels(FBY_H2C, false, h2c);
	nc = fby_channels(FBY_C2H, false, c2h);
	for (unsigned int i = 0; i < THREADS * nh; i++)
		workers[count++] = (struct worker){ .number = i,
						    .h2c = h2c[i % nh],
						    .c2h = c2h[(i + i / nh) % nc],
						    .rounds = rounds };
	for (unsigned int i = 0; i < fby_loop_pairs(); i++)
		workers[count++] = (struct worker){ .number = 100 + i,
						    .h2c = fby_loop_channel(i),
						    .rounds = rounds };
	for (unsigned int i = 0; i < count; i++)
		if (pthread_create(&workers[i].thread, NULL,
				   workers[i].number < 100 ? memory_mapped : stream, &workers[i]))
			fby_bail("thread %u: %s", i, strerror(errno));
	for (unsigned int i = 0; i < count; i++) {
		pthread_join(workers[i].thread, NULL);
		good += workers[i].good;
	}
	fby_is(good, count * rounds,
	       "%u threads on %u h2c, %u c2h and %u stream pairs, %u transfers both ways each",
	       count, nh, nc, fby_loop_pairs(), rounds);
	return fby_done();
}
