/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Finding the front ends of streams in a card.
 */
#ifndef FOREBAY_PAIRS_FIND_H
#define FOREBAY_PAIRS_FIND_H

struct forebay_card;

int forebay_pairs_find(struct forebay_card *card);

#endif
