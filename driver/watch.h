/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Who looks at a channel, and so moves it on: its interrupt, a caller that waits, and now and then
 * a tick.
 */
#ifndef FOREBAY_WATCH_H
#define FOREBAY_WATCH_H

#include <linux/irqreturn.h>

struct forebay_chan;
struct forebay_request;

void forebay_watch_init(struct forebay_chan *chan);
void forebay_chan_wait(struct forebay_request *req, unsigned int spin_us);
irqreturn_t forebay_chan_irq(int irq, void *chan);
irqreturn_t forebay_chan_irq_thread(int irq, void *chan);

#endif
