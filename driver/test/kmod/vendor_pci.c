// SPDX-License-Identifier: GPL-2.0-only
/*
 * Mock of the vendor's driver: its probe, in its order (dma.md 1.3). What a step gave is kept and
 * told by the checks.
 *
 * debugfs: reading fby_xdma_vendor/tap runs all checks; fby_xdma_vendor/first those for a card that
 * was another driver's.
 */

#include <linux/debugfs.h>
#include <linux/dma-mapping.h>
#include <linux/interrupt.h>
#include <linux/module.h>

#include "vendor.h"

#define TAP_BYTES (128 << 10)

static struct dentry *dir;

static int vendor_show(struct seq_file *out, void *unused)
{
	struct vendor_card *card = out->private;
	struct fby_tap tap = { .out = out };

	vendor_check_probe(card, &tap);
	if (vendor_find(card, false, false)) {
		vendor_check_transfers(card, &tap);
		vendor_check_poll(card, &tap);
		vendor_check_perf(card, &tap);
	} else {
		fby_tap_note(&tap, "no memory-mapped channel on this card");
	}
	vendor_check_trouble(card, &tap);
	vendor_check_streams(card, &tap);
	vendor_check_restart(card, &tap);
	vendor_check_user(card, &tap);
	return 0;
}

static int first_show(struct seq_file *out, void *unused)
{
	struct fby_tap tap = { .out = out };

	vendor_check_first(out->private, &tap);
	return 0;
}

static int first_open(struct inode *inode, struct file *file)
{
	return single_open_size(file, first_show, inode->i_private, TAP_BYTES);
}

static const struct file_operations first_fops = {
	.owner = THIS_MODULE,
	.open = first_open,
	.read = seq_read,
	.llseek = seq_lseek,
	.release = single_release,
};

static int tap_open(struct inode *inode, struct file *file)
{
	return single_open_size(file, vendor_show, inode->i_private, TAP_BYTES);
}

static const struct file_operations tap_fops = {
	.owner = THIS_MODULE,
	.open = tap_open,
	.read = seq_read,
	.llseek = seq_lseek,
	.release = single_release,
};

/* Every BAR that is large enough is read at two offsets, whatever it is for. */
static int find_config_bar(struct vendor_card *card)
{
	card->config_bar = -1;
	for (int i = 0; i < VENDOR_BARS; i++) {
		if (!pci_resource_len(card->pdev, i))
			continue;
		card->bar[i] = pcim_iomap(card->pdev, i, 0);
		if (!card->bar[i])
			return -ENOMEM;
		if (pci_resource_len(card->pdev, i) < 0x8000)
			continue;
		if (readl(card->bar[i] + V_IRQ) >> 16 == 0x1fc2 &&
		    readl(card->bar[i] + V_CONFIG) >> 16 == 0x1fc3 && card->config_bar < 0)
			card->config_bar = i;
	}
	if (card->config_bar < 0)
		return -ENODEV;
	card->config = card->bar[card->config_bar];
	return 0;
}

/* Upward until the first that does not answer as it should. */
static unsigned int scan(struct vendor_card *card, bool c2h)
{
	u32 block = c2h ? V_C2H : V_H2C;
	unsigned int n;

	for (n = 0; n < VENDOR_CHANNELS; n++) {
		struct vendor_engine *engine = &card->engine[c2h * VENDOR_CHANNELS + n];
		u32 id = readl(card->config + block + V_CHAN(n) + V_ID);
		u32 sg = readl(card->config + V_SGDMA + block + V_CHAN(n) + V_ID);

		if (id >> 16 != (c2h ? 0x1fc1 : 0x1fc0) || (id >> 8 & 0xf) != n ||
		    sg >> 16 != (c2h ? 0x1fc5 : 0x1fc4))
			break;
		engine->card = card;
		engine->base = block + V_CHAN(n);
		engine->channel = n;
		engine->c2h = c2h;
		engine->stream = id & 0x8000;
		engine->present = true;
		init_completion(&engine->fired);
	}
	return n;
}

static int make_engine(struct vendor_engine *engine)
{
	struct device *dev = &engine->card->pdev->dev;

	engine->descs = dmam_alloc_coherent(dev, VENDOR_MAX_DESCS * sizeof(*engine->descs),
					    &engine->descs_dma, GFP_KERNEL);
	engine->results = dmam_alloc_coherent(dev, VENDOR_MAX_DESCS * sizeof(*engine->results),
					      &engine->results_dma, GFP_KERNEL);
	engine->poll_word =
		dmam_alloc_coherent(dev, sizeof(*engine->poll_word), &engine->poll_dma, GFP_KERNEL);
	if (!engine->descs || !engine->results || !engine->poll_word)
		return -ENOMEM;
	vendor_write(engine, V_CONTROL_W1C, V_NON_INCR);
	vendor_write(engine, V_POLL_LO, lower_32_bits(engine->poll_dma));
	vendor_write(engine, V_POLL_HI, upper_32_bits(engine->poll_dma));
	vendor_write(engine, V_IEM, V_IEM_MASK);
	return 0;
}

/* Four fields to a word; channels in the order H2C, C2H, then the user lines. */
static void program_vectors(struct vendor_card *card)
{
	unsigned int channels = card->num_h2c + card->num_c2h;

	for (unsigned int i = 0; i < channels; i += 4)
		writel(i | (i + 1) << 8 | (i + 2) << 16 | (i + 3) << 24,
		       card->config + V_CHAN_VECTOR + i);
	for (unsigned int i = 0; i < VENDOR_USER_LINES; i += 4) {
		unsigned int v = channels + i;

		writel(v | (v + 1) << 8 | (v + 2) << 16 | (v + 3) << 24,
		       card->config + V_USER_VECTOR + i);
	}
}

