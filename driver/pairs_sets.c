// SPDX-License-Identifier: GPL-2.0-only
/* All of it under lock. */
#include "pairs_sets.h"

#include <linux/errno.h>
#include <linux/mm.h>
#include <linux/pci.h>

#include "pairs_ring.h"
#include "card.h"
#include "pairs_memory.h"
#include "params.h"

/** forebay_pairs_sets_take() - take the buffers from the file, which has none then; NULL: it had none. */
struct forebay_pairs_set *forebay_pairs_sets_take(struct forebay_pairs *pairs)
{
	struct forebay_pairs_set *set;

	down_write(&pairs->maps);
	spin_lock_irq(&pairs->ring_lock);
	set = pairs->set;
	forebay_pairs_ring_clear(pairs);
	spin_unlock_irq(&pairs->ring_lock);
	up_write(&pairs->maps);
	return set;
}

/**
 * forebay_pairs_sets_retire() - give them back, so that there can be others
 * @pairs: the front end
 *
 * Nobody maps them, takes one or lets the engine run between the look and the end.
 *
 * Return: 0; -EIO if the engine may still use them, -EBUSY if somebody else does.
 */
int forebay_pairs_sets_retire(struct forebay_pairs *pairs)
{
	struct forebay_pairs_set *set = NULL;
	int ret = 0;

	down_write(&pairs->maps);
	spin_lock_irq(&pairs->ring_lock);
	if (pairs->astray) {
		ret = -EIO;
	} else if (pairs->running || atomic_read(&pairs->mapped) ||
		   pairs->count[FOREBAY_PAIRS_TAKEN] > !!pairs->copying) {
		ret = -EBUSY;
	} else {
		set = pairs->set;
		forebay_pairs_ring_clear(pairs);
	}
	spin_unlock_irq(&pairs->ring_lock);
	up_write(&pairs->maps);
	if (set)
		forebay_pairs_set_free(set);
	return ret;
}

/** forebay_pairs_sets_drop() - give them back, or keep what the engine may still use. */
void forebay_pairs_sets_drop(struct forebay_pairs *pairs)
{
	struct forebay_pairs_set *set = forebay_pairs_sets_take(pairs);

	if (set && pairs->astray && set->lent)
		list_add(&set->entry, &pairs->quarantine);
	else if (set)
		forebay_pairs_set_free(set);
}

/** forebay_pairs_sets_free_quarantine() - give back what was kept. */
void forebay_pairs_sets_free_quarantine(struct forebay_pairs *pairs)
{
	struct forebay_pairs_set *set, *next;

	list_for_each_entry_safe(set, next, &pairs->quarantine, entry)
		forebay_pairs_set_free(set);
	INIT_LIST_HEAD(&pairs->quarantine);
}

/**
 * forebay_pairs_sets_make() - make the buffers of a file that has none
 * @pairs: the front end
 * @setup: what is wanted, which makes sense; out: @map_bytes, or after -ENOMEM what could be had
 *
 * Return: 0 or -ENOMEM.
 */
int forebay_pairs_sets_make(struct forebay_pairs *pairs, struct forebay_pairs_setup *setup)
{
	struct forebay_pairs_setup fits = *setup;
	struct forebay_pairs_set *set;

	setup->map_bytes = PAGE_ALIGN(setup->bytes);
	set = forebay_pairs_set_alloc(pairs, setup);
	if (!set) {
		forebay_pairs_fit(pairs, &fits);
		dev_warn_ratelimited(&pairs->card->pdev->dev,
				     "%s: no memory for %u buffers of %u bytes (parameter cap_mib: %llu); there is for %u of %u\n",
				     pairs->way->name, setup->buffers, setup->bytes,
				     forebay_params_pairs_most() >> 20, fits.buffers, fits.bytes);
		*setup = fits;
		return -ENOMEM;
	}
	set->number = ++pairs->last_set;
	down_write(&pairs->maps);
	spin_lock_irq(&pairs->ring_lock);
	forebay_pairs_ring_set(pairs, set);
	spin_unlock_irq(&pairs->ring_lock);
	up_write(&pairs->maps);
	return 0;
}
