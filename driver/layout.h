/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Where a card has its parts: which BAR, where in it, and which page of a part. Nothing else in the
 * driver numbers a BAR or adds up the address of a page.
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
 * @dma: the XDMA block
 * @aperture: the card address space; a card may be without
 */
struct forebay_layout {
	struct forebay_place user;
	struct forebay_place dma;
	struct forebay_place aperture;
};

/** FOREBAY_LAYOUT - of the cards that the register description describes. */
#define FOREBAY_LAYOUT                                                                             \
	{                                                                                          \
		.user = { .bar = FOREBAY_CARD_USER_BAR },                                          \
		.dma = { .bar = FOREBAY_CARD_DMA_BAR },                                            \
		.aperture = { .bar = FOREBAY_CARD_WINDOW_BAR },                                    \
	}

/* ---- pages: offsets in their part, and where the processor finds them ---- */

/** forebay_chan_at() - registers of a channel, in the XDMA block. */
static inline u32 forebay_chan_at(bool c2h, unsigned int index)
{
	return c2h ? FOREBAY_XDMA_C2H_BASE + index * FOREBAY_XDMA_C2H_STRIDE :
		     FOREBAY_XDMA_H2C_BASE + index * FOREBAY_XDMA_H2C_STRIDE;
}

/** forebay_sgdma_at() - its scatter-gather registers, in the XDMA block. */
static inline u32 forebay_sgdma_at(bool c2h, unsigned int index)
{
	return c2h ? FOREBAY_XDMA_C2H_SGDMA_BASE + index * FOREBAY_XDMA_C2H_SGDMA_STRIDE :
		     FOREBAY_XDMA_H2C_SGDMA_BASE + index * FOREBAY_XDMA_H2C_SGDMA_STRIDE;
}

/** forebay_irq_at() - enables and vectors of interrupts, in the XDMA block. */
static inline u32 forebay_irq_at(void)
{
	return FOREBAY_XDMA_IRQ_BASE;
}

/** forebay_dma_page() - a page of the XDMA block. */
static inline void __iomem *forebay_dma_page(const struct forebay_card *card, u32 at)
{
	return card->dma.regs + at;
}

/** forebay_status_page() - what the card says it is. */
static inline void __iomem *forebay_status_page(const struct forebay_card *card)
{
	return card->user.regs + FOREBAY_USER_STATUS_BASE;
}

#endif
