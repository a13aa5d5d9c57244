// SPDX-License-Identifier: GPL-2.0-only
#include "cap_cdev.h"

#include <linux/dma-buf.h>
#include <linux/err.h>
#include <linux/file.h>
#include <linux/fs.h>
#include <linux/module.h>
#include <linux/poll.h>
#include <linux/uaccess.h>

#include "cap.h"
#include "cap_dmabuf.h"
#include "cap_ring.h"
#include "cap_wait.h"
#include "card.h"
#include "pairs_cdev.h"
#include "pairs_files.h"
#include "pairs_ring.h"

static struct forebay_cap_setup said(const struct forebay_pairs_setup *setup)
{
	return (struct forebay_cap_setup){
		.buffers = setup->buffers,
		.bytes = setup->bytes,
		.flags = setup->flags | (setup->poll ? FOREBAY_CAP_POLL : 0),
		.policy = setup->policy,
		.map_bytes = setup->map_bytes,
	};
}

static long setup(struct forebay_pairs *pairs, struct forebay_cap_setup __user *arg)
{
	struct forebay_pairs_setup setup;
	struct forebay_cap_setup asked;
	long ret;

	if (copy_from_user(&asked, arg, sizeof(asked)))
		return -EFAULT;
	if (asked.reserved || asked.flags & ~(FOREBAY_CAP_THROUGH | FOREBAY_CAP_POLL) ||
	    asked.policy > FOREBAY_CAP_OVERWRITE)
		return -EINVAL;
	setup = (struct forebay_pairs_setup){
		.buffers = asked.buffers,
		.bytes = asked.bytes,
		.flags = asked.flags & FOREBAY_CAP_THROUGH,
		.policy = asked.policy,
		.poll = asked.flags & FOREBAY_CAP_POLL,
	};
	ret = forebay_pairs_cdev_setup(pairs, &setup);
	if (ret && ret != -ENOMEM)
		return ret;
	asked = said(&setup);
	return copy_to_user(arg, &asked, sizeof(asked)) ? -EFAULT : ret;
}

static long get(struct forebay_pairs *pairs, struct forebay_cap_setup __user *arg)
{
	struct forebay_pairs_setup setup = forebay_pairs_cdev_get(pairs);
	struct forebay_cap_setup has = said(&setup);

	return copy_to_user(arg, &has, sizeof(has)) ? -EFAULT : 0;
}

static long next(struct forebay_pairs *pairs, bool nonblock, struct forebay_cap_next __user *arg)
{
	struct forebay_cap_next next;
	long ret;

	if (copy_from_user(&next, arg, sizeof(next)))
		return -EFAULT;
	if (next.reserved)
		return -EINVAL;
	ret = forebay_cap_next(pairs, nonblock, next.timeout_ms, &next.buffer);
	if (ret || !copy_to_user(arg, &next, sizeof(next)))
		return ret;
	forebay_cap_not_next(pairs, next.buffer.index);
	return -EFAULT;
}

static long release(struct forebay_pairs *pairs, const u32 __user *arg)
{
	struct forebay_pairs_slot *slot;
	u32 index;

	if (get_user(index, arg))
		return -EFAULT;
	spin_lock_irq(&pairs->ring_lock);
	slot = forebay_pairs_ring_find(pairs, index);
	if (slot)
		forebay_cap_ring_give_back(pairs, slot);
	spin_unlock_irq(&pairs->ring_lock);
	return slot ? 0 : -EINVAL;
}

static long export(struct forebay_pairs *pairs, struct forebay_cap_export __user *arg)
{
	struct forebay_cap_export export;
	struct dma_buf *buf;

	if (copy_from_user(&export, arg, sizeof(export)))
		return -EFAULT;
	export.fd = get_unused_fd_flags(O_CLOEXEC);
	if (export.fd < 0)
		return export.fd;
	buf = forebay_cap_export(pairs, export.index);
	if (IS_ERR(buf)) {
		put_unused_fd(export.fd);
		return PTR_ERR(buf);
	}
	if (copy_to_user(arg, &export, sizeof(export))) {
		put_unused_fd(export.fd);
		dma_buf_put(buf);
		return -EFAULT;
	}
	fd_install(export.fd, buf->file);
	return 0;
}

