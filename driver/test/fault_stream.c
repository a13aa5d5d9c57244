// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: a fault in any access of a packet's way ends in bounded time, with a documented errno
 * or an exact count, and the stream can be used again.
 * Catches: streams that hang after an error (taxi PR #173, LitePCIe PR #167), results of packets
 * that never came (#353).
 */

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "fby_buffer.h"
#include "fby_card.h"
#include "fby_child.h"
#include "fby_fault.h"
#include "fby_kernel.h"
#include "fby_stream.h"
#include "fby_test.h"

#define LIMIT_MS 300u
/* For calls that nothing is done to; a busy machine may need its time. */
#define PATIENCE_MS 20000u
#define BOUND_MS (LIMIT_MS * (uint64_t)fby_timeout_scale() + 5000)
#define LEN (3 * FBY_PAGE + 40)
#define MOST_PLACES 300u

static unsigned int channel;
static unsigned char *out, *in, truth[LEN];

struct tally {
	unsigned int places, failed, cut, unharmed, wrong, late, dead, strange;
};

static void judge(ssize_t n, int error, const char *what, unsigned int skip, struct tally *t)
{
	if (n == LEN) {
		t->unharmed++;
	} else if (n > 0) {
		t->cut++;
	} else if (n < 0 && (error == EIO || error == ETIMEDOUT)) {
		t->failed++;
	} else {
		fby_note("place %u: %s gave %zd (%s)", skip, what, n, fby_errno_name(error));
		t->strange++;
	}
}

/* One packet around, one access of it hit. Returns false when nothing was left to hit. */
static bool place(uint32_t kind, unsigned int skip, struct tally *t)
{
	int to = fby_open_chan(FBY_H2C, channel), from = fby_open_chan(FBY_C2H, channel), error_out,
	    error_in;
	struct fby_call *writer, *reader;
	uint64_t start = fby_ms();
	ssize_t sent, got;
	uint32_t hits;

	fby_set_completion(to, FOREBAY_COMPLETE_IRQ, 0, LIMIT_MS);
	fby_set_completion(from, FOREBAY_COMPLETE_IRQ, 0, LIMIT_MS);
	memset(in, 0, 4 * FBY_PAGE);
	fby_fault_arm((struct fby_fault){ .kind = kind, .skip = skip, .count = 1, .param = 20000 });
	writer = fby_call_write(to, out, LEN, -1);
	reader = fby_call_read(from, in, 4 * FBY_PAGE, -1);
	fby_call_end(writer, 2 * BOUND_MS, &sent, &error_out);
	fby_call_end(reader, 2 * BOUND_MS, &got, &error_in);
	hits = fby_fault_disarm();
	t->late += fby_ms() - start > 2 * BOUND_MS;
	fby_set_completion(to, FOREBAY_COMPLETE_IRQ, 0, PATIENCE_MS);
	fby_set_completion(from, FOREBAY_COMPLETE_IRQ, 0, PATIENCE_MS);
	judge(sent, error_out, "write", skip, t);
	judge(got, error_in, "read", skip, t);
	if (got > 0 && sent == LEN && fby_diff(in, truth, (size_t)got) >= 0) {
		fby_note("place %u: of %zd bytes received, byte %zd is wrong", skip, got,
			 fby_diff(in, truth, (size_t)got));
		t->wrong++;
	}
	if (hits && (!fby_resync(to, from, skip) || write(to, out, LEN) != LEN ||
		     read(from, in, 4 * FBY_PAGE) != LEN || fby_diff(in, truth, LEN) >= 0)) {
		fby_note("place %u: the stream does not work afterwards (%s)", skip,
			 strerror(errno));
		t->dead++;
	}
	close(to);
	close(from);
	return hits != 0;
}

static void sweep(uint32_t kind)
{
	struct tally t = { 0 };

	while (t.places < MOST_PLACES && place(kind, t.places, &t))
		t.places++;
	fby_ok(t.places > 0 && t.places < MOST_PLACES,
	       "%s: %u places to hit (%u calls failed, %u cut, %u unharmed)", fby_fault_name(kind),
	       t.places, t.failed, t.cut, t.unharmed);
	fby_is(t.strange, 0, "errno is always a documented one");
	fby_is(t.wrong, 0, "what is received is what was sent");
	fby_is(t.late, 0, "in bounded time");
	fby_is(t.dead, 0, "the stream works after each");
}

int main(int argc, char **argv)
{
	static const uint32_t kinds[] = {
		FBY_KIND(UNSUPPORTED_REQUEST), FBY_KIND(COMPLETER_ABORT), FBY_KIND(POISONED),
		FBY_KIND(BAD_MAGIC),	       FBY_KIND(LOST_MESSAGE),	  FBY_KIND(LATE_MESSAGE)
	};
	bool quick = fby_has_arg(argc, argv, "quick");

	fby_begin("a fault at every access of a packet's way", 280);
	if (!fby_loop_pairs())
		fby_skip_all("this card has no loopback stream");
	fby_fault_need();
	channel = fby_loop_channel(0);
	out = fby_scattered(4);
	in = fby_scattered(4);
	fby_fill(truth, LEN, 5);
	memcpy(out, truth, LEN);
	for (unsigned int i = quick; i < sizeof(kinds) / sizeof(kinds[0]); i += quick ? 2 : 1)
		sweep(kinds[i]);
	fby_still_works("every fault");
	return fby_done();
}
