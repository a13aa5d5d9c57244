// SPDX-License-Identifier: GPL-2.0-only
/* Calls on four channels and what must hold when they are over: see fby_player.h. */

#include "fby_player.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "fby_card.h"
#include "fby_child.h"
#include "fby_fault.h"
#include "fby_log.h"
#include "fby_stream.h"
#include "fby_test.h"

#define MOST ((size_t)128 << 10)
#define GUARD ((size_t)64)
/* Writes go to the first part of the card's memory, reads come from the second. */
#define PART ((size_t)256 << 10)
#define LONG_MS 60000u
#define SHORT_MS 20u
#define BOUND_MS 30000u
/* Bytes of a buffer that nothing has been moved to, and of one whose call is over. */
#define UNTOUCHED FBY_LOG_UNTOUCHED
#define OTHERS 0x77

struct actor {
	enum fby_dir dir;
	bool stream;
	unsigned int channel;
	int fd;
	struct fby_call *call;
	/* The buffer is in the middle of @room; @data is what a call is to write. */
	unsigned char *room, *buf, *data;
	size_t len;
	off_t at;
	uint64_t failures, packets;
	/* What was done to the call under way. */
	bool signalled, limited, reset, faulted;
};

static struct actor actors[FBY_ACTORS];
static bool armed;
/* What a byte of the card's first part is; and what else it may be since a failure, or anything. */
static unsigned char known[PART], maybe[PART];
static bool any[PART];
/* What lies in the second. */
static unsigned char source[PART];
/* What a comparison has found in the first. */
static unsigned char seen[PART];
static struct fby_log stream;

static bool wrong(const struct actor *a, const char *what, long long n)
{
	fby_note("%s_%u, %zu bytes at %lld: %s (%lld)", a->dir == FBY_H2C ? "h2c" : "c2h",
		 a->channel, a->len, (long long)a->at, what, n);
	return false;
}

static uint64_t packets_ended(const struct actor *a)
{
	struct forebay_packets packets;

	if (ioctl(a->fd, FOREBAY_IOC_PACKETS, &packets))
		fby_bail("FOREBAY_IOC_PACKETS: %s", strerror(errno));
	return packets.ended;
}

/* ---- what is over ---- */

/* Whether that can have been done to the call, and has this errno. */
static bool explained(const struct actor *a, uint32_t cause, ssize_t n, int error)
{
	switch (cause) {
	case FOREBAY_CAUSE_ABORTED:
		return a->signalled && (n > 0 || error == EINTR);
	case FOREBAY_CAUSE_TIMEOUT:
		return a->limited && (n > 0 || error == ETIMEDOUT);
	case FOREBAY_CAUSE_RESET:
		return a->reset && (n > 0 || error == ECANCELED);
	case FOREBAY_CAUSE_DESC_FETCH:
	case FOREBAY_CAUSE_READ:
	case FOREBAY_CAUSE_WRITE:
		return a->faulted && (n > 0 || error == EIO);
	default:
		return false;
	}
}

/*
 * Whether the bytes of a read's buffer are right, as far as @truth is known; behind the count some
 * may have come.
 */
static bool buffer_right(const struct actor *a, const unsigned char *truth, size_t n, bool exact)
{
	if (fby_diff_byte(a->buf - GUARD, UNTOUCHED, GUARD) >= 0 ||
	    fby_diff_byte(a->buf + a->len, UNTOUCHED, GUARD) >= 0)
		return wrong(a, "bytes beside the buffer have changed", (long long)n);
	if (truth && fby_diff(a->buf, truth, n) >= 0)
		return wrong(a, "wrong byte", fby_diff(a->buf, truth, n));
	for (; n < a->len; n++)
		if (a->buf[n] != UNTOUCHED && (exact || (truth && a->buf[n] != truth[n])))
			return wrong(a, "a byte behind the count has changed", (long long)n);
	return true;
}

static void wrote_memory(const struct actor *a, size_t n, bool exact)
{
	unsigned char *is = known + a->at, *may_be = maybe + a->at;

	memcpy(is, a->data, n);
	memcpy(may_be, a->data, n);
	memset(any + a->at, 0, n);
	for (; !exact && n < a->len; n++) {
		any[(size_t)a->at + n] |= is[n] != may_be[n];
		may_be[n] = a->data[n];
	}
}

static bool account(const struct actor *a, size_t n, bool exact, bool ended, bool wiped)
{
	if (!a->stream && a->dir == FBY_C2H)
		return buffer_right(a, wiped ? NULL : source + a->at, n, exact);
	if (!a->stream) {
		wrote_memory(a, n, exact);
		return true;
	}
	if (a->dir == FBY_H2C) {
		fby_log_sent(&stream, a->data, n, exact ? n : a->len);
		return true;
	}
	if (exact)
		fby_log_received(&stream, a->buf, n, ended);
	else
		fby_log_cut(&stream, a->buf, n, a->len);
	return buffer_right(a, NULL, n, exact);
}

