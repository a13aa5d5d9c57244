// SPDX-License-Identifier: GPL-2.0-only
#include "recover.h"

#include <linux/pci.h>

#include "card.h"
#include "cause.h"
#include "chan.h"
#include "chan_ops.h"
#include "online.h"
#include "plugs.h"
#include "request.h"

/**
 * struct ending - how a run ended that did not end by itself
 * @victim: the request that someone wants out, or NULL
 * @error: errno of the victim
 * @cause: cause of the victim
 * @failed: the card reported a failure, or stopped when it should not
 * @stop: result of stopping the engine
 * @rest: how far it has come
 */
struct ending {
	struct forebay_request *victim;
	int error;
	enum forebay_cause cause;
	bool failed;
	int stop;
	struct forebay_rest rest;
};

static struct forebay_request *head_of(struct forebay_chan *chan)
{
	return forebay_request_first(&chan->running);
}

static void count_failure(struct forebay_chan *chan, enum forebay_cause cause)
{
	if (cause == FOREBAY_CAUSE_TIMEOUT)
		chan->stats.timeouts++;
	else if (cause == FOREBAY_CAUSE_DEADLOCK)
		chan->stats.deadlocks++;
	else if (forebay_cause_wanted(cause))
		chan->stats.aborts++;
	else
		chan->stats.errors++;
}

/* Under the lock: another request of the same list has failed. */
static bool is_cut(const struct forebay_request *req)
{
	return req->series && req->series->cut;
}

/*
 * Under the lock. Ends a request that did not get what it wanted. Of a list that is a failure once: of
 * those behind it is only known that nobody wants them any more.
 */
static void fail(struct forebay_request *req, int error, enum forebay_cause cause, u32 status,
		 bool keep_memory)
{
	struct forebay_chan *chan = req->chan;

	if (is_cut(req)) {
		forebay_chan_finish(req, -ECANCELED, keep_memory);
		return;
	}
	req->failure = (struct forebay_error){
		.cause = cause,
		.status = status,
		.descriptor = req->descs_done,
		.done = req->done,
		.card_addr = chan->stream ? 0 : req->card_addr + req->done,
	};
	count_failure(chan, cause);
	if (req->series)
		req->series->cut = true;
	forebay_chan_finish(req, error, keep_memory);
}

/* Under the lock, after failures: what waits behind one of the same list ends with it. */
static void drop_cut(struct forebay_chan *chan)
{
	struct forebay_request *req, *next;

	list_for_each_entry_safe(req, next, &chan->queued, entry) {
		if (is_cut(req))
			forebay_chan_finish(req, -ECANCELED, false);
	}
}

/*
 * Under the lock. What the first request has although it is not done: whole descriptors, and the
 * beginning of the one that the stop has cut.
 */
static void credit_head(struct forebay_chan *chan, const struct forebay_rest *rest)
{
	struct forebay_request *req = head_of(chan);
	u32 descs;

	if (!req)
		return;
	descs = rest->count - req->run_first;
	req->done += chan->ops->bytes(chan, req->run_first, rest->count) + rest->partial;
	req->descs_done += descs;
	chan->stats.descriptors += descs;
	req->run_first = rest->count;
}

/*
 * Under the lock. The requests of a run that was stopped get what arrived of them. Of what a C2H
 * stream does not tell the length nothing is known.
 */
static void take_over(struct forebay_chan *chan, const struct forebay_rest *rest)
{
	bool receiver = chan->c2h && chan->stream && head_of(chan);

	if (receiver && !forebay_chan_receive(chan, rest->count))
		return;
	forebay_chan_retire(chan, rest->count);
	credit_head(chan, rest);
}

/* Under the lock. What is left of a run goes back to the head of the queue, in order. */
static void requeue(struct forebay_chan *chan)
{
	struct forebay_request *req;

	list_for_each_entry(req, &chan->running, entry) {
		req->in_run = false;
		req->run_first = req->run_end;
		chan->stats.restarts++;
	}
	list_splice_init(&chan->running, &chan->queued);
}

