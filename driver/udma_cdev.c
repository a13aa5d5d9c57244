// SPDX-License-Identifier: GPL-2.0-only
#include <linux/err.h>
#include <linux/fdtable.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include "card.h"
#include "node.h"
#include "online.h"
#include "params.h"
#include "programs.h"
#include "udma.h"
#include "udma_copy.h"
#include "udma_ctx.h"
#include "udma_files.h"
#include "udma_map.h"
#include "udma_memory.h"
#include "udma_owner.h"
#include "udma_table.h"
#include "udma_wait.h"

#define RIGHTS (FOREBAY_UDMA_READ | FOREBAY_UDMA_WRITE)

static struct forebay_card *card_of(const struct forebay_udma_file *file)
{
	return file->udma->card;
}

/* With the card at hand and udma.lock held, if 0 is returned; then end() is to follow. */
static int begin(struct forebay_udma_file *file, int *index)
{
	int ret = forebay_card_enter_online(card_of(file), index);

	if (ret)
		return ret;
	if (!mutex_lock_interruptible(&file->udma->lock))
		return 0;
	forebay_card_exit(card_of(file), *index);
	return -EINTR;
}

static void end(struct forebay_udma_file *file, int index)
{
	mutex_unlock(&file->udma->lock);
	forebay_card_exit(card_of(file), index);
}

/* begin() for a call that needs what the file had before: a reset has taken it away. */
static int begin_again(struct forebay_udma_file *file, int *index)
{
	int ret = begin(file, index);

	if (ret || !file->lost)
		return ret;
	end(file, *index);
	return -ECANCELED;
}

static long get(struct forebay_udma_file *file, struct forebay_udma_context __user *arg)
{
	const struct forebay_programs *udma = file->udma;
	struct forebay_udma_context context = {};
	int index;
	long ret;

	ret = begin(file, &index);
	if (ret)
		return ret;
	file->lost = false;
	ret = forebay_udma_get(file);
	if (!ret) {
		context.scheme = udma->scheme;
		context.context = file->context;
		context.key = file->key;
		context.contexts = udma->contexts;
		context.slots = udma->slots;
		context.depth = udma->depth;
		context.batch = udma->batch;
		context.flags = (forebay_udma_shared(udma) ? FOREBAY_UDMA_SHARED : 0) |
				(udma->copy ? FOREBAY_UDMA_BY_KERNEL : 0) |
				(udma->direct ? FOREBAY_UDMA_DIRECT : 0);
	}
	end(file, index);
	if (!ret && copy_to_user(arg, &context, sizeof(context)))
		return -EFAULT;
	return ret;
}

static int check_region(const struct forebay_programs *udma,
			const struct forebay_udma_region *region)
{
	if (region->reserved || region->rights & ~RIGHTS || !region->rights)
		return -EINVAL;
	if (!region->bytes || !PAGE_ALIGNED(region->addr) ||
	    region->addr + region->bytes < region->addr)
		return -EINVAL;
	return region->bytes > (u64)udma->slots << PAGE_SHIFT ? -ENOSPC : 0;
}

/* Memory that is pinned becomes a region, or nothing is left of it. */
static int make_region(struct forebay_udma_file *file, struct forebay_udma_memory *memory,
		      struct forebay_udma_region *region)
{
	struct forebay_programs *udma = file->udma;
	int index, ret;

	ret = begin_again(file, &index);
	if (ret) {
		forebay_udma_memory_free(udma, memory);
		return ret;
	}
	ret = forebay_udma_memory_map(udma, memory);
	if (!ret)
		ret = forebay_udma_add(file, memory);
	if (ret) {
		forebay_udma_memory_free(udma, memory);
	} else {
		region->region = memory->number;
		region->first_slot = memory->first;
	}
	end(file, index);
	return ret;
}

static long drop(struct forebay_udma_file *file, u32 number)
{
	int index;
	long ret;

	ret = begin_again(file, &index);
	if (ret)
		return ret;
	ret = forebay_udma_drop(file, number);
	end(file, index);
	return ret;
}