/*
 * Whether bytes behind the count may have moved: none behind a stop, nor behind a descriptor that
 * could not be read, but that a receiver waits for no stream then and ends where it is.
 */
static bool may_have_more(const struct actor *a, uint32_t cause)
{
	switch (cause) {
	case FOREBAY_CAUSE_ABORTED:
	case FOREBAY_CAUSE_TIMEOUT:
	case FOREBAY_CAUSE_RESET:
		return false;
	case FOREBAY_CAUSE_DESC_FETCH:
		return a->stream && a->dir == FBY_C2H;
	default:
		return true;
	}
}

static bool judge(const struct actor *a, ssize_t n, int error)
{
	struct forebay_error failure = fby_last_error(a->fd);
	uint64_t ended = packets_ended(a) - a->packets, failed = failure.seq - a->failures;
	bool all = n == (ssize_t)a->len || ended, exact, wiped;

	if (n > (ssize_t)a->len || (!n && !ended))
		return wrong(a, "an impossible count", n);
	if (ended > (a->stream && a->dir == FBY_C2H))
		return wrong(a, "ends of packets", (long long)ended);
	if (failed != !all)
		return wrong(a, "failures in the file of a call that gave", n);
	if (failed && !explained(a, failure.cause, n, error))
		return wrong(a, "a cause that nobody gave", failure.cause);
	if (failed && failure.done != (n > 0 ? (uint64_t)n : 0))
		return wrong(a, "the file has another count", (long long)failure.done);
	exact = all || !may_have_more(a, failure.cause);
	/* One that a reset has not ended has begun after it. */
	wiped = a->reset && (all || failure.cause != FOREBAY_CAUSE_RESET);
	return account(a, n > 0 ? (size_t)n : 0, exact, ended, wiped);
}

/* The call is over: from now on its buffer is somebody else's. */
static bool over(struct actor *a, ssize_t n, int error)
{
	bool good = judge(a, n, error);

	a->call = NULL;
	memset(a->room, OTHERS, MOST + 2 * GUARD);
	return good;
}

static bool left_alone(const struct actor *a)
{
	return fby_diff_byte(a->room, OTHERS, MOST + 2 * GUARD) < 0 ||
	       wrong(a, "bytes arrived in a buffer whose call was over", 0);
}

/* ---- the card's contents ---- */

static void move(struct actor *a, void *bytes, size_t len, off_t at)
{
	ssize_t n;

	fby_set_completion(a->fd, FOREBAY_COMPLETE_IRQ, 0, LONG_MS);
	n = a->dir == FBY_H2C ? pwrite(a->fd, bytes, len, at) : pread(a->fd, bytes, len, at);
	if (n != (ssize_t)len)
		fby_bail("a call that nobody disturbs gave %zd: %s", n, strerror(errno));
}

static void fill_card(void)
{
	fby_fill(known, PART, 1);
	fby_fill(source, PART, 2);
	memcpy(maybe, known, PART);
	memset(any, 0, sizeof(any));
	move(&actors[FBY_MEM_TO], known, PART, 0);
	move(&actors[FBY_MEM_TO], source, PART, PART);
}

static bool empty_streams(void)
{
	struct actor *to = &actors[FBY_STREAM_TO], *from = &actors[FBY_STREAM_FROM];

	fby_set_completion(to->fd, FOREBAY_COMPLETE_IRQ, 0, LONG_MS);
	fby_set_completion(from->fd, FOREBAY_COMPLETE_IRQ, 0, LONG_MS);
	fby_log_clear(&stream);
	return fby_resync(to->fd, from->fd, 1) || wrong(to, "the stream does not work", 0);
}

static bool compare_memory(void)
{
	move(&actors[FBY_MEM_FROM], seen, PART, 0);
	for (size_t i = 0; i < PART; i++)
		if (!any[i] && seen[i] != known[i] && seen[i] != maybe[i])
			return wrong(&actors[FBY_MEM_TO], "wrong byte on the card", (long long)i);
	return true;
}

/* Sends a packet that nothing else looks like, and takes out what is in the stream in front of it. */
static bool receive_rest(void)
{
	struct actor *to = &actors[FBY_STREAM_TO], *from = &actors[FBY_STREAM_FROM];
	unsigned char marker[64], *in = from->room;
	bool ended = false, found = false;
	struct fby_call *call;
	int error;
	ssize_t n;

	fby_fill(marker, sizeof(marker), fby_ms());
	fby_set_completion(to->fd, FOREBAY_COMPLETE_IRQ, 0, LONG_MS);
	fby_set_completion(from->fd, FOREBAY_COMPLETE_IRQ, 0, LONG_MS);
	fby_log_sent(&stream, marker, sizeof(marker), sizeof(marker));
	call = fby_call_write(to->fd, marker, sizeof(marker), -1);
	while (!found) {
		uint64_t before = packets_ended(from);

		n = read(from->fd, in, MOST);
		if (n < 0)
			break;
		ended = packets_ended(from) != before;
		fby_log_received(&stream, in, (size_t)n, ended);
		found = ended && n == sizeof(marker) && fby_diff(in, marker, sizeof(marker)) < 0;
	}
	fby_call_end(call, BOUND_MS + LONG_MS, &n, &error);
	return (found && n == sizeof(marker)) || wrong(from, "a packet does not come", error);
}

