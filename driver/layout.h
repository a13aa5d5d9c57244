/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Where a card has what it says nothing of: its own registers, at which the chain of features
 * begins (features.h), and its aperture; by PCI id. Nothing else in the driver numbers a BAR; pages
 * of features are where their headers say.
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

/*
 * The card table has the layouts; FOREBAY_LAYOUTS() names each. The first is also that of cards
 * which have none of their ids and are taken because somebody says so. The shell layout is for a
 * shell that has a BAR of its own: nothing of the card is in BAR2, the XDMA block is at the
 * beginning of BAR0, where its header says, and the card's own registers are behind it.
 */
#define FOREBAY_LAYOUT_NUMBER(name) FOREBAY_LAYOUT_##name,
enum forebay_layout_number { FOREBAY_LAYOUTS(FOREBAY_LAYOUT_NUMBER) };

/** FOREBAY_LAYOUT_OF() - entry of an array of struct forebay_layout. */
#define FOREBAY_LAYOUT_OF(name)                                                                    \
	[FOREBAY_LAYOUT_##name] = {                                                                \
		.user = { .bar = FOREBAY_LAYOUT_##name##_USER_BAR,                                 \
			  .offset = FOREBAY_LAYOUT_##name##_USER_OFFSET },                         \
		.aperture = { .bar = FOREBAY_LAYOUT_##name##_APERTURE_BAR },                       \
	},

/**
 * FOREBAY_ID_OF() - entry of a table of PCI ids, with the number of the layout
 *
 * Vendor and device are the defaults of the vendor's core, or the shell's, which any design may
 * have; only the subsystem is ours. A card without it is taken when somebody says so
 * (driver_override, new_id): then its registers must say what it is.
 */
#define FOREBAY_ID_OF(name)                                                                        \
	{                                                                                          \
		PCI_DEVICE_SUB(FOREBAY_LAYOUT_##name##_PCI_VENDOR,                                 \
			       FOREBAY_LAYOUT_##name##_PCI_DEVICE,                                 \
			       FOREBAY_LAYOUT_##name##_PCI_SUBSYSTEM_VENDOR,                       \
			       FOREBAY_LAYOUT_##name##_PCI_SUBSYSTEM),                             \
		.driver_data = FOREBAY_LAYOUT_##name,                                              \
	},

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
