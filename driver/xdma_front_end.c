// SPDX-License-Identifier: GPL-2.0-only
#include "xdma_front_end.h"

#include <linux/bitfield.h>
#include <linux/io.h>
#include <linux/pci.h>

#include "card.h"
#include "forebay_regs.h"
#include "watch.h"
#include "xdma.h"
#include "xdma_doorbell.h"

/* How much of its page the driver uses: up to the last channel's scatter-gather registers. */
#define BYTES                                                                                      \
	(FOREBAY_XDMA_C2H_SGDMA_BASE + FOREBAY_XDMA_C2H_COUNT * FOREBAY_XDMA_C2H_SGDMA_STRIDE)

/* Registers of a channel, in the page. */
static u32 chan_at(bool c2h, unsigned int index)
{
	return c2h ? FOREBAY_XDMA_C2H_BASE + index * FOREBAY_XDMA_C2H_STRIDE :
		     FOREBAY_XDMA_H2C_BASE + index * FOREBAY_XDMA_H2C_STRIDE;
}

/* Its scatter-gather registers, in the page. */
static u32 sgdma_at(bool c2h, unsigned int index)
{
	return c2h ? FOREBAY_XDMA_C2H_SGDMA_BASE + index * FOREBAY_XDMA_C2H_SGDMA_STRIDE :
		     FOREBAY_XDMA_H2C_SGDMA_BASE + index * FOREBAY_XDMA_H2C_SGDMA_STRIDE;
}

/* Its doorbell, in the page. */
static u32 doorbell_at(bool c2h, unsigned int index)
{
	return c2h ? FOREBAY_XDMA_C2H_DOORBELL_BASE + index * FOREBAY_XDMA_C2H_DOORBELL_STRIDE :
		     FOREBAY_XDMA_H2C_DOORBELL_BASE + index * FOREBAY_XDMA_H2C_DOORBELL_STRIDE;
}

/* NULL where the page is too small for one, or the channel has none. */
static void __iomem *find_doorbell(const struct forebay_feature *feature, bool c2h, unsigned int index)
{
	u32 at = doorbell_at(c2h, index);
	void __iomem *doorbell = feature->regs + at;

	if (feature->bytes < at + FOREBAY_XDMA_H2C_DOORBELL_STRIDE)
		return NULL;
	return forebay_xdma_doorbell_there(doorbell, at) ? doorbell : NULL;
}

/* Target numbers are bits 15:12 of an address in the page. */
static bool is_chan(u32 id, bool c2h, unsigned int index)
{
	return FIELD_GET(FOREBAY_XDMA_CHAN_IDENTIFIER_MAGIC, id) ==
		       FIELD_GET(FOREBAY_XDMA_CHAN_IDENTIFIER_MAGIC,
				 FOREBAY_XDMA_CHAN_IDENTIFIER_RESET) &&
	       FIELD_GET(FOREBAY_XDMA_CHAN_IDENTIFIER_TARGET, id) == chan_at(c2h, index) >> 12 &&
	       FIELD_GET(FOREBAY_XDMA_CHAN_IDENTIFIER_CHANNEL, id) == index;
}

static int add_chan(struct forebay_card *card, const struct forebay_feature *feature, bool c2h,
		    unsigned int index, bool stream)
{
	void __iomem *page = feature->regs;
	struct forebay_chan *chan = &card->chans[card->num_chans];
	int ret;

	ret = forebay_xdma_attach(chan, page + chan_at(c2h, index), page + sgdma_at(c2h, index),
				  find_doorbell(feature, c2h, index));
	if (ret)
		return ret;
	chan->card = card;
	chan->index = index;
	chan->source = card->num_chans++;
	chan->c2h = c2h;
	chan->stream = stream;
	snprintf(chan->name, sizeof(chan->name), "%s%u", c2h ? "c2h" : "h2c", index);
	forebay_chan_init(chan);
	forebay_watch_init(chan);
	return 0;
}

/* The channels of a direction have numbers from 0 on. */
static int find_direction(struct forebay_card *card, const struct forebay_feature *feature,
			  bool c2h, unsigned int most)
{
	void __iomem *page = feature->regs;
	unsigned int i;
	int ret;

	for (i = 0; i < most; i++) {
		u32 id = readl(page + chan_at(c2h, i) + FOREBAY_XDMA_CHAN_IDENTIFIER);

		if (!is_chan(id, c2h, i))
			break;
		ret = add_chan(card, feature, c2h, i, id & FOREBAY_XDMA_CHAN_IDENTIFIER_STREAM);
		if (ret)
			return ret;
	}
	return 0;
}

static int attach(struct forebay_card *card, const struct forebay_feature *feature)
{
	int ret;

	ret = find_direction(card, feature, false, FOREBAY_XDMA_H2C_COUNT);
	card->num_h2c = card->num_chans;
	if (!ret)
		ret = find_direction(card, feature, true, FOREBAY_XDMA_C2H_COUNT);
	if (ret || card->num_chans)
		return ret;
	dev_err(&card->pdev->dev, "the DMA registers have no channel: identifier 0x%08x\n",
		readl(feature->regs + FOREBAY_XDMA_CHAN_IDENTIFIER));
	return -ENODEV;
}

const struct forebay_front_end forebay_xdma_front_end = {
	.kind = FOREBAY_USER_FRONT_END_XDMA,
	.major = 1,
	.bytes = BYTES,
	.attach = attach,
};
