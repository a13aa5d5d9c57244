// SPDX-License-Identifier: GPL-2.0-only
#include "stall.h"

#include <linux/bitfield.h>
#include <linux/bits.h>
#include <linux/jiffies.h>
#include <linux/jhash.h>
#include <linux/kernel.h>
#include <linux/pci.h>
#include <linux/ratelimit.h>
#include <linux/slab.h>

#include "card.h"
#include "chan.h"
#include "chan_ops.h"
#include "features.h"
#include "forebay_regs.h"
#include "online.h"
#include "params.h"
#include "plugs.h"
#include "request.h"
#include "stall_look.h"

/* Bytes of an entry of a FIFO. */
#define ENTRY_BYTES 64

/* ---- telling ---- */

/*
 * Forgets what is known of a run that got on, or is another, by @since. Return: whether it has.
 */
static bool refresh(struct forebay_chan *chan, unsigned long since)
{
	struct forebay_standstill *still = &chan->still;
	bool same;

	spin_lock_irq(&chan->lock);
	same = chan->state == FOREBAY_CHAN_RUNNING && chan->seq == still->seq &&
	       chan->seen == still->seen;
	if (!same)
		*still = (struct forebay_standstill){
			.since = since, .seq = chan->seq, .seen = chan->seen,
		};
	spin_unlock_irq(&chan->lock);
	return !same;
}

static __printf(2, 3) void say(struct forebay_look *look, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	look->said += vscnprintf(look->text + look->said, FOREBAY_LOOK_TEXT - look->said, format, args);
	va_end(args);
}

/* Another part of the line. */
static void go_on(struct forebay_look *look)
{
	if (look->said)
		say(look, "; ");
}

static void say_port(struct forebay_look *look, u32 port)
{
	const struct forebay_fifo *fifo = &look->stall.fifos[port];

	say(look, "stream port %u", port);
	if (port < look->stall.num_fifos)
		say(look, " (%u of %u entries)", fifo->held, fifo->depth);
}

static void say_blocked(struct forebay_look *look, unsigned int i)
{
	const struct forebay_blocked *at = &look->stall.blocked[i];

	go_on(look);
	say(look, "descriptor %llu of %llu of %s%u (%llu bytes, card address 0x%llx) ",
	    at->descriptor + 1, at->total, at->flags & FOREBAY_INFO_C2H ? "c2h" : "h2c",
	    at->channel, at->bytes, at->card_addr);
	if (at->port != FOREBAY_NO_PORT) {
		say(look, "waits for room in ");
		say_port(look, at->port);
	} else if (look->held_up[i]) {
		say(look, "waits on the path that all channels share, where ");
		say_port(look, __ffs(look->held_up[i]));
		say(look, " takes no more of another");
	} else {
		say(look, "is not done");
	}
}

/* Those that wait for room, or all others. */
static void say_all_blocked(struct forebay_look *look, bool waiting)
{
	unsigned int i;

	for (i = 0; i < look->stall.num_blocked; i++) {
		bool waits = look->stall.blocked[i].port != FOREBAY_NO_PORT || look->held_up[i];

		if (waits == waiting)
			say_blocked(look, i);
	}
}

static void say_channels(struct forebay_look *look, const char *what, const char *kind, u32 channels)
{
	unsigned long bits = channels;
	unsigned int n;

	for_each_set_bit(n, &bits, 32)
		say(look, "%s%s%u", what, kind, n);
}

