// SPDX-License-Identifier: GPL-2.0-only
#include "caller.h"

#include <linux/err.h>
#include <linux/export.h>
#include <linux/uio.h>
#include <linux/wait_bit.h>

#include "card.h"
#include "chan.h"
#include "params.h"
#include "request.h"

/* When its place is given back, the caller may be gone, and its module with it. */
static void caller_done(struct forebay_client *client, void *cookie,
			const struct forebay_outcome *outcome)
{
	struct forebay_caller *caller = container_of(client, struct forebay_caller, client);

	caller->ops->done(caller, cookie, outcome);
	forebay_client_leave(client);
}

static const struct forebay_client_ops caller_ops = {
	.done = caller_done,
};

static struct forebay_chan *find_chan(struct forebay_card *card,
				      const struct forebay_caller_setup *setup)
{
	struct forebay_chan *chan;

	forebay_for_each_chan(card, chan) {
		if (chan->c2h == setup->c2h && chan->index == setup->index)
			return chan;
	}
	return NULL;
}

static u32 timeout_of(const struct forebay_caller_setup *setup)
{
	struct forebay_completion file;

	forebay_params_completion(&file);
	return setup->timeout_ms ? setup->timeout_ms : file.timeout_ms;
}

/**
 * forebay_caller_open() - open a channel
 * @caller: zeroed or closed
 * @setup: which one, and how
 * @ops: see caller.h
 *
 * Sleeps.
 *
 * Return: 0; -ENODEV if there is no such card; -ENOENT if it has no such channel; -EBUSY if that is
 * a stream and open; -ERESTARTSYS if a signal came while it was being closed; -EINVAL.
 */
int forebay_caller_open(struct forebay_caller *caller, const struct forebay_caller_setup *setup,
			const struct forebay_caller_ops *ops)
{
	struct forebay_card *card;
	struct forebay_chan *chan;
	int ret;

	if (!setup->quota || setup->quota > INT_MAX)
		return -EINVAL;
	card = forebay_card_find(setup->card);
	if (!card)
		return -ENODEV;
	caller->card = card;
	caller->ops = ops;
	caller->client.quota = setup->quota;
	caller->client.timeout_ms = timeout_of(setup);
	chan = find_chan(card, setup);
	ret = chan ? forebay_client_open(&caller->client, chan, &caller_ops) : -ENOENT;
	if (ret)
		forebay_card_put(card);
	return ret;
}
EXPORT_SYMBOL_GPL(forebay_caller_open);

static bool fits(const struct forebay_caller *caller, u64 card_addr, const struct iov_iter *iter)
{
	size_t bytes = iov_iter_count(iter);

	if (!iov_iter_is_bvec(iter) || !bytes || bytes > FOREBAY_MAX_BYTES)
		return false;
	return (iov_iter_rw(iter) == READ) == caller->client.chan->c2h &&
	       forebay_client_reaches(&caller->client, card_addr, bytes);
}

/**
 * forebay_caller_move() - begin a call
 * @caller: open
 * @card_addr: first card address; a stream has none
 * @iter: the buffer, a list of pieces of pages (not of slab memory): a source on an H2C channel, a
 *	destination on a C2H one. The caller keeps the pages until the call is over, and need not
 *	keep the list
 * @cookie: for @done
 *
 * On a stream, a call is one packet of an H2C channel, and room for at most one of a C2H channel.
 * Sleeps for memory, never for a transfer.
 *
 * Return: 0: @done tells the end, maybe before this returns. Else the call has not begun: -EAGAIN
 * if as many as the quota allows are under way; -ENODEV if the card is gone or unbound; -EIO if the
 * engine is stuck and the card cannot be reset; -EINVAL; -EFAULT for pages with too many users;
 * -ENOMEM.
 */
int forebay_caller_move(struct forebay_caller *caller, u64 card_addr, const struct iov_iter *iter,
			void *cookie)
{
	const struct forebay_call call = {
		.card_addr = card_addr,
		.async = true,
		.cookie = cookie,
		.owner = caller,
	};
	struct forebay_request *req;
	int ret;

	if (READ_ONCE(caller->card->unbound))
		return -ENODEV;
	if (!fits(caller, card_addr, iter))
		return -EINVAL;
	ret = forebay_client_enter(&caller->client, true);
	if (ret)
		return ret;
	req = forebay_client_begin(&caller->client, &call, iter);
	if (!IS_ERR(req))
		return 0;
	forebay_client_leave(&caller->client);
	return PTR_ERR(req);
}
EXPORT_SYMBOL_GPL(forebay_caller_move);

/**
 * forebay_caller_cancel() - end all calls that have begun
 * @caller: open
 *
 * Each has its outcome when this returns, -ECANCELED if it has moved nothing; @done may be about to
 * tell it. Sleeps.
 */
void forebay_caller_cancel(struct forebay_caller *caller)
{
	struct forebay_chan *chan = caller->client.chan;

	forebay_client_cancel(&caller->client, caller, READ_ONCE(chan->next_id));
}
EXPORT_SYMBOL_GPL(forebay_caller_cancel);

/**
 * forebay_caller_resets() - how many times what is on the card was wiped
 * @caller: open
 *
 * A call that a reset ends has FOREBAY_CAUSE_RESET; who has none under way looks here.
 */
u32 forebay_caller_resets(const struct forebay_caller *caller)
{
	return READ_ONCE(caller->card->resets);
}
EXPORT_SYMBOL_GPL(forebay_caller_resets);

/**
 * forebay_caller_close() - end all calls, and wait until @done has told of each
 * @caller: open, on which nobody begins a call any more; gone when this returns
 */
void forebay_caller_close(struct forebay_caller *caller)
{
	struct forebay_client *client = &caller->client;

	forebay_client_closing(client);
	forebay_caller_cancel(caller);
	wait_var_event(&client->under_way, !atomic_read(&client->under_way));
	forebay_client_close(client);
	forebay_card_put(caller->card);
}
EXPORT_SYMBOL_GPL(forebay_caller_close);
