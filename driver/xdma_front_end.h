/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The XDMA block: which channels it has.
 */
#ifndef FOREBAY_XDMA_FRONT_END_H
#define FOREBAY_XDMA_FRONT_END_H

#include "front_end.h"

extern const struct forebay_front_end forebay_xdma_front_end;

#endif
