// SPDX-License-Identifier: GPL-2.0-only
#include "cap_wait.h"

#include <linux/errno.h>
#include <linux/jiffies.h>
#include <linux/ktime.h>
#include <linux/minmax.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/uaccess.h>

#include "cap_ring.h"
#include "pairs_memory.h"
#include "params.h"

/* Under ring_lock: where nobody is interrupted, who wants something looks for it. */
static void look(struct forebay_pairs *pairs)
{
	if (pairs->running && !pairs->irqs)
		pairs->stats.polls += forebay_cap_ring_look(pairs, 0);
}

/* Takes the next for a program, or for a read. Return: as forebay_cap_ring_take(). */
static int take(struct forebay_pairs *pairs, bool reading, struct forebay_cap_buffer *said)
{
	struct forebay_pairs_slot *slot;
	int ret;

	spin_lock_irq(&pairs->ring_lock);
	look(pairs);
	ret = forebay_cap_ring_take(pairs, &slot);
	if (!ret)
		*said = slot->said;
	if (!ret && reading) {
		pairs->reading = slot;
		pairs->read_at = 0;
		pairs->last = slot->said;
		pairs->has_last = true;
	}
	spin_unlock_irq(&pairs->ring_lock);
	return ret;
}

/* The same without a pause for a while. */
static int spin(struct forebay_pairs *pairs, bool reading, struct forebay_cap_buffer *said)
{
	ktime_t end = ktime_add_us(ktime_get(), forebay_params_spin_us());
	int ret;

	do {
		ret = take(pairs, reading, said);
		if (ret != -EAGAIN || signal_pending(current))
			break;
		cpu_relax();
		cond_resched();
	} while (ktime_before(ktime_get(), end));
	return ret;
}

static bool settled(struct forebay_pairs *pairs)
{
	return !list_empty_careful(&pairs->places[FOREBAY_PAIRS_FULL]) || !READ_ONCE(pairs->running);
}

/* Waits up to @left jiffies. Return: as take(); -EAGAIN if there is no time; -ETIMEDOUT; -ERESTARTSYS. */
static int await(struct forebay_pairs *pairs, long left, bool reading,
		 struct forebay_cap_buffer *said)
{
	int ret = take(pairs, reading, said);

	if (!left)
		return ret;
	while (ret == -EAGAIN && left) {
		if (!READ_ONCE(pairs->irqs)) {
			ret = spin(pairs, reading, said);
			if (ret != -EAGAIN)
				break;
		}
		left = wait_event_interruptible_timeout(pairs->wait, settled(pairs), left);
		if (left < 0)
			return -ERESTARTSYS;
		ret = take(pairs, reading, said);
	}
	return ret == -EAGAIN ? -ETIMEDOUT : ret;
}

/**
 * forebay_cap_next() - take the next full buffer for the program
 * @pairs: the front end
 * @nonblock: do not wait
 * @timeout_ms: longest wait
 * @said: out: what is told of it
 *
 * Return: 0; -EAGAIN, -ETIMEDOUT, -EINTR; what @over of the front end says.
 */
int forebay_cap_next(struct forebay_pairs *pairs, bool nonblock, u32 timeout_ms,
		     struct forebay_cap_buffer *said)
{
	long left = timeout_ms == FOREBAY_CAP_FOREVER ? MAX_SCHEDULE_TIMEOUT :
							forebay_scaled_jiffies(timeout_ms);
	int ret = await(pairs, nonblock ? 0 : left, false, said);

	return ret == -ERESTARTSYS ? -EINTR : ret;
}

/** forebay_cap_not_next() - the program could not be told of a buffer: the next call gets it. */
void forebay_cap_not_next(struct forebay_pairs *pairs, u32 index)
{
	struct forebay_pairs_slot *slot;

	spin_lock_irq(&pairs->ring_lock);
	slot = forebay_cap_ring_find(pairs, index);
	if (slot)
		forebay_cap_ring_untake(pairs, slot);
	spin_unlock_irq(&pairs->ring_lock);
}

/**
 * struct piece - what a read copies at once
 * @memory: of its buffer, with a reference
 * @at: where in it
 * @bytes: how much
 * @epoch: when it was there
 */
