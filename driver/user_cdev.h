/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * forebayN_user: the card's registers, as whole 32-bit words.
 */
#ifndef FOREBAY_USER_CDEV_H
#define FOREBAY_USER_CDEV_H

#include <linux/fs.h>

extern const struct file_operations forebay_user_fops;

#endif
