// SPDX-License-Identifier: GPL-2.0-only
/* See fby_storm.h. */

#include "fby_storm.h"

#include <errno.h>
#include <sched.h>

#include "fby_card.h"
#include "fby_test.h"

#define ROUNDS 300u
/* Of which one thread makes a reset. */
#define RESET_ROUNDS 60u
#define SEED 77u
/* So long nobody ends a call, so that they wait for each other. */
#define STILL_MS 100u

bool fby_storm_answered(struct fby_storm *storm, long ret, const char *what, const int *errors)
{
	int error = errno;

	__atomic_fetch_add(&storm->calls, 1, __ATOMIC_RELAXED);
	if (ret >= 0)
		return true;
	while (*errors && *errors != error)
		errors++;
	if (!*errors && !storm->strange++) {
		storm->error = error;
		storm->what = what;
	}
	return false;
}

void fby_storm_reset(struct fby_storm *storm)
{
	fby_storm_answered(storm, fby_write_file(fby_pci_path("reset"), "1"), "reset", FBY_ERRORS(EAGAIN));
}

static void *blow(void *arg)
{
	struct fby_storm *storm = arg;

	for (unsigned int i = 0; i < ROUNDS; i++) {
		if (storm->reset && i % RESET_ROUNDS == RESET_ROUNDS - 1)
			storm->reset(storm);
		storm->once(storm);
	}
	__atomic_fetch_add(storm->over, 1, __ATOMIC_RELEASE);
	return NULL;
}

static unsigned int calls_of(const struct fby_storm *storms)
{
	unsigned int calls = 0;

	for (unsigned int i = 0; i < FBY_STORM_THREADS; i++)
		calls += __atomic_load_n(&storms[i].calls, __ATOMIC_RELAXED);
	return calls;
}

/* Waits until all threads are through. All of them, or those that are left, may wait for what only another call ends. */
static void await_all(const struct fby_storm *storms, const unsigned int *over, void (*stop)(void *file))
{
	uint64_t still = fby_ms();
	unsigned int calls = 0;

	while (__atomic_load_n(over, __ATOMIC_ACQUIRE) < FBY_STORM_THREADS) {
		unsigned int now = calls_of(storms);

		if (now != calls)
			still = fby_ms();
		else if (fby_ms() - still > STILL_MS)
			stop(storms->file);
		calls = now;
		sched_yield();
	}
}

void fby_storm(void *file, void (*once)(struct fby_storm *storm), void (*reset)(struct fby_storm *storm), void (*stop)(void *file),
	       const char *how)
{
	struct fby_storm storms[FBY_STORM_THREADS];
	unsigned int calls = 0, taken = 0, changed = 0, over = 0;

	for (unsigned int i = 0; i < FBY_STORM_THREADS; i++) {
		storms[i] = (struct fby_storm){
			.file = file, .number = i, .seed = SEED + i, .once = once, .reset = i ? NULL : reset, .over = &over
		};
		if (pthread_create(&storms[i].thread, NULL, blow, &storms[i]))
			fby_bail("no thread");
	}
	await_all(storms, &over, stop);
	for (unsigned int i = 0; i < FBY_STORM_THREADS; i++) {
		pthread_join(storms[i].thread, NULL);
		calls += storms[i].calls;
		taken += storms[i].taken;
		changed += storms[i].changed;
		fby_ok(!storms[i].strange, "%s: thread %u: each answer is of the interface (%s: %s)", how, i,
		       storms[i].what ? storms[i].what : "all", fby_errno_name(storms[i].error));
	}
	fby_ok(taken > 0, "%s: %u calls, %u buffers taken", how, calls, taken);
	fby_is(changed, 0, "%s: none has changed in the hands of a thread", how);
}
