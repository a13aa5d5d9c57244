// SPDX-License-Identifier: GPL-2.0-only
/* From a PCI function to a working card and back. */
#include "pci.h"

#include <linux/dma-mapping.h>
#include <linux/io.h>
#include <linux/module.h>
#include <linux/pci.h>
#include <linux/sizes.h>

#include "card.h"
#include "chan_ops.h"
#include "discover.h"
#include "features.h"
#include "forebay_regs.h"
#include "irq.h"
#include "layout.h"
#include "nodes.h"
#include "quiesce.h"
#include "request.h"
#include "reset.h"
#include "revive.h"
#include "sysfs.h"

/* Pieces of a buffer are merged up to this; well below a descriptor's longest length. */
#define MAX_SEGMENT SZ_128M
static_assert(MAX_SEGMENT <= FOREBAY_DESC_LENGTH_BYTES);

static const struct forebay_layout layouts[] = { FOREBAY_LAYOUTS(FOREBAY_LAYOUT_OF) };

static const struct pci_device_id forebay_ids[] = { FOREBAY_LAYOUTS(FOREBAY_ID_OF) {} };
MODULE_DEVICE_TABLE(pci, forebay_ids);

/*
 * Also of a card with another subsystem, which matches none of the ids: then what the driver core
 * gives to a probe says nothing.
 */
static const struct forebay_layout *layout_of(const struct pci_dev *pdev)
{
	const struct pci_device_id *id;

	for (id = forebay_ids; id->vendor; id++) {
		if (id->vendor == pdev->vendor && id->device == pdev->device)
			return &layouts[id->driver_data];
	}
	return &layouts[0];
}

/* ---- the PCI function ---- */

/* A part goes from its place to the end of the BAR. */
static void find_area(struct forebay_card *card, struct forebay_area *area,
		      const struct forebay_place *place)
{
	resource_size_t bytes = pci_resource_len(card->pdev, place->bar);

	area->bar = place->bar;
	area->offset = place->offset;
	area->start = pci_resource_start(card->pdev, place->bar) + place->offset;
	area->bytes = bytes > place->offset ? bytes - place->offset : 0;
}

static int map_bars(struct forebay_card *card)
{
	const struct forebay_layout *layout = layout_of(card->pdev);
	struct forebay_area *user = &card->user;

	find_area(card, user, &layout->user);
	find_area(card, &card->aperture, &layout->aperture);
	/* The upper half of a wide one is for programs, a page each. */
	card->aperture.bytes = min_t(resource_size_t, card->aperture.bytes,
				     1ull << FOREBAY_CARD_UPPER_WINDOW_BITS);
	if (user->bytes < FOREBAY_USER_SIZE_BYTES) {
		dev_err(&card->pdev->dev, "BAR%u has %llu bytes from 0x%x on, that is too small\n",
			user->bar, (u64)user->bytes, user->offset);
		return -ENODEV;
	}
	user->regs = pci_iomap_range(card->pdev, user->bar, user->offset, 0);
	return user->regs ? 0 : -ENOMEM;
}

static void unmap_bars(struct forebay_card *card)
{
	forebay_features_unmap(card);
	if (card->user.regs)
		pci_iounmap(card->pdev, card->user.regs);
}

static int enable_device(struct pci_dev *pdev)
{
	int ret;

	ret = pci_enable_device_mem(pdev);
	if (ret)
		return ret;
	ret = pci_request_regions(pdev, KBUILD_MODNAME);
	if (ret)
		goto disable;
	ret = dma_set_mask_and_coherent(&pdev->dev, DMA_BIT_MASK(64));
	if (ret)
		goto release;
	dma_set_max_seg_size(&pdev->dev, MAX_SEGMENT);
	dma_set_seg_boundary(&pdev->dev, ULONG_MAX);
	return 0;

release:
	pci_release_regions(pdev);
disable:
	pci_disable_device(pdev);
	return ret;
}

