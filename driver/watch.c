// SPDX-License-Identifier: GPL-2.0-only
#include "watch.h"

#include <linux/freezer.h>
#include <linux/jiffies.h>
#include <linux/ktime.h>
#include <linux/pci.h>
#include <linux/ratelimit.h>
#include <linux/sched/signal.h>

#include "card.h"
#include "chan.h"
#include "chan_ops.h"
#include "client.h"
#include "params.h"
#include "recover.h"
#include "request.h"
#include "stall.h"

static void chan_tick(struct work_struct *work);

/** forebay_watch_init() - before the first request of a channel. */
void forebay_watch_init(struct forebay_chan *chan)
{
	INIT_DELAYED_WORK(&chan->tick, chan_tick);
}

/** forebay_chan_irq() - top half: wake callers that wait, start the next run. */
irqreturn_t forebay_chan_irq(int irq, void *data)
{
	struct forebay_chan *chan = data;
	unsigned long flags;
	bool process;
	u64 seq;
	u32 seen;

	spin_lock_irqsave(&chan->lock, flags);
	chan->stats.interrupts++;
	seq = chan->seq;
	seen = chan->seen;
	if (chan->state == FOREBAY_CHAN_RUNNING) {
		forebay_chan_look(chan);
		if (chan->state == FOREBAY_CHAN_RUNNING && chan->seq == seq && chan->seen == seen)
			chan->todo = FOREBAY_TODO_INSPECT;
	}
	if (chan->todo == FOREBAY_TODO_INSPECT)
		chan->stats.stray_interrupts++;
	process = forebay_chan_needs_process(chan);
	spin_unlock_irqrestore(&chan->lock, flags);
	return process ? IRQ_WAKE_THREAD : IRQ_HANDLED;
}

/** forebay_chan_irq_thread() - bottom half: what needs process context. */
irqreturn_t forebay_chan_irq_thread(int irq, void *data)
{
	forebay_chan_attend(data);
	return IRQ_HANDLED;
}

/*
 * The end of a run has been in memory for a whole tick and its interrupt has not come. Only then
 * is it lost: the two may be under way at the same time.
 */
static bool tick_overdue(struct forebay_chan *chan)
{
	struct forebay_progress now = chan->ops->poll(chan);
	/* A C2H stream ends its run where a packet ends, and says nothing before. */
	u32 end = chan->c2h && chan->stream ? 1 : chan->descs;

	if (!now.failed && now.count < end)
		return false;
	if (chan->overdue != chan->seq) {
		chan->overdue = chan->seq;
		return false;
	}
	chan->stats.lost_interrupts++;
	return true;
}

/* Time that a request may take, in jiffies. */
static unsigned long time_of(const struct forebay_request *req)
{
	return forebay_scaled_jiffies(READ_ONCE(req->client->timeout_ms));
}

/*
 * Under the lock: the request whose time is running, with a reference, if it is up. That is the
 * first one of the run, or of the queue of a channel that is being recovered.
 */
static struct forebay_request *tick_late(struct forebay_chan *chan)
{
	struct forebay_request *head = forebay_request_first(&chan->running);

	if (!head && chan->paused)
		head = forebay_request_first(&chan->queued);
	if (!head)
		return NULL;
	if (!head->started)
		head->started = jiffies | 1;
	if (!time_after(jiffies, head->started + time_of(head)))
		return NULL;
	refcount_inc(&head->refs);
	return head;
}

/* Under the lock: what a tick finds. */
static struct forebay_request *tick_look(struct forebay_chan *chan, bool *lost)
{
	*lost = false;
	if (chan->state != FOREBAY_CHAN_RUNNING)
		return tick_late(chan);
	if (chan->irq_on) {
		*lost = tick_overdue(chan);
		/* Give the interrupt of a run that has just ended its chance. */
		if (!*lost && chan->overdue == chan->seq)
			return NULL;
	}
	forebay_chan_look(chan);
	return tick_late(chan);
}

/*
 * Looks after early ends within a run, lost interrupts, callers that were kept from spinning,
 * time-outs, and runs that get nowhere.
 */