static void say_datapath(struct forebay_look *look, const char *name, u32 status)
{
	unsigned long ports = FIELD_GET(FOREBAY_USER_FEATURE_STATUS_WAITS_PORTS, status);
	u32 h2c = FIELD_GET(FOREBAY_USER_FEATURE_STATUS_WAITS_H2C, status);
	u32 c2h = FIELD_GET(FOREBAY_USER_FEATURE_STATUS_WAITS_C2H, status);
	unsigned int port;

	go_on(look);
	say(look, "%s", name);
	for_each_set_bit(port, &ports, FOREBAY_STALL_PORTS) {
		say(look, " waits for data of ");
		say_port(look, port);
	}
	say_channels(look, " waits for data of ", "h2c", h2c);
	say_channels(look, " has data that nobody takes from ", "c2h", c2h);
	if (!ports && !h2c && !c2h)
		say(look, status & FOREBAY_USER_FEATURE_STATUS_BUSY ?
				  " is busy and waits for no stream" :
				  " is at rest");
}

static void say_datapaths(struct forebay_look *look, const struct forebay_card *card)
{
	const struct forebay_feature *feature;
	char name[FOREBAY_FEATURE_NAME];
	unsigned int i = 0;

	forebay_for_each_feature(card, feature) {
		if (forebay_feature_is_datapath(feature) && i < look->stall.num_datapaths)
			say_datapath(look, forebay_feature_name(card, feature, name),
				     look->stall.datapaths[i++]);
	}
}

/*
 * What was safe: as much as the FIFO of the first port holds, and then what goes with it to the
 * others, is safe whatever the datapath takes in a step, as long as it takes them in that proportion.
 */
static void say_safe(struct forebay_look *look)
{
	const struct forebay_stall *stall = &look->stall;
	u32 full = forebay_look_full(stall);

	if (!full)
		return;
	go_on(look);
	say(look,
	    "at most %u bytes to stream port %lu, and then what goes with them to the others, would have been safe",
	    stall->fifos[__ffs(full)].depth * ENTRY_BYTES, __ffs(full));
}

/* Whether there is anything to tell but that nothing comes. */
static bool has_news(const struct forebay_look *look)
{
	return forebay_look_full(&look->stall) || look->starves || look->gives;
}

static void tell(struct forebay_chan *chan, struct forebay_look *look)
{
	const struct forebay_stall *stall = &look->stall;
	struct forebay_standstill *still = &chan->still;
	bool certain = stall->lacking != FOREBAY_NO_PORT;

	if ((certain ? still->told_certain : still->told) || !has_news(look) ||
	    !__ratelimit(&chan->log))
		return;
	still->told = true;
	still->told_certain = certain;
	say_all_blocked(look, true);
	say_datapaths(look, chan->card);
	if (certain) {
		go_on(look);
		say(look,
		    "what there is for stream port %u is queued behind that, so that no time helps",
		    stall->lacking);
	} else if (look->starves) {
		go_on(look);
		say(look, "what is missing may still come");
	}
	say_safe(look);
	/* If the line is too short for all, it is these. */
	say_all_blocked(look, false);
	dev_warn(&chan->card->pdev->dev, "%s: nothing has moved for %u ms: %s\n", chan->name,
		 stall->waited_ms, look->text);
}

/* For the program, unless the request has ended meanwhile. */
static void attach(struct forebay_request *req, const struct forebay_look *look)
{
	struct forebay_stall *stall = kmemdup(&look->stall, sizeof(look->stall), GFP_KERNEL);

	spin_lock_irq(&req->chan->lock);
	if (!req->finished && !req->stall)
		swap(req->stall, stall);
	spin_unlock_irq(&req->chan->lock);
	kfree(stall);
}

/**
 * forebay_stall_explain() - look why a request has not ended, before it is stopped
 * @req: whose time is over; the caller holds a reference. Process context, no lock held
 *
 * A stop lets go of what waits for room.
 */
void forebay_stall_explain(struct forebay_request *req)
{
	struct forebay_look *look;

	refresh(req->chan, req->started);
	look = forebay_look_take(req->chan);
	if (!look)
		return;
	tell(req->chan, look);
	attach(req, look);
	kfree(look);
}

/* ---- watching ---- */

