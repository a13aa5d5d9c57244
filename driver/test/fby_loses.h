/* SPDX-License-Identifier: GPL-2.0-only */
/* What a context switch costs a process that starts transfers, scheme by scheme, worked out by hand. */
#ifndef FBY_LOSES_H
#define FBY_LOSES_H

#include "fby_turns.h"

/**
 * fby_loses() - The table of all pairs of phases of a scheme; NULL if nobody has worked it out.
 * @bare: SHRIMP-2 without its hook
 * @restart: its pair as a restartable sequence
 */
fby_expected *fby_loses(const char *scheme, bool bare, bool restart);

#endif
