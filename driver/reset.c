// SPDX-License-Identifier: GPL-2.0-only
/* Resets of the card, by whoever, and cards that need one. */
#include <linux/jiffies.h>
#include <linux/pci.h>
#include <linux/sched.h>

#include "card.h"
#include "params.h"
#include "recover.h"

/* Longest reset that anyone waits for, in milliseconds before timeout_scale. */
#define RESET_MS 60000

/* Pause before the next try to reset a card that somebody else is busy with, in milliseconds. */
#define RETRY_MS 100

/*
 * Lets every channel work whose engine is at rest; refuses calls on the others. For a card that
 * was just found, or comes out of a reset.
 */
void forebay_card_online(struct forebay_card *card)
{
	struct forebay_evict stuck = { .cause = FOREBAY_CAUSE_STOPPED, .queued = true };
	struct forebay_chan *chan;

	if (READ_ONCE(card->unbound))
		return;
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

/* After this nobody is at the card, and nobody gets there before it is back. */
static void go_offline(struct forebay_card *card, const struct forebay_evict *how)
{
	struct forebay_chan *chan;

	mutex_lock(&card->line);
	WRITE_ONCE(card->offline, true);
	mutex_unlock(&card->line);
	synchronize_srcu(&card->fence);
	forebay_maps_revoke(&card->user_maps);
	forebay_maps_revoke(&card->aperture_maps);
	forebay_for_each_chan(card, chan)
		forebay_chan_evict(chan, how);
}

static void go_online(struct forebay_card *card)
{
	mutex_lock(&card->line);
	forebay_card_online(card);
	WRITE_ONCE(card->lost, false);
	WRITE_ONCE(card->offline, false);
	mutex_unlock(&card->line);
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

	go_offline(card, &gone);
	mutex_lock(&card->line);
	WRITE_ONCE(card->lost, true);
	mutex_unlock(&card->line);
	wake_up_all(&card->back);
}

/* What programs have put on the card is not there any more. */
static void wiped(struct forebay_card *card)
{
	WRITE_ONCE(card->resets, card->resets + 1);
	forebay_events_wake(card);
}

static void restore_config(struct forebay_card *card)
{
	pci_load_saved_state(card->pdev, card->config);
	pci_restore_state(card->pdev);
}

static bool away(struct forebay_card *card)
{
	return READ_ONCE(card->offline) && !READ_ONCE(card->lost) && !READ_ONCE(card->unbound);
}

/**
 * forebay_card_await_online() - wait until a reset of the card is over
 * @card: the card; process context outside of the fence
 * @state: TASK_INTERRUPTIBLE or TASK_KILLABLE
 *
 * Return: 0, also if the card is lost or unbound; -EINTR; -ENODEV if the reset does not end.
 */
long forebay_card_await_online(struct forebay_card *card, unsigned int state)
{
	unsigned long limit = forebay_scaled_jiffies(RESET_MS);
	long left;

	if (state == TASK_KILLABLE)
		left = wait_event_killable_timeout(card->back, !away(card), limit);
	else
		left = wait_event_interruptible_timeout(card->back, !away(card), limit);
	if (left < 0)
		return -EINTR;
	if (left)
		return 0;
	/* Whoever was to say so has forgotten us. */
	mutex_lock(&card->line);
	WRITE_ONCE(card->lost, card->offline);
	mutex_unlock(&card->line);
	wake_up_all(&card->back);
	forebay_card_recover(card);
	return -ENODEV;
}

/**
 * forebay_card_enter_online() - begin to use registers that do not answer during a reset
 * @card: the card; process context
 * @index: for forebay_card_exit()
 *
 * A card in reset reads anything. So an access waits until the reset is over, and a reset begins
 * when the accesses before it are.
 *
 * Return: 0; -EINTR; -ENODEV if the card is unbound or lost, or the reset does not end. Only after
 * 0 there is something to exit from.
 */
int forebay_card_enter_online(struct forebay_card *card, int *index)
{
	long ret;

	while (forebay_card_enter(card, index)) {
		if (!READ_ONCE(card->offline))
			return 0;
		forebay_card_exit(card, *index);
		if (READ_ONCE(card->lost))
			return -ENODEV;
		ret = forebay_card_await_online(card, TASK_INTERRUPTIBLE);
		if (ret)
			return ret;
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
	if (card->lost)
		out = card->num_chans;
	forebay_for_each_chan(card, chan) {
		if (card->offline || !out_of_service(chan))
			continue;
		if (forebay_chan_revive(chan)) {
			out++;
			continue;
		}
		if (forebay_chan_resume(chan))
			dev_info(&card->pdev->dev, "%s: back in service\n", chan->name);
	}
	mutex_unlock(&card->line);
	return out;
}

/* A reset would wait for it to come back, for a minute, while its slot waits for the driver. */
static bool unplugged(struct forebay_card *card)
{
	return pci_channel_offline(card->pdev) || !pci_device_is_present(card->pdev);
}

/* A card that cannot be reset: what is stuck stays out of service. */
static void give_up(struct forebay_card *card, int error)
{
	struct forebay_chan *chan;
	struct forebay_evict how = { .cause = FOREBAY_CAUSE_STOPPED, .queued = true };

	dev_err(&card->pdev->dev, "cannot reset the card: %d\n", error);
	mutex_lock(&card->line);
	how.unreachable = card->offline || unplugged(card) || forebay_card_gone(card);
	how.dead = how.unreachable ? -ENODEV : -EIO;
	how.error = how.dead;
	how.async_error = how.dead;
	forebay_for_each_chan(card, chan) {
		if (card->lost || (!card->offline && (how.unreachable || out_of_service(chan))))
			forebay_chan_evict(chan, &how);
	}
	mutex_unlock(&card->line);
}

/*
 * Somebody is at the card, to reset or unbind it. Comes back later, but not for ever. Returns
 * whether it does.
 */
static bool try_later(struct forebay_card *card)
{
	if (!card->patience)
		card->patience = (jiffies + forebay_scaled_jiffies(RESET_MS)) | 1;
	if (time_after(jiffies, card->patience))
		return false;
	queue_delayed_work(forebay_wq, &card->recover, msecs_to_jiffies(RETRY_MS));
	return true;
}

/** forebay_card_recover_work() - look after channels out of service; may reset the card. */
void forebay_card_recover_work(struct work_struct *work)
{
	struct forebay_card *card =
		container_of(to_delayed_work(work), struct forebay_card, recover);
	unsigned int out;
	int index, ret;

	if (!forebay_card_enter(card, &index))
		return;
	out = revive_chans(card);
	forebay_card_exit(card, index);
	if (!out) {
		card->patience = 0;
		return;
	}
	/*
	 * Comes back to us through reset_prepare and reset_done. Fails at once while somebody else
	 * holds the device, who may be unbinding the driver.
	 */
	ret = unplugged(card) ? -ENODEV : pci_try_reset_function(card->pdev);
	if (!forebay_card_enter(card, &index))
		return;
	if (ret != -EAGAIN || !try_later(card)) {
		card->patience = 0;
		if (ret)
			give_up(card, ret);
		else
			dev_warn(&card->pdev->dev, "%u channels were out of service: reset\n", out);
	}
	forebay_card_exit(card, index);
}

/**
 * forebay_card_recover() - have channels looked after that are out of service; any context
 * @card: the card, in the fence or outside
 *
 * The work is queued inside the fence: remove cancels what was, and then there is no more.
 */
void forebay_card_recover(struct forebay_card *card)
{
	int index;

	if (!forebay_card_enter(card, &index))
		return;
	mod_delayed_work(forebay_wq, &card->recover, 0);
	forebay_card_exit(card, index);
}

/** forebay_card_try_again() - the same, and wait for it; process context outside of the fence. */
void forebay_card_try_again(struct forebay_card *card)
{
	forebay_card_recover(card);
	flush_delayed_work(&card->recover);
}

/* ---- sleep ---- */

static int card_suspend(struct device *dev)
{
	static const struct forebay_evict sleep = {
		.error = -ECANCELED,
		.async_error = -ECANCELED,
		.cause = FOREBAY_CAUSE_RESET,
	};

	go_offline(dev_get_drvdata(dev), &sleep);
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

	go_offline(pci_get_drvdata(pdev), &reset);
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
