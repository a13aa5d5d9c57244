// SPDX-License-Identifier: GPL-2.0-only
#include "events_cdev.h"

#include <linux/bits.h>
#include <linux/module.h>
#include <linux/poll.h>
#include <linux/slab.h>
#include <linux/uaccess.h>
#include <linux/wait.h>

#include "card.h"

#define ALL_LINES GENMASK(FOREBAY_USER_LINES - 1, 0)

/**
 * struct events_file - an open file
 * @entry: place among the card's files
 * @events: the card's side
 * @wait: who waits for a count
 * @wanted: lines that are counted
 * @count: interrupts since the last read
 * @lines: lines that had one
 * @resets: resets of the card that the file knows of
 */
struct events_file {
	struct list_head entry;
	struct forebay_events_card *events;
	wait_queue_head_t wait;
	u32 wanted;
	u64 count;
	u32 lines;
	u32 resets;
};

static struct forebay_card *card_of(const struct events_file *file)
{
	return file->events->node.card;
}

/** forebay_events_init() - nobody listens yet. */
void forebay_events_init(struct forebay_events_card *events)
{
	unsigned int i;

	spin_lock_init(&events->lock);
	INIT_LIST_HEAD(&events->files);
	for (i = 0; i < FOREBAY_USER_LINES; i++) {
		events->lines[i].events = events;
		events->lines[i].number = i;
	}
}

/** forebay_events_irq() - count. */
irqreturn_t forebay_events_irq(int irq, void *data)
{
	struct forebay_line *line = data;
	struct forebay_events_card *events = line->events;
	struct events_file *file;
	u32 bit = BIT(line->number);

	spin_lock(&events->lock);
	list_for_each_entry(file, &events->files, entry) {
		if (!(file->wanted & bit))
			continue;
		file->count++;
		file->lines |= bit;
		wake_up_interruptible(&file->wait);
	}
	spin_unlock(&events->lock);
	return IRQ_HANDLED;
}

/** forebay_events_wake() - the card was reset or is unbound; whoever waits looks at it. */
void forebay_events_wake(struct forebay_events_card *events)
{
	struct events_file *file;

	spin_lock_irq(&events->lock);
	list_for_each_entry(file, &events->files, entry)
		wake_up_interruptible(&file->wait);
	spin_unlock_irq(&events->lock);
}

/* Takes the count. Returns false if there is none. */
static bool take(struct events_file *file, struct forebay_events *out)
{
	spin_lock_irq(&file->events->lock);
	out->count = file->count;
	out->lines = file->lines;
	file->count = 0;
	file->lines = 0;
	spin_unlock_irq(&file->events->lock);
	return out->count;
}

static void give_back(struct events_file *file, const struct forebay_events *events)
{
	spin_lock_irq(&file->events->lock);
	file->count += events->count;
	file->lines |= events->lines;
	spin_unlock_irq(&file->events->lock);
}

static bool unbound(const struct events_file *file)
{
	return READ_ONCE(card_of(file)->unbound);
}

static bool was_reset(const struct events_file *file)
{
	return file->resets != READ_ONCE(card_of(file)->resets);
}

/* Events from before a reset tell of work that is not there any more. */
static void forget(struct events_file *file)
{
	spin_lock_irq(&file->events->lock);
	file->resets = READ_ONCE(card_of(file)->resets);
	file->count = 0;
	file->lines = 0;
	spin_unlock_irq(&file->events->lock);
}

/* Why a read ends without an event; 0 if it need not. */
static int read_ends(struct events_file *file)
{
	if (unbound(file))
		return -ENODEV;
	if (!was_reset(file))
		return 0;
	forget(file);
	return -ECANCELED;
}

static bool has_news(const struct events_file *file)
{
	return READ_ONCE(file->count) || unbound(file) || was_reset(file);
}

static ssize_t events_read(struct file *filp, char __user *buf, size_t len, loff_t *pos)
{
	struct events_file *file = filp->private_data;
	struct forebay_events events = {};
	int ret;

	if (unbound(file))
		return -ENODEV;
	if (!len)
		return 0;
	if (len < sizeof(events))
		return -EINVAL;
	for (;;) {
		ret = read_ends(file);
		if (ret)
			return ret;
		if (take(file, &events))
			break;
		if (filp->f_flags & O_NONBLOCK)
			return -EAGAIN;
		if (wait_event_interruptible(file->wait, has_news(file)))
			return -EINTR;
	}
	if (!copy_to_user(buf, &events, sizeof(events)))
		return sizeof(events);
	give_back(file, &events);
	return -EFAULT;
}

static __poll_t events_poll(struct file *filp, struct poll_table_struct *table)
{
	struct events_file *file = filp->private_data;

	poll_wait(filp, &file->wait, table);
	if (unbound(file))
		return EPOLLERR | EPOLLHUP;
	if (was_reset(file))
		return EPOLLIN | EPOLLRDNORM | EPOLLPRI;
	return READ_ONCE(file->count) ? EPOLLIN | EPOLLRDNORM : 0;
}

static long set_lines(struct events_file *file, const struct forebay_lines __user *arg)
{
	struct forebay_lines lines;

	if (copy_from_user(&lines, arg, sizeof(lines)))
		return -EFAULT;
	if (lines.reserved || lines.lines & ~ALL_LINES)
		return -EINVAL;
	spin_lock_irq(&file->events->lock);
	file->wanted = lines.lines;
	file->count = 0;
	file->lines = 0;
	spin_unlock_irq(&file->events->lock);
	return 0;
}

static long events_ioctl(struct file *filp, unsigned int cmd, unsigned long arg)
{
	struct events_file *file = filp->private_data;

	if (unbound(file))
		return -ENODEV;
	switch (cmd) {
	case FOREBAY_IOC_SET_LINES:
		return set_lines(file, (const struct forebay_lines __user *)arg);
	default:
		return -ENOTTY;
	}
}

static int events_open(struct inode *inode, struct file *filp)
{
	struct forebay_node *node = forebay_inode_node(inode);
	struct forebay_events_card *events = container_of(node, struct forebay_events_card, node);
	struct events_file *file;

	if (READ_ONCE(node->card->unbound))
		return -ENODEV;
	file = kzalloc(sizeof(*file), GFP_KERNEL);
	if (!file)
		return -ENOMEM;
	file->events = events;
	file->wanted = ALL_LINES;
	file->resets = READ_ONCE(node->card->resets);
	init_waitqueue_head(&file->wait);
	filp->private_data = file;
	spin_lock_irq(&events->lock);
	list_add_tail(&file->entry, &events->files);
	spin_unlock_irq(&events->lock);
	return stream_open(inode, filp);
}

static int events_release(struct inode *inode, struct file *filp)
{
	struct events_file *file = filp->private_data;

	spin_lock_irq(&file->events->lock);
	list_del(&file->entry);
	spin_unlock_irq(&file->events->lock);
	kfree(file);
	return 0;
}

const struct file_operations forebay_events_fops = {
	.owner = THIS_MODULE,
	.open = events_open,
	.release = events_release,
	.read = events_read,
	.poll = events_poll,
	.unlocked_ioctl = events_ioctl,
	.compat_ioctl = compat_ptr_ioctl,
};
