// SPDX-License-Identifier: GPL-2.0-only
/* All of it under ring_lock. */
#include "cap_ring.h"

#include <linux/minmax.h>
#include <linux/nospec.h>

#include "cap_engine.h"
#include "card.h"

static void move_to(struct forebay_capture *cap, struct forebay_cap_slot *slot,
		    enum forebay_cap_place place)
{
	cap->count[slot->place]--;
	cap->count[place]++;
	slot->place = place;
	list_move_tail(&slot->entry, &cap->places[place]);
}

static struct forebay_cap_slot *first_of(struct forebay_capture *cap,
					 enum forebay_cap_place place)
{
	return list_first_entry_or_null(&cap->places[place], struct forebay_cap_slot, entry);
}

/** forebay_cap_ring_clear() - there are no buffers. */
void forebay_cap_ring_clear(struct forebay_capture *cap)
{
	unsigned int place;

	for (place = 0; place < FOREBAY_CAP_PLACES; place++) {
		INIT_LIST_HEAD(&cap->places[place]);
		cap->count[place] = 0;
	}
	cap->set = NULL;
	cap->reading = NULL;
	cap->epoch++;
	cap->lost = 0;
	cap->overwritten = 0;
}

/** forebay_cap_ring_set() - these are the buffers, all free; there were none. */
void forebay_cap_ring_set(struct forebay_capture *cap, struct forebay_cap_set *set)
{
	u32 i;

	for (i = 0; i < set->setup.buffers; i++)
		list_add_tail(&set->slots[i].entry, &cap->places[FOREBAY_CAP_FREE]);
	cap->count[FOREBAY_CAP_FREE] = set->setup.buffers;
	cap->set = set;
}

/* ---- to the card ---- */

/* Half of those that no program has keep what they hold, or there would be none to take. */
static u32 keep_armed(const struct forebay_capture *cap)
{
	u32 own = cap->count[FOREBAY_CAP_FREE] + cap->count[FOREBAY_CAP_ARMED] +
		  cap->count[FOREBAY_CAP_FULL];

	return min(own / 2, cap->pairs);
}

/* What it would have told is told by the next one that is taken. */
static struct forebay_cap_slot *overwrite(struct forebay_capture *cap)
{
	struct forebay_cap_slot *slot = first_of(cap, FOREBAY_CAP_FULL);

	if (!slot)
		return NULL;
	cap->lost += slot->said.lost;
	cap->overwritten += slot->said.overwritten + slot->said.bytes;
	cap->stats.overwritten += slot->said.bytes;
	move_to(cap, slot, FOREBAY_CAP_FREE);
	return slot;
}

/* Gives the card as many buffers as it may have, so that it has the next one before one is full. */
static void refill(struct forebay_capture *cap)
{
	if (!cap->running || cap->stopping)
		return;
	while (cap->count[FOREBAY_CAP_ARMED] < cap->pairs) {
		struct forebay_cap_slot *slot = first_of(cap, FOREBAY_CAP_FREE);

		if (!slot && cap->set->setup.policy == FOREBAY_CAP_OVERWRITE &&
		    cap->count[FOREBAY_CAP_ARMED] < keep_armed(cap))
			slot = overwrite(cap);
		if (!slot)
			break;
		move_to(cap, slot, FOREBAY_CAP_ARMED);
		forebay_cap_engine_arm(cap, slot->memory->bus, cap->set->setup.bytes);
	}
}

/** forebay_cap_ring_run() - the engine runs from here on, and has no buffer yet. */
void forebay_cap_ring_run(struct forebay_capture *cap)
{
	cap->running = true;
	cap->over = 0;
	cap->sequence = 0;
	cap->unsaid = 0;
	refill(cap);
}

/** forebay_cap_ring_reclaim() - the engine has come to rest: what it had is free. */
void forebay_cap_ring_reclaim(struct forebay_capture *cap)
{
	struct forebay_cap_slot *slot;

	while ((slot = first_of(cap, FOREBAY_CAP_ARMED)))
		move_to(cap, slot, FOREBAY_CAP_FREE);
}

/**
 * forebay_cap_ring_end() - a run is over
 * @cap: running or not
 * @over: what calls get when nothing is full any more
 */
void forebay_cap_ring_end(struct forebay_capture *cap, int over)
{
	cap->running = false;
	cap->stopping = false;
	cap->over = over;
	wake_up_all(&cap->wait);
}

/** forebay_cap_ring_drop() - what is full, or not wholly read, is free, and nothing is told of it. */
void forebay_cap_ring_drop(struct forebay_capture *cap)
{
	struct forebay_cap_slot *slot;

	cap->epoch++;
	cap->lost = 0;
	cap->overwritten = 0;
	if (cap->reading)
		move_to(cap, cap->reading, FOREBAY_CAP_FREE);
	cap->reading = NULL;
	while ((slot = first_of(cap, FOREBAY_CAP_FULL)))
		move_to(cap, slot, FOREBAY_CAP_FREE);
}

/* ---- from the card ---- */

