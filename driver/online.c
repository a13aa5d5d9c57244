// SPDX-License-Identifier: GPL-2.0-only
/* Whether a card is there, waiting for one that is away, having one looked after that stays away. */
#include "online.h"

#include <linux/io.h>
#include <linux/jiffies.h>
#include <linux/sched.h>

#include "card.h"
#include "forebay_regs.h"
#include "layout.h"
#include "params.h"

/** forebay_card_gone() - read the magic number of the card's own registers: is nobody there? */
bool forebay_card_gone(const struct forebay_card *card)
{
	return readl(forebay_status_page(card) + FOREBAY_USER_STATUS_MAGIC) !=
	       FOREBAY_USER_STATUS_MAGIC_RESET;
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
	unsigned long limit = forebay_scaled_jiffies(FOREBAY_RESET_MS);
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
	mutex_lock(&card->presence);
	WRITE_ONCE(card->lost, card->offline);
	mutex_unlock(&card->presence);
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
