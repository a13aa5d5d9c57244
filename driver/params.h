/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Module parameters, by what the rest of the module wants to know.
 */
#ifndef FOREBAY_PARAMS_H
#define FOREBAY_PARAMS_H

#include <linux/types.h>

#include "forebay.h"

/** Longest spin that a file may ask for, in microseconds. */
#define FOREBAY_MAX_SPIN_US 1000000u

int forebay_params_init(void);
void forebay_params_completion(struct forebay_completion *completion);
bool forebay_params_doorbell(void);
void forebay_params_capture(u32 *buffers, u32 *bytes);
void forebay_params_transmit(u32 *buffers, u32 *bytes);
u64 forebay_params_pairs_most(void);
bool forebay_params_poll(void);
u32 forebay_params_spin_us(void);
u64 forebay_scaled_us(u32 ms);
u64 forebay_stop_us(void);
unsigned long forebay_scaled_jiffies(u32 ms);
unsigned long forebay_stall_jiffies(void);

#endif
