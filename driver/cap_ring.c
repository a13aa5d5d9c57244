// SPDX-License-Identifier: GPL-2.0-only
/* All of it under ring_lock. */
#include "cap_ring.h"

#include "cap.h"
#include "forebay_regs.h"
#include "pairs_ring.h"
#include "params.h"

/* ---- to the card ---- */

/* Of those that nobody holds, half keep what is in them: else what is full would be gone before it is taken. */
static bool may_overwrite(const struct forebay_pairs *pairs)
{
	u32 own = pairs->count[FOREBAY_PAIRS_FREE] + pairs->count[FOREBAY_PAIRS_ARMED] +
		  pairs->count[FOREBAY_PAIRS_FULL];

	return pairs->set->setup.policy == FOREBAY_CAP_OVERWRITE &&
	       pairs->count[FOREBAY_PAIRS_ARMED] < own / 2;
}

/* What it would have told is told by the next one that is taken. */
static struct forebay_pairs_slot *overwrite(struct forebay_pairs *pairs)
{
	struct forebay_pairs_slot *slot = forebay_pairs_ring_first(pairs, FOREBAY_PAIRS_FULL);
	struct forebay_capture *cap = forebay_capture_of(pairs);

	if (!slot)
		return NULL;
	cap->lost += slot->said.lost;
	cap->overwritten += slot->said.overwritten + slot->said.bytes;
	cap->sum_overwritten += slot->said.bytes;
	return slot;
}

/* As many as it may have, so that it has the next one before one is full. */
static void refill(struct forebay_pairs *pairs)
{
	while (forebay_pairs_ring_may_arm(pairs)) {
		struct forebay_pairs_slot *slot =
			forebay_pairs_ring_first(pairs, FOREBAY_PAIRS_FREE);

		if (!slot && may_overwrite(pairs))
			slot = overwrite(pairs);
		if (!slot)
			break;
		slot->bytes = pairs->set->setup.bytes;
		forebay_pairs_ring_arm(pairs, slot);
	}
}

/* ---- from the card ---- */

static void finished(struct forebay_pairs *pairs, struct forebay_pairs_slot *slot,
		     const struct forebay_cap_buffer *said)
{
	struct forebay_capture *cap = forebay_capture_of(pairs);

	cap->unsaid += said->lost;
	cap->sum_lost += said->lost;
	cap->sum_gaps += !!said->lost;
	if (!said->bytes && !(said->flags & (FOREBAY_CAP_EOP | FOREBAY_CAP_EOB))) {
		/* A stop that found nothing. */
		forebay_pairs_ring_move(pairs, slot, FOREBAY_PAIRS_FREE);
		return;
	}
	pairs->stats.buffers++;
	pairs->stats.bytes += said->bytes;
	slot->said = *said;
	slot->said.index = slot - pairs->set->slots;
	slot->said.lost = cap->unsaid;
	cap->unsaid = 0;
	forebay_pairs_ring_move(pairs, slot, FOREBAY_PAIRS_FULL);
}

/* ---- runs ---- */

/* What is full, or not wholly read, is free, and nothing is told of it. */
static void drop(struct forebay_pairs *pairs)
{
	struct forebay_capture *cap = forebay_capture_of(pairs);
	struct forebay_pairs_slot *slot;

	pairs->epoch++;
	cap->lost = 0;
	cap->overwritten = 0;
	if (pairs->copying)
		forebay_pairs_ring_move(pairs, pairs->copying, FOREBAY_PAIRS_FREE);
	pairs->copying = NULL;
	while ((slot = forebay_pairs_ring_first(pairs, FOREBAY_PAIRS_FULL)))
		forebay_pairs_ring_move(pairs, slot, FOREBAY_PAIRS_FREE);
}

static bool ready(struct forebay_pairs *pairs)
{
	drop(pairs);
	forebay_capture_of(pairs)->unsaid = 0;
	return pairs->count[FOREBAY_PAIRS_FREE];
}

static void opened(struct forebay_pairs *pairs)
{
	struct forebay_capture *cap = forebay_capture_of(pairs);

	cap->has_last = false;
	cap->sum_lost = 0;
	cap->sum_gaps = 0;
	cap->sum_overwritten = 0;
}

static u32 mode(const struct forebay_pairs_setup *setup)
{
	return FOREBAY_USER_S2MM_MODE_RECORDS | FOREBAY_USER_S2MM_MODE_CUT |
	       (setup->flags & FOREBAY_CAP_THROUGH ? FOREBAY_USER_S2MM_MODE_THROUGH : 0);
}

const struct forebay_pairs_way forebay_capture_way = {
	.name = "capture",
	.kind = FOREBAY_USER_FRONT_END_S2MM,
	.bytes = sizeof(struct forebay_capture),
	.control = FOREBAY_USER_S2MM_DMACR,
	.status = FOREBAY_USER_S2MM_DMASR,
	.stopped = -ENODATA,
	.parameters = forebay_params_capture,
	.mode = mode,
	.opened = opened,
	.ready = ready,
	.refill = refill,
	.finished = finished,
	.away = drop,
};

/* ---- to the program and back ---- */

/**
 * forebay_cap_ring_take() - take the oldest full buffer
 * @pairs: the front end
 * @taken: out: the buffer
 *
 * Return: 0; -EAGAIN if there is none yet; what @over says if none will come.
 */
int forebay_cap_ring_take(struct forebay_pairs *pairs, struct forebay_pairs_slot **taken)
{
	struct forebay_pairs_slot *slot = forebay_pairs_ring_first(pairs, FOREBAY_PAIRS_FULL);
	struct forebay_capture *cap = forebay_capture_of(pairs);

	if (!slot)
		return pairs->running ? -EAGAIN : forebay_pairs_ring_over(pairs);
	slot->said.lost += cap->lost;
	slot->said.overwritten += cap->overwritten;
	cap->lost = 0;
	cap->overwritten = 0;
	forebay_pairs_ring_move(pairs, slot, FOREBAY_PAIRS_TAKEN);
	*taken = slot;
	return 0;
}

/** forebay_cap_ring_untake() - the same backwards: the next call gets it. */
void forebay_cap_ring_untake(struct forebay_pairs *pairs, struct forebay_pairs_slot *slot)
{
	forebay_pairs_ring_move(pairs, slot, FOREBAY_PAIRS_FULL);
	list_move(&slot->entry, &pairs->places[FOREBAY_PAIRS_FULL]);
	/* Others may have found nothing meanwhile. */
	wake_up_all(&pairs->wait);
}

/** forebay_cap_ring_give_back() - the program is done with a buffer that it has taken. */
void forebay_cap_ring_give_back(struct forebay_pairs *pairs, struct forebay_pairs_slot *slot)
{
	forebay_pairs_ring_move(pairs, slot,
				slot->exports ? FOREBAY_PAIRS_LINGERS : FOREBAY_PAIRS_FREE);
	refill(pairs);
}

/** forebay_cap_ring_unexport() - a dma-buf holds a buffer no more. */
void forebay_cap_ring_unexport(struct forebay_pairs *pairs, struct forebay_pairs_slot *slot)
{
	slot->exports--;
	if (slot->exports || slot->place != FOREBAY_PAIRS_LINGERS)
		return;
	forebay_pairs_ring_move(pairs, slot, FOREBAY_PAIRS_FREE);
	refill(pairs);
}