/* Under the lock, with the engine at rest: every request of the run gets what it deserves. */
static void sort_out(struct forebay_chan *chan, const struct ending *end)
{
	struct forebay_request *head;
	u32 status = end->rest.status;

	take_over(chan, &end->rest);
	head = head_of(chan);
	if (head && (end->failed || end->rest.failed))
		fail(head, -EIO, end->rest.cause, status, false);
	if (end->victim && !end->victim->finished)
		fail(end->victim, end->error, end->cause, status, false);
	requeue(chan);
	drop_cut(chan);
	chan->state = FOREBAY_CHAN_READY;
	forebay_chan_start(chan);
}

/* Under the lock: the engine may still use the memory of the run. */
static void put_in_quarantine(struct forebay_chan *chan, const struct ending *end)
{
	struct forebay_request *req, *next;
	bool gone = end->stop == -ENODEV;

	list_for_each_entry_safe(req, next, &chan->running, entry) {
		if (gone)
			fail(req, -ENODEV, FOREBAY_CAUSE_GONE, ~0u, true);
		else if (req == end->victim)
			fail(req, end->error, end->cause, end->rest.status, true);
		else
			fail(req, -EIO, FOREBAY_CAUSE_STOPPED, end->rest.status, true);
	}
	if (gone) {
		chan->dead = -ENODEV;
		list_for_each_entry_safe(req, next, &chan->queued, entry)
			fail(req, -ENODEV, FOREBAY_CAUSE_GONE, ~0u, false);
	}
	drop_cut(chan);
	chan->stats.stuck++;
	chan->paused = true;
	chan->state = FOREBAY_CHAN_READY;
}

/*
 * No engine does more than it was asked to; what is not known to be done counts as not done.
 */
static void distrust(const struct forebay_chan *chan, struct forebay_rest *rest)
{
	if (rest->count > chan->descs || rest->count < chan->seen) {
		rest->count = chan->seen;
		rest->partial = 0;
	}
	if (rest->count == chan->descs ||
	    rest->partial >= chan->ops->bytes(chan, rest->count, rest->count + 1))
		rest->partial = 0;
}

/*
 * Under @slow, with the channel halted. Brings the engine to rest and finds out what it has done:
 * on success the card writes nothing any more.
 */
static int bring_to_rest(struct forebay_chan *chan, struct forebay_rest *rest)
{
	struct forebay_request *req;
	u32 noted = chan->seen;
	int ret;

	ret = chan->ops->stop(chan, rest);
	if (ret)
		return ret;
	distrust(chan, rest);
	/* The card tells of whole requests, or has the exact count of a failed run. */
	list_for_each_entry(req, &chan->running, entry)
		if (req->run_end <= rest->count)
			noted = req->run_end;
	if (rest->failed)
		noted = rest->count;
	chan->ops->await_end(chan, noted, rest->failed);
	return 0;
}

/* Under @slow, with the channel halted: stops the engine and leaves another state. */
static void end_run(struct forebay_chan *chan, struct ending *end)
{
	end->stop = bring_to_rest(chan, &end->rest);
	spin_lock_irq(&chan->lock);
	chan->todo = FOREBAY_TODO_NOTHING;
	if (end->stop)
		put_in_quarantine(chan, end);
	else
		sort_out(chan, end);
	spin_unlock_irq(&chan->lock);
	if (end->stop) {
		dev_err(&chan->card->pdev->dev,
			"%s: %s; its buffers stay pinned until the card is reset\n", chan->name,
			end->stop == -ENODEV ? "card gone" : "the engine does not stop");
		forebay_card_recover(chan->card);
	}
}

/*
 * Under @slow. An interrupt came and memory has no news: either it was a stray one, or the card
 * could not write its count. The engine knows.
 */
static void inspect(struct forebay_chan *chan, u64 seq)
{
	struct ending end = { .failed = true };
	bool halted = false;

	if (chan->ops->look(chan) == FOREBAY_WORKING)
		return;
	spin_lock_irq(&chan->lock);
	forebay_chan_look(chan);
	if (chan->state == FOREBAY_CHAN_RUNNING && chan->seq == seq) {
		chan->state = FOREBAY_CHAN_HALTED;
		halted = true;
	}
	spin_unlock_irq(&chan->lock);
	if (halted)
		end_run(chan, &end);
}

