/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A card that is away: in a reset, asleep, after an error of its link, or for good.
 */
#ifndef FOREBAY_ONLINE_H
#define FOREBAY_ONLINE_H

#include <linux/types.h>

struct forebay_card;

/** Longest reset that anyone waits for, in milliseconds before timeout_scale. */
#define FOREBAY_RESET_MS 60000

bool forebay_card_gone(const struct forebay_card *card);
void forebay_card_recover(struct forebay_card *card);
void forebay_card_try_again(struct forebay_card *card);
int forebay_card_enter_online(struct forebay_card *card, int *index);
long forebay_card_await_online(struct forebay_card *card, unsigned int state);

#endif
