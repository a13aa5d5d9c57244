/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the rest of the driver has to do with streams that have a front end of their own, on a card that has such (card.pairs).
 */
#ifndef FOREBAY_PAIRS_HOOKS_H
#define FOREBAY_PAIRS_HOOKS_H

#include <linux/types.h>

struct forebay_card;

void forebay_pairs_online(struct forebay_card *card);
unsigned int forebay_pairs_revive(struct forebay_card *card);
void forebay_pairs_revoke(struct forebay_card *card);
void forebay_pairs_irq(struct forebay_card *card, unsigned int line);
void forebay_pairs_stop(struct forebay_card *card);
bool forebay_pairs_let_go(struct forebay_card *card);
void forebay_pairs_abandon(struct forebay_card *card);
void forebay_pairs_free_quarantine(struct forebay_card *card);
void forebay_pairs_leave(struct forebay_card *card);

#endif
