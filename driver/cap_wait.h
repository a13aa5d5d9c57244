/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Waiting for full capture buffers, and reading them.
 */
#ifndef FOREBAY_CAP_WAIT_H
#define FOREBAY_CAP_WAIT_H

#include <linux/poll.h>
#include <linux/uio.h>

#include "pairs.h"

int forebay_cap_next(struct forebay_pairs *pairs, bool nonblock, u32 timeout_ms,
		     struct forebay_cap_buffer *said);
void forebay_cap_not_next(struct forebay_pairs *pairs, u32 index);
ssize_t forebay_cap_copy(struct forebay_pairs *pairs, struct iov_iter *to, bool nonblock);
__poll_t forebay_cap_poll(struct forebay_pairs *pairs);

#endif
