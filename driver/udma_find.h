/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Finding the front end udma in a card.
 */
#ifndef FOREBAY_UDMA_FIND_H
#define FOREBAY_UDMA_FIND_H

struct forebay_card;

int forebay_udma_find(struct forebay_card *card);

#endif
