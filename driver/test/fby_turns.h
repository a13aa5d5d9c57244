/* SPDX-License-Identifier: GPL-2.0-only */
/* Processes that take turns on one processor: who had it when, how far each was, and what came of it. */
#ifndef FBY_TURNS_H
#define FBY_TURNS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#define FBY_MAX_TURNS 65536u
/** As many as the card has contexts. */
#define FBY_MAX_TAKERS 8u
/** A process that has not had the processor yet. */
#define FBY_NOBODY_YET 0xffffffffu

/** struct fby_turn - A process got the processor after another one. */
struct fby_turn {
	uint8_t who;
	/** Accesses of its attempt that it had made before. */
	uint8_t after;
	/** Since then: attempts told no, answers FAIL, ... */
	uint8_t errors, fails;
	/** ... transfers that nobody wants, transfers of attempts that were told no, ... */
	uint8_t wrong, untold;
	/** ... and attempts that were told yes, as far as 255. */
	uint8_t done;
};

/** struct fby_turns - Shared by all of them. */
struct fby_turns {
	/** Who has the processor. */
	volatile uint32_t owner;
	volatile uint32_t stop;
	/** Turns so far, the first of each process with them. */
	volatile uint32_t count;
	/** End no sooner than this, by fby_ms(), and no sooner than after so many turns. */
	uint64_t end_ms;
	uint32_t wanted;
	struct fby_turn turns[FBY_MAX_TURNS];
};

/** fby_turns_begin() - Fresh ones; begun before the processes are. Bails out where there is no memory. */
struct fby_turns *fby_turns_begin(uint32_t wanted, uint64_t ms);

/** fby_turns_take() - The calling process has got the processor, after so many accesses of an attempt. */
struct fby_turn *fby_turns_take(struct fby_turns *turns, uint32_t who, unsigned int after);

/** struct fby_pair - Of all turns of one pair of phases. */
struct fby_pair {
	uint32_t turns, errors, fails;
	/** Those whose errors or answers FAIL are not @errors_each and @fails_each of the table. */
	uint32_t deviating;
};

/** fby_expected - Errors and answers FAIL of a turn that is taken after @resumed accesses, the one before having been left after @left. */
typedef void fby_expected(unsigned int resumed, unsigned int left, uint32_t *errors, uint32_t *fails);

/**
 * fby_turns_pairs() - Sorts the turns by phases. Those are left out in whose neighbourhood a process got nothing
 * done: the processor was taken away again at once.
 * @phases: accesses of an attempt
 * @expected: NULL where nobody knows
 * @pairs: phases * phases of them, by resumed, then left
 */
void fby_turns_pairs(const struct fby_turns *turns, unsigned int phases, fby_expected *expected,
		     struct fby_pair *pairs);

/** fby_turns_at_once() - Lets real-time processes take turns of so many ms, with no pause for others. Bails out. */
void fby_turns_at_once(unsigned int quantum_ms);

/** fby_turns_as_usual() - The end of that. */
void fby_turns_as_usual(void);

#endif
