/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A look at the engine from time to time: where it sends no interrupts, and for what none has told of.
 */
#ifndef FOREBAY_PAIRS_TICK_H
#define FOREBAY_PAIRS_TICK_H

#include "pairs.h"

void forebay_pairs_tick(struct work_struct *work);
void forebay_pairs_tick_later(struct forebay_pairs *pairs);

#endif
