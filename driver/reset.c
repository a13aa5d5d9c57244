// SPDX-License-Identifier: GPL-2.0-only
/* Resets of the card, by whoever, and cards that need one. */
#include <linux/pci.h>

#include "card.h"
#include "params.h"
#include "recover.h"

/* Longest reset that anyone waits for, in milliseconds before timeout_scale. */
#define RESET_MS 60000

/*
 * Lets every channel work whose engine is at rest; refuses calls on the others. For a card that
 * was just found, or comes out of a reset.
 */
void forebay_card_online(struct forebay_card *card)
{
	struct forebay_evict stuck = { .queued = true };
	struct forebay_chan *chan;

	forebay_irqs_route(card);
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
		dev_err(&card->pdev->dev, "%s: out of service: %s\n", chan->name,
			ret == -ENODEV ? "the card does not answer" : "its engine does not stop");
	}
}

static void go_offline(struct forebay_card *card, const struct forebay_evict *how)
{
	struct forebay_chan *chan;

	mutex_lock(&card->line);
	WRITE_ONCE(card->offline, true);
	mutex_unlock(&card->line);
	synchronize_srcu(&card->fence);
	forebay_for_each_chan(card, chan)
		forebay_chan_evict(chan, how);
}

static void go_online(struct forebay_card *card)
{
	mutex_lock(&card->line);
	forebay_card_online(card);
	WRITE_ONCE(card->offline, false);
	mutex_unlock(&card->line);
	wake_up_all(&card->back);
}

static bool away(struct forebay_card *card)
{
	return READ_ONCE(card->offline) && !READ_ONCE(card->unbound);
}

/**
 * forebay_card_enter_online() - begin to use registers that do not answer during a reset
 * @card: the card; process context
 * @index: for forebay_card_exit()
 *
 * A card in reset reads anything. So an access waits until the reset is over, and a reset begins
 * when the accesses before it are.
 *
 * Return: 0; -EINTR; -ENODEV if the card is unbound or the reset does not end. Only after 0 there
 * is something to exit from.
 */
int forebay_card_enter_online(struct forebay_card *card, int *index)
{
	long left;

	while (forebay_card_enter(card, index)) {
		if (!READ_ONCE(card->offline))
			return 0;
		forebay_card_exit(card, *index);
		left = wait_event_interruptible_timeout(card->back, !away(card),
							forebay_scaled_jiffies(RESET_MS));
		if (left < 0)
			return -EINTR;
		if (!left)
			return -ENODEV;
	}
	return -ENODEV;
}

/* ---- channels that do not stop ---- */

static bool out_of_service(struct forebay_chan *chan)
{
	bool out;

	spin_lock_irq(&chan->lock);
	out = chan->paused || chan->dead;
	spin_unlock_irq(&chan->lock);
	return out;
}

/*
 * An engine may have come to rest by itself, and a card may be back. Returns how many channels
 * are still out.
 */
static unsigned int revive_chans(struct forebay_card *card)
{
	struct forebay_chan *chan;
	unsigned int out = 0;

	mutex_lock(&card->line);
	forebay_for_each_chan(card, chan) {
		if (card->offline || !out_of_service(chan))
			continue;
		if (forebay_chan_revive(chan)) {
			out++;
			continue;
		}
		forebay_chan_resume(chan);
		dev_info(&card->pdev->dev, "%s: back in service\n", chan->name);
	}
	mutex_unlock(&card->line);
	return out;
}

/* A card that cannot be reset: what is stuck stays out of service. */
static void give_up(struct forebay_card *card, int error)
{
	struct forebay_chan *chan;
	struct forebay_evict how = { .queued = true };

	dev_err(&card->pdev->dev, "cannot reset the card: %d\n", error);
	how.unreachable = forebay_card_gone(card);
	how.dead = how.unreachable ? -ENODEV : -EIO;
	how.error = how.dead;
	how.async_error = how.dead;
	mutex_lock(&card->line);
	forebay_for_each_chan(card, chan) {
		if (!card->offline && (how.unreachable || out_of_service(chan)))
			forebay_chan_evict(chan, &how);
	}
	mutex_unlock(&card->line);
}