static bool compare_streams(void)
{
	int piece;

	if (!receive_rest())
		return false;
	piece = fby_log_differ(&stream);
	return piece < 0 || wrong(&actors[FBY_STREAM_FROM], "not what was sent, in read", piece);
}

/* ---- steps ---- */

void fby_play_begin(void)
{
	for (unsigned int i = 0; i < FBY_ACTORS; i++) {
		struct actor *a = &actors[i];

		a->dir = i & 1 ? FBY_C2H : FBY_H2C;
		a->stream = i >= FBY_STREAM_TO;
		a->channel = a->stream ? fby_loop_channel(0) : fby_first(a->dir, false);
		a->fd = fby_open_chan(a->dir, a->channel);
		if (!a->room) {
			a->room = fby_map(MOST + 2 * GUARD);
			a->data = fby_map(MOST);
		}
		memset(a->room, OTHERS, MOST + 2 * GUARD);
	}
	fill_card();
	if (!empty_streams())
		fby_bail("the streams cannot be emptied");
}

void fby_play_end(void)
{
	for (unsigned int i = 0; i < FBY_ACTORS; i++)
		close(actors[i].fd);
}

bool fby_play_start(enum fby_actor who, uint64_t dice)
{
	struct actor *a = &actors[who];
	bool good = fby_play_stop(who) && left_alone(a);

	a->len = 1 + (dice >> 8) % (dice & 1 ? 5000 : MOST - GUARD);
	a->at = a->stream ? 0 : (off_t)((dice >> 32) % (PART - a->len));
	a->limited = !(dice >> 1 & 7);
	a->signalled = false;
	a->reset = false;
	a->faulted = armed;
	a->failures = fby_last_error(a->fd).seq;
	a->packets = packets_ended(a);
	fby_set_completion(a->fd, dice >> 5 & 1, 200, a->limited ? SHORT_MS : LONG_MS);
	memset(a->room, UNTOUCHED, MOST + 2 * GUARD);
	a->buf = a->room + GUARD + (dice >> 20) % GUARD;
	if (a->dir == FBY_H2C) {
		fby_fill(a->data, a->len, dice);
		memcpy(a->buf, a->data, a->len);
		a->call = fby_call_write(a->fd, a->buf, a->len, a->stream ? -1 : a->at);
	} else {
		a->call = fby_call_read(a->fd, a->buf, a->len,
					a->stream ? -1 : (off_t)PART + a->at);
	}
	return good;
}

bool fby_play_stop(enum fby_actor who)
{
	struct actor *a = &actors[who];
	ssize_t n;
	int error;

	if (!a->call)
		return true;
	a->signalled = true;
	fby_call_stop(a->call, SIGUSR1, BOUND_MS, &n, &error);
	return over(a, n, error);
}

bool fby_play_await(enum fby_actor who)
{
	struct actor *a = &actors[who];
	ssize_t n;
	int error;

	if (!a->call || (a->stream && !a->limited))
		return fby_play_stop(who);
	fby_call_end(a->call, BOUND_MS, &n, &error);
	return over(a, n, error);
}

bool fby_play_reopen(enum fby_actor who)
{
	struct actor *a = &actors[who];
	bool good = fby_play_stop(who);

	close(a->fd);
	a->fd = fby_open_chan(a->dir, a->channel);
	return good;
}

void fby_play_fault(uint64_t dice)
{
	static const uint32_t kinds[] = { FBY_KIND(UNSUPPORTED_REQUEST), FBY_KIND(COMPLETER_ABORT) };

	for (unsigned int i = 0; i < FBY_ACTORS; i++)
		actors[i].faulted |= actors[i].call != NULL;
	armed = true;
	fby_fault_arm((struct fby_fault){
		.kind = kinds[dice & 1],
		.skip = (uint32_t)(dice >> 8) % 64, .count = 1 });
}

static bool stop_all(void)
{
	bool good = true;

	for (unsigned int i = 0; i < FBY_ACTORS; i++)
		good &= fby_play_stop(i);
	fby_fault_disarm();
	armed = false;
	return good;
}

bool fby_play_reset(void)
{
	bool good;

	for (unsigned int i = 0; i < FBY_ACTORS; i++)
		actors[i].reset = true;
	if (fby_write_file(fby_pci_path("reset"), "1"))
		fby_bail("reset: %s", strerror(errno));
	good = stop_all();
	fill_card();
	return empty_streams() && good;
}

bool fby_play_settle(void)
{
	bool good = stop_all();

	for (unsigned int i = 0; i < FBY_ACTORS; i++)
		good &= left_alone(&actors[i]);
	return compare_memory() && compare_streams() && good;
}
