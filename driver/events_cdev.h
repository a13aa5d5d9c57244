/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * forebayN_events: user interrupts as a count that can be waited for.
 *
 * A user line sends one message when it rises, however long it stays high. Each message counts
 * once for every open file that wants the line. The lines are enabled from probe on, also while
 * nobody listens: enabling a line that is high already would send a message for something that is
 * long past.
 */
#ifndef FOREBAY_EVENTS_CDEV_H
#define FOREBAY_EVENTS_CDEV_H

#include <linux/fs.h>
#include <linux/irqreturn.h>
#include <linux/list.h>
#include <linux/spinlock.h>
#include <linux/types.h>

#include "forebay.h"
#include "node.h"

struct forebay_events_card;

/** struct forebay_line - one line, as the cookie of its interrupt. */
struct forebay_line {
	struct forebay_events_card *events;
	unsigned int number;
};

/**
 * struct forebay_events_card - user interrupts of a card
 * @node: the node
 * @irq_name: name of the interrupts
 * @lines: cookies
 * @lock: guards what follows and the counts of the files
 * @files: open files
 */
struct forebay_events_card {
	struct forebay_node node;
	char irq_name[24];
	struct forebay_line lines[FOREBAY_USER_LINES];
	spinlock_t lock;
	struct list_head files;
};

extern const struct file_operations forebay_events_fops;

void forebay_events_init(struct forebay_events_card *events);
irqreturn_t forebay_events_irq(int irq, void *line);
void forebay_events_wake(struct forebay_events_card *events);

#endif
