// SPDX-License-Identifier: GPL-2.0-only
#include "cap_wait.h"

#include <linux/errno.h>
#include <linux/minmax.h>
#include <linux/sched.h>
#include <linux/uio.h>

#include "cap.h"
#include "cap_ring.h"
#include "pairs_memory.h"
#include "pairs_ring.h"
#include "pairs_wait.h"

/* The next full buffer is the program's. */
static int take(struct forebay_pairs *pairs, void *said)
{
	struct forebay_pairs_slot *slot;
	int ret = forebay_cap_ring_take(pairs, &slot);

	if (!ret)
		*(struct forebay_cap_buffer *)said = slot->said;
	return ret;
}

/* The next full buffer is a read's. */
static int take_to_read(struct forebay_pairs *pairs, void *unused)
{
	struct forebay_capture *cap = forebay_capture_of(pairs);
	struct forebay_pairs_slot *slot;
	int ret = forebay_cap_ring_take(pairs, &slot);

	if (!ret) {
		pairs->copying = slot;
		cap->read_at = 0;
		cap->last = slot->said;
		cap->has_last = true;
	}
	return ret;
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
	long left = nonblock ? 0 : forebay_pairs_jiffies(timeout_ms);
	int ret = forebay_pairs_await(pairs, left, take, said);

	return ret == -ERESTARTSYS ? -EINTR : ret;
}

/** forebay_cap_not_next() - the program could not be told of a buffer: the next call gets it. */
void forebay_cap_not_next(struct forebay_pairs *pairs, u32 index)
{
	struct forebay_pairs_slot *slot;

	spin_lock_irq(&pairs->ring_lock);
	slot = forebay_pairs_ring_find(pairs, index);
	/* Whoever has made a dma-buf of it meanwhile knows of it, and what that holds must not change. */
	if (slot && !slot->exports)
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
	struct forebay_capture *cap = forebay_capture_of(pairs);
	struct forebay_pairs_slot *slot;
	bool any;

	spin_lock_irq(&pairs->ring_lock);
	slot = pairs->copying;
	if (slot && slot->said.bytes == cap->read_at) {
		pairs->copying = NULL;
		forebay_cap_ring_give_back(pairs, slot);
		slot = NULL;
	}
	any = slot;
	if (any) {
		kref_get(&slot->memory->ref);
		*piece = (struct piece){
			.memory = slot->memory,
			.at = cap->read_at,
			.bytes = min_t(size_t, count, slot->said.bytes - cap->read_at),
			.epoch = pairs->epoch,
		};
	}
	spin_unlock_irq(&pairs->ring_lock);
	return any;
}

/* So much of a piece was copied. Return: that, or -ECANCELED if the buffer was dropped meanwhile. */
static ssize_t end_piece(struct forebay_pairs *pairs, const struct piece *piece, u32 copied)
{
	struct forebay_capture *cap = forebay_capture_of(pairs);
	struct forebay_pairs_slot *slot;
	ssize_t ret = copied;

	spin_lock_irq(&pairs->ring_lock);
	slot = pairs->copying;
	if (pairs->epoch != piece->epoch) {
		ret = -ECANCELED;
	} else {
		cap->read_at += copied;
		if (cap->read_at == slot->said.bytes) {
			pairs->copying = NULL;
			forebay_cap_ring_give_back(pairs, slot);
		}
	}
	spin_unlock_irq(&pairs->ring_lock);
	forebay_pairs_memory_put(piece->memory);
	return ret;
}

static ssize_t copy(struct forebay_pairs *pairs, struct iov_iter *to, bool nonblock)
{
	long left = nonblock ? 0 : MAX_SCHEDULE_TIMEOUT;
	struct piece piece;
	u32 copied;

	/* One without bytes would look like the end. */
	while (!begin_piece(pairs, iov_iter_count(to), &piece)) {
		int ret = forebay_pairs_await(pairs, left, take_to_read, NULL);

		if (ret)
			return ret == -ENODATA ? 0 : ret;
	}
	copied = copy_to_iter(piece.memory->cpu + piece.at, piece.bytes, to);
	if (copied)
		return end_piece(pairs, &piece, copied);
	forebay_pairs_memory_put(piece.memory);
	return -EFAULT;
}

/**
 * forebay_cap_copy() - read(2), or one of its kin
 * @pairs: the front end
 * @to: where to, not nowhere
 * @nonblock: do not wait
 *
 * Return: how many were copied, of one buffer; 0 if nothing will come; as forebay_cap_next();
 * -ERESTARTSYS; -EFAULT; -ECANCELED, also if the buffer was dropped while it was read.
 */
ssize_t forebay_cap_copy(struct forebay_pairs *pairs, struct iov_iter *to, bool nonblock)
{
	ssize_t ret = forebay_pairs_copy_lock(pairs, nonblock);

	if (ret)
		return ret;
	ret = copy(pairs, to, nonblock);
	mutex_unlock(&pairs->copy_lock);
	return ret;
}

/** forebay_cap_poll() - what poll(2) says. */
__poll_t forebay_cap_poll(struct forebay_pairs *pairs)
{
	__poll_t said = 0;

	spin_lock_irq(&pairs->ring_lock);
	forebay_pairs_look(pairs);
	if (pairs->copying || pairs->count[FOREBAY_PAIRS_FULL])
		said = EPOLLIN | EPOLLRDNORM;
	else if (!pairs->running)
		said = pairs->over == -ENODATA ? EPOLLHUP : EPOLLERR;
	spin_unlock_irq(&pairs->ring_lock);
	return said;
}
