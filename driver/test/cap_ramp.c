// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: a stream of samples goes into buffers without a gap, and a program gets it whole: by read(2), or where the card
 * has put it, by interrupt and by polling, buffers given back in any order, with the time of each.
 * Catches: a ring that stops when it has come round once; samples lost between two buffers, or times that are those of
 * another buffer; a read that jumps from one buffer into the next.
 */

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#include "fby_cap.h"
#include "fby_test.h"

#define BUFFERS 40u
#define BYTES 16384u
/* Simulated RTL is slow. */
#define QUICK_BYTES 1024u
/*
 * What fits into the buffers that the card has at once: a machine that stands still meanwhile loses nothing of it. So many
 * bursts that the ring comes round.
 */
#define BURST (16ull * bytes / FBY_SAMPLE - 100)
#define BURSTS 6u
#define RATE FBY_FASTEST
#define WAIT_MS 20000u
/* Of buffers that the program keeps, to give them back in another order. */
#define KEPT 5u

static uint32_t bytes = BYTES;
static unsigned int count;

/* Gives back what it has kept, last first. */
static bool give_back(const struct fby_cap *cap, uint32_t *kept)
{
	bool good = true;

	while (count)
		good &= !fby_cap_release(cap, kept[--count]);
	return good;
}

/* Sequence numbers go on over bursts; samples and times begin anew. */
static struct fby_ramp begin(uint32_t sequence)
{
	fby_source_start(RATE, 0, BURST);
	return (struct fby_ramp){ .rate = RATE, .sequence = sequence };
}

/* Everything of a burst has come. */
static void arrived(const struct fby_cap *cap, const struct fby_ramp *ramp, const char *how)
{
	struct forebay_cap_buffer said;
	struct fby_account account;

	fby_ok(fby_source_await(WAIT_MS), "%s: the source is through", how);
	account = fby_account();
	fby_ramp_good(ramp, how);
	fby_ok(account.produced == BURST && account.kept == BURST && ramp->kept == BURST && !ramp->lost,
	       "%s: all samples have come, and none was lost", how);
	fby_fails(fby_cap_next(cap, 0, &said), EAGAIN, "%s: and no more", how);
}

static void ended(const struct fby_cap *cap, uint32_t buffers, const char *how)
{
	struct forebay_cap_stats stats;
	struct forebay_cap_buffer said;

	fby_is(fby_cap_stats(cap).flags, FOREBAY_CAP_RUNS, "%s: it runs", how);
	fby_is(fby_cap_stop(cap), 0, "%s: it stops", how);
	fby_fails(fby_cap_next(cap, WAIT_MS, &said), ENODATA, "%s: then nothing will come: ENODATA", how);
	stats = fby_cap_stats(cap);
	fby_is((long long)stats.bytes, (long long)(BURSTS * BURST * FBY_SAMPLE), "%s: bytes are counted", how);
	fby_is((long long)stats.buffers, buffers, "%s: and buffers", how);
	if (cap->setup.flags & FOREBAY_CAP_POLL)
		fby_is((long long)stats.interrupts, 0, "%s: no interrupt", how);
	else
		fby_ok(stats.interrupts > 0, "%s: interrupts (%llu)", how, (unsigned long long)stats.interrupts);
	fby_is(stats.armed + stats.full + stats.taken + stats.exported + stats.errors + stats.flags, 0,
	       "%s: nothing is armed, full, taken", how);
}

static bool follow(const struct fby_cap *cap, struct fby_ramp *ramp)
{
	struct forebay_cap_buffer said;
	uint32_t kept[KEPT];
	bool good = true;

	while (ramp->kept < BURST && !fby_cap_next(cap, WAIT_MS, &said)) {
		fby_ramp_take(ramp, &said, cap->map + (size_t)said.index * cap->setup.map_bytes);
		kept[count++] = said.index;
		if (count == KEPT)
			good &= give_back(cap, kept);
	}
	return give_back(cap, kept) && good;
}

