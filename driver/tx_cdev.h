/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Node of transmission.
 */
#ifndef FOREBAY_TX_CDEV_H
#define FOREBAY_TX_CDEV_H

#include <linux/fs.h>

extern const struct file_operations forebay_transmit_fops;

#endif
