// SPDX-License-Identifier: GPL-2.0-only
/* From a PCI function to a working card and back. */
#include "pci.h"

#include <linux/bitfield.h>
#include <linux/dma-mapping.h>
#include <linux/io.h>
#include <linux/module.h>
#include <linux/pci.h>
#include <linux/sizes.h>

#include "card.h"
#include "chan_cdev.h"
#include "forebay_regs.h"
#include "recover.h"

#define BAR_USER 0
#define BAR_REGS 2
#define BAR_WINDOW 4

/* Minors of the nodes that are not channels. */
#define MINOR_USER FOREBAY_MAX_CHANS
#define MINOR_WINDOW (FOREBAY_MAX_CHANS + 1)
#define MINOR_EVENTS (FOREBAY_MAX_CHANS + 2)
static_assert(MINOR_EVENTS < FOREBAY_MAX_NODES);

/* Pieces of a buffer are merged up to this; well below a descriptor's longest length. */
#define MAX_SEGMENT SZ_128M
static_assert(MAX_SEGMENT <= FOREBAY_DESC_LENGTH_BYTES);

#define PCI_DEVICE_ID_FOREBAY 0x903f

static const struct pci_device_id forebay_ids[] = {
	{ PCI_DEVICE(PCI_VENDOR_ID_XILINX, PCI_DEVICE_ID_FOREBAY) },
	{}
};
MODULE_DEVICE_TABLE(pci, forebay_ids);

static u32 identifier(void __iomem *at)
{
	/* Every page begins with its identifier. */
	return readl(at + FOREBAY_XDMA_CHAN_IDENTIFIER);
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
	return !is_target(identifier(card->regs + FOREBAY_XDMA_IRQ_BASE),
			  target_of(FOREBAY_XDMA_IRQ_BASE));
}

/* ---- what the card is ---- */

static int read_identity(struct forebay_card *card)
{
	void __iomem *status = card->user + FOREBAY_USER_STATUS_BASE;
	struct device *dev = &card->pdev->dev;
	u32 magic = readl(status + FOREBAY_USER_STATUS_MAGIC);

	if (forebay_card_gone(card)) {
		dev_err(dev, "BAR2 has no DMA registers: identifier 0x%08x\n",
			identifier(card->regs + FOREBAY_XDMA_IRQ_BASE));
		return -ENODEV;
	}
	if (magic != FOREBAY_USER_STATUS_MAGIC_RESET) {
		dev_err(dev, "not a Forebay card: BAR0 begins with 0x%08x, not 0x%08x\n", magic,
			FOREBAY_USER_STATUS_MAGIC_RESET);
		return -ENODEV;
	}
	card->identity.version = readl(status + FOREBAY_USER_STATUS_VERSION);
	card->identity.kind = readl(status + FOREBAY_USER_STATUS_CARD_KIND);
	card->identity.clock_khz = readl(status + FOREBAY_USER_STATUS_CLOCK_KHZ);
	card->identity.mem_bytes = readl(status + FOREBAY_USER_STATUS_MEM_BYTES);
	return 0;
}

/* Fills in the next channel if there is one with this number in this direction. */
static bool find_chan(struct forebay_card *card, bool c2h, unsigned int index)
{
	u32 base = c2h ? FOREBAY_XDMA_C2H_BASE + index * FOREBAY_XDMA_C2H_STRIDE :
			 FOREBAY_XDMA_H2C_BASE + index * FOREBAY_XDMA_H2C_STRIDE;
	u32 sgdma = c2h ? FOREBAY_XDMA_C2H_SGDMA_BASE + index * FOREBAY_XDMA_C2H_SGDMA_STRIDE :
			  FOREBAY_XDMA_H2C_SGDMA_BASE + index * FOREBAY_XDMA_H2C_SGDMA_STRIDE;
	u32 id = identifier(card->regs + base);
	struct forebay_chan *chan = &card->chans[card->num_chans];

	if (!is_target(id, target_of(base)) ||
	    FIELD_GET(FOREBAY_XDMA_CHAN_IDENTIFIER_CHANNEL, id) != index)
		return false;
	chan->card = card;
	chan->index = index;
	chan->source = card->num_chans++;
	chan->c2h = c2h;
	chan->stream = id & FOREBAY_XDMA_CHAN_IDENTIFIER_STREAM;
	snprintf(chan->name, sizeof(chan->name), "%s%u", c2h ? "c2h" : "h2c", index);
	chan->engine.regs = card->regs + base;
	chan->engine.sgdma = card->regs + sgdma;
	forebay_chan_init(chan);
	return true;
}

static int find_chans(struct forebay_card *card)
{
	unsigned int i = 0;

	while (i < FOREBAY_XDMA_H2C_COUNT && find_chan(card, false, i))
		i++;
	card->num_h2c = i;
	i = 0;
	while (i < FOREBAY_XDMA_C2H_COUNT && find_chan(card, true, i))
		i++;
	if (card->num_chans)
		return 0;
	dev_err(&card->pdev->dev, "the card has no DMA channel\n");
	return -ENODEV;
}

