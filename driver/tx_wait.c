// SPDX-License-Identifier: GPL-2.0-only
#include "tx_wait.h"

#include <linux/errno.h>
#include <linux/sched.h>
#include <linux/uio.h>

#include "pairs_memory.h"
#include "pairs_ring.h"
#include "pairs_wait.h"
#include "tx_ring.h"

/* A free buffer is the program's. */
static int take(struct forebay_pairs *pairs, void *index)
{
	struct forebay_pairs_slot *slot;
	int ret = forebay_tx_ring_take(pairs, &slot);

	if (!ret)
		*(u32 *)index = slot - pairs->set->slots;
	return ret;
}

/**
 * forebay_tx_take() - take a free buffer for the program
 * @pairs: the front end
 * @nonblock: do not wait
 * @timeout_ms: longest wait
 * @index: out: which one
 *
 * Return: 0; -EAGAIN, -ETIMEDOUT, -EINTR, -ENOBUFS; what @over of the front end says.
 */
int forebay_tx_take(struct forebay_pairs *pairs, bool nonblock, u32 timeout_ms, u32 *index)
{
	long left = nonblock ? 0 : forebay_pairs_jiffies(timeout_ms);
	int ret = forebay_pairs_await(pairs, left, take, index);

	return ret == -ERESTARTSYS ? -EINTR : ret;
}

/* All is sent; @epoch is from before. */
static int drained(struct forebay_pairs *pairs, void *epoch)
{
	if (pairs->over)
		return forebay_pairs_ring_over(pairs);
	if (pairs->epoch != *(u64 *)epoch)
		return -ENODATA;
	if (!pairs->count[FOREBAY_PAIRS_QUEUED] && !pairs->count[FOREBAY_PAIRS_ARMED])
		return 0;
	return pairs->running ? -EAGAIN : -ENODATA;
}

/**
 * forebay_tx_drain() - wait until all is sent
 * @pairs: the front end
 * @timeout_ms: longest wait
 *
 * Return: 0; -ETIMEDOUT, -EINTR; -ENODATA if something is not; what @over of the front end says.
 */
int forebay_tx_drain(struct forebay_pairs *pairs, u32 timeout_ms)
{
	u64 epoch;
	int ret;

	spin_lock_irq(&pairs->ring_lock);
	epoch = pairs->epoch;
	spin_unlock_irq(&pairs->ring_lock);
	ret = forebay_pairs_await(pairs, forebay_pairs_jiffies(timeout_ms), drained, &epoch);
	if (ret == -EAGAIN)
		return -ETIMEDOUT;
	return ret == -ERESTARTSYS ? -EINTR : ret;
}

/**
 * struct piece - what a write fills
 * @count: bytes that it has
 * @slot: its buffer
 * @memory: of the buffer, with a reference
 * @set: number of its set
 */
struct piece {
	size_t count;
	struct forebay_pairs_slot *slot;
	struct forebay_pairs_memory *memory;
	u64 set;
};

/* A free buffer is a write's. */
static int take_to_write(struct forebay_pairs *pairs, void *arg)
{
	struct piece *piece = arg;
	int ret;

	if (!pairs->over && pairs->set && piece->count > pairs->set->setup.bytes)
		return -EMSGSIZE;
	ret = forebay_tx_ring_take(pairs, &piece->slot);
	if (ret)
		return ret;
	kref_get(&piece->slot->memory->ref);
	piece->memory = piece->slot->memory;
	piece->set = pairs->set->number;
	pairs->copying = piece->slot;
	return 0;
}

/* It is filled, or could not be. Return: its bytes; -EFAULT; -ECANCELED if it is not there any more. */
static ssize_t end_piece(struct forebay_pairs *pairs, const struct piece *piece, bool filled)
{
	ssize_t ret = -EFAULT;

	spin_lock_irq(&pairs->ring_lock);
	if (!pairs->set || pairs->set->number != piece->set) {
		ret = pairs->over ? forebay_pairs_ring_over(pairs) : -ECANCELED;
	} else {
		pairs->copying = NULL;
		if (filled)
			ret = forebay_tx_ring_queue(pairs, piece->slot, piece->count);
		else
			forebay_tx_ring_give_back(pairs, piece->slot);
	}
	spin_unlock_irq(&pairs->ring_lock);
	forebay_pairs_memory_put(piece->memory);
	return ret ? ret : piece->count;
}

/**
 * forebay_tx_write() - write(2), or one of its kin
 * @pairs: the front end
 * @from: where from, not nowhere
 * @nonblock: do not wait
 *
 * Return: how many bytes, which are queued; -EMSGSIZE, -EFAULT, -ERESTARTSYS; -ECANCELED if the buffer went away
 * meanwhile; as forebay_tx_take().
 */
ssize_t forebay_tx_write(struct forebay_pairs *pairs, struct iov_iter *from, bool nonblock)
{
	struct piece piece = { .count = iov_iter_count(from) };
	ssize_t ret = forebay_pairs_copy_lock(pairs, nonblock);

	if (ret)
		return ret;
	ret = forebay_pairs_await(pairs, nonblock ? 0 : MAX_SCHEDULE_TIMEOUT, take_to_write, &piece);
	if (!ret)
		ret = end_piece(pairs, &piece,
				copy_from_iter_full(piece.memory->cpu, piece.count, from));
	mutex_unlock(&pairs->copy_lock);
	return ret;
}

/** forebay_tx_poll() - what poll(2) says. */
__poll_t forebay_tx_poll(struct forebay_pairs *pairs)
{
	__poll_t said = 0;

	spin_lock_irq(&pairs->ring_lock);
	forebay_pairs_look(pairs);
	if (pairs->over || !pairs->set)
		said = EPOLLERR;
	else if (pairs->count[FOREBAY_PAIRS_FREE])
		said = EPOLLOUT | EPOLLWRNORM;
	spin_unlock_irq(&pairs->ring_lock);
	return said;
}
