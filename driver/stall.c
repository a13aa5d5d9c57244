// SPDX-License-Identifier: GPL-2.0-only
#include "stall.h"

#include <linux/bitfield.h>
#include <linux/bits.h>
#include <linux/io.h>
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
#include "layout.h"
#include "online.h"
#include "params.h"
#include "plugs.h"
#include "request.h"

/* Bytes of an entry of a FIFO. */
#define ENTRY_BYTES 64

/* Room for a line of the log. */
#define TEXT_BYTES 768

/**
 * struct look - who waits for whom at one moment
 * @stall: for programs
 * @into: of each of its blocked descriptors, bit n: it goes into stream port n
 * @behind: bit n: something behind it on its channel does
 * @held_up: bit n: the one in front of the path that they share waits for room in stream port n
 * @lacks: bit n: a datapath waits for stream port n
 * @gives: a datapath has something that nobody takes
 * @starves: a datapath waits for a stream
 * @unsure: a channel was just being stopped
 * @said: length of @text
 * @text: for the log
 */
struct look {
	struct forebay_stall stall;
	u32 into[FOREBAY_STALL_CHANNELS];
	u32 behind[FOREBAY_STALL_CHANNELS];
	u32 held_up[FOREBAY_STALL_CHANNELS];
	u32 lacks;
	bool gives;
	bool starves;
	bool unsure;
	size_t said;
	char text[TEXT_BYTES];
};

static_assert(FOREBAY_STALL_CHANNELS >= FOREBAY_MAX_CHANS);

/* ---- looking ---- */

static bool is_datapath(const struct forebay_feature *feature)
{
	return feature->class == FOREBAY_USER_FEATURE_ID_CLASS_DATAPATH;
}

static void look_at_datapaths(const struct forebay_card *card, struct look *look)
{
	struct forebay_stall *stall = &look->stall;
	const struct forebay_feature *feature;

	forebay_for_each_feature(card, feature) {
		u32 status;

		if (!is_datapath(feature) || stall->num_datapaths == FOREBAY_STALL_DATAPATHS)
			continue;
		status = forebay_plug_status(card, feature);
		stall->datapaths[stall->num_datapaths++] = status;
		look->lacks |= FIELD_GET(FOREBAY_USER_FEATURE_STATUS_WAITS_PORTS, status);
		look->starves |= status & (FOREBAY_USER_FEATURE_STATUS_WAITS_PORTS |
					   FOREBAY_USER_FEATURE_STATUS_WAITS_H2C);
		look->gives |= status & FOREBAY_USER_FEATURE_STATUS_WAITS_C2H;
	}
}

static void look_at_fifos(const struct forebay_card *card, struct look *look)
{
	struct forebay_stall *stall = &look->stall;
	u32 port;

	for (port = 0; port < card->num_ports; port++) {
		void __iomem *regs = card->ports + port * FOREBAY_USER_STREAM_STRIDE;
		u32 held = readl(regs + FOREBAY_USER_STREAM_OCCUPANCY);
		u32 depth = readl(regs + FOREBAY_USER_STREAM_DEPTH);

		stall->fifos[port] = (struct forebay_fifo){
			.held = FIELD_GET(FOREBAY_USER_STREAM_OCCUPANCY_ENTRIES, held),
			.depth = FIELD_GET(FOREBAY_USER_STREAM_DEPTH_ENTRIES, depth),
			.flags = (held & FOREBAY_USER_STREAM_OCCUPANCY_WAITS ? FOREBAY_FIFO_FULL : 0) |
				 (look->lacks & BIT(port) ? FOREBAY_FIFO_STARVING : 0),
		};
	}
	stall->num_fifos = card->num_ports;
}

/* The stream port at a card address, as a bit; 0 if there is none. */
static u32 port_bit(const struct forebay_chan *chan, u64 addr)
{
	u64 port;

	if (chan->c2h || chan->stream || addr < FOREBAY_CARD_STREAM_PORT_BASE)
		return 0;
	port = (addr - FOREBAY_CARD_STREAM_PORT_BASE) / FOREBAY_CARD_STREAM_PORT_STRIDE;
	return port < chan->card->num_ports ? BIT(port) : 0;
}

