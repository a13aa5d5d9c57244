/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A look at the engine from time to time: where it sends no interrupts, and for what none has told of.
 */
#ifndef FOREBAY_CAP_TICK_H
#define FOREBAY_CAP_TICK_H

#include "cap.h"

void forebay_cap_tick(struct work_struct *work);
void forebay_cap_tick_later(struct forebay_capture *cap);

#endif
