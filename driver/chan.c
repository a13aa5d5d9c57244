// SPDX-License-Identifier: GPL-2.0-only
#include "chan.h"

#include <linux/bitfield.h>
#include <linux/dma-mapping.h>
#include <linux/freezer.h>
#include <linux/jiffies.h>
#include <linux/ktime.h>
#include <linux/pci.h>
#include <linux/ratelimit.h>
#include <linux/sched/signal.h>

#include "card.h"
#include "chan_cdev.h"
#include "forebay_regs.h"
#include "params.h"
#include "recover.h"
#include "request.h"

/* Failures that a channel explains in the log. */
#define LOG_LINES_PER_SECOND 100

static void chan_tick(struct work_struct *work);

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
	INIT_DELAYED_WORK(&chan->tick, chan_tick);
	ratelimit_state_init(&chan->log, HZ, LOG_LINES_PER_SECOND);
	chan->state = FOREBAY_CHAN_READY;
	chan->dead = -ENODEV;
}

static struct forebay_request *first_request(struct list_head *list)
{
	return list_first_entry_or_null(list, struct forebay_request, entry);
}

/*
 * Sees to it that the channel is looked at from now on; costs next to nothing while it already
 * is.
 */
static void wake_tick(struct forebay_chan *chan)
{
	queue_delayed_work(forebay_wq, &chan->tick, msecs_to_jiffies(FOREBAY_TICK_MS));
}

/*
 * Whether a request may be part of the run that begins with the first running one. A failure
 * stops a whole run, so only requests of one file share it: no program has to bear another one's
 * errors. A stream has one request per run: the end of a packet may be waiting for a program to
 * act on the packet before it.
 */
static bool may_join(struct forebay_chan *chan, const struct forebay_request *req)
{
	struct forebay_request *head = first_request(&chan->running);

	if (!head)
		return true;
	return !chan->stream && head->file == req->file && !forebay_ring_full(&chan->ring);
}

/*
 * The time of a request begins when the engine has nothing in front of it: what a request waits
 * for others of its run is not its own time.
 */