/* ---- the PCI function ---- */

static int map_bars(struct forebay_card *card)
{
	struct pci_dev *pdev = card->pdev;

	if (pci_resource_len(pdev, BAR_REGS) < FOREBAY_XDMA_SIZE_BYTES ||
	    pci_resource_len(pdev, BAR_USER) < FOREBAY_USER_SIZE_BYTES) {
		dev_err(&pdev->dev, "BAR0 of %llu and BAR2 of %llu bytes are too small\n",
			(u64)pci_resource_len(pdev, BAR_USER),
			(u64)pci_resource_len(pdev, BAR_REGS));
		return -ENODEV;
	}
	card->user_bytes = pci_resource_len(pdev, BAR_USER);
	card->user = pci_iomap(pdev, BAR_USER, 0);
	card->regs = pci_iomap(pdev, BAR_REGS, 0);
	return card->user && card->regs ? 0 : -ENOMEM;
}

static void unmap_bars(struct forebay_card *card)
{
	if (card->user)
		pci_iounmap(card->pdev, card->user);
	if (card->regs)
		pci_iounmap(card->pdev, card->regs);
}

static int enable_device(struct pci_dev *pdev)
{
	int ret;

	ret = pci_enable_device_mem(pdev);
	if (ret)
		return ret;
	ret = pci_request_regions(pdev, KBUILD_MODNAME);
	if (!ret)
		ret = dma_set_mask_and_coherent(&pdev->dev, DMA_BIT_MASK(64));
	if (ret) {
		pci_release_regions(pdev);
		pci_disable_device(pdev);
		return ret;
	}
	dma_set_max_seg_size(&pdev->dev, MAX_SEGMENT);
	dma_set_seg_boundary(&pdev->dev, ULONG_MAX);
	return 0;
}

static void disable_device(struct pci_dev *pdev)
{
	pci_clear_master(pdev);
	pci_release_regions(pdev);
	pci_disable_device(pdev);
}

/* ---- memory of the channels ---- */

/* A stuck engine might still write there; then the memory stays. */
static void free_rings(struct forebay_card *card)
{
	struct forebay_chan *chan;

	forebay_for_each_chan(card, chan) {
		if (list_empty(&chan->jail))
			forebay_ring_free(&chan->ring, &card->pdev->dev);
	}
}

static int alloc_rings(struct forebay_card *card)
{
	struct forebay_chan *chan;

	forebay_for_each_chan(card, chan) {
		struct forebay_engine *engine = &chan->engine;
		int ret;

		ret = forebay_ring_alloc(&chan->ring, &card->pdev->dev, chan->c2h && chan->stream);
		if (ret) {
			free_rings(card);
			return ret;
		}
		engine->word = &chan->ring.shared->word;
		engine->word_dma = chan->ring.shared_dma + offsetof(struct forebay_shared, word);
		engine->ring_dma = chan->ring.dma;
	}
	return 0;
}

/* ---- nodes ---- */

static void del_nodes(struct forebay_card *card)
{
	struct forebay_chan *chan;

	forebay_for_each_chan(card, chan)
		forebay_node_del(&chan->node);
	forebay_node_del(&card->user_node);
	forebay_node_del(&card->window_node);
	forebay_node_del(&card->events.node);
}

static int add_chan_node(struct forebay_chan *chan)
{
	char name[8];

	snprintf(name, sizeof(name), "%s_%u", chan->c2h ? "c2h" : "h2c", chan->index);
	return forebay_node_add(&chan->node, chan->card, chan->source,
				chan->c2h ? &forebay_c2h_fops : &forebay_h2c_fops,
				forebay_chan_groups, name);
}

static int add_nodes(struct forebay_card *card)
{
	struct forebay_chan *chan;
	int ret;

	ret = forebay_node_add(&card->user_node, card, MINOR_USER, &forebay_user_fops, NULL,
			       "user");
	if (!ret && pci_resource_len(card->pdev, BAR_WINDOW))
		ret = forebay_node_add(&card->window_node, card, MINOR_WINDOW, &forebay_window_fops,
				       NULL, "window");
	if (!ret)
		ret = forebay_node_add(&card->events.node, card, MINOR_EVENTS, &forebay_events_fops,
				       NULL, "events");
	forebay_for_each_chan(card, chan) {
		if (!ret)
			ret = add_chan_node(chan);
	}
	if (ret)
		del_nodes(card);
	return ret;
}

/* ---- probe and remove ---- */

/*
 * Whatever ran before, a crashed kernel's transfer maybe, must be over before the card may reach
 * memory.
 */
static int calm_down(struct forebay_card *card)
{
	struct forebay_chan *chan;
	u32 status, count;

	forebay_irqs_mask(card);
	forebay_for_each_chan(card, chan) {
		int ret = forebay_engine_stop(&chan->engine, &status, &count);

		if (ret) {
			dev_err(&card->pdev->dev, "%s: does not stop (status 0x%08x)\n", chan->name,
				status);
			return ret;
		}
	}
	return 0;
}