struct piece {
	struct forebay_pairs_memory *memory;
	u32 at;
	u32 bytes;
	u64 epoch;
};

/* Returns whether there is something left of the buffer that a read is at. */
static bool begin_piece(struct forebay_pairs *pairs, size_t count, struct piece *piece)
{
	struct forebay_pairs_slot *slot;
	bool any;

	spin_lock_irq(&pairs->ring_lock);
	slot = pairs->reading;
	if (slot && slot->said.bytes == pairs->read_at) {
		pairs->reading = NULL;
		forebay_cap_ring_give_back(pairs, slot);
		slot = NULL;
	}
	any = slot;
	if (any) {
		kref_get(&slot->memory->ref);
		*piece = (struct piece){
			.memory = slot->memory,
			.at = pairs->read_at,
			.bytes = min_t(size_t, count, slot->said.bytes - pairs->read_at),
			.epoch = pairs->epoch,
		};
	}
	spin_unlock_irq(&pairs->ring_lock);
	return any;
}

/* So much of a piece was copied. Return: that, or -ECANCELED if the buffer was dropped meanwhile. */
static ssize_t end_piece(struct forebay_pairs *pairs, const struct piece *piece, u32 copied)
{
	struct forebay_pairs_slot *slot;
	ssize_t ret = copied;

	spin_lock_irq(&pairs->ring_lock);
	slot = pairs->reading;
	if (pairs->epoch != piece->epoch) {
		ret = -ECANCELED;
	} else {
		pairs->read_at += copied;
		if (pairs->read_at == slot->said.bytes) {
			pairs->reading = NULL;
			forebay_cap_ring_give_back(pairs, slot);
		}
	}
	spin_unlock_irq(&pairs->ring_lock);
	forebay_pairs_memory_put(piece->memory);
	return ret;
}

static ssize_t copy(struct forebay_pairs *pairs, char __user *to, size_t count, bool nonblock)
{
	long left = nonblock ? 0 : MAX_SCHEDULE_TIMEOUT;
	struct forebay_cap_buffer said;
	struct piece piece;
	u32 copied;

	/* One without bytes would look like the end. */
	while (!begin_piece(pairs, count, &piece)) {
		int ret = await(pairs, left, true, &said);

		if (ret)
			return ret == -ENODATA ? 0 : ret;
	}
	copied = piece.bytes - copy_to_user(to, piece.memory->cpu + piece.at, piece.bytes);
	if (copied)
		return end_piece(pairs, &piece, copied);
	forebay_pairs_memory_put(piece.memory);
	return -EFAULT;
}

/**
 * forebay_cap_copy() - read(2)
 * @pairs: the front end
 * @to: where to
 * @count: bytes there, not 0
 * @nonblock: do not wait
 *
 * Return: how many were copied, of one buffer; 0 if nothing will come; as forebay_cap_next();
 * -ERESTARTSYS; -EFAULT; -ECANCELED, also if the buffer was dropped while it was read.
 */
ssize_t forebay_cap_copy(struct forebay_pairs *pairs, char __user *to, size_t count, bool nonblock)
{
	ssize_t ret;

	if (nonblock) {
		if (!mutex_trylock(&pairs->read_lock))
			return -EAGAIN;
	} else if (mutex_lock_interruptible(&pairs->read_lock)) {
		return -ERESTARTSYS;
	}
	ret = copy(pairs, to, count, nonblock);
	mutex_unlock(&pairs->read_lock);
	return ret;
}

/** forebay_cap_poll() - what poll(2) says. */
__poll_t forebay_cap_poll(struct forebay_pairs *pairs)
{
	__poll_t said = 0;

	spin_lock_irq(&pairs->ring_lock);
	look(pairs);
	if (pairs->reading || pairs->count[FOREBAY_PAIRS_FULL])
		said = EPOLLIN | EPOLLRDNORM;
	else if (!pairs->running)
		said = pairs->over == -ENODATA ? EPOLLHUP : EPOLLERR;
	spin_unlock_irq(&pairs->ring_lock);
	return said;
}
