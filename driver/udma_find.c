// SPDX-License-Identifier: GPL-2.0-only
#include "udma_find.h"

#include <linux/bitfield.h>
#include <linux/err.h>
#include <linux/minmax.h>
#include <linux/pci.h>
#include <linux/slab.h>

#include "card.h"
#include "features.h"
#include "udma.h"
#include "udma_copy.h"
#include "udma_direct.h"
#include "udma_scheme.h"

/* Version of its registers that the driver knows. */
#define REGS_MAJOR 1

/* How much of its page the driver uses. */
#define UDMA_BYTES                                                                                 \
	(FOREBAY_USER_UDMA_REFUSED +                                                               \
	 FOREBAY_USER_UDMA_REFUSED_COUNT * FOREBAY_USER_UDMA_REFUSED_STRIDE)

static struct forebay_programs *make(struct forebay_card *card, struct forebay_feature *feature)
{
	struct forebay_programs *udma = kzalloc(sizeof(*udma), GFP_KERNEL);
	u32 caps;

	if (!udma)
		return NULL;
	udma->card = card;
	udma->feature = feature;
	udma->regs = feature->regs;
	udma->window = pci_resource_start(card->pdev, card->user.bar) +
		       FOREBAY_CARD_PROGRAM_WINDOW_BASE;
	caps = forebay_udma_read(udma, FOREBAY_USER_UDMA_CAPS);
	udma->contexts = min_t(u32, FIELD_GET(FOREBAY_USER_UDMA_CAPS_CONTEXTS, caps),
			       FOREBAY_UDMA_CONTEXTS);
	udma->slots = min_t(u32, FIELD_GET(FOREBAY_USER_UDMA_CAPS_SLOTS, caps), FOREBAY_UDMA_SLOTS);
	udma->depth = FIELD_GET(FOREBAY_USER_UDMA_CAPS_DEPTH, caps);
	udma->batch = FIELD_GET(FOREBAY_USER_UDMA_BATCH_MOST,
				forebay_udma_read(udma, FOREBAY_USER_UDMA_BATCH));
	udma->scheme = forebay_udma_scheme_default();
	udma->direct = forebay_udma_direct_default();
	forebay_udma_direct_find(udma);
	mutex_init(&udma->lock);
	init_rwsem(&udma->maps);
	INIT_LIST_HEAD(&udma->files);
	INIT_LIST_HEAD(&udma->quarantine);
	spin_lock_init(&udma->wait_lock);
	init_waitqueue_head(&udma->wait);
	return udma;
}

/**
 * forebay_udma_find() - take the front end udma, and copy beside it, where a card has them
 * @card: a card whose features are known
 *
 * Return: 0, also if there is none; -EINVAL if what it says makes no sense; -ENOMEM.
 */
int forebay_udma_find(struct forebay_card *card)
{
	struct forebay_feature *feature = 
		forebay_feature_only(card, FOREBAY_USER_FEATURE_ID_CLASS_FRONT_END,
				     FOREBAY_USER_FRONT_END_UDMA, REGS_MAJOR);
	char name[FOREBAY_FEATURE_NAME];
	int ret;

	if (IS_ERR_OR_NULL(feature))
		return PTR_ERR_OR_ZERO(feature);
	if (pci_resource_len(card->pdev, card->user.bar) <
	    FOREBAY_CARD_PROGRAM_WINDOW_BASE + FOREBAY_CARD_PROGRAM_WINDOW_BYTES) {
		dev_warn(&card->pdev->dev, "%s: not used, as its window is not in its BAR\n",
			 forebay_feature_name(card, feature, name));
		return 0;
	}
	ret = forebay_feature_map(card, feature, UDMA_BYTES);
	if (ret)
		return ret;
	card->programs = make(card, feature);
	return card->programs ? forebay_udma_copy_find(card) : -ENOMEM;
}