/* @slow is held. */
static void attend(struct forebay_chan *chan)
{
	struct ending end = { .failed = true };
	enum forebay_chan_todo todo;
	u64 seq;

	spin_lock_irq(&chan->lock);
	forebay_chan_look(chan);
	todo = chan->todo;
	chan->todo = FOREBAY_TODO_NOTHING;
	seq = chan->seq;
	if (todo == FOREBAY_TODO_INSPECT && chan->state != FOREBAY_CHAN_RUNNING)
		todo = FOREBAY_TODO_NOTHING;
	spin_unlock_irq(&chan->lock);
	switch (todo) {
	case FOREBAY_TODO_NOTHING:
		break;
	case FOREBAY_TODO_FAILED:
		end_run(chan, &end);
		break;
	case FOREBAY_TODO_INSPECT:
		inspect(chan, seq);
		break;
	}
}

/**
 * forebay_chan_attend() - do what a channel needs done in process context
 * @chan: the channel
 */
void forebay_chan_attend(struct forebay_chan *chan)
{
	mutex_lock(&chan->slow);
	attend(chan);
	mutex_unlock(&chan->slow);
	forebay_chan_report(chan);
}

/**
 * forebay_chan_abort() - end a request early
 * @req: a submitted request; the caller holds a reference
 * @error: its errno if nothing was moved
 * @cause: the reason
 *
 * On return the result stands, unless the request had begun and the engine came to rest without
 * it: then it is the request's own end that stands. Others of the same run start again from what
 * they have done.
 */
void forebay_chan_abort(struct forebay_request *req, int error, enum forebay_cause cause)
{
	struct forebay_chan *chan = req->chan;
	struct ending end = { .victim = req, .error = error, .cause = cause };
	bool halted = false;

	mutex_lock(&chan->slow);
	attend(chan);
	spin_lock_irq(&chan->lock);
	if (req->in_run) {
		/* Whatever an interrupt has found since is found again after the stop. */
		chan->state = FOREBAY_CHAN_HALTED;
		halted = true;
	} else if (!req->finished) {
		fail(req, error, cause, 0, false);
		drop_cut(chan);
	}
	spin_unlock_irq(&chan->lock);
	if (halted)
		end_run(chan, &end);
	mutex_unlock(&chan->slow);
	forebay_chan_report(chan);
}

static int evict_error(const struct forebay_request *req, const struct forebay_evict *how)
{
	return req->async ? how->async_error : how->error;
}

/* Under the lock. */
static void evict(struct forebay_request *req, const struct forebay_evict *how, u32 status,
		  bool keep_memory)
{
	bool gone = how->unreachable || status == ~0u;

	fail(req, evict_error(req, how), gone ? FOREBAY_CAUSE_GONE : how->cause, status,
	     keep_memory);
}

/* Under the lock: it has done something, or those of its list in front of it have. */
static bool has_begun(const struct forebay_request *req)
{
	return req->done || (req->series && req->series->begun);
}

/*
 * Under the lock. What a request has done before is not there any more when the channel works
 * again, so one that waits for its next run cannot go on from there; nor can the rest of a list.
 */
static void evict_queued(struct forebay_chan *chan, const struct forebay_evict *how)
{
	struct forebay_request *req, *next;

	list_for_each_entry_safe(req, next, &chan->queued, entry) {
		if (how->queued || has_begun(req))
			evict(req, how, 0, false);
	}
	drop_cut(chan);
}

/**
 * forebay_chan_evict() - stop a channel for the time being or for good
 * @chan: the channel
 * @how: what becomes of its requests
 *
 * On return no run is under way and none starts until forebay_chan_resume().
 */
