// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: any number of threads may poll, more than there are processors and more than there are
 * channels; all of them get done and the machine stays alive.
 * Catches: the oops of the stock driver's poll mode with more threads than processors (#58),
 * scheduling while atomic (#41 #229).
 */

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fby_card.h"
#include "fby_test.h"

#define ROUNDS 20u
#define LEN 6000u

struct worker {
	pthread_t thread;
	unsigned int number, h2c, c2h;
	unsigned int good;
};

static void *work(void *arg)
{
	struct worker *w = arg;
	int to = fby_open_chan(FBY_H2C, w->h2c), from = fby_open_chan(FBY_C2H, w->c2h);
	unsigned char *out = fby_xmalloc(LEN), *in = fby_xmalloc(LEN);
	off_t card = (off_t)w->number * 8192;

	fby_set_completion(to, FOREBAY_COMPLETE_POLL, 1000000, 60000);
	fby_set_completion(from, FOREBAY_COMPLETE_POLL, 1000000, 60000);
	for (unsigned int i = 0; i < ROUNDS; i++) {
		fby_fill(out, LEN, w->number * 1000 + i);
		if (pwrite(to, out, LEN, card) == LEN && pread(from, in, LEN, card) == LEN &&
		    fby_diff(out, in, LEN) < 0)
			w->good++;
		else
			fby_note("thread %u round %u: %s", w->number, i, strerror(errno));
	}
	close(to);
	close(from);
	free(out);
	free(in);
	return NULL;
}

int main(int argc, char **argv)
{
	unsigned int h2c[FBY_MAX_CHANNELS], c2h[FBY_MAX_CHANNELS];
	unsigned int nh, nc, count, good = 0;
	struct worker *workers;

	(void)argc;
	(void)argv;
	fby_begin("more polling threads than processors and channels", 240);
	nh = fby_channels(FBY_H2C, false, h2c);
	nc = fby_channels(FBY_C2H, false, c2h);
	count = (unsigned int)sysconf(_SC_NPROCESSORS_ONLN) * 8;
	workers = fby_xmalloc(count * sizeof(*workers));
	for (unsigned int i = 0; i < count; i++) {
		workers[i] = (struct worker){ .number = i, .h2c = h2c[i % nh], .c2h = c2h[i % nc] };
		if (pthread_create(&workers[i].thread, NULL, work, &workers[i]))
			fby_bail("thread %u: %s", i, strerror(errno));
	}
	for (unsigned int i = 0; i < count; i++) {
		pthread_join(workers[i].thread, NULL);
		good += workers[i].good;
	}
	fby_is(good, count * ROUNDS,
	       "%u threads that spin for up to 1 s, %u transfers both ways each", count, ROUNDS);
	fby_still_works("so much polling");
	return fby_done();
}
