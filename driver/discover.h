/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a card is and has, from its registers.
 */
#ifndef FOREBAY_DISCOVER_H
#define FOREBAY_DISCOVER_H

struct forebay_card;

int forebay_card_discover(struct forebay_card *card);

#endif
