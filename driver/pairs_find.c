// SPDX-License-Identifier: GPL-2.0-only
#include "pairs_find.h"

#include <linux/bitfield.h>
#include <linux/bits.h>
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/minmax.h>
#include <linux/slab.h>
#include <linux/stddef.h>

#include "cap.h"
#include "cap_ring.h"
#include "card.h"
#include "features.h"
#include "forebay_regs.h"
#include "pairs_ring.h"
#include "pairs_tick.h"
#include "tx.h"
#include "tx_ring.h"

/* Version of their registers that the driver knows. */
#define REGS_MAJOR 1

/* How much of a page the driver uses. */
#define PAGE_BYTES (FOREBAY_USER_S2MM_RING_SIZE + sizeof(u32))

static const struct forebay_pairs_way *const ways[FOREBAY_PAIRS_WAYS] = {
	[FOREBAY_PAIRS_TO_HOST] = &forebay_capture_way,
	[FOREBAY_PAIRS_TO_CARD] = &forebay_transmit_way,
};
/* As they are freed by the name of what they begin with. */
static_assert(!offsetof(struct forebay_capture, pairs));
static_assert(!offsetof(struct forebay_transmit, pairs));

static struct forebay_pairs *make(struct forebay_card *card, const struct forebay_pairs_way *way,
				  struct forebay_feature *feature)
{
	struct forebay_pairs *pairs = kzalloc(way->bytes, GFP_KERNEL);
	u32 caps;

	if (!pairs)
		return NULL;
	pairs->way = way;
	pairs->card = card;
	pairs->feature = feature;
	pairs->regs = feature->regs;
	caps = forebay_pairs_read(pairs, FOREBAY_USER_S2MM_CAPS);
	/* Never more are armed than the ring of records has room for. */
	pairs->room = min_t(u32, FIELD_GET(FOREBAY_USER_S2MM_CAPS_PAIRS, caps),
			    FOREBAY_PAIRS_RECORDS);
	pairs->beat = FIELD_GET(FOREBAY_USER_S2MM_CAPS_BEAT_BYTES, caps);
	pairs->longest = FIELD_GET(FOREBAY_USER_S2MM_CAPS_LENGTH_BITS, caps);
	mutex_init(&pairs->lock);
	mutex_init(&pairs->copy_lock);
	init_rwsem(&pairs->maps);
	spin_lock_init(&pairs->ring_lock);
	init_waitqueue_head(&pairs->wait);
	INIT_LIST_HEAD(&pairs->quarantine);
	INIT_DELAYED_WORK(&pairs->tick, forebay_pairs_tick);
	forebay_pairs_ring_clear(pairs);
	return pairs;
}

static int find(struct forebay_card *card, const struct forebay_pairs_way *way,
		struct forebay_pairs **found)
{
	struct forebay_feature *feature = forebay_feature_only(
		card, FOREBAY_USER_FEATURE_ID_CLASS_FRONT_END, way->kind, REGS_MAJOR);
	char name[FOREBAY_FEATURE_NAME];
	struct forebay_pairs *pairs;
	int ret;

	if (IS_ERR_OR_NULL(feature))
		return PTR_ERR_OR_ZERO(feature);
	ret = forebay_feature_map(card, feature, PAGE_BYTES);
	if (ret)
		return ret;
	pairs = make(card, way, feature);
	if (!pairs)
		return -ENOMEM;
	if (!pairs->room || !pairs->beat || pairs->longest > 31 ||
	    BIT(pairs->longest) <= pairs->beat) {
		dev_warn(&card->pdev->dev, "%s: not used, as its capabilities make no sense\n",
			 forebay_feature_name(card, feature, name));
		kfree(pairs);
		return 0;
	}
	pairs->longest = rounddown(BIT(pairs->longest) - 1, pairs->beat);
	*found = pairs;
	return 0;
}

/**
 * forebay_pairs_find() - take the front ends of streams that a card has
 * @card: a card whose features are known
 *
 * Return: 0, also if there is none; -EINVAL if what one says makes no sense; -ENOMEM.
 */
int forebay_pairs_find(struct forebay_card *card)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; !ret && i < ARRAY_SIZE(ways); i++)
		ret = find(card, ways[i], &card->pairs[i]);
	return ret;
}
