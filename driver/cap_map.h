/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Capture buffers in user space.
 */
#ifndef FOREBAY_CAP_MAP_H
#define FOREBAY_CAP_MAP_H

struct forebay_cap_memory;
struct forebay_capture;
struct vm_area_struct;

int forebay_cap_map_memory(const struct forebay_cap_memory *memory, struct vm_area_struct *vma);
int forebay_cap_map(struct forebay_capture *cap, struct vm_area_struct *vma);
void forebay_cap_unmap(struct forebay_capture *cap);

#endif
