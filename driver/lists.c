// SPDX-License-Identifier: GPL-2.0-only
#include "lists.h"

#include <linux/err.h>
#include <linux/mm.h>
#include <linux/overflow.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include <linux/uio.h>

#include "chan.h"
#include "client.h"
#include "request.h"
#include "watch.h"

/**
 * struct batch - the requests of a list
 * @client: who makes them
 * @call: what they have in common
 * @spin_us: how long to spin for each
 * @series: what they share; see struct forebay_request
 * @count: how many there are
 * @reqs: in order
 */
struct batch {
	struct forebay_client *client;
	struct forebay_call call;
	u32 spin_us;
	struct forebay_series series;
	unsigned int count;
	struct forebay_request *reqs[];
};

/* Pins the memory of a piece. */
static int take_piece(struct batch *batch, const struct forebay_piece *piece)
{
	struct forebay_call call = batch->call;
	struct forebay_request *req;
	struct iov_iter iter;

	call.card_addr = piece->card_addr;
	iov_iter_ubuf(&iter, batch->client->chan->c2h ? READ : WRITE, u64_to_user_ptr(piece->addr),
		      piece->bytes);
	req = forebay_request_create(batch->client, &call, &iter);
	if (IS_ERR(req))
		return PTR_ERR(req);
	req->series = &batch->series;
	batch->reqs[batch->count++] = req;
	return 0;
}

/*
 * As many pieces as one call moves, up to the first of which not all can be used. Return: 0; an errno
 * if there is none.
 */
static int take_pieces(struct batch *batch, const struct forebay_piece *pieces, u32 count)
{
	size_t bytes = 0;
	int ret = 0;
	u32 i;

	for (i = 0; i < count; i++) {
		const struct forebay_request *req;

		if (i && pieces[i].bytes > FOREBAY_MAX_BYTES - bytes)
			break;
		ret = take_piece(batch, &pieces[i]);
		if (ret)
			break;
		req = batch->reqs[i];
		bytes += req->len;
		if (req->len < pieces[i].bytes)
			break;
	}
	return batch->count ? 0 : ret;
}

/* Waits for all of them, in order. Return: bytes moved up to the first that has not got all, or its errno. */
static ssize_t await(struct batch *batch)
{
	ssize_t done = 0, error = 0;
	bool whole = true;
	unsigned int i;

	for (i = 0; i < batch->count; i++) {
		struct forebay_request *req = batch->reqs[i];
		struct forebay_outcome outcome;

		forebay_chan_wait(req, batch->spin_us);
		forebay_request_settle(req, &outcome);
		if (whole && outcome.result > 0)
			done += outcome.result;
		else if (whole)
			error = outcome.result;
		whole &= outcome.result == (ssize_t)req->len;
		forebay_request_put(req);
		cond_resched();
	}
	return done ? done : error;
}

static ssize_t move(struct batch *batch, const struct forebay_piece *pieces, u32 count)
{
	unsigned int i;
	int ret;

	ret = take_pieces(batch, pieces, count);
	if (ret)
		return ret;
	ret = forebay_client_submit(batch->reqs, batch->count);
	if (!ret)
		return await(batch);
	for (i = 0; i < batch->count; i++)
		forebay_request_put(batch->reqs[i]);
	return ret;
}

static bool all_valid(const struct forebay_client *client, const struct forebay_piece *pieces,
		      u32 count)
{
	u32 i;

	for (i = 0; i < count; i++) {
		const struct forebay_piece *piece = &pieces[i];

		if (!piece->bytes || piece->bytes > LLONG_MAX ||
		    !forebay_client_reaches(client, piece->card_addr, piece->bytes))
			return false;
	}
	return true;
}

/**
 * forebay_list_move() - move a list
 * @client: of a memory-mapped channel
 * @completion: how to wait
 * @arg: the list
 *
 * Return: 0 with the count in @arg; an errno if nothing was moved.
 */
long forebay_list_move(struct forebay_client *client, const struct forebay_completion *completion,
		       struct forebay_list __user *arg)
{
	struct forebay_piece *pieces;
	struct forebay_list list;
	struct batch *batch;
	ssize_t done;

	if (copy_from_user(&list, arg, sizeof(list)))
		return -EFAULT;
	if (client->chan->stream || list.reserved || !list.count || list.count > FOREBAY_MAX_PIECES)
		return -EINVAL;
	pieces = vmemdup_user(u64_to_user_ptr(list.pieces), array_size(list.count, sizeof(*pieces)));
	if (IS_ERR(pieces))
		return PTR_ERR(pieces);
	/* Who cannot be told how much was moved gets nothing moved. */
	if (put_user((u64)0, &arg->done)) {
		kvfree(pieces);
		return -EFAULT;
	}
	batch = kvzalloc(struct_size(batch, reqs, list.count), GFP_KERNEL);
	if (!batch) {
		done = -ENOMEM;
	} else if (!all_valid(client, pieces, list.count)) {
		done = -EINVAL;
	} else {
		batch->client = client;
		batch->spin_us = completion->spin_us;
		batch->call.spinning = completion->mode == FOREBAY_COMPLETE_POLL &&
				       completion->spin_us;
		done = move(batch, pieces, list.count);
	}
	kvfree(batch);
	kvfree(pieces);
	if (done < 0)
		return done;
	return put_user((u64)done, &arg->done) ? -EFAULT : 0;
}
