/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The way of buffers between the card and a program.
 */
#ifndef FOREBAY_CAP_RING_H
#define FOREBAY_CAP_RING_H

#include "pairs.h"

void forebay_cap_ring_clear(struct forebay_pairs *pairs);
void forebay_cap_ring_set(struct forebay_pairs *pairs, struct forebay_pairs_set *set);
void forebay_cap_ring_drop(struct forebay_pairs *pairs);
void forebay_cap_ring_run(struct forebay_pairs *pairs);
void forebay_cap_ring_end(struct forebay_pairs *pairs, int over);
void forebay_cap_ring_reclaim(struct forebay_pairs *pairs);
bool forebay_cap_ring_look(struct forebay_pairs *pairs, u32 status);
int forebay_cap_ring_take(struct forebay_pairs *pairs, struct forebay_pairs_slot **taken);
void forebay_cap_ring_untake(struct forebay_pairs *pairs, struct forebay_pairs_slot *slot);
void forebay_cap_ring_give_back(struct forebay_pairs *pairs, struct forebay_pairs_slot *slot);
void forebay_cap_ring_unexport(struct forebay_pairs *pairs, struct forebay_pairs_slot *slot);
struct forebay_pairs_slot *forebay_cap_ring_find(const struct forebay_pairs *pairs, u32 index);

#endif
