/* SPDX-License-Identifier: GPL-2.0-only */
/* What caching the kernel has given memory: its list of page attributes. */
#ifndef FBY_MEMTYPE_H
#define FBY_MEMTYPE_H

#include <stdint.h>

#define FBY_UNCACHED "uncached-minus"
#define FBY_WRITE_COMBINING "write-combining"

/**
 * fby_memtypes() - How often the kernel has given out exactly that range with that caching; bails
 * out without the list.
 * @first: physical address
 * @bytes: whole pages
 * @type: its name in the list
 */
int fby_memtypes(uint64_t first, uint64_t bytes, const char *type);

/** fby_memtypes_over() - How many entries of the list there are of any part of that range, or more than it. */
int fby_memtypes_over(uint64_t first, uint64_t bytes);

#endif
