// SPDX-License-Identifier: GPL-2.0-only
#include "discover.h"

#include <linux/bitfield.h>
#include <linux/io.h>
#include <linux/pci.h>

#include "card.h"
#include "forebay_regs.h"
#include "layout.h"
#include "watch.h"
#include "xdma.h"

static u32 identifier(struct forebay_card *card, u32 at)
{
	/* Every page of the XDMA block begins with its identifier. */
	return readl(forebay_dma_page(card, at) + FOREBAY_XDMA_CHAN_IDENTIFIER);
}

static bool is_target(u32 id, u32 target)
{
	return FIELD_GET(FOREBAY_XDMA_CHAN_IDENTIFIER_MAGIC, id) ==
		       FIELD_GET(FOREBAY_XDMA_CHAN_IDENTIFIER_MAGIC,
				 FOREBAY_XDMA_CHAN_IDENTIFIER_RESET) &&
	       FIELD_GET(FOREBAY_XDMA_CHAN_IDENTIFIER_TARGET, id) == target;
}

/* Target numbers are bits 15:12 of a page's address. */
static u32 target_of(u32 base)
{
	return base >> 12;
}

/** forebay_card_gone() - read the identifier of the DMA registers: is nobody there? */
bool forebay_card_gone(struct forebay_card *card)
{
	return !is_target(identifier(card, forebay_irq_at()), target_of(forebay_irq_at()));
}

static int read_identity(struct forebay_card *card)
{
	void __iomem *status = forebay_status_page(card);
	struct device *dev = &card->pdev->dev;
	u32 magic = readl(status + FOREBAY_USER_STATUS_MAGIC);

	if (forebay_card_gone(card)) {
		dev_err(dev, "BAR%u has no DMA registers: identifier 0x%08x\n", card->dma.bar,
			identifier(card, forebay_irq_at()));
		return -ENODEV;
	}
	if (magic != FOREBAY_USER_STATUS_MAGIC_RESET) {
		dev_err(dev, "not a Forebay card: BAR%u begins with 0x%08x, not 0x%08x\n",
			card->user.bar, magic, FOREBAY_USER_STATUS_MAGIC_RESET);
		return -ENODEV;
	}
	card->identity.version = readl(status + FOREBAY_USER_STATUS_VERSION);
	card->identity.kind = readl(status + FOREBAY_USER_STATUS_CARD_KIND);
	card->identity.clock_khz = readl(status + FOREBAY_USER_STATUS_CLOCK_KHZ);
	card->identity.mem_bytes = readl(status + FOREBAY_USER_STATUS_MEM_BYTES);
	return 0;
}

static bool is_chan(u32 id, bool c2h, unsigned int index)
{
	return is_target(id, target_of(forebay_chan_at(c2h, index))) &&
	       FIELD_GET(FOREBAY_XDMA_CHAN_IDENTIFIER_CHANNEL, id) == index;
}

static int add_chan(struct forebay_card *card, bool c2h, unsigned int index, bool stream)
{
	struct forebay_chan *chan = &card->chans[card->num_chans];
	int ret;

	ret = forebay_xdma_attach(chan, forebay_dma_page(card, forebay_chan_at(c2h, index)),
				  forebay_dma_page(card, forebay_sgdma_at(c2h, index)));
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
static int find_direction(struct forebay_card *card, bool c2h, unsigned int most)
{
	unsigned int i;
	int ret;

	for (i = 0; i < most; i++) {
		u32 id = identifier(card, forebay_chan_at(c2h, i));

		if (!is_chan(id, c2h, i))
			break;
		ret = add_chan(card, c2h, i, id & FOREBAY_XDMA_CHAN_IDENTIFIER_STREAM);
		if (ret)
			return ret;
	}
	return 0;
}

static int find_chans(struct forebay_card *card)
{
	int ret;

	ret = find_direction(card, false, FOREBAY_XDMA_H2C_COUNT);
	card->num_h2c = card->num_chans;
	if (!ret)
		ret = find_direction(card, true, FOREBAY_XDMA_C2H_COUNT);
	if (ret || card->num_chans)
		return ret;
	dev_err(&card->pdev->dev, "the card has no DMA channel\n");
	return -ENODEV;
}

/**
 * forebay_card_discover() - read what the card is, and fill in its channels
 * @card: with its BARs mapped
 *
 * Return: 0; -ENODEV if this is no card whose registers the driver knows; -ENOMEM.
 */
int forebay_card_discover(struct forebay_card *card)
{
	int ret = read_identity(card);

	return ret ? ret : find_chans(card);
}
