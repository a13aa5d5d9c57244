// SPDX-License-Identifier: GPL-2.0-only
#include "quiesce.h"

#include <linux/pci.h>

#include "card.h"
#include "chan_ops.h"
#include "irq.h"
#include "nodes.h"
#include "pairs_hooks.h"
#include "plugs.h"
#include "programs.h"
#include "recover.h"

/*
 * For a card that nobody uses, yet or any more: nobody would restore what a reset wipes. Without
 * its configuration nobody would find its BARs.
 */
static int reset_and_restore(struct pci_dev *pdev)
{
	int ret;

	pci_save_state(pdev);
	ret = __pci_reset_function_locked(pdev);
	pci_restore_state(pdev);
	return ret;
}

/*
 * Nobody uses the card, so that a reset is nobody's loss; and a plug that reaches memory must not
 * be let loose on it.
 */
static int calm_plugs(struct forebay_card *card)
{
	int ret = forebay_plugs_rest(card);

	if (ret != -ETIMEDOUT)
		return ret;
	ret = reset_and_restore(card->pdev);
	if (ret) {
		dev_err(&card->pdev->dev, "cannot reset the card: %d\n", ret);
		return -ETIMEDOUT;
	}
	return forebay_plugs_rest(card);
}

/**
 * forebay_card_calm() - bring a card to rest that may have been left in any state
 * @card: with its features and channels known
 *
 * Whatever ran before, a crashed kernel's transfer maybe, must be over before the card may reach
 * memory. Its plugs stay at rest until forebay_card_online().
 *
 * Return: 0, -ETIMEDOUT or -ENODEV.
 */
int forebay_card_calm(struct forebay_card *card)
{
	struct forebay_chan *chan;
	struct forebay_rest rest;
	int ret;

	forebay_irqs_mask(card);
	ret = calm_plugs(card);
	if (ret)
		return ret;
	forebay_for_each_chan(card, chan) {
		ret = chan->ops->stop(chan, &rest);
		if (ret) {
			dev_err(&card->pdev->dev, "%s: does not stop (status 0x%08x)\n", chan->name,
				rest.status);
			return ret;
		}
	}
	return 0;
}

/**
 * forebay_card_silence() - the end, for callers and engines
 * @card: a card that loses its driver
 *
 * Nothing in the machine uses the card from here on, and nothing in it touches memory. Its plugs are
 * at rest, as far as they can be brought to it.
 */
void forebay_card_silence(struct forebay_card *card)
{
	static const struct forebay_evict for_good = {
		.error = -ENODEV,
		.async_error = -ECANCELED,
		.cause = FOREBAY_CAUSE_ABORTED,
		.dead = -ENODEV,
		.queued = true,
	};
	struct forebay_evict how = for_good;
	struct forebay_chan *chan;
	unsigned int round;

	WRITE_ONCE(card->unbound, true);
	wake_up_all(&card->back);
	forebay_nodes_wake(card);
	how.unreachable = pci_channel_offline(card->pdev);
	/*
	 * Twice: who waits is told at once, and what was inside the fence then, a submitter or the
	 * recovery of a channel, may have started another run.
	 */
	for (round = 0; round < 2; round++) {
		forebay_for_each_chan(card, chan)
			forebay_chan_evict(chan, &how);
		if (!round)
			synchronize_srcu(&card->fence);
	}
	forebay_nodes_revoke(card);
	if (!how.unreachable)
		forebay_plugs_rest(card);
	forebay_programs_stop(card);
	forebay_pairs_stop(card);
}

/* Whatever becomes of the stream behind it. */
static bool holds_nothing(struct forebay_chan *chan)
{
	int ret = forebay_chan_revive(chan);

	return !ret || ret == -EBUSY;
}

/**
 * forebay_card_empty_quarantine() - give back what waits for engines that did not stop
 * @card: a card on which nothing is started any more
 *
 * Only if the engine has come to rest by now, or if the card cannot reach memory any more.
 */
void forebay_card_empty_quarantine(struct forebay_card *card)
{
	struct forebay_chan *chan;
	bool programs = !forebay_programs_let_go(card), streams = !forebay_pairs_let_go(card);
	bool safe, any = programs || streams;

	forebay_for_each_chan(card, chan) {
		if (list_empty(&chan->quarantine))
			continue;
		/* It has had its time when it was quarantined. */
		if (chan->ops->look(chan) == FOREBAY_AT_REST && holds_nothing(chan))
			forebay_chan_free_quarantine(chan);
		else
			any = true;
	}
	if (!any)
		return;
	pci_clear_master(card->pdev);
	safe = !pci_device_is_present(card->pdev) || !reset_and_restore(card->pdev);
	if (safe) {
		forebay_programs_free_quarantine(card);
		forebay_pairs_free_quarantine(card);
	} else {
		if (!forebay_programs_let_go(card))
			dev_err(&card->pdev->dev, "transfers of programs: never stopped, its memory stays pinned\n");
		forebay_pairs_abandon(card);
	}
	forebay_for_each_chan(card, chan) {
		if (safe)
			forebay_chan_free_quarantine(chan);
		else if (!list_empty(&chan->quarantine))
			dev_err(&card->pdev->dev, "%s: never stopped, its buffers stay pinned\n",
				chan->name);
	}
}

/**
 * forebay_card_leave() - bring every DMA register to its state after a reset
 * @card: a card at rest
 *
 * The next driver finds no channel that was left running, which would see no start in setting RUN,
 * and gets no messages for what is long past. It need not know how to let plugs go.
 */
void forebay_card_leave(struct forebay_card *card)
{
	struct forebay_chan *chan;

	forebay_irqs_leave(card);
	forebay_for_each_chan(card, chan) {
		if (list_empty(&chan->quarantine))
			chan->ops->leave(chan);
	}
	forebay_programs_leave(card);
	forebay_pairs_leave(card);
	/* Before anybody else's, and before anything goes on. */
	forebay_irqs_flush(card);
	forebay_plugs_go(card);
}
