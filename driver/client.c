// SPDX-License-Identifier: GPL-2.0-only
#include "client.h"

#include <linux/jiffies.h>
#include <linux/sched.h>
#include <linux/uio.h>
#include <linux/wait.h>
#include <linux/wait_bit.h>

#include "card.h"
#include "chan.h"
#include "online.h"
#include "recover.h"
#include "request.h"

/*
 * How long the next opener of a stream waits for requests of the last one to be dropped, in
 * milliseconds.
 */
#define VACANT_MS 1000

/* ---- coming and going ---- */

/* It fails its calls until the card is there again. */
static bool card_was_gone(struct forebay_chan *chan)
{
	return READ_ONCE(chan->dead) == -ENODEV;
}

static bool occupy(struct forebay_chan *chan)
{
	return !atomic_cmpxchg(&chan->opened, 0, 1);
}

/*
 * A stream has one client. One that is closing, or has died, with requests under way is still there
 * until the last of them has been dropped, which the kernel does in its own time; the next one need
 * not know.
 */
static int occupy_stream(struct forebay_chan *chan)
{
	int left;

	if (occupy(chan))
		return 0;
	if (!READ_ONCE(chan->closing))
		return -EBUSY;
	left = wait_event_interruptible_timeout(chan->vacant, occupy(chan),
						msecs_to_jiffies(VACANT_MS));
	if (left < 0)
		return left;
	return left ? 0 : -EBUSY;
}

/**
 * forebay_client_open() - become a client of a channel
 * @client: with timeout_ms and quota set
 * @chan: a channel of a card on which the caller has a reference
 * @ops: see client.h
 *
 * Return: 0; -ENODEV if the card is unbound; -EBUSY if the channel is a stream and has a client.
 */
int forebay_client_open(struct forebay_client *client, struct forebay_chan *chan,
			const struct forebay_client_ops *ops)
{
	int ret;

	if (READ_ONCE(chan->card->unbound))
		return -ENODEV;
	/* A card that was gone may be back. */
	if (card_was_gone(chan))
		forebay_card_try_again(chan->card);
	ret = chan->stream ? occupy_stream(chan) : 0;
	if (ret)
		return ret;
	WRITE_ONCE(chan->closing, false);
	client->chan = chan;
	client->ops = ops;
	atomic_set(&client->under_way, 0);
	return 0;
}

/** forebay_client_close() - the reverse; no request is under way. */
void forebay_client_close(struct forebay_client *client)
{
	struct forebay_chan *chan = client->chan;

	if (chan->stream) {
		atomic_set(&chan->opened, 0);
		wake_up(&chan->vacant);
	}
}

/* ---- requests ---- */

/** forebay_client_reaches() - the channel has addresses for so many bytes. */
bool forebay_client_reaches(const struct forebay_client *client, loff_t at, size_t bytes)
{
	return client->chan->stream || (at >= 0 && bytes <= LLONG_MAX - at);
}

static bool take_place(struct forebay_client *client)
{
	return atomic_add_unless(&client->under_way, 1, client->quota);
}

/**
 * forebay_client_enter() - get a place for a request that nobody waits for
 * @client: the client
 * @nowait: do not wait for one
 *
 * Return: 0; -EAGAIN; -ERESTARTSYS.
 */
int forebay_client_enter(struct forebay_client *client, bool nowait)
{
	if (take_place(client))
		return 0;
	if (nowait)
		return -EAGAIN;
	return wait_var_event_interruptible(&client->under_way, take_place(client));
}

/** forebay_client_leave() - give a place back; the client may be gone when this returns. */
void forebay_client_leave(struct forebay_client *client)
{
	atomic_t *under_way = &client->under_way;

	atomic_dec(under_way);
	/* Who waits is looked for by address alone, after the count. */
	smp_mb__after_atomic();
	wake_up_var(under_way);
}

/**
 * forebay_client_submit() - map and queue requests, with the hardware at hand
 * @reqs: requests of one client, just created; each of a list but the first goes on where the one before
 *	ends
 * @count: how many, not 0
 *
 * Return: 0; or an errno, and none of them is under way.
 */
int forebay_client_submit(struct forebay_request *const *reqs, unsigned int count)
{
	struct forebay_chan *chan = reqs[0]->chan;
	int index, ret = 0;
	unsigned int i;

	if (!forebay_card_enter(chan->card, &index))
		return -ENODEV;
	/* Behind an IOMMU each may take its time. */
	for (i = 0; !ret && i < count; i++) {
		ret = forebay_request_map(reqs[i]);
		cond_resched();
	}
	if (!ret)
		ret = forebay_chan_submit(chan, reqs, count);
	if (ret == -EIO && forebay_chan_retry(chan))
		ret = forebay_chan_submit(chan, reqs, count);
	for (i = 0; ret && i < count; i++) {
		forebay_request_unmap(reqs[i]);
		cond_resched();
	}
	forebay_card_exit(chan->card, index);
	return ret;
}

/**
 * forebay_client_begin() - get a request under way
 * @client: the client; one that nobody waits for has a place
 * @call: what is wanted
 * @iter: the buffer, not empty; left as it is
 *
 * From here on the end of a request that nobody waits for may be told at any time; it is not to be
 * touched any more.
 *
 * Return: the request, or an ERR_PTR(): then nothing is told.
 */
struct forebay_request *forebay_client_begin(struct forebay_client *client,
					     const struct forebay_call *call,
					     const struct iov_iter *iter)
{
	struct forebay_request *req = forebay_request_create(client, call, iter);
	int ret;

	if (IS_ERR(req))
		return req;
	ret = forebay_client_submit(&req, 1);
	if (ret) {
		forebay_request_put(req);
		return ERR_PTR(ret);
	}
	return req;
}

/* ---- ending requests that nobody waits for ---- */

static bool made_by(const struct forebay_request *req, const struct forebay_client *client,
		    const void *owner)
{
	return req->async && req->client == client && req->owner == owner;
}

static struct forebay_request *find_async(struct forebay_client *client, const void *owner,
					  u64 before)
{
	struct forebay_chan *chan = client->chan;
	struct list_head *lists[] = { &chan->queued, &chan->running };
	struct forebay_request *req, *found = NULL;
	unsigned int i;

	spin_lock_irq(&chan->lock);
	for (i = 0; i < ARRAY_SIZE(lists); i++) {
		list_for_each_entry(req, lists[i], entry) {
			if (made_by(req, client, owner) && req->id < before)
				found = req;
		}
	}
	if (found)
		refcount_inc(&found->refs);
	spin_unlock_irq(&chan->lock);
	return found;
}

/** forebay_client_closing() - the client goes as soon as its requests are dropped. */
void forebay_client_closing(struct forebay_client *client)
{
	WRITE_ONCE(client->chan->closing, true);
}

/**
 * forebay_client_cancel() - end requests that nobody waits for
 * @client: the client
 * @owner: those on behalf of
 * @before: those with a smaller number
 *
 * On return the outcome of each stands; that of some may yet have to be told.
 */
void forebay_client_cancel(struct forebay_client *client, const void *owner, u64 before)
{
	struct forebay_request *req;

	while ((req = find_async(client, owner, before))) {
		forebay_chan_abort(req, -ECANCELED, FOREBAY_CAUSE_ABORTED);
		forebay_request_put(req);
	}
}
