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
 * The shell layout: for a shell that has a BAR of its own. Nothing of the card is in BAR2; the XDMA
 * block is at the beginning of BAR0, where its header says, and the card's own registers are behind
 * it.
 */
#define FOREBAY_SHELL_PCI_VENDOR 0x1d0f
#define FOREBAY_SHELL_PCI_DEVICE 0xfb01
#define FOREBAY_SHELL_PCI_SUBSYSTEM 0xfb0e
#define FOREBAY_SHELL_USER_BAR 0
#define FOREBAY_SHELL_USER_OFFSET 0x10000
#define FOREBAY_SHELL_APERTURE_BAR 4

/**
 * FOREBAY_LAYOUTS - all layouts; the first is also that of cards which the driver takes only because
 * somebody says so
 */
#define FOREBAY_LAYOUTS                                                                            \
	{                                                                                          \
		{                                                                                  \
			.user = { .bar = FOREBAY_CARD_USER_BAR },                                  \
			.aperture = { .bar = FOREBAY_CARD_WINDOW_BAR },                            \
		},                                                                                 \
		{                                                                                  \
			.user = { .bar = FOREBAY_SHELL_USER_BAR,                                   \
				  .offset = FOREBAY_SHELL_USER_OFFSET },                           \
			.aperture = { .bar = FOREBAY_SHELL_APERTURE_BAR },                         \
		},                                                                                 \
	}

/**
 * FOREBAY_IDS - PCI ids of cards, with the number of their layout
 *
 * Vendor and device are the defaults of the vendor's core, or the shell's, which any design may
 * have; only the subsystem is ours. A card without it is taken when somebody says so
 * (driver_override, new_id): then its registers must say what it is.
 */
#define FOREBAY_IDS                                                                                \
	{                                                                                          \
		{ PCI_DEVICE_SUB(FOREBAY_CARD_PCI_VENDOR, FOREBAY_CARD_PCI_DEVICE,                 \
				 FOREBAY_CARD_PCI_VENDOR, FOREBAY_CARD_PCI_SUBSYSTEM),             \
		  .driver_data = 0 },                                                              \
		{ PCI_DEVICE_SUB(FOREBAY_SHELL_PCI_VENDOR, FOREBAY_SHELL_PCI_DEVICE,               \
				 FOREBAY_SHELL_PCI_VENDOR, FOREBAY_SHELL_PCI_SUBSYSTEM),           \
		  .driver_data = 1 },                                                              \
		{}                                                                                 \
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
