/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What files of both directions do.
 */
#ifndef FOREBAY_PAIRS_CDEV_H
#define FOREBAY_PAIRS_CDEV_H

#include <linux/fs.h>

#include "card.h"
#include "pairs.h"

int forebay_pairs_cdev_open(struct inode *inode, struct file *filp, enum forebay_pairs_index way);
int forebay_pairs_cdev_release(struct inode *inode, struct file *filp);
int forebay_pairs_cdev_mmap(struct file *filp, struct vm_area_struct *vma);
long forebay_pairs_cdev_with_card(struct forebay_pairs *pairs,
				  int (*what)(struct forebay_pairs *pairs));
long forebay_pairs_cdev_setup(struct forebay_pairs *pairs, struct forebay_pairs_setup *setup);
struct forebay_pairs_setup forebay_pairs_cdev_get(struct forebay_pairs *pairs);

#endif
