// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: whatever is done to calls on memory-mapped channels and streams at whatever moment
 * (signals, time-outs, files closed and opened again, failing accesses, resets of the card), every
 * count is exact, every byte is where it is counted and no other has changed, every call that did
 * not get all has its cause, and the channels work.
 * Catches: what only a mixture shows: counts, causes and bytes of one call in the next.
 *
 * Arguments: schedules=N (30), seed=N (1), quick (8 schedules). A failure prints its seed, and the
 * shortest beginning of its schedule that fails as well.
 */

#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "fby_card.h"
#include "fby_fault.h"
#include "fby_player.h"
#include "fby_stream.h"
#include "fby_test.h"

#define STEPS 40u
/* Of so many; the rest of the table begins a call. */
#define SIDES 32u
#define MOST_YIELDS 400u

static void nothing(int sig)
{
	(void)sig;
}

/* Moments are part of a schedule as far as they can be told. */
static void let_pass(uint64_t dice)
{
	for (uint64_t i = dice % MOST_YIELDS; i; i--)
		sched_yield();
}

static bool step(uint64_t dice, bool tell)
{
	static const char *const names[] = { "reset", "fault", "reopen", "stop", "await", "start" };
	static const unsigned int below[] = { 1, 4, 6, 12, 18, SIDES };
	enum fby_actor who = (dice >> 5) % FBY_ACTORS;
	unsigned int what = 0;

	while (dice % SIDES >= below[what])
		what++;
	if (tell)
		fby_note("%s, channel %u, 0x%llx", names[what], who, (unsigned long long)dice);
	switch (what) {
	case 0:
		return fby_play_reset();
	case 1:
		fby_play_fault(dice >> 8);
		return true;
	case 2:
		return fby_play_reopen(who);
	case 3:
		return fby_play_stop(who);
	case 4:
		return fby_play_await(who);
	default:
		return fby_play_start(who, dice >> 7);
	}
}

static bool play(uint64_t seed, unsigned int steps, bool tell)
{
	uint64_t state = seed * 2 + 1;
	bool good = true;

	fby_play_begin();
	for (unsigned int i = 0; good && i < steps; i++) {
		good = step(fby_rand(&state), tell);
		let_pass(fby_rand(&state));
	}
	good = fby_play_settle() && good;
	fby_play_end();
	return good;
}

/* The shortest beginning that fails too; moments differ, so it need not be found. */
static void shorten(uint64_t seed)
{
	for (unsigned int steps = 1; steps <= STEPS; steps++) {
		if (play(seed, steps, false))
			continue;
		fby_note("seed=%llu fails within %u steps:", (unsigned long long)seed, steps);
		play(seed, steps, true);
		return;
	}
	fby_note("seed=%llu does not fail again", (unsigned long long)seed);
}

int main(int argc, char **argv)
{
	uint64_t schedules = fby_arg(argc, argv, "schedules=", fby_has_arg(argc, argv, "quick") ? 8 : 30),
		 seed = fby_arg(argc, argv, "seed=", 1);
	struct sigaction act = { .sa_handler = nothing };
	unsigned int failed = 0;

	fby_begin("calls that are disturbed in every way keep what they promise", 280);
	if (!fby_loop_pairs())
		fby_skip_all("this card has no loopback stream");
	fby_fault_need();
	sigaction(SIGUSR1, &act, NULL);
	for (uint64_t i = 0; i < schedules && !failed; i++) {
		if (play(seed + i, STEPS, false))
			continue;
		fby_note("seed=%llu: a promise is broken", (unsigned long long)(seed + i));
		shorten(seed + i);
		failed++;
	}
	fby_is(failed, 0, "%llu schedules of %u steps, from seed %llu on", (unsigned long long)schedules,
	       STEPS, (unsigned long long)seed);
	fby_still_works("all of them");
	return fby_done();
}
