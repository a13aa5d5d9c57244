/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Plugs: the front ends and datapaths of a card. Every one of them, known or not, is asked to come
 * to rest by its header, and tells there whether it is.
 */
#ifndef FOREBAY_PLUGS_H
#define FOREBAY_PLUGS_H

#include <linux/types.h>

struct forebay_card;
struct forebay_chan;
struct forebay_feature;

u32 forebay_plug_status(const struct forebay_card *card, const struct forebay_feature *feature);
u32 forebay_plug_progress(const struct forebay_card *card, const struct forebay_feature *feature);
bool forebay_plug_busy(const struct forebay_card *card, const struct forebay_feature *feature);
int forebay_plugs_rest(struct forebay_card *card);
void forebay_plugs_go(struct forebay_card *card);
bool forebay_plug_holds(const struct forebay_chan *chan);

#endif
