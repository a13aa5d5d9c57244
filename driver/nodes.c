// SPDX-License-Identifier: GPL-2.0-only
#include "nodes.h"

#include <linux/slab.h>

#include "aperture_cdev.h"
#include "cap_cdev.h"
#include "pairs_hooks.h"
#include "programs.h"
#include "sysfs.h"
#include "tx_cdev.h"
#include "user_cdev.h"

/* Minors of the nodes that are not channels. */
#define MINOR_USER FOREBAY_MAX_CHANS
#define MINOR_APERTURE (FOREBAY_MAX_CHANS + 1)
#define MINOR_EVENTS (FOREBAY_MAX_CHANS + 2)
#define MINOR_PROGRAMS (FOREBAY_MAX_CHANS + 3)
#define MINOR_PAIRS (FOREBAY_MAX_CHANS + 4)
static_assert(MINOR_PAIRS + FOREBAY_PAIRS_WAYS <= FOREBAY_MAX_NODES);

/* Nodes of streams with a front end of their own. */
static const struct {
	const char *name;
	const struct file_operations *fops;
} pairs_nodes[FOREBAY_PAIRS_WAYS] = {
	[FOREBAY_PAIRS_TO_HOST] = { "cap0", &forebay_capture_fops },
	[FOREBAY_PAIRS_TO_CARD] = { "tx0", &forebay_transmit_fops },
};

/** forebay_nodes_alloc() - room for the nodes of a card, which has not been looked at yet. */
int forebay_nodes_alloc(struct forebay_card *card)
{
	struct forebay_nodes *nodes = kvzalloc(sizeof(*nodes), GFP_KERNEL);

	if (!nodes)
		return -ENOMEM;
	forebay_maps_init(&nodes->user_maps, &nodes->user, &card->user);
	forebay_maps_init(&nodes->aperture_maps, &nodes->aperture, &card->aperture);
	forebay_events_init(&nodes->events);
	card->nodes = nodes;
	return 0;
}

static int add_chan(struct forebay_card *card, unsigned int i)
{
	struct forebay_chan_node *node = &card->nodes->chans[i];
	struct forebay_chan *chan = &card->chans[i];
	char name[8];

	node->chan = chan;
	snprintf(name, sizeof(name), "%s_%u", chan->c2h ? "c2h" : "h2c", chan->index);
	return forebay_node_add(&node->node, card, i,
				chan->c2h ? &forebay_c2h_fops : &forebay_h2c_fops,
				forebay_chan_groups, name);
}

static int add_pairs(struct forebay_card *card, unsigned int i)
{
	if (!card->pairs[i])
		return 0;
	return forebay_node_add(&card->nodes->pairs[i], card, MINOR_PAIRS + i, pairs_nodes[i].fops,
				NULL, pairs_nodes[i].name);
}

/** forebay_nodes_add() - make the nodes of a card visible; after a failure some of them are. */
int forebay_nodes_add(struct forebay_card *card)
{
	struct forebay_nodes *nodes = card->nodes;
	unsigned int i;
	int ret;

	ret = forebay_node_add(&nodes->user, card, MINOR_USER, &forebay_user_fops, NULL, "user");
	if (!ret && card->aperture.bytes)
		ret = forebay_node_add(&nodes->aperture, card, MINOR_APERTURE,
				       &forebay_aperture_fops, NULL, "aperture");
	if (!ret)
		ret = forebay_node_add(&nodes->events.node, card, MINOR_EVENTS,
				       &forebay_events_fops, NULL, "events");
	if (!ret && card->programs)
		ret = forebay_node_add(&nodes->programs, card, MINOR_PROGRAMS, &forebay_programs_fops, NULL,
				       forebay_programs_node);
	for (i = 0; !ret && i < FOREBAY_PAIRS_WAYS; i++)
		ret = add_pairs(card, i);
	for (i = 0; !ret && i < card->num_chans; i++)
		ret = add_chan(card, i);
	return ret;
}

/** forebay_nodes_del() - take the nodes that are visible away; files that are open stay so. */
void forebay_nodes_del(struct forebay_card *card)
{
	struct forebay_nodes *nodes = card->nodes;
	unsigned int i;

	for (i = 0; i < card->num_chans; i++)
		forebay_node_del(&nodes->chans[i].node);
	forebay_node_del(&nodes->user);
	forebay_node_del(&nodes->aperture);
	forebay_node_del(&nodes->events.node);
	forebay_node_del(&nodes->programs);
	for (i = 0; i < FOREBAY_PAIRS_WAYS; i++)
		forebay_node_del(&nodes->pairs[i]);
}

/** forebay_nodes_revoke() - take the card's BARs out of every address space; no stream flows. */
void forebay_nodes_revoke(struct forebay_card *card)
{
	forebay_maps_revoke(&card->nodes->user_maps);
	forebay_maps_revoke(&card->nodes->aperture_maps);
	forebay_programs_revoke(card);
	forebay_pairs_revoke(card);
}

/** forebay_nodes_wake() - the card was reset or is unbound; who waits for an event looks at it. */
void forebay_nodes_wake(struct forebay_card *card)
{
	forebay_events_wake(&card->nodes->events);
	forebay_programs_wake(card);
}
