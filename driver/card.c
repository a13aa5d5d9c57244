// SPDX-License-Identifier: GPL-2.0-only
/* What all cards share, and how long each of them lasts. */
#include "card.h"

#include <linux/idr.h>
#include <linux/slab.h>

struct workqueue_struct *forebay_wq;

static DEFINE_IDA(card_numbers);

/** forebay_cards_init() - before the first card. */
int forebay_cards_init(void)
{
	/* Freezable: nothing may start on a card that is being put to sleep, a reset least of all. */
	forebay_wq = alloc_workqueue("forebay", WQ_UNBOUND | WQ_FREEZABLE, 0);
	return forebay_wq ? 0 : -ENOMEM;
}

/** forebay_cards_exit() - the reverse, behind the last card. */
void forebay_cards_exit(void)
{
	destroy_workqueue(forebay_wq);
	ida_destroy(&card_numbers);
}

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
	mutex_init(&card->presence);
	init_waitqueue_head(&card->back);
	init_waitqueue_head(&card->let_go);
	return card;
}

static void card_release(struct kref *ref)
{
	struct forebay_card *card = container_of(ref, struct forebay_card, ref);
	struct forebay_chan *chan;

	forebay_for_each_chan(card, chan)
		kfree(chan->engine);
	cleanup_srcu_struct(&card->fence);
	pci_dev_put(card->pdev);
	kvfree(card->nodes);
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
