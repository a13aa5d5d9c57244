/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The way of buffers between the card and a program, as far as both directions have it.
 */
#ifndef FOREBAY_PAIRS_RING_H
#define FOREBAY_PAIRS_RING_H

#include "pairs.h"

void forebay_pairs_ring_move(struct forebay_pairs *pairs, struct forebay_pairs_slot *slot,
			     enum forebay_pairs_place place);
struct forebay_pairs_slot *forebay_pairs_ring_first(struct forebay_pairs *pairs,
						    enum forebay_pairs_place place);
void forebay_pairs_ring_clear(struct forebay_pairs *pairs);
void forebay_pairs_ring_set(struct forebay_pairs *pairs, struct forebay_pairs_set *set);
bool forebay_pairs_ring_may_arm(const struct forebay_pairs *pairs);
void forebay_pairs_ring_arm(struct forebay_pairs *pairs, struct forebay_pairs_slot *slot);
void forebay_pairs_ring_run(struct forebay_pairs *pairs);
void forebay_pairs_ring_end(struct forebay_pairs *pairs, int over, bool told);
int forebay_pairs_ring_over(const struct forebay_pairs *pairs);
void forebay_pairs_ring_lose(struct forebay_pairs *pairs, int over);
void forebay_pairs_ring_reclaim(struct forebay_pairs *pairs);
bool forebay_pairs_ring_look(struct forebay_pairs *pairs, u32 status);
struct forebay_pairs_slot *forebay_pairs_ring_find(const struct forebay_pairs *pairs, u32 index);

#endif
