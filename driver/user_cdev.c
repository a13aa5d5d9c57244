// SPDX-License-Identifier: GPL-2.0-only
#include "user_cdev.h"

#include <linux/fs.h>
#include <linux/io.h>
#include <linux/module.h>
#include <linux/minmax.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>
#include <linux/uio.h>

#include "card.h"
#include "features.h"
#include "nodes.h"
#include "online.h"

#define WORD sizeof(u32)

/* Moved at a time: a call may be as long as the BAR. */
#define PART_BYTES 4096

static struct forebay_card *card_of(const struct kiocb *iocb)
{
	const struct forebay_map_file *file = iocb->ki_filp->private_data;

	return file->maps->node->card;
}

static int check_range(const struct forebay_card *card, u64 pos, size_t len)
{
	if (pos % WORD || len % WORD)
		return -EINVAL;
	if (pos > card->user.bytes || len > card->user.bytes - pos)
		return -ENXIO;
	return 0;
}

/* All ones may be a register's value; a card that is gone gives nothing else. */
static int read_word(struct forebay_card *card, u64 pos, u32 *word)
{
	*word = readl(card->user.regs + pos);
	return *word == ~0u && forebay_card_gone(card) ? -ENODEV : 0;
}

/* With the hardware at hand. Words move one by one, in order. Returns bytes, or an errno. */
static ssize_t move_words(struct forebay_card *card, u64 pos, __le32 *words, size_t len, int rw)
{
	size_t done;

	for (done = 0; done < len; done += WORD, words++) {
		u32 word;
		int ret;

		if (signal_pending(current))
			return done ? done : -EINTR;
		if (rw == WRITE) {
			writel(le32_to_cpu(*words), card->user.regs + pos + done);
		} else {
			ret = read_word(card, pos + done, &word);
			if (ret)
				return done ? done : ret;
			*words = cpu_to_le32(word);
		}
		cond_resched();
	}
	return done;
}

/* How much of the buffer there is room for; a register that was read must not get lost. */
static size_t room_in(struct iov_iter *iter, size_t want)
{
	return round_down(want - fault_in_iov_iter_writeable(iter, want), WORD);
}

/*
 * Moves as many words as fit between the hardware and the program. The program's memory is touched
 * away from the hardware: a page that comes late must not hold up a reset.
 */
static ssize_t move_part(struct forebay_card *card, u64 pos, struct iov_iter *iter, __le32 *words)
{
	size_t want = min_t(size_t, iov_iter_count(iter), PART_BYTES), taken = 0, len;
	int rw = iov_iter_rw(iter), index;
	ssize_t done;

	want = forebay_area_open(card, &card->user, pos, want);
	if (!want)
		return -EACCES;
	if (rw == WRITE)
		taken = copy_from_iter(words, want, iter);
	len = rw == WRITE ? round_down(taken, WORD) : room_in(iter, want);
	if (!len)
		return -EFAULT;
	done = forebay_card_enter_online(card, &index);
	if (!done) {
		done = move_words(card, pos, words, len, rw);
		forebay_card_exit(card, index);
	}
	if (rw == WRITE)
		iov_iter_revert(iter, taken - max_t(ssize_t, done, 0));
	else if (done > 0 && copy_to_iter(words, done, iter) != done)
		return -EFAULT;
	return done;
}

/* Stops at the first word that cannot be moved, and counts those before it. */
static ssize_t user_iter(struct kiocb *iocb, struct iov_iter *iter)
{
	struct forebay_card *card = card_of(iocb);
	ssize_t done = 0, ret;
	__le32 *words;

	if (READ_ONCE(card->unbound))
		return -ENODEV;
	if (!iov_iter_count(iter))
		return 0;
	ret = check_range(card, iocb->ki_pos, iov_iter_count(iter));
	if (ret)
		return ret;
	words = kmalloc(PART_BYTES, GFP_KERNEL);
	if (!words)
		return -ENOMEM;
	while (iov_iter_count(iter)) {
		ret = move_part(card, iocb->ki_pos, iter, words);
		if (ret < 0)
			break;
		done += ret;
		iocb->ki_pos += ret;
	}
	kfree(words);
	return done ? done : ret;
}

static loff_t user_llseek(struct file *filp, loff_t offset, int whence)
{
	const struct forebay_map_file *file = filp->private_data;

	if (READ_ONCE(file->maps->node->card->unbound))
		return -ENODEV;
	return fixed_size_llseek(filp, offset, whence, file->maps->area->bytes);
}

static int user_open(struct inode *inode, struct file *filp)
{
	return forebay_map_open(&forebay_inode_node(inode)->card->nodes->user_maps, filp);
}

static long user_ioctl(struct file *filp, unsigned int cmd, unsigned long arg)
{
	const struct forebay_map_file *file = filp->private_data;

	return READ_ONCE(file->maps->node->card->unbound) ? -ENODEV : -ENOTTY;
}

const struct file_operations forebay_user_fops = {
	.owner = THIS_MODULE,
	.open = user_open,
	.release = forebay_map_release,
	.llseek = user_llseek,
	.read_iter = user_iter,
	.write_iter = user_iter,
	.unlocked_ioctl = user_ioctl,
	.compat_ioctl = compat_ptr_ioctl,
	.mmap = forebay_map_mmap,
};
