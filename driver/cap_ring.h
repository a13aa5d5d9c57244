/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The way of buffers from the card to a program.
 */
#ifndef FOREBAY_CAP_RING_H
#define FOREBAY_CAP_RING_H

#include "pairs.h"

extern const struct forebay_pairs_way forebay_capture_way;

int forebay_cap_ring_take(struct forebay_pairs *pairs, struct forebay_pairs_slot **taken);
void forebay_cap_ring_untake(struct forebay_pairs *pairs, struct forebay_pairs_slot *slot);
void forebay_cap_ring_give_back(struct forebay_pairs *pairs, struct forebay_pairs_slot *slot);
void forebay_cap_ring_unexport(struct forebay_pairs *pairs, struct forebay_pairs_slot *slot);

#endif
