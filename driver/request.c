// SPDX-License-Identifier: GPL-2.0-only
#include "request.h"

#include <linux/pci.h>
#include <linux/ratelimit.h>
#include <linux/slab.h>
#include <linux/uio.h>

#include "card.h"
#include "cause.h"
#include "chan.h"
#include "client.h"
#include "params.h"

/**
 * forebay_request_map() - let the card reach the buffer
 * @req: just created; the card is there and stays so meanwhile
 *
 * Return: 0 or -ENOMEM.
 */
int forebay_request_map(struct forebay_request *req)
{
	int ret = forebay_buffer_map(&req->buffer);

	if (!ret)
		atomic_inc(&req->chan->card->mapped);
	return ret;
}

/** forebay_request_unmap() - the reverse, if it was mapped; the engine has let go of the buffer. */
void forebay_request_unmap(struct forebay_request *req)
{
	struct forebay_card *card = req->chan->card;

	if (!req->buffer.mapped)
		return;
	forebay_buffer_unmap(&req->buffer);
	atomic_dec(&card->mapped);
	wake_up_all(&card->let_go);
}

static int fill_request(struct forebay_request *req, const struct iov_iter *iter)
{
	struct forebay_chan *chan = req->chan;
	struct iov_iter part = *iter;
	int ret;

	iov_iter_truncate(&part, FOREBAY_MAX_BYTES);
	req->packet_end = iov_iter_count(&part) == iov_iter_count(iter);
	ret = forebay_buffer_take(&req->buffer, &chan->card->pdev->dev, chan->c2h, req->async,
				  &part);
	req->len = req->buffer.len;
	/* Part of a packet would be another packet. */
	return req->len && !chan->stream ? 0 : ret;
}

static void give_back(struct forebay_request *req)
{
	forebay_request_unmap(req);
	forebay_buffer_give_back(&req->buffer);
}

static void free_request(struct forebay_request *req)
{
	forebay_request_unmap(req);
	forebay_buffer_free(&req->buffer);
	kfree(req->stall);
	kfree(req);
}

/**
 * forebay_request_create() - make a request of a call
 * @client: who makes it
 * @call: what is wanted
 * @iter: the buffer, not empty; left as it is
 *
 * Pins the buffer, which may take as long as the program's page faults do: nobody else must have to
 * wait for it. A buffer that is usable only at its beginning gives a shorter request on a
 * memory-mapped channel.
 *
 * Return: a request with one reference, or an ERR_PTR(); -EFAULT if no byte of the buffer can be
 * used.
 */
struct forebay_request *forebay_request_create(struct forebay_client *client,
					       const struct forebay_call *call,
					       const struct iov_iter *iter)
{
	struct forebay_request *req;
	int ret;

	req = kzalloc(sizeof(*req), GFP_KERNEL);
	if (!req)
		return ERR_PTR(-ENOMEM);
	INIT_LIST_HEAD(&req->entry);
	INIT_LIST_HEAD(&req->quarantine);
	refcount_set(&req->refs, 1);
	init_completion(&req->complete);
	req->chan = client->chan;
	req->client = client;
	req->async = call->async;
	req->cookie = call->cookie;
	req->owner = call->owner;
	req->card_addr = call->card_addr;
	req->spinning = call->spinning;
	ret = fill_request(req, iter);
	if (ret) {
		free_request(req);
		return ERR_PTR(ret);
	}
	return req;
}

/** forebay_request_put() - drop a reference; process context. */
void forebay_request_put(struct forebay_request *req)
{
	if (refcount_dec_and_test(&req->refs))
		free_request(req);
}

/*
 * Tells the log why a request failed, if it did. A program that ends its own calls, by a signal or
 * by closing the file, is no news for it; nor is it every call that a reset ends.
 */
static void explain(const struct forebay_request *req)
{
	const struct forebay_error *failure = &req->failure;
	struct forebay_chan *chan = req->chan;

	if (failure->cause == FOREBAY_CAUSE_NONE || forebay_cause_wanted(failure->cause) ||
	    !__ratelimit(&chan->log))
		return;
	dev_err(&chan->card->pdev->dev,
		"%s: descriptor %llu of %llu: %s (status 0x%08x), card address 0x%llx, %zu of %zu bytes done\n",
		chan->name, failure->descriptor + 1,
		failure->descriptor + max(req->run_end - req->run_first, 1u),
		forebay_cause_text(failure->cause), failure->status, failure->card_addr,
		req->done, req->len);
}

/**
 * forebay_request_settle() - have all that a client may look at when its call is over
 * @req: a request whose result stands; process context, no lock held
 * @outcome: out: what became of it
 *
 * That is also what has arrived in a buffer whose memory the driver has to keep, which the card may
 * have reached by way of a copy. Other memory is given back here and not with the last reference,
 * which whoever has ended the call may hold for longer: the program may count on its limits again.
 */
void forebay_request_settle(struct forebay_request *req, struct forebay_outcome *outcome)
{
	const struct forebay_client_ops *ops = req->client->ops;
	struct forebay_chan *chan = req->chan;
	struct forebay_card *card = chan->card;
	bool quarantined;

	forebay_buffer_show(&req->buffer);
	WRITE_ONCE(req->settled, true);
	wake_up_all(&card->let_go);
	spin_lock_irq(&chan->lock);
	quarantined = !list_empty(&req->quarantine);
	spin_unlock_irq(&chan->lock);
	if (!quarantined)
		give_back(req);
	outcome->result = req->done ? req->done : req->error;
	outcome->packet_ended = req->packet_ended;
	outcome->failure = req->failure;
	outcome->stall = req->stall;
	if (ops->note)
		ops->note(req->client, outcome);
	explain(req);
}

/*
 * How long calls that are over may take to let go of their buffers, in milliseconds before
 * timeout_scale. They only need a processor.
 */
#define LET_GO_MS 10000

/* Mappings that someone has yet to touch; those that the driver keeps for good are left alone. */
static unsigned int in_hands(struct forebay_card *card)
{
	unsigned int mapped = atomic_read(&card->mapped);
	struct forebay_request *req;
	struct forebay_chan *chan;

	forebay_for_each_chan(card, chan) {
		spin_lock_irq(&chan->lock);
		list_for_each_entry(req, &chan->quarantine, quarantine)
			mapped -= READ_ONCE(req->settled);
		spin_unlock_irq(&chan->lock);
	}
	return mapped;
}

/**
 * forebay_requests_await() - wait until nobody uses the card's mappings any more
 * @card: a card on which no request is under way and none begins
 *
 * A call that is over lets go of its buffer when it gets a processor; without its driver, a device
 * cannot be asked to.
 */
void forebay_requests_await(struct forebay_card *card)
{
	unsigned long limit = forebay_scaled_jiffies(LET_GO_MS);

	if (!wait_event_timeout(card->let_go, !in_hands(card), limit))
		dev_err(&card->pdev->dev, "%u calls keep their buffers mapped\n", in_hands(card));
}
