// SPDX-License-Identifier: GPL-2.0-only
#include "tx_cdev.h"

#include <linux/errno.h>
#include <linux/fs.h>
#include <linux/module.h>
#include <linux/poll.h>
#include <linux/uaccess.h>

#include "card.h"
#include "pairs_cdev.h"
#include "pairs_files.h"
#include "pairs_ring.h"
#include "tx.h"
#include "tx_ring.h"
#include "tx_wait.h"

static_assert(FOREBAY_TX_BUFFERS == FOREBAY_PAIRS_BUFFERS);
static_assert(FOREBAY_TX_FOREVER == FOREBAY_CAP_FOREVER);

static struct forebay_tx_setup said(const struct forebay_pairs_setup *setup)
{
	return (struct forebay_tx_setup){
		.buffers = setup->buffers,
		.bytes = setup->bytes,
		.flags = setup->poll ? FOREBAY_TX_POLL : 0,
		.map_bytes = setup->map_bytes,
	};
}

static long setup(struct forebay_pairs *pairs, struct forebay_tx_setup __user *arg)
{
	struct forebay_pairs_setup setup;
	struct forebay_tx_setup asked;
	long ret;

	if (copy_from_user(&asked, arg, sizeof(asked)))
		return -EFAULT;
	if (asked.reserved[0] || asked.reserved[1] || asked.flags & ~FOREBAY_TX_POLL)
		return -EINVAL;
	setup = (struct forebay_pairs_setup){
		.buffers = asked.buffers,
		.bytes = asked.bytes,
		.poll = asked.flags & FOREBAY_TX_POLL,
	};
	ret = forebay_pairs_cdev_setup(pairs, &setup);
	if (ret && ret != -ENOMEM)
		return ret;
	asked = said(&setup);
	return copy_to_user(arg, &asked, sizeof(asked)) ? -EFAULT : ret;
}

static long get(struct forebay_pairs *pairs, struct forebay_tx_setup __user *arg)
{
	struct forebay_pairs_setup setup = forebay_pairs_cdev_get(pairs);
	struct forebay_tx_setup has = said(&setup);

	return copy_to_user(arg, &has, sizeof(has)) ? -EFAULT : 0;
}

/* Gives a buffer that the program has taken back. Returns whether it had it. */
static bool give_back(struct forebay_pairs *pairs, u32 index)
{
	struct forebay_pairs_slot *slot;

	spin_lock_irq(&pairs->ring_lock);
	slot = forebay_pairs_ring_find(pairs, index);
	if (slot)
		forebay_tx_ring_give_back(pairs, slot);
	spin_unlock_irq(&pairs->ring_lock);
	return slot;
}

static long take(struct forebay_pairs *pairs, bool nonblock, struct forebay_tx_take __user *arg)
{
	struct forebay_tx_take take;
	long ret;

	if (copy_from_user(&take, arg, sizeof(take)))
		return -EFAULT;
	ret = forebay_tx_take(pairs, nonblock, take.timeout_ms, &take.index);
	if (ret || !copy_to_user(arg, &take, sizeof(take)))
		return ret;
	give_back(pairs, take.index);
	return -EFAULT;
}

static long queue(struct forebay_pairs *pairs, const struct forebay_tx_queue __user *arg)
{
	struct forebay_pairs_slot *slot;
	struct forebay_tx_queue queue;
	long ret = -EINVAL;

	if (copy_from_user(&queue, arg, sizeof(queue)))
		return -EFAULT;
	spin_lock_irq(&pairs->ring_lock);
	slot = forebay_pairs_ring_find(pairs, queue.index);
	if (slot && queue.bytes && queue.bytes <= pairs->set->setup.bytes)
		ret = forebay_tx_ring_queue(pairs, slot, queue.bytes);
	spin_unlock_irq(&pairs->ring_lock);
	return ret;
}

static long release(struct forebay_pairs *pairs, const u32 __user *arg)
{
	u32 index;

	if (get_user(index, arg))
		return -EFAULT;
	return give_back(pairs, index) ? 0 : -EINVAL;
}

