// SPDX-License-Identifier: GPL-2.0-only
#include "pairs_wait.h"

#include <linux/errno.h>
#include <linux/jiffies.h>
#include <linux/ktime.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>

#include "pairs_ring.h"
#include "params.h"

/** forebay_pairs_look() - where nobody is interrupted, who wants something looks; under ring_lock. */
void forebay_pairs_look(struct forebay_pairs *pairs)
{
	if (pairs->running && !pairs->irqs)
		pairs->stats.polls += forebay_pairs_ring_look(pairs, 0);
}

/** forebay_pairs_jiffies() - the time that a call asks for. */
long forebay_pairs_jiffies(u32 timeout_ms)
{
	return timeout_ms == FOREBAY_CAP_FOREVER ? MAX_SCHEDULE_TIMEOUT :
						   forebay_scaled_jiffies(timeout_ms);
}

static int look_and(struct forebay_pairs *pairs, forebay_pairs_attempt *attempt, void *arg)
{
	forebay_pairs_look(pairs);
	return attempt(pairs, arg);
}

/* Without a pause for a while. */
static int spin(struct forebay_pairs *pairs, forebay_pairs_attempt *attempt, void *arg)
{
	ktime_t end = ktime_add_us(ktime_get(), forebay_params_spin_us());
	int ret;

	do {
		spin_lock_irq(&pairs->ring_lock);
		ret = look_and(pairs, attempt, arg);
		spin_unlock_irq(&pairs->ring_lock);
		if (ret != -EAGAIN || signal_pending(current))
			break;
		cpu_relax();
		cond_resched();
	} while (ktime_before(ktime_get(), end));
	return ret;
}

/**
 * forebay_pairs_await() - wait until an attempt comes to something
 * @pairs: the front end
 * @left: longest wait, in jiffies
 * @attempt: what is waited for
 * @arg: for that
 *
 * Return: what the attempt has; -EAGAIN if there is no time; -ETIMEDOUT; -ERESTARTSYS.
 */
int forebay_pairs_await(struct forebay_pairs *pairs, long left, forebay_pairs_attempt *attempt,
			void *arg)
{
	int ret;

	if (left && !READ_ONCE(pairs->irqs)) {
		ret = spin(pairs, attempt, arg);
		if (ret != -EAGAIN)
			return ret;
	}
	spin_lock_irq(&pairs->ring_lock);
	ret = look_and(pairs, attempt, arg);
	if (ret == -EAGAIN && left) {
		left = wait_event_interruptible_lock_irq_timeout(
			pairs->wait, (ret = look_and(pairs, attempt, arg)) != -EAGAIN,
			pairs->ring_lock, left);
		if (left < 0)
			ret = -ERESTARTSYS;
		else if (!left)
			ret = -ETIMEDOUT;
	}
	spin_unlock_irq(&pairs->ring_lock);
	return ret;
}

/** forebay_pairs_copy_lock() - begin a read or a write; 0, -EAGAIN or -ERESTARTSYS. */
int forebay_pairs_copy_lock(struct forebay_pairs *pairs, bool nonblock)
{
	if (nonblock)
		return mutex_trylock(&pairs->copy_lock) ? 0 : -EAGAIN;
	return mutex_lock_interruptible(&pairs->copy_lock) ? -ERESTARTSYS : 0;
}
