// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: Linux AIO (io_submit) works on channel nodes, scalar and vectored, each request with
 * its own address; a request with a bad piece fails alone.
 * Catches: AIO that goes to card address 0 (PR #382), a freed interior AIO pointer and the removal
 * of a list entry that never was on one (PR #398), lost requests (#113 #300 #144).
 */

#include <errno.h>
#include <linux/aio_abi.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "fby_buffer.h"
#include "fby_card.h"
#include "fby_test.h"

#define DEPTH 32u
#define PIECE 2500u
#define STRIDE 5003u

static aio_context_t setup(void)
{
	aio_context_t ctx = 0;

	if (syscall(SYS_io_setup, DEPTH * 2, &ctx))
		fby_bail("io_setup: %s", strerror(errno));
	return ctx;
}

static struct iocb prepare(unsigned int op, int fd, const void *buf, size_t len, uint64_t card,
			   uint64_t data)
{
	struct iocb cb = { .aio_lio_opcode = (uint16_t)op,
			   .aio_fildes = (uint32_t)fd,
			   .aio_buf = (uintptr_t)buf,
			   .aio_nbytes = len,
			   .aio_offset = (int64_t)card,
			   .aio_data = data };

	return cb;
}

/* Collects @count events into @res by their data word. */
static bool collect(aio_context_t ctx, unsigned int count, long long *res)
{
	struct timespec limit = { .tv_sec = 60 };
	struct io_event events[DEPTH];

	while (count) {
		long n = syscall(SYS_io_getevents, ctx, 1, count < DEPTH ? count : DEPTH, events,
				 &limit);

		if (n <= 0) {
			fby_note("io_getevents: %ld, %u requests are missing", n, count);
			return false;
		}
		for (long i = 0; i < n; i++)
			res[events[i].data] = events[i].res;
		count -= (unsigned int)n;
	}
	return true;
}

static unsigned int run(aio_context_t ctx, struct iocb *cbs, unsigned int count, long long *res)
{
	struct iocb *list[DEPTH];

	for (unsigned int i = 0; i < count; i++) {
		list[i] = &cbs[i];
		res[i] = -9999;
	}
	if (!fby_is(syscall(SYS_io_submit, ctx, count, list), count, "io_submit takes %u requests",
		    count))
		fby_bail("io_submit: %s", strerror(errno));
	return collect(ctx, count, res) ? count : 0;
}

static void scalar(aio_context_t ctx, int to, int from)
{
	unsigned char *out = fby_map(DEPTH * PIECE), *in = fby_map(DEPTH * PIECE);
	struct iocb cbs[DEPTH];
	long long res[DEPTH];
	unsigned int good = 0;

	fby_fill(out, DEPTH * PIECE, 31);
	for (unsigned int i = 0; i < DEPTH; i++)
		cbs[i] = prepare(IOCB_CMD_PWRITE, to, out + i * PIECE, PIECE,
				 0x33 + (uint64_t)i * STRIDE, i);
	run(ctx, cbs, DEPTH, res);
	for (unsigned int i = 0; i < DEPTH; i++)
		good += res[i] == PIECE;
	fby_is(good, DEPTH, "every write completes in full");
	for (unsigned int i = 0; i < DEPTH; i++)
		cbs[i] = prepare(IOCB_CMD_PREAD, from, in + i * PIECE, PIECE,
				 0x33 + (uint64_t)i * STRIDE, i);
	run(ctx, cbs, DEPTH, res);
	good = 0;
	for (unsigned int i = 0; i < DEPTH; i++)
		good += res[i] == PIECE;
	fby_is(good, DEPTH, "every read completes in full");
	fby_ok(fby_diff(out, in, DEPTH * PIECE) < 0, "every request used its own card address");
}

static void vectors(aio_context_t ctx, int to, int from)
{
	unsigned char *out = fby_map(16 * FBY_PAGE), *in = fby_map(16 * FBY_PAGE);
	struct iovec iov[4] = {
		{ out, 100 }, { out + 5000, 4096 }, { out + 20000, 1 }, { out + 30001, 8000 }
	};
	struct iovec whole = { in, 12197 };
	unsigned char *flat = fby_xmalloc(12197), *at = flat;
	struct iocb cb;
	long long res[1];

	fby_fill(out, 16 * FBY_PAGE, 32);
	for (unsigned int i = 0; i < 4; i++) {
		memcpy(at, iov[i].iov_base, iov[i].iov_len);
		at += iov[i].iov_len;
	}
	cb = prepare(IOCB_CMD_PWRITEV, to, iov, 4, 0x50007, 0);
	run(ctx, &cb, 1, res);
	fby_is(res[0], 12197, "a vectored write completes in full");
	cb = prepare(IOCB_CMD_PREADV, from, &whole, 1, 0x50007, 0);
	run(ctx, &cb, 1, res);
	fby_ok(res[0] == 12197 && fby_diff(in, flat, 12197) < 0,
	       "its pieces lie one behind the other at its address");
	free(flat);
}

/*
 * Good, bad, good: the bad ones fail with the errno that a plain call would give, their neighbours
 * are not touched.
 */
static void one_bad_piece(aio_context_t ctx, int to, int from)
{
	unsigned char *out = fby_map(4 * FBY_PAGE), *in = fby_map(4 * FBY_PAGE),
		      *edge = fby_before_hole(FBY_PAGE);
	struct iovec holed[3] = { { out, 4096 }, { edge, 2 * FBY_PAGE }, { out + 4096, 100 } };
	struct iovec gone[2] = { { edge + FBY_PAGE, 64 }, { out, 64 } };
	struct iocb cbs[4];
	long long res[4];

	fby_fill(out, 4 * FBY_PAGE, 33);
	cbs[0] = prepare(IOCB_CMD_PWRITE, to, out, 4096, 0x1000, 0);
	cbs[1] = prepare(IOCB_CMD_PWRITEV, to, holed, 3, 0x8000, 1);
	cbs[2] = prepare(IOCB_CMD_PWRITEV, to, gone, 2, 0x10000, 2);
	cbs[3] = prepare(IOCB_CMD_PREAD, from, in, 4096, 0x1000, 3);
	run(ctx, cbs, 3, res);
	fby_is(res[0], 4096, "the good request before the bad ones completes");
	fby_ok(res[1] == -EFAULT || res[1] == 4096 + FBY_PAGE,
	       "a hole in a piece: EFAULT, or exactly what lies before it (%lld)", res[1]);
	fby_is(res[2], -EFAULT, "nothing before the hole: EFAULT");
	cbs[3].aio_data = 0;
	run(ctx, cbs + 3, 1, res);
	fby_ok(fby_diff(in, out, 4096) < 0, "the good data is on the card");
}

/*
 * Ends the context with requests in flight: the kernel waits for them, none may be lost or touch
 * freed memory.
 */
static void destroy_in_flight(int to)
{
	unsigned char *out = fby_map(1 << 20);
	aio_context_t ctx = setup();
	struct iocb cbs[DEPTH], *list[DEPTH];
	uint64_t start = fby_ms();

	for (unsigned int i = 0; i < DEPTH; i++) {
		cbs[i] = prepare(IOCB_CMD_PWRITE, to, out, 32768, 0, i);
		list[i] = &cbs[i];
	}
	fby_is(syscall(SYS_io_submit, ctx, DEPTH, list), DEPTH, "io_submit takes requests");
	fby_is(syscall(SYS_io_destroy, ctx), 0, "io_destroy with requests in flight");
	fby_ok(fby_ms() - start < 60000, "ends in bounded time");
}

int main(int argc, char **argv)
{
	aio_context_t ctx;
	int to, from;

	(void)argc;
	(void)argv;
	fby_begin("Linux AIO: own address per request, bad pieces fail alone", 180);
	to = fby_open_chan(FBY_H2C, fby_first(FBY_H2C, false));
	from = fby_open_chan(FBY_C2H, fby_first(FBY_C2H, false));
	ctx = setup();
	scalar(ctx, to, from);
	vectors(ctx, to, from);
	one_bad_piece(ctx, to, from);
	syscall(SYS_io_destroy, ctx);
	destroy_in_flight(to);
	fby_still_works("requests with bad pieces and an early end");
	close(to);
	close(from);
	return fby_done();
}
