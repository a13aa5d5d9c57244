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
#define LONGEST (3 * FBY_PAGE + 40)
#define MOST_ROOM (4 * FBY_PAGE)
/* A byte that the buffer holds before. */
#define UNTOUCHED 0x66
#define MOST_PLACES 300u

static unsigned int channel;
static int to, from;
static unsigned char *out, *in, truth[LONGEST];
/* Bytes of a packet. */
static ssize_t len = LONGEST;
/* Bytes that a read has room for. */
static size_t room = MOST_ROOM;
/* Each call is a run of one descriptor, which the driver starts by the doorbell: no descriptor is read. */
static bool by_doorbell;

struct tally {
	unsigned int places, failed, cut, unharmed, wrong, late, dead, strange;
};

/*
 * A call that did not move all has a reason in its file, unless what it got is all of a packet that
 * its sender has cut.
 */
static void judge(int fd, ssize_t n, int error, bool packet_cut, unsigned int skip, struct tally *t)
{
	const char *what = fd == to ? "write" : "read";
	uint64_t failures = fby_last_error(fd).seq;

	if (failures != (n < len) && !(packet_cut && n > 0 && !failures)) {
		fby_note("place %u: %s gave %zd, with %llu failures", skip, what, n,
			 (unsigned long long)failures);
		t->strange++;
	}
	if (n == len) {
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

/*
 * What is counted is the beginning of what was sent, also of a packet whose sender has met a
 * failure. A read that went well has all that its sender counts, and behind it nothing has changed.
 * One that failed may have more, where it belongs.
 */
static bool received_right(ssize_t sent, ssize_t got, unsigned int skip)
{
	bool failed = fby_last_error(from).seq;
	size_t n = got > 0 ? (size_t)got : 0, at = n;

	while (at < room &&
	       (in[at] == UNTOUCHED || (failed && at < (size_t)len && in[at] == truth[at])))
		at++;
	if (n <= (size_t)len && fby_diff(in, truth, n) < 0 && at == room && (failed || got >= sent))
		return true;
	fby_note("place %u: %zd sent, of %zd received byte %zd is wrong, or byte %zu behind", skip,
		 sent, got, n <= (size_t)len ? fby_diff(in, truth, n) : -1, at);
	return false;
}

/* One packet around, one access of it hit. Returns false when nothing was left to hit. */
static bool place(uint32_t kind, unsigned int skip, struct tally *t)
{
	struct fby_call *writer, *reader;
	int error_out, error_in;
	uint64_t start = fby_ms();
	ssize_t sent, got;
	uint32_t hits;

	to = fby_open_chan(FBY_H2C, channel);
	from = fby_open_chan(FBY_C2H, channel);
	fby_set_completion(to, FOREBAY_COMPLETE_IRQ, 0, LIMIT_MS);
	fby_set_completion(from, FOREBAY_COMPLETE_IRQ, 0, LIMIT_MS);
	memset(in, UNTOUCHED, room);
	fby_fault_arm((struct fby_fault){ .kind = kind, .skip = skip, .count = 1, .param = 20000 });
	writer = fby_call_write(to, out, len, -1);
	reader = fby_call_read(from, in, room, -1);
	fby_call_end(writer, 2 * BOUND_MS, &sent, &error_out);
	fby_call_end(reader, 2 * BOUND_MS, &got, &error_in);
	hits = fby_fault_disarm();
	t->late += fby_ms() - start > 2 * BOUND_MS;
	fby_set_completion(to, FOREBAY_COMPLETE_IRQ, 0, PATIENCE_MS);
	fby_set_completion(from, FOREBAY_COMPLETE_IRQ, 0, PATIENCE_MS);
	judge(to, sent, error_out, false, skip, t);
	judge(from, got, error_in, sent < len, skip, t);
	t->wrong += !received_right(sent, got, skip);
	if (hits && (!fby_resync(to, from, skip) || write(to, out, len) != len ||
		     read(from, in, room) != len || fby_diff(in, truth, len) >= 0)) {
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
	fby_ok(t.places < MOST_PLACES && (t.places > 0) != (by_doorbell && kind == FBY_KIND(BAD_MAGIC)),
	       "%s: %u places to hit (%u calls failed, %u cut, %u unharmed)", fby_fault_name(kind),
	       t.places, t.failed, t.cut, t.unharmed);
	fby_is(t.strange, 0, "errno is always a documented one, and the file knows of what is missing");
	fby_is(t.wrong, 0, "what is received is what was sent, of every packet");
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
	by_doorbell = fby_has_arg(argc, argv, "doorbell");
	if (by_doorbell) {
		len = FBY_PAGE - 40;
		room = FBY_PAGE;
	}
	channel = fby_loop_channel(0);
	out = fby_scattered(4);
	in = fby_scattered(4);
	fby_fill(truth, len, 5);
	memcpy(out, truth, len);
	for (unsigned int i = quick; i < sizeof(kinds) / sizeof(kinds[0]); i += quick ? 2 : 1)
		sweep(kinds[i]);
	fby_still_works("every fault");
	return fby_done();
}
