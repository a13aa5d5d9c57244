// SPDX-License-Identifier: GPL-2.0-only
#include "chan.h"

#include <linux/dma-mapping.h>
#include <linux/jiffies.h>
#include <linux/ratelimit.h>

#include "card.h"
#include "chan_ops.h"
#include "client.h"
#include "request.h"

/* Failures that a channel explains in the log. */
#define LOG_LINES_PER_SECOND 100

/** forebay_chan_init() - first state of a channel: no registers, no memory, every call refused. */
void forebay_chan_init(struct forebay_chan *chan)
{
	spin_lock_init(&chan->lock);
	mutex_init(&chan->slow);
	init_waitqueue_head(&chan->vacant);
	INIT_LIST_HEAD(&chan->queued);
	INIT_LIST_HEAD(&chan->running);
	INIT_LIST_HEAD(&chan->finished);
	INIT_LIST_HEAD(&chan->quarantine);
	ratelimit_state_init(&chan->log, HZ, LOG_LINES_PER_SECOND);
	chan->state = FOREBAY_CHAN_READY;
	chan->dead = -ENODEV;
}

/** forebay_chan_flags() - what kind of channel it is, FOREBAY_INFO_*. */
u32 forebay_chan_flags(const struct forebay_chan *chan)
{
	return (chan->stream ? FOREBAY_INFO_STREAM : 0) | (chan->c2h ? FOREBAY_INFO_C2H : 0);
}

/**
 * forebay_chan_wake_tick() - see to it that the channel is looked at from now on
 * @chan: the channel; costs next to nothing while it already is
 */
void forebay_chan_wake_tick(struct forebay_chan *chan)
{
	queue_delayed_work(forebay_wq, &chan->tick, msecs_to_jiffies(FOREBAY_TICK_MS));
}

/*
 * Whether a request may be part of the run that begins with the first running one. A failure
 * stops a whole run, so only requests of one client share it: no program has to bear another one's
 * errors. A stream has one request per run: the end of a packet may be waiting for a program to
 * act on the packet before it.
 */
static bool may_join(struct forebay_chan *chan, const struct forebay_request *req)
{
	struct forebay_request *head = forebay_request_first(&chan->running);

	if (!head)
		return true;
	return !chan->stream && head->client == req->client && !chan->ops->full(chan);
}

/*
 * The time of a request begins when the engine has nothing in front of it: what a request waits
 * for others of its run is not its own time.
 */
static void start_clock(struct forebay_chan *chan)
{
	struct forebay_request *head = forebay_request_first(&chan->running);

	if (head && !head->started)
		head->started = jiffies | 1;
}

/**
 * forebay_chan_start() - start a run if there is something to do and the engine is free
 * @chan: its lock is held
 */
void forebay_chan_start(struct forebay_chan *chan)
{
	struct forebay_request *req;
	bool irq_on = false;

	if (chan->state != FOREBAY_CHAN_READY || chan->paused)
		return;
	chan->ops->begin(chan);
	chan->descs = 0;
	while ((req = forebay_request_first(&chan->queued)) && may_join(chan, req)) {
		chan->ops->add(chan, req);
		chan->descs = req->run_end;
		list_move_tail(&req->entry, &chan->running);
		req->in_run = true;
		irq_on |= !req->spinning;
	}
	if (list_empty(&chan->running))
		return;
	start_clock(chan);
	chan->state = FOREBAY_CHAN_RUNNING;
	chan->seq++;
	chan->seen = 0;
	chan->stats.runs++;
	chan->ops->start(chan, irq_on);
	forebay_chan_wake_tick(chan);
}

/**
 * forebay_chan_finish() - the result of a request stands
 * @req: a request of the channel, whose lock is held
 * @error: errno if nothing was moved
 * @keep_memory: the engine may still use the request's memory
 *
 * Drops the channel's reference unless the memory has to stay. That is never the last one, since
 * the reporter of the result still has its own, so it is safe in interrupt context.
 */
void forebay_chan_finish(struct forebay_request *req, int error, bool keep_memory)
{
	struct forebay_chan *chan = req->chan;

	list_del_init(&req->entry);
	req->in_run = false;
	req->error = error;
	if (req->series)
		req->series->begun |= req->done;
	chan->stats.transfers += !error;
	chan->stats.bytes += req->done;
	chan->stats.pages += req->buffer.num_pages;
	if (keep_memory)
		list_add_tail(&req->quarantine, &chan->quarantine);
	else
		refcount_dec(&req->refs);
	WRITE_ONCE(req->finished, true);
	if (req->async)
		list_add_tail(&req->entry, &chan->finished);
	else
		complete(&req->complete);
}

/**
 * forebay_chan_retire() - take requests out of the run whose descriptors are done
 * @chan: its lock is held
 * @count: completed descriptors of the run
 *
 * A request that did not fit into the run goes back to the head of the queue.
 */
