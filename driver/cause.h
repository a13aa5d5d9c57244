/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Why a transfer ended as it did.
 */
#ifndef FOREBAY_CAUSE_H
#define FOREBAY_CAUSE_H

#include <linux/types.h>

#include "forebay.h"

const char *forebay_cause_text(enum forebay_cause cause);
bool forebay_cause_wanted(enum forebay_cause cause);

#endif
