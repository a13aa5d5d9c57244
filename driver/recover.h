/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a channel does when a run does not simply end well: failures, time-outs, aborts, packets,
 * and engines that do not stop.
 *
 * The order is always the same: tell the engine to stop, wait until it is at rest, and only then
 * touch the memory it may have used. If it does not come to rest, its requests are reported as
 * failed but keep their pages ("quarantine"), the channel starts no further run, and the card is
 * reset.
 */
#ifndef FOREBAY_RECOVER_H
#define FOREBAY_RECOVER_H

#include <linux/types.h>

#include "forebay.h"

struct forebay_chan;
struct forebay_request;

/**
 * struct forebay_evict - how to empty a channel
 * @error: errno for callers that wait
 * @async_error: errno for asynchronous calls
 * @cause: why, unless the card turns out to be gone
 * @dead: errno for calls from now on, or 0: they queue up
 * @queued: also requests of which nothing has been done
 * @unreachable: the card cannot be asked; leave its registers alone
 */
struct forebay_evict {
	int error;
	int async_error;
	enum forebay_cause cause;
	int dead;
	bool queued;
	bool unreachable;
};

void forebay_chan_attend(struct forebay_chan *chan);
void forebay_chan_abort(struct forebay_request *req, int error, enum forebay_cause cause);
void forebay_chan_evict(struct forebay_chan *chan, const struct forebay_evict *how);
int forebay_chan_revive(struct forebay_chan *chan);
bool forebay_chan_retry(struct forebay_chan *chan);
bool forebay_chan_resume(struct forebay_chan *chan);
void forebay_chan_free_quarantine(struct forebay_chan *chan);

#endif
