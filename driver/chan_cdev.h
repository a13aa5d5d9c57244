/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * forebayN_h2c_I and forebayN_c2h_I: open files and calls.
 */
#ifndef FOREBAY_CHAN_CDEV_H
#define FOREBAY_CHAN_CDEV_H

#include <linux/fs.h>
#include <linux/spinlock.h>
#include <linux/wait.h>

#include "forebay.h"
#include "node.h"

struct forebay_chan;

/** Asynchronous calls of one file under way at most; the next one waits or is told to try again. */
#define FOREBAY_MAX_ASYNC 256

/**
 * struct forebay_file - an open channel node
 * @chan: the channel
 * @async: asynchronous calls under way
 * @room: wait for one of them to end
 * @lock: guards what follows
 * @completion: how to wait
 * @error: the last failure
 * @packets_ended: packets that have ended in its reads
 */
struct forebay_file {
	struct forebay_chan *chan;
	atomic_t async;
	wait_queue_head_t room;
	spinlock_t lock;
	struct forebay_completion completion;
	struct forebay_error error;
	u64 packets_ended;
};

/**
 * struct forebay_chan_node - the node of a channel
 * @node: its character device
 * @chan: the channel
 */
struct forebay_chan_node {
	struct forebay_node node;
	struct forebay_chan *chan;
};

extern const struct file_operations forebay_h2c_fops;
extern const struct file_operations forebay_c2h_fops;

void forebay_file_failed(struct forebay_file *file, const struct forebay_error *failure);
void forebay_file_packet_ended(struct forebay_file *file);
void forebay_file_left(struct forebay_file *file);
unsigned long forebay_file_timeout(struct forebay_file *file);

#endif
