// SPDX-License-Identifier: GPL-2.0-only
#include "cap_files.h"

#include <linux/errno.h>
#include <linux/fs.h>
#include <linux/math.h>
#include <linux/minmax.h>
#include <linux/pci.h>
#include <linux/string.h>

#include "cap_engine.h"
#include "cap_ring.h"
#include "cap_sets.h"
#include "cap_tick.h"
#include "card.h"
#include "online.h"
#include "params.h"

/* ---- under lock ---- */

/* It does not come to rest. */
static int give_up(struct forebay_capture *cap, int error)
{
	if (!cap->astray)
		dev_err(&cap->card->pdev->dev,
			"capture: the engine does not stop (%d, status 0x%08x): out of service until a reset\n",
			error, forebay_cap_engine_status(cap));
	cap->astray = true;
	forebay_card_recover(cap->card);
	return error == -ENODEV ? error : -EIO;
}

/* Ends a run; what had arrived is full. Return: 0 or -EIO. */
static int stop(struct forebay_capture *cap)
{
	bool was;
	int ret;

	spin_lock_irq(&cap->ring_lock);
	was = cap->running;
	cap->stopping = was;
	if (was)
		forebay_cap_engine_stop(cap);
	spin_unlock_irq(&cap->ring_lock);
	if (!was)
		return 0;
	ret = forebay_cap_engine_await(cap);
	spin_lock_irq(&cap->ring_lock);
	if (cap->running) {
		forebay_cap_ring_look(cap, 0);
		forebay_cap_ring_end(cap, ret ? -EIO : -ENODATA);
		if (!ret)
			forebay_cap_ring_reclaim(cap);
	}
	spin_unlock_irq(&cap->ring_lock);
	cancel_delayed_work_sync(&cap->tick);
	return ret ? give_up(cap, ret) : 0;
}

/**
 * forebay_cap_end() - the card goes away: no register is touched for a run from here on; under lock
 * @cap: the front end
 * @over: what calls get; what was full is gone
 */
void forebay_cap_end(struct forebay_capture *cap, int over)
{
	spin_lock_irq(&cap->ring_lock);
	if (cap->running)
		cap->astray = true;
	forebay_cap_ring_drop(cap);
	forebay_cap_ring_end(cap, over);
	spin_unlock_irq(&cap->ring_lock);
	cancel_delayed_work_sync(&cap->tick);
}

static int start(struct forebay_capture *cap)
{
	bool any;
	int ret;

	spin_lock_irq(&cap->ring_lock);
	forebay_cap_ring_drop(cap);
	any = cap->set && cap->count[FOREBAY_CAP_FREE];
	spin_unlock_irq(&cap->ring_lock);
	if (!any)
		return -ENOBUFS;
	cap->irqs = !(cap->set->setup.flags & FOREBAY_CAP_POLL) &&
		    cap->feature->first_line < cap->card->num_lines;
	ret = forebay_cap_engine_reset(cap);
	if (ret)
		return give_up(cap, ret);
	ret = forebay_cap_engine_start(cap, cap->set);
	if (ret) {
		forebay_cap_engine_stop(cap);
		dev_err(&cap->card->pdev->dev,
			"capture: the engine does not start (%d, status 0x%08x); is it asked to rest by its header?\n",
			ret, forebay_cap_engine_status(cap));
		return -EIO;
	}
	spin_lock_irq(&cap->ring_lock);
	forebay_cap_ring_run(cap);
	spin_unlock_irq(&cap->ring_lock);
	forebay_cap_tick_later(cap);
	return 0;
}

/* ---- a file ---- */

/**
 * forebay_cap_begin() - the node is opened: make the buffers that the parameters say
 * @cap: the front end
 * @filp: the file
 *
 * Without memory for them the file has none.
 *
 * Return: 0; -EBUSY if somebody else has it open.
 */
int forebay_cap_begin(struct forebay_capture *cap, struct file *filp)
{
	struct forebay_cap_setup setup = {};
	int ret = 0;

	forebay_params_capture(&setup);
	setup.bytes = clamp(rounddown(setup.bytes, cap->beat), cap->beat, cap->longest);
	setup.buffers = min_t(u32, setup.buffers, FOREBAY_CAP_BUFFERS);
	mutex_lock(&cap->lock);
	if (cap->filp) {
		ret = -EBUSY;
	} else {
		cap->filp = filp;
		spin_lock_irq(&cap->ring_lock);
		memset(&cap->stats, 0, sizeof(cap->stats));
		cap->has_last = false;
		cap->over = -ENODATA;
		spin_unlock_irq(&cap->ring_lock);
		if (setup.buffers)
			forebay_cap_sets_make(cap, &setup);
	}
	mutex_unlock(&cap->lock);
	return ret;
}

/**
 * forebay_cap_remake() - make other buffers
 * @cap: the front end, with the card at hand
 * @setup: what is wanted; out: @map_bytes, or after -ENOMEM what could be had
 *
 * Return: 0; -EINVAL, -EBUSY, -ENOMEM; -EIO if the engine does not stop.
 */
int forebay_cap_remake(struct forebay_capture *cap, struct forebay_cap_setup *setup)
{
	bool busy;
	int ret;

	if (setup->reserved || setup->flags & ~(FOREBAY_CAP_THROUGH | FOREBAY_CAP_POLL) ||
	    setup->policy > FOREBAY_CAP_OVERWRITE)
		return -EINVAL;
	if (!setup->buffers || setup->buffers > FOREBAY_CAP_BUFFERS || !setup->bytes ||
	    setup->bytes > cap->longest || setup->bytes % cap->beat)
		return -EINVAL;
	mutex_lock(&cap->lock);
	spin_lock_irq(&cap->ring_lock);
	busy = cap->running || atomic_read(&cap->mapped) ||
	       cap->count[FOREBAY_CAP_TAKEN] > !!cap->reading;
	spin_unlock_irq(&cap->ring_lock);
	if (cap->astray) {
		ret = give_up(cap, -EIO);
	} else if (busy) {
		ret = -EBUSY;
	} else {
		if (forebay_params_poll())
			setup->flags |= FOREBAY_CAP_POLL;
		forebay_cap_sets_drop(cap);
		ret = forebay_cap_sets_make(cap, setup);
		spin_lock_irq(&cap->ring_lock);
		cap->over = -ENODATA;
		spin_unlock_irq(&cap->ring_lock);
	}
	mutex_unlock(&cap->lock);
	return ret;
}

/** forebay_cap_start() - begin a run, with the card at hand; 0, -EBUSY, -ENOBUFS or -EIO. */
int forebay_cap_start(struct forebay_capture *cap)
{
	int ret;

	mutex_lock(&cap->lock);
	if (READ_ONCE(cap->running))
		ret = -EBUSY;
	else if (cap->astray)
		ret = give_up(cap, -EIO);
	else
		ret = start(cap);
	mutex_unlock(&cap->lock);
	return ret;
}

/** forebay_cap_stop() - end a run, with the card at hand; 0 or -EIO. */
int forebay_cap_stop(struct forebay_capture *cap)
{
	int ret;

	mutex_lock(&cap->lock);
	ret = stop(cap);
	mutex_unlock(&cap->lock);
	return ret;
}

/**
 * forebay_cap_close() - the end of the file
 * @cap: the front end
 * @there: the card is at hand
 */
void forebay_cap_close(struct forebay_capture *cap, bool there)
{
	mutex_lock(&cap->lock);
	if (there)
		stop(cap);
	else
		forebay_cap_end(cap, -ENODEV);
	forebay_cap_sets_drop(cap);
	cap->filp = NULL;
	mutex_unlock(&cap->lock);
}
