/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Finding the front end s2mm in a card.
 */
#ifndef FOREBAY_S2MM_FIND_H
#define FOREBAY_S2MM_FIND_H

struct forebay_card;

int forebay_cap_find(struct forebay_card *card);

#endif
