/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Whose a set of capture buffers is: the open file's, or nobody's in quarantine.
 */
#ifndef FOREBAY_CAP_SETS_H
#define FOREBAY_CAP_SETS_H

#include "cap.h"

int forebay_cap_sets_make(struct forebay_capture *cap, struct forebay_cap_setup *setup);
struct forebay_cap_set *forebay_cap_sets_take(struct forebay_capture *cap);
void forebay_cap_sets_drop(struct forebay_capture *cap);
void forebay_cap_sets_free_quarantine(struct forebay_capture *cap);

#endif
