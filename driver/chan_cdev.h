/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * forebayN_h2c_I and forebayN_c2h_I: open files and calls.
 */
#ifndef FOREBAY_CHAN_CDEV_H
#define FOREBAY_CHAN_CDEV_H

#include <linux/fs.h>
#include <linux/spinlock.h>

#include "client.h"
#include "forebay.h"
#include "node.h"

struct forebay_chan;

/** Asynchronous calls of one file under way at most; the next one waits or is told to try again. */
#define FOREBAY_MAX_ASYNC 256

/**
 * struct forebay_file - an open channel node
 * @client: what the file is to its channel
 * @lock: guards what follows, and changes of the client's time-out
 * @mode: how to wait, FOREBAY_COMPLETE_*
 * @spin_us: how long to spin then
 * @error: the last failure
 * @stall: the last one of which is known who waited for whom
 * @packets_ended: packets that have ended in its reads
 */
struct forebay_file {
	struct forebay_client client;
	spinlock_t lock;
	u32 mode;
	u32 spin_us;
	struct forebay_error error;
	struct forebay_stall stall;
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

#endif
