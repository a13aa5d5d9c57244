// SPDX-License-Identifier: GPL-2.0-only
#include "aperture_cdev.h"

#include <linux/fs.h>
#include <linux/module.h>
#include <linux/uaccess.h>

#include "nodes.h"

static int aperture_open(struct inode *inode, struct file *filp)
{
	return forebay_map_open(&forebay_inode_node(inode)->card->nodes->aperture_maps, filp);
}

static long aperture_set(struct forebay_map_file *file, struct forebay_aperture __user *arg)
{
	struct forebay_aperture aperture;

	if (copy_from_user(&aperture, arg, sizeof(aperture)))
		return -EFAULT;
	if (aperture.reserved || aperture.caching > FOREBAY_CACHING_WRITE_COMBINING)
		return -EINVAL;
	aperture.bytes = file->maps->area->bytes;
	if (copy_to_user(arg, &aperture, sizeof(aperture)))
		return -EFAULT;
	WRITE_ONCE(file->caching, aperture.caching);
	return 0;
}

static long aperture_ioctl(struct file *filp, unsigned int cmd, unsigned long arg)
{
	struct forebay_map_file *file = filp->private_data;

	if (READ_ONCE(file->maps->node->card->unbound))
		return -ENODEV;
	switch (cmd) {
	case FOREBAY_IOC_APERTURE:
		return aperture_set(file, (struct forebay_aperture __user *)arg);
	default:
		return -ENOTTY;
	}
}

const struct file_operations forebay_aperture_fops = {
	.owner = THIS_MODULE,
	.open = aperture_open,
	.release = forebay_map_release,
	.unlocked_ioctl = aperture_ioctl,
	.compat_ioctl = compat_ptr_ioctl,
	.mmap = forebay_map_mmap,
};
