// SPDX-License-Identifier: GPL-2.0-only
#include "fby_turns.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "fby_card.h"
#include "fby_test.h"

#define QUANTUM "/proc/sys/kernel/sched_rr_timeslice_ms"
#define RUNTIME "/proc/sys/kernel/sched_rt_runtime_us"

struct fby_turns *fby_turns_begin(uint32_t wanted, uint64_t ms)
{
	struct fby_turns *turns = mmap(NULL, sizeof(*turns), PROT_READ | PROT_WRITE,
				       MAP_SHARED | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);

	if (turns == MAP_FAILED)
		fby_bail("mmap: %s", strerror(errno));
	if (wanted >= FBY_MAX_TURNS - FBY_MAX_TAKERS)
		fby_bail("%u turns are more than %u", wanted, FBY_MAX_TURNS - FBY_MAX_TAKERS);
	turns->owner = FBY_NOBODY_YET;
	turns->wanted = wanted;
	turns->end_ms = fby_ms() + ms;
	return turns;
}

struct fby_turn *fby_turns_take(struct fby_turns *turns, uint32_t who, unsigned int after)
{
	/* The turn first: whoever is interrupted here has made no access under it. */
	uint32_t number = __atomic_fetch_add(&turns->count, 1, __ATOMIC_SEQ_CST);

	if (number >= FBY_MAX_TURNS - 1 || (number >= turns->wanted && fby_ms() >= turns->end_ms)) {
		turns->stop = 1;
		number = number < FBY_MAX_TURNS ? number : FBY_MAX_TURNS - 1;
	}
	turns->turns[number] = (struct fby_turn){ .who = (uint8_t)who, .after = (uint8_t)after };
	turns->owner = who;
	return &turns->turns[number];
}

/* The next turn of the same process: it goes on where it was left in this one. NULL: there is none. */
static const struct fby_turn *next_of(const struct fby_turns *turns, uint32_t number)
{
	uint32_t count = turns->count < FBY_MAX_TURNS - 1 ? turns->count : FBY_MAX_TURNS - 1;

	for (uint32_t i = number + 1; i < count; i++)
		if (turns->turns[i].who == turns->turns[number].who)
			return &turns->turns[i];
	return NULL;
}

static void sort_in(const struct fby_turns *turns, uint32_t number, unsigned int phases,
		    fby_expected *expected, struct fby_pair *pairs)
{
	const struct fby_turn *turn = &turns->turns[number], *before = turn - 1;
	const struct fby_turn *back = next_of(turns, number - 1), *end = next_of(turns, number);
	uint32_t errors, fails;
	struct fby_pair *pair;

	/* Two transfers of who was there before, and this one's first, make it forget all that was. */
	if (!back || !end || back->after >= phases || turn->after >= phases || before->done < 2 || !turn->done)
		return;
	pair = &pairs[turn->after * phases + back->after];
	pair->turns++;
	pair->errors += turn->errors;
	pair->fails += turn->fails;
	if (!expected)
		return;
	expected(turn->after, back->after, &errors, &fails);
	pair->deviating += turn->errors != errors || turn->fails != fails;
}

void fby_turns_pairs(const struct fby_turns *turns, unsigned int phases, fby_expected *expected,
		     struct fby_pair *pairs)
{
	uint32_t count = turns->count < FBY_MAX_TURNS - 1 ? turns->count : FBY_MAX_TURNS - 1;

	for (uint32_t number = 1; number < count; number++)
		sort_in(turns, number, phases, expected, pairs);
}

static char runtime[32], quantum[32];

static void keep(const char *path, char *value, size_t size, const char *new)
{
	if (!fby_read_file(path, value, size) || fby_write_file(path, new))
		fby_bail("%s: %s", path, strerror(errno));
}

void fby_turns_at_once(unsigned int quantum_ms)
{
	char text[32];

	snprintf(text, sizeof(text), "%u", quantum_ms);
	keep(QUANTUM, quantum, sizeof(quantum), text);
	keep(RUNTIME, runtime, sizeof(runtime), "-1");
}

void fby_turns_as_usual(void)
{
	if (fby_write_file(QUANTUM, quantum) || fby_write_file(RUNTIME, runtime))
		fby_bail("real-time processes keep their turns: %s", strerror(errno));
}
