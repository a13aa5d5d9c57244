/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The card's table of slots: which memory programs may name, and what for. All under udma.lock.
 */
#ifndef FOREBAY_UDMA_TABLE_H
#define FOREBAY_UDMA_TABLE_H

#include <linux/types.h>

struct forebay_programs;
struct forebay_udma_memory;

int forebay_udma_slots_take(struct forebay_programs *udma, struct forebay_udma_memory *memory);
void forebay_udma_slots_show(struct forebay_programs *udma,
			     const struct forebay_udma_memory *memory, unsigned int owner);
void forebay_udma_slots_partner(struct forebay_programs *udma,
				const struct forebay_udma_memory *memory, u32 slot,
				u32 partner);
void forebay_udma_slots_off(struct forebay_programs *udma,
			    const struct forebay_udma_memory *memory);
void forebay_udma_slots_give_back(struct forebay_programs *udma,
				  const struct forebay_udma_memory *memory);
void forebay_udma_slots_clear(struct forebay_programs *udma);

#endif
