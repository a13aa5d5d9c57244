/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Names of the schemes of user-level DMA, and of what shadow addresses may be, and which a card begins
 * with.
 */
#ifndef FOREBAY_UDMA_SCHEME_H
#define FOREBAY_UDMA_SCHEME_H

#include <linux/types.h>

u32 forebay_udma_scheme_default(void);
bool forebay_udma_direct_default(void);
int forebay_udma_shadow_number(const char *name);
const char *forebay_udma_shadow_name(bool direct);
int forebay_udma_scheme_number(const char *name);
const char *forebay_udma_scheme_name(u32 scheme);

#endif