/* Under the lock: the descriptor of a request at which its channel stands. */
static struct forebay_blocked stands_at(struct forebay_chan *chan,
					const struct forebay_request *req, u32 count)
{
	size_t before = chan->ops->bytes(chan, req->run_first, count);

	return (struct forebay_blocked){
		.channel = chan->index,
		.flags = forebay_chan_flags(chan),
		.port = FOREBAY_NO_PORT,
		.descriptor = req->descs_done + count - req->run_first,
		.total = req->descs_done + req->run_end - req->run_first,
		.card_addr = chan->stream ? 0 : req->card_addr + req->done + before,
		.bytes = chan->ops->bytes(chan, count, count + 1),
	};
}

/* Under the lock, of a channel with a run under way. */
static void add_chan(struct look *look, struct forebay_chan *chan, u32 count)
{
	unsigned int i = look->stall.num_blocked;
	const struct forebay_request *req, *at = NULL;
	u32 behind = 0;

	/* Neither back nor further than it was asked to. */
	if (count < chan->seen || count >= chan->descs)
		count = chan->seen;
	list_for_each_entry(req, &chan->running, entry) {
		if (req->run_end <= count)
			continue;
		if (at)
			behind |= port_bit(chan, req->card_addr + req->done);
		else
			at = req;
	}
	list_for_each_entry(req, &chan->queued, entry)
		behind |= port_bit(chan, req->card_addr + req->done);
	if (!at)
		return;
	look->stall.blocked[i] = stands_at(chan, at, count);
	look->into[i] = port_bit(chan, look->stall.blocked[i].card_addr);
	look->behind[i] = behind;
	look->stall.num_blocked++;
}

static void look_at_chans(struct forebay_card *card, struct look *look)
{
	struct forebay_chan *chan;

	forebay_for_each_chan(card, chan) {
		u32 count = 0;
		u64 seq;

		spin_lock_irq(&chan->lock);
		seq = chan->seq;
		look->unsure |= chan->state == FOREBAY_CHAN_HALTED || chan->paused;
		spin_unlock_irq(&chan->lock);
		if (READ_ONCE(chan->state) == FOREBAY_CHAN_RUNNING)
			count = chan->ops->count(chan);
		spin_lock_irq(&chan->lock);
		if (chan->state == FOREBAY_CHAN_RUNNING && chan->seq == seq)
			add_chan(look, chan, count);
		else
			look->unsure |= !list_empty(&chan->running) || !list_empty(&chan->queued);
		spin_unlock_irq(&chan->lock);
	}
}

/* The first stream port that a burst waits for, as a bit; 0 if there is none. */
static u32 full_bit(const struct forebay_stall *stall)
{
	u32 port;

	for (port = 0; port < stall->num_fifos; port++) {
		if (stall->fifos[port].flags & FOREBAY_FIFO_FULL)
			return BIT(port);
	}
	return 0;
}

/* Which of the descriptors wait for room, or behind one that does, on a path that they share. */
static void join(struct look *look, bool shared_path)
{
	const u32 elsewhere = FOREBAY_INFO_STREAM | FOREBAY_INFO_C2H;
	struct forebay_stall *stall = &look->stall;
	u32 front = shared_path ? full_bit(stall) : 0;
	unsigned int i;

	for (i = 0; i < stall->num_blocked; i++) {
		struct forebay_blocked *at = &stall->blocked[i];
		u32 port = look->into[i] ? __ffs(look->into[i]) : FOREBAY_NO_PORT;

		if (port < stall->num_fifos && stall->fifos[port].flags & FOREBAY_FIFO_FULL)
			at->port = port;
		if (!(at->flags & elsewhere))
			look->held_up[i] = front & ~look->into[i];
	}
}

/*
 * Whether what a datapath lacks is certain to stay where it is: some of it is queued, and wherever
 * it is, behind a descriptor that waits for room in the FIFO of another port, or on a path that such
 * a descriptor is in front of.
 */
static bool locked_in(const struct look *look, u32 port)
{
	const struct forebay_stall *stall = &look->stall;
	bool any = false;
	unsigned int i;

	for (i = 0; i < stall->num_blocked; i++) {
		bool waits = !(look->into[i] & port) && stall->blocked[i].port != FOREBAY_NO_PORT;

		if (!((look->into[i] | look->behind[i]) & port))
			continue;
		if (!waits && !(look->held_up[i] & ~port))
			return false;
		any = true;
	}
	return any;
}

