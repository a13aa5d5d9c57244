/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Capture buffers for other devices and programs.
 */
#ifndef FOREBAY_CAP_DMABUF_H
#define FOREBAY_CAP_DMABUF_H

#include <linux/types.h>

struct dma_buf;
struct forebay_pairs;

struct dma_buf *forebay_cap_export(struct forebay_pairs *pairs, u32 index);

#endif