static long add(struct forebay_udma_file *file, struct forebay_udma_region __user *arg)
{
	struct forebay_udma_memory *memory;
	struct forebay_udma_region region;
	long ret;

	if (copy_from_user(&region, arg, sizeof(region)))
		return -EFAULT;
	ret = check_region(file->udma, &region);
	if (ret)
		return ret;
	memory = forebay_udma_memory_pin(&region);
	if (IS_ERR(memory))
		return PTR_ERR(memory);
	ret = make_region(file, memory, &region);
	if (ret || !copy_to_user(arg, &region, sizeof(region)))
		return ret;
	drop(file, region.region);
	return -EFAULT;
}

static long unregister(struct forebay_udma_file *file,
		       const struct forebay_udma_unregister __user *arg)
{
	struct forebay_udma_unregister which;

	if (copy_from_user(&which, arg, sizeof(which)))
		return -EFAULT;
	return which.reserved ? -EINVAL : drop(file, which.region);
}

static const struct forebay_udma_memory *memory_of(const struct forebay_udma_file *file, u32 slot)
{
	const struct forebay_udma_memory *memory;

	list_for_each_entry(memory, &file->regions, entry) {
		if (memory->first != FOREBAY_UDMA_NO_SLOT && slot >= memory->first &&
		    slot - memory->first < memory->num_pages)
			return memory;
	}
	return NULL;
}

static long set_partners(struct forebay_udma_file *file, const struct forebay_udma_partner *which)
{
	u32 i;

	for (i = 0; i < which->count; i++) {
		if (!memory_of(file, which->first + i) || !memory_of(file, which->partner + i))
			return -ENOENT;
	}
	for (i = 0; i < which->count; i++)
		forebay_udma_slots_partner(file->udma, memory_of(file, which->first + i),
					   which->first + i, which->partner + i);
	return 0;
}

static long partner(struct forebay_udma_file *file, const struct forebay_udma_partner __user *arg)
{
	struct forebay_udma_partner which;
	int index;
	long ret;

	if (copy_from_user(&which, arg, sizeof(which)))
		return -EFAULT;
	if (which.reserved || !which.count)
		return -EINVAL;
	ret = begin_again(file, &index);
	if (ret)
		return ret;
	ret = set_partners(file, &which);
	end(file, index);
	return ret;
}

static long start(struct forebay_udma_file *file, struct forebay_udma_start __user *arg)
{
	struct forebay_udma_start start;
	int index;
	long ret;

	if (copy_from_user(&start, arg, sizeof(start)))
		return -EFAULT;
	if (start.reserved)
		return -EINVAL;
	start.done = 0;
	start.reason = 0;
	ret = begin_again(file, &index);
	if (ret)
		return ret;
	ret = file->udma->stuck ? -EIO : forebay_udma_copy(file, &start);
	if (file->udma->stuck)
		forebay_card_recover(card_of(file));
	end(file, index);
	if (copy_to_user(arg, &start, sizeof(start)))
		return -EFAULT;
	return start.done ? 0 : ret;
}

static long await(struct forebay_udma_file *file, const struct forebay_udma_wait __user *arg)
{
	struct forebay_udma_wait wait;
	unsigned int context = 0;
	int index;
	u32 seen;
	long left;

	if (copy_from_user(&wait, arg, sizeof(wait)))
		return -EFAULT;
	if (wait.reserved)
		return -EINVAL;
	left = forebay_scaled_jiffies(wait.timeout_ms);
	for (;;) {
		bool ended = false;
		long ret = begin_again(file, &index);

		if (ret)
			return ret;
		if (file->context < 0) {
			ret = -ENOENT;
		} else {
			context = file->context;
			ended = forebay_udma_await_begin(file, &seen);
		}
		end(file, index);
		if (ret || ended)
			return ret;
		if (!left)
			return -ETIMEDOUT;
		left = forebay_udma_await(file, context, seen, left);
		if (left < 0)
			return -EINTR;
		if (READ_ONCE(file->udma->ends[context]) != seen)
			return 0;
	}
}

static long stats(struct forebay_udma_file *file, struct forebay_udma_stats __user *arg)
{
	struct forebay_udma_stats said = {};
	int index;
	long ret;

	ret = begin_again(file, &index);
	if (ret)
		return ret;
	if (file->context < 0)
		ret = -ENOENT;
	else
		forebay_udma_ctx_stats(file, &said);
	end(file, index);
	if (!ret && copy_to_user(arg, &said, sizeof(said)))
		return -EFAULT;
	return ret;
}

