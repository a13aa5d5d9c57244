// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: a transfer that is stopped in its middle, by a time-out or a signal, returns exactly the
 * bytes that have arrived: on a stream the receiver gets these and no other, and the packet ends
 * with them; in memory nothing behind them has changed.
 * Catches: counts of descriptors that were begun (#353; dma.md 1.5: partial byte count), bytes of a
 * cut packet that lead the next one.
 */

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "fby_buffer.h"
#include "fby_card.h"
#include "fby_child.h"
#include "fby_stream.h"
#include "fby_test.h"

#define MIB ((size_t)1 << 20)
#define BOUND_MS 30000u
#define LIMIT_MS 300u

static void nothing(int sig)
{
	(void)sig;
}

/* One stream whose reader is not there: a write that cannot end. */
struct stuck {
	int to, from;
	const unsigned char *data;
	size_t len;
	ssize_t n;
	int error;
};

static void by_time_out(struct stuck *s)
{
	fby_set_completion(s->to, FOREBAY_COMPLETE_IRQ, 0, LIMIT_MS);
	s->n = write(s->to, s->data, s->len);
	s->error = errno;
}

static void by_signal(struct stuck *s)
{
	struct fby_call *call;

	fby_set_completion(s->to, FOREBAY_COMPLETE_POLL, 1000, 60000);
	call = fby_call_write(s->to, s->data, s->len, -1);
	if (!fby_call_waits(call))
		fby_note("the write does not wait");
	fby_call_signal(call, SIGUSR1);
	fby_call_end(call, BOUND_MS, &s->n, &s->error);
}

/*
 * Everything that comes out is one packet of the bytes that the write has counted; the next packet
 * is the next packet.
 */
static void compare(struct stuck *s, unsigned int channel, const char *what)
{
	unsigned char *in = fby_xmalloc(s->len), *next = fby_xmalloc(5000), got[5000];
	size_t lens[] = { 5000 };
	struct fby_sender *sender;
	ssize_t n;

	memset(in, 0, s->len);
	fby_fill(next, 5000, 77);
	if (!fby_ok(s->n > 0 && s->n < (ssize_t)s->len, "h2c_%u, %s: the write is cut (%zd, %s)",
		    channel, what, s->n, s->n < 0 ? fby_errno_name(s->error) : "count"))
		return;
	sender = fby_send(s->to, next, lens, 1);
	n = read(s->from, in, s->len);
	fby_is(n, s->n, "the receiver gets as many bytes in one packet as the write has counted");
	fby_is(n > 0 ? fby_diff(in, s->data, (size_t)n) : 0, -1, "and these");
	n = read(s->from, got, sizeof(got));
	fby_is(n, 5000, "the next packet is the next");
	fby_is(fby_diff(got, next, sizeof(got)), -1, "with its own bytes");
	fby_ok(fby_sent(sender), "sent whole");
	free(in);
	free(next);
}

static void stuck_write(unsigned int channel, const unsigned char *data, size_t len,
			void (*stop)(struct stuck *), const char *what)
{
	struct stuck s = { .data = data, .len = len };

	s.to = fby_open_chan(FBY_H2C, channel);
	s.from = fby_open_chan(FBY_C2H, channel);
	stop(&s);
	fby_set_completion(s.to, FOREBAY_COMPLETE_IRQ, 0, 60000);
	fby_set_completion(s.from, FOREBAY_COMPLETE_IRQ, 0, 10000);
	compare(&s, channel, what);
	close(s.to);
	close(s.from);
}

static void stuck_writes(unsigned int channel)
{
	unsigned char *pages = fby_scattered(MIB / FBY_PAGE), *huge = fby_contiguous();

	fby_fill(pages, MIB, channel);
	stuck_write(channel, pages, MIB, by_time_out, "scattered pages, a time-out");
	stuck_write(channel, pages + 1, MIB - 100, by_signal, "odd address, a signal");
	if (!huge) {
		fby_note("no huge page");
		return;
	}
	fby_fill(huge, MIB, channel + 1);
	stuck_write(channel, huge, MIB, by_time_out, "one huge page, a time-out");
	stuck_write(channel, huge + 3, MIB - 3, by_signal, "odd address in it, a signal");
}

/* ---- signals at any moment ---- */

#define TOTAL (2 * MIB)
/* Short enough for its pages to be pinned between two signals. */
#define PIECE (32 * FBY_PAGE)
#define SHOWER_US 5000u
#define MOST_CALLS 8192u

/** struct series - What a row of calls returned, until all bytes were moved. */
struct series {
	int fd;
	unsigned char *at;
	size_t piece, done, counts[MOST_CALLS];
	unsigned int calls, cut;
	bool writing;
};

static void *move_all(void *arg)
{
	struct series *s = arg;

	while (s->done < TOTAL && s->calls < MOST_CALLS) {
		size_t want = TOTAL - s->done < s->piece ? TOTAL - s->done : s->piece;
		ssize_t n = s->writing ? write(s->fd, s->at + s->done, want) :
					 read(s->fd, s->at + s->done, want);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0) {
			fby_note("after %zu bytes: %s", s->done, strerror(errno));
			break;
		}
		s->cut += (size_t)n < want;
		s->counts[s->calls++] = (size_t)n;
		s->done += (size_t)n;
	}
	return NULL;
}

