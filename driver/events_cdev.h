/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * forebayN_events: user interrupts as a count that can be waited for.
 *
 * The card's user lines are levels. A line that is high sends one message and is then masked by the interrupt handler,
 * until a program waits for it again (a read that finds nothing, or poll). A line that is still high then counts again.
 * So what a program has dealt with before it waits is never counted twice, and what it has not is never lost.
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

struct forebay_card;
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
 * @enabled: lines that may send a message
 * @files: open files
 */
struct forebay_events_card {
	struct forebay_node node;
	char irq_name[24];
	struct forebay_line lines[FOREBAY_USER_LINES];
	spinlock_t lock;
	u32 enabled;
	struct list_head files;
};

extern const struct file_operations forebay_events_fops;

void forebay_events_init(struct forebay_events_card *events);
irqreturn_t forebay_events_irq(int irq, void *line);
void forebay_events_restart(struct forebay_card *card);
void forebay_events_unbind(struct forebay_card *card);

#endif
