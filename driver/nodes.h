/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * All character devices of a card: its clients outside of the kernel.
 */
#ifndef FOREBAY_NODES_H
#define FOREBAY_NODES_H

#include "card.h"
#include "chan_cdev.h"
#include "events_cdev.h"
#include "map.h"
#include "node.h"

/**
 * struct forebay_nodes - the nodes of a card; lasts as long as the card
 * @chans: of the channels, in the card's order
 * @user: of the card's own registers
 * @user_maps: maps of them
 * @aperture: of the aperture, if there is one
 * @aperture_maps: maps of it
 * @events: of the user interrupts
 * @programs: of the front end by which programs start transfers, if there is one
 * @pairs: of front ends of streams, of those that there are
 */
struct forebay_nodes {
	struct forebay_chan_node chans[FOREBAY_MAX_CHANS];
	struct forebay_node user;
	struct forebay_maps user_maps;
	struct forebay_node aperture;
	struct forebay_maps aperture_maps;
	struct forebay_events_card events;
	struct forebay_node programs;
	struct forebay_node pairs[FOREBAY_PAIRS_WAYS];
};

int forebay_nodes_alloc(struct forebay_card *card);
int forebay_nodes_add(struct forebay_card *card);
void forebay_nodes_del(struct forebay_card *card);
void forebay_nodes_revoke(struct forebay_card *card);
void forebay_nodes_wake(struct forebay_card *card);

#endif
