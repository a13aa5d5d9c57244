/* SPDX-License-Identifier: GPL-2.0-only */
/* Accesses that begin again when the kernel has interrupted them: restartable sequences, rseq(2). */
#ifndef FBY_RSEQ_H
#define FBY_RSEQ_H

#include <stdbool.h>
#include <stdint.h>

#include "fby_start.h"

/** fby_rseq_must() - Bails out unless the C library has registered this thread with the kernel. */
void fby_rseq_must(void);

/**
 * fby_rseq_access() - One access, if nobody else has had the processor since *@owner became @me.
 * Whoever is interrupted between the look at @owner and the access looks again: so an access that
 * is made under this owner is known to be.
 * @word: what to store, or takes what was loaded
 * Returns false if the owner is another one; then nothing was accessed.
 */
bool fby_rseq_access(const volatile uint32_t *owner, uint32_t me, enum fby_access kind,
		     volatile void *at, uint64_t *word);

/**
 * fby_rseq_pair() - What PAL code does: stores a size at @dst, loads @src, and begins again with the
 * store whenever something came between.
 * @aborts: counted up for each time that it did
 * Returns what the load was answered.
 */
uint32_t fby_rseq_pair(volatile uint32_t *dst, uint32_t bytes, const volatile uint32_t *src,
		       uint64_t *aborts);

#endif
