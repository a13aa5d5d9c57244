/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The doorbell of a channel: the descriptor of a run that has one only goes to the card with the
 * stores that start it, so that the card reads none.
 */
#ifndef FOREBAY_XDMA_DOORBELL_H
#define FOREBAY_XDMA_DOORBELL_H

#include <linux/types.h>

struct forebay_desc;

bool forebay_xdma_doorbell_there(void __iomem *doorbell, u32 page_at);
void forebay_xdma_doorbell_ring(void __iomem *doorbell, const struct forebay_desc *desc);
void forebay_xdma_doorbell_clear(void __iomem *doorbell);
bool forebay_xdma_doorbell_refused(void __iomem *doorbell);

#endif