/* Whoever got the file by fork, exec or a socket has no business with the memory of its opener. */
static int check_caller(const struct forebay_udma_file *file)
{
	if (READ_ONCE(card_of(file)->unbound))
		return -ENODEV;
	return current->mm == file->mm ? 0 : -EPERM;
}

static long udma_ioctl(struct file *filp, unsigned int cmd, unsigned long arg)
{
	struct forebay_udma_file *file = filp->private_data;
	void __user *to = (void __user *)arg;
	int ret = check_caller(file);

	if (ret)
		return ret;
	switch (cmd) {
	case FOREBAY_IOC_UDMA_GET:
		return get(file, to);
	case FOREBAY_IOC_UDMA_REGISTER:
		return add(file, to);
	case FOREBAY_IOC_UDMA_UNREGISTER:
		return unregister(file, to);
	case FOREBAY_IOC_UDMA_PARTNER:
		return partner(file, to);
	case FOREBAY_IOC_UDMA_START:
		return start(file, to);
	case FOREBAY_IOC_UDMA_WAIT:
		return await(file, to);
	case FOREBAY_IOC_UDMA_STATS:
		return stats(file, to);
	case FOREBAY_IOC_UDMA_BLANK:
		return forebay_udma_blank(file);
	default:
		return -ENOTTY;
	}
}

static int udma_mmap(struct file *filp, struct vm_area_struct *vma)
{
	struct forebay_udma_file *file = filp->private_data;
	int ret = check_caller(file);

	return ret ? ret : forebay_udma_map(file, vma);
}

/* Does not wait for a card that is away: what the file had is given back when that is at rest. */
static void end_all(struct forebay_udma_file *file)
{
	struct forebay_card *card = card_of(file);
	bool there;
	int index;

	there = forebay_card_enter(card, &index);
	mutex_lock(&file->udma->lock);
	if (there && !READ_ONCE(card->offline))
		forebay_udma_end(file);
	else
		forebay_udma_close(file);
	mutex_unlock(&file->udma->lock);
	if (there)
		forebay_card_exit(card, index);
}

static int udma_open(struct inode *inode, struct file *filp)
{
	struct forebay_card *card = forebay_inode_node(inode)->card;
	struct forebay_programs *udma = card->programs;
	struct forebay_udma_file *file;
	int ret;

	if (READ_ONCE(card->unbound))
		return -ENODEV;
	file = kzalloc(sizeof(*file), GFP_KERNEL);
	if (!file)
		return -ENOMEM;
	file->udma = udma;
	file->filp = filp;
	file->table = current->files;
	file->context = -1;
	INIT_LIST_HEAD(&file->regions);
	INIT_LIST_HEAD(&file->hooks);
	filp->private_data = file;
	ret = forebay_udma_owner_watch(file, end_all);
	if (ret) {
		kfree(file);
		return ret;
	}
	mutex_lock(&udma->lock);
	/* Not 0, which is nobody. */
	udma->last_who = udma->last_who == U32_MAX ? 1 : udma->last_who + 1;
	file->who = udma->last_who;
	list_add(&file->entry, &udma->files);
	mutex_unlock(&udma->lock);
	return nonseekable_open(inode, filp);
}

static int is_file(const void *what, struct file *filp, unsigned int fd)
{
	return what == filp;
}

/*
 * Its process closes its last descriptor, or ends: that is the end of what it had, though a child
 * may have inherited the file.
 */
static int udma_flush(struct file *filp, fl_owner_t owner)
{
	struct forebay_udma_file *file = filp->private_data;

	if (owner == file->table && !iterate_fd(owner, 0, is_file, filp))
		end_all(file);
	return 0;
}

static int udma_release(struct inode *inode, struct file *filp)
{
	struct forebay_udma_file *file = filp->private_data;

	end_all(file);
	mutex_lock(&file->udma->lock);
	list_del(&file->entry);
	mutex_unlock(&file->udma->lock);
	forebay_udma_owner_forget(file);
	forebay_udma_blank_free(file);
	kfree(file);
	return 0;
}

const char forebay_programs_node[] = "udma";

const struct file_operations forebay_programs_fops = {
	.owner = THIS_MODULE,
	.open = udma_open,
	.flush = udma_flush,
	.release = udma_release,
	.unlocked_ioctl = udma_ioctl,
	.compat_ioctl = compat_ptr_ioctl,
	.mmap = udma_mmap,
};