static long drain(struct forebay_pairs *pairs, const u32 __user *arg)
{
	u32 timeout_ms;

	if (get_user(timeout_ms, arg))
		return -EFAULT;
	return forebay_tx_drain(pairs, timeout_ms);
}

static long stats(struct forebay_pairs *pairs, struct forebay_tx_stats __user *arg)
{
	struct forebay_tx_stats stats;

	spin_lock_irq(&pairs->ring_lock);
	stats = (struct forebay_tx_stats){
		.buffers = pairs->stats.buffers,
		.bytes = pairs->stats.bytes,
		.cut = forebay_transmit_of(pairs)->cut,
		.interrupts = pairs->stats.interrupts,
		.polls = pairs->stats.polls,
		.free = pairs->count[FOREBAY_PAIRS_FREE],
		.taken = pairs->count[FOREBAY_PAIRS_TAKEN],
		.queued = pairs->count[FOREBAY_PAIRS_QUEUED],
		.armed = pairs->count[FOREBAY_PAIRS_ARMED],
		.errors = pairs->stats.errors,
		.status = pairs->stats.status,
		.flags = pairs->running ? FOREBAY_TX_RUNS : 0,
	};
	spin_unlock_irq(&pairs->ring_lock);
	return copy_to_user(arg, &stats, sizeof(stats)) ? -EFAULT : 0;
}

static long tx_ioctl(struct file *filp, unsigned int cmd, unsigned long arg)
{
	struct forebay_pairs *pairs = filp->private_data;
	void __user *to = (void __user *)arg;

	if (READ_ONCE(pairs->card->unbound))
		return -ENODEV;
	switch (cmd) {
	case FOREBAY_IOC_TX_SETUP:
		return setup(pairs, to);
	case FOREBAY_IOC_TX_START:
		return forebay_pairs_cdev_with_card(pairs, forebay_pairs_file_start);
	case FOREBAY_IOC_TX_STOP:
		return forebay_pairs_cdev_with_card(pairs, forebay_pairs_file_stop);
	case FOREBAY_IOC_TX_TAKE:
		return take(pairs, filp->f_flags & O_NONBLOCK, to);
	case FOREBAY_IOC_TX_QUEUE:
		return queue(pairs, to);
	case FOREBAY_IOC_TX_RELEASE:
		return release(pairs, to);
	case FOREBAY_IOC_TX_DRAIN:
		return drain(pairs, to);
	case FOREBAY_IOC_TX_STATS:
		return stats(pairs, to);
	case FOREBAY_IOC_TX_GET:
		return get(pairs, to);
	default:
		return -ENOTTY;
	}
}

/* An iterator, as writev(2) would otherwise be a write, and so a packet, for each of its pieces. */
static ssize_t tx_write(struct kiocb *iocb, struct iov_iter *from)
{
	struct forebay_pairs *pairs = iocb->ki_filp->private_data;
	bool nonblock = iocb->ki_filp->f_flags & O_NONBLOCK || iocb->ki_flags & IOCB_NOWAIT;

	if (READ_ONCE(pairs->card->unbound))
		return -ENODEV;
	return iov_iter_count(from) ? forebay_tx_write(pairs, from, nonblock) : 0;
}

static __poll_t tx_poll(struct file *filp, struct poll_table_struct *table)
{
	struct forebay_pairs *pairs = filp->private_data;

	poll_wait(filp, &pairs->wait, table);
	return forebay_tx_poll(pairs);
}

static int tx_open(struct inode *inode, struct file *filp)
{
	return forebay_pairs_cdev_open(inode, filp, FOREBAY_PAIRS_TO_CARD);
}

const struct file_operations forebay_transmit_fops = {
	.owner = THIS_MODULE,
	.open = tx_open,
	.release = forebay_pairs_cdev_release,
	.unlocked_ioctl = tx_ioctl,
	.compat_ioctl = compat_ptr_ioctl,
	.write_iter = tx_write,
	.poll = tx_poll,
	.mmap = forebay_pairs_cdev_mmap,
};