/* A datapath that has something nobody takes may go on when somebody does. */
static u32 lacking(const struct look *look)
{
	u32 port;

	if (look->gives || look->unsure)
		return FOREBAY_NO_PORT;
	for (port = 0; port < look->stall.num_fifos; port++) {
		if (look->lacks & BIT(port) && locked_in(look, BIT(port)))
			return port;
	}
	return FOREBAY_NO_PORT;
}

/*
 * Return: who waits for whom, to be freed; NULL if the card is away or gone, or there is no memory
 * to tell it in.
 */
static struct look *take_look(struct forebay_chan *chan)
{
	struct forebay_card *card = chan->card;
	struct look *look = kzalloc(sizeof(*look), GFP_KERNEL);
	bool there = false;
	int index;

	if (look && forebay_card_enter(card, &index)) {
		if (!READ_ONCE(card->offline)) {
			look_at_datapaths(card, look);
			look_at_fifos(card, look);
			look_at_chans(card, look);
			there = !forebay_card_gone(card);
		}
		forebay_card_exit(card, index);
	}
	if (!there) {
		kfree(look);
		return NULL;
	}
	join(look, card->shared_path);
	look->stall.lacking = lacking(look);
	look->stall.waited_ms = jiffies_to_msecs(jiffies - chan->still.since);
	return look;
}

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

static __printf(2, 3) void say(struct look *look, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	look->said += vscnprintf(look->text + look->said, TEXT_BYTES - look->said, format, args);
	va_end(args);
}

/* Another part of the line. */
static void go_on(struct look *look)
{
	if (look->said)
		say(look, "; ");
}

static void say_port(struct look *look, u32 port)
{
	const struct forebay_fifo *fifo = &look->stall.fifos[port];

	say(look, "stream port %u", port);
	if (port < look->stall.num_fifos)
		say(look, " (%u of %u entries)", fifo->held, fifo->depth);
}

static void say_blocked(struct look *look, unsigned int i)
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

static void say_channels(struct look *look, const char *what, const char *kind, u32 channels)
{
	unsigned long bits = channels;
	unsigned int n;

	for_each_set_bit(n, &bits, 32)
		say(look, "%s%s%u", what, kind, n);
}

static void say_datapath(struct look *look, const char *name, u32 status)
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

static void say_datapaths(struct look *look, const struct forebay_card *card)
{
	const struct forebay_feature *feature;
	char name[FOREBAY_FEATURE_NAME];
	unsigned int i = 0;

	forebay_for_each_feature(card, feature) {
		if (is_datapath(feature) && i < look->stall.num_datapaths)
			say_datapath(look, forebay_feature_name(card, feature, name),
				     look->stall.datapaths[i++]);
	}
}

/*
 * What was safe: as much as the FIFO of the first port holds, and then what goes with it to the
 * others, is safe whatever the datapath takes in a step, as long as it takes them in that proportion.
 */
static void say_safe(struct look *look)
{
	const struct forebay_stall *stall = &look->stall;
	u32 full = full_bit(stall);

	if (!full)
		return;
	go_on(look);
	say(look,
	    "at most %u bytes to stream port %lu, and then what goes with them to the others, would have been safe",
	    stall->fifos[__ffs(full)].depth * ENTRY_BYTES, __ffs(full));
}

/* Whether there is anything to tell but that nothing comes. */
static bool has_news(const struct look *look)
{
	return full_bit(&look->stall) || look->starves || look->gives;
}

static void tell(struct forebay_chan *chan, struct look *look)
{
	const struct forebay_stall *stall = &look->stall;
	struct forebay_standstill *still = &chan->still;
	bool certain = stall->lacking != FOREBAY_NO_PORT;
	unsigned int i;

	if ((certain ? still->told_certain : still->told) || !has_news(look) ||
	    !__ratelimit(&chan->log))
		return;
	still->told = true;
	still->told_certain = certain;
	for (i = 0; i < stall->num_blocked; i++)
		say_blocked(look, i);
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
	dev_warn(&chan->card->pdev->dev, "%s: nothing has moved for %u ms: %s\n", chan->name,
		 stall->waited_ms, look->text);
}

/* For the program, unless the request has ended meanwhile. */
static void attach(struct forebay_request *req, const struct look *look)
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
	struct look *look;

	refresh(req->chan, req->started);
	look = take_look(req->chan);
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
		if (is_datapath(feature) ||
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
static bool keeps_back(const struct look *look, const struct forebay_chan *chan)
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
	struct look *look;
	bool all;

	if (!is_time(chan) || !stands(chan, &all))
		return NULL;
	look = take_look(chan);
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
