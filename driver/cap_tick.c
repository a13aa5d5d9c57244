// SPDX-License-Identifier: GPL-2.0-only
#include "cap_tick.h"

#include <linux/errno.h>
#include <linux/jiffies.h>

#include "cap_engine.h"
#include "cap_ring.h"
#include "card.h"
#include "online.h"

/* How often it is looked whether a message was lost, and how often where there are none. */
#define TICK_MS 20
#define TICK_POLLING_MS 1

/** forebay_cap_tick_later() - look again in a while; a run is under way. */
void forebay_cap_tick_later(struct forebay_capture *cap)
{
	unsigned int ms = cap->irqs ? TICK_MS : TICK_POLLING_MS;

	queue_delayed_work(forebay_wq, &cap->tick, msecs_to_jiffies(ms));
}

/** forebay_cap_tick() - what @tick does. */
void forebay_cap_tick(struct work_struct *work)
{
	struct forebay_capture *cap =
		container_of(to_delayed_work(work), struct forebay_capture, tick);
	bool again;

	spin_lock_irq(&cap->ring_lock);
	if (cap->running) {
		u32 status = forebay_cap_engine_ack(cap);

		if (status == ~0u && forebay_card_gone(cap->card)) {
			cap->astray = true;
			forebay_cap_ring_end(cap, -ENODEV);
		} else {
			cap->stats.polls += forebay_cap_ring_look(cap, status);
		}
	}
	again = cap->running;
	spin_unlock_irq(&cap->ring_lock);
	if (again)
		forebay_cap_tick_later(cap);
	else if (cap->astray)
		forebay_card_recover(cap->card);
}
