/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Where a card has what it says nothing of: its own registers, at which the chain of features
 * begins (features.h), and its aperture. Nothing else in the driver numbers a BAR; pages of
 * features are where their headers say.
 */
#ifndef FOREBAY_LAYOUT_H
#define FOREBAY_LAYOUT_H

#include <linux/types.h>

#include "card.h"
#include "forebay_regs.h"

/** struct forebay_place - where a part begins: at @offset of BAR @bar, to whose end it goes on. */
struct forebay_place {
	unsigned int bar;
	u32 offset;
};

/**
 * struct forebay_layout - where the parts of one kind of card are
 * @user: the card's own registers
 * @aperture: the card address space; a card may be without
 */
struct forebay_layout {
	struct forebay_place user;
	struct forebay_place aperture;
};

/** FOREBAY_LAYOUT - of the cards that the register description describes. */
#define FOREBAY_LAYOUT                                                                             \
	{                                                                                          \
		.user = { .bar = FOREBAY_CARD_USER_BAR },                                          \
		.aperture = { .bar = FOREBAY_CARD_WINDOW_BAR },                                    \
	}

/** forebay_status_page() - what the card says it is. */
static inline void __iomem *forebay_status_page(const struct forebay_card *card)
{
	return card->user.regs + FOREBAY_USER_STATUS_BASE;
}

/** forebay_header() - the header of a feature; @at is from the card's own registers on. */
static inline void __iomem *forebay_header(const struct forebay_card *card, u32 at)
{
	return card->user.regs + at;
}

#endif