/** forebay_card_recover_work() - look after channels out of service; may reset the card. */
void forebay_card_recover_work(struct work_struct *work)
{
	struct forebay_card *card = container_of(work, struct forebay_card, recover);
	unsigned int out;
	int index, ret;

	if (!forebay_card_enter(card, &index))
		return;
	out = revive_chans(card);
	forebay_card_exit(card, index);
	if (!out)
		return;
	dev_warn(&card->pdev->dev, "%u channels out of service, resetting the card\n", out);
	/*
	 * Comes back to us through reset_prepare and reset_done. Fails at once while the driver
	 * is being unbound.
	 */
	ret = pci_try_reset_function(card->pdev);
	if (!ret || !forebay_card_enter(card, &index))
		return;
	give_up(card, ret);
	forebay_card_exit(card, index);
}

/** forebay_card_recover() - have channels looked after that are out of service; any context. */
void forebay_card_recover(struct forebay_card *card)
{
	if (!READ_ONCE(card->unbound))
		queue_work(forebay_wq, &card->recover);
}

/** forebay_card_try_again() - the same, and wait for it; process context outside of the fence. */
void forebay_card_try_again(struct forebay_card *card)
{
	forebay_card_recover(card);
	flush_work(&card->recover);
}

/* ---- sleep ---- */

static int card_suspend(struct device *dev)
{
	static const struct forebay_evict sleep = {
		.error = -ECANCELED,
		.async_error = -ECANCELED,
	};

	go_offline(dev_get_drvdata(dev), &sleep);
	return 0;
}

static int card_wake(struct device *dev)
{
	go_online(dev_get_drvdata(dev));
	return 0;
}

DEFINE_SIMPLE_DEV_PM_OPS(forebay_pm_ops, card_suspend, card_wake);

/* ---- PCI core ---- */

static void reset_prepare(struct pci_dev *pdev)
{
	static const struct forebay_evict reset = {
		.error = -ECANCELED,
		.async_error = -ECANCELED,
	};

	go_offline(pci_get_drvdata(pdev), &reset);
}

static void reset_done(struct pci_dev *pdev)
{
	go_online(pci_get_drvdata(pdev));
}

static pci_ers_result_t error_detected(struct pci_dev *pdev, pci_channel_state_t state)
{
	struct forebay_evict how = {
		.error = -ECANCELED,
		.async_error = -ECANCELED,
		.unreachable = state != pci_channel_io_normal,
	};
	struct forebay_card *card = pci_get_drvdata(pdev);

	dev_warn(&pdev->dev, "PCI error, the card can%s be reached\n",
		 state == pci_channel_io_normal ? "" : "not");
	if (state == pci_channel_io_perm_failure) {
		how.error = -ENODEV;
		how.async_error = -ENODEV;
		how.dead = -ENODEV;
		how.queued = true;
		go_offline(card, &how);
		return PCI_ERS_RESULT_DISCONNECT;
	}
	go_offline(card, &how);
	if (state == pci_channel_io_normal)
		return PCI_ERS_RESULT_CAN_RECOVER;
	pci_disable_device(pdev);
	return PCI_ERS_RESULT_NEED_RESET;
}

static pci_ers_result_t slot_reset(struct pci_dev *pdev)
{
	struct forebay_card *card = pci_get_drvdata(pdev);

	if (pci_enable_device_mem(pdev))
		return PCI_ERS_RESULT_DISCONNECT;
	pci_set_master(pdev);
	pci_restore_state(pdev);
	pci_save_state(pdev);
	return forebay_card_gone(card) ? PCI_ERS_RESULT_DISCONNECT : PCI_ERS_RESULT_RECOVERED;
}

static void error_resume(struct pci_dev *pdev)
{
	go_online(pci_get_drvdata(pdev));
	dev_info(&pdev->dev, "recovered\n");
}

const struct pci_error_handlers forebay_error_handlers = {
	.error_detected = error_detected,
	.slot_reset = slot_reset,
	.resume = error_resume,
	.reset_prepare = reset_prepare,
	.reset_done = reset_done,
};
