/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Programs that start transfers by themselves: what the rest of the driver has to do with a front end
 * that lets them, on a card that has one (card.programs).
 */
#ifndef FOREBAY_PROGRAMS_H
#define FOREBAY_PROGRAMS_H

#include <linux/device.h>
#include <linux/fs.h>
#include <linux/types.h>

struct forebay_card;

extern const struct file_operations forebay_programs_fops;
extern const char forebay_programs_node[];
extern struct device_attribute forebay_programs_attr;
extern struct device_attribute forebay_programs_shadow_attr;

int forebay_programs_init(void);
void forebay_programs_online(struct forebay_card *card);
unsigned int forebay_programs_revive(struct forebay_card *card);
void forebay_programs_revoke(struct forebay_card *card);
void forebay_programs_wake(struct forebay_card *card);
void forebay_programs_irq(struct forebay_card *card, unsigned int line);
void forebay_programs_stop(struct forebay_card *card);
bool forebay_programs_let_go(struct forebay_card *card);
void forebay_programs_free_quarantine(struct forebay_card *card);
void forebay_programs_leave(struct forebay_card *card);

#endif
