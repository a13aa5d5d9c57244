// SPDX-License-Identifier: GPL-2.0-only
/*
 * Smallest parent for mainline's XDMA driver, which is a platform driver without PCI ids: enables
 * the card, allocates its MSI-X vectors and hands both on as resources.
 *
 * debugfs: reading fby_xdma_parent/tap runs the checks of parent_client.c.
 */

#include <linux/debugfs.h>
#include <linux/dma-mapping.h>
#include <linux/module.h>
#include <linux/platform_data/amd_xdma.h>
#include <linux/seq_file.h>

#include "forebay_regs.h"
#include "parent.h"

/* Where a layout has the block of DMA registers and the card's own. */
struct fby_place {
	unsigned int dma_bar, user_bar;
	u32 dma_offset, user_offset;
};

#define FACT(layout, name) FOREBAY_LAYOUT_##layout##_##name
#define NUMBER_OF(layout) LAYOUT_##layout,
#define PLACE_OF(layout)                                                                           \
	{                                                                                          \
		.dma_bar = FACT(layout, DMA_BAR),                                                  \
		.dma_offset = FACT(layout, DMA_OFFSET),                                            \
		.user_bar = FACT(layout, USER_BAR),                                                \
		.user_offset = FACT(layout, USER_OFFSET),                                          \
	},
#define ID_OF(layout)                                                                              \
	{                                                                                          \
		PCI_DEVICE(FACT(layout, PCI_VENDOR), FACT(layout, PCI_DEVICE)),                    \
		.driver_data = LAYOUT_##layout,                                                    \
	},

enum { FOREBAY_LAYOUTS(NUMBER_OF) };
static const struct fby_place places[] = { FOREBAY_LAYOUTS(PLACE_OF) };

/* Of the block in every layout. */
#define DMA_BYTES FOREBAY_CARD_DMA_BAR_BYTES
/* Room for all lines; a file that has to grow would run the checks again. */
#define TAP_BYTES (128 << 10)

static struct dentry *dir;

static int tap_open(struct inode *inode, struct file *file)
{
	return single_open_size(file, fby_client_show, inode->i_private, TAP_BYTES);
}

static const struct file_operations tap_fops = {
	.owner = THIS_MODULE,
	.open = tap_open,
	.read = seq_read,
	.llseek = seq_lseek,
	.release = single_release,
};

static struct platform_device *make_xdma(struct pci_dev *pdev, const struct fby_place *place,
					 int vectors)
{
	resource_size_t block = pci_resource_start(pdev, place->dma_bar) + place->dma_offset;
	struct xdma_platdata data = { .max_dma_channels = 4 };
	struct resource res[] = {
		DEFINE_RES_MEM(block, DMA_BYTES),
		DEFINE_RES_IRQ(pci_irq_vector(pdev, 0)),
	};
	struct platform_device_info info = {
		.parent = &pdev->dev,
		.name = "xdma",
		.id = PLATFORM_DEVID_AUTO,
		.res = res,
		.num_res = ARRAY_SIZE(res),
		.data = &data,
		.size_data = sizeof(data),
		.dma_mask = DMA_BIT_MASK(64),
	};

	res[1].end = res[1].start + vectors - 1;
	return platform_device_register_full(&info);
}

static int fby_parent_probe(struct pci_dev *pdev, const struct pci_device_id *id)
{
	struct fby_parent *parent = devm_kzalloc(&pdev->dev, sizeof(*parent), GFP_KERNEL);
	const struct fby_place *place = &places[id->driver_data];
	int vectors = pci_msix_vec_count(pdev), ret;

	if (!parent)
		return -ENOMEM;
	if (vectors < 0)
		return vectors;
	ret = pcim_enable_device(pdev);
	if (ret)
		return ret;
	ret = dma_set_mask_and_coherent(&pdev->dev, DMA_BIT_MASK(64));
	if (ret)
		return ret;
	pci_set_master(pdev);
	parent->pdev = pdev;
	parent->user = pcim_iomap(pdev, place->user_bar, 0);
	if (!parent->user)
		return -ENOMEM;
	parent->user += place->user_offset;
	ret = pci_alloc_irq_vectors(pdev, vectors, vectors, PCI_IRQ_MSIX);
	if (ret < 0)
		return ret;
	/* Mainline's driver takes the vectors for a range of numbers. */
	if (pci_irq_vector(pdev, vectors - 1) != pci_irq_vector(pdev, 0) + vectors - 1) {
		ret = -EIO;
		goto free_vectors;
	}
	parent->xdma = make_xdma(pdev, place, vectors);
	if (IS_ERR(parent->xdma)) {
		ret = PTR_ERR(parent->xdma);
		goto free_vectors;
	}
	pci_set_drvdata(pdev, parent);
	debugfs_create_file("tap", 0400, dir, parent, &tap_fops);
	return 0;

free_vectors:
	pci_free_irq_vectors(pdev);
	return ret;
}

static void fby_parent_remove(struct pci_dev *pdev)
{
	struct fby_parent *parent = pci_get_drvdata(pdev);

	debugfs_lookup_and_remove("tap", dir);
	platform_device_unregister(parent->xdma);
	pci_free_irq_vectors(pdev);
}

static const struct pci_device_id fby_parent_ids[] = { FOREBAY_LAYOUTS(ID_OF) {} };
MODULE_DEVICE_TABLE(pci, fby_parent_ids);

static struct pci_driver fby_parent_driver = {
	.name = "fby_xdma_parent",
	.id_table = fby_parent_ids,
	.probe = fby_parent_probe,
	.remove = fby_parent_remove,
};

static int __init fby_parent_init(void)
{
	int ret;

	dir = debugfs_create_dir("fby_xdma_parent", NULL);
	ret = pci_register_driver(&fby_parent_driver);
	if (ret)
		debugfs_remove(dir);
	return ret;
}

static void __exit fby_parent_exit(void)
{
	pci_unregister_driver(&fby_parent_driver);
	debugfs_remove(dir);
}

module_init(fby_parent_init);
module_exit(fby_parent_exit);

MODULE_DESCRIPTION("Parent of mainline's XDMA driver on a Forebay card, for tests");
MODULE_LICENSE("GPL");
MODULE_SOFTDEP("pre: xdma");
