// SPDX-License-Identifier: GPL-2.0-only
/* All of it under ring_lock. */
#include "cap_ring.h"

#include <linux/nospec.h>

#include "card.h"
#include "pairs_engine.h"

static void move_to(struct forebay_pairs *pairs, struct forebay_pairs_slot *slot,
		    enum forebay_pairs_place place)
{
	pairs->count[slot->place]--;
	pairs->count[place]++;
	slot->place = place;
	list_move_tail(&slot->entry, &pairs->places[place]);
}

static struct forebay_pairs_slot *first_of(struct forebay_pairs *pairs,
					 enum forebay_pairs_place place)
{
	return list_first_entry_or_null(&pairs->places[place], struct forebay_pairs_slot, entry);
}

/** forebay_cap_ring_clear() - there are no buffers. */
void forebay_cap_ring_clear(struct forebay_pairs *pairs)
{
	unsigned int place;

	for (place = 0; place < FOREBAY_PAIRS_PLACES; place++) {
		INIT_LIST_HEAD(&pairs->places[place]);
		pairs->count[place] = 0;
	}
	pairs->set = NULL;
	pairs->reading = NULL;
	pairs->epoch++;
	pairs->lost = 0;
	pairs->overwritten = 0;
}

/** forebay_cap_ring_set() - these are the buffers, all free; there were none. */
void forebay_cap_ring_set(struct forebay_pairs *pairs, struct forebay_pairs_set *set)
{
	u32 i;

	for (i = 0; i < set->setup.buffers; i++)
		list_add_tail(&set->slots[i].entry, &pairs->places[FOREBAY_PAIRS_FREE]);
	pairs->count[FOREBAY_PAIRS_FREE] = set->setup.buffers;
	pairs->set = set;
}

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
	struct forebay_pairs_slot *slot = first_of(pairs, FOREBAY_PAIRS_FULL);

	if (!slot)
		return NULL;
	pairs->lost += slot->said.lost;
	pairs->overwritten += slot->said.overwritten + slot->said.bytes;
	pairs->stats.overwritten += slot->said.bytes;
	move_to(pairs, slot, FOREBAY_PAIRS_FREE);
	return slot;
}

/* Gives the card as many buffers as it may have, so that it has the next one before one is full. */
static void refill(struct forebay_pairs *pairs)
{
	if (!pairs->running || pairs->stopping)
		return;
	while (pairs->count[FOREBAY_PAIRS_ARMED] < pairs->room) {
		struct forebay_pairs_slot *slot = first_of(pairs, FOREBAY_PAIRS_FREE);

		if (!slot && may_overwrite(pairs))
			slot = overwrite(pairs);
		if (!slot)
			break;
		move_to(pairs, slot, FOREBAY_PAIRS_ARMED);
		forebay_pairs_engine_arm(pairs, slot->memory->bus, pairs->set->setup.bytes);
	}
}

/** forebay_cap_ring_run() - the engine runs from here on, and has no buffer yet. */
void forebay_cap_ring_run(struct forebay_pairs *pairs)
{
	pairs->running = true;
	pairs->over = 0;
	pairs->sequence = 0;
	pairs->unsaid = 0;
	refill(pairs);
}

/** forebay_cap_ring_reclaim() - the engine has come to rest: what it had is free. */
void forebay_cap_ring_reclaim(struct forebay_pairs *pairs)
{
	struct forebay_pairs_slot *slot;

	while ((slot = first_of(pairs, FOREBAY_PAIRS_ARMED)))
		move_to(pairs, slot, FOREBAY_PAIRS_FREE);
}

/**
 * forebay_cap_ring_end() - a run is over
 * @pairs: running or not
 * @over: what calls get when nothing is full any more
 */
void forebay_cap_ring_end(struct forebay_pairs *pairs, int over)
{
	pairs->running = false;
	pairs->stopping = false;
	pairs->over = over;
	wake_up_all(&pairs->wait);
}

/** forebay_cap_ring_drop() - what is full, or not wholly read, is free, and nothing is told of it. */
void forebay_cap_ring_drop(struct forebay_pairs *pairs)
{
	struct forebay_pairs_slot *slot;

	pairs->epoch++;
	pairs->lost = 0;
	pairs->overwritten = 0;
	if (pairs->reading)
		move_to(pairs, pairs->reading, FOREBAY_PAIRS_FREE);
	pairs->reading = NULL;
	while ((slot = first_of(pairs, FOREBAY_PAIRS_FULL)))
		move_to(pairs, slot, FOREBAY_PAIRS_FREE);
}

/* ---- from the card ---- */

