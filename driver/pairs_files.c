// SPDX-License-Identifier: GPL-2.0-only
#include "pairs_files.h"

#include <linux/errno.h>
#include <linux/fs.h>
#include <linux/math.h>
#include <linux/minmax.h>
#include <linux/pci.h>
#include <linux/string.h>

#include "pairs_ring.h"
#include "card.h"
#include "online.h"
#include "pairs_engine.h"
#include "pairs_sets.h"
#include "pairs_tick.h"
#include "params.h"

/* ---- under lock ---- */

/* It does not come to rest. */
static int give_up(struct forebay_pairs *pairs, int error)
{
	if (!pairs->astray)
		dev_err(&pairs->card->pdev->dev,
			"%s: the engine does not stop (%d, status 0x%08x): out of service until a reset\n",
			pairs->way->name, error, forebay_pairs_engine_status(pairs));
	pairs->astray = true;
	forebay_card_recover(pairs->card);
	return error == -ENODEV ? error : -EIO;
}

/* Ends a run; what has come or gone up to here is known. Return: 0 or -EIO. */
static int stop(struct forebay_pairs *pairs)
{
	bool was;
	int ret;

	spin_lock_irq(&pairs->ring_lock);
	was = pairs->running;
	pairs->stopping = was;
	if (was)
		forebay_pairs_engine_stop(pairs);
	spin_unlock_irq(&pairs->ring_lock);
	if (!was)
		return 0;
	ret = forebay_pairs_engine_await(pairs);
	spin_lock_irq(&pairs->ring_lock);
	/* It may find that the run has ended with an error. */
	if (pairs->running)
		forebay_pairs_ring_look(pairs, ret ? 0 : forebay_pairs_engine_status(pairs));
	if (pairs->running) {
		forebay_pairs_ring_end(pairs, ret ? -EIO : pairs->way->stopped, !ret);
		if (!ret)
			forebay_pairs_ring_reclaim(pairs);
	}
	spin_unlock_irq(&pairs->ring_lock);
	cancel_delayed_work_sync(&pairs->tick);
	if (ret)
		return give_up(pairs, ret);
	/* As the tick would have done. */
	if (pairs->astray)
		forebay_card_recover(pairs->card);
	return 0;
}

/**
 * forebay_pairs_file_end() - the card goes away: no register is touched for a run any more; under lock
 * @pairs: the front end
 * @over: what calls get; what was full or queued is gone
 */
void forebay_pairs_file_end(struct forebay_pairs *pairs, int over)
{
	spin_lock_irq(&pairs->ring_lock);
	forebay_pairs_ring_lose(pairs, over);
	if (pairs->way->away)
		pairs->way->away(pairs);
	spin_unlock_irq(&pairs->ring_lock);
	cancel_delayed_work_sync(&pairs->tick);
}

static int start(struct forebay_pairs *pairs)
{
	bool any;
	int ret;

	spin_lock_irq(&pairs->ring_lock);
	any = pairs->set && pairs->way->ready(pairs);
	spin_unlock_irq(&pairs->ring_lock);
	if (!any)
		return -ENOBUFS;
	pairs->irqs = !pairs->set->setup.poll &&
		      pairs->feature->first_line < pairs->card->num_lines;
	ret = forebay_pairs_engine_reset(pairs);
	if (ret)
		return give_up(pairs, ret);
	pairs->set->lent = true;
	ret = forebay_pairs_engine_start(pairs, pairs->set);
	if (ret) {
		forebay_pairs_engine_stop(pairs);
		dev_err(&pairs->card->pdev->dev,
			"%s: the engine does not start (%d, status 0x%08x); is it asked to rest by its header?\n",
			pairs->way->name, ret, forebay_pairs_engine_status(pairs));
		return -EIO;
	}
	spin_lock_irq(&pairs->ring_lock);
	forebay_pairs_ring_run(pairs);
	spin_unlock_irq(&pairs->ring_lock);
	forebay_pairs_tick_later(pairs);
	return 0;
}

