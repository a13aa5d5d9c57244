// SPDX-License-Identifier: GPL-2.0-only
/* What a card that comes and goes means for capture. */
#include "pairs_hooks.h"

#include <linux/errno.h>
#include <linux/pci.h>

#include "cap_ring.h"
#include "card.h"
#include "pairs.h"
#include "pairs_engine.h"
#include "pairs_files.h"
#include "pairs_map.h"
#include "pairs_sets.h"

/* The engine is known to be at rest: nothing is in its hands. */
static void found(struct forebay_pairs *pairs)
{
	pairs->astray = false;
	spin_lock_irq(&pairs->ring_lock);
	forebay_cap_ring_reclaim(pairs);
	spin_unlock_irq(&pairs->ring_lock);
	forebay_pairs_sets_free_quarantine(pairs);
}

/** forebay_pairs_online() - a card was just found, or comes out of a reset. */
void forebay_pairs_online(struct forebay_card *card)
{
	struct forebay_pairs *pairs = card->pairs;
	int ret;

	if (!pairs)
		return;
	mutex_lock(&pairs->lock);
	ret = forebay_pairs_engine_reset(pairs);
	pairs->astray = ret;
	if (!ret)
		found(pairs);
	else
		dev_err(&card->pdev->dev, "capture: out of service: the engine does not stop\n");
	mutex_unlock(&pairs->lock);
}

/**
 * forebay_pairs_revive() - see whether an engine that was given up works again
 * @card: a card that is there, and stays so meanwhile
 *
 * Return: 1 if it takes a reset, else 0.
 */
unsigned int forebay_pairs_revive(struct forebay_card *card)
{
	struct forebay_pairs *pairs = card->pairs;
	unsigned int out = 0;

	if (!pairs)
		return 0;
	mutex_lock(&pairs->lock);
	if (pairs->astray) {
		out = !!forebay_pairs_engine_reset(pairs);
		if (!out) {
			found(pairs);
			dev_info(&card->pdev->dev, "capture: back in service\n");
		}
	}
	mutex_unlock(&pairs->lock);
	return out;
}

/** forebay_pairs_revoke() - the card goes away, for now or for good. */
void forebay_pairs_revoke(struct forebay_card *card)
{
	struct forebay_pairs *pairs = card->pairs;
	bool unbound = READ_ONCE(card->unbound);

	if (!pairs)
		return;
	mutex_lock(&pairs->lock);
	forebay_pairs_file_end(pairs, unbound ? -ENODEV : -ECANCELED);
	if (unbound)
		forebay_pairs_unmap(pairs);
	mutex_unlock(&pairs->lock);
}

/** forebay_pairs_irq() - a user line of the card has risen. */
void forebay_pairs_irq(struct forebay_card *card, unsigned int line)
{
	struct forebay_pairs *pairs = card->pairs;

	if (!pairs || line != pairs->feature->first_line)
		return;
	spin_lock(&pairs->ring_lock);
	if (pairs->running && pairs->irqs) {
		pairs->stats.interrupts++;
		forebay_cap_ring_look(pairs, forebay_pairs_engine_ack(pairs));
	}
	spin_unlock(&pairs->ring_lock);
}

/** forebay_pairs_stop() - the driver lets go of the card; nobody is at it any more. */
void forebay_pairs_stop(struct forebay_card *card)
{
	struct forebay_pairs *pairs = card->pairs;
	struct forebay_pairs_set *set;

	if (!pairs)
		return;
	mutex_lock(&pairs->lock);
	set = forebay_pairs_sets_take(pairs);
	if (set)
		list_add(&set->entry, &pairs->quarantine);
	mutex_unlock(&pairs->lock);
}

/**
 * forebay_pairs_let_go() - give back what the engine may have used, if it is at rest
 * @card: its plugs were asked to come to rest
 *
 * Return: whether nothing is left.
 */
bool forebay_pairs_let_go(struct forebay_card *card)
{
	struct forebay_pairs *pairs = card->pairs;

	if (!pairs || list_empty(&pairs->quarantine))
		return true;
	if (pairs->astray && !forebay_pairs_engine_rests(pairs))
		return false;
	forebay_pairs_sets_free_quarantine(pairs);
	return true;
}

/** forebay_pairs_free_quarantine() - give it back: the card cannot reach memory any more. */
void forebay_pairs_free_quarantine(struct forebay_card *card)
{
	if (card->pairs)
		forebay_pairs_sets_free_quarantine(card->pairs);
}

/** forebay_pairs_leave() - the next driver finds the front end as after a reset. */
void forebay_pairs_leave(struct forebay_card *card)
{
	if (card->pairs && list_empty(&card->pairs->quarantine))
		forebay_pairs_engine_reset(card->pairs);
}
