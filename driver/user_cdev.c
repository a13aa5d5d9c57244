// SPDX-License-Identifier: GPL-2.0-only
/* forebayN_user: the card's registers, as whole 32-bit words. */
#include <linux/fs.h>
#include <linux/io.h>
#include <linux/module.h>
#include <linux/sched/signal.h>
#include <linux/uio.h>

#include "card.h"

#define WORD sizeof(u32)

static struct forebay_card *card_of(const struct kiocb *iocb)
{
	const struct forebay_map_file *file = iocb->ki_filp->private_data;

	return file->maps->node->card;
}

static int check_range(const struct forebay_card *card, u64 pos, size_t len)
{
	if (pos % WORD || len % WORD)
		return -EINVAL;
	if (pos > card->user_bytes || len > card->user_bytes - pos)
		return -ENXIO;
	return 0;
}

/* All ones may be a register's value; a card that is gone gives nothing else. */
static int read_word(struct forebay_card *card, u64 pos, u32 *word)
{
	*word = readl(card->user + pos);
	return *word == ~0u && forebay_card_gone(card) ? -ENODEV : 0;
}

static int move_word(struct forebay_card *card, u64 pos, struct iov_iter *iter)
{
	__le32 raw;
	u32 word;
	int ret;

	if (iov_iter_rw(iter) == READ) {
		ret = read_word(card, pos, &word);
		raw = cpu_to_le32(word);
		if (!ret && copy_to_iter(&raw, WORD, iter) != WORD)
			ret = -EFAULT;
		return ret;
	}
	if (!copy_from_iter_full(&raw, WORD, iter))
		return -EFAULT;
	writel(le32_to_cpu(raw), card->user + pos);
	return 0;
}

/*
 * Words move one by one, in order. Stops at the first one that cannot, and counts those before
 * it.
 */
static ssize_t move_words(struct forebay_card *card, u64 pos, struct iov_iter *iter)
{
	ssize_t done = 0;
	int ret = check_range(card, pos, iov_iter_count(iter));

	while (!ret && iov_iter_count(iter)) {
		ret = signal_pending(current) ? -EINTR : move_word(card, pos + done, iter);
		if (!ret)
			done += WORD;
		cond_resched();
	}
	return done ? done : ret;
}

static ssize_t user_iter(struct kiocb *iocb, struct iov_iter *iter)
{
	struct forebay_card *card = card_of(iocb);
	ssize_t ret;
	int index;

	ret = forebay_card_enter_online(card, &index);
	if (ret)
		return ret;
	ret = move_words(card, iocb->ki_pos, iter);
	forebay_card_exit(card, index);
	if (ret > 0)
		iocb->ki_pos += ret;
	return ret;
}

static loff_t user_llseek(struct file *filp, loff_t offset, int whence)
{
	const struct forebay_map_file *file = filp->private_data;

	if (READ_ONCE(file->maps->node->card->unbound))
		return -ENODEV;
	return fixed_size_llseek(filp, offset, whence, file->maps->bytes);
}

static int user_open(struct inode *inode, struct file *filp)
{
	return forebay_map_open(&forebay_inode_node(inode)->card->user_maps, filp);
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
