// SPDX-License-Identifier: GPL-2.0-only
#include "s2mm_find.h"

#include <linux/bitfield.h>
#include <linux/bits.h>
#include <linux/err.h>
#include <linux/minmax.h>
#include <linux/slab.h>

#include "cap.h"
#include "cap_ring.h"
#include "cap_tick.h"
#include "card.h"
#include "features.h"
#include "forebay_regs.h"

/* Version of its registers that the driver knows. */
#define REGS_MAJOR 1

/* How much of its page the driver uses. */
#define S2MM_BYTES (FOREBAY_USER_S2MM_RING_SIZE + sizeof(u32))

static struct forebay_capture *make(struct forebay_card *card, struct forebay_feature *feature)
{
	struct forebay_capture *cap = kzalloc(sizeof(*cap), GFP_KERNEL);
	u32 caps;

	if (!cap)
		return NULL;
	cap->card = card;
	cap->feature = feature;
	cap->regs = feature->regs;
	caps = forebay_cap_read(cap, FOREBAY_USER_S2MM_CAPS);
	/* Never more are armed than the ring of records has room for. */
	cap->pairs = min_t(u32, FIELD_GET(FOREBAY_USER_S2MM_CAPS_PAIRS, caps), FOREBAY_CAP_RECORDS);
	cap->beat = FIELD_GET(FOREBAY_USER_S2MM_CAPS_BEAT_BYTES, caps);
	cap->longest = FIELD_GET(FOREBAY_USER_S2MM_CAPS_LENGTH_BITS, caps);
	mutex_init(&cap->lock);
	mutex_init(&cap->read_lock);
	init_rwsem(&cap->maps);
	spin_lock_init(&cap->ring_lock);
	init_waitqueue_head(&cap->wait);
	INIT_LIST_HEAD(&cap->quarantine);
	INIT_DELAYED_WORK(&cap->tick, forebay_cap_tick);
	forebay_cap_ring_clear(cap);
	return cap;
}

/**
 * forebay_cap_find() - take the front end s2mm, where a card has it
 * @card: a card whose features are known
 *
 * Return: 0, also if there is none; -EINVAL if what it says makes no sense; -ENOMEM.
 */
int forebay_cap_find(struct forebay_card *card)
{
	struct forebay_feature *feature =
		forebay_feature_only(card, FOREBAY_USER_FEATURE_ID_CLASS_FRONT_END,
				     FOREBAY_USER_FRONT_END_S2MM, REGS_MAJOR);
	char name[FOREBAY_FEATURE_NAME];
	struct forebay_capture *cap;
	int ret;

	if (IS_ERR_OR_NULL(feature))
		return PTR_ERR_OR_ZERO(feature);
	ret = forebay_feature_map(card, feature, S2MM_BYTES);
	if (ret)
		return ret;
	cap = make(card, feature);
	if (!cap)
		return -ENOMEM;
	if (!cap->pairs || !cap->beat || cap->longest > 31 || BIT(cap->longest) <= cap->beat) {
		dev_warn(&card->pdev->dev, "%s: not used, as its capabilities make no sense\n",
			 forebay_feature_name(card, feature, name));
		kfree(cap);
		return 0;
	}
	cap->longest = rounddown(BIT(cap->longest) - 1, cap->beat);
	card->capture = cap;
	return 0;
}
