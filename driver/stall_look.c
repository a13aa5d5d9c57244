// SPDX-License-Identifier: GPL-2.0-only
#include "stall_look.h"

#include <linux/bitfield.h>
#include <linux/bits.h>
#include <linux/io.h>
#include <linux/jiffies.h>
#include <linux/kernel.h>
#include <linux/slab.h>

#include "card.h"
#include "chan.h"
#include "chan_ops.h"
#include "features.h"
#include "forebay_regs.h"
#include "online.h"
#include "plugs.h"
#include "request.h"

static_assert(FOREBAY_STALL_CHANNELS >= FOREBAY_MAX_CHANS);

static void look_at_datapaths(const struct forebay_card *card, struct forebay_look *look)
{
	struct forebay_stall *stall = &look->stall;
	const struct forebay_feature *feature;

	forebay_for_each_feature(card, feature) {
		u32 status;

		if (!forebay_feature_is_datapath(feature) || stall->num_datapaths == FOREBAY_STALL_DATAPATHS)
			continue;
		status = forebay_plug_status(card, feature);
		stall->datapaths[stall->num_datapaths++] = status;
		look->lacks |= FIELD_GET(FOREBAY_USER_FEATURE_STATUS_WAITS_PORTS, status);
		look->starves |= status & (FOREBAY_USER_FEATURE_STATUS_WAITS_PORTS |
					   FOREBAY_USER_FEATURE_STATUS_WAITS_H2C);
		look->gives |= status & FOREBAY_USER_FEATURE_STATUS_WAITS_C2H;
	}
}

static void look_at_fifos(const struct forebay_card *card, struct forebay_look *look)
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
static void add_chan(struct forebay_look *look, struct forebay_chan *chan, u32 count)
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

/* Under the lock: something that is queued goes into a stream port. */
static bool feeds_ports(struct forebay_chan *chan)
{
	const struct forebay_request *req;

	list_for_each_entry(req, &chan->running, entry)
		if (port_bit(chan, req->card_addr + req->done))
			return true;
	list_for_each_entry(req, &chan->queued, entry)
		if (port_bit(chan, req->card_addr + req->done))
			return true;
	return false;
}

static void look_at_chans(struct forebay_card *card, struct forebay_look *look)
{
	struct forebay_chan *chan;

	forebay_for_each_chan(card, chan) {
		u32 count = 0;
		u64 seq;

		spin_lock_irq(&chan->lock);
		seq = chan->seq;
		spin_unlock_irq(&chan->lock);
		if (READ_ONCE(chan->state) == FOREBAY_CHAN_RUNNING)
			count = chan->ops->count(chan);
		spin_lock_irq(&chan->lock);
		if (chan->state == FOREBAY_CHAN_RUNNING && chan->seq == seq)
			add_chan(look, chan, count);
		else
			look->unsure |= feeds_ports(chan);
		spin_unlock_irq(&chan->lock);
	}
}

/** forebay_look_full() - the first stream port that a burst waits for, as a bit; 0 if there is none. */
u32 forebay_look_full(const struct forebay_stall *stall)
{
	u32 port;

	for (port = 0; port < stall->num_fifos; port++) {
		if (stall->fifos[port].flags & FOREBAY_FIFO_FULL)
			return BIT(port);
	}
	return 0;
}

/* Which of the descriptors wait for room, or behind one that does, on a path that they share. */
static void join(struct forebay_look *look, bool shared_path)
{
	const u32 elsewhere = FOREBAY_INFO_STREAM | FOREBAY_INFO_C2H;
	struct forebay_stall *stall = &look->stall;
	u32 front = shared_path ? forebay_look_full(stall) : 0;
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
static bool locked_in(const struct forebay_look *look, u32 port)
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
static u32 lacking(const struct forebay_look *look)
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

/**
 * forebay_look_take() - look who waits for whom
 * @chan: who wants to know, and since when; process context, no lock held
 *
 * Return: to be freed; NULL if the card is away or gone, or there is no memory to tell it in.
 */
struct forebay_look *forebay_look_take(struct forebay_chan *chan)
{
	struct forebay_card *card = chan->card;
	struct forebay_look *look = kzalloc(sizeof(*look), GFP_KERNEL);
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
