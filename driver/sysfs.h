/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Attributes of cards and channels.
 */
#ifndef FOREBAY_SYSFS_H
#define FOREBAY_SYSFS_H

struct attribute_group;

extern const struct attribute_group *forebay_card_groups[];
extern const struct attribute_group *forebay_chan_groups[];

#endif
