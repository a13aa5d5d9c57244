/* SPDX-License-Identifier: GPL-2.0-only */
/* The end of the address space that a file of user-level DMA belongs to. */
#ifndef FOREBAY_UDMA_OWNER_H
#define FOREBAY_UDMA_OWNER_H

struct forebay_udma_file;

int forebay_udma_owner_watch(struct forebay_udma_file *file,
			     void (*ends)(struct forebay_udma_file *file));
void forebay_udma_owner_forget(struct forebay_udma_file *file);

#endif