static void start_clock(struct forebay_chan *chan)
{
	struct forebay_request *head = first_request(&chan->running);

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
	chan->ring.used = 0;
	while ((req = first_request(&chan->queued)) && may_join(chan, req)) {
		forebay_ring_add(&chan->ring, req);
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
	forebay_engine_start(&chan->engine, forebay_ring_close(&chan->ring), irq_on);
	wake_tick(chan);
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
	chan->stats.transfers += !error;
	chan->stats.bytes += req->done;
	chan->stats.pages += req->num_pages;
	if (keep_memory)
		list_add_tail(&req->quarantine, &chan->quarantine);
	else
		refcount_dec(&req->refs);
	WRITE_ONCE(req->finished, true);
	if (req->iocb)
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

	while ((req = first_request(&chan->running)) && req->run_end <= count) {
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
	struct forebay_request *req = first_request(&chan->running);
	size_t bytes;

	if (!forebay_ring_received(&chan->ring, count, &bytes, &req->packet_ended))
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
	u32 word, count;

	if (chan->state != FOREBAY_CHAN_RUNNING)
		return;
	word = forebay_engine_word(&chan->engine);
	if (word & FOREBAY_POLL_WB_WORD_ERROR) {
		halt_failed(chan);
		return;
	}
	count = FIELD_GET(FOREBAY_POLL_WB_WORD_COUNT, word);
	if (count == chan->seen)
		return;
	/* Neither back nor further than it was asked to: its registers may know better. */
	if (count < chan->seen || count > chan->ring.used) {
		halt_failed(chan);
		return;
	}
	/* The data was written before the word. */
	dma_rmb();
	if (chan->c2h && chan->stream && !forebay_chan_receive(chan, count)) {
		/* A result that the card could not write. */
		halt_failed(chan);
		return;
	}
	chan->seen = count;
	forebay_chan_retire(chan, count);
	if (list_empty(&chan->running)) {
		chan->state = FOREBAY_CHAN_READY;
		forebay_chan_start(chan);
	}
}

/* Something is left that needs process context. */
static bool needs_process(struct forebay_chan *chan)
{
	return chan->todo != FOREBAY_TODO_NOTHING || !list_empty(&chan->finished);
}

/**
 * forebay_chan_submit() - queue a request
 * @chan: the channel
 * @req: a request that was just created
 *
 * Return: 0, or the errno of a channel that takes no requests; then the caller still owns the
 * request alone.
 */
int forebay_chan_submit(struct forebay_chan *chan, struct forebay_request *req)
{
	unsigned long flags;
	int ret;

	spin_lock_irqsave(&chan->lock, flags);
	ret = chan->dead;
	if (!ret) {
		refcount_inc(&req->refs);
		req->id = chan->next_id++;
		list_add_tail(&req->entry, &chan->queued);
		forebay_chan_start(chan);
		wake_tick(chan);
	}
	spin_unlock_irqrestore(&chan->lock, flags);
	return ret;
}

/*
 * Whether the card has written since the channel was looked at. The word goes when the card is
 * unbound, but not while it is read here.
 */
static bool news(struct forebay_chan *chan)
{
	bool changed;
	int index;

	if (!forebay_card_enter(chan->card, &index))
		return false;
	changed = forebay_engine_word(&chan->engine) != READ_ONCE(chan->seen);
	forebay_card_exit(chan->card, index);
	return changed;
}

/* There is news in memory, or it has been dealt with already. */
static void spin_look(struct forebay_chan *chan)
{
	unsigned long flags;
	bool process;

	spin_lock_irqsave(&chan->lock, flags);
	forebay_chan_look(chan);
	process = needs_process(chan);
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
			forebay_engine_irq_on(&chan->engine);
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
		struct forebay_file *file;
		struct kiocb *iocb;
		ssize_t result;
		bool advance;

		spin_lock_irqsave(&chan->lock, flags);
		req = first_request(&chan->finished);
		if (req)
			list_del_init(&req->entry);
		spin_unlock_irqrestore(&chan->lock, flags);
		if (!req)
			return;
		iocb = req->iocb;
		file = req->file;
		result = forebay_request_settle(req);
		advance = result > 0 && !chan->stream;
		forebay_request_put(req);
		if (advance)
			iocb->ki_pos += result;
		forebay_file_left(file);
		iocb->ki_complete(iocb, result);
	}
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
	process = needs_process(chan);
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
	u32 word = forebay_engine_word(&chan->engine);
	/* A C2H stream ends its run where a packet ends, and says nothing before. */
	u32 end = chan->c2h && chan->stream ? 1 : chan->ring.used;

	if (!(word & FOREBAY_POLL_WB_WORD_ERROR) &&
	    FIELD_GET(FOREBAY_POLL_WB_WORD_COUNT, word) < end)
		return false;
	if (chan->overdue != chan->seq) {
		chan->overdue = chan->seq;
		return false;
	}
	chan->stats.lost_interrupts++;
	return true;
}

/*
 * Under the lock: the request whose time is running, with a reference, if it is up. That is the
 * first one of the run, or of the queue of a channel that is being recovered.
 */
static struct forebay_request *tick_late(struct forebay_chan *chan)
{
	struct forebay_request *head = first_request(&chan->running);

	if (!head && chan->paused)
		head = first_request(&chan->queued);
	if (!head)
		return NULL;
	if (!head->started)
		head->started = jiffies | 1;
	if (!time_after(jiffies, head->started + forebay_file_timeout(head->file)))
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
	if (chan->engine.irq_on) {
		*lost = tick_overdue(chan);
		/* Give the interrupt of a run that has just ended its chance. */
		if (!*lost && chan->overdue == chan->seq)
			return NULL;
	}
	forebay_chan_look(chan);
	return tick_late(chan);
}

/*
 * Looks after early ends within a run, lost interrupts, callers that were kept from spinning, and
 * time-outs.
 */
static void chan_tick(struct work_struct *work)
{
	struct forebay_chan *chan = container_of(to_delayed_work(work), struct forebay_chan, tick);
	struct forebay_request *late;
	unsigned long flags;
	bool process, lost;

	spin_lock_irqsave(&chan->lock, flags);
	late = tick_look(chan, &lost);
	process = needs_process(chan);
	spin_unlock_irqrestore(&chan->lock, flags);
	if (lost && __ratelimit(&chan->log))
		dev_warn(&chan->card->pdev->dev, "%s: interrupt lost, the completion was found in memory\n",
			 chan->name);
	if (process)
		forebay_chan_attend(chan);
	if (late) {
		forebay_chan_abort(late, -ETIMEDOUT, FOREBAY_CAUSE_TIMEOUT);
		forebay_request_put(late);
	}
	spin_lock_irqsave(&chan->lock, flags);
	if (!list_empty(&chan->running) || !list_empty(&chan->queued))
		wake_tick(chan);
	spin_unlock_irqrestore(&chan->lock, flags);
}
