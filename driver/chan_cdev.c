// SPDX-License-Identifier: GPL-2.0-only
#include "chan_cdev.h"

#include <linux/fdtable.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include <linux/uio.h>

#include "card.h"
#include "chan.h"
#include "lists.h"
#include "params.h"
#include "request.h"
#include "watch.h"

static struct forebay_file *file_of(struct forebay_client *client)
{
	return container_of(client, struct forebay_file, client);
}

static struct forebay_card *card_of(const struct forebay_file *file)
{
	return file->client.chan->card;
}

static struct forebay_completion completion_of(struct forebay_file *file)
{
	struct forebay_completion completion = { 0 };

	spin_lock(&file->lock);
	completion.mode = file->mode;
	completion.spin_us = file->spin_us;
	completion.timeout_ms = file->client.timeout_ms;
	spin_unlock(&file->lock);
	return completion;
}

static void set_completion_of(struct forebay_file *file,
			      const struct forebay_completion *completion)
{
	spin_lock(&file->lock);
	file->mode = completion->mode;
	file->spin_us = completion->spin_us;
	WRITE_ONCE(file->client.timeout_ms, completion->timeout_ms);
	spin_unlock(&file->lock);
}

/* ---- what became of a call ---- */

/* The last stall that ended a call: nothing is known of one whose card did not answer. */
static void note_stall(struct forebay_file *file, const struct forebay_outcome *outcome, u64 seq)
{
	if (outcome->failure.cause != FOREBAY_CAUSE_TIMEOUT &&
	    outcome->failure.cause != FOREBAY_CAUSE_DEADLOCK)
		return;
	memset(&file->stall, 0, sizeof(file->stall));
	if (outcome->stall) {
		file->stall = *outcome->stall;
		file->stall.seq = seq;
	}
}

/* The file's last failure, numbered, and its count of packets. */
static void file_note(struct forebay_client *client, const struct forebay_outcome *outcome)
{
	struct forebay_file *file = file_of(client);
	u64 seq;

	if (!outcome->packet_ended && outcome->failure.cause == FOREBAY_CAUSE_NONE)
		return;
	spin_lock(&file->lock);
	file->packets_ended += outcome->packet_ended;
	if (outcome->failure.cause != FOREBAY_CAUSE_NONE) {
		seq = file->error.seq + 1;
		file->error = outcome->failure;
		file->error.seq = seq;
		note_stall(file, outcome, seq);
	}
	spin_unlock(&file->lock);
}

/* The end of an asynchronous call; the file may be closed with it. */
static void file_done(struct forebay_client *client, void *cookie,
		      const struct forebay_outcome *outcome)
{
	struct kiocb *iocb = cookie;

	if (outcome->result > 0 && !client->chan->stream)
		iocb->ki_pos += outcome->result;
	forebay_client_leave(client);
	iocb->ki_complete(iocb, outcome->result);
}

static const struct forebay_client_ops file_ops = {
	.note = file_note,
	.done = file_done,
};

/* ---- read and write ---- */

/*
 * An asynchronous call needs room; one that waits for its end needs none, its caller can make
 * only one.
 */
static int wait_for_room(struct forebay_file *file, struct kiocb *iocb)
{
	bool nowait = iocb->ki_flags & IOCB_NOWAIT;

	if (is_sync_kiocb(iocb))
		return nowait ? -EAGAIN : 0;
	return forebay_client_enter(&file->client, nowait);
}

static ssize_t transfer_async(struct forebay_file *file, struct kiocb *iocb, struct iov_iter *iter)
{
	const struct forebay_call call = {
		.card_addr = iocb->ki_pos,
		.async = true,
		.cookie = iocb,
		.owner = current->files,
	};
	struct forebay_request *req = forebay_client_begin(&file->client, &call, iter);

	if (!IS_ERR(req))
		return -EIOCBQUEUED;
	forebay_client_leave(&file->client);
	return PTR_ERR(req);
}

