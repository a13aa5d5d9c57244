/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Buffers in user space.
 */
#ifndef FOREBAY_PAIRS_MAP_H
#define FOREBAY_PAIRS_MAP_H

struct forebay_pairs_memory;
struct forebay_pairs;
struct vm_area_struct;

int forebay_pairs_map_memory(const struct forebay_pairs_memory *memory, struct vm_area_struct *vma);
int forebay_pairs_map(struct forebay_pairs *pairs, struct vm_area_struct *vma);
void forebay_pairs_unmap(struct forebay_pairs *pairs);

#endif
