// SPDX-License-Identifier: GPL-2.0-only
/* What a card that comes and goes means for streams with a front end of their own. */
#include "pairs_hooks.h"

#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/pci.h>

#include "card.h"
#include "pairs.h"
#include "pairs_engine.h"
#include "pairs_files.h"
#include "pairs_map.h"
#include "pairs_ring.h"
#include "pairs_sets.h"

/* Over those that a card has; @i counts. */
#define for_each_pairs(card, i, pairs)                                                             \
	for ((i) = 0; (i) < ARRAY_SIZE((card)->pairs); (i)++)                                      \
		if (((pairs) = (card)->pairs[i]))

/* The engine is known to be at rest: nothing is in its hands. */
static void found(struct forebay_pairs *pairs)
{
	pairs->astray = false;
	spin_lock_irq(&pairs->ring_lock);
	forebay_pairs_ring_reclaim(pairs);
	spin_unlock_irq(&pairs->ring_lock);
	forebay_pairs_sets_free_quarantine(pairs);
}

/** forebay_pairs_online() - a card was just found, or comes out of a reset. */
void forebay_pairs_online(struct forebay_card *card)
{
	struct forebay_pairs *pairs;
	unsigned int i;
	int ret;

	for_each_pairs(card, i, pairs) {
		mutex_lock(&pairs->lock);
		ret = forebay_pairs_engine_reset(pairs);
		pairs->astray = ret;
		if (!ret)
			found(pairs);
		else
			dev_err(&card->pdev->dev, "%s: out of service: the engine does not stop\n",
				pairs->way->name);
		mutex_unlock(&pairs->lock);
	}
}

/**
 * forebay_pairs_revive() - see whether engines that were given up work again
 * @card: a card that is there, and stays so meanwhile
 *
 * Return: how many it takes a reset for.
 */
unsigned int forebay_pairs_revive(struct forebay_card *card)
{
	struct forebay_pairs *pairs;
	unsigned int i, out = 0;

	for_each_pairs(card, i, pairs) {
		mutex_lock(&pairs->lock);
		if (pairs->astray && forebay_pairs_engine_reset(pairs)) {
			out++;
		} else if (pairs->astray) {
			found(pairs);
			dev_info(&card->pdev->dev, "%s: back in service\n", pairs->way->name);
		}
		mutex_unlock(&pairs->lock);
	}
	return out;
}

/** forebay_pairs_revoke() - the card goes away, for now or for good. */
void forebay_pairs_revoke(struct forebay_card *card)
{
	bool unbound = READ_ONCE(card->unbound);
	struct forebay_pairs *pairs;
	unsigned int i;

	for_each_pairs(card, i, pairs) {
		mutex_lock(&pairs->lock);
		forebay_pairs_file_end(pairs, unbound ? -ENODEV : -ECANCELED);
		if (unbound)
			forebay_pairs_unmap(pairs);
		mutex_unlock(&pairs->lock);
	}
}

/** forebay_pairs_irq() - a user line of the card has risen. */
void forebay_pairs_irq(struct forebay_card *card, unsigned int line)
{
	struct forebay_pairs *pairs;
	unsigned int i;

	for_each_pairs(card, i, pairs) {
		if (line != pairs->feature->first_line)
			continue;
		spin_lock(&pairs->ring_lock);
		if (pairs->running && pairs->irqs) {
			pairs->stats.interrupts++;
			forebay_pairs_ring_look(pairs, forebay_pairs_engine_ack(pairs));
		}
		spin_unlock(&pairs->ring_lock);
	}
}

/** forebay_pairs_stop() - the driver lets go of the card; nobody is at it any more. */
void forebay_pairs_stop(struct forebay_card *card)
{
	struct forebay_pairs_set *set;
	struct forebay_pairs *pairs;
	unsigned int i;

	for_each_pairs(card, i, pairs) {
		mutex_lock(&pairs->lock);
		set = forebay_pairs_sets_take(pairs);
		if (set)
			list_add(&set->entry, &pairs->quarantine);
		mutex_unlock(&pairs->lock);
	}
}

static bool let_go(struct forebay_pairs *pairs)
{
	if (list_empty(&pairs->quarantine))
		return true;
	if (pairs->astray && !forebay_pairs_engine_rests(pairs))
		return false;
	forebay_pairs_sets_free_quarantine(pairs);
	return true;
}

/**
 * forebay_pairs_let_go() - give back what engines may have used that are at rest
 * @card: its plugs were asked to come to rest
 *
 * Return: whether nothing is left.
 */
bool forebay_pairs_let_go(struct forebay_card *card)
{
	struct forebay_pairs *pairs;
	bool all = true;
	unsigned int i;

	for_each_pairs(card, i, pairs)
		all &= let_go(pairs);
	return all;
}

/** forebay_pairs_abandon() - the same for the last time: what is left stays. */
void forebay_pairs_abandon(struct forebay_card *card)
{
	struct forebay_pairs *pairs;
	unsigned int i;

	for_each_pairs(card, i, pairs) {
		if (!let_go(pairs))
			dev_err(&card->pdev->dev, "%s: never stopped, its buffers stay\n",
				pairs->way->name);
	}
}

/** forebay_pairs_free_quarantine() - give it back: the card cannot reach memory any more. */
void forebay_pairs_free_quarantine(struct forebay_card *card)
{
	struct forebay_pairs *pairs;
	unsigned int i;

	for_each_pairs(card, i, pairs)
		forebay_pairs_sets_free_quarantine(pairs);
}

/** forebay_pairs_leave() - the next driver finds the front ends as after a reset. */
void forebay_pairs_leave(struct forebay_card *card)
{
	struct forebay_pairs *pairs;
	unsigned int i;

	for_each_pairs(card, i, pairs) {
		if (list_empty(&pairs->quarantine))
			forebay_pairs_engine_reset(pairs);
	}
}