static void chan_tick(struct work_struct *work)
{
	struct forebay_chan *chan = container_of(to_delayed_work(work), struct forebay_chan, tick);
	struct forebay_request *late, *locked_in;
	unsigned long flags;
	bool process, lost;

	spin_lock_irqsave(&chan->lock, flags);
	late = tick_look(chan, &lost);
	process = forebay_chan_needs_process(chan);
	spin_unlock_irqrestore(&chan->lock, flags);
	if (lost && __ratelimit(&chan->log))
		dev_warn(&chan->card->pdev->dev, "%s: interrupt lost, the completion was found in memory\n",
			 chan->name);
	if (process)
		forebay_chan_attend(chan);
	if (late) {
		forebay_stall_explain(late);
		forebay_chan_abort(late, -ETIMEDOUT, FOREBAY_CAUSE_TIMEOUT);
		forebay_request_put(late);
	}
	locked_in = forebay_stall_watch(chan);
	if (locked_in) {
		forebay_chan_abort(locked_in, -EDEADLK, FOREBAY_CAUSE_DEADLOCK);
		forebay_request_put(locked_in);
	}
	spin_lock_irqsave(&chan->lock, flags);
	if (!list_empty(&chan->running) || !list_empty(&chan->queued))
		forebay_chan_wake_tick(chan);
	spin_unlock_irqrestore(&chan->lock, flags);
}

/*
 * Whether the card has written since the channel was looked at. What it writes goes when the card
 * is unbound, but not while it is read here.
 */
static bool news(struct forebay_chan *chan)
{
	struct forebay_progress now;
	int index;

	if (!forebay_card_enter(chan->card, &index))
		return false;
	now = chan->ops->poll(chan);
	forebay_card_exit(chan->card, index);
	return now.failed || now.count != READ_ONCE(chan->seen);
}

/* There is news in memory, or it has been dealt with already. */
static void spin_look(struct forebay_chan *chan)
{
	unsigned long flags;
	bool process;

	spin_lock_irqsave(&chan->lock, flags);
	forebay_chan_look(chan);
	process = forebay_chan_needs_process(chan);
	spin_unlock_irqrestore(&chan->lock, flags);
	if (process)
		forebay_chan_attend(chan);
}

/*
 * Looks for the end of a request until it is there, the time is up, or someone else wants the
 * processor. Then the interrupt takes over: if the run has ended meanwhile, enabling it fires it.
 */
static void spin(struct forebay_request *req, unsigned int spin_us)
{
	struct forebay_chan *chan = req->chan;
	ktime_t end = ktime_add_us(ktime_get(), spin_us);
	unsigned long flags;

	while (!READ_ONCE(req->finished) && !task_sigpending(current) &&
	       ktime_before(ktime_get(), end)) {
		if (news(chan))
			spin_look(chan);
		cpu_relax();
		cond_resched();
	}
	spin_lock_irqsave(&chan->lock, flags);
	req->spinning = false;
	if (req->finished) {
		chan->stats.spins_won++;
	} else {
		chan->stats.spins_lost++;
		if (req->in_run && chan->state == FOREBAY_CHAN_RUNNING)
			chan->ops->irq_on(chan);
	}
	spin_unlock_irqrestore(&chan->lock, flags);
}

/*
 * Sleeps until the end of a request or a signal, and tells which. What io_uring and others give
 * the task to do wakes an interruptible sleeper as well, but is no reason to end a transfer: its
 * mark is put by, and the task finds it on its way out of the call. Nor does a machine that goes
 * to sleep: the task is frozen where it is, and the sleep of the card ends the request.
 */
static bool sleep(struct forebay_request *req)
{
	bool work = false, ended;

	for (;;) {
		ended = !wait_for_completion_state(&req->complete,
						   TASK_INTERRUPTIBLE | TASK_FREEZABLE);
		if (ended)
			break;
		/* One that was not asleep is told to freeze as if by a signal. */
		if (try_to_freeze())
			continue;
		if (task_sigpending(current))
			break;
		clear_notify_signal();
		work = true;
	}
	if (work)
		set_thread_flag(TIF_NOTIFY_SIGNAL);
	return ended;
}

/**
 * forebay_chan_wait() - wait until the result of a request stands
 * @req: a submitted request that is not asynchronous
 * @spin_us: how long to spin first
 *
 * A signal aborts the request; one that has moved nothing can be started again. The wait is
 * bounded: by the time-outs of the requests in front and its own.
 */
void forebay_chan_wait(struct forebay_request *req, unsigned int spin_us)
{
	if (req->spinning)
		spin(req, spin_us);
	if (sleep(req))
		return;
	forebay_chan_abort(req, -ERESTARTSYS, FOREBAY_CAUSE_ABORTED);
	wait_for_completion(&req->complete);
}
