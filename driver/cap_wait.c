// SPDX-License-Identifier: GPL-2.0-only
#include "cap_wait.h"

#include <linux/errno.h>
#include <linux/jiffies.h>
#include <linux/ktime.h>
#include <linux/minmax.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/uaccess.h>

#include "cap_memory.h"
#include "cap_ring.h"
#include "params.h"

/* Under ring_lock: where nobody is interrupted, who wants something looks for it. */
static void look(struct forebay_capture *cap)
{
	if (cap->running && !cap->irqs)
		cap->stats.polls += forebay_cap_ring_look(cap, 0);
}

/* Takes the next for a program, or for a read. Return: as forebay_cap_ring_take(). */
static int take(struct forebay_capture *cap, bool reading, struct forebay_cap_buffer *said)
{
	struct forebay_cap_slot *slot;
	int ret;

	spin_lock_irq(&cap->ring_lock);
	look(cap);
	ret = forebay_cap_ring_take(cap, &slot);
	if (!ret)
		*said = slot->said;
	if (!ret && reading) {
		cap->reading = slot;
		cap->read_at = 0;
		cap->last = slot->said;
		cap->has_last = true;
	}
	spin_unlock_irq(&cap->ring_lock);
	return ret;
}

/* The same without a pause for a while. */
static int spin(struct forebay_capture *cap, bool reading, struct forebay_cap_buffer *said)
{
	ktime_t end = ktime_add_us(ktime_get(), forebay_params_spin_us());
	int ret;

	do {
		ret = take(cap, reading, said);
		if (ret != -EAGAIN || signal_pending(current))
			break;
		cpu_relax();
		cond_resched();
	} while (ktime_before(ktime_get(), end));
	return ret;
}

static bool settled(struct forebay_capture *cap)
{
	return !list_empty_careful(&cap->places[FOREBAY_CAP_FULL]) || !READ_ONCE(cap->running);
}

/* Waits up to @left jiffies. Return: as take(); -EAGAIN if there is no time; -ETIMEDOUT; -ERESTARTSYS. */
static int await(struct forebay_capture *cap, long left, bool reading,
		 struct forebay_cap_buffer *said)
{
	int ret = take(cap, reading, said);

	if (!left)
		return ret;
	while (ret == -EAGAIN && left) {
		if (!READ_ONCE(cap->irqs)) {
			ret = spin(cap, reading, said);
			if (ret != -EAGAIN)
				break;
		}
		left = wait_event_interruptible_timeout(cap->wait, settled(cap), left);
		if (left < 0)
			return -ERESTARTSYS;
		ret = take(cap, reading, said);
	}
	return ret == -EAGAIN ? -ETIMEDOUT : ret;
}

/**
 * forebay_cap_next() - take the next full buffer for the program
 * @cap: the front end
 * @nonblock: do not wait
 * @timeout_ms: longest wait
 * @said: out: what is told of it
 *
 * Return: 0; -EAGAIN, -ETIMEDOUT, -EINTR; what @over of the front end says.
 */
int forebay_cap_next(struct forebay_capture *cap, bool nonblock, u32 timeout_ms,
		     struct forebay_cap_buffer *said)
{
	long left = timeout_ms == FOREBAY_CAP_FOREVER ? MAX_SCHEDULE_TIMEOUT :
							forebay_scaled_jiffies(timeout_ms);
	int ret = await(cap, nonblock ? 0 : left, false, said);

	return ret == -ERESTARTSYS ? -EINTR : ret;
}

/** forebay_cap_not_next() - the program could not be told of a buffer: the next call gets it. */
void forebay_cap_not_next(struct forebay_capture *cap, u32 index)
{
	struct forebay_cap_slot *slot;

	spin_lock_irq(&cap->ring_lock);
	slot = forebay_cap_ring_find(cap, index);
	if (slot)
		forebay_cap_ring_untake(cap, slot);
	spin_unlock_irq(&cap->ring_lock);
}

