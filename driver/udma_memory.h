/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Memory that transfers of a program may use: pinned, counted and mapped for the card.
 */
#ifndef FOREBAY_UDMA_MEMORY_H
#define FOREBAY_UDMA_MEMORY_H

#include <linux/list.h>
#include <linux/types.h>

struct forebay_programs;
struct forebay_udma_memory;
struct forebay_udma_region;

struct forebay_udma_memory *forebay_udma_memory_pin(const struct forebay_udma_region *region);
int forebay_udma_memory_map(struct forebay_programs *udma, struct forebay_udma_memory *memory);
void forebay_udma_memory_free(struct forebay_programs *udma, struct forebay_udma_memory *memory);
void forebay_udma_memory_free_all(struct forebay_programs *udma, struct list_head *list);

#endif
