// SPDX-License-Identifier: GPL-2.0-only
/* All of it under ring_lock. */
#include "pairs_ring.h"

#include <linux/errno.h>
#include <linux/nospec.h>

#include "card.h"
#include "pairs_engine.h"

/** forebay_pairs_ring_move() - a buffer goes on to another place, as the last one there. */
void forebay_pairs_ring_move(struct forebay_pairs *pairs, struct forebay_pairs_slot *slot,
			     enum forebay_pairs_place place)
{
	pairs->count[slot->place]--;
	pairs->count[place]++;
	slot->place = place;
	list_move_tail(&slot->entry, &pairs->places[place]);
}

/** forebay_pairs_ring_first() - the one that has been longest at a place, or NULL. */
struct forebay_pairs_slot *forebay_pairs_ring_first(struct forebay_pairs *pairs,
						    enum forebay_pairs_place place)
{
	return list_first_entry_or_null(&pairs->places[place], struct forebay_pairs_slot, entry);
}

/** forebay_pairs_ring_clear() - there are no buffers. */
void forebay_pairs_ring_clear(struct forebay_pairs *pairs)
{
	unsigned int place;

	for (place = 0; place < FOREBAY_PAIRS_PLACES; place++) {
		INIT_LIST_HEAD(&pairs->places[place]);
		pairs->count[place] = 0;
	}
	pairs->set = NULL;
	pairs->copying = NULL;
	pairs->epoch++;
}

/** forebay_pairs_ring_set() - these are the buffers, all free; there were none. */
void forebay_pairs_ring_set(struct forebay_pairs *pairs, struct forebay_pairs_set *set)
{
	u32 i;

	for (i = 0; i < set->setup.buffers; i++)
		list_add_tail(&set->slots[i].entry, &pairs->places[FOREBAY_PAIRS_FREE]);
	pairs->count[FOREBAY_PAIRS_FREE] = set->setup.buffers;
	pairs->set = set;
}

/** forebay_pairs_ring_may_arm() - whether the card may have another buffer. */
bool forebay_pairs_ring_may_arm(const struct forebay_pairs *pairs)
{
	return pairs->running && !pairs->stopping &&
	       pairs->count[FOREBAY_PAIRS_ARMED] < pairs->room;
}

/** forebay_pairs_ring_arm() - give it one, @bytes of it, behind those that it has. */
void forebay_pairs_ring_arm(struct forebay_pairs *pairs, struct forebay_pairs_slot *slot)
{
	forebay_pairs_ring_move(pairs, slot, FOREBAY_PAIRS_ARMED);
	forebay_pairs_engine_arm(pairs, slot->memory->bus, slot->bytes);
}

/** forebay_pairs_ring_run() - the engine runs from here on, and has no buffer yet. */
void forebay_pairs_ring_run(struct forebay_pairs *pairs)
{
	pairs->running = true;
	pairs->over = 0;
	pairs->sequence = 0;
	pairs->way->refill(pairs);
}

/** forebay_pairs_ring_reclaim() - the engine has come to rest: what it had is free. */
void forebay_pairs_ring_reclaim(struct forebay_pairs *pairs)
{
	struct forebay_pairs_slot *slot;

	while ((slot = forebay_pairs_ring_first(pairs, FOREBAY_PAIRS_ARMED)))
		forebay_pairs_ring_move(pairs, slot, FOREBAY_PAIRS_FREE);
}

/**
 * forebay_pairs_ring_end() - a run is over
 * @pairs: running or not
 * @over: what calls get from here on
 * @told: the engine has come to rest, so that of what it has not told it has not begun anything
 */
void forebay_pairs_ring_end(struct forebay_pairs *pairs, int over, bool told)
{
	if (pairs->way->ended)
		pairs->way->ended(pairs, told);
	pairs->running = false;
	pairs->stopping = false;
	pairs->over = over;
	wake_up_all(&pairs->wait);
}

/* Takes the oldest armed buffer over, whose record it is. Returns whether that makes sense. */
static bool finish(struct forebay_pairs *pairs, const struct forebay_pairs_record *record)
{
	struct forebay_pairs_slot *slot = forebay_pairs_ring_first(pairs, FOREBAY_PAIRS_ARMED);

	if (record->bus != slot->memory->bus || record->said.bytes > slot->bytes)
		return false;
	pairs->sequence++;
	pairs->way->finished(pairs, slot, &record->said);
	return true;
}

/* A run that has ended by itself. */
static void failed(struct forebay_pairs *pairs, u32 status, const char *why)
{
	pairs->stats.errors++;
	pairs->stats.status = status;
	dev_err_ratelimited(&pairs->card->pdev->dev,
			    "%s: %s (status 0x%08x), %u buffers after the start\n", pairs->way->name,
			    why, status, pairs->sequence);
}

/**
 * forebay_pairs_ring_look() - take over what the card is done with, and give it new buffers
 * @pairs: running
 * @status: DMASR, read since the call before; 0: not looked at
 *
 * Return: whether a buffer has come back.
 */
bool forebay_pairs_ring_look(struct forebay_pairs *pairs, u32 status)
{
	struct forebay_pairs_record record;
	u32 before = pairs->sequence;

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
		forebay_pairs_ring_end(pairs, -EIO, false);
		return false;
	}
	/* One that was told to stop has no error of that alone. */
	if (forebay_pairs_status_rests(status) &&
	    (!pairs->stopping || forebay_pairs_status_failed(status))) {
		failed(pairs, status,
		       forebay_pairs_status_failed(status) ? "the engine has met an error" :
							     "somebody has stopped the engine");
		/* In this order: what is the card's yet is not sent. */
		forebay_pairs_ring_end(pairs, -EIO, true);
		forebay_pairs_ring_reclaim(pairs);
	}
	pairs->way->refill(pairs);
	if (pairs->sequence == before)
		return false;
	wake_up_all(&pairs->wait);
	return true;
}

/** forebay_pairs_ring_over() - what calls get that find nothing; 0: it goes on. */
int forebay_pairs_ring_over(const struct forebay_pairs *pairs)
{
	/* A reset that does not come to its end is none. */
	return pairs->over == -ECANCELED && READ_ONCE(pairs->card->lost) ? -ENODEV : pairs->over;
}

/**
 * forebay_pairs_ring_lose() - a run is over, as its card goes or is gone: no register is touched for it any more
 * @pairs: running or not
 * @over: what calls get from here on
 *
 * What the engine has told of is in memory, though nobody may have looked yet.
 */
void forebay_pairs_ring_lose(struct forebay_pairs *pairs, int over)
{
	if (pairs->running) {
		pairs->astray = true;
		pairs->stopping = true;
		forebay_pairs_ring_look(pairs, 0);
	}
	forebay_pairs_ring_end(pairs, over, false);
}

/** forebay_pairs_ring_find() - a buffer that the program has taken by its number; NULL: it has not. */
struct forebay_pairs_slot *forebay_pairs_ring_find(const struct forebay_pairs *pairs, u32 index)
{
	struct forebay_pairs_slot *slot;

	if (!pairs->set || index >= pairs->set->setup.buffers)
		return NULL;
	slot = &pairs->set->slots[array_index_nospec(index, pairs->set->setup.buffers)];
	return slot->place == FOREBAY_PAIRS_TAKEN && slot != pairs->copying ? slot : NULL;
}
