/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Callers in the kernel: channels for other modules, without a file.
 *
 * A caller opens a channel, begins calls with buffers of pages, and is told the end of each of them
 * exactly once. What files promise holds here as well: counts are exact, every call ends within its
 * time, nothing is written into a buffer whose call is over unless the engine cannot be stopped
 * (then the driver keeps the pages), and a card that is unbound ends all calls while the caller
 * stays valid until it is closed.
 */
#ifndef FOREBAY_CALLER_H
#define FOREBAY_CALLER_H

#include <linux/types.h>

#include "client.h"

struct forebay_caller;
struct forebay_card;
struct iov_iter;

/**
 * struct forebay_caller_ops - how a caller learns of its calls
 * @done: a call is over, and its buffer is the caller's again. @cookie is the call's. Process
 *	context, in which others wait: it begins and ends no calls and opens and closes nothing.
 *	The outcome is valid until it returns, and then the call leaves its place in the quota
 */
struct forebay_caller_ops {
	void (*done)(struct forebay_caller *caller, void *cookie,
		     const struct forebay_outcome *outcome);
};

/**
 * struct forebay_caller_setup - what a caller opens
 * @card: number of the card, as in the names of its nodes
 * @index: number of the channel within its direction
 * @c2h: from card to host
 * @quota: calls under way at most
 * @timeout_ms: time that a call may take once no other of its channel is in front, in milliseconds
 *	before timeout_scale; 0: as a new file's
 */
struct forebay_caller_setup {
	unsigned int card;
	unsigned int index;
	bool c2h;
	unsigned int quota;
	u32 timeout_ms;
};

/**
 * struct forebay_caller - a caller; the memory is its own
 * @client: what it is to the channel
 * @ops: see above
 * @card: the card, with a reference
 */
struct forebay_caller {
	struct forebay_client client;
	const struct forebay_caller_ops *ops;
	struct forebay_card *card;
};

int forebay_caller_open(struct forebay_caller *caller, const struct forebay_caller_setup *setup,
			const struct forebay_caller_ops *ops);
int forebay_caller_move(struct forebay_caller *caller, u64 card_addr, const struct iov_iter *iter,
			void *cookie);
void forebay_caller_cancel(struct forebay_caller *caller);
u32 forebay_caller_resets(const struct forebay_caller *caller);
void forebay_caller_close(struct forebay_caller *caller);

#endif
