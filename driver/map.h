/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Maps of a BAR in user space.
 *
 * Pages are put in on first touch, and only while the card answers. A reset, sleep and remove take
 * all of them out. A touch then waits until the card is back; if it is unbound or lost, it is a
 * SIGBUS. So is one of a page that is closed to programs (forebay_area_open()).
 */
#ifndef FOREBAY_MAP_H
#define FOREBAY_MAP_H

#include <linux/fs.h>
#include <linux/list.h>
#include <linux/mm_types.h>
#include <linux/mutex.h>
#include <linux/types.h>

#include "forebay.h"

struct forebay_area;
struct forebay_card;
struct forebay_node;

/**
 * struct forebay_maps - all maps of one BAR
 * @node: the BAR's node, which knows the card
 * @lock: guards the lists
 * @files: open files
 * @spans: what is mapped
 * @area: where the BAR is
 */
struct forebay_maps {
	struct forebay_node *node;
	struct mutex lock;
	struct list_head files;
	struct list_head spans;
	const struct forebay_area *area;
};

/**
 * struct forebay_map_file - an open file whose BAR can be mapped
 * @entry: place among the BAR's files
 * @maps: the BAR
 * @filp: the file
 * @caching: memory type of its next maps
 */
struct forebay_map_file {
	struct list_head entry;
	struct forebay_maps *maps;
	struct file *filp;
	enum forebay_caching caching;
};

void forebay_maps_init(struct forebay_maps *maps, struct forebay_node *node,
		       const struct forebay_area *area);
int forebay_map_open(struct forebay_maps *maps, struct file *filp);
int forebay_map_release(struct inode *inode, struct file *filp);
int forebay_map_mmap(struct file *filp, struct vm_area_struct *vma);
void forebay_maps_revoke(struct forebay_maps *maps);
vm_fault_t forebay_map_wait(struct vm_fault *vmf, struct forebay_card *card);

#endif
