/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One call of a client: bytes of a buffer to or from a channel.
 *
 * Lifetime: a request has a reference for each of its two users. The one that forebay_request_create() gives
 * belongs to whoever reports the result: the waiting caller, or the completion of an asynchronous
 * call. The other belongs to the channel from submission until the engine is known to have let go
 * of the request's memory. Who ends a request early has a third one meanwhile. Pages are unpinned
 * when the result is reported, or with the last reference if the engine has not let go by then: a
 * caller may return while a card that does not stop keeps the pages. References are dropped in
 * process context, with the one exception that forebay_chan_finish() explains.
 */
#ifndef FOREBAY_REQUEST_H
#define FOREBAY_REQUEST_H

#include <linux/completion.h>
#include <linux/list.h>
#include <linux/refcount.h>
#include <linux/types.h>

#include "buffer.h"
#include "forebay.h"

struct forebay_call;
struct forebay_card;
struct forebay_chan;
struct forebay_client;
struct forebay_outcome;
struct iov_iter;

/** Largest number of bytes that one call moves. */
#define FOREBAY_MAX_BYTES ((size_t)64 << 20)

/**
 * struct forebay_series - what the requests of a list have in common; guarded by the channel's lock, and
 * the caller's until all of them are finished
 * @begun: one has moved something
 * @cut: one has failed, which is the failure of all: those behind are not to begin
 */
struct forebay_series {
	bool begun;
	bool cut;
};

/**
 * struct forebay_request - one call
 * @entry: place in one of the channel's lists, guarded by its lock
 * @quarantine: place among the requests whose memory the engine may still use
 * @refs: see above
 * @chan: the channel
 * @client: who made it; valid until the result has been reported
 * @async: nobody waits for it: the client is told of its end
 * @cookie: for the client
 * @owner: on whose behalf it was made
 * @id: counts up per channel
 * @card_addr: first card address
 * @len: bytes to move
 * @packet_end: the last byte ends a packet
 * @buffer: their memory
 * @settled: whoever reports the result has no business with the mapping any more
 * @done: bytes moved; exact once finished
 * @descs_done: descriptors that moved them
 * @series: the list that it is one of, NULL of a request alone
 * @run_first: first descriptor of the run that belongs to the request
 * @run_end: one past the last
 * @run_bytes: what they move
 * @in_run: the request is part of the run under way
 * @packet_ended: the packet of a C2H stream ended
 * @started: jiffies when it first had no other in front of it, 0 before
 * @spinning: the caller looks for the end by itself, so no interrupt is needed
 * @finished: the result stands
 * @error: errno for a request that moved nothing
 * @failure: why it did not get all it wanted, for whoever reports the result
 * @stall: who waited for whom then, or NULL
 * @complete: for the waiting caller
 */
struct forebay_request {
	struct list_head entry;
	struct list_head quarantine;
	refcount_t refs;
	struct forebay_chan *chan;
	struct forebay_client *client;
	bool async;
	void *cookie;
	const void *owner;
	u64 id;

	u64 card_addr;
	size_t len;
	bool packet_end;

	struct forebay_buffer buffer;
	bool settled;

	size_t done;
	u64 descs_done;
	struct forebay_series *series;
	unsigned int run_first;
	unsigned int run_end;
	size_t run_bytes;
	bool in_run;
	bool packet_ended;
	unsigned long started;
	bool spinning;

	bool finished;
	int error;
	struct forebay_error failure;
	struct forebay_stall *stall;
	struct completion complete;
};

/** forebay_request_first() - the first request of one of a channel's lists by @entry, or NULL. */
static inline struct forebay_request *forebay_request_first(struct list_head *list)
{
	return list_first_entry_or_null(list, struct forebay_request, entry);
}

struct forebay_request *forebay_request_create(struct forebay_client *client,
					       const struct forebay_call *call,
					       const struct iov_iter *iter);
int forebay_request_map(struct forebay_request *req);
void forebay_request_unmap(struct forebay_request *req);
void forebay_request_put(struct forebay_request *req);
void forebay_request_settle(struct forebay_request *req, struct forebay_outcome *outcome);
void forebay_requests_await(struct forebay_card *card);

#endif
