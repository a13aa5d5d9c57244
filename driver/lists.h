/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Lists: a call that moves many pieces, as one request each.
 */
#ifndef FOREBAY_LISTS_H
#define FOREBAY_LISTS_H

struct forebay_client;
struct forebay_completion;
struct forebay_list;

long forebay_list_move(struct forebay_client *client, const struct forebay_completion *completion,
		       struct forebay_list __user *arg);

#endif
