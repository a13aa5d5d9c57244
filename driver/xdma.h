/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The XDMA core's engine, one per channel.
 *
 * Nothing here reads a register unless chan_ops.h says so: a transfer that goes well costs posted
 * writes only.
 */
#ifndef FOREBAY_XDMA_H
#define FOREBAY_XDMA_H

#include <linux/types.h>

struct forebay_chan;

int forebay_xdma_attach(struct forebay_chan *chan, void __iomem *regs, void __iomem *sgdma,
			void __iomem *doorbell);

#endif
