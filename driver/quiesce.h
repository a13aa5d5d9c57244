/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Bringing a card to rest: before the driver uses it, and when the driver leaves it.
 */
#ifndef FOREBAY_QUIESCE_H
#define FOREBAY_QUIESCE_H

struct forebay_card;

int forebay_card_calm(struct forebay_card *card);
void forebay_card_silence(struct forebay_card *card);
void forebay_card_empty_quarantine(struct forebay_card *card);
void forebay_card_leave(struct forebay_card *card);

#endif
