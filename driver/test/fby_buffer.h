/* SPDX-License-Identifier: GPL-2.0-only */
/* Buffers whose physical pages lie as a test wants them. */
#ifndef FBY_BUFFER_H
#define FBY_BUFFER_H

#include <stddef.h>
#include <stdint.h>

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

/**
 * fby_map_buffers() - Maps all buffers of a capture or transmit file; bails out when that fails.
 * @fd: the file
 * @buffers: how many it has
 * @map_bytes: how far they are apart
 * @prot: PROT_READ, also with PROT_WRITE
 */
unsigned char *fby_map_buffers(int fd, uint32_t buffers, uint32_t map_bytes, int prot);

/** fby_before_hole() - @len bytes that end where unmapped memory begins. */
unsigned char *fby_before_hole(size_t len);

#endif
