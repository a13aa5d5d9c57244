// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: at a rate that the machine can keep up with a program gets every sample for as long as it likes, each number
 * and time in its place, without a drift between them; at one that it cannot, what came and what was lost is what was
 * produced.
 * Catches: a ring that loses its place in the long run; numbers of samples that go round; losses that are not all told.
 *
 *   cap_rate [rate=N] [ms=N] [read] [poll] [overload] [bytes=N] [buffers=N]
 *
 * rate: samples in 2^32 cycles of the card. Prints what was counted, for bench/: on a card by the wall's clock that is
 * the rate of the machine.
 */

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#include "fby_cap.h"
#include "fby_spent.h"
#include "fby_test.h"

/* A 64th of the fastest: what an emulated machine has no trouble with. */
#define USUAL_RATE (FBY_FASTEST / 64)
#define USUAL_MS 500u
#define USUAL_BYTES (1u << 20)
#define USUAL_BUFFERS 16u
#define WAIT_MS 20000u
/* Between two looks whether more will come. */
#define POLL_MS 200
/* Beyond what was asked for. */
#define SPARE_S 240u

/* Waits for the next buffer. False: the burst is over, and none has come. */
static bool await_one(const struct fby_cap *cap)
{
	struct pollfd waits = { .fd = cap->fd, .events = POLLIN };
	uint64_t end = fby_ms() + WAIT_MS;

	while (poll(&waits, 1, POLL_MS) == 0) {
		if (fby_source_await(0) || fby_ms() > end)
			return poll(&waits, 1, 0) > 0;
	}
	return true;
}

/* The next buffer in its place. False: there is none. */
static bool map_one(const struct fby_cap *cap, struct fby_ramp *ramp)
{
	struct forebay_cap_buffer said;

	if (fby_cap_next(cap, 0, &said))
		return false;
	fby_ramp_take(ramp, &said, cap->map + (size_t)said.index * cap->setup.map_bytes);
	return !fby_cap_release(cap, said.index);
}

/* The same by read(2), a buffer a call. */
static bool read_one(const struct fby_cap *cap, struct fby_ramp *ramp, void *into)
{
	struct forebay_cap_buffer said;
	ssize_t got = read(cap->fd, into, cap->setup.bytes);

	if (got <= 0)
		return false;
	if (fby_cap_last(cap, &said))
		fby_bail("FOREBAY_IOC_CAP_LAST: %s", strerror(errno));
	if ((uint32_t)got != said.bytes)
		fby_bail("a read of %zd bytes of a buffer of %u", got, said.bytes);
	fby_ramp_take(ramp, &said, into);
	return true;
}

static void run(struct fby_cap *cap, uint32_t rate, uint64_t ms, void *into, bool overload)
{
	unsigned __int128 cycles_of_it = (unsigned __int128)ms * fby_reg(FOREBAY_USER_STATUS_CLOCK_KHZ);
	uint64_t samples = (uint64_t)(cycles_of_it * rate >> 32);
	struct fby_ramp ramp = { .rate = rate };
	struct fby_account account;
	struct fby_spent began, ended;

	fby_is(fby_cap_start(cap), 0, "it starts");
	began = fby_spent_now();
	fby_source_start(rate, 0, samples);
	while (ramp.number < samples && await_one(cap) && (into ? read_one(cap, &ramp, into) : map_one(cap, &ramp)))
		;
	fby_ok(fby_source_await(WAIT_MS), "the source is through");
	ended = fby_spent_now();
	account = fby_account();
	fby_cap_stop(cap);
	while (ramp.kept < account.kept && map_one(cap, &ramp))
		;
	fby_ramp_good(&ramp, "in the long run");
	fby_is((long long)account.produced, (long long)samples, "so many were produced");
	fby_is((long long)ramp.kept, (long long)account.kept, "all that was kept has come");
	fby_is((long long)(account.kept + account.lost), (long long)account.produced, "what was lost is the rest");
	fby_ok(ramp.lost <= account.lost, "no more was told to be lost");
	if (overload)
		fby_ok(account.lost > 0 && ramp.gaps > 0, "it was too much: %llu lost in %llu gaps",
		       (unsigned long long)account.lost, (unsigned long long)ramp.gaps);
	fby_spent_note(into ? "read" : cap->setup.flags & FOREBAY_CAP_POLL ? "poll" : "map", rate, &account, ramp.lost, ramp.gaps,
		       &began, &ended, cap->setup.bytes);
}

int main(int argc, char **argv)
{
	uint32_t rate = (uint32_t)fby_arg(argc, argv, "rate=", USUAL_RATE);
	uint32_t bytes = (uint32_t)fby_arg(argc, argv, "bytes=", USUAL_BYTES);
	uint32_t buffers = (uint32_t)fby_arg(argc, argv, "buffers=", USUAL_BUFFERS);
	uint64_t ms = fby_arg(argc, argv, "ms=", USUAL_MS);
	bool reads = fby_has_arg(argc, argv, "read");
	struct fby_cap cap;
	void *into;

	fby_begin("at a rate that can be kept up with every sample comes", (unsigned int)(ms / 1000) + SPARE_S);
	into = fby_map(bytes);
	cap = fby_cap_open(buffers, bytes, fby_has_arg(argc, argv, "poll") ? FOREBAY_CAP_POLL : 0, FOREBAY_CAP_GAP);
	fby_cap_map(&cap);
	run(&cap, rate, ms, reads ? into : NULL, fby_has_arg(argc, argv, "overload"));
	fby_cap_close(&cap);
	return fby_done();
}
