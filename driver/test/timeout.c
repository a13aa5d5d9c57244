// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: a transfer that does not complete ends with ETIMEDOUT in the time the file has set,
 * neither before nor long after, however many others it has waited for; the engine is stopped then,
 * and the channel works.
 * Catches: "timeout, then dead channel" (#54 #64 #133 #175 #227 #298), false time-outs (aws #491),
 * buffers that the engine still writes to after the call has returned (#117 = aws #516).
 */

#include <errno.h>
#include <liburing.h>
#include <string.h>
#include <unistd.h>

#include "fby_buffer.h"
#include "fby_card.h"
#include "fby_child.h"
#include "fby_kernel.h"
#include "fby_stream.h"
#include "fby_test.h"

#define LIMIT_MS 400u
/* Stopping the engine and telling about it; a machine under emulation takes its time. */
#define SLACK_MS 5000u
/* The kernel counts in ticks, which come late on a busy machine under emulation. */
#define TICKS_MS 60u

static unsigned int channel;

static uint64_t timed_read(int fd, void *buf, size_t len, ssize_t *n)
{
	uint64_t start = fby_ms();

	*n = read(fd, buf, len);
	return fby_ms() - start;
}

static void reader(unsigned int mode, const char *how)
{
	static const char *const words[] = { "c2h", "timed out", NULL };
	uint64_t want = (uint64_t)LIMIT_MS * fby_timeout_scale(), took;
	unsigned char *room = fby_map(16 * FBY_PAGE);
	int from = fby_open_chan(FBY_C2H, channel);
	struct forebay_error error;
	ssize_t n;

	fby_kernel_forget();
	fby_set_completion(from, mode, 1000, LIMIT_MS);
	memset(room, 0x42, 16 * FBY_PAGE);
	took = timed_read(from, room, 16 * FBY_PAGE, &n);
	fby_fails(n, ETIMEDOUT, "a read of an empty stream %s: ETIMEDOUT", how);
	fby_ok(took + TICKS_MS >= want && took < want + SLACK_MS, "after %llu ms, its limit is %llu",
	       (unsigned long long)took, (unsigned long long)want);
	error = fby_last_error(from);
	fby_is(error.cause, FOREBAY_CAUSE_TIMEOUT, "the file knows the cause");
	fby_is((long long)error.done, 0, "and that nothing was done");
	if (!fby_ok(fby_kernel_said(words), "the kernel log names the channel and the cause"))
		fby_kernel_print(10);
	close(from);
	/*
	 * Data that comes now belongs to the next read; were the engine still armed, it would be
	 * in this buffer.
	 */
	fby_ok(fby_loop_packet(channel, 5000, 1), "a packet goes around after it");
	fby_is(fby_diff_byte(room, 0x42, 16 * FBY_PAGE), -1,
	       "the buffer of the read that is over stays untouched");
}

/* The reader's file is open: the packet goes through it, whole. */
static void next_packet_is_whole(void)
{
	int from = fby_open_chan(FBY_C2H, channel), to = fby_open_chan(FBY_H2C, channel);
	unsigned char *old = fby_map(16 * FBY_PAGE), *out = fby_map(16 * FBY_PAGE),
		      *in = fby_map(16 * FBY_PAGE);
	unsigned int good = 0;

	fby_set_completion(from, FOREBAY_COMPLETE_IRQ, 0, 100);
	for (unsigned int i = 0; i < 10; i++) {
		size_t len = 9000 + i * 1111;
		struct fby_sender *sender;
		ssize_t n;

		memset(old, 0x42, 16 * FBY_PAGE);
		if (read(from, old, 16 * FBY_PAGE) != -1 || errno != ETIMEDOUT)
			continue;
		fby_set_completion(from, FOREBAY_COMPLETE_IRQ, 0, 10000);
		fby_fill(out, len, i);
		sender = fby_send(to, out, &len, 1);
		n = read(from, in, 16 * FBY_PAGE);
		good += fby_sent(sender) && n == (ssize_t)len && fby_diff(in, out, len) < 0 &&
			fby_diff_byte(old, 0x42, 16 * FBY_PAGE) < 0;
		fby_set_completion(from, FOREBAY_COMPLETE_IRQ, 0, 100);
	}
	fby_is(good, 10,
	       "ten times: time-out, then a packet arrives whole in the next read and nowhere else");
	close(from);
	close(to);
}

static void writer(void)
{
	uint64_t want = (uint64_t)LIMIT_MS * fby_timeout_scale(), start;
	size_t len = 1 << 20;
	unsigned char *out = fby_scattered(len / FBY_PAGE), *in = fby_map(len);
	int to = fby_open_chan(FBY_H2C, channel), from;
	ssize_t n;

	fby_fill(out, len, 11);
	fby_set_completion(to, FOREBAY_COMPLETE_IRQ, 0, LIMIT_MS);
	start = fby_ms();
	n = write(to, out, len);
	start = fby_ms() - start;
	fby_ok(n > 0 && n < (ssize_t)len, "a write into a full stream: what was done (%zd)", n);
	fby_ok(start + TICKS_MS >= want && start < want + SLACK_MS + 10000, "in bounded time (%llu ms)",
	       (unsigned long long)start);
	fby_is(fby_last_error(to).cause, FOREBAY_CAUSE_TIMEOUT, "the file knows the cause");
	close(to);
	from = fby_open_chan(FBY_C2H, channel);
	fby_is(read(from, in, len), n, "its receiver gets as many bytes");
	fby_is(n > 0 ? fby_diff(in, out, (size_t)n) : 0, -1, "and these");
	close(from);
}

#define QUEUED 200u
/* Well above what a busy machine under emulation takes a single transfer away from. */
#define QUEUE_MS 1000u

static void queue_write(struct io_uring *ring, int to, const unsigned char *data, size_t len)
{
	struct io_uring_sqe *sqe = io_uring_get_sqe(ring);

	io_uring_prep_write(sqe, to, data, (unsigned int)len, 0);
	sqe->user_data = len;
}

/*
 * All at once, behind a long one that keeps the card busy until they are all there; the card does
 * one after the other. Returns how long it took.
 */
static uint64_t queued_writes(struct io_uring *ring, int to, const unsigned char *data, size_t len,
			      unsigned int *good)
{
	struct __kernel_timespec limit = { .tv_sec = 120 };
	uint64_t start = fby_ms();

	queue_write(ring, to, data, fby_work_bytes() / 4);
	for (unsigned int i = 1; i < QUEUED; i++)
		queue_write(ring, to, data, len);
	io_uring_submit(ring);
	*good = 0;
	for (unsigned int i = 0; i < QUEUED; i++) {
		struct io_uring_cqe *cqe;

		if (io_uring_wait_cqe_timeout(ring, &cqe, &limit))
			fby_bail("a queued write does not end");
		*good += cqe->res == (int)cqe->user_data;
		io_uring_cqe_seen(ring, cqe);
	}
	return fby_ms() - start;
}

/* The time of a transfer is its own: not that of the others in front of it. */
static void queue(void)
{
	unsigned int h2c = fby_first(FBY_H2C, false), good;
	int to = fby_open_chan(FBY_H2C, h2c);
	long long before = fby_chan_stat(FBY_H2C, h2c, "timeouts");
	const unsigned char *data = fby_contiguous();
	size_t len = FBY_PAGE / 2, most = fby_work_bytes();
	struct io_uring ring;
	uint64_t took = 0;

	if (!data)
		data = fby_map(most);
	if (io_uring_queue_init(QUEUED, &ring, 0))
		fby_bail("io_uring: %s", strerror(errno));
	fby_set_completion(to, FOREBAY_COMPLETE_IRQ, 0, 60000);
	while (took < QUEUE_MS && len < most) {
		len *= 2;
		took = queued_writes(&ring, to, data, len, &good);
	}
	/* The first time is that of caches that know nothing yet, too. */
	took = queued_writes(&ring, to, data, len, &good);
	fby_is(good, QUEUED, "%u queued writes of %zu bytes take %llu ms", QUEUED, len,
	       (unsigned long long)took);
	fby_set_completion(to, FOREBAY_COMPLETE_IRQ, 0,
			   (unsigned int)(took / 2 / fby_timeout_scale()) + 1);
	took = queued_writes(&ring, to, data, len, &good);
	fby_is(good, QUEUED, "with half of that for each none is cut short (%llu ms)",
	       (unsigned long long)took);
	fby_is(fby_chan_stat(FBY_H2C, h2c, "timeouts"), before, "nor counted");
	io_uring_queue_exit(&ring);
	close(to);
}

/* One channel's time-out is no other's business. */
static void neighbours(void)
{
	int from = fby_open_chan(FBY_C2H, channel), error;
	unsigned char *room = fby_map(FBY_PAGE);
	unsigned int good = 0;
	struct fby_call *call;
	ssize_t n;

	fby_set_completion(from, FOREBAY_COMPLETE_IRQ, 0, 1000);
	call = fby_call_read(from, room, FBY_PAGE, -1);
	for (unsigned int i = 0; i < 20; i++)
		good += fby_round_trip(0x100, 20000, i);
	fby_call_end(call, 1000ull * fby_timeout_scale() + SLACK_MS, &n, &error);
	fby_is(good, 20, "other channels work while one waits for its time-out");
	fby_ok(n == -1 && error == ETIMEDOUT, "which it gets (%zd, %s)", n, fby_errno_name(error));
	close(from);
}

int main(int argc, char **argv)
{
	(void)argc;
	(void)argv;
	fby_begin("time-outs are on time, and the channel works afterwards", 200);
	if (!fby_loop_pairs())
		fby_skip_all("this card has no loopback stream to wait on");
	channel = fby_loop_channel(0);
	reader(FOREBAY_COMPLETE_IRQ, "by interrupt");
	reader(FOREBAY_COMPLETE_POLL, "by polling");
	next_packet_is_whole();
	writer();
	neighbours();
	queue();
	fby_still_works("time-outs");
	return fby_done();
}
