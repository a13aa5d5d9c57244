/* SPDX-License-Identifier: GPL-2.0-only */
/* What becomes of a machine around its card: errors of the link, sleep, a driver's registers written behind its back, memory. */
#ifndef FBY_TROUBLE_H
#define FBY_TROUBLE_H

#include <stdbool.h>
#include <stdint.h>

/** fby_trouble_load() - Loads what makes it, the module fby_pci_error; bails out when that fails. */
void fby_trouble_load(void);

/** fby_trouble_unload() - Unloads it, as a check. */
void fby_trouble_unload(void);

/** fby_step() - A step of the PCI error recovery, or another one that the module has. Returns the driver's answer. */
int fby_step(const char *what);

/** fby_store() - Writes one of the card's own registers behind the driver's back; bails out when that fails. */
void fby_store(uint32_t reg, uint32_t value);

/** fby_sleep_prepare() - Nothing in the machine could wake it: from here on it goes down to its devices and comes back. */
void fby_sleep_prepare(void);

/** fby_sleep_restore() - As it was. */
void fby_sleep_restore(void);

/** fby_sleep() - The machine sleeps, and is awake again when this returns. Returns 0, or -1 with errno. */
int fby_sleep(void);

/** fby_said_within() - Waits up to a minute until the kernel's log has a line with that text since fby_kernel_forget(). */
bool fby_said_within(const char *text);

/** fby_free_again() - Waits up to a minute until so many KiB are free: what others give back late is there then. */
bool fby_free_again(long long kib);

#endif
