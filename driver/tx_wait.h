/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Waiting for free transmit buffers, writing them, and waiting until all are sent.
 */
#ifndef FOREBAY_TX_WAIT_H
#define FOREBAY_TX_WAIT_H

#include <linux/poll.h>
#include <linux/uio.h>

#include "pairs.h"

int forebay_tx_take(struct forebay_pairs *pairs, bool nonblock, u32 timeout_ms, u32 *index);
int forebay_tx_drain(struct forebay_pairs *pairs, u32 timeout_ms);
ssize_t forebay_tx_write(struct forebay_pairs *pairs, struct iov_iter *from, bool nonblock);
__poll_t forebay_tx_poll(struct forebay_pairs *pairs);

#endif
