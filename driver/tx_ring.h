/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The way of buffers from a program to the card.
 */
#ifndef FOREBAY_TX_RING_H
#define FOREBAY_TX_RING_H

#include "pairs.h"

extern const struct forebay_pairs_way forebay_transmit_way;

int forebay_tx_ring_take(struct forebay_pairs *pairs, struct forebay_pairs_slot **taken);
int forebay_tx_ring_queue(struct forebay_pairs *pairs, struct forebay_pairs_slot *slot, u32 bytes);
void forebay_tx_ring_give_back(struct forebay_pairs *pairs, struct forebay_pairs_slot *slot);

#endif
