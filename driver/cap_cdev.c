// SPDX-License-Identifier: GPL-2.0-only
#include <linux/dma-buf.h>
#include <linux/err.h>
#include <linux/file.h>
#include <linux/fs.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/poll.h>
#include <linux/uaccess.h>

#include "cap_dmabuf.h"
#include "cap_ring.h"
#include "cap_wait.h"
#include "card.h"
#include "node.h"
#include "online.h"
#include "pairs.h"
#include "pairs_files.h"
#include "pairs_hooks.h"
#include "pairs_map.h"

static long setup(struct forebay_pairs *pairs, struct forebay_cap_setup __user *arg)
{
	struct forebay_cap_setup setup;
	int index;
	long ret;

	if (copy_from_user(&setup, arg, sizeof(setup)))
		return -EFAULT;
	ret = forebay_card_enter_online(pairs->card, &index);
	if (ret)
		return ret;
	setup.map_bytes = 0;
	ret = forebay_pairs_file_remake(pairs, &setup);
	forebay_card_exit(pairs->card, index);
	if ((!ret || ret == -ENOMEM) && copy_to_user(arg, &setup, sizeof(setup)))
		return -EFAULT;
	return ret;
}

static long get(struct forebay_pairs *pairs, struct forebay_cap_setup __user *arg)
{
	struct forebay_cap_setup setup = {};

	spin_lock_irq(&pairs->ring_lock);
	if (pairs->set)
		setup = pairs->set->setup;
	spin_unlock_irq(&pairs->ring_lock);
	return copy_to_user(arg, &setup, sizeof(setup)) ? -EFAULT : 0;
}

static long with_card(struct forebay_pairs *pairs, int (*what)(struct forebay_pairs *pairs))
{
	int index;
	long ret;

	ret = forebay_card_enter_online(pairs->card, &index);
	if (ret)
		return ret;
	ret = what(pairs);
	forebay_card_exit(pairs->card, index);
	return ret;
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
	slot = forebay_cap_ring_find(pairs, index);
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
	struct forebay_cap_stats stats;

	spin_lock_irq(&pairs->ring_lock);
	stats = pairs->stats;
	stats.armed = pairs->count[FOREBAY_PAIRS_ARMED];
	stats.full = pairs->count[FOREBAY_PAIRS_FULL];
	stats.taken = pairs->count[FOREBAY_PAIRS_TAKEN];
	stats.exported = pairs->count[FOREBAY_PAIRS_LINGERS];
	stats.flags = pairs->running ? FOREBAY_CAP_RUNS : 0;
	spin_unlock_irq(&pairs->ring_lock);
	return copy_to_user(arg, &stats, sizeof(stats)) ? -EFAULT : 0;
}

static long last(struct forebay_pairs *pairs, struct forebay_cap_buffer __user *arg)
{
	struct forebay_cap_buffer last;
	bool any;

	spin_lock_irq(&pairs->ring_lock);
	last = pairs->last;
	any = pairs->has_last;
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
		return with_card(pairs, forebay_pairs_file_start);
	case FOREBAY_IOC_CAP_STOP:
		return with_card(pairs, forebay_pairs_file_stop);
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

static ssize_t cap_read(struct file *filp, char __user *to, size_t count, loff_t *at)
{
	struct forebay_pairs *pairs = filp->private_data;

	if (READ_ONCE(pairs->card->unbound))
		return -ENODEV;
	return count ? forebay_cap_copy(pairs, to, count, filp->f_flags & O_NONBLOCK) : 0;
}

static __poll_t cap_poll(struct file *filp, struct poll_table_struct *table)
{
	struct forebay_pairs *pairs = filp->private_data;

	poll_wait(filp, &pairs->wait, table);
	return forebay_cap_poll(pairs);
}

static int cap_mmap(struct file *filp, struct vm_area_struct *vma)
{
	struct forebay_pairs *pairs = filp->private_data;

	return READ_ONCE(pairs->card->unbound) ? -ENODEV : forebay_pairs_map(pairs, vma);
}

static int cap_open(struct inode *inode, struct file *filp)
{
	struct forebay_card *card = forebay_inode_node(inode)->card;
	int index, ret;

	/* So that it cannot be unbound before the buffers are where that finds them. */
	if (!forebay_card_enter(card, &index))
		return -ENODEV;
	filp->private_data = card->pairs;
	ret = forebay_pairs_file_begin(card->pairs, filp);
	forebay_card_exit(card, index);
	return ret ? ret : nonseekable_open(inode, filp);
}

/* Does not wait for a card that is away: what the file had is given back when that is at rest. */
static int cap_release(struct inode *inode, struct file *filp)
{
	struct forebay_pairs *pairs = filp->private_data;
	bool entered;
	int index;

	entered = forebay_card_enter(pairs->card, &index);
	forebay_pairs_file_close(pairs, entered && !READ_ONCE(pairs->card->offline));
	if (entered)
		forebay_card_exit(pairs->card, index);
	return 0;
}

const char forebay_capture_node[] = "cap0";

const struct file_operations forebay_capture_fops = {
	.owner = THIS_MODULE,
	.open = cap_open,
	.release = cap_release,
	.unlocked_ioctl = cap_ioctl,
	.compat_ioctl = compat_ptr_ioctl,
	.read = cap_read,
	.poll = cap_poll,
	.mmap = cap_mmap,
};
