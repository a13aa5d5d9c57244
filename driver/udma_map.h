/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Pages of the window in user space: a context's page, its portal, shadow pages of its memory.
 *
 * Pages are put in on first touch, while the file has what they are of and the card answers. They are
 * not inherited over fork.
 */
#ifndef FOREBAY_UDMA_MAP_H
#define FOREBAY_UDMA_MAP_H

#include <linux/mm_types.h>

struct forebay_programs;
struct forebay_udma_file;

int forebay_udma_map(struct forebay_udma_file *file, struct vm_area_struct *vma);
void forebay_udma_unmap(struct forebay_udma_file *file);
int forebay_udma_blank(struct forebay_udma_file *file);
void forebay_udma_blank_free(struct forebay_udma_file *file);

#endif
