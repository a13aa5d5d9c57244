// SPDX-License-Identifier: GPL-2.0-only
#include "pairs_cdev.h"

#include <linux/errno.h>
#include <linux/mm.h>

#include "node.h"
#include "online.h"
#include "pairs_files.h"
#include "pairs_map.h"

/** forebay_pairs_cdev_open() - open(2) of the node of a direction. */
int forebay_pairs_cdev_open(struct inode *inode, struct file *filp, enum forebay_pairs_index way)
{
	struct forebay_card *card = forebay_inode_node(inode)->card;
	int index, ret;

	/* One that was lost may be back. */
	if (READ_ONCE(card->lost))
		forebay_card_try_again(card);
	/* So that it cannot be unbound before the buffers are where that finds them. */
	if (!forebay_card_enter(card, &index))
		return -ENODEV;
	filp->private_data = card->pairs[way];
	ret = forebay_pairs_file_begin(card->pairs[way], filp);
	forebay_card_exit(card, index);
	return ret ? ret : nonseekable_open(inode, filp);
}

/**
 * forebay_pairs_cdev_release() - the last close(2)
 * @inode: the node
 * @filp: the file
 *
 * Does not wait for a card that is away: what the file had is given back when that is at rest.
 *
 * Return: 0.
 */
int forebay_pairs_cdev_release(struct inode *inode, struct file *filp)
{
	struct forebay_pairs *pairs = filp->private_data;
	bool entered;
	int index;

	entered = forebay_card_enter(pairs->card, &index);
	forebay_pairs_file_close(pairs, entered && !READ_ONCE(pairs->card->offline));
	if (entered)
		forebay_card_exit(pairs->card, index);
	return 0;
}

/** forebay_pairs_cdev_mmap() - mmap(2). */
int forebay_pairs_cdev_mmap(struct file *filp, struct vm_area_struct *vma)
{
	struct forebay_pairs *pairs = filp->private_data;

	return READ_ONCE(pairs->card->unbound) ? -ENODEV : forebay_pairs_map(pairs, vma);
}

/** forebay_pairs_cdev_with_card() - do something with the card at hand; waits for one that is away. */
long forebay_pairs_cdev_with_card(struct forebay_pairs *pairs,
				  int (*what)(struct forebay_pairs *pairs))
{
	int index;
	long ret;

	ret = forebay_card_enter_online(pairs->card, &index);
	if (ret)
		return ret;
	ret = what(pairs);
	forebay_card_exit(pairs->card, index);
	return ret;
}

/** forebay_pairs_cdev_setup() - forebay_pairs_file_remake() in the same way. */
long forebay_pairs_cdev_setup(struct forebay_pairs *pairs, struct forebay_pairs_setup *setup)
{
	int index;
	long ret;

	ret = forebay_card_enter_online(pairs->card, &index);
	if (ret)
		return ret;
	ret = forebay_pairs_file_remake(pairs, setup);
	forebay_card_exit(pairs->card, index);
	return ret;
}

/** forebay_pairs_cdev_get() - the buffers that a file has. */
struct forebay_pairs_setup forebay_pairs_cdev_get(struct forebay_pairs *pairs)
{
	struct forebay_pairs_setup setup = {};

	spin_lock_irq(&pairs->ring_lock);
	if (pairs->set)
		setup = pairs->set->setup;
	spin_unlock_irq(&pairs->ring_lock);
	return setup;
}
