// SPDX-License-Identifier: GPL-2.0-only
#include "node.h"

#include <linux/fs.h>
#include <linux/module.h>

#include "card.h"
#include "compat.h"

/* Who may open a node: root and the group that a udev rule gives it. */
#define NODE_MODE 0660

static dev_t first_dev;

static char *node_devnode(forebay_devnode_device *dev, umode_t *mode)
{
	if (mode)
		*mode = NODE_MODE;
	return NULL;
}

static struct class node_class = {
	.name = "forebay",
	.devnode = node_devnode,
};

/** forebay_node_class_register() - make the class and reserve the device numbers of all cards. */
int forebay_node_class_register(void)
{
	int ret;

	ret = class_register(&node_class);
	if (ret)
		return ret;
	ret = alloc_chrdev_region(&first_dev, 0, FOREBAY_MAX_CARDS * FOREBAY_MAX_NODES, "forebay");
	if (ret)
		class_unregister(&node_class);
	return ret;
}

/** forebay_node_class_unregister() - the reverse, when no card is left. */
void forebay_node_class_unregister(void)
{
	unregister_chrdev_region(first_dev, FOREBAY_MAX_CARDS * FOREBAY_MAX_NODES);
	class_unregister(&node_class);
}

static void node_release(struct device *dev)
{
	struct forebay_node *node = container_of(dev, struct forebay_node, dev);

	forebay_card_put(node->card);
}

/**
 * forebay_node_add() - make a node visible
 * @node: zeroed
 * @card: its card
 * @minor: number of the node within the card
 * @fops: its operations
 * @groups: attributes in sysfs, or NULL
 * @name: what follows the card's name, such as "h2c_0"
 */
int forebay_node_add(struct forebay_node *node, struct forebay_card *card, unsigned int minor,
		     const struct file_operations *fops, const struct attribute_group **groups,
		     const char *name)
{
	int ret;

	node->card = card;
	forebay_card_get(card);
	device_initialize(&node->dev);
	node->dev.class = &node_class;
	node->dev.parent = &card->pdev->dev;
	node->dev.groups = groups;
	node->dev.release = node_release;
	node->dev.devt = first_dev + card->number * FOREBAY_MAX_NODES + minor;
	cdev_init(&node->cdev, fops);
	node->cdev.owner = THIS_MODULE;
	ret = dev_set_name(&node->dev, "forebay%u_%s", card->number, name);
	if (!ret)
		ret = cdev_device_add(&node->cdev, &node->dev);
	if (ret) {
		put_device(&node->dev);
		return ret;
	}
	node->added = true;
	return 0;
}

/** forebay_node_del() - take a node away; files that are open stay so. */
void forebay_node_del(struct forebay_node *node)
{
	if (!node->added)
		return;
	node->added = false;
	cdev_device_del(&node->cdev, &node->dev);
	put_device(&node->dev);
}

/** forebay_inode_node() - the node that is being opened. */
struct forebay_node *forebay_inode_node(const struct inode *inode)
{
	return container_of(inode->i_cdev, struct forebay_node, cdev);
}
