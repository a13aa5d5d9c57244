// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: io_uring works on channel nodes: every request has its own card address, many are in
 * flight at once, and a request that waits does not hold up the caller or the other channels.
 * Catches: asynchronous transfers that all go to card address 0 (dma.md 1.5, PR #382), patch sets
 * for asynchronous I/O that were never taken in (#240 #313 #319), one transfer at a time per node.
 */

#include <errno.h>
#include <liburing.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fby_card.h"
#include "fby_stream.h"
#include "fby_test.h"

#define DEPTH 64u
#define PIECE 3000u
#define STRIDE 4001u

static void ring_up(struct io_uring *ring)
{
	int ret = io_uring_queue_init(DEPTH, ring, 0);

	if (ret)
		fby_bail("io_uring: %s", strerror(-ret));
}

/* Waits for @count completions. Returns how many had the result @want. */
static unsigned int reap(struct io_uring *ring, unsigned int count, int want)
{
	struct __kernel_timespec limit = { .tv_sec = 60 };
	unsigned int good = 0;

	while (count--) {
		struct io_uring_cqe *cqe;
		int ret = io_uring_wait_cqe_timeout(ring, &cqe, &limit);

		if (ret)
			fby_bail("no completion within 60 s: %s", strerror(-ret));
		if (cqe->res == want)
			good++;
		else
			fby_note("request %llu: result %d (%s), want %d", cqe->user_data, cqe->res,
				 cqe->res < 0 ? fby_errno_name(-cqe->res) : "count", want);
		io_uring_cqe_seen(ring, cqe);
	}
	return good;
}

/*
 * Goes over the requests in an odd order: an implementation that assumes ascending addresses would
 * show.
 */
static unsigned int shuffled(unsigned int i)
{
	return i * 37 % DEPTH;
}

static void many(struct io_uring *ring, const int *files, unsigned int count, bool writing,
		 unsigned char *buf)
{
	for (unsigned int i = 0; i < DEPTH; i++) {
		unsigned int k = shuffled(i);
		struct io_uring_sqe *sqe = io_uring_get_sqe(ring);
		uint64_t card = 0x100 + (uint64_t)k * STRIDE;

		if (writing)
			io_uring_prep_write(sqe, files[i % count], buf + k * PIECE, PIECE, card);
		else
			io_uring_prep_read(sqe, files[i % count], buf + k * PIECE, PIECE, card);
		sqe->user_data = k;
	}
	fby_is(io_uring_submit(ring), DEPTH, "%u requests are taken by one call", DEPTH);
	fby_is(reap(ring, DEPTH, PIECE), DEPTH, "each of them completes in full");
}

static void own_addresses(struct io_uring *ring, const int *to, unsigned int nto, const int *from,
			  unsigned int nfrom, uint64_t seed)
{
	unsigned char *out = fby_map(DEPTH * PIECE), *in = fby_map(DEPTH * PIECE);

	fby_fill(out, DEPTH * PIECE, seed);
	many(ring, to, nto, true, out);
	many(ring, from, nfrom, false, in);
	fby_ok(fby_diff(out, in, DEPTH * PIECE) < 0,
	       "every request used its own card address (%u and %u files)", nto, nfrom);
}

static void vectors_and_fixed(struct io_uring *ring, int to, int from)
{
	unsigned char *out = fby_map(8 * FBY_PAGE), *in = fby_map(8 * FBY_PAGE);
	struct iovec reg[2] = { { out, 8 * FBY_PAGE }, { in, 8 * FBY_PAGE } };
	struct iovec pieces[3] = { { out + 1, 5000 }, { out + 9000, 77 }, { out + 16000, 4096 } };
	struct io_uring_sqe *sqe;

	fby_fill(out, 8 * FBY_PAGE, 4);
	sqe = io_uring_get_sqe(ring);
	io_uring_prep_writev(sqe, to, pieces, 3, 0x20003);
	fby_is(io_uring_submit(ring), 1, "a vectored request is taken");
	fby_is(reap(ring, 1, 5000 + 77 + 4096), 1, "it completes in full");
	fby_ok(pread(from, in, 9173, 0x20003) == 9173 && fby_diff(in, out + 1, 5000) < 0 &&
		       fby_diff(in + 5000, out + 9000, 77) < 0 &&
		       fby_diff(in + 5077, out + 16000, 4096) < 0,
	       "its pieces lie one behind the other");
	if (io_uring_register_buffers(ring, reg, 2)) {
		fby_ok(false, "buffers can be registered");
		return;
	}
	sqe = io_uring_get_sqe(ring);
	io_uring_prep_write_fixed(sqe, to, out + 5, 20000, 0x30001, 0);
	fby_is(io_uring_submit(ring), 1, "a request from a registered buffer is taken");
	fby_is(reap(ring, 1, 20000), 1, "it completes in full");
	memset(in, 0, 8 * FBY_PAGE);
	sqe = io_uring_get_sqe(ring);
	io_uring_prep_read_fixed(sqe, from, in + 9, 20000, 0x30001, 1);
	fby_is(io_uring_submit(ring), 1, "and one into a registered buffer");
	fby_is(reap(ring, 1, 20000), 1, "it completes in full");
	fby_ok(fby_diff(out + 5, in + 9, 20000) < 0, "with the data of the first");
	io_uring_unregister_buffers(ring);
}

/*
 * A read of an empty stream waits. Other requests of the same ring, and the caller, do not wait
 * for it.
 */
static void not_held_up(struct io_uring *ring, int to, int from)
{
	unsigned int channel = fby_loop_channel(0);
	int stream_in = fby_open_chan(FBY_C2H, channel),
	    stream_out = fby_open_chan(FBY_H2C, channel);
	unsigned char *out = fby_map(FBY_PAGE), *in = fby_map(FBY_PAGE);
	unsigned int good = 0;
	uint64_t start;

	fby_fill(out, FBY_PAGE, 11);
	io_uring_prep_read(io_uring_get_sqe(ring), stream_in, in, FBY_PAGE, 0);
	start = fby_ms();
	fby_is(io_uring_submit(ring), 1, "a read of an empty stream is taken");
	fby_ok(fby_ms() - start < 2000, "without waiting for data");
	for (unsigned int i = 0; i < 8; i++) {
		io_uring_prep_write(io_uring_get_sqe(ring), to, out, 512, 0x100 * i);
		io_uring_prep_read(io_uring_get_sqe(ring), from, out + 2048, 512, 0x40000);
		io_uring_submit(ring);
		good += reap(ring, 2, 512);
	}
	fby_is(good, 16, "requests of other channels complete while it waits");
	fby_is(write(stream_out, out, 1000), 1000, "now a packet arrives");
	fby_is(reap(ring, 1, 1000), 1, "and the read completes with its length");
	fby_ok(fby_diff(in, out, 1000) < 0, "and its data");
	close(stream_in);
	close(stream_out);
}

int main(int argc, char **argv)
{
	unsigned int h2c[FBY_MAX_CHANNELS], c2h[FBY_MAX_CHANNELS];
	unsigned int nh, nc;
	int to[FBY_MAX_CHANNELS], from[FBY_MAX_CHANNELS];
	struct io_uring ring;

	(void)argc;
	(void)argv;
	fby_begin("io_uring: own address per request, many in flight", 180);
	nh = fby_channels(FBY_H2C, false, h2c);
	nc = fby_channels(FBY_C2H, false, c2h);
	for (unsigned int i = 0; i < nh; i++)
		to[i] = fby_open_chan(FBY_H2C, h2c[i]);
	for (unsigned int i = 0; i < nc; i++)
		from[i] = fby_open_chan(FBY_C2H, c2h[i]);
	ring_up(&ring);
	own_addresses(&ring, to, 1, from, 1, 21);
	own_addresses(&ring, to, nh, from, nc, 22);
	vectors_and_fixed(&ring, to[0], from[0]);
	if (fby_loop_pairs())
		not_held_up(&ring, to[0], from[0]);
	io_uring_queue_exit(&ring);
	for (unsigned int i = 0; i < nh; i++)
		close(to[i]);
	for (unsigned int i = 0; i < nc; i++)
		close(from[i]);
	return fby_done();
}
