/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Whose a set of buffers is: the open file's, or nobody's in quarantine.
 */
#ifndef FOREBAY_PAIRS_SETS_H
#define FOREBAY_PAIRS_SETS_H

#include "pairs.h"

int forebay_pairs_sets_make(struct forebay_pairs *pairs, struct forebay_pairs_setup *setup);
struct forebay_pairs_set *forebay_pairs_sets_take(struct forebay_pairs *pairs);
int forebay_pairs_sets_retire(struct forebay_pairs *pairs);
void forebay_pairs_sets_drop(struct forebay_pairs *pairs);
void forebay_pairs_sets_free_quarantine(struct forebay_pairs *pairs);

#endif