static void mapped(uint32_t flags, const char *how)
{
	struct fby_cap cap = fby_cap_open(BUFFERS, bytes, flags, FOREBAY_CAP_GAP);
	struct fby_ramp ramp = { 0 };
	bool good = true;

	fby_cap_map(&cap);
	fby_is(fby_cap_start(&cap), 0, "%s: it starts", how);
	for (unsigned int burst = 0; burst < BURSTS; burst++) {
		ramp = begin(ramp.sequence);
		good &= follow(&cap, &ramp);
		arrived(&cap, &ramp, how);
	}
	fby_ok(good, "%s: each buffer can be given back, last first", how);
	ended(&cap, ramp.sequence, how);
	fby_cap_close(&cap);
}

/* Of a read: how much of its buffer was read, and how often that was left too early. */
struct reads {
	struct forebay_cap_buffer said;
	uint32_t at, jumps;
	bool polled;
	unsigned char piece[BYTES + 4];
};

static bool read_piece(const struct fby_cap *cap, bool nonblock, struct fby_ramp *ramp, struct reads *reads)
{
	struct pollfd waits = { .fd = cap->fd, .events = POLLIN };
	/* Whole samples, so that each piece is checked by itself; one is longer than a buffer. */
	size_t want = ramp->buffers % 3 ? 4 * 1021 : sizeof(reads->piece);
	struct forebay_cap_buffer now;
	ssize_t n;

	if (nonblock)
		reads->polled &= poll(&waits, 1, WAIT_MS) == 1 && waits.revents == POLLIN;
	n = read(cap->fd, reads->piece, want);
	if (n <= 0 || fby_cap_last(cap, &now))
		return false;
	if (now.sequence != reads->said.sequence) {
		reads->jumps += reads->at != reads->said.bytes;
		reads->said = now;
		reads->at = 0;
		now.bytes = (uint32_t)n;
		fby_ramp_take(ramp, &now, reads->piece);
	} else {
		fby_ramp_bytes(ramp, reads->piece, (size_t)n);
	}
	reads->at += (uint32_t)n;
	return true;
}

/* Reads in pieces of an odd length, and asks each time which buffer it is. */
static void read_in_pieces(bool nonblock, const char *how)
{
	struct fby_cap cap = fby_cap_open(BUFFERS, bytes, 0, FOREBAY_CAP_GAP);
	struct reads reads = { .said = { .sequence = UINT32_MAX }, .polled = true };
	struct pollfd waits = { .fd = cap.fd, .events = POLLIN };
	struct fby_ramp ramp = { 0 };
	unsigned char byte;

	fby_fails(fby_cap_last(&cap, &reads.said), ENODATA, "%s: nothing was read yet", how);
	fby_is(read(cap.fd, &byte, 1), 0, "%s: nothing will come: 0", how);
	fby_is(poll(&waits, 1, 0), 1, "%s: poll says so", how);
	fby_is(waits.revents, POLLHUP, "%s: with POLLHUP", how);
	if (nonblock)
		fcntl(cap.fd, F_SETFL, O_NONBLOCK);
	fby_is(fby_cap_start(&cap), 0, "%s: it starts", how);
	fby_is(poll(&waits, 1, 0), 0, "%s: nothing has come yet", how);
	if (nonblock)
		fby_fails(read(cap.fd, &byte, 1), EAGAIN, "%s: EAGAIN", how);
	for (unsigned int burst = 0; burst < BURSTS; burst++) {
		ramp = begin(ramp.sequence);
		while (ramp.kept < BURST && read_piece(&cap, nonblock, &ramp, &reads))
			;
		arrived(&cap, &ramp, how);
	}
	fby_is(reads.jumps, 0, "%s: no read goes on into the next buffer", how);
	fby_ok(reads.polled, "%s: poll says when there is something", how);
	ended(&cap, ramp.sequence, how);
	fby_is(read(cap.fd, &byte, 1), 0, "%s: read says so by 0", how);
	fby_cap_close(&cap);
}

