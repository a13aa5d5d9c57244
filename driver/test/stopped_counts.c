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
#include <sys/mman.h>
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
/* Data of a write that has been taken when its first bytes are in the stream. */
#define FEW_BEATS 64u

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
	uint64_t beats, end = fby_ms() + BOUND_MS;
	struct fby_call *call;

	fby_set_completion(s->to, FOREBAY_COMPLETE_POLL, 1000, 60000);
	beats = fby_counter(FOREBAY_USER_COUNTER_H2C_BEATS_INDEX);
	call = fby_call_write(s->to, s->data, s->len, -1);
	/* A busy machine may have it wait before its first byte has gone. */
	while (fby_counter(FOREBAY_USER_COUNTER_H2C_BEATS_INDEX) < beats + FEW_BEATS &&
	       fby_ms() < end)
		;
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

/* ---- signals in the middle ---- */

#define MOST_CALLS 8192u

static uint64_t now_us(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

/*
 * struct aim - When a signal is to come so that it finds a call in its middle: later than one that
 * came before the first byte, earlier than one that came too late, in ever smaller steps.
 */
struct aim {
	uint64_t delay_us, step_us, least_us;
};

/*
 * Whether so many calls were cut. The RTL takes its time, so a signal that is aimed finds the
 * middle of a call; the other card is at times done before a busy machine delivers any.
 */
static bool cut_enough(unsigned int cut, unsigned int want)
{
	bool modelled = fby_reg(FOREBAY_USER_STATUS_BASE + FOREBAY_USER_STATUS_CARD_KIND) &
			FOREBAY_USER_STATUS_CARD_KIND_MODELLED;

	if (cut < want && modelled)
		fby_note("too fast a card for signals to find the middle of a call this time");
	return cut >= want || modelled;
}

/* For calls that take about so long. */
static struct aim aim_at(uint64_t us)
{
	return (struct aim){ us / 2 + 1, us / 4 + 1, us / 64 + 1 };
}

static void shoot(const struct aim *aim)
{
	struct itimerval once = { .it_value = { (time_t)(aim->delay_us / 1000000),
						(suseconds_t)(aim->delay_us % 1000000) } };

	setitimer(ITIMER_REAL, &once, NULL);
}

/* Sees what came of it. No signal comes any more. */
static void correct(struct aim *aim, size_t done, size_t want)
{
	struct itimerval never = { 0 };

	setitimer(ITIMER_REAL, &never, NULL);
	if (!done)
		aim->delay_us += aim->step_us;
	else if (done == want)
		aim->delay_us -= aim->delay_us > aim->step_us ? aim->step_us : 0;
	if (aim->step_us > 2 * aim->least_us)
		aim->step_us /= 2;
}

/** struct series - What a row of calls returned, until all bytes were moved. */
struct series {
	int fd;
	unsigned char *at;
	size_t want, done, counts[MOST_CALLS];
	unsigned int calls, cut;
	bool writing;
	/* Of signals to each call; NULL for none. */
	struct aim *aim;
};

/* Bytes that a row of calls moves, and one of them: long enough for a signal to find its middle. */
static size_t total, piece;

static void *move_all(void *arg)
{
	struct series *s = arg;

	while (s->done < total && s->calls < MOST_CALLS) {
		size_t want = total - s->done < s->want ? total - s->done : s->want;
		ssize_t n;

		if (s->aim)
			shoot(s->aim);
		n = s->writing ? write(s->fd, s->at + s->done, want) :
				 read(s->fd, s->at + s->done, want);
		if (s->aim)
			correct(s->aim, n < 0 ? 0 : (size_t)n, want);
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

static struct series *series(int fd, size_t want, bool writing, struct aim *aim)
{
	struct series *s = fby_xmalloc(sizeof(*s));

	*s = (struct series){
		.fd = fd, .at = fby_map(total), .want = want, .writing = writing, .aim = aim
	};
	return s;
}

static void end_series(struct series *s)
{
	munmap(s->at, total);
	close(s->fd);
	free(s);
}

/* A simulated card takes its time, which is that of a call that nobody disturbs. */
static struct aim measure(void)
{
	int to = fby_open_chan(FBY_H2C, fby_first(FBY_H2C, false));
	unsigned char *data = fby_scattered(piece / FBY_PAGE);
	uint64_t begin = now_us();

	if (pwrite(to, data, piece, 0) != (ssize_t)piece)
		fby_bail("a write to measure: %s", strerror(errno));
	close(to);
	return aim_at(now_us() - begin);
}

/* Runs @calm in a thread that gets no signals and @wet here, where they come. */
static void under_signals(struct series *calm, struct series *wet)
{
	sigset_t alarm, old;
	pthread_t thread;

	sigemptyset(&alarm);
	sigaddset(&alarm, SIGALRM);
	pthread_sigmask(SIG_BLOCK, &alarm, &old);
	if (pthread_create(&thread, NULL, move_all, calm))
		fby_bail("no thread");
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	move_all(wet);
	pthread_join(thread, NULL);
}

/* Every cut write is a packet of its own, as long as it says. */
static void cut_writes(unsigned int channel)
{
	struct aim aim = measure();
	struct series *to = series(fby_open_chan(FBY_H2C, channel), piece, true, &aim);
	struct series *from = series(fby_open_chan(FBY_C2H, channel), total, false, NULL);

	fby_fill(to->at, total, 31);
	under_signals(from, to);
	fby_ok(cut_enough(to->cut, 1), "h2c_%u: %u of %u writes were cut in their middle", channel, to->cut,
	       to->calls);
	fby_is((long long)to->done, (long long)total, "they count all bytes");
	fby_ok(from->calls == to->calls &&
		       !memcmp(from->counts, to->counts, to->calls * sizeof(to->counts[0])),
	       "each arrives as a packet of as many bytes (%u writes, %u packets)", to->calls,
	       from->calls);
	fby_is(fby_diff(from->at, to->at, total), -1, "as they were sent");
	end_series(to);
	end_series(from);
}

/* A read that is cut leaves the rest of its packet to the next. */
static void cut_reads(unsigned int channel)
{
	struct aim aim = measure();
	struct series *to = series(fby_open_chan(FBY_H2C, channel), total, true, NULL);
	struct series *from = series(fby_open_chan(FBY_C2H, channel), piece, false, &aim);

	fby_fill(to->at, total, 32);
	under_signals(to, from);
	fby_ok(cut_enough(from->cut, 1), "c2h_%u: %u of %u reads were cut in their middle", channel, from->cut,
	       from->calls);
	fby_is((long long)from->done, (long long)total, "they count all bytes");
	fby_is(fby_diff(from->at, to->at, total), -1, "as they were sent");
	end_series(to);
	end_series(from);
}

/* ---- memory ---- */

/* Calls that are to be cut in their middle, and calls that are made for it at least and at most. */
#define CUTS 3u
#define LEAST_TRIES 12u
#define MOST_TRIES 200u

/*
 * Memory is full of one byte, calls bring another one and are cut: exactly what is counted has the
 * new one.
 */
static void cut_in_memory(bool writing)
{
	unsigned int to_chan = fby_first(FBY_H2C, false), from_chan = fby_first(FBY_C2H, false);
	int to = fby_open_chan(FBY_H2C, to_chan), from = fby_open_chan(FBY_C2H, from_chan);
	size_t len = fby_work_bytes() / 2;
	unsigned char *buf = fby_scattered(len / FBY_PAGE), *back = fby_map(len);
	unsigned int cut = 0, wrong = 0, tries;
	struct aim aim = { 0 };

	for (tries = 0; tries < LEAST_TRIES || (cut < CUTS && tries < MOST_TRIES); tries++) {
		unsigned char old = (unsigned char)(2 * tries), new = old + 1;
		unsigned char *landed = writing ? back : buf;
		uint64_t begin;
		size_t done;
		ssize_t n;

		memset(back, writing ? old : new, len);
		if (pwrite(to, back, len, 0) != (ssize_t)len)
			fby_bail("filling the card: %s", strerror(errno));
		memset(buf, writing ? new : old, len);
		begin = now_us();
		if (tries)
			shoot(&aim);
		n = writing ? pwrite(to, buf, len, 0) : pread(from, buf, len, 0);
		done = n < 0 ? 0 : (size_t)n;
		/* The first call is left alone. */
		if (tries)
			correct(&aim, done, len);
		else
			aim = aim_at(now_us() - begin);
		cut += done && done < len;
		if (writing && pread(from, back, len, 0) != (ssize_t)len)
			fby_bail("reading back: %s", strerror(errno));
		if (fby_diff_byte(landed, new, done) >= 0 ||
		    fby_diff_byte(landed + done, old, len - done) >= 0) {
			fby_note("of %zu bytes counted, the new ones end elsewhere", done);
			wrong++;
		}
	}
	fby_ok(cut_enough(cut, CUTS), "%u of %u calls were cut in their middle", cut, tries);
	fby_is(wrong, 0, "%s: what is counted has moved, and no byte behind it",
	       writing ? "writes to the card's memory" : "reads of it");
	munmap(back, len);
	close(to);
	close(from);
}

int main(int argc, char **argv)
{
	static const int signals[] = { SIGUSR1, SIGALRM };
	struct sigaction act = { .sa_handler = nothing };

	total = fby_has_arg(argc, argv, "quick") ? 2 * MIB : 24 * MIB;
	piece = fby_has_arg(argc, argv, "quick") ? MIB / 8 : MIB;
	fby_begin("a transfer that is stopped counts exactly what has arrived", 280);
	if (!fby_loop_pairs())
		fby_skip_all("this card has no loopback stream");
	for (unsigned int i = 0; i < 2; i++)
		sigaction(signals[i], &act, NULL);
	for (unsigned int i = 0; i < fby_loop_pairs(); i++)
		stuck_writes(fby_loop_channel(i));
	cut_writes(fby_loop_channel(0));
	cut_reads(fby_loop_channel(0));
	cut_in_memory(true);
	cut_in_memory(false);
	fby_still_works("being stopped");
	return fby_done();
}
