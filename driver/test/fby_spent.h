/* SPDX-License-Identifier: GPL-2.0-only */
/* What samples at a rate have cost, for bench/. */
#ifndef FBY_SPENT_H
#define FBY_SPENT_H

#include <stdint.h>

#include "fby_cap.h"

/** struct fby_spent - A moment by the clocks of this machine and of the card, and the processor time of this program by then. */
struct fby_spent {
	uint64_t wall_us, user_us, system_us, cycles;
};

/** fby_spent_now() - This moment. */
struct fby_spent fby_spent_now(void);

/**
 * fby_spent_note() - A remark with all that was counted in a run.
 * @way: how samples were taken
 * @account: what has become of them, as the source has it
 * @told: samples that the program knows to be lost
 * @gaps: in how many gaps
 * @began: a moment; the run has ended @ended
 * @bytes: of a buffer
 */
void fby_spent_note(const char *way, uint32_t rate, const struct fby_account *account, uint64_t told, uint64_t gaps,
		    const struct fby_spent *began, const struct fby_spent *ended, uint32_t bytes);

#endif
