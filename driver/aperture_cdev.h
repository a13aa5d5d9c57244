/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * forebayN_window: the aperture, for mapping. The interface keeps the name that it had first.
 */
#ifndef FOREBAY_APERTURE_CDEV_H
#define FOREBAY_APERTURE_CDEV_H

#include <linux/fs.h>

extern const struct file_operations forebay_aperture_fops;

#endif