static ssize_t transfer_sync(struct forebay_file *file, struct kiocb *iocb, struct iov_iter *iter)
{
	struct forebay_completion completion = completion_of(file);
	const struct forebay_call call = {
		.card_addr = iocb->ki_pos,
		.spinning = completion.mode == FOREBAY_COMPLETE_POLL && completion.spin_us,
	};
	struct forebay_request *req = forebay_client_begin(&file->client, &call, iter);
	struct forebay_outcome outcome;

	if (IS_ERR(req))
		return PTR_ERR(req);
	forebay_chan_wait(req, completion.spin_us);
	forebay_request_settle(req, &outcome);
	forebay_request_put(req);
	if (outcome.result <= 0)
		return outcome.result;
	iov_iter_advance(iter, outcome.result);
	if (!file->client.chan->stream)
		iocb->ki_pos += outcome.result;
	return outcome.result;
}

static ssize_t chan_iter(struct kiocb *iocb, struct iov_iter *iter)
{
	struct forebay_file *file = iocb->ki_filp->private_data;
	int ret;

	if (READ_ONCE(card_of(file)->unbound))
		return -ENODEV;
	if (!iov_iter_count(iter))
		return 0;
	if (!forebay_client_reaches(&file->client, iocb->ki_pos, iov_iter_count(iter)))
		return -EINVAL;
	ret = wait_for_room(file, iocb);
	if (ret)
		return ret;
	if (is_sync_kiocb(iocb))
		return transfer_sync(file, iocb, iter);
	return transfer_async(file, iocb, iter);
}

static loff_t chan_llseek(struct file *filp, loff_t offset, int whence)
{
	struct forebay_file *file = filp->private_data;

	if (READ_ONCE(card_of(file)->unbound))
		return -ENODEV;
	if (file->client.chan->stream)
		return -ESPIPE;
	return no_seek_end_llseek(filp, offset, whence);
}

/* ---- ioctl ---- */

static long get_info(struct forebay_chan *chan, struct forebay_info __user *arg)
{
	struct forebay_info info = {
		.abi = FOREBAY_ABI,
		.flags = forebay_chan_flags(chan),
		.channel = chan->index,
		.resets = READ_ONCE(chan->card->resets),
		.max_bytes = FOREBAY_MAX_BYTES,
	};

	return copy_to_user(arg, &info, sizeof(info)) ? -EFAULT : 0;
}

static long get_completion(struct forebay_file *file, struct forebay_completion __user *arg)
{
	struct forebay_completion completion = completion_of(file);

	return copy_to_user(arg, &completion, sizeof(completion)) ? -EFAULT : 0;
}

static long set_completion(struct forebay_file *file, const struct forebay_completion __user *arg)
{
	struct forebay_completion completion;

	if (copy_from_user(&completion, arg, sizeof(completion)))
		return -EFAULT;
	if (completion.reserved || completion.mode > FOREBAY_COMPLETE_POLL ||
	    completion.spin_us > FOREBAY_MAX_SPIN_US || !completion.timeout_ms)
		return -EINVAL;
	set_completion_of(file, &completion);
	return 0;
}

static long get_error(struct forebay_file *file, struct forebay_error __user *arg)
{
	struct forebay_error error;

	spin_lock(&file->lock);
	error = file->error;
	spin_unlock(&file->lock);
	return copy_to_user(arg, &error, sizeof(error)) ? -EFAULT : 0;
}

static long get_stall(struct forebay_file *file, struct forebay_stall __user *arg)
{
	struct forebay_stall stall;

	spin_lock(&file->lock);
	stall = file->stall;
	spin_unlock(&file->lock);
	return copy_to_user(arg, &stall, sizeof(stall)) ? -EFAULT : 0;
}

static long get_packets(struct forebay_file *file, struct forebay_packets __user *arg)
{
	struct forebay_packets packets;

	spin_lock(&file->lock);
	packets.ended = file->packets_ended;
	spin_unlock(&file->lock);
	return copy_to_user(arg, &packets, sizeof(packets)) ? -EFAULT : 0;
}

