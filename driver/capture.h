/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Capture of a stream into buffers: what the rest of the driver has to do with the front end s2mm, on a
 * card that has one (card.capture).
 */
#ifndef FOREBAY_CAPTURE_H
#define FOREBAY_CAPTURE_H

#include <linux/fs.h>
#include <linux/types.h>

struct forebay_card;

extern const struct file_operations forebay_capture_fops;
extern const char forebay_capture_node[];

void forebay_capture_online(struct forebay_card *card);
unsigned int forebay_capture_revive(struct forebay_card *card);
void forebay_capture_revoke(struct forebay_card *card);
void forebay_capture_irq(struct forebay_card *card, unsigned int line);
void forebay_capture_stop(struct forebay_card *card);
bool forebay_capture_let_go(struct forebay_card *card);
void forebay_capture_free_quarantine(struct forebay_card *card);
void forebay_capture_leave(struct forebay_card *card);

#endif
