// SPDX-License-Identifier: GPL-2.0-only
/* What all cards share, and how long each of them lasts. */
#include "card.h"

#include <linux/idr.h>
#include <linux/kernel.h>
#include <linux/slab.h>

struct workqueue_struct *forebay_wq;

/* By number; one that is being set up has a number only. */
static DEFINE_IDR(cards);
static DEFINE_MUTEX(cards_lock);

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
	idr_destroy(&cards);
}

static void remove_number(unsigned int number)
{
	mutex_lock(&cards_lock);
	idr_remove(&cards, number);
	mutex_unlock(&cards_lock);
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
	mutex_lock(&cards_lock);
	number = idr_alloc(&cards, NULL, 0, FOREBAY_MAX_CARDS, GFP_KERNEL);
	mutex_unlock(&cards_lock);
	if (number < 0) {
		kvfree(card);
		return ERR_PTR(number);
	}
	ret = init_srcu_struct(&card->fence);
	if (ret) {
		remove_number(number);
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
	unsigned int i;

	forebay_for_each_chan(card, chan)
		kfree(chan->engine);
	cleanup_srcu_struct(&card->fence);
	pci_dev_put(card->pdev);
	kvfree(card->nodes);
	kfree(card->programs);
	for (i = 0; i < ARRAY_SIZE(card->pairs); i++)
		kfree(card->pairs[i]);
	kvfree(card);
}

/** forebay_card_show() - the card works: it can be found by its number. */
void forebay_card_show(struct forebay_card *card)
{
	mutex_lock(&cards_lock);
	idr_replace(&cards, card, card->number);
	mutex_unlock(&cards_lock);
}

/** forebay_card_find() - the card of a number, with a reference, or NULL; it may be unbound. */
struct forebay_card *forebay_card_find(unsigned int number)
{
	struct forebay_card *card;

	mutex_lock(&cards_lock);
	card = idr_find(&cards, number);
	if (card)
		forebay_card_get(card);
	mutex_unlock(&cards_lock);
	return card;
}

/** forebay_card_free_number() - the nodes are gone, the next card may have their names. */
void forebay_card_free_number(struct forebay_card *card)
{
	remove_number(card->number);
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