/* What plugs say of their progress: it changes when one of them gets on. */
static u32 progress(const struct forebay_card *card, bool all)
{
	const struct forebay_feature *feature;
	u32 sum = 0;

	forebay_for_each_feature(card, feature) {
		if (forebay_feature_is_datapath(feature) ||
		    (all && feature->class == FOREBAY_USER_FEATURE_ID_CLASS_FRONT_END))
			sum = jhash_1word(forebay_plug_progress(card, feature), sum);
	}
	return sum;
}

/* Whether the run has got nowhere for so long that it is time to ask the card. */
static bool is_time(struct forebay_chan *chan)
{
	const struct forebay_standstill *still = &chan->still;
	unsigned long limit = forebay_stall_jiffies();

	if (refresh(chan, jiffies) || !limit)
		return false;
	return time_after(jiffies, (still->looked ? still->at : still->since) + limit);
}

/*
 * Reads how far the card is. Return: nothing of what the channel waits for has moved since the last
 * time. @all: nothing at all has.
 */
static bool stands(struct forebay_chan *chan, bool *all)
{
	struct forebay_standstill now = chan->still, *still = &chan->still;
	bool same;
	int index;

	if (!forebay_card_enter(chan->card, &index))
		return false;
	now.looked = !READ_ONCE(chan->card->offline);
	if (now.looked) {
		now.count = chan->ops->count(chan);
		now.datapaths = progress(chan->card, false);
		now.plugs = progress(chan->card, true);
	}
	forebay_card_exit(chan->card, index);
	now.at = jiffies;
	same = now.looked && still->looked && now.count == still->count &&
	       now.datapaths == still->datapaths;
	*all = same && now.plugs == still->plugs;
	if (!same) {
		now.since = jiffies;
		now.told = false;
		now.told_certain = false;
	}
	*still = now;
	return same;
}

/* The first request of a run that stands still, with a reference, if it is one that stays so. */
static struct forebay_request *first_of(struct forebay_chan *chan)
{
	struct forebay_request *req = NULL;

	spin_lock_irq(&chan->lock);
	if (chan->state == FOREBAY_CHAN_RUNNING && chan->seq == chan->still.seq)
		req = forebay_request_first(&chan->running);
	if (req)
		refcount_inc(&req->refs);
	spin_unlock_irq(&chan->lock);
	return req;
}

/*
 * The channel's own descriptor is one of those that keep back what is lacking: behind itself, or on the
 * path that it is in front of.
 */
static bool keeps_back(const struct forebay_look *look, const struct forebay_chan *chan)
{
	const struct forebay_stall *stall = &look->stall;
	unsigned int i;

	if (stall->lacking == FOREBAY_NO_PORT)
		return false;
	for (i = 0; i < stall->num_blocked; i++) {
		const struct forebay_blocked *at = &stall->blocked[i];

		if (at->channel == chan->index && at->flags == forebay_chan_flags(chan))
			return at->port != FOREBAY_NO_PORT &&
			       (chan->card->shared_path || look->behind[i] & BIT(stall->lacking));
	}
	return false;
}

/**
 * forebay_stall_watch() - look whether the run of a channel gets anywhere
 * @chan: the channel; its tick, no lock held
 *
 * Asks the card when nothing has been finished for stall_ms, and again after that. If nothing at
 * all has moved between two times it tells the log who waits for whom: once, and again when that
 * is for good.
 *
 * Return: a request that is certain never to end, to be aborted, with a reference; or NULL.
 */
struct forebay_request *forebay_stall_watch(struct forebay_chan *chan)
{
	struct forebay_request *req = NULL;
	struct forebay_look *look;
	bool all;

	if (!is_time(chan) || !stands(chan, &all))
		return NULL;
	look = forebay_look_take(chan);
	if (!look)
		return NULL;
	/* What moved meanwhile may have been seen in two states that were never there together. */
	if (stands(chan, &all)) {
		if (keeps_back(look, chan))
			req = first_of(chan);
		if (req || all)
			tell(chan, look);
		if (req)
			attach(req, look);
	}
	kfree(look);
	return req;
}
