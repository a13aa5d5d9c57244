/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A client of a channel: who makes requests, and learns what became of them. An open file is one,
 * a caller in the kernel is another.
 *
 * Requests of one client may share a run of the engine, never those of two: none has to bear
 * another one's failures. Requests that nobody waits for count against the client's quota.
 */
#ifndef FOREBAY_CLIENT_H
#define FOREBAY_CLIENT_H

#include <linux/atomic.h>
#include <linux/fs.h>
#include <linux/types.h>

#include "forebay.h"

struct forebay_chan;
struct forebay_client;
struct forebay_request;
struct iov_iter;

/**
 * struct forebay_outcome - what became of a request
 * @result: bytes moved, or the errno of one that has moved nothing
 * @packet_ended: the packet of a C2H stream ended in it
 * @failure: why it has not got all it wanted; FOREBAY_CAUSE_NONE if that was none
 * @stall: who waited for whom then, or NULL; no longer than the call
 */
struct forebay_outcome {
	ssize_t result;
	bool packet_ended;
	struct forebay_error failure;
	const struct forebay_stall *stall;
};

/**
 * struct forebay_client_ops - how a client learns of its requests; process context, no lock held
 * @note: the outcome of any request stands; before its caller is told, in the context that tells
 * @done: a request that nobody waits for is over, and its memory is given back. @cookie is that of
 *	the call. Its place is the client's again with forebay_client_leave(), which @done calls;
 *	after that, the client may be gone
 */
struct forebay_client_ops {
	void (*note)(struct forebay_client *client, const struct forebay_outcome *outcome);
	void (*done)(struct forebay_client *client, void *cookie,
		     const struct forebay_outcome *outcome);
};

/**
 * struct forebay_client - a client
 * @ops: see above
 * @chan: its channel
 * @timeout_ms: time that one of its requests may take, before timeout_scale; may change at any time
 * @quota: requests under way that nobody waits for, at most
 * @under_way: how many there are
 */
struct forebay_client {
	const struct forebay_client_ops *ops;
	struct forebay_chan *chan;
	u32 timeout_ms;
	unsigned int quota;
	atomic_t under_way;
};

/**
 * struct forebay_call - what a client asks for, beside the buffer
 * @card_addr: first card address; a stream has none
 * @async: nobody waits: @done of the client tells the end
 * @spinning: the caller looks for the end by itself at first
 * @cookie: for @done
 * @owner: on whose behalf, for forebay_client_cancel()
 */
struct forebay_call {
	u64 card_addr;
	bool async;
	bool spinning;
	void *cookie;
	const void *owner;
};

int forebay_client_open(struct forebay_client *client, struct forebay_chan *chan,
			const struct forebay_client_ops *ops);
void forebay_client_close(struct forebay_client *client);
bool forebay_client_reaches(const struct forebay_client *client, loff_t at, size_t bytes);
int forebay_client_enter(struct forebay_client *client, bool nowait);
void forebay_client_leave(struct forebay_client *client);
int forebay_client_submit(struct forebay_request *const *reqs, unsigned int count);
struct forebay_request *forebay_client_begin(struct forebay_client *client,
					     const struct forebay_call *call,
					     const struct iov_iter *iter);
void forebay_client_closing(struct forebay_client *client);
void forebay_client_cancel(struct forebay_client *client, const void *owner, u64 before);

#endif