/* ---- a file ---- */

/**
 * forebay_pairs_file_begin() - the node is opened: make the buffers that the parameters say
 * @pairs: the front end
 * @filp: the file
 *
 * Without memory for them the file has none.
 *
 * Return: 0; -EBUSY if somebody else has it open.
 */
int forebay_pairs_file_begin(struct forebay_pairs *pairs, struct file *filp)
{
	struct forebay_pairs_setup setup = { .poll = forebay_params_poll() };
	int ret = 0;

	pairs->way->parameters(&setup.buffers, &setup.bytes);
	setup.bytes = clamp(rounddown(setup.bytes, pairs->beat), pairs->beat, pairs->longest);
	setup.buffers = min_t(u32, setup.buffers, FOREBAY_PAIRS_BUFFERS);
	mutex_lock(&pairs->lock);
	if (pairs->filp) {
		ret = -EBUSY;
	} else {
		pairs->filp = filp;
		spin_lock_irq(&pairs->ring_lock);
		memset(&pairs->stats, 0, sizeof(pairs->stats));
		pairs->way->opened(pairs);
		pairs->over = pairs->way->stopped;
		spin_unlock_irq(&pairs->ring_lock);
		if (setup.buffers)
			forebay_pairs_sets_make(pairs, &setup);
	}
	mutex_unlock(&pairs->lock);
	return ret;
}

/**
 * forebay_pairs_file_remake() - make other buffers
 * @pairs: the front end, with the card at hand
 * @setup: what is wanted; out: @map_bytes, or after -ENOMEM what could be had
 *
 * Return: 0; -EINVAL, -EBUSY, -ENOMEM; -EIO if the engine does not stop.
 */
int forebay_pairs_file_remake(struct forebay_pairs *pairs, struct forebay_pairs_setup *setup)
{
	int ret;

	if (!setup->buffers || setup->buffers > FOREBAY_PAIRS_BUFFERS || !setup->bytes ||
	    setup->bytes > pairs->longest || setup->bytes % pairs->beat)
		return -EINVAL;
	mutex_lock(&pairs->lock);
	ret = forebay_pairs_sets_retire(pairs);
	if (ret == -EIO) {
		ret = give_up(pairs, ret);
	} else if (!ret) {
		setup->poll |= forebay_params_poll();
		ret = forebay_pairs_sets_make(pairs, setup);
		spin_lock_irq(&pairs->ring_lock);
		pairs->over = pairs->way->stopped;
		/* Who waits for a buffer has others now, or none. */
		wake_up_all(&pairs->wait);
		spin_unlock_irq(&pairs->ring_lock);
	}
	mutex_unlock(&pairs->lock);
	return ret;
}

/** forebay_pairs_file_start() - begin a run, with the card at hand; 0, -EBUSY, -ENOBUFS or -EIO. */
int forebay_pairs_file_start(struct forebay_pairs *pairs)
{
	int ret;

	mutex_lock(&pairs->lock);
	if (READ_ONCE(pairs->running))
		ret = -EBUSY;
	else if (pairs->astray)
		ret = give_up(pairs, -EIO);
	else
		ret = start(pairs);
	mutex_unlock(&pairs->lock);
	return ret;
}

/** forebay_pairs_file_stop() - end a run, with the card at hand; 0 or -EIO. */
int forebay_pairs_file_stop(struct forebay_pairs *pairs)
{
	int ret;

	mutex_lock(&pairs->lock);
	ret = stop(pairs);
	mutex_unlock(&pairs->lock);
	return ret;
}

/**
 * forebay_pairs_file_close() - the end of the file
 * @pairs: the front end
 * @there: the card is at hand
 */
void forebay_pairs_file_close(struct forebay_pairs *pairs, bool there)
{
	mutex_lock(&pairs->lock);
	if (there)
		stop(pairs);
	else
		forebay_pairs_file_end(pairs, -ENODEV);
	forebay_pairs_sets_drop(pairs);
	pairs->filp = NULL;
	mutex_unlock(&pairs->lock);
}
