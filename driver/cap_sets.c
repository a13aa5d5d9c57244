// SPDX-License-Identifier: GPL-2.0-only
/* All of it under lock. */
#include "cap_sets.h"

#include <linux/errno.h>
#include <linux/mm.h>
#include <linux/pci.h>

#include "cap_memory.h"
#include "cap_ring.h"
#include "card.h"
#include "params.h"

/** forebay_cap_sets_take() - take the buffers from the file, which has none then; NULL: it had none. */
struct forebay_cap_set *forebay_cap_sets_take(struct forebay_capture *cap)
{
	struct forebay_cap_set *set;

	down_write(&cap->maps);
	spin_lock_irq(&cap->ring_lock);
	set = cap->set;
	forebay_cap_ring_clear(cap);
	spin_unlock_irq(&cap->ring_lock);
	up_write(&cap->maps);
	return set;
}

/** forebay_cap_sets_drop() - give them back, or keep what the engine may still use. */
void forebay_cap_sets_drop(struct forebay_capture *cap)
{
	struct forebay_cap_set *set = forebay_cap_sets_take(cap);

	if (set && cap->astray)
		list_add(&set->entry, &cap->quarantine);
	else if (set)
		forebay_cap_set_free(set);
}

/** forebay_cap_sets_free_quarantine() - give back what was kept. */
void forebay_cap_sets_free_quarantine(struct forebay_capture *cap)
{
	struct forebay_cap_set *set, *next;

	list_for_each_entry_safe(set, next, &cap->quarantine, entry)
		forebay_cap_set_free(set);
	INIT_LIST_HEAD(&cap->quarantine);
}

/**
 * forebay_cap_sets_make() - make the buffers of a file that has none
 * @cap: the front end
 * @setup: what is wanted, which makes sense; out: @map_bytes, or after -ENOMEM what could be had
 *
 * Return: 0 or -ENOMEM.
 */
int forebay_cap_sets_make(struct forebay_capture *cap, struct forebay_cap_setup *setup)
{
	struct pci_dev *pdev = cap->card->pdev;
	struct forebay_cap_setup fits = *setup;
	struct forebay_cap_set *set;

	setup->map_bytes = PAGE_ALIGN(setup->bytes);
	set = forebay_cap_set_alloc(pdev, setup);
	if (!set) {
		forebay_cap_fit(pdev, cap->beat, &fits);
		dev_warn(&pdev->dev,
			 "capture: no memory for %u buffers of %u bytes (parameter cap_mib: %llu); there is for %u of %u\n",
			 setup->buffers, setup->bytes, forebay_params_cap_most() >> 20,
			 fits.buffers, fits.bytes);
		*setup = fits;
		return -ENOMEM;
	}
	set->number = ++cap->last_set;
	down_write(&cap->maps);
	spin_lock_irq(&cap->ring_lock);
	forebay_cap_ring_set(cap, set);
	spin_unlock_irq(&cap->ring_lock);
	up_write(&cap->maps);
	return 0;
}
