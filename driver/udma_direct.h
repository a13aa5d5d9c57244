/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Direct shadow addressing: the shadow of memory by its own address, in the upper half of a wide
 * aperture. No table of the card says whose the memory is: what a program can name is what the
 * processor's page tables let it touch, so pages are mapped for memory that it has registered, with
 * no more rights than it has there.
 */
#ifndef FOREBAY_UDMA_DIRECT_H
#define FOREBAY_UDMA_DIRECT_H

#include <linux/types.h>

struct forebay_programs;
struct forebay_udma_memory;

void forebay_udma_direct_find(struct forebay_programs *udma);
const char *forebay_udma_direct_lacks(const struct forebay_programs *udma, u32 scheme);
int forebay_udma_direct_check(const struct forebay_programs *udma,
			      const struct forebay_udma_memory *memory);
phys_addr_t forebay_udma_direct_shadow(const struct forebay_programs *udma, unsigned int context,
				       dma_addr_t bus);

#endif