static long move_list(struct file *filp, struct forebay_list __user *arg)
{
	struct forebay_file *file = filp->private_data;
	struct forebay_completion completion = completion_of(file);

	if (!(filp->f_mode & (file->client.chan->c2h ? FMODE_READ : FMODE_WRITE)))
		return -EBADF;
	return forebay_list_move(&file->client, &completion, arg);
}

static long chan_ioctl(struct file *filp, unsigned int cmd, unsigned long arg)
{
	struct forebay_file *file = filp->private_data;
	void __user *ptr = (void __user *)arg;

	if (READ_ONCE(card_of(file)->unbound))
		return -ENODEV;
	switch (cmd) {
	case FOREBAY_IOC_INFO:
		return get_info(file->client.chan, ptr);
	case FOREBAY_IOC_GET_COMPLETION:
		return get_completion(file, ptr);
	case FOREBAY_IOC_SET_COMPLETION:
		return set_completion(file, ptr);
	case FOREBAY_IOC_LAST_ERROR:
		return get_error(file, ptr);
	case FOREBAY_IOC_STALL:
		return get_stall(file, ptr);
	case FOREBAY_IOC_LIST:
		return move_list(filp, ptr);
	case FOREBAY_IOC_PACKETS:
		return get_packets(file, ptr);
	default:
		return -ENOTTY;
	}
}

/* ---- open and close ---- */

static int chan_open(struct inode *inode, struct file *filp)
{
	struct forebay_node *node = forebay_inode_node(inode);
	struct forebay_chan *chan = container_of(node, struct forebay_chan_node, node)->chan;
	struct forebay_completion completion;
	struct forebay_file *file;
	int ret;

	file = kzalloc(sizeof(*file), GFP_KERNEL);
	if (!file)
		return -ENOMEM;
	spin_lock_init(&file->lock);
	file->client.quota = FOREBAY_MAX_ASYNC;
	forebay_params_completion(&completion);
	set_completion_of(file, &completion);
	ret = forebay_client_open(&file->client, chan, &file_ops);
	if (ret) {
		kfree(file);
		return ret;
	}
	filp->private_data = file;
	if (chan->stream)
		filp->f_mode &= ~FMODE_LSEEK;
	/* Submission never waits for a transfer. */
	filp->f_mode |= FMODE_NOWAIT;
	return 0;
}

static int chan_release(struct inode *inode, struct file *filp)
{
	struct forebay_file *file = filp->private_data;

	forebay_client_close(&file->client);
	kfree(file);
	return 0;
}

static int is_file(const void *filp, struct file *other, unsigned int fd)
{
	return other == filp;
}

/*
 * A process that closes its last descriptor of the file ends the asynchronous requests that it has
 * under way: they would keep the file open, and a stream taken, until their time is over. One of
 * several descriptors makes no difference to the others.
 */
static int chan_flush(struct file *filp, fl_owner_t owner)
{
	struct forebay_file *file = filp->private_data;
	u64 before = READ_ONCE(file->client.chan->next_id);

	if (!atomic_read(&file->client.under_way) || iterate_fd(owner, 0, is_file, filp))
		return 0;
	forebay_client_closing(&file->client);
	forebay_client_cancel(&file->client, owner, before);
	return 0;
}

const struct file_operations forebay_h2c_fops = {
	.owner = THIS_MODULE,
	.open = chan_open,
	.flush = chan_flush,
	.release = chan_release,
	.llseek = chan_llseek,
	.write_iter = chan_iter,
	.unlocked_ioctl = chan_ioctl,
	.compat_ioctl = compat_ptr_ioctl,
};

const struct file_operations forebay_c2h_fops = {
	.owner = THIS_MODULE,
	.open = chan_open,
	.flush = chan_flush,
	.release = chan_release,
	.llseek = chan_llseek,
	.read_iter = chan_iter,
	.unlocked_ioctl = chan_ioctl,
	.compat_ioctl = compat_ptr_ioctl,
};