/* Takes the oldest armed buffer over, whose record it is. Returns whether that makes sense. */
static bool finish(struct forebay_pairs *pairs, const struct forebay_pairs_record *record)
{
	struct forebay_pairs_slot *slot = first_of(pairs, FOREBAY_PAIRS_ARMED);

	if (record->bus != slot->memory->bus || record->said.bytes > pairs->set->setup.bytes)
		return false;
	pairs->sequence++;
	pairs->unsaid += record->said.lost;
	pairs->stats.lost += record->said.lost;
	pairs->stats.gaps += !!record->said.lost;
	if (!record->said.bytes && !(record->said.flags & (FOREBAY_CAP_EOP | FOREBAY_CAP_EOB))) {
		/* A stop that found nothing. */
		move_to(pairs, slot, FOREBAY_PAIRS_FREE);
		return true;
	}
	pairs->stats.buffers++;
	pairs->stats.bytes += record->said.bytes;
	slot->said = record->said;
	slot->said.index = slot - pairs->set->slots;
	slot->said.lost = pairs->unsaid;
	pairs->unsaid = 0;
	move_to(pairs, slot, FOREBAY_PAIRS_FULL);
	return true;
}

/* A run that has ended by itself. */
static void failed(struct forebay_pairs *pairs, u32 status, const char *why)
{
	pairs->stats.errors++;
	pairs->stats.status = status;
	dev_err_ratelimited(&pairs->card->pdev->dev,
			    "capture: %s (status 0x%08x), %u buffers after the start\n", why, status,
			    pairs->sequence);
}

/**
 * forebay_cap_ring_look() - take over what the card has filled, and give it new buffers
 * @pairs: running
 * @status: DMASR, read since the call before; 0: not looked at
 *
 * Return: whether a buffer has become full.
 */
bool forebay_cap_ring_look(struct forebay_pairs *pairs, u32 status)
{
	u64 before = pairs->stats.buffers;
	struct forebay_pairs_record record;

	/* Who asks for a card that does not answer is not here. */
	if (status == ~0u)
		return false;
	while (pairs->count[FOREBAY_PAIRS_ARMED] &&
	       forebay_pairs_record(pairs->set, pairs->sequence, &record)) {
		if (finish(pairs, &record))
			continue;
		forebay_pairs_engine_stop(pairs);
		failed(pairs, status, "a record is of no buffer that was armed");
		pairs->astray = true;
		forebay_cap_ring_end(pairs, -EIO);
		return false;
	}
	if (forebay_pairs_status_rests(status) && !pairs->stopping) {
		failed(pairs, status,
		       forebay_pairs_status_failed(status) ? "the engine has met an error" :
						     "somebody has stopped the engine");
		forebay_cap_ring_reclaim(pairs);
		forebay_cap_ring_end(pairs, -EIO);
	}
	refill(pairs);
	if (pairs->stats.buffers == before)
		return false;
	wake_up_all(&pairs->wait);
	return true;
}

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
	struct forebay_pairs_slot *slot = first_of(pairs, FOREBAY_PAIRS_FULL);

	if (!slot)
		return pairs->running ? -EAGAIN : pairs->over;
	slot->said.lost += pairs->lost;
	slot->said.overwritten += pairs->overwritten;
	pairs->lost = 0;
	pairs->overwritten = 0;
	move_to(pairs, slot, FOREBAY_PAIRS_TAKEN);
	*taken = slot;
	return 0;
}

/** forebay_cap_ring_untake() - the same backwards: the next call gets it. */
void forebay_cap_ring_untake(struct forebay_pairs *pairs, struct forebay_pairs_slot *slot)
{
	move_to(pairs, slot, FOREBAY_PAIRS_FULL);
	list_move(&slot->entry, &pairs->places[FOREBAY_PAIRS_FULL]);
}

/** forebay_cap_ring_give_back() - the program is done with a buffer that it has taken. */
void forebay_cap_ring_give_back(struct forebay_pairs *pairs, struct forebay_pairs_slot *slot)
{
	move_to(pairs, slot, slot->exports ? FOREBAY_PAIRS_LINGERS : FOREBAY_PAIRS_FREE);
	refill(pairs);
}

/** forebay_cap_ring_unexport() - a dma-buf holds a buffer no more. */
void forebay_cap_ring_unexport(struct forebay_pairs *pairs, struct forebay_pairs_slot *slot)
{
	slot->exports--;
	if (slot->exports || slot->place != FOREBAY_PAIRS_LINGERS)
		return;
	move_to(pairs, slot, FOREBAY_PAIRS_FREE);
	refill(pairs);
}

/** forebay_cap_ring_find() - a buffer that the program has taken by its number; NULL: it has not. */
struct forebay_pairs_slot *forebay_cap_ring_find(const struct forebay_pairs *pairs, u32 index)
{
	struct forebay_pairs_slot *slot;

	if (!pairs->set || index >= pairs->set->setup.buffers)
		return NULL;
	slot = &pairs->set->slots[array_index_nospec(index, pairs->set->setup.buffers)];
	return slot->place == FOREBAY_PAIRS_TAKEN && slot != pairs->reading ? slot : NULL;
}