void forebay_chan_evict(struct forebay_chan *chan, const struct forebay_evict *how)
{
	struct forebay_request *req, *next;
	struct forebay_rest rest = { 0 };
	bool was_running;
	int stop = 0;

	mutex_lock(&chan->slow);
	if (!how->unreachable)
		attend(chan);
	spin_lock_irq(&chan->lock);
	chan->paused = true;
	if (how->dead)
		chan->dead = how->dead;
	was_running = !list_empty(&chan->running);
	if (was_running)
		chan->state = FOREBAY_CHAN_HALTED;
	spin_unlock_irq(&chan->lock);

	if (was_running)
		stop = how->unreachable ? -ENODEV : bring_to_rest(chan, &rest);
	spin_lock_irq(&chan->lock);
	chan->todo = FOREBAY_TODO_NOTHING;
	if (was_running && !stop)
		take_over(chan, &rest);
	list_for_each_entry_safe(req, next, &chan->running, entry)
		evict(req, how, stop == -ENODEV ? ~0u : rest.status, stop);
	evict_queued(chan, how);
	chan->state = FOREBAY_CHAN_READY;
	spin_unlock_irq(&chan->lock);
	mutex_unlock(&chan->slow);
	forebay_chan_report(chan);
}

/**
 * forebay_chan_revive() - see whether a channel can work: its engine, which may not have stopped, has
 * come to rest by now, and so has what is behind a stream
 * @chan: a channel that starts no run
 *
 * Return: 0; -ETIMEDOUT; -ENODEV; -EBUSY if the engine is at rest and what is behind it is stuck.
 */
int forebay_chan_revive(struct forebay_chan *chan)
{
	struct forebay_rest rest;
	int ret;

	mutex_lock(&chan->slow);
	ret = chan->ops->stop(chan, &rest);
	if (!ret)
		chan->ops->await_end(chan, 0, rest.failed);
	mutex_unlock(&chan->slow);
	if (!ret && forebay_plug_holds(chan))
		return -EBUSY;
	return ret;
}

/**
 * forebay_chan_free_quarantine() - give back memory that a stuck engine might have used
 * @chan: a channel whose engine is known to be at rest, or whose card cannot reach memory any more
 */
void forebay_chan_free_quarantine(struct forebay_chan *chan)
{
	struct forebay_request *req, *next;
	LIST_HEAD(freed);

	spin_lock_irq(&chan->lock);
	list_splice_init(&chan->quarantine, &freed);
	spin_unlock_irq(&chan->lock);
	list_for_each_entry_safe(req, next, &freed, quarantine) {
		list_del_init(&req->quarantine);
		forebay_request_put(req);
	}
}

/**
 * forebay_chan_resume() - let a channel work (again)
 * @chan: a channel whose engine is at rest
 *
 * Return: false if the card is being unbound: what was evicted stays so.
 */
bool forebay_chan_resume(struct forebay_chan *chan)
{
	bool bound;

	mutex_lock(&chan->slow);
	forebay_chan_free_quarantine(chan);
	spin_lock_irq(&chan->lock);
	bound = !READ_ONCE(chan->card->unbound);
	if (bound) {
		chan->ops->init(chan);
		chan->dead = 0;
		chan->paused = false;
		chan->state = FOREBAY_CHAN_READY;
		forebay_chan_start(chan);
	}
	spin_unlock_irq(&chan->lock);
	mutex_unlock(&chan->slow);
	return bound;
}

/**
 * forebay_chan_retry() - take a channel that was given up back into service
 * @chan: the channel; the card is there and stays so meanwhile
 *
 * Does so if its engine has come to rest after all, and what is behind it, and looks only once.
 *
 * Return: whether it works again.
 */
bool forebay_chan_retry(struct forebay_chan *chan)
{
	struct forebay_card *card = chan->card;
	bool back = false;

	mutex_lock(&card->presence);
	if (!card->offline && READ_ONCE(chan->dead) == -EIO &&
	    chan->ops->look(chan) == FOREBAY_AT_REST)
		back = !forebay_chan_revive(chan) && forebay_chan_resume(chan);
	if (back)
		dev_info(&card->pdev->dev, "%s: back in service\n", chan->name);
	mutex_unlock(&card->presence);
	return back;
}
