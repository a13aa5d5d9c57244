// SPDX-License-Identifier: GPL-2.0-only
/* What becomes of channels that are out of service, with a reset of the card if it takes one. */
#include "revive.h"

#include <linux/jiffies.h>
#include <linux/pci.h>

#include "card.h"
#include "online.h"
#include "pairs_hooks.h"
#include "params.h"
#include "programs.h"
#include "recover.h"

/* Pause before the next try to reset a card that somebody else is busy with, in milliseconds. */
#define RETRY_MS 100

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

	mutex_lock(&card->presence);
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
	if (!card->offline && !card->lost)
		out += forebay_programs_revive(card) + forebay_pairs_revive(card);
	mutex_unlock(&card->presence);
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
	mutex_lock(&card->presence);
	how.unreachable = card->offline || unplugged(card) || forebay_card_gone(card);
	how.dead = how.unreachable ? -ENODEV : -EIO;
	how.error = how.dead;
	how.async_error = how.dead;
	forebay_for_each_chan(card, chan) {
		if (card->lost || (!card->offline && (how.unreachable || out_of_service(chan))))
			forebay_chan_evict(chan, &how);
	}
	mutex_unlock(&card->presence);
}

/*
 * Somebody is at the card, to reset or unbind it. Comes back later, but not for ever. Returns
 * whether it does.
 */
static bool try_later(struct forebay_card *card)
{
	if (!card->patience)
		card->patience = (jiffies + forebay_scaled_jiffies(FOREBAY_RESET_MS)) | 1;
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