static int start_card(struct forebay_card *card)
{
	int ret;

	ret = read_identity(card);
	if (!ret)
		ret = find_chans(card);
	if (!ret)
		ret = calm_down(card);
	if (ret)
		return ret;
	pci_set_master(card->pdev);
	ret = alloc_rings(card);
	if (ret)
		return ret;
	ret = forebay_irqs_request(card);
	if (ret)
		goto free_rings;
	forebay_card_online(card);
	ret = add_nodes(card);
	if (ret)
		goto free_irqs;
	return 0;

free_irqs:
	forebay_irqs_mask(card);
	forebay_irqs_free(card);
free_rings:
	free_rings(card);
	return ret;
}

static int forebay_probe(struct pci_dev *pdev, const struct pci_device_id *id)
{
	struct forebay_card *card;
	int ret;

	card = forebay_card_alloc(pdev);
	if (IS_ERR(card))
		return PTR_ERR(card);
	ret = enable_device(pdev);
	if (ret)
		goto put_card;
	ret = map_bars(card);
	if (ret)
		goto unmap;
	card->window_maps.start = pci_resource_start(pdev, BAR_WINDOW);
	card->window_maps.bytes = pci_resource_len(pdev, BAR_WINDOW);
	card->user_maps.start = pci_resource_start(pdev, BAR_USER);
	card->user_maps.bytes = card->user_bytes;
	pci_set_drvdata(pdev, card);
	ret = start_card(card);
	if (ret)
		goto unmap;
	pci_save_state(pdev);
	dev_info(&pdev->dev, "card %u: %u + %u channels, %u MiB of memory\n", card->number,
		 card->num_h2c, card->num_chans - card->num_h2c, card->identity.mem_bytes >> 20);
	return 0;

unmap:
	unmap_bars(card);
	disable_device(pdev);
put_card:
	forebay_card_free_number(card);
	forebay_card_put(card);
	return ret;
}

/*
 * Memory that a stuck engine may still use is given back only if the engine has come to rest by
 * now, or if the card cannot reach it any more.
 */
static void empty_jails(struct forebay_card *card)
{
	struct forebay_chan *chan;
	bool safe, any = false;

	forebay_for_each_chan(card, chan) {
		if (list_empty(&chan->jail))
			continue;
		if (!forebay_chan_revive(chan))
			forebay_chan_free_jail(chan);
		else
			any = true;
	}
	if (!any)
		return;
	pci_clear_master(card->pdev);
	safe = !pci_device_is_present(card->pdev) || !__pci_reset_function_locked(card->pdev);
	forebay_for_each_chan(card, chan) {
		if (safe)
			forebay_chan_free_jail(chan);
		else if (!list_empty(&chan->jail))
			dev_err(&card->pdev->dev, "%s: never stopped, its buffers stay pinned\n",
				chan->name);
	}
}

static void evict_all(struct forebay_card *card)
{
	static const struct forebay_evict for_good = {
		.error = -ENODEV,
		.async_error = -ECANCELED,
		.dead = -ENODEV,
		.queued = true,
	};
	struct forebay_chan *chan;

	forebay_for_each_chan(card, chan)
		forebay_chan_evict(chan, &for_good);
}

/*
 * The machine goes down, or another kernel takes over: the card must not write into that one's
 * memory.
 */
static void forebay_shutdown(struct pci_dev *pdev)
{
	struct forebay_card *card = pci_get_drvdata(pdev);

	evict_all(card);
	forebay_irqs_mask(card);
	pci_clear_master(pdev);
}

static void forebay_remove(struct pci_dev *pdev)
{
	struct forebay_card *card = pci_get_drvdata(pdev);
	struct forebay_chan *chan;

	WRITE_ONCE(card->unbound, true);
	del_nodes(card);
	evict_all(card);
	forebay_events_unbind(card);
	synchronize_srcu(&card->fence);
	forebay_maps_revoke(&card->user_maps);
	forebay_maps_revoke(&card->window_maps);
	forebay_irqs_mask(card);
	forebay_irqs_free(card);
	forebay_for_each_chan(card, chan)
		cancel_delayed_work_sync(&chan->tick);
	cancel_work_sync(&card->recover);
	empty_jails(card);
	free_rings(card);
	unmap_bars(card);
	disable_device(pdev);
	wake_up_all(&card->back);
	forebay_card_free_number(card);
	forebay_card_put(card);
}

static struct pci_driver forebay_driver = {
	.name = KBUILD_MODNAME,
	.id_table = forebay_ids,
	.probe = forebay_probe,
	.remove = forebay_remove,
	.shutdown = forebay_shutdown,
	.err_handler = &forebay_error_handlers,
	.dev_groups = forebay_card_groups,
	.driver.pm = pm_sleep_ptr(&forebay_pm_ops),
};

/** forebay_pci_register() - from here on cards are found. */
int forebay_pci_register(void)
{
	return pci_register_driver(&forebay_driver);
}

/** forebay_pci_unregister() - removes all cards. */
void forebay_pci_unregister(void)
{
	pci_unregister_driver(&forebay_driver);
}
