// SPDX-License-Identifier: GPL-2.0-only
#include "chan_cdev.h"

#include <linux/fdtable.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/uaccess.h>
#include <linux/uio.h>

#include "card.h"
#include "chan.h"
#include "online.h"
#include "params.h"
#include "recover.h"
#include "request.h"
#include "watch.h"

/*
 * How long the next opener of a stream waits for calls of the last one to be dropped, in
 * milliseconds.
 */
#define VACANT_MS 1000

/** forebay_file_failed() - remember why a request of the file failed; process context. */
void forebay_file_failed(struct forebay_file *file, const struct forebay_error *failure)
{
	u64 seq;

	spin_lock(&file->lock);
	seq = file->error.seq + 1;
	file->error = *failure;
	file->error.seq = seq;
	spin_unlock(&file->lock);
}

/** forebay_file_packet_ended() - remember that a request had the end of a packet; the same. */
void forebay_file_packet_ended(struct forebay_file *file)
{
	spin_lock(&file->lock);
	file->packets_ended++;
	spin_unlock(&file->lock);
}

/** forebay_file_left() - an asynchronous call is about to be reported. */
void forebay_file_left(struct forebay_file *file)
{
	atomic_dec(&file->async);
	wake_up(&file->room);
}

/** forebay_file_timeout() - time that a request of the file may take, in jiffies. */
unsigned long forebay_file_timeout(struct forebay_file *file)
{
	return forebay_scaled_jiffies(READ_ONCE(file->completion.timeout_ms));
}

static struct forebay_completion completion_of(struct forebay_file *file)
{
	struct forebay_completion completion;

	spin_lock(&file->lock);
	completion = file->completion;
	spin_unlock(&file->lock);
	return completion;
}

/* ---- read and write ---- */

static bool take_room(struct forebay_file *file)
{
	return atomic_add_unless(&file->async, 1, FOREBAY_MAX_ASYNC);
}

/*
 * An asynchronous call needs room; one that waits for its end needs none, its caller can make
 * only one.
 */
static int wait_for_room(struct forebay_file *file, struct kiocb *iocb)
{
	if (is_sync_kiocb(iocb))
		return iocb->ki_flags & IOCB_NOWAIT ? -EAGAIN : 0;
	if (take_room(file))
		return 0;
	if (iocb->ki_flags & IOCB_NOWAIT)
		return -EAGAIN;
	return wait_event_interruptible(file->room, take_room(file));
}

/* Maps and queues, with the hardware at hand. */
static int submit(struct forebay_request *req)
{
	struct forebay_chan *chan = req->chan;
	int index, ret;

	if (!forebay_card_enter(chan->card, &index))
		return -ENODEV;
	ret = forebay_request_map(req);
	if (!ret)
		ret = forebay_chan_submit(chan, req);
	if (ret == -EIO && forebay_chan_retry(chan))
		ret = forebay_chan_submit(chan, req);
	if (ret)
		forebay_request_unmap(req);
	forebay_card_exit(chan->card, index);
	return ret;
}

/* A request of a call, under way. */
static struct forebay_request *begin(struct forebay_file *file, struct kiocb *iocb,
				     const struct iov_iter *iter, bool spinning)
{
	struct forebay_request *req = forebay_request_create(file, iocb, iter);
	int ret;

	if (IS_ERR(req))
		return req;
	req->spinning = spinning;
	ret = submit(req);
	if (ret) {
		forebay_request_put(req);
		return ERR_PTR(ret);
	}
	return req;
}

static ssize_t transfer_async(struct forebay_file *file, struct kiocb *iocb, struct iov_iter *iter)
{
	/*
	 * From submission on the call may be reported at any time, so it is not touched any more.
	 */
	struct forebay_request *req = begin(file, iocb, iter, false);

	if (!IS_ERR(req))
		return -EIOCBQUEUED;
	forebay_file_left(file);
	return PTR_ERR(req);
}

static ssize_t transfer_sync(struct forebay_file *file, struct kiocb *iocb, struct iov_iter *iter)
{
	struct forebay_completion completion = completion_of(file);
	bool spinning = completion.mode == FOREBAY_COMPLETE_POLL && completion.spin_us;
	struct forebay_request *req = begin(file, iocb, iter, spinning);
	ssize_t ret;

	if (IS_ERR(req))
		return PTR_ERR(req);
	forebay_chan_wait(req, completion.spin_us);
	ret = forebay_request_settle(req);
	forebay_request_put(req);
	if (ret <= 0)
		return ret;
	iov_iter_advance(iter, ret);
	if (!file->chan->stream)
		iocb->ki_pos += ret;
	return ret;
}

static ssize_t chan_iter(struct kiocb *iocb, struct iov_iter *iter)
{
	struct forebay_file *file = iocb->ki_filp->private_data;
	int ret;

	if (READ_ONCE(file->chan->card->unbound))
		return -ENODEV;
	if (!iov_iter_count(iter))
		return 0;
	if (!file->chan->stream &&
	    (iocb->ki_pos < 0 || iov_iter_count(iter) > LLONG_MAX - iocb->ki_pos))
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

	if (READ_ONCE(file->chan->card->unbound))
		return -ENODEV;
	if (file->chan->stream)
		return -ESPIPE;
	return no_seek_end_llseek(filp, offset, whence);
}

