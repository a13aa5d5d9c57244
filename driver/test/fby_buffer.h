/* SPDX-License-Identifier: GPL-2.0-only */
/* Buffers whose physical pages lie as a test wants them. */
#ifndef FBY_BUFFER_H
#define FBY_BUFFER_H

#include <stddef.h>

/**
 * fby_scattered() - @pages pages of memory whose physical addresses descend: each needs its own
 * descriptor.
 */
unsigned char *fby_scattered(size_t pages);

/**
 * fby_contiguous() - One huge page of 2 MiB: physically contiguous. NULL when the kernel has none
 * to give.
 */
unsigned char *fby_contiguous(void);

/** fby_before_hole() - @len bytes that end where unmapped memory begins. */
unsigned char *fby_before_hole(size_t len);

#endif
