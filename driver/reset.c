// SPDX-License-Identifier: GPL-2.0-only
#include "reset.h"

#include "card.h"
#include "irq.h"
#include "nodes.h"
#include "online.h"
#include "pairs_hooks.h"
#include "plugs.h"
#include "programs.h"
#include "recover.h"

/* Why a channel cannot work, by what forebay_chan_revive() has returned. */
static const char *reason(int error)
{
	switch (error) {
	case -ENODEV:
		return "the card does not answer";
	case -EBUSY:
		return "what is behind its stream does not come to rest";
	default:
		return "its engine does not stop";
	}
}

/*
 * Lets every plug go on that is at rest, and every channel work whose engine is, and what is behind
 * its stream; refuses calls on the others. For a card that was just found, or comes out of a reset.
 */
void forebay_card_online(struct forebay_card *card)
{
	struct forebay_evict stuck = { .cause = FOREBAY_CAUSE_STOPPED, .queued = true };
	struct forebay_chan *chan;

	if (READ_ONCE(card->unbound))
		return;
	forebay_plugs_go(card);
	forebay_irqs_route(card);
	forebay_programs_online(card);
	forebay_pairs_online(card);
	forebay_for_each_chan(card, chan) {
		int ret = forebay_chan_revive(chan);

		if (!ret) {
			forebay_chan_resume(chan);
			continue;
		}
		stuck.unreachable = ret == -ENODEV;
		stuck.dead = ret == -ENODEV ? -ENODEV : -EIO;
		stuck.error = stuck.dead;
		stuck.async_error = stuck.dead;
		forebay_chan_evict(chan, &stuck);
		dev_err(&card->pdev->dev, "%s: out of service: %s\n", chan->name, reason(ret));
	}
}

/* After this nobody is at the card, and nobody gets there before it is back. */
static void go_offline(struct forebay_card *card, const struct forebay_evict *how)
{
	struct forebay_chan *chan;

	mutex_lock(&card->presence);
	WRITE_ONCE(card->offline, true);
	mutex_unlock(&card->presence);
	synchronize_srcu(&card->fence);
	forebay_nodes_revoke(card);
	forebay_for_each_chan(card, chan)
		forebay_chan_evict(chan, how);
}

/*
 * The same before all of what is on the card is lost: also that of plugs whose channels the driver
 * does not know. One that is stuck is no reason to wait; it is looked at again afterwards.
 */
static void go_to_rest(struct forebay_card *card, const struct forebay_evict *how)
{
	go_offline(card, how);
	forebay_plugs_rest(card);
}

static void go_online(struct forebay_card *card)
{
	mutex_lock(&card->presence);
	forebay_card_online(card);
	WRITE_ONCE(card->lost, false);
	WRITE_ONCE(card->offline, false);
	mutex_unlock(&card->presence);
	wake_up_all(&card->back);
}

/* Nobody will say any more that the card is back. Calls end; the next open asks for it again. */
static void go_lost(struct forebay_card *card)
{
	static const struct forebay_evict gone = {
		.error = -ENODEV,
		.async_error = -ENODEV,
		.cause = FOREBAY_CAUSE_GONE,
		.dead = -ENODEV,
		.queued = true,
		.unreachable = true,
	};

	/* Before calls end, so that they can tell it from a reset. */
	mutex_lock(&card->presence);
	WRITE_ONCE(card->lost, true);
	mutex_unlock(&card->presence);
	go_offline(card, &gone);
	wake_up_all(&card->back);
}

/* What programs have put on the card is not there any more. */
static void wiped(struct forebay_card *card)
{
	WRITE_ONCE(card->resets, card->resets + 1);
	forebay_nodes_wake(card);
}

static void restore_config(struct forebay_card *card)
{
	pci_load_saved_state(card->pdev, card->config);
	pci_restore_state(card->pdev);
}

/* ---- sleep ---- */

static int card_suspend(struct device *dev)
{
	static const struct forebay_evict sleep = {
		.error = -ECANCELED,
		.async_error = -ECANCELED,
		.cause = FOREBAY_CAUSE_RESET,
	};

	go_to_rest(dev_get_drvdata(dev), &sleep);
	return 0;
}

/* Whether the card had power meanwhile is not known. */
static int card_wake(struct device *dev)
{
	struct forebay_card *card = dev_get_drvdata(dev);

	wiped(card);
	go_online(card);
	return 0;
}

DEFINE_SIMPLE_DEV_PM_OPS(forebay_pm_ops, card_suspend, card_wake);

/* ---- PCI core ---- */

static void reset_prepare(struct pci_dev *pdev)
{
	static const struct forebay_evict reset = {
		.error = -ECANCELED,
		.async_error = -ECANCELED,
		.cause = FOREBAY_CAUSE_RESET,
	};

	go_to_rest(pci_get_drvdata(pdev), &reset);
}

static void reset_done(struct pci_dev *pdev)
{
	struct forebay_card *card = pci_get_drvdata(pdev);

	/* The kernel has put back what it found, which nobody had restored. */
	if (card->lost)
		restore_config(card);
	wiped(card);
	go_online(card);
}

static pci_ers_result_t error_detected(struct pci_dev *pdev, pci_channel_state_t state)
{
	struct forebay_evict how = {
		.error = -ECANCELED,
		.async_error = -ECANCELED,
		.cause = FOREBAY_CAUSE_RESET,
		.unreachable = state != pci_channel_io_normal,
	};
	struct forebay_card *card = pci_get_drvdata(pdev);

	dev_warn(&pdev->dev, "PCI error, the card can%s be reached\n",
		 state == pci_channel_io_normal ? "" : "not");
	if (state == pci_channel_io_perm_failure) {
		go_lost(card);
		return PCI_ERS_RESULT_DISCONNECT;
	}
	go_offline(card, &how);
	return state == pci_channel_io_normal ? PCI_ERS_RESULT_CAN_RECOVER :
						PCI_ERS_RESULT_NEED_RESET;
}

static pci_ers_result_t slot_reset(struct pci_dev *pdev)
{
	struct forebay_card *card = pci_get_drvdata(pdev);

	restore_config(card);
	if (forebay_card_gone(card)) {
		dev_err(&pdev->dev, "does not answer after the reset of its slot\n");
		go_lost(card);
		return PCI_ERS_RESULT_DISCONNECT;
	}
	wiped(card);
	return PCI_ERS_RESULT_RECOVERED;
}

static void error_resume(struct pci_dev *pdev)
{
	struct forebay_card *card = pci_get_drvdata(pdev);

	/* Another function on the bus may have recovered when this one did not. */
	if (card->lost)
		return;
	go_online(card);
	dev_info(&pdev->dev, "recovered\n");
}

const struct pci_error_handlers forebay_error_handlers = {
	.error_detected = error_detected,
	.slot_reset = slot_reset,
	.resume = error_resume,
	.reset_prepare = reset_prepare,
	.reset_done = reset_done,
};
