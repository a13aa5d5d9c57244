// SPDX-License-Identifier: GPL-2.0-only
#include "discover.h"

#include <linux/bitfield.h>
#include <linux/err.h>
#include <linux/io.h>
#include <linux/kernel.h>
#include <linux/minmax.h>
#include <linux/pci.h>

#include "card.h"
#include "features.h"
#include "forebay.h"
#include "forebay_regs.h"
#include "layout.h"
#include "online.h"
#include "pairs_find.h"
#include "udma_find.h"
#include "xdma_front_end.h"

/* Version of the platform's registers that the driver knows. */
#define PLATFORM_MAJOR 1

/* How much of the page of interrupts the driver uses: up to the last vector register. */
#define IRQ_BYTES                                                                                  \
	(FOREBAY_XDMA_IRQ_CHANNEL_VECTOR +                                                         \
	 FOREBAY_XDMA_IRQ_CHANNEL_VECTOR_COUNT * FOREBAY_XDMA_IRQ_CHANNEL_VECTOR_STRIDE)

/* All front ends that the driver drives. */
static const struct forebay_front_end *const front_ends[] = {
	&forebay_xdma_front_end,
};

static int check_magic(struct forebay_card *card)
{
	u32 magic = readl(forebay_status_page(card) + FOREBAY_USER_STATUS_MAGIC);

	if (magic == FOREBAY_USER_STATUS_MAGIC_RESET)
		return 0;
	dev_err(&card->pdev->dev, "not a Forebay card: 0x%08x at BAR%u+0x%x, not 0x%08x\n", magic,
		card->user.bar, card->user.offset, FOREBAY_USER_STATUS_MAGIC_RESET);
	return -ENODEV;
}

static void read_identity(struct forebay_card *card)
{
	void __iomem *status = forebay_status_page(card);

	card->identity.version = readl(status + FOREBAY_USER_STATUS_VERSION);
	card->identity.kind = readl(status + FOREBAY_USER_STATUS_CARD_KIND);
	card->identity.clock_khz = readl(status + FOREBAY_USER_STATUS_CLOCK_KHZ);
	card->identity.mem_bytes = readl(status + FOREBAY_USER_STATUS_MEM_BYTES);
	card->shared_path = readl(status + FOREBAY_USER_STATUS_CHANNELS) &
			    FOREBAY_USER_STATUS_CHANNELS_SHARED_PATH;
}

static int find_irqs(struct forebay_card *card, struct forebay_feature *feature)
{
	const u32 mask = FOREBAY_XDMA_IRQ_IDENTIFIER_MAGIC | FOREBAY_XDMA_IRQ_IDENTIFIER_TARGET;
	/* The number of a page of the block is in its identifier, wherever the block is. */
	const u32 want =
		(FOREBAY_XDMA_IRQ_IDENTIFIER_RESET & FOREBAY_XDMA_IRQ_IDENTIFIER_MAGIC) |
		FIELD_PREP(FOREBAY_XDMA_IRQ_IDENTIFIER_TARGET, FOREBAY_XDMA_IRQ_BASE >> 12);
	u32 id;
	int ret;

	ret = forebay_feature_map(card, feature, IRQ_BYTES);
	if (ret)
		return ret;
	id = readl(feature->regs + FOREBAY_XDMA_IRQ_IDENTIFIER);
	if ((id & mask) != want) {
		dev_err(&card->pdev->dev,
			"no interrupt registers at BAR%u+0x%x: identifier 0x%08x, not 0x%08x\n",
			feature->bar, feature->offset, id, want);
		return -ENODEV;
	}
	card->irqs = feature->regs;
	return 0;
}

/* What they hold is told of transfers that get nowhere; a card whose page has not all of them tells less. */
static int find_ports(struct forebay_card *card, struct forebay_feature *feature)
{
	u32 said = readl(forebay_status_page(card) + FOREBAY_USER_STATUS_NUM_STREAM_PORTS);
	u32 num = FIELD_GET(FOREBAY_USER_STATUS_NUM_STREAM_PORTS_COUNT, said);
	int ret;

	num = min(num, feature->bytes / FOREBAY_USER_STREAM_STRIDE);
	num = min(num, (u32)FOREBAY_STALL_PORTS);
	if (!num)
		return 0;
	ret = forebay_feature_map(card, feature, num * FOREBAY_USER_STREAM_STRIDE);
	if (ret)
		return ret;
	card->ports = feature->regs;
	card->num_ports = num;
	return 0;
}

/* Of each there is one at most, also of those that the driver does not use. */
static int find_platform(struct forebay_card *card)
{
	static const u32 kinds[] = {
		FOREBAY_USER_PLATFORM_IDENTITY,
		FOREBAY_USER_PLATFORM_STREAM_PORTS,
		FOREBAY_USER_PLATFORM_INTERRUPTS,
		FOREBAY_USER_PLATFORM_FAULTS,
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(kinds); i++) {
		struct forebay_feature *feature =
			forebay_feature_only(card, FOREBAY_USER_FEATURE_ID_CLASS_PLATFORM, kinds[i],
					     PLATFORM_MAJOR);
		int ret = 0;

		if (IS_ERR(feature))
			return PTR_ERR(feature);
		if (feature && kinds[i] == FOREBAY_USER_PLATFORM_IDENTITY)
			read_identity(card);
		else if (feature && kinds[i] == FOREBAY_USER_PLATFORM_INTERRUPTS)
			ret = find_irqs(card, feature);
		else if (feature && kinds[i] == FOREBAY_USER_PLATFORM_STREAM_PORTS)
			ret = find_ports(card, feature);
		if (ret)
			return ret;
	}
	return 0;
}

static int attach(struct forebay_card *card, const struct forebay_front_end *front_end)
{
	struct forebay_feature *feature =
		forebay_feature_only(card, FOREBAY_USER_FEATURE_ID_CLASS_FRONT_END, front_end->kind,
				     front_end->major);
	char name[FOREBAY_FEATURE_NAME];
	int ret;

	if (IS_ERR_OR_NULL(feature))
		return PTR_ERR_OR_ZERO(feature);
	if (!card->irqs) {
		dev_warn(&card->pdev->dev, "%s: not used, as the interrupts are not known\n",
			 forebay_feature_name(card, feature, name));
		return 0;
	}
	ret = forebay_feature_map(card, feature, front_end->bytes);
	if (ret)
		return ret;
	feature->driven = true;
	return front_end->attach(card, feature);
}

/**
 * forebay_card_discover() - read what the card is, and fill in its features and channels
 * @card: with its own registers mapped
 *
 * A card without a front end that the driver knows has no channels. Its registers and its aperture
 * can be used.
 *
 * Return: 0; -ENODEV if this is no card whose registers the driver knows; -EINVAL if what it says
 * of itself makes no sense; -ENOMEM.
 */
int forebay_card_discover(struct forebay_card *card)
{
	unsigned int i;
	int ret;

	ret = check_magic(card);
	if (!ret)
		ret = forebay_features_read(card);
	if (!ret)
		ret = find_platform(card);
	for (i = 0; !ret && i < ARRAY_SIZE(front_ends); i++)
		ret = attach(card, front_ends[i]);
	if (!ret)
		ret = forebay_udma_find(card);
	if (!ret)
		ret = forebay_pairs_find(card);
	if (!ret)
		forebay_features_tell(card);
	return ret;
}
