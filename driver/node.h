/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One character device of a card.
 *
 * The node is part of the card's structure and holds a reference on the card from
 * forebay_node_add() until the last user of its struct device is gone, which is after the last
 * close.
 */
#ifndef FOREBAY_NODE_H
#define FOREBAY_NODE_H

#include <linux/cdev.h>
#include <linux/device.h>

struct forebay_card;

/** Nodes of one card at most: eight channels, user, aperture, events, programs, capture, transmission. */
#define FOREBAY_MAX_NODES 14

/**
 * struct forebay_node - a character device
 * @dev: its device of class forebay
 * @cdev: its file operations
 * @card: the card it belongs to
 * @added: forebay_node_add() succeeded
 */
struct forebay_node {
	struct device dev;
	struct cdev cdev;
	struct forebay_card *card;
	bool added;
};

int forebay_node_add(struct forebay_node *node, struct forebay_card *card, unsigned int minor,
		     const struct file_operations *fops, const struct attribute_group **groups,
		     const char *name);
void forebay_node_del(struct forebay_node *node);
struct forebay_node *forebay_inode_node(const struct inode *inode);

int forebay_node_class_register(void);
void forebay_node_class_unregister(void);

#endif
