/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Memory of capture buffers.
 */
#ifndef FOREBAY_CAP_MEMORY_H
#define FOREBAY_CAP_MEMORY_H

#include "cap.h"

void forebay_cap_memory_put(struct forebay_cap_memory *memory);
struct forebay_cap_set *forebay_cap_set_alloc(struct pci_dev *pdev,
					      const struct forebay_cap_setup *setup);
void forebay_cap_set_free(struct forebay_cap_set *set);
void forebay_cap_fit(struct pci_dev *pdev, u32 beat, struct forebay_cap_setup *setup);

#endif
