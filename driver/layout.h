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
 * The layouts as the card table names them; these lines go when the generated header has it.
 *
 * The shell layout is for a shell that has a BAR of its own: nothing of the card is in BAR2, the
 * XDMA block is at the beginning of BAR0, where its header says, and the card's own registers are
 * behind it.
 */
#ifndef FOREBAY_LAYOUT_SHELL_PCI_VENDOR
#define FOREBAY_LAYOUT_XDMA_PCI_VENDOR FOREBAY_CARD_PCI_VENDOR
#define FOREBAY_LAYOUT_XDMA_PCI_DEVICE FOREBAY_CARD_PCI_DEVICE
#define FOREBAY_LAYOUT_XDMA_PCI_SUBSYSTEM_VENDOR FOREBAY_CARD_PCI_VENDOR
#define FOREBAY_LAYOUT_XDMA_PCI_SUBSYSTEM FOREBAY_CARD_PCI_SUBSYSTEM
#define FOREBAY_LAYOUT_XDMA_USER_BAR FOREBAY_CARD_USER_BAR
#define FOREBAY_LAYOUT_XDMA_USER_OFFSET 0
#define FOREBAY_LAYOUT_XDMA_APERTURE_BAR FOREBAY_CARD_WINDOW_BAR
#define FOREBAY_LAYOUT_SHELL_PCI_VENDOR 0x1d0f
#define FOREBAY_LAYOUT_SHELL_PCI_DEVICE 0xf0fb
#define FOREBAY_LAYOUT_SHELL_PCI_SUBSYSTEM_VENDOR 0x10ee
#define FOREBAY_LAYOUT_SHELL_PCI_SUBSYSTEM 0xfb0e
#define FOREBAY_LAYOUT_SHELL_USER_BAR 0
#define FOREBAY_LAYOUT_SHELL_USER_OFFSET 0x10000
#define FOREBAY_LAYOUT_SHELL_APERTURE_BAR 4
#endif

#define FOREBAY_LAYOUT_OF(name)                                                                    \
	{                                                                                          \
		.user = { .bar = FOREBAY_LAYOUT_##name##_USER_BAR,                                 \
			  .offset = FOREBAY_LAYOUT_##name##_USER_OFFSET },                         \
		.aperture = { .bar = FOREBAY_LAYOUT_##name##_APERTURE_BAR },                       \
	}

#define FOREBAY_ID_OF(name, number)                                                                \
	{                                                                                          \
		PCI_DEVICE_SUB(FOREBAY_LAYOUT_##name##_PCI_VENDOR,                                 \
			       FOREBAY_LAYOUT_##name##_PCI_DEVICE,                                 \
			       FOREBAY_LAYOUT_##name##_PCI_SUBSYSTEM_VENDOR,                       \
			       FOREBAY_LAYOUT_##name##_PCI_SUBSYSTEM),                             \
		.driver_data = (number),                                                           \
	}

/**
 * FOREBAY_LAYOUTS - all layouts; the first is also that of cards which have none of their ids and
 * are taken because somebody says so
 */
#define FOREBAY_LAYOUTS                                                                            \
	{                                                                                          \
		FOREBAY_LAYOUT_OF(XDMA),                                                           \
		FOREBAY_LAYOUT_OF(SHELL),                                                          \
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
		FOREBAY_ID_OF(XDMA, 0),                                                            \
		FOREBAY_ID_OF(SHELL, 1),                                                           \
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
