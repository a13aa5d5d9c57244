// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: a stream has one opener; the second gets EBUSY until the first has closed;
 * memory-mapped channels take any number.
 * Catches: two readers that share out the parts of one packet (dma.md 1.5), an opener that is
 * never forgotten (PR #398: refused opens that leak).
 */

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fby_card.h"
#include "fby_stream.h"
#include "fby_test.h"

static void one_opener(enum fby_dir dir, unsigned int channel)
{
	const char *name = fby_chan_name(dir, channel);
	int flags = dir == FBY_H2C ? O_WRONLY : O_RDONLY;
	int first = fby_must_open(name, flags), copy;

	fby_fails(fby_open(name, flags), EBUSY, "%s: second opener: EBUSY", name);
	fby_fails(fby_open(name, O_RDWR), EBUSY, "%s: whatever the mode: EBUSY", name);
	fby_fails(fby_open(name, flags | O_NONBLOCK), EBUSY, "%s: without waiting as well: EBUSY",
		  name);
	copy = dup(first);
	close(first);
	fby_fails(fby_open(name, flags), EBUSY, "%s: a duplicate still holds it: EBUSY", name);
	close(copy);
	first = fby_open(name, flags);
	fby_ok(first >= 0, "%s: free after the last close", name);
	close(first);
}

static void child_holds(unsigned int channel)
{
	const char *name = fby_chan_name(FBY_C2H, channel);
	int first = fby_must_open(name, O_RDONLY), go[2];
	pid_t child;
	char byte;
	int fd;

	if (pipe(go))
		fby_bail("pipe");
	child = fork();
	if (!child) {
		close(go[1]);
		_exit(read(go[0], &byte, 1) < 0);
	}
	close(first);
	fby_fails(fby_open(name, O_RDONLY), EBUSY,
		  "%s: a child that inherited the file holds it: EBUSY", name);
	close(go[1]);
	waitpid(child, NULL, 0);
	close(go[0]);
	fd = fby_open(name, O_RDONLY);
	fby_ok(fd >= 0, "%s: free when the child is gone", name);
	close(fd);
}

struct racer {
	pthread_t thread;
	pthread_barrier_t *start;
	const char *name;
	int fd, error;
};

static void *race(void *arg)
{
	struct racer *r = arg;

	pthread_barrier_wait(r->start);
	r->fd = fby_open(r->name, O_RDONLY);
	r->error = errno;
	return NULL;
}

static void one_winner(unsigned int channel)
{
	const char *name = fby_chan_name(FBY_C2H, channel);
	struct racer racers[8];
	pthread_barrier_t start;
	unsigned int bad = 0;

	for (unsigned int round = 0; round < 30; round++) {
		unsigned int won = 0, busy = 0;

		pthread_barrier_init(&start, NULL, 8);
		for (unsigned int i = 0; i < 8; i++) {
			racers[i] = (struct racer){ .start = &start, .name = name };
			pthread_create(&racers[i].thread, NULL, race, &racers[i]);
		}
		for (unsigned int i = 0; i < 8; i++) {
			pthread_join(racers[i].thread, NULL);
			won += racers[i].fd >= 0;
			busy += racers[i].fd < 0 && racers[i].error == EBUSY;
		}
		for (unsigned int i = 0; i < 8; i++)
			if (racers[i].fd >= 0)
				close(racers[i].fd);
		bad += won != 1 || busy != 7;
		pthread_barrier_destroy(&start);
	}
	fby_is(bad, 0, "of eight threads that open at once, one wins, 30 times");
}

static void shared(enum fby_dir dir)
{
	int files[16];

	for (unsigned int i = 0; i < 16; i++)
		files[i] = fby_open_chan(dir, fby_first(dir, false));
	fby_ok(true, "%s: 16 openers of a memory-mapped channel",
	       fby_chan_name(dir, fby_first(dir, false)));
	for (unsigned int i = 0; i < 16; i++)
		close(files[i]);
}

int main(int argc, char **argv)
{
	(void)argc;
	(void)argv;
	fby_begin("a stream has one opener", 60);
	if (!fby_loop_pairs())
		fby_skip_all("this card has no loopback stream");
	for (unsigned int i = 0; i < fby_loop_pairs(); i++) {
		one_opener(FBY_H2C, fby_loop_channel(i));
		one_opener(FBY_C2H, fby_loop_channel(i));
	}
	child_holds(fby_loop_channel(0));
	one_winner(fby_loop_channel(0));
	shared(FBY_H2C);
	shared(FBY_C2H);
	fby_still_works("refused opens");
	return fby_done();
}