static void free_interrupts(struct vendor_card *card, int count)
{
	unsigned int channels = card->num_h2c + card->num_c2h;

	while (count-- > 0) {
		struct vendor_engine *engine;

		if ((unsigned int)count >= channels) {
			free_irq(pci_irq_vector(card->pdev, count), card);
			continue;
		}
		engine = &card->engine[(unsigned int)count < card->num_h2c ?
					       count :
					       VENDOR_CHANNELS + count - (int)card->num_h2c];
		free_irq(pci_irq_vector(card->pdev, count), engine);
	}
	pci_free_irq_vectors(card->pdev);
}

/* Exactly as many vectors as there are sources, neither more nor fewer. */
static int request_interrupts(struct vendor_card *card)
{
	unsigned int channels = card->num_h2c + card->num_c2h;
	int want = (int)channels + VENDOR_USER_LINES, ret, i;

	card->too_many = pci_alloc_irq_vectors(card->pdev, want + 1, want + 1, PCI_IRQ_MSIX);
	if (card->too_many >= 0)
		pci_free_irq_vectors(card->pdev);
	ret = pci_alloc_irq_vectors(card->pdev, want, want, PCI_IRQ_MSIX);
	if (ret < 0)
		return ret;
	card->vectors = ret;
	for (i = 0; i < want; i++) {
		bool user = (unsigned int)i >= channels;
		struct vendor_engine *engine = NULL;

		if (!user) {
			engine = &card->engine[(unsigned int)i < card->num_h2c ?
						       i :
						       VENDOR_CHANNELS + i - (int)card->num_h2c];
			engine->irq_bit = i;
		}
		ret = request_irq(pci_irq_vector(card->pdev, i),
				  user ? vendor_user_isr : vendor_channel_isr, 0, "fby_xdma_vendor",
				  user ? (void *)card : (void *)engine);
		if (ret) {
			free_interrupts(card, i);
			return ret;
		}
	}
	return 0;
}

static int vendor_probe(struct pci_dev *pdev, const struct pci_device_id *id)
{
	struct vendor_card *card = devm_kzalloc(&pdev->dev, sizeof(*card), GFP_KERNEL);
	int ret;

	if (!card)
		return -ENOMEM;
	card->pdev = pdev;
	init_completion(&card->user_fired);
	ret = pcim_enable_device(pdev);
	if (ret)
		return ret;
	pcie_capability_set_word(pdev, PCI_EXP_DEVCTL,
				 PCI_EXP_DEVCTL_RELAX_EN | PCI_EXP_DEVCTL_EXT_TAG);
	ret = pcie_set_readrq(pdev, 512);
	card->mrrs = ret ? ret : pcie_get_readrq(pdev);
	pci_set_master(pdev);
	ret = find_config_bar(card);
	if (ret)
		return ret;
	ret = dma_set_mask_and_coherent(&pdev->dev, DMA_BIT_MASK(64));
	if (ret)
		return ret;
	writel(~0, card->config + V_CHAN_ENABLE_W1C);
	writel(~0, card->config + V_USER_ENABLE_W1C);
	card->num_h2c = scan(card, false);
	card->num_c2h = scan(card, true);
	for (unsigned int i = 0; i < ARRAY_SIZE(card->engine); i++) {
		if (card->engine[i].present && make_engine(&card->engine[i]))
			return -ENOMEM;
	}
	card->buf =
		dmam_alloc_coherent(&pdev->dev, 2 * VENDOR_BUF_BYTES, &card->buf_dma, GFP_KERNEL);
	if (!card->buf)
		return -ENOMEM;
	ret = request_interrupts(card);
	if (ret)
		return ret;
	program_vectors(card);
	writel(~0, card->config + V_CHAN_ENABLE_W1S);
	/* One bit more than there are lines, as the driver has it. */
	writel(0x1ffff, card->config + V_USER_ENABLE_W1S);
	pci_set_drvdata(pdev, card);
	debugfs_create_file("tap", 0400, dir, card, &tap_fops);
	debugfs_create_file("first", 0400, dir, card, &first_fops);
	return 0;
}

static void vendor_remove(struct pci_dev *pdev)
{
	struct vendor_card *card = pci_get_drvdata(pdev);

	debugfs_lookup_and_remove("tap", dir);
	debugfs_lookup_and_remove("first", dir);
	writel(~0, card->config + V_CHAN_ENABLE_W1C);
	writel(~0, card->config + V_USER_ENABLE_W1C);
	/*
	 * The engines were stopped by the checks; a read makes sure that the card has seen the
	 * writes.
	 */
	readl(card->config + V_CHAN_ENABLE);
	free_interrupts(card, card->vectors);
	pci_clear_master(pdev);
}

static const struct pci_device_id vendor_ids[] = { { PCI_DEVICE(0x10ee, 0x903f) }, {} };
MODULE_DEVICE_TABLE(pci, vendor_ids);

static struct pci_driver vendor_driver = {
	.name = "fby_xdma_vendor",
	.id_table = vendor_ids,
	.probe = vendor_probe,
	.remove = vendor_remove,
};

static int __init vendor_init(void)
{
	int ret;

	dir = debugfs_create_dir("fby_xdma_vendor", NULL);
	ret = pci_register_driver(&vendor_driver);
	if (ret)
		debugfs_remove(dir);
	return ret;
}

static void __exit vendor_exit(void)
{
	pci_unregister_driver(&vendor_driver);
	debugfs_remove(dir);
}

module_init(vendor_init);
module_exit(vendor_exit);

MODULE_DESCRIPTION("Mock of the vendor's XDMA driver, for tests");
MODULE_LICENSE("GPL");
