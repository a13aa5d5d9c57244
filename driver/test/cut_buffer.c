// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: when a read that was cut is over, every byte that it counts is in its buffer; and from
 * then on the buffer is the program's: whatever the driver has still to do with it changes no byte.
 * Catches: bounce buffers that are copied when the pages are unpinned, which may be after the call:
 * too late for who looks at its data, and over what it has put there since.
 */

#include <errno.h>
#include <liburing.h>
#include <string.h>
#include <unistd.h>

#include "fby_buffer.h"
#include "fby_card.h"
#include "fby_child.h"
#include "fby_fault.h"
#include "fby_hook.h"
#include "fby_kernel.h"
#include "fby_stream.h"
#include "fby_test.h"

#define LEN ((size_t)256 << 10)
/* Reads of the sender's data that are answered; the packet stands still behind them. */
#define ANSWERED 20u
#define READ_MS 300u
#define SEND_MS 3000u
#define BOUND_MS 30000u

static struct io_uring ring;

static void begin_read(int from, unsigned char *in)
{
	struct io_uring_sqe *sqe = io_uring_get_sqe(&ring);

	io_uring_prep_read(sqe, from, in, LEN, 0);
	if (io_uring_submit(&ring) != 1)
		fby_bail("io_uring_submit");
}

static int end_read(void)
{
	struct __kernel_timespec limit = { .tv_sec = BOUND_MS / 1000 };
	struct io_uring_cqe *cqe;
	int ret = io_uring_wait_cqe_timeout(&ring, &cqe, &limit);

	if (ret)
		fby_bail("the read does not end: %s", strerror(-ret));
	ret = cqe->res;
	io_uring_cqe_seen(&ring, cqe);
	return ret;
}

/*
 * The sender of a packet gets stuck in its middle, so the read of it times out. The tick that ends
 * the read is held where it is about to let go of it, behind the report.
 */
static void cut_read(unsigned int channel)
{
	int to = fby_open_chan(FBY_H2C, channel), from = fby_open_chan(FBY_C2H, channel), error, n;
	unsigned char *out = fby_map(LEN), *in = fby_scattered(LEN / FBY_PAGE);
	uint32_t resets = fby_resets(to);
	struct fby_call *writer;
	ssize_t sent;

	fby_fill(out, LEN, 3);
	memset(in, 0x42, LEN);
	fby_set_completion(to, FOREBAY_COMPLETE_IRQ, 0, SEND_MS);
	fby_set_completion(from, FOREBAY_COMPLETE_IRQ, 0, READ_MS);
	fby_fault_arm((struct fby_fault){
		.kind = FBY_KIND(NEVER_ANSWERED),
		.select = FOREBAY_FAULT_SELECT_READ | FOREBAY_FAULT_SELECT_DATA,
		.skip = ANSWERED, .count = 1 });
	fby_hook_hold("forebay_request_put", 1);
	begin_read(from, in);
	writer = fby_call_write(to, out, LEN, -1);
	n = end_read();
	fby_ok(n > 0 && n < (int)LEN, "a read is cut in the middle of its packet (%d)", n);
	fby_hook_waits("forebay_request_put");
	fby_is(n > 0 ? fby_diff(in, out, (size_t)n) : 0, -1,
	       "every byte that it counts is there when it is over");
	fby_is(n > 0 ? fby_diff_byte(in + n, 0x42, LEN - (size_t)n) : 0, -1, "and no other");
	memset(in, 0x77, LEN);
	fby_hook_go("forebay_request_put");
	fby_call_end(writer, BOUND_MS, &sent, &error);
	fby_ok(sent < (ssize_t)LEN, "the sender is given up (%zd, %s)", sent,
	       sent < 0 ? fby_errno_name(error) : "count");
	fby_ok(fby_await_reset(to, resets, BOUND_MS), "the card is reset");
	close(from);
	close(to);
	fby_still_works("a read that was cut");
	fby_is(fby_pins_held(), 0, "no page is pinned any more");
	fby_is(fby_diff_byte(in, 0x77, LEN), -1, "the buffer is as the program has left it");
}

int main(int argc, char **argv)
{
	(void)argc;
	(void)argv;
	fby_begin("the buffer of a read that was cut is complete, and the program's", 100);
	if (!fby_loop_pairs())
		fby_skip_all("this card has no loopback stream");
	fby_fault_need();
	if (io_uring_queue_init(8, &ring, 0))
		fby_bail("io_uring: %s", strerror(errno));
	fby_hook_load();
	cut_read(fby_loop_channel(0));
	fby_hook_unload();
	io_uring_queue_exit(&ring);
	return fby_done();
}
