/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Telling the card which program runs: what stands in for the changes of the kernel that SHRIMP-2
 * and FLASH ask for.
 *
 * A thread that has got a context has a preempt notifier: when it leaves the processor, SHRIMP-2
 * forgets what it has begun; FLASH is told whose thread comes, and that it has gone. Kernels have such
 * notifiers where they have KVM. This holds on a machine with one processor, or where all programs
 * that use the card are bound to one: the card has one such register, not one for each processor.
 * A thread that did not make the call is told of as nobody.
 */
#ifndef FOREBAY_UDMA_HOOK_H
#define FOREBAY_UDMA_HOOK_H

#include <linux/types.h>

struct forebay_udma_file;

bool forebay_udma_needs_hook(u32 scheme);
bool forebay_udma_can_hook(void);
int forebay_udma_hook(struct forebay_udma_file *file);
void forebay_udma_unhook(struct forebay_udma_file *file);

#endif