static void disable_device(struct pci_dev *pdev)
{
	pci_clear_master(pdev);
	pci_release_regions(pdev);
	pci_disable_device(pdev);
}

/* ---- memory of the engines ---- */

/* One that is stuck might still write there; then the memory stays. */
static void free_engines(struct forebay_card *card)
{
	struct forebay_chan *chan;

	forebay_for_each_chan(card, chan) {
		if (list_empty(&chan->quarantine))
			chan->ops->free(chan);
	}
}

static int alloc_engines(struct forebay_card *card)
{
	struct forebay_chan *chan;
	int ret = 0;

	forebay_for_each_chan(card, chan) {
		if (!ret)
			ret = chan->ops->alloc(chan);
	}
	return ret;
}

/* Undoes as much of a probe as was done, and drops the reference of the driver core's side. */
static void take_down(struct forebay_card *card)
{
	struct forebay_chan *chan;

	forebay_nodes_del(card);
	forebay_card_silence(card);
	forebay_irqs_mask(card);
	forebay_irqs_free(card);
	forebay_for_each_chan(card, chan)
		cancel_delayed_work_sync(&chan->tick);
	cancel_delayed_work_sync(&card->recover);
	forebay_card_empty_quarantine(card);
	forebay_requests_await(card);
	/* Before it has been discovered, a card may be anybody's. */
	if (card->num_features)
		forebay_card_leave(card);
	free_engines(card);
	unmap_bars(card);
	disable_device(card->pdev);
	kfree(card->config);
	forebay_card_free_number(card);
	forebay_card_put(card);
}

/* ---- probe and remove ---- */

/* What a reset that the kernel does not undo by itself has to be undone with. */
static int keep_config(struct forebay_card *card)
{
	pci_save_state(card->pdev);
	card->config = pci_store_saved_state(card->pdev);
	return card->config ? 0 : -ENOMEM;
}

static int start_card(struct forebay_card *card)
{
	int ret;

	ret = map_bars(card);
	if (!ret)
		ret = forebay_card_discover(card);
	if (!ret)
		ret = forebay_card_calm(card);
	if (ret)
		return ret;
	pci_set_master(card->pdev);
	ret = alloc_engines(card);
	if (!ret)
		ret = forebay_irqs_request(card);
	if (!ret)
		ret = keep_config(card);
	if (ret)
		return ret;
	forebay_card_online(card);
	return forebay_nodes_add(card);
}

static int forebay_probe(struct pci_dev *pdev, const struct pci_device_id *id)
{
	struct forebay_card *card;
	int ret;

	card = forebay_card_alloc(pdev);
	if (IS_ERR(card))
		return PTR_ERR(card);
	INIT_DELAYED_WORK(&card->recover, forebay_card_recover_work);
	ret = forebay_nodes_alloc(card);
	if (!ret)
		ret = enable_device(pdev);
	if (ret) {
		forebay_card_free_number(card);
		forebay_card_put(card);
		return ret;
	}
	pci_set_drvdata(pdev, card);
	ret = start_card(card);
	if (ret) {
		take_down(card);
		return ret;
	}
	forebay_card_show(card);
	dev_info(&pdev->dev, "card %u: %u + %u channels, %u user lines, %u MiB of memory\n",
		 card->number, card->num_h2c, card->num_chans - card->num_h2c, card->num_lines,
		 card->identity.mem_bytes >> 20);
	return 0;
}

/*
 * The machine goes down, or another kernel takes over: the card must not write into that one's
 * memory. Nobody takes the driver off the card any more.
 */
static void forebay_shutdown(struct pci_dev *pdev)
{
	struct forebay_card *card = pci_get_drvdata(pdev);

	forebay_card_silence(card);
	forebay_card_leave(card);
	pci_clear_master(pdev);
}

static void forebay_remove(struct pci_dev *pdev)
{
	take_down(pci_get_drvdata(pdev));
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