/* Packets end buffers, or follow each other in them. */
static void packets(uint32_t flags, const char *how)
{
	/* Whole beats: a buffer that begins within one would have the time of all of it. */
	const uint32_t packet = bytes / FBY_SAMPLE - 32;
	const uint64_t samples = 10ull * packet;
	struct fby_cap cap = fby_cap_open(BUFFERS, bytes, flags, FOREBAY_CAP_GAP);
	struct fby_ramp ramp = { .rate = RATE };
	struct forebay_cap_buffer said;
	uint32_t ends = 0, bursts = 0, full = 0;

	fby_cap_map(&cap);
	fby_is(fby_cap_start(&cap), 0, "%s: it starts", how);
	fby_source_start(RATE, packet, samples);
	while (ramp.kept < samples && !fby_cap_next(&cap, WAIT_MS, &said)) {
		fby_ramp_take(&ramp, &said, cap.map + (size_t)said.index * cap.setup.map_bytes);
		ends += !!(said.flags & FOREBAY_CAP_EOP);
		bursts += !!(said.flags & FOREBAY_CAP_EOB);
		full += said.bytes == bytes;
		fby_cap_release(&cap, said.index);
	}
	fby_ramp_good(&ramp, how);
	fby_is(ends, flags ? samples * FBY_SAMPLE % bytes ? 1 : 0 : 10, "%s: buffers that end with a packet", how);
	fby_is(full, flags ? samples * FBY_SAMPLE / bytes : 0, "%s: full ones", how);
	fby_is(bursts, 1, "%s: one ends the burst", how);
	fby_is(fby_cap_stop(&cap), 0, "%s: it stops", how);
	fby_cap_close(&cap);
}

/* Takes all that is full. Returns how many buffers were cut. */
static uint32_t take_full(const struct fby_cap *cap, struct fby_ramp *ramp)
{
	struct forebay_cap_buffer said;
	uint32_t cut = 0;

	while (!fby_cap_next(cap, 0, &said)) {
		fby_ramp_take(ramp, &said, cap->map + (size_t)said.index * cap->setup.map_bytes);
		cut += !!(said.flags & FOREBAY_CAP_STOPPED);
		fby_cap_release(cap, said.index);
	}
	return cut;
}

/* What a stop cuts is told, and the next run goes on with the same stream. */
static void stopped(void)
{
	struct fby_cap cap = fby_cap_open(BUFFERS, bytes, 0, FOREBAY_CAP_GAP);
	struct fby_ramp ramp = { .rate = RATE / 256 };
	struct forebay_cap_buffer said;
	uint32_t cut = 0, runs = 0;
	bool good = true;

	fby_cap_map(&cap);
	fby_source_start(ramp.rate, 0, 8 * BURST);
	do {
		/* What the source has kept is in the card, or comes yet. */
		ramp.sequence = 0;
		good &= !fby_cap_start(&cap) && !fby_cap_next(&cap, WAIT_MS, &said) && !fby_cap_stop(&cap);
		fby_ramp_take(&ramp, &said, cap.map + (size_t)said.index * cap.setup.map_bytes);
		fby_cap_release(&cap, said.index);
		cut += take_full(&cap, &ramp);
		runs++;
	} while (good && (!fby_source_await(0) || ramp.kept < fby_account().kept));
	fby_ok(good, "it starts and stops, %u times", runs);
	fby_ok(cut > 0, "stops have cut %u buffers", cut);
	fby_is((long long)ramp.kept, (long long)fby_account().kept, "over stops and starts: all that was kept has come");
	fby_ok(ramp.lost <= fby_account().lost, "over stops and starts: no more is told to be lost than was");
	fby_ramp_good(&ramp, "over stops and starts");
	fby_cap_close(&cap);
}

int main(int argc, char **argv)
{
	bool quick = fby_has_arg(argc, argv, "quick");

	bytes = quick ? QUICK_BYTES : BYTES;
	fby_begin("a stream goes into buffers without a gap, and comes out whole", 240);
	mapped(0, "mapped");
	packets(0, "a packet a buffer");
	if (quick)
		return fby_done();
	packets(FOREBAY_CAP_THROUGH, "packets follow each other");
	mapped(FOREBAY_CAP_POLL, "by polling");
	read_in_pieces(false, "read");
	read_in_pieces(true, "read without blocking");
	stopped();
	return fby_done();
}
