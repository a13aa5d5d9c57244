// SPDX-License-Identifier: GPL-2.0-only
/* The module: registration. */
#include <linux/module.h>

#include "card.h"
#include "node.h"
#include "params.h"
#include "pci.h"
#include "programs.h"

static int __init forebay_init(void)
{
	int ret;

	ret = forebay_params_init();
	if (!ret)
		ret = forebay_programs_init();
	if (ret)
		return ret;
	ret = forebay_cards_init();
	if (ret)
		return ret;
	ret = forebay_node_class_register();
	if (ret)
		goto forget_cards;
	ret = forebay_pci_register();
	if (ret)
		goto unregister_class;
	return 0;

unregister_class:
	forebay_node_class_unregister();
forget_cards:
	forebay_cards_exit();
	return ret;
}

static void __exit forebay_exit(void)
{
	forebay_pci_unregister();
	forebay_node_class_unregister();
	forebay_cards_exit();
}

module_init(forebay_init);
module_exit(forebay_exit);

MODULE_DESCRIPTION("Forebay PCIe data mover");
MODULE_AUTHOR("The Forebay authors");
MODULE_LICENSE("GPL");
