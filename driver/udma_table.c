// SPDX-License-Identifier: GPL-2.0-only
#include "udma_table.h"

#include <linux/bitfield.h>
#include <linux/bitmap.h>
#include <linux/errno.h>
#include <linux/minmax.h>

#include "udma.h"

/**
 * forebay_udma_slots_take() - find slots for a region, one behind the other
 * @udma: the front end
 * @memory: the region
 *
 * Return: 0, or -ENOSPC if there are not so many in a row.
 */
int forebay_udma_slots_take(struct forebay_programs *udma, struct forebay_udma_memory *memory)
{
	unsigned long first = bitmap_find_next_zero_area(udma->used, udma->slots, 0,
							 memory->num_pages, 0);

	if (first >= udma->slots)
		return -ENOSPC;
	bitmap_set(udma->used, first, memory->num_pages);
	memory->first = first;
	return 0;
}

/* With addresses of memory no slot is ever named. */
static void put(struct forebay_programs *udma, u32 slot, dma_addr_t bus, u32 bytes)
{
	if (udma->direct)
		bytes = 0;
	forebay_udma_write(udma, FOREBAY_USER_UDMA_SLOT, slot);
	forebay_udma_write(udma, FOREBAY_USER_UDMA_SLOT_ADDR_LO, lower_32_bits(bus));
	forebay_udma_write(udma, FOREBAY_USER_UDMA_SLOT_ADDR_HI, upper_32_bits(bus));
	forebay_udma_write(udma, FOREBAY_USER_UDMA_SLOT_RIGHTS, udma->rights[slot]);
	forebay_udma_write(udma, FOREBAY_USER_UDMA_SLOT_BYTES, bytes);
}

/* Bytes of page @i, of which the last one may have less. */
static u64 bytes_in(const struct forebay_udma_memory *memory, unsigned int i)
{
	return min_t(u64, PAGE_SIZE, memory->bytes - (u64)i * PAGE_SIZE);
}

/* Bytes from page @i on that follow each other on the bus. */
static u64 run_of(const struct forebay_udma_memory *memory, unsigned int i)
{
	u64 run = bytes_in(memory, i);

	while (++i < memory->num_pages && memory->bus[i] == memory->bus[i - 1] + PAGE_SIZE)
		run += bytes_in(memory, i);
	return run;
}

/** forebay_udma_slots_show() - from here on @owner may name the region. */
void forebay_udma_slots_show(struct forebay_programs *udma,
			     const struct forebay_udma_memory *memory, unsigned int owner)
{
	u32 rights = FIELD_PREP(FOREBAY_USER_UDMA_SLOT_RIGHTS_OWNER, owner);
	unsigned int i;

	if (memory->rights & FOREBAY_UDMA_READ)
		rights |= FOREBAY_USER_UDMA_SLOT_RIGHTS_READ;
	if (memory->rights & FOREBAY_UDMA_WRITE)
		rights |= FOREBAY_USER_UDMA_SLOT_RIGHTS_WRITE;
	for (i = 0; i < memory->num_pages; i++) {
		u32 slot = memory->first + i;

		udma->rights[slot] = rights |
			FIELD_PREP(FOREBAY_USER_UDMA_SLOT_RIGHTS_PARTNER, slot);
		put(udma, slot, memory->bus[i], run_of(memory, i));
	}
}

/** forebay_udma_slots_partner() - where SHRIMP-1 goes from @slot, of @memory. */
void forebay_udma_slots_partner(struct forebay_programs *udma,
				const struct forebay_udma_memory *memory, u32 slot,
				u32 partner)
{
	unsigned int i = slot - memory->first;

	udma->rights[slot] &= ~FOREBAY_USER_UDMA_SLOT_RIGHTS_PARTNER;
	udma->rights[slot] |= FIELD_PREP(FOREBAY_USER_UDMA_SLOT_RIGHTS_PARTNER, partner);
	put(udma, slot, memory->bus[i], run_of(memory, i));
}

static void off(struct forebay_programs *udma, u32 slot)
{
	udma->rights[slot] = 0;
	put(udma, slot, 0, 0);
}

/** forebay_udma_slots_off() - no start names it from here on; transfers go on. */
void forebay_udma_slots_off(struct forebay_programs *udma, const struct forebay_udma_memory *memory)
{
	unsigned int i;

	if (memory->first == FOREBAY_UDMA_NO_SLOT)
		return;
	for (i = 0; i < memory->num_pages; i++)
		off(udma, memory->first + i);
}

/** forebay_udma_slots_give_back() - they are off, and no transfer there is under way. */
void forebay_udma_slots_give_back(struct forebay_programs *udma,
				  const struct forebay_udma_memory *memory)
{
	if (memory->first != FOREBAY_UDMA_NO_SLOT)
		bitmap_clear(udma->used, memory->first, memory->num_pages);
}

/** forebay_udma_slots_clear() - no slot has anything, whatever was there. */
void forebay_udma_slots_clear(struct forebay_programs *udma)
{
	u32 slot;

	for (slot = 0; slot < udma->slots; slot++)
		off(udma, slot);
	bitmap_zero(udma->used, FOREBAY_UDMA_SLOTS);
}
