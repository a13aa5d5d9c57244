/* SPDX-License-Identifier: GPL-2.0-only */
/* A BAR as the kernel's own file shows it, for looks at a card that no driver has. */
#ifndef FBY_BAR_H
#define FBY_BAR_H

#include <stdint.h>

#define FBY_DMA_BYTES 0x10000u

/** fby_bar_map() - Switches the card's memory on and maps its DMA registers; or bails out. */
volatile uint32_t *fby_bar_map(void);

/** fby_bar_unmap() - The reverse. */
void fby_bar_unmap(volatile uint32_t *regs);

#endif
