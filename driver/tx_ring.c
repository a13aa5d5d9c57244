// SPDX-License-Identifier: GPL-2.0-only
/* All of it under ring_lock. */
#include "tx_ring.h"

#include <linux/errno.h>

#include "forebay_regs.h"
#include "pairs_ring.h"
#include "params.h"
#include "tx.h"

/* ---- to the card ---- */

static void refill(struct forebay_pairs *pairs)
{
	struct forebay_pairs_slot *slot;

	while (forebay_pairs_ring_may_arm(pairs) &&
	       (slot = forebay_pairs_ring_first(pairs, FOREBAY_PAIRS_QUEUED)))
		forebay_pairs_ring_arm(pairs, slot);
}

/* ---- from the card ---- */

static void finished(struct forebay_pairs *pairs, struct forebay_pairs_slot *slot,
		     const struct forebay_cap_buffer *said)
{
	pairs->stats.bytes += said->bytes;
	if (said->flags & FOREBAY_CAP_STOPPED) {
		forebay_transmit_of(pairs)->cut++;
		pairs->epoch++;
	} else {
		pairs->stats.buffers++;
	}
	forebay_pairs_ring_move(pairs, slot, FOREBAY_PAIRS_FREE);
}

/* ---- runs ---- */

/* What was to be sent is not. If the engine does not tell any more, the one that was at its turn is cut. */
static void ended(struct forebay_pairs *pairs, bool told)
{
	struct forebay_pairs_slot *slot;

	if (pairs->running && !told)
		forebay_transmit_of(pairs)->cut += !!pairs->count[FOREBAY_PAIRS_ARMED];
	if (pairs->count[FOREBAY_PAIRS_QUEUED] || pairs->count[FOREBAY_PAIRS_ARMED])
		pairs->epoch++;
	while ((slot = forebay_pairs_ring_first(pairs, FOREBAY_PAIRS_QUEUED)))
		forebay_pairs_ring_move(pairs, slot, FOREBAY_PAIRS_FREE);
}

/* Something to send may come yet. */
static bool ready(struct forebay_pairs *pairs)
{
	return true;
}

static void opened(struct forebay_pairs *pairs)
{
	forebay_transmit_of(pairs)->cut = 0;
}

static u32 mode(const struct forebay_pairs_setup *setup)
{
	return FOREBAY_USER_MM2S_MODE_RECORDS;
}

const struct forebay_pairs_way forebay_transmit_way = {
	.name = "transmit",
	.kind = FOREBAY_USER_FRONT_END_MM2S,
	.bytes = sizeof(struct forebay_transmit),
	.control = FOREBAY_USER_MM2S_DMACR,
	.status = FOREBAY_USER_MM2S_DMASR,
	.written = true,
	.parameters = forebay_params_transmit,
	.mode = mode,
	.opened = opened,
	.ready = ready,
	.refill = refill,
	.finished = finished,
	.ended = ended,
};

/* ---- to the program and back ---- */

/**
 * forebay_tx_ring_take() - take a free buffer
 * @pairs: the front end
 * @taken: out: the buffer
 *
 * Return: 0; -EAGAIN if there is none yet; -ENOBUFS if the file has none; what @over says.
 */
int forebay_tx_ring_take(struct forebay_pairs *pairs, struct forebay_pairs_slot **taken)
{
	struct forebay_pairs_slot *slot = forebay_pairs_ring_first(pairs, FOREBAY_PAIRS_FREE);

	if (pairs->over)
		return forebay_pairs_ring_over(pairs);
	if (!pairs->set)
		return -ENOBUFS;
	if (!slot)
		return -EAGAIN;
	forebay_pairs_ring_move(pairs, slot, FOREBAY_PAIRS_TAKEN);
	*taken = slot;
	return 0;
}

/**
 * forebay_tx_ring_queue() - send a buffer that was taken
 * @pairs: the front end
 * @slot: the buffer
 * @bytes: how much of it
 *
 * Return: 0; what @over says: the buffer is free.
 */
int forebay_tx_ring_queue(struct forebay_pairs *pairs, struct forebay_pairs_slot *slot, u32 bytes)
{
	if (pairs->over) {
		forebay_tx_ring_give_back(pairs, slot);
		return forebay_pairs_ring_over(pairs);
	}
	slot->bytes = bytes;
	forebay_pairs_ring_move(pairs, slot, FOREBAY_PAIRS_QUEUED);
	refill(pairs);
	return 0;
}

/** forebay_tx_ring_give_back() - a buffer that was taken is free again, unsent. */
void forebay_tx_ring_give_back(struct forebay_pairs *pairs, struct forebay_pairs_slot *slot)
{
	forebay_pairs_ring_move(pairs, slot, FOREBAY_PAIRS_FREE);
	wake_up_all(&pairs->wait);
}