/* Takes the oldest armed buffer over, whose record it is. Returns whether that makes sense. */
static bool finish(struct forebay_capture *cap, const struct forebay_cap_record *record)
{
	struct forebay_cap_slot *slot = first_of(cap, FOREBAY_CAP_ARMED);

	if (record->bus != slot->memory->bus || record->said.bytes > cap->set->setup.bytes)
		return false;
	cap->sequence++;
	cap->unsaid += record->said.lost;
	cap->stats.lost += record->said.lost;
	cap->stats.gaps += !!record->said.lost;
	if (!record->said.bytes && !(record->said.flags & (FOREBAY_CAP_EOP | FOREBAY_CAP_EOB))) {
		/* A stop that found nothing. */
		move_to(cap, slot, FOREBAY_CAP_FREE);
		return true;
	}
	cap->stats.buffers++;
	cap->stats.bytes += record->said.bytes;
	slot->said = record->said;
	slot->said.index = slot - cap->set->slots;
	slot->said.lost = cap->unsaid;
	cap->unsaid = 0;
	move_to(cap, slot, FOREBAY_CAP_FULL);
	return true;
}

/* A run that has ended by itself. */
static void failed(struct forebay_capture *cap, u32 status, const char *why)
{
	cap->stats.errors++;
	cap->stats.status = status;
	dev_err_ratelimited(&cap->card->pdev->dev,
			    "capture: %s (status 0x%08x), %u buffers after the start\n", why, status,
			    cap->sequence);
}

/**
 * forebay_cap_ring_look() - take over what the card has filled, and give it new buffers
 * @cap: running
 * @status: DMASR, read since the call before; 0: not looked at
 *
 * Return: whether a buffer has become full.
 */
bool forebay_cap_ring_look(struct forebay_capture *cap, u32 status)
{
	u64 before = cap->stats.buffers;
	struct forebay_cap_record record;

	/* Who asks for a card that does not answer is not here. */
	if (status == ~0u)
		return false;
	while (cap->count[FOREBAY_CAP_ARMED] &&
	       forebay_cap_record(cap->set, cap->sequence, &record)) {
		if (finish(cap, &record))
			continue;
		forebay_cap_engine_stop(cap);
		failed(cap, status, "a record is of no buffer that was armed");
		cap->astray = true;
		forebay_cap_ring_end(cap, -EIO);
		return false;
	}
	if (forebay_cap_status_rests(status) && !cap->stopping) {
		failed(cap, status,
		       forebay_cap_status_failed(status) ? "the engine has met an error" :
						     "somebody has stopped the engine");
		forebay_cap_ring_reclaim(cap);
		forebay_cap_ring_end(cap, -EIO);
	}
	refill(cap);
	if (cap->stats.buffers == before)
		return false;
	wake_up_all(&cap->wait);
	return true;
}

/* ---- to the program and back ---- */

/**
 * forebay_cap_ring_take() - take the oldest full buffer
 * @cap: the front end
 * @taken: out: the buffer
 *
 * Return: 0; -EAGAIN if there is none yet; what @over says if none will come.
 */
int forebay_cap_ring_take(struct forebay_capture *cap, struct forebay_cap_slot **taken)
{
	struct forebay_cap_slot *slot = first_of(cap, FOREBAY_CAP_FULL);

	if (!slot)
		return cap->running ? -EAGAIN : cap->over;
	slot->said.lost += cap->lost;
	slot->said.overwritten += cap->overwritten;
	cap->lost = 0;
	cap->overwritten = 0;
	move_to(cap, slot, FOREBAY_CAP_TAKEN);
	*taken = slot;
	return 0;
}

/** forebay_cap_ring_untake() - the same backwards: the next call gets it. */
void forebay_cap_ring_untake(struct forebay_capture *cap, struct forebay_cap_slot *slot)
{
	move_to(cap, slot, FOREBAY_CAP_FULL);
	list_move(&slot->entry, &cap->places[FOREBAY_CAP_FULL]);
}

/** forebay_cap_ring_give_back() - the program is done with a buffer that it has taken. */
void forebay_cap_ring_give_back(struct forebay_capture *cap, struct forebay_cap_slot *slot)
{
	move_to(cap, slot, slot->exports ? FOREBAY_CAP_LINGERS : FOREBAY_CAP_FREE);
	refill(cap);
}

/** forebay_cap_ring_unexport() - a dma-buf holds a buffer no more. */
void forebay_cap_ring_unexport(struct forebay_capture *cap, struct forebay_cap_slot *slot)
{
	slot->exports--;
	if (slot->exports || slot->place != FOREBAY_CAP_LINGERS)
		return;
	move_to(cap, slot, FOREBAY_CAP_FREE);
	refill(cap);
}

/** forebay_cap_ring_find() - a buffer that the program has taken by its number; NULL: it has not. */
struct forebay_cap_slot *forebay_cap_ring_find(const struct forebay_capture *cap, u32 index)
{
	struct forebay_cap_slot *slot;

	if (!cap->set || index >= cap->set->setup.buffers)
		return NULL;
	slot = &cap->set->slots[array_index_nospec(index, cap->set->setup.buffers)];
	return slot->place == FOREBAY_CAP_TAKEN && slot != cap->reading ? slot : NULL;
}
