/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Memory of buffers.
 */
#ifndef FOREBAY_PAIRS_MEMORY_H
#define FOREBAY_PAIRS_MEMORY_H

#include "pairs.h"

void forebay_pairs_memory_put(struct forebay_pairs_memory *memory);
struct forebay_pairs_set *forebay_pairs_set_alloc(struct forebay_pairs *pairs,
					      const struct forebay_pairs_setup *setup);
void forebay_pairs_set_free(struct forebay_pairs_set *set);
void forebay_pairs_fit(struct forebay_pairs *pairs, struct forebay_pairs_setup *setup);

#endif
