/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One DMA channel: its queue, its runs, its completions.
 *
 * Requests wait in @queued in the order of submission. When the engine is free, the first of
 * them, and those behind it that come from the same client, become a run: descriptors that the
 * engine works off without help (chan_ops.h). A stream has one request per run. The engine tells in
 * memory how far it is; whoever sees it first (interrupt, spinning caller, tick) moves finished
 * requests out and starts the next run.
 *
 * Locks. @lock guards everything but @slow's business, is taken in interrupt context, and is held
 * for memory work and posted writes only. @slow serialises what sleeps: stopping the engine,
 * sorting out a failure. A channel in state HALTED belongs to the holder of
 * @slow, who leaves it in another state.
 */
#ifndef FOREBAY_CHAN_H
#define FOREBAY_CHAN_H

#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/ratelimit_types.h>
#include <linux/spinlock.h>
#include <linux/types.h>
#include <linux/wait.h>
#include <linux/workqueue.h>

struct forebay_card;
struct forebay_chan_ops;
struct forebay_request;

/** How often a busy channel is looked at without being asked to. */
#define FOREBAY_TICK_MS 20

/** enum forebay_chan_state - what the engine is doing. */
enum forebay_chan_state {
	/** At rest. */
	FOREBAY_CHAN_READY,
	/** A run is under way. */
	FOREBAY_CHAN_RUNNING,
	/** A run has ended or must end in a way that needs a context that may sleep. */
	FOREBAY_CHAN_HALTED,
};

/** enum forebay_chan_todo - why a channel is halted. */
enum forebay_chan_todo {
	FOREBAY_TODO_NOTHING,
	/** The run failed. */
	FOREBAY_TODO_FAILED,
	/** An interrupt came without news in memory. */
	FOREBAY_TODO_INSPECT,
};

/** struct forebay_stats - counters of one channel, since probe. */
struct forebay_stats {
	u64 transfers;
	u64 bytes;
	u64 descriptors;
	u64 pages;
	u64 runs;
	u64 interrupts;
	u64 stray_interrupts;
	u64 lost_interrupts;
	u64 spins_won;
	u64 spins_lost;
	u64 errors;
	u64 timeouts;
	u64 deadlocks;
	u64 aborts;
	u64 restarts;
	u64 stuck;
};

/**
 * struct forebay_standstill - what a channel was like when it was last seen to get on; its tick's
 * @since: jiffies of that
 * @seq: number of the run
 * @seen: completed count that had been dealt with
 * @looked: the card has been looked at since; what follows is of that look
 * @at: jiffies of it
 * @count: descriptors of the run that were done
 * @datapaths: what all datapaths said of their progress
 * @plugs: what all plugs did
 * @told: the log has a line of it
 * @told_certain: ... which says that it is for good
 */
struct forebay_standstill {
	unsigned long since;
	u64 seq;
	u32 seen;
	bool looked;
	unsigned long at;
	u32 count;
	u32 datapaths;
	u32 plugs;
	bool told;
	bool told_certain;
};

/**
 * struct forebay_chan - a channel
 * @card: the card
 * @name: such as "h2c0"
 * @irq_name: name of its interrupt
 * @index: number within its direction
 * @source: number among all channels of the card: bit and vector of its interrupt
 * @c2h: from card to host
 * @stream: the card side is a stream
 * @opened: a stream is open
 * @closing: ... and is being closed with calls under way, whose ends close it
 * @vacant: wait for that
 * @ops: what its engine does
 * @engine: what that knows; lasts as long as the card
 * @irq_on: the end of the run raises the interrupt; the engine keeps this
 * @lock: see above
 * @state: see above
 * @todo: see above
 * @paused: no run may start: the card is being reset or does not stop
 * @dead: errno for every request, or 0
 * @seq: number of the run
 * @descs: its descriptors
 * @seen: completed count that has been dealt with
 * @overdue: run whose end a tick has seen before its interrupt
 * @next_id: number of the next request
 * @queued: requests that wait
 * @running: requests of the run under way, in order
 * @finished: asynchronous requests to be reported
 * @quarantine: requests whose memory the engine may still use
 * @slow: see above
 * @tick: looks at the channel now and then while it is busy
 * @still: since when it gets nowhere
 * @stats: counters
 * @log: keeps a failing program from flooding the log; other channels' lines are not its victims
 */
struct forebay_chan {
	struct forebay_card *card;
	char name[8];
	char irq_name[24];
	unsigned int index;
	unsigned int source;
	bool c2h;
	bool stream;
	atomic_t opened;
	bool closing;
	wait_queue_head_t vacant;
	const struct forebay_chan_ops *ops;
	void *engine;
	bool irq_on;

	spinlock_t lock;
	enum forebay_chan_state state;
	enum forebay_chan_todo todo;
	bool paused;
	int dead;
	u64 seq;
	unsigned int descs;
	u32 seen;
	u64 overdue;
	u64 next_id;
	struct list_head queued;
	struct list_head running;
	struct list_head finished;
	struct list_head quarantine;

	struct mutex slow;
	struct delayed_work tick;
	struct forebay_standstill still;
	struct forebay_stats stats;
	struct ratelimit_state log;
};

void forebay_chan_init(struct forebay_chan *chan);
u32 forebay_chan_flags(const struct forebay_chan *chan);
int forebay_chan_submit(struct forebay_chan *chan, struct forebay_request *const *reqs,
			unsigned int count);
void forebay_chan_report(struct forebay_chan *chan);

/* For whoever looks after the channel; the lock is held. */
void forebay_chan_start(struct forebay_chan *chan);
void forebay_chan_look(struct forebay_chan *chan);
bool forebay_chan_receive(struct forebay_chan *chan, u32 count);
void forebay_chan_retire(struct forebay_chan *chan, u32 count);
void forebay_chan_finish(struct forebay_request *req, int error, bool keep_memory);
void forebay_chan_wake_tick(struct forebay_chan *chan);
bool forebay_chan_needs_process(const struct forebay_chan *chan);

#endif
