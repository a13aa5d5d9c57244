// SPDX-License-Identifier: GPL-2.0-only
#include "pairs_tick.h"

#include <linux/errno.h>
#include <linux/jiffies.h>

#include "pairs_ring.h"
#include "card.h"
#include "online.h"
#include "pairs_engine.h"

/* How often it is looked whether a message was lost, and how often where there are none. */
#define TICK_MS 20
#define TICK_POLLING_MS 1

/**
 * forebay_pairs_tick_later() - look again in a while; a run is under way
 * @pairs: the front end
 *
 * Not on forebay_wq, as that is frozen before the card is put to sleep: work that comes due between the
 * two, and is cancelled when the run ends, leaves Linux's queue waiting for what is there no more, and
 * whatever is queued later never runs. A look starts nothing.
 */
void forebay_pairs_tick_later(struct forebay_pairs *pairs)
{
	unsigned int ms = pairs->irqs ? TICK_MS : TICK_POLLING_MS;

	queue_delayed_work(system_unbound_wq, &pairs->tick, msecs_to_jiffies(ms));
}

/** forebay_pairs_tick() - what @tick does. */
void forebay_pairs_tick(struct work_struct *work)
{
	struct forebay_pairs *pairs =
		container_of(to_delayed_work(work), struct forebay_pairs, tick);
	bool again;

	spin_lock_irq(&pairs->ring_lock);
	if (pairs->running) {
		u32 status = forebay_pairs_engine_ack(pairs);

		if (status == ~0u && forebay_card_gone(pairs->card))
			forebay_pairs_ring_lose(pairs, -ENODEV);
		else
			pairs->stats.polls += forebay_pairs_ring_look(pairs, status);
	}
	again = pairs->running;
	spin_unlock_irq(&pairs->ring_lock);
	if (again)
		forebay_pairs_tick_later(pairs);
	else if (pairs->astray)
		forebay_card_recover(pairs->card);
}
