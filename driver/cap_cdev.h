/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Node of capture.
 */
#ifndef FOREBAY_CAP_CDEV_H
#define FOREBAY_CAP_CDEV_H

#include <linux/fs.h>

extern const struct file_operations forebay_capture_fops;

#endif
