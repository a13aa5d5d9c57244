// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: 10,000 mixed transfers and more on all channels from eight processes, every byte compared,
 * while one of the processes is killed every 100 ms, fifty in all at least: no wrong byte, no
 * unexpected errno, nothing left pinned, no word of complaint from the kernel, and the card works.
 * Catches: what only shows after many hours elsewhere: lost interrupts, stale completions,
 * channels that die one day (#227 #233 #298).
 *
 * Arguments: transfers=N (10000), seed=N (the clock).
 */

#include <errno.h>
#include <liburing.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "fby_buffer.h"
#include "fby_card.h"
#include "fby_child.h"
#include "fby_stream.h"
#include "fby_test.h"

#define SLOTS 8u
#define MOST (96u << 10)
#define KILL_MS 100
/* A fast machine is through with the transfers before many were killed; it goes on. */
#define KILLS 50u
#define BATCH 8u

/* Seen by all processes. */
struct slot {
	pid_t pid;
	uint64_t transfers, bytes, wrong, errors;
};

static struct shared {
	bool stop;
	struct slot slots[SLOTS];
} *shared;

struct worker {
	struct slot *slot;
	uint64_t state;
	int to, from;
	off_t base;
	unsigned char *out, *in;
	struct io_uring ring;
};

static void count(struct worker *w, ssize_t n, size_t want, const char *what)
{
	if (n == (ssize_t)want) {
		__atomic_fetch_add(&w->slot->transfers, 1, __ATOMIC_RELAXED);
		__atomic_fetch_add(&w->slot->bytes, want, __ATOMIC_RELAXED);
		return;
	}
	fby_note("slot %td: %s of %zu gave %zd (%s)", w->slot - shared->slots, what, want, n,
		 n < 0 ? strerror(errno) : "short");
	w->slot->errors++;
}

static void compare(struct worker *w, size_t len, const char *what)
{
	ssize_t at = fby_diff(w->out, w->in, len);

	if (at < 0)
		return;
	fby_note("slot %td: %s of %zu: byte %zd is %02x, not %02x", w->slot - shared->slots, what,
		 len, at, w->in[at], w->out[at]);
	w->slot->wrong++;
}

static void plain(struct worker *w, size_t len, off_t card)
{
	count(w, pwrite(w->to, w->out, len, card), len, "pwrite");
	count(w, pread(w->from, w->in, len, card), len, "pread");
	compare(w, len, "plain transfer");
}

static void vectored(struct worker *w, size_t len, off_t card)
{
	size_t a = fby_rand(&w->state) % (len + 1), b = len - a;
	struct iovec out[2] = { { w->out, a }, { w->out + a, b } },
		     in[2] = { { w->in, b }, { w->in + b, a } };

	count(w, pwritev(w->to, out, 2, card), len, "pwritev");
	count(w, preadv(w->from, in, 2, card), len, "preadv");
	compare(w, len, "vectored transfer");
}

static void batch(struct worker *w, bool writing, size_t piece, off_t card)
{
	for (unsigned int i = 0; i < BATCH; i++) {
		struct io_uring_sqe *sqe = io_uring_get_sqe(&w->ring);

		if (writing)
			io_uring_prep_write(sqe, w->to, w->out + i * piece, (unsigned int)piece,
					    (uint64_t)card + i * piece);
		else
			io_uring_prep_read(sqe, w->from, w->in + i * piece, (unsigned int)piece,
					   (uint64_t)card + i * piece);
	}
	if (io_uring_submit_and_wait(&w->ring, BATCH) < 0)
		w->slot->errors++;
	for (unsigned int i = 0; i < BATCH; i++) {
		struct io_uring_cqe *cqe;

		if (io_uring_wait_cqe(&w->ring, &cqe)) {
			w->slot->errors++;
			return;
		}
		errno = cqe->res < 0 ? -cqe->res : 0;
		count(w, cqe->res < 0 ? -1 : cqe->res, piece, "io_uring request");
		io_uring_cqe_seen(&w->ring, cqe);
	}
}

static void queued(struct worker *w, size_t len, off_t card)
{
	size_t piece = len / BATCH + 1;

	batch(w, true, piece, card);
	batch(w, false, piece, card);
	compare(w, piece * BATCH, "io_uring batch");
}

static void memory_mapped(struct worker *w)
{
	while (!__atomic_load_n(&shared->stop, __ATOMIC_RELAXED)) {
		uint64_t dice = fby_rand(&w->state);
		size_t len = 1 + (dice >> 8) % ((dice & 7) ? 8192 : MOST - BATCH);
		off_t card = w->base + (off_t)((dice >> 40) % 64);

		fby_set_completion(w->to, (dice >> 4) & 1, 200, 60000);
		fby_set_completion(w->from, (dice >> 5) & 1, 200, 60000);
		fby_fill(w->out, len + BATCH, dice);
		memset(w->in, 0, len + BATCH);
		switch ((dice >> 50) % 3) {
		case 0:
			plain(w, len, card);
			break;
		case 1:
			vectored(w, len, card);
			break;
		default:
			queued(w, len, card);
			break;
		}
	}
}

static void stream(struct worker *w)
{
	if (!fby_resync(w->to, w->from, w->state)) {
		w->slot->errors++;
		return;
	}
	while (!__atomic_load_n(&shared->stop, __ATOMIC_RELAXED)) {
		size_t len = 1 + fby_rand(&w->state) % MOST;
		struct fby_sender *sender;

		fby_fill(w->out, len, w->state);
		memset(w->in, 0, len);
		sender = fby_send(w->to, w->out, &len, 1);
		count(w, read(w->from, w->in, MOST), len, "read of a packet");
		count(w, fby_sent(sender) ? (ssize_t)len : -1, len, "write of a packet");
		compare(w, len, "packet");
	}
}

static pid_t start(unsigned int i, uint64_t seed)
{
	unsigned int h2c[FBY_MAX_CHANNELS], c2h[FBY_MAX_CHANNELS], nh, nc, pairs = fby_loop_pairs(),
									   pair;
	struct worker w = { .slot = &shared->slots[i], .state = seed * 2 + 1 };
	pid_t child = fby_fork();

	if (child)
		return child;
	w.out = fby_map(MOST + BATCH);
	w.in = fby_scattered(MOST / FBY_PAGE + 1);
	if (io_uring_queue_init(BATCH, &w.ring, 0))
		fby_bail("io_uring: %s", strerror(errno));
	pair = SLOTS - 1 - i;
	if (pair < pairs) {
		w.to = fby_open_chan(FBY_H2C, fby_loop_channel(pair));
		w.from = fby_open_chan(FBY_C2H, fby_loop_channel(pair));
		stream(&w);
	} else {
		nh = fby_channels(FBY_H2C, false, h2c);
		nc = fby_channels(FBY_C2H, false, c2h);
		w.base = (off_t)i * (MOST + 0x2000);
		w.to = fby_open_chan(FBY_H2C, h2c[i % nh]);
		w.from = fby_open_chan(FBY_C2H, c2h[(i / nh) % nc]);
		memory_mapped(&w);
	}
	_exit(0);
}

static uint64_t total(size_t member)
{
	uint64_t sum = 0;

	for (unsigned int i = 0; i < SLOTS; i++)
		sum += *(uint64_t *)((char *)&shared->slots[i] + member);
	return sum;
}

/*
 * Lets them run and kills one after the other until enough has been moved and enough were killed.
 * Returns the number of kills; counts lives that ended alone.
 */
static unsigned int run(uint64_t want, uint64_t *state, unsigned int *ended_alone)
{
	unsigned int kills = 0;
	struct timespec pause = { .tv_nsec = KILL_MS * 1000000 };

	for (unsigned int i = 0; i < SLOTS; i++)
		shared->slots[i].pid = start(i, fby_rand(state));
	while (total(offsetof(struct slot, transfers)) < want || kills < KILLS) {
		unsigned int victim = (unsigned int)(fby_rand(state) % SLOTS);
		int status;

		nanosleep(&pause, NULL);
		kill(shared->slots[victim].pid, SIGKILL);
		status = fby_reaped(shared->slots[victim].pid, 20000);
		if (status == -1)
			fby_bail("slot %u outlives SIGKILL by 20 s", victim);
		*ended_alone += !WIFSIGNALED(status);
		kills++;
		shared->slots[victim].pid = start(victim, fby_rand(state));
	}
	__atomic_store_n(&shared->stop, true, __ATOMIC_RELAXED);
	for (unsigned int i = 0; i < SLOTS; i++) {
		int status = fby_reaped(shared->slots[i].pid, 60000);

		*ended_alone += status == -1 || !WIFEXITED(status) || WEXITSTATUS(status);
		if (status == -1)
			kill(shared->slots[i].pid, SIGKILL);
	}
	return kills;
}

int main(int argc, char **argv)
{
	uint64_t want = fby_arg(argc, argv, "transfers=", 10000);
	uint64_t seed = fby_arg(argc, argv, "seed=", (uint64_t)time(NULL));
	uint64_t state = seed * 2 + 1, took;
	unsigned int kills, ended_alone = 0, idle = 0;

	fby_begin("mixed transfers from eight processes, one killed every 100 ms", 900);
	fby_note("seed=%llu", (unsigned long long)seed);
	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1,
		      0);
	if (shared == MAP_FAILED)
		fby_bail("shared memory: %s", strerror(errno));
	took = fby_ms();
	kills = run(want, &state, &ended_alone);
	took = fby_ms() - took;
	fby_note("%llu transfers, %llu bytes, in %llu.%03llu s, %u processes killed",
		 (unsigned long long)total(offsetof(struct slot, transfers)),
		 (unsigned long long)total(offsetof(struct slot, bytes)),
		 (unsigned long long)(took / 1000), (unsigned long long)(took % 1000), kills);
	for (unsigned int i = 0; i < SLOTS; i++)
		idle += !shared->slots[i].transfers;
	fby_is(idle, 0, "every one of the %u places has moved something", SLOTS);
	fby_is((long long)total(offsetof(struct slot, wrong)), 0, "no wrong byte");
	fby_is((long long)total(offsetof(struct slot, errors)), 0, "no call failed or was cut");
	fby_is(ended_alone, 0, "no process ended but by being killed or told to stop");
	for (unsigned int i = 0; i < fby_loop_pairs(); i++)
		fby_drain(fby_loop_channel(i));
	fby_still_works("all of it");
	return fby_done();
}
