/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Registers of one DMA channel.
 *
 * Nothing here reads a register unless its comment says so: a transfer that goes well costs
 * posted writes only.
 */
#ifndef FOREBAY_XDMA_H
#define FOREBAY_XDMA_H

#include <linux/types.h>

#include "forebay.h"

/**
 * struct forebay_engine - one channel's registers and what was last written to them
 * @regs: the channel's page
 * @sgdma: its scatter-gather page
 * @word: poll-mode word in host memory; the card writes the completed count and an error flag there
 * @word_dma: its bus address
 * @ring_dma: bus address of the first descriptor, the same for every run
 * @adjacent: descriptors said to follow the first one
 * @irq_on: causes are let through to the interrupt
 */
struct forebay_engine {
	void __iomem *regs;
	void __iomem *sgdma;
	__le32 *word;
	dma_addr_t word_dma;
	dma_addr_t ring_dma;
	u32 adjacent;
	bool irq_on;
};

/**
 * struct forebay_rest - what an engine has done when it has come to rest
 * @status: its status register
 * @count: descriptors of the run that are done
 * @partial: bytes of the next one that have arrived, if a stop has cut it; a card of another make
 *	says 0, and then only whole descriptors are known
 */
struct forebay_rest {
	u32 status;
	u32 count;
	u32 partial;
};

void forebay_engine_init(struct forebay_engine *engine);
void forebay_engine_leave(struct forebay_engine *engine);
void forebay_engine_start(struct forebay_engine *engine, unsigned int adjacent, bool irq_on);
void forebay_engine_irq_on(struct forebay_engine *engine);
u32 forebay_engine_status(struct forebay_engine *engine);
bool forebay_engine_gone(struct forebay_engine *engine);
int forebay_engine_stop(struct forebay_engine *engine, struct forebay_rest *rest);
void forebay_engine_await_word(struct forebay_engine *engine, u32 count, bool error);

u32 forebay_engine_word(const struct forebay_engine *engine);
bool forebay_status_busy(u32 status);
bool forebay_status_failed(u32 status);
enum forebay_cause forebay_status_cause(u32 status);

#endif