/* ---- ioctl ---- */

static long get_info(struct forebay_chan *chan, struct forebay_info __user *arg)
{
	struct forebay_info info = {
		.abi = FOREBAY_ABI,
		.flags = (chan->stream ? FOREBAY_INFO_STREAM : 0) |
			 (chan->c2h ? FOREBAY_INFO_C2H : 0),
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
	spin_lock(&file->lock);
	file->completion = completion;
	spin_unlock(&file->lock);
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

static long get_packets(struct forebay_file *file, struct forebay_packets __user *arg)
{
	struct forebay_packets packets;

	spin_lock(&file->lock);
	packets.ended = file->packets_ended;
	spin_unlock(&file->lock);
	return copy_to_user(arg, &packets, sizeof(packets)) ? -EFAULT : 0;
}

static long chan_ioctl(struct file *filp, unsigned int cmd, unsigned long arg)
{
	struct forebay_file *file = filp->private_data;
	void __user *ptr = (void __user *)arg;

	if (READ_ONCE(file->chan->card->unbound))
		return -ENODEV;
	switch (cmd) {
	case FOREBAY_IOC_INFO:
		return get_info(file->chan, ptr);
	case FOREBAY_IOC_GET_COMPLETION:
		return get_completion(file, ptr);
	case FOREBAY_IOC_SET_COMPLETION:
		return set_completion(file, ptr);
	case FOREBAY_IOC_LAST_ERROR:
		return get_error(file, ptr);
	case FOREBAY_IOC_PACKETS:
		return get_packets(file, ptr);
	default:
		return -ENOTTY;
	}
}

/* ---- open and close ---- */

static bool out_of_service(struct forebay_chan *chan)
{
	return READ_ONCE(chan->dead) == -ENODEV;
}

static bool occupy(struct forebay_chan *chan)
{
	return !atomic_cmpxchg(&chan->opened, 0, 1);
}

/*
 * A stream has one opener. One that closed the file, or died, with calls under way is still there
 * until the kernel has dropped the last of them, which it does in its own time; the next opener
 * need not know.
 */
static int occupy_stream(struct forebay_chan *chan)
{
	int left;

	if (occupy(chan))
		return 0;
	if (!READ_ONCE(chan->closing))
		return -EBUSY;
	left = wait_event_interruptible_timeout(chan->vacant, occupy(chan),
						msecs_to_jiffies(VACANT_MS));
	if (left < 0)
		return left;
	return left ? 0 : -EBUSY;
}

static int chan_open(struct inode *inode, struct file *filp)
{
	struct forebay_node *node = forebay_inode_node(inode);
	struct forebay_chan *chan = container_of(node, struct forebay_chan_node, node)->chan;
	struct forebay_file *file;
	int ret;

	if (READ_ONCE(node->card->unbound))
		return -ENODEV;
	/* A card that was gone may be back. */
	if (out_of_service(chan))
		forebay_card_try_again(node->card);
	file = kzalloc(sizeof(*file), GFP_KERNEL);
	if (!file)
		return -ENOMEM;
	ret = chan->stream ? occupy_stream(chan) : 0;
	if (ret) {
		kfree(file);
		return ret;
	}
	WRITE_ONCE(chan->closing, false);
	file->chan = chan;
	init_waitqueue_head(&file->room);
	spin_lock_init(&file->lock);
	forebay_params_completion(&file->completion);
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

	if (file->chan->stream) {
		atomic_set(&file->chan->opened, 0);
		wake_up(&file->chan->vacant);
	}
	kfree(file);
	return 0;
}

static bool made_by(const struct forebay_request *req, const struct forebay_file *file,
		    fl_owner_t owner)
{
	return req->iocb && req->file == file && req->owner == owner;
}

/* An asynchronous request that the closing process made through this file before @before. */
static struct forebay_request *find_async(struct forebay_file *file, fl_owner_t owner, u64 before)
{
	struct forebay_chan *chan = file->chan;
	struct list_head *lists[] = { &chan->queued, &chan->running };
	struct forebay_request *req, *found = NULL;
	unsigned int i;

	spin_lock_irq(&chan->lock);
	for (i = 0; i < ARRAY_SIZE(lists); i++) {
		list_for_each_entry(req, lists[i], entry) {
			if (made_by(req, file, owner) && req->id < before)
				found = req;
		}
	}
	if (found)
		refcount_inc(&found->refs);
	spin_unlock_irq(&chan->lock);
	return found;
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
	u64 before = READ_ONCE(file->chan->next_id);
	struct forebay_request *req;

	if (!atomic_read(&file->async) || iterate_fd(owner, 0, is_file, filp))
		return 0;
	WRITE_ONCE(file->chan->closing, true);
	while ((req = find_async(file, owner, before))) {
		forebay_chan_abort(req, -ECANCELED, FOREBAY_CAUSE_ABORTED);
		forebay_request_put(req);
	}
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
