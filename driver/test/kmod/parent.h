/* SPDX-License-Identifier: GPL-2.0-only */
/* Mainline's XDMA driver on our card: what its parent and its client share. */
#ifndef FBY_PARENT_H
#define FBY_PARENT_H

#include <linux/platform_device.h>
#include <linux/pci.h>

struct seq_file;

/**
 * struct fby_parent - the card, as its parent driver has it
 * @pdev: PCI function
 * @xdma: the platform device that mainline's driver binds to
 * @user: the card's own registers, for its counters
 */
struct fby_parent {
	struct pci_dev *pdev;
	struct platform_device *xdma;
	void __iomem *user;
};

/** fby_client_show() - Runs all checks and prints them. */
int fby_client_show(struct seq_file *out, void *unused);

#endif
