/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The accesses of a start, a function for each scheme, with nothing else in them: what a compiler makes of each is compared with the
 * scheme's listing by a test of crates/forebay. Pages are mapped uncached, where a processor keeps the order of the program by itself,
 * so there are no fences between them.
 */
#ifndef FBY_START_H
#define FBY_START_H

#include <stdbool.h>
#include <stdint.h>

/** Codes that a load is answered with (docs/decisions/0020-user-level-dma.md). */
enum { FBY_FAIL, FBY_OK1, FBY_OK2, FBY_OK3 };

/** enum fby_access - Kinds of accesses. */
enum fby_access { FBY_STORE4, FBY_STORE8, FBY_LOAD4 };

/** What names a source, in the word that carries a key. */
#define FBY_KEY_ROLE_SOURCE (1ull << 3)

/** fby_start_key_word() - The word of a context's key, which names a destination. */
static inline uint64_t fby_start_key_word(uint64_t key, uint32_t context)
{
	return key << 4 | context;
}

/* Each returns whether the card has said that it takes the transfer from @a to @b, words of a shadow. */

/** fby_start_pair() - SHRIMP-2, FLASH, extended shadow addressing. */
bool fby_start_pair(volatile uint32_t *a, volatile uint32_t *b, uint32_t bytes);

/** fby_start_shrimp1() - SHRIMP-1, whose page @a has a partner. */
bool fby_start_shrimp1(volatile uint32_t *a, uint32_t bytes);

/** fby_start_repeat3() - Repeated passing of three accesses, and of four, and of five. */
bool fby_start_repeat3(volatile uint32_t *a, volatile uint32_t *b, uint32_t bytes);
bool fby_start_repeat4(volatile uint32_t *a, volatile uint32_t *b, uint32_t bytes);
bool fby_start_repeat5(volatile uint32_t *a, volatile uint32_t *b, uint32_t bytes);

/** fby_start_key() - By the page of a context, and the word with its key and its number. */
bool fby_start_key(volatile uint32_t *a, volatile uint32_t *b, volatile uint32_t *page,
		   uint32_t bytes, uint64_t word);

/** fby_start_portal() - By a line, in words of 8 bytes; @counts: bytes, and the cookie above them. The portal says nothing. */
void fby_start_portal(volatile uint64_t *portal, uint64_t src, uint64_t dst, uint64_t record,
		      uint64_t counts, uint64_t control);

/** fby_start_step() - One access by itself. Returns what a load was answered, else 0. */
uint32_t fby_start_step(volatile void *at, enum fby_access kind, uint64_t word);

#endif
