/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Resets of the card by whoever, recovery from errors of its link, and sleep.
 */
#ifndef FOREBAY_RESET_H
#define FOREBAY_RESET_H

#include <linux/pci.h>
#include <linux/pm.h>

struct forebay_card;

extern const struct pci_error_handlers forebay_error_handlers;
extern const struct dev_pm_ops forebay_pm_ops;

void forebay_card_online(struct forebay_card *card);

#endif
