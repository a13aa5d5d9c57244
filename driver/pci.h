/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Finding cards on the PCI bus.
 */
#ifndef FOREBAY_PCI_H
#define FOREBAY_PCI_H

int forebay_pci_register(void);
void forebay_pci_unregister(void);

#endif
