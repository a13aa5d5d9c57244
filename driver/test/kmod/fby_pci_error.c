// SPDX-License-Identifier: GPL-2.0-only
/*
 * Plays the part of the PCI error recovery: calls the handlers of the driver that is bound to a
 * card, as the AER code would after an error, step by step. No machine under emulation makes such
 * errors by itself.
 *
 * Plays other parts as well that nobody else in the machine has: shuts the driver down, pulls the
 * card out, keeps it busy, has its BARs, lets it look like somebody else's card, writes its registers
 * behind the driver's back.
 *
 * debugfs: write the name of a step to fby_pci_error/step, read the handler's answer from there.
 */

#include <linux/completion.h>
#include <linux/debugfs.h>
#include <linux/io.h>
#include <linux/kthread.h>
#include <linux/module.h>
#include <linux/pci.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "forebay_regs.h"

#define ID_OF(layout)                                                                              \
	{ PCI_DEVICE(FOREBAY_LAYOUT_##layout##_PCI_VENDOR, FOREBAY_LAYOUT_##layout##_PCI_DEVICE) },

static const struct pci_device_id cards[] = { FOREBAY_LAYOUTS(ID_OF) {} };

static struct dentry *dir;
static int answer;

static struct task_struct *busy;
static DECLARE_COMPLETION(holding);

static int detected(struct pci_dev *pdev, const struct pci_error_handlers *handlers,
		    pci_channel_state_t state)
{
	pdev->error_state = state;
	return handlers->error_detected ? (__force int)handlers->error_detected(pdev, state) :
					  -ENOENT;
}

/*
 * The card is reset between the two, as the link would be; the driver has to restore the
 * configuration.
 */
static int slot_reset(struct pci_dev *pdev, const struct pci_error_handlers *handlers)
{
	int ret = __pci_reset_function_locked(pdev);

	if (ret)
		return ret;
	pdev->error_state = pci_channel_io_normal;
	return handlers->slot_reset ? (__force int)handlers->slot_reset(pdev) : -ENOENT;
}

/* Somebody does something to the card, for as long as it takes. */
static int keep_busy(void *data)
{
	struct pci_dev *pdev = data;

	device_lock(&pdev->dev);
	complete(&holding);
	for (;;) {
		set_current_state(TASK_INTERRUPTIBLE);
		if (kthread_should_stop())
			break;
		schedule();
	}
	__set_current_state(TASK_RUNNING);
	device_unlock(&pdev->dev);
	return 0;
}

static int begin_busy(struct pci_dev *pdev)
{
	reinit_completion(&holding);
	busy = kthread_run(keep_busy, pdev, "fby_busy");
	if (IS_ERR(busy))
		return PTR_ERR(busy);
	wait_for_completion(&holding);
	return 0;
}

/* "store BAR OFFSET VALUE", all but the first in hex. */
static int store(struct pci_dev *pdev, const char *text)
{
	unsigned int bar, offset, value;
	void __iomem *reg;

	if (sscanf(text, "store %u %x %x", &bar, &offset, &value) != 3 || bar >= PCI_STD_NUM_BARS)
		return -EINVAL;
	reg = ioremap(pci_resource_start(pdev, bar) + offset, sizeof(u32));
	if (!reg)
		return -ENOMEM;
	iowrite32(value, reg);
	/* It is there when this is back. */
	ioread32(reg);
	iounmap(reg);
	return 0;
}

/* Steps that need no driver. */
static int card_step(struct pci_dev *pdev, const char *name)
{
	if (!strncmp(name, "store ", strlen("store ")))
		return store(pdev, name);
	if (sysfs_streq(name, "claim"))
		return pci_request_region(pdev, 0, "fby_pci_error");
	if (sysfs_streq(name, "disclaim"))
		pci_release_region(pdev, 0);
	else if (sysfs_streq(name, "foreign") || sysfs_streq(name, "own"))
		pdev->subsystem_device ^= 0x8000;
	else if (sysfs_streq(name, "back"))
		pdev->error_state = pci_channel_io_normal;
	else if (sysfs_streq(name, "unplug"))
		pdev->error_state = pci_channel_io_perm_failure;
	else
		return -EINVAL;
	return 0;
}

static int step(struct pci_dev *pdev, const char *name)
{
	const struct pci_error_handlers *handlers = pdev->driver ? pdev->driver->err_handler : NULL;

	if (!handlers)
		return card_step(pdev, name);
	if (sysfs_streq(name, "shutdown")) {
		pdev->driver->shutdown(pdev);
		return 0;
	}
	if (sysfs_streq(name, "normal"))
		return detected(pdev, handlers, pci_channel_io_normal);
	if (sysfs_streq(name, "frozen"))
		return detected(pdev, handlers, pci_channel_io_frozen);
	if (sysfs_streq(name, "failed"))
		return detected(pdev, handlers, pci_channel_io_perm_failure);
	if (sysfs_streq(name, "mmio_enabled"))
		return handlers->mmio_enabled ? (__force int)handlers->mmio_enabled(pdev) : -ENOENT;
	if (sysfs_streq(name, "slot_reset"))
		return slot_reset(pdev, handlers);
	if (sysfs_streq(name, "resume")) {
		pdev->error_state = pci_channel_io_normal;
		if (handlers->resume)
			handlers->resume(pdev);
		return 0;
	}
	return card_step(pdev, name);
}

/* Whatever its subsystem; the caller has to put it. */
static struct pci_dev *get_card(void)
{
	const struct pci_device_id *id;
	struct pci_dev *pdev = NULL;

	for (id = cards; id->vendor && !pdev; id++)
		pdev = pci_get_device(id->vendor, id->device, NULL);
	return pdev;
}

static ssize_t step_write(struct file *file, const char __user *from, size_t len, loff_t *pos)
{
	struct pci_dev *pdev = get_card();
	char name[32] = "";

	if (!pdev)
		return -ENODEV;
	if (len >= sizeof(name) || copy_from_user(name, from, len)) {
		pci_dev_put(pdev);
		return -EFAULT;
	}
	if (sysfs_streq(name, "busy")) {
		answer = begin_busy(pdev);
	} else if (sysfs_streq(name, "idle")) {
		answer = kthread_stop(busy);
	} else {
		device_lock(&pdev->dev);
		answer = step(pdev, name);
		device_unlock(&pdev->dev);
	}
	pci_dev_put(pdev);
	return len;
}

static ssize_t step_read(struct file *file, char __user *to, size_t len, loff_t *pos)
{
	char text[16];
	int n = scnprintf(text, sizeof(text), "%d\n", answer);

	return simple_read_from_buffer(to, len, pos, text, n);
}

static const struct file_operations step_fops = {
	.owner = THIS_MODULE,
	.open = simple_open,
	.read = step_read,
	.write = step_write,
};

static int __init fby_pci_error_init(void)
{
	dir = debugfs_create_dir("fby_pci_error", NULL);
	debugfs_create_file("step", 0600, dir, NULL, &step_fops);
	return 0;
}

static void __exit fby_pci_error_exit(void)
{
	debugfs_remove(dir);
}

module_init(fby_pci_error_init);
module_exit(fby_pci_error_exit);

MODULE_DESCRIPTION("Calls a driver's PCI error handlers, for tests");
MODULE_LICENSE("GPL");
