/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a channel needs of its engine. The channel keeps requests, runs and time; the engine knows
 * registers and what the card reads and writes in memory.
 *
 * A run is a number of descriptors, pieces of requests in order, that the engine works off without
 * help. It counts those that are done where the processor sees it without asking the card.
 */
#ifndef FOREBAY_CHAN_OPS_H
#define FOREBAY_CHAN_OPS_H

#include <linux/types.h>

#include "forebay.h"

struct forebay_chan;
struct forebay_request;

/**
 * struct forebay_progress - how far a run is
 * @count: descriptors that are done and that the card has told of
 * @failed: the run has ended with a failure
 */
struct forebay_progress {
	u32 count;
	bool failed;
};

/**
 * struct forebay_rest - what an engine has done when it has come to rest
 * @status: its status, for programs and the log
 * @count: descriptors of the run that are done
 * @partial: bytes of the next one that have arrived, if a stop has cut it; an engine that does not
 *	say has 0, and then only whole descriptors are known
 * @failed: @status tells of a failure
 * @cause: what that means to programs; FOREBAY_CAUSE_STOPPED if it tells of none
 */
struct forebay_rest {
	u32 status;
	u32 count;
	u32 partial;
	bool failed;
	enum forebay_cause cause;
};

/** enum forebay_activity - what an engine says that it is doing. */
enum forebay_activity {
	/** It holds no memory. */
	FOREBAY_AT_REST,
	/** It holds memory. */
	FOREBAY_WORKING,
	/** Nobody answers. */
	FOREBAY_SILENT,
};

/**
 * struct forebay_chan_ops - an engine
 *
 * For a channel without requests; these may sleep.
 *
 * @alloc: get what the engine needs of the host's memory. Return: 0 or -ENOMEM, nothing left behind
 * @free: the reverse; the engine is at rest
 * @leave: bring the registers of an engine at rest to the state after a reset, for whoever is next
 *
 * Under the channel's lock, also in interrupt context; posted writes only. The engine is at rest
 * for all but @irq_on.
 *
 * @init: bring the registers to the state that every run starts from; after probe or a reset
 * @begin: a new run, of no descriptor yet
 * @full: no further descriptor fits
 * @add: append descriptors for what is left of a request, as many as fit; sets its run_first,
 *	run_end and run_bytes
 * @start: start the run, whose end raises the interrupt or does not, and keep the channel's @irq_on
 * @irq_on: let it raise the interrupt from now on; it does so now if it has ended
 *
 * Memory only, in any context.
 *
 * @poll: how far the run is
 * @received: of a C2H stream: bytes that so many descriptors hold, and whether the packet ended in
 *	the last one. Return: false if the card has not said it of each
 * @bytes: what the descriptors @first to @end - 1 of the run are to move
 *
 * These read registers and @stop and @await_end sleep; under the channel's @slow, or before there
 * are requests. @count may be asked of a run under way by who looks at it.
 *
 * @look: what the engine is doing
 * @count: descriptors of the run that are done, whether the card has told of them or not
 * @stop: stop the engine, running or not, and wait until it has let go of all memory. The status
 *	in @rest is valid whatever is returned. Return: 0; -ETIMEDOUT if it still holds memory after the
 *	time allowed; -ENODEV if the card does not answer
 * @await_end: wait until what the card writes at the end of a run has arrived: a count of so many
 *	descriptors, and the failure if there was one. One that never comes ends the wait quietly
 */
struct forebay_chan_ops {
	int (*alloc)(struct forebay_chan *chan);
	void (*free)(struct forebay_chan *chan);
	void (*leave)(struct forebay_chan *chan);

	void (*init)(struct forebay_chan *chan);
	void (*begin)(struct forebay_chan *chan);
	bool (*full)(const struct forebay_chan *chan);
	void (*add)(struct forebay_chan *chan, struct forebay_request *req);
	void (*start)(struct forebay_chan *chan, bool irq_on);
	void (*irq_on)(struct forebay_chan *chan);

	struct forebay_progress (*poll)(const struct forebay_chan *chan);
	bool (*received)(const struct forebay_chan *chan, u32 count, size_t *bytes,
			 bool *packet_ended);
	size_t (*bytes)(const struct forebay_chan *chan, unsigned int first, unsigned int end);

	enum forebay_activity (*look)(struct forebay_chan *chan);
	u32 (*count)(struct forebay_chan *chan);
	int (*stop)(struct forebay_chan *chan, struct forebay_rest *rest);
	void (*await_end)(struct forebay_chan *chan, u32 count, bool failed);
};

#endif
