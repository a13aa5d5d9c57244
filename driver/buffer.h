/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The memory of a call: pages that stay where they are, as pieces that the card can reach.
 */
#ifndef FOREBAY_BUFFER_H
#define FOREBAY_BUFFER_H

#include <linux/dma-direction.h>
#include <linux/scatterlist.h>
#include <linux/types.h>

#include "pins.h"

struct device;
struct iov_iter;

/**
 * struct forebay_buffer - pages and pieces
 * @dev: whose memory accesses reach it
 * @dir: which way the data go
 * @pages: pages of the buffer, pinned; of one that is lent, each with a reference
 * @num_pages: how many
 * @lent: the kernel's side of the caller keeps the pages for as long as the call lasts
 * @pins: what they were counted as
 * @table: the buffer's pieces
 * @num_pieces: pieces before mapping
 * @len: bytes
 * @mapped: the pieces are mapped for the card
 */
struct forebay_buffer {
	struct device *dev;
	enum dma_data_direction dir;
	struct page **pages;
	unsigned int num_pages;
	bool lent;
	struct forebay_pins pins;
	struct sg_table table;
	unsigned int num_pieces;
	size_t len;
	bool mapped;
};

int forebay_buffer_take(struct forebay_buffer *buf, struct device *dev, bool c2h, bool counted,
			const struct iov_iter *iter);
int forebay_buffer_map(struct forebay_buffer *buf);
void forebay_buffer_show(struct forebay_buffer *buf);
void forebay_buffer_unmap(struct forebay_buffer *buf);
void forebay_buffer_give_back(struct forebay_buffer *buf);
void forebay_buffer_free(struct forebay_buffer *buf);

#endif
