// SPDX-License-Identifier: GPL-2.0-only
#include "fby_start.h"

bool fby_start_pair(volatile uint32_t *a, volatile uint32_t *b, uint32_t bytes)
{
	*b = bytes;
	return *a == FBY_OK1;
}

bool fby_start_shrimp1(volatile uint32_t *a, uint32_t bytes)
{
	*a = bytes;
	return *a == FBY_OK1;
}

bool fby_start_repeat3(volatile uint32_t *a, volatile uint32_t *b, uint32_t bytes)
{
	if (*a != FBY_OK1)
		return false;
	*b = bytes;
	return *a == FBY_OK2;
}

bool fby_start_repeat4(volatile uint32_t *a, volatile uint32_t *b, uint32_t bytes)
{
	*b = bytes;
	if (*a != FBY_OK1)
		return false;
	*b = bytes;
	return *a == FBY_OK2;
}

bool fby_start_repeat5(volatile uint32_t *a, volatile uint32_t *b, uint32_t bytes)
{
	*b = bytes;
	if (*a != FBY_OK1)
		return false;
	*b = bytes;
	if (*a != FBY_OK2)
		return false;
	return *b == FBY_OK3;
}

bool fby_start_key(volatile uint32_t *a, volatile uint32_t *b, volatile uint32_t *page,
		   uint32_t bytes, uint64_t word)
{
	*(volatile uint64_t *)b = word;
	*(volatile uint64_t *)a = word | FBY_KEY_ROLE_SOURCE;
	*page = bytes;
	return (int32_t)*page >= 0;
}

void fby_start_portal(volatile uint64_t *portal, uint64_t src, uint64_t dst, uint64_t record,
		      uint64_t counts, uint64_t control)
{
	portal[0] = src;
	portal[1] = dst;
	portal[2] = record;
	portal[3] = counts;
	portal[4] = 0;
	portal[5] = 0;
	portal[6] = 0;
	portal[7] = control;
}

uint32_t fby_start_step(volatile void *at, enum fby_access kind, uint64_t word)
{
	switch (kind) {
	case FBY_STORE4:
		*(volatile uint32_t *)at = (uint32_t)word;
		return 0;
	case FBY_STORE8:
		*(volatile uint64_t *)at = word;
		return 0;
	case FBY_LOAD4:
		return *(volatile uint32_t *)at;
	}
	return 0;
}
