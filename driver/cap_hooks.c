// SPDX-License-Identifier: GPL-2.0-only
/* What a card that comes and goes means for capture. */
#include "capture.h"

#include <linux/errno.h>
#include <linux/pci.h>

#include "cap.h"
#include "cap_engine.h"
#include "cap_files.h"
#include "cap_map.h"
#include "cap_ring.h"
#include "cap_sets.h"
#include "card.h"

/* The engine is known to be at rest: nothing is in its hands. */
static void found(struct forebay_capture *cap)
{
	cap->astray = false;
	spin_lock_irq(&cap->ring_lock);
	forebay_cap_ring_reclaim(cap);
	spin_unlock_irq(&cap->ring_lock);
	forebay_cap_sets_free_quarantine(cap);
}

/** forebay_capture_online() - a card was just found, or comes out of a reset. */
void forebay_capture_online(struct forebay_card *card)
{
	struct forebay_capture *cap = card->capture;
	int ret;

	if (!cap)
		return;
	mutex_lock(&cap->lock);
	ret = forebay_cap_engine_reset(cap);
	cap->astray = ret;
	if (!ret)
		found(cap);
	else
		dev_err(&card->pdev->dev, "capture: out of service: the engine does not stop\n");
	mutex_unlock(&cap->lock);
}

/**
 * forebay_capture_revive() - see whether an engine that was given up works again
 * @card: a card that is there, and stays so meanwhile
 *
 * Return: 1 if it takes a reset, else 0.
 */
unsigned int forebay_capture_revive(struct forebay_card *card)
{
	struct forebay_capture *cap = card->capture;
	unsigned int out = 0;

	if (!cap)
		return 0;
	mutex_lock(&cap->lock);
	if (cap->astray) {
		out = !!forebay_cap_engine_reset(cap);
		if (!out) {
			found(cap);
			dev_info(&card->pdev->dev, "capture: back in service\n");
		}
	}
	mutex_unlock(&cap->lock);
	return out;
}

/** forebay_capture_revoke() - the card goes away, for now or for good. */
void forebay_capture_revoke(struct forebay_card *card)
{
	struct forebay_capture *cap = card->capture;
	bool unbound = READ_ONCE(card->unbound);

	if (!cap)
		return;
	mutex_lock(&cap->lock);
	forebay_cap_end(cap, unbound ? -ENODEV : -ECANCELED);
	if (unbound)
		forebay_cap_unmap(cap);
	mutex_unlock(&cap->lock);
}

/** forebay_capture_irq() - a user line of the card has risen. */
void forebay_capture_irq(struct forebay_card *card, unsigned int line)
{
	struct forebay_capture *cap = card->capture;

	if (!cap || line != cap->feature->first_line)
		return;
	spin_lock(&cap->ring_lock);
	if (cap->running && cap->irqs) {
		cap->stats.interrupts++;
		forebay_cap_ring_look(cap, forebay_cap_engine_ack(cap));
	}
	spin_unlock(&cap->ring_lock);
}

/** forebay_capture_stop() - the driver lets go of the card; nobody is at it any more. */
void forebay_capture_stop(struct forebay_card *card)
{
	struct forebay_capture *cap = card->capture;
	struct forebay_cap_set *set;

	if (!cap)
		return;
	mutex_lock(&cap->lock);
	set = forebay_cap_sets_take(cap);
	if (set)
		list_add(&set->entry, &cap->quarantine);
	mutex_unlock(&cap->lock);
}

/**
 * forebay_capture_let_go() - give back what the engine may have used, if it is at rest
 * @card: its plugs were asked to come to rest
 *
 * Return: whether nothing is left.
 */
bool forebay_capture_let_go(struct forebay_card *card)
{
	struct forebay_capture *cap = card->capture;

	if (!cap || list_empty(&cap->quarantine))
		return true;
	if (cap->astray && !forebay_cap_engine_rests(cap))
		return false;
	forebay_cap_sets_free_quarantine(cap);
	return true;
}

/** forebay_capture_free_quarantine() - give it back: the card cannot reach memory any more. */
void forebay_capture_free_quarantine(struct forebay_card *card)
{
	if (card->capture)
		forebay_cap_sets_free_quarantine(card->capture);
}

/** forebay_capture_leave() - the next driver finds the front end as after a reset. */
void forebay_capture_leave(struct forebay_card *card)
{
	if (card->capture && list_empty(&card->capture->quarantine))
		forebay_cap_engine_reset(card->capture);
}
