/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * forebayN_aperture: the card address space, for mapping.
 */
#ifndef FOREBAY_APERTURE_CDEV_H
#define FOREBAY_APERTURE_CDEV_H

#include <linux/fs.h>

extern const struct file_operations forebay_aperture_fops;

#endif
