// SPDX-License-Identifier: GPL-2.0-only
/* The module: registration, and the lifetime of cards. */
#include <linux/idr.h>
#include <linux/module.h>
#include <linux/pci.h>
#include <linux/slab.h>

#include "card.h"
#include "params.h"
#include "pci.h"

struct workqueue_struct *forebay_wq;

static DEFINE_IDA(card_numbers);

/**
 * forebay_card_alloc() - make the structure of a card
 * @pdev: its PCI function
 *
 * Return: a card with one reference, or an ERR_PTR().
 */
struct forebay_card *forebay_card_alloc(struct pci_dev *pdev)
{
	struct forebay_card *card;
	int number, ret;

	card = kvzalloc(sizeof(*card), GFP_KERNEL);
	if (!card)
		return ERR_PTR(-ENOMEM);
	number = ida_alloc_max(&card_numbers, FOREBAY_MAX_CARDS - 1, GFP_KERNEL);
	if (number < 0) {
		kvfree(card);
		return ERR_PTR(number);
	}
	ret = init_srcu_struct(&card->fence);
	if (ret) {
		ida_free(&card_numbers, number);
		kvfree(card);
		return ERR_PTR(ret);
	}
	card->number = number;
	card->pdev = pci_dev_get(pdev);
	kref_init(&card->ref);
	mutex_init(&card->line);
	init_waitqueue_head(&card->back);
	init_waitqueue_head(&card->let_go);
	INIT_DELAYED_WORK(&card->recover, forebay_card_recover_work);
	forebay_maps_init(&card->user_maps, &card->user_node);
	forebay_maps_init(&card->aperture_maps, &card->aperture_node);
	forebay_events_init(&card->events);
	return card;
}

static void card_release(struct kref *ref)
{
	struct forebay_card *card = container_of(ref, struct forebay_card, ref);

	cleanup_srcu_struct(&card->fence);
	pci_dev_put(card->pdev);
	kvfree(card);
}

/** forebay_card_free_number() - the nodes are gone, the next card may have their names. */
void forebay_card_free_number(struct forebay_card *card)
{
	ida_free(&card_numbers, card->number);
}

/** forebay_card_get() - take a reference. */
void forebay_card_get(struct forebay_card *card)
{
	kref_get(&card->ref);
}

/** forebay_card_put() - drop a reference. */
void forebay_card_put(struct forebay_card *card)
{
	kref_put(&card->ref, card_release);
}

/**
 * forebay_card_enter() - begin to use the hardware
 * @card: the card
 * @index: for forebay_card_exit()
 *
 * Return: false if the card is unbound; then there is nothing to exit from.
 */
bool forebay_card_enter(struct forebay_card *card, int *index)
{
	*index = srcu_read_lock(&card->fence);
	if (!READ_ONCE(card->unbound)) {
		/* For sparse, which knows no lock that is taken on one way out only. */
		__release(&card->fence);
		return true;
	}
	srcu_read_unlock(&card->fence, *index);
	return false;
}

/** forebay_card_exit() - end what forebay_card_enter() began. */
void forebay_card_exit(struct forebay_card *card, int index)
{
	__acquire(&card->fence);
	srcu_read_unlock(&card->fence, index);
}

static int __init forebay_init(void)
{
	int ret;

	ret = forebay_params_init();
	if (ret)
		return ret;
	/* Freezable: nothing may start on a card that is being put to sleep, a reset least of all. */
	forebay_wq = alloc_workqueue("forebay", WQ_UNBOUND | WQ_FREEZABLE, 0);
	if (!forebay_wq)
		return -ENOMEM;
	ret = forebay_nodes_register();
	if (ret)
		goto destroy_wq;
	ret = forebay_pci_register();
	if (ret)
		goto unregister_nodes;
	return 0;

unregister_nodes:
	forebay_nodes_unregister();
destroy_wq:
	destroy_workqueue(forebay_wq);
	return ret;
}

static void __exit forebay_exit(void)
{
	forebay_pci_unregister();
	forebay_nodes_unregister();
	destroy_workqueue(forebay_wq);
	ida_destroy(&card_numbers);
}

module_init(forebay_init);
module_exit(forebay_exit);

MODULE_DESCRIPTION("Forebay PCIe data mover");
MODULE_AUTHOR("The Forebay authors");
MODULE_LICENSE("GPL");
