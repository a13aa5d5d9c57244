// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: a file may be closed, and its program may end, while transfers are in flight: they end
 * in bounded time, nothing stays pinned, the channel is free and works. The file is closed with its
 * last descriptor.
 * Catches: use after free when a file goes away under its transfers, asynchronous requests whose
 * file is gone (PR #398), a stream that stays busy for ever, requests that end because a copy of
 * their descriptor is closed.
 */

#include <errno.h>
#include <liburing.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fby_card.h"
#include "fby_child.h"
#include "fby_stream.h"
#include "fby_test.h"

#define LIMIT_MS 2000u
#define BOUND_MS (LIMIT_MS * (uint64_t)fby_timeout_scale() + 10000)

static unsigned int channel;

/* Another thread closes the file: the call in it ends by itself or by its time-out, never later. */
static void close_under_a_read(void)
{
	int from = fby_open_chan(FBY_C2H, channel), error;
	unsigned char *room = fby_map(8 * FBY_PAGE);
	struct fby_call *call;
	uint64_t took;
	ssize_t n;

	fby_set_completion(from, FOREBAY_COMPLETE_IRQ, 0, LIMIT_MS);
	call = fby_call_read(from, room, 8 * FBY_PAGE, -1);
	fby_ok(fby_call_waits(call), "a read waits");
	fby_is(close(from), 0, "its file is closed by another thread");
	took = fby_call_end(call, BOUND_MS, &n, &error);
	fby_ok(n == -1 && (error == ECANCELED || error == ETIMEDOUT || error == EINTR),
	       "the read ends after %llu ms with %s", (unsigned long long)took,
	       fby_errno_name(error));
	fby_ok(fby_loop_packet(channel, 5000, 1), "the stream is free and works");
}

/*
 * The file is closed while io_uring still has a read in it; the request keeps the file alive until
 * it ends.
 */
static void close_under_uring(void)
{
	struct __kernel_timespec limit = { .tv_sec = (long long)(BOUND_MS / 1000) };
	int from = fby_open_chan(FBY_C2H, channel);
	unsigned char *room = fby_map(8 * FBY_PAGE);
	struct io_uring_cqe *cqe;
	struct io_uring ring;
	int ret;

	if (io_uring_queue_init(8, &ring, 0))
		fby_bail("io_uring: %s", strerror(errno));
	fby_set_completion(from, FOREBAY_COMPLETE_IRQ, 0, LIMIT_MS);
	io_uring_prep_read(io_uring_get_sqe(&ring), from, room, 8 * FBY_PAGE, 0);
	io_uring_submit(&ring);
	fby_is(close(from), 0, "a file is closed while io_uring has a read in it");
	ret = io_uring_wait_cqe_timeout(&ring, &cqe, &limit);
	fby_is(ret, 0, "the read ends in bounded time");
	if (!ret) {
		fby_is(cqe->res, -ECANCELED, "with ECANCELED");
		io_uring_cqe_seen(&ring, cqe);
	}
	io_uring_queue_exit(&ring);
	fby_ok(fby_loop_packet(channel, 5000, 2), "the stream is free and works");
}

/* Descriptors that come and go beside the one in use: copies, and a child's. */
static void close_of_a_copy(void)
{
	struct __kernel_timespec limit = { .tv_sec = (long long)(BOUND_MS / 1000) };
	int from = fby_open_chan(FBY_C2H, channel), to = fby_open_chan(FBY_H2C, channel), ret;
	unsigned char *room = fby_map(8 * FBY_PAGE);
	struct io_uring_cqe *cqe;
	struct io_uring ring;
	pid_t child;

	if (io_uring_queue_init(8, &ring, 0))
		fby_bail("io_uring: %s", strerror(errno));
	fby_set_completion(from, FOREBAY_COMPLETE_IRQ, 0, 60000);
	fby_fill(room, 3000, 9);
	io_uring_prep_read(io_uring_get_sqe(&ring), from, room + FBY_PAGE, FBY_PAGE, 0);
	io_uring_submit(&ring);
	fby_is(close(dup(from)), 0, "a copy of the descriptor is closed");
	child = fby_fork();
	if (!child)
		_exit(close(from));
	fby_is(fby_reaped(child, BOUND_MS), 0, "and a child's");
	fby_is(io_uring_peek_cqe(&ring, &cqe), -EAGAIN, "the read that io_uring has in it goes on");
	fby_is(write(to, room, 3000), 3000, "a packet");
	ret = io_uring_wait_cqe_timeout(&ring, &cqe, &limit);
	fby_is(ret, 0, "ends it");
	if (!ret) {
		fby_ok(cqe->res == 3000 && fby_diff(room, room + FBY_PAGE, 3000) < 0,
		       "with all of the packet (%d)", cqe->res);
		io_uring_cqe_seen(&ring, cqe);
	}
	io_uring_queue_exit(&ring);
	close(from);
	close(to);
}

static void exit_with_requests(int sig)
{
	pid_t child = fby_fork();
	uint64_t start;
	int status;

	if (!child) {
		int from = fby_open_chan(FBY_C2H, channel),
		    to = fby_open_chan(FBY_H2C, fby_first(FBY_H2C, false));
		unsigned char *room = fby_map(64 * FBY_PAGE);
		struct io_uring ring;

		if (io_uring_queue_init(64, &ring, 0))
			_exit(1);
		fby_set_completion(from, FOREBAY_COMPLETE_IRQ, 0, LIMIT_MS);
		for (unsigned int i = 0; i < 4; i++)
			io_uring_prep_read(io_uring_get_sqe(&ring), from, room + i * FBY_PAGE,
					   FBY_PAGE, 0);
		for (unsigned int i = 0; i < 40; i++)
			io_uring_prep_write(io_uring_get_sqe(&ring), to, room, 64 * FBY_PAGE, 0);
		if (io_uring_submit(&ring) != 44)
			_exit(2);
		if (sig)
			kill(getpid(), sig);
		_exit(0);
	}
	start = fby_ms();
	status = fby_reaped(child, BOUND_MS + 4 * LIMIT_MS);
	fby_ok(sig ? status != -1 && WIFSIGNALED(status) && WTERMSIG(status) == sig : !status,
	       "a program that %s with 44 requests in flight is gone after %llu ms (status 0x%x)",
	       sig ? "is killed" : "ends", (unsigned long long)(fby_ms() - start), status);
	fby_still_works(sig ? "its death" : "its end");
}

int main(int argc, char **argv)
{
	(void)argc;
	(void)argv;
	fby_begin("files closed and programs ended under their transfers", 200);
	if (!fby_loop_pairs())
		fby_skip_all("this card has no loopback stream to wait on");
	channel = fby_loop_channel(0);
	close_under_a_read();
	close_under_uring();
	close_of_a_copy();
	exit_with_requests(0);
	exit_with_requests(SIGKILL);
	return fby_done();
}