static long stats(struct forebay_pairs *pairs, struct forebay_cap_stats __user *arg)
{
	const struct forebay_capture *cap = forebay_capture_of(pairs);
	struct forebay_cap_stats stats;

	spin_lock_irq(&pairs->ring_lock);
	stats = (struct forebay_cap_stats){
		.buffers = pairs->stats.buffers,
		.bytes = pairs->stats.bytes,
		.lost = cap->sum_lost,
		.gaps = cap->sum_gaps,
		.overwritten = cap->sum_overwritten,
		.interrupts = pairs->stats.interrupts,
		.polls = pairs->stats.polls,
		.armed = pairs->count[FOREBAY_PAIRS_ARMED],
		.full = pairs->count[FOREBAY_PAIRS_FULL],
		.taken = pairs->count[FOREBAY_PAIRS_TAKEN],
		.exported = pairs->count[FOREBAY_PAIRS_LINGERS],
		.errors = pairs->stats.errors,
		.status = pairs->stats.status,
		.flags = pairs->running ? FOREBAY_CAP_RUNS : 0,
	};
	spin_unlock_irq(&pairs->ring_lock);
	return copy_to_user(arg, &stats, sizeof(stats)) ? -EFAULT : 0;
}

static long last(struct forebay_pairs *pairs, struct forebay_cap_buffer __user *arg)
{
	const struct forebay_capture *cap = forebay_capture_of(pairs);
	struct forebay_cap_buffer last;
	bool any;

	spin_lock_irq(&pairs->ring_lock);
	last = cap->last;
	any = cap->has_last;
	spin_unlock_irq(&pairs->ring_lock);
	if (!any)
		return -ENODATA;
	return copy_to_user(arg, &last, sizeof(last)) ? -EFAULT : 0;
}

static long cap_ioctl(struct file *filp, unsigned int cmd, unsigned long arg)
{
	struct forebay_pairs *pairs = filp->private_data;
	void __user *to = (void __user *)arg;

	if (READ_ONCE(pairs->card->unbound))
		return -ENODEV;
	switch (cmd) {
	case FOREBAY_IOC_CAP_SETUP:
		return setup(pairs, to);
	case FOREBAY_IOC_CAP_START:
		return forebay_pairs_cdev_with_card(pairs, forebay_pairs_file_start);
	case FOREBAY_IOC_CAP_STOP:
		return forebay_pairs_cdev_with_card(pairs, forebay_pairs_file_stop);
	case FOREBAY_IOC_CAP_NEXT:
		return next(pairs, filp->f_flags & O_NONBLOCK, to);
	case FOREBAY_IOC_CAP_RELEASE:
		return release(pairs, to);
	case FOREBAY_IOC_CAP_EXPORT:
		return export(pairs, to);
	case FOREBAY_IOC_CAP_STATS:
		return stats(pairs, to);
	case FOREBAY_IOC_CAP_LAST:
		return last(pairs, to);
	case FOREBAY_IOC_CAP_GET:
		return get(pairs, to);
	default:
		return -ENOTTY;
	}
}

/* An iterator, as readv(2) would otherwise be a read, and maybe a buffer, for each of its pieces. */
static ssize_t cap_read(struct kiocb *iocb, struct iov_iter *to)
{
	struct forebay_pairs *pairs = iocb->ki_filp->private_data;
	bool nonblock = iocb->ki_filp->f_flags & O_NONBLOCK || iocb->ki_flags & IOCB_NOWAIT;

	if (READ_ONCE(pairs->card->unbound))
		return -ENODEV;
	return iov_iter_count(to) ? forebay_cap_copy(pairs, to, nonblock) : 0;
}

static __poll_t cap_poll(struct file *filp, struct poll_table_struct *table)
{
	struct forebay_pairs *pairs = filp->private_data;

	poll_wait(filp, &pairs->wait, table);
	return forebay_cap_poll(pairs);
}

static int cap_open(struct inode *inode, struct file *filp)
{
	return forebay_pairs_cdev_open(inode, filp, FOREBAY_PAIRS_TO_HOST);
}

const struct file_operations forebay_capture_fops = {
	.owner = THIS_MODULE,
	.open = cap_open,
	.release = forebay_pairs_cdev_release,
	.unlocked_ioctl = cap_ioctl,
	.compat_ioctl = compat_ptr_ioctl,
	.read_iter = cap_read,
	.poll = cap_poll,
	.mmap = forebay_pairs_cdev_mmap,
};