static struct series *series(int fd, size_t piece, bool writing)
{
	struct series *s = fby_xmalloc(sizeof(*s));

	*s = (struct series){ .fd = fd, .at = fby_map(TOTAL), .piece = piece, .writing = writing };
	return s;
}

/* From one signal to the next: a call gets to its first bytes, and not always to its last. */
static unsigned int shower_us = SHOWER_US;

static uint64_t now_us(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

/* A simulated card may take longer for a call that nobody disturbs. */
static void measure(void)
{
	int to = fby_open_chan(FBY_H2C, fby_first(FBY_H2C, false));
	unsigned char *piece = fby_scattered(PIECE / FBY_PAGE);
	uint64_t begin = now_us(), took;

	if (pwrite(to, piece, PIECE, 0) != PIECE)
		fby_bail("a write to measure: %s", strerror(errno));
	took = now_us() - begin;
	if (took > SHOWER_US)
		shower_us = (unsigned int)took;
	fby_note("a call takes %u us, a signal comes every %u us", (unsigned int)took, shower_us);
	close(to);
}

static void shower(bool on)
{
	struct timeval us = { on ? shower_us / 1000000 : 0, on ? shower_us % 1000000 : 0 };
	struct itimerval every = { us, us };

	setitimer(ITIMER_REAL, &every, NULL);
}

/* Runs @calm in a thread that gets no signals and @wet here, where it rains them. */
static void under_signals(struct series *calm, struct series *wet)
{
	sigset_t alarm, old;
	pthread_t thread;

	sigemptyset(&alarm);
	sigaddset(&alarm, SIGALRM);
	pthread_sigmask(SIG_BLOCK, &alarm, &old);
	if (calm && pthread_create(&thread, NULL, move_all, calm))
		fby_bail("no thread");
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	shower(true);
	move_all(wet);
	shower(false);
	if (calm)
		pthread_join(thread, NULL);
}

/* Every cut write is a packet of its own, as long as it says. */
static void cut_writes(unsigned int channel)
{
	struct series *to = series(fby_open_chan(FBY_H2C, channel), PIECE, true);
	struct series *from = series(fby_open_chan(FBY_C2H, channel), TOTAL, false);

	fby_fill(to->at, TOTAL, 31);
	under_signals(from, to);
	fby_note("%u of %u writes were cut", to->cut, to->calls);
	fby_is((long long)to->done, TOTAL, "h2c_%u: writes under signals count all bytes", channel);
	fby_ok(from->calls == to->calls &&
		       !memcmp(from->counts, to->counts, to->calls * sizeof(to->counts[0])),
	       "each arrives as a packet of as many bytes (%u writes, %u packets)", to->calls,
	       from->calls);
	fby_is(fby_diff(from->at, to->at, TOTAL), -1, "as they were sent");
	close(to->fd);
	close(from->fd);
	free(to);
	free(from);
}

/* A read that is cut leaves the rest of its packet to the next. */
static void cut_reads(unsigned int channel)
{
	struct series *to = series(fby_open_chan(FBY_H2C, channel), TOTAL, true);
	struct series *from = series(fby_open_chan(FBY_C2H, channel), PIECE, false);

	fby_fill(to->at, TOTAL, 32);
	under_signals(to, from);
	fby_note("%u of %u reads were cut", from->cut, from->calls);
	fby_is((long long)from->done, TOTAL, "c2h_%u: reads under signals count all bytes", channel);
	fby_is(fby_diff(from->at, to->at, TOTAL), -1, "as they were sent");
	close(to->fd);
	close(from->fd);
	free(to);
	free(from);
}

/* ---- memory ---- */

/*
 * Memory is full of one byte, calls bring another one and are cut: exactly what is counted has the
 * new one.
 */
static void cut_in_memory(bool writing)
{
	unsigned int to_chan = fby_first(FBY_H2C, false), from_chan = fby_first(FBY_C2H, false);
	int to = fby_open_chan(FBY_H2C, to_chan), from = fby_open_chan(FBY_C2H, from_chan);
	size_t len = fby_mem_bytes() / 2;
	unsigned char *buf = fby_scattered(len / FBY_PAGE), *back = fby_map(len);
	unsigned int cut = 0, none = 0, wrong = 0;

	for (unsigned int i = 0; i < 30; i++) {
		unsigned char old = (unsigned char)(2 * i), new = (unsigned char)(2 * i + 1);
		unsigned char *landed = writing ? back : buf;
		size_t done;
		ssize_t n;

		memset(back, writing ? old : new, len);
		if (pwrite(to, back, len, 0) != (ssize_t)len)
			fby_bail("filling the card: %s", strerror(errno));
		memset(buf, writing ? new : old, len);
		shower(true);
		n = writing ? pwrite(to, buf, len, 0) : pread(from, buf, len, 0);
		shower(false);
		done = n < 0 ? 0 : (size_t)n;
		none += !done;
		cut += done && done < len;
		if (writing && pread(from, back, len, 0) != (ssize_t)len)
			fby_bail("reading back: %s", strerror(errno));
		if (fby_diff_byte(landed, new, done) >= 0 ||
		    fby_diff_byte(landed + done, old, len - done) >= 0) {
			fby_note("of %zu bytes counted, the new ones end elsewhere", done);
			wrong++;
		}
	}
	fby_note("%u of 30 calls were cut, %u before their first byte", cut, none);
	fby_is(wrong, 0, "%s: what is counted has moved, and no byte behind it",
	       writing ? "writes to the card's memory" : "reads of it");
	close(to);
	close(from);
}

int main(int argc, char **argv)
{
	static const int signals[] = { SIGUSR1, SIGALRM };
	struct sigaction act = { .sa_handler = nothing };

	(void)argc;
	(void)argv;
	fby_begin("a transfer that is stopped counts exactly what has arrived", 280);
	if (!fby_loop_pairs())
		fby_skip_all("this card has no loopback stream");
	for (unsigned int i = 0; i < 2; i++)
		sigaction(signals[i], &act, NULL);
	for (unsigned int i = 0; i < fby_loop_pairs(); i++)
		stuck_writes(fby_loop_channel(i));
	measure();
	cut_writes(fby_loop_channel(0));
	cut_reads(fby_loop_channel(0));
	cut_in_memory(true);
	cut_in_memory(false);
	fby_still_works("being stopped");
	return fby_done();
}