void forebay_chan_retire(struct forebay_chan *chan, u32 count)
{
	struct forebay_request *req;

	while ((req = forebay_request_first(&chan->running)) && req->run_end <= count) {
		unsigned int descs = req->run_end - req->run_first;

		req->done += req->run_bytes;
		req->descs_done += descs;
		req->in_run = false;
		req->run_first = req->run_end;
		chan->stats.descriptors += descs;
		if (req->done < req->len && !req->packet_ended)
			list_move(&req->entry, &chan->queued);
		else
			forebay_chan_finish(req, 0, false);
	}
	start_clock(chan);
}

/**
 * forebay_chan_receive() - take over what the run of a C2H stream has brought
 * @chan: such a channel; its lock is held
 * @count: descriptors that the card has finished
 *
 * The request is done with them if its packet has ended.
 *
 * Return: false if the card has not said what it is, although it has counted it.
 */
bool forebay_chan_receive(struct forebay_chan *chan, u32 count)
{
	struct forebay_request *req = forebay_request_first(&chan->running);
	size_t bytes;

	if (!chan->ops->received(chan, count, &bytes, &req->packet_ended))
		return false;
	if (req->packet_ended) {
		req->run_end = count;
		req->run_bytes = bytes;
	}
	return true;
}

static void halt_failed(struct forebay_chan *chan)
{
	chan->state = FOREBAY_CHAN_HALTED;
	chan->todo = FOREBAY_TODO_FAILED;
}

/**
 * forebay_chan_look() - see what the card has written, and act on it
 * @chan: its lock is held
 *
 * Reads memory only. May leave the channel halted with something to do in process context.
 */
void forebay_chan_look(struct forebay_chan *chan)
{
	struct forebay_progress now;

	if (chan->state != FOREBAY_CHAN_RUNNING)
		return;
	now = chan->ops->poll(chan);
	if (now.failed) {
		halt_failed(chan);
		return;
	}
	if (now.count == chan->seen)
		return;
	/* Neither back nor further than it was asked to: its registers may know better. */
	if (now.count < chan->seen || now.count > chan->descs) {
		halt_failed(chan);
		return;
	}
	/* The data was written before the count. */
	dma_rmb();
	if (chan->c2h && chan->stream && !forebay_chan_receive(chan, now.count)) {
		/* A result that the card could not write. */
		halt_failed(chan);
		return;
	}
	chan->seen = now.count;
	forebay_chan_retire(chan, now.count);
	if (list_empty(&chan->running)) {
		chan->state = FOREBAY_CHAN_READY;
		forebay_chan_start(chan);
	}
}

/** forebay_chan_needs_process() - something is left that needs process context; under the lock. */
bool forebay_chan_needs_process(const struct forebay_chan *chan)
{
	return chan->todo != FOREBAY_TODO_NOTHING || !list_empty(&chan->finished);
}

/**
 * forebay_chan_submit() - queue requests
 * @chan: the channel
 * @reqs: requests that were just created, in order
 * @count: how many, which become one run as far as there is room
 *
 * Return: 0, or the errno of a channel that takes no requests; then the caller still owns all of
 * them alone.
 */
int forebay_chan_submit(struct forebay_chan *chan, struct forebay_request *const *reqs,
			unsigned int count)
{
	unsigned long flags;
	unsigned int i;
	int ret;

	spin_lock_irqsave(&chan->lock, flags);
	ret = chan->dead;
	for (i = 0; !ret && i < count; i++) {
		refcount_inc(&reqs[i]->refs);
		reqs[i]->id = chan->next_id++;
		list_add_tail(&reqs[i]->entry, &chan->queued);
	}
	if (!ret) {
		forebay_chan_start(chan);
		forebay_chan_wake_tick(chan);
	}
	spin_unlock_irqrestore(&chan->lock, flags);
	return ret;
}

/**
 * forebay_chan_report() - report finished asynchronous requests
 * @chan: the channel; process context, no lock held
 *
 * The memory is given back first: the caller may look at it as soon as it is told.
 */
void forebay_chan_report(struct forebay_chan *chan)
{
	struct forebay_request *req;
	unsigned long flags;

	for (;;) {
		struct forebay_outcome outcome;
		struct forebay_client *client;
		void *cookie;

		spin_lock_irqsave(&chan->lock, flags);
		req = forebay_request_first(&chan->finished);
		if (req)
			list_del_init(&req->entry);
		spin_unlock_irqrestore(&chan->lock, flags);
		if (!req)
			return;
		client = req->client;
		cookie = req->cookie;
		forebay_request_settle(req, &outcome);
		forebay_request_put(req);
		client->ops->done(client, cookie, &outcome);
	}
}