/**
 * struct piece - what a read copies at once
 * @memory: of its buffer, with a reference
 * @at: where in it
 * @bytes: how much
 * @epoch: when it was there
 */
struct piece {
	struct forebay_cap_memory *memory;
	u32 at;
	u32 bytes;
	u64 epoch;
};

/* Returns whether there is something left of the buffer that a read is at. */
static bool begin_piece(struct forebay_capture *cap, size_t count, struct piece *piece)
{
	struct forebay_cap_slot *slot;
	bool any;

	spin_lock_irq(&cap->ring_lock);
	slot = cap->reading;
	if (slot && slot->said.bytes == cap->read_at) {
		cap->reading = NULL;
		forebay_cap_ring_give_back(cap, slot);
		slot = NULL;
	}
	any = slot;
	if (any) {
		kref_get(&slot->memory->ref);
		*piece = (struct piece){
			.memory = slot->memory,
			.at = cap->read_at,
			.bytes = min_t(size_t, count, slot->said.bytes - cap->read_at),
			.epoch = cap->epoch,
		};
	}
	spin_unlock_irq(&cap->ring_lock);
	return any;
}

/* So much of a piece was copied. Return: that, or -ECANCELED if the buffer was dropped meanwhile. */
static ssize_t end_piece(struct forebay_capture *cap, const struct piece *piece, u32 copied)
{
	struct forebay_cap_slot *slot;
	ssize_t ret = copied;

	spin_lock_irq(&cap->ring_lock);
	slot = cap->reading;
	if (cap->epoch != piece->epoch) {
		ret = -ECANCELED;
	} else {
		cap->read_at += copied;
		if (cap->read_at == slot->said.bytes) {
			cap->reading = NULL;
			forebay_cap_ring_give_back(cap, slot);
		}
	}
	spin_unlock_irq(&cap->ring_lock);
	forebay_cap_memory_put(piece->memory);
	return ret;
}

static ssize_t copy(struct forebay_capture *cap, char __user *to, size_t count, bool nonblock)
{
	long left = nonblock ? 0 : MAX_SCHEDULE_TIMEOUT;
	struct forebay_cap_buffer said;
	struct piece piece;
	u32 copied;

	/* One without bytes would look like the end. */
	while (!begin_piece(cap, count, &piece)) {
		int ret = await(cap, left, true, &said);

		if (ret)
			return ret == -ENODATA ? 0 : ret;
	}
	copied = piece.bytes - copy_to_user(to, piece.memory->cpu + piece.at, piece.bytes);
	if (copied)
		return end_piece(cap, &piece, copied);
	forebay_cap_memory_put(piece.memory);
	return -EFAULT;
}

/**
 * forebay_cap_copy() - read(2)
 * @cap: the front end
 * @to: where to
 * @count: bytes there, not 0
 * @nonblock: do not wait
 *
 * Return: how many were copied, of one buffer; 0 if nothing will come; as forebay_cap_next();
 * -ERESTARTSYS; -EFAULT; -ECANCELED, also if the buffer was dropped while it was read.
 */
ssize_t forebay_cap_copy(struct forebay_capture *cap, char __user *to, size_t count, bool nonblock)
{
	ssize_t ret;

	if (nonblock) {
		if (!mutex_trylock(&cap->read_lock))
			return -EAGAIN;
	} else if (mutex_lock_interruptible(&cap->read_lock)) {
		return -ERESTARTSYS;
	}
	ret = copy(cap, to, count, nonblock);
	mutex_unlock(&cap->read_lock);
	return ret;
}

/** forebay_cap_poll() - what poll(2) says. */
__poll_t forebay_cap_poll(struct forebay_capture *cap)
{
	__poll_t said = 0;

	spin_lock_irq(&cap->ring_lock);
	look(cap);
	if (cap->reading || cap->count[FOREBAY_CAP_FULL])
		said = EPOLLIN | EPOLLRDNORM;
	else if (!cap->running)
		said = cap->over == -ENODATA ? EPOLLHUP : EPOLLERR;
	spin_unlock_irq(&cap->ring_lock);
	return said;
}
