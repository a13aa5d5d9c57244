/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What asks for transfers, as far as the driver drives it: channels of the card.
 *
 * A front end is a module of its own, and a line in discover.c.
 */
#ifndef FOREBAY_FRONT_END_H
#define FOREBAY_FRONT_END_H

#include <linux/types.h>

struct forebay_card;
struct forebay_feature;

/**
 * struct forebay_front_end - a kind of front end
 * @kind: FOREBAY_USER_FRONT_END_*
 * @major: version of its registers that the module knows
 * @bytes: how much of its page the module uses
 * @attach: find the channels of a feature of this kind, whose page is mapped, and add them to those
 *	of the card. Return: 0, -ENODEV with a message if it has none, -ENOMEM
 */
struct forebay_front_end {
	u32 kind;
	u32 major;
	u32 bytes;
	int (*attach)(struct forebay_card *card, const struct forebay_feature *feature);
};

#endif
