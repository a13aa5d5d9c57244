/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Waiting for what becomes of buffers.
 */
#ifndef FOREBAY_PAIRS_WAIT_H
#define FOREBAY_PAIRS_WAIT_H

#include "pairs.h"

/**
 * typedef forebay_pairs_attempt - what somebody waits for, under ring_lock
 *
 * Return: -EAGAIN, not yet; else what the wait ends with.
 */
typedef int forebay_pairs_attempt(struct forebay_pairs *pairs, void *arg);

void forebay_pairs_look(struct forebay_pairs *pairs);
long forebay_pairs_jiffies(u32 timeout_ms);
int forebay_pairs_await(struct forebay_pairs *pairs, long left, forebay_pairs_attempt *attempt,
			void *arg);
int forebay_pairs_copy_lock(struct forebay_pairs *pairs, bool nonblock);

#endif
