// SPDX-License-Identifier: GPL-2.0-only
#include "udma_ctx.h"

#include <linux/bitfield.h>
#include <linux/delay.h>
#include <linux/errno.h>
#include <linux/ktime.h>
#include <linux/mm.h>
#include <linux/random.h>

#include "online.h"
#include "params.h"
#include "udma.h"

/* Pause between two looks at a context that is busy, in microseconds. */
#define LOOK_US 20
#define LOOK_SELDOM_US 200

/* How long transfers may go on before what waits is dropped, in milliseconds before timeout_scale. */
#define PATIENCE_MS 10

#define KEY_BITS (GENMASK_ULL(59, 0))

static void select(const struct forebay_programs *udma, unsigned int context)
{
	forebay_udma_write(udma, FOREBAY_USER_UDMA_CONTEXT, context);
}

static void set_key(const struct forebay_programs *udma, u64 key)
{
	forebay_udma_write(udma, FOREBAY_USER_UDMA_KEY_LO, lower_32_bits(key));
	forebay_udma_write(udma, FOREBAY_USER_UDMA_KEY_HI, upper_32_bits(key));
}

static void set_on(const struct forebay_programs *udma, bool on)
{
	forebay_udma_write(udma, FOREBAY_USER_UDMA_CONTEXT_CONTROL,
			   on ? FOREBAY_USER_UDMA_CONTEXT_CONTROL_ON : 0);
}

/* Of the context that is selected. Return: 0; -ETIMEDOUT; -ENODEV if the card does not answer. */
static int await_idle(const struct forebay_programs *udma, u64 limit_us)
{
	ktime_t end = ktime_add_us(ktime_get(), limit_us);

	for (;;) {
		bool over = ktime_after(ktime_get(), end);
		u32 status = forebay_udma_read(udma, FOREBAY_USER_UDMA_CONTEXT_STATUS);

		if (status == ~0u && forebay_card_gone(udma->card))
			return -ENODEV;
		if (!(status & FOREBAY_USER_UDMA_CONTEXT_STATUS_BUSY))
			return 0;
		if (over)
			return -ETIMEDOUT;
		usleep_range(LOOK_US, LOOK_SELDOM_US);
	}
}

/**
 * forebay_udma_ctx_drain() - turn a context off, and wait for the end of what it has under way
 * @udma: the front end
 * @context: its number
 * @patient: let transfers go on for a while first
 *
 * What its programs had begun to take in is forgotten.
 *
 * Return: 0; -ETIMEDOUT or -ENODEV: the card may still use memory that the context could name.
 */
int forebay_udma_ctx_drain(struct forebay_programs *udma, unsigned int context, bool patient)
{
	int ret;

	select(udma, context);
	if (patient) {
		ret = await_idle(udma, forebay_scaled_us(PATIENCE_MS));
		if (ret == -ENODEV)
			return ret;
	}
	set_on(udma, false);
	return await_idle(udma, forebay_stop_us());
}

/** forebay_udma_ctx_on() - let a context start transfers (again). */
void forebay_udma_ctx_on(struct forebay_programs *udma, unsigned int context)
{
	select(udma, context);
	set_on(udma, true);
}

static int find_free(const struct forebay_programs *udma)
{
	unsigned int i;

	if (forebay_udma_shared(udma))
		return 0;
	for (i = 0; i < udma->contexts; i++) {
		if (!udma->users[i])
			return i;
	}
	return -EBUSY;
}

static u64 new_key(void)
{
	u64 key;

	do {
		key = get_random_u64() & KEY_BITS;
	} while (!key);
	return key;
}

/* Of the context that is selected. */
static void read_stats(const struct forebay_programs *udma, struct forebay_udma_stats *stats)
{
	u32 bad_hi = forebay_udma_read(udma, FOREBAY_USER_UDMA_BAD_HI);
	unsigned int i;

	stats->starts = forebay_udma_read(udma, FOREBAY_USER_UDMA_STARTS);
	stats->done = forebay_udma_read(udma, FOREBAY_USER_UDMA_DONE);
	stats->failed = forebay_udma_read(udma, FOREBAY_USER_UDMA_FAILED);
	stats->strays = forebay_udma_read(udma, FOREBAY_USER_UDMA_STRAYS);
	for (i = 0; i < FOREBAY_UDMA_REFUSALS; i++)
		stats->refused[i] =
			forebay_udma_read(udma, FOREBAY_USER_UDMA_REFUSED +
							i * FOREBAY_USER_UDMA_REFUSED_STRIDE);
	stats->bad_address = forebay_udma_read(udma, FOREBAY_USER_UDMA_BAD_LO) |
			     (u64)FIELD_GET(FOREBAY_USER_UDMA_BAD_HI_ADDR, bad_hi) << 32;
	stats->bad_reason = FIELD_GET(FOREBAY_USER_UDMA_BAD_HI_REASON, bad_hi);
	stats->under_way = FIELD_GET(FOREBAY_USER_UDMA_CONTEXT_STATUS_COUNT,
				     forebay_udma_read(udma, FOREBAY_USER_UDMA_CONTEXT_STATUS));
	stats->skipped = forebay_udma_read(udma, FOREBAY_USER_UDMA_SKIPPED);
}

/**
 * forebay_udma_ctx_take() - give a file a context
 * @file: a file that has none
 *
 * Return: 0, or -EBUSY if none is free.
 */
int forebay_udma_ctx_take(struct forebay_udma_file *file)
{
	struct forebay_programs *udma = file->udma;
	int context = find_free(udma);

	if (context < 0)
		return context;
	select(udma, context);
	if (!udma->users[context]++) {
		file->key = udma->scheme == FOREBAY_UDMA_KEY ? new_key() : 0;
		set_key(udma, file->key);
		forebay_udma_write(udma, FOREBAY_USER_UDMA_PENDING, BIT(context));
		set_on(udma, true);
	}
	read_stats(udma, &file->before);
	down_write(&udma->maps);
	file->context = context;
	up_write(&udma->maps);
	return 0;
}

/**
 * forebay_udma_ctx_leave() - take it back, when all slots of the file are off
 * @file: a file that has one
 *
 * The next one finds nothing of this one: no key, nothing latched, nothing under way. One that others
 * share goes on for them.
 *
 * Return: as forebay_udma_ctx_drain(); if not 0, nobody gets the context any more.
 */
int forebay_udma_ctx_leave(struct forebay_udma_file *file)
{
	struct forebay_programs *udma = file->udma;
	unsigned int context = file->context;
	int ret;

	down_write(&udma->maps);
	file->context = -1;
	up_write(&udma->maps);
	ret = forebay_udma_ctx_drain(udma, context, udma->users[context] > 1);
	if (ret)
		return ret;
	if (--udma->users[context])
		set_on(udma, true);
	else
		set_key(udma, 0);
	file->key = 0;
	return 0;
}

/* The card's counters stop at their end. */
static void subtract(struct forebay_udma_stats *stats, const struct forebay_udma_stats *before)
{
	u32 bad;
	unsigned int i;

	stats->starts -= before->starts;
	stats->done -= before->done;
	stats->failed -= before->failed;
	stats->strays -= before->strays;
	stats->skipped -= before->skipped;
	bad = stats->failed;
	for (i = 0; i < FOREBAY_UDMA_REFUSALS; i++) {
		stats->refused[i] -= before->refused[i];
		bad |= stats->refused[i];
	}
	/* Else it is of who had the context before. */
	if (!bad) {
		stats->bad_address = 0;
		stats->bad_reason = 0;
	}
}

/* Where memory is on the bus is no business of programs: the slot address, or 0 if it is not the file's. */
static u64 as_slot(const struct forebay_udma_file *file, u64 bus)
{
	const struct forebay_udma_memory *memory;
	unsigned int i;

	list_for_each_entry(memory, &file->regions, entry) {
		if (memory->first == FOREBAY_UDMA_NO_SLOT)
			continue;
		for (i = 0; i < memory->num_pages; i++) {
			if (memory->bus[i] == (bus & PAGE_MASK))
				return (u64)(memory->first + i) << PAGE_SHIFT |
				       offset_in_page(bus);
		}
	}
	return 0;
}

/** forebay_udma_ctx_stats() - what the card has counted of the context of a file that has one. */
void forebay_udma_ctx_stats(const struct forebay_udma_file *file, struct forebay_udma_stats *stats)
{
	select(file->udma, file->context);
	read_stats(file->udma, stats);
	subtract(stats, &file->before);
	if (file->udma->direct)
		stats->bad_address = as_slot(file, stats->bad_address);
}

/**
 * forebay_udma_ctx_clear() - nobody has a context, whatever was there before
 * @udma: the front end
 *
 * Return: 0; -ETIMEDOUT or -ENODEV if one does not come to rest.
 */
int forebay_udma_ctx_clear(struct forebay_programs *udma)
{
	unsigned int i;
	int ret = 0;

	forebay_udma_write(udma, FOREBAY_USER_UDMA_ENABLE, 0);
	for (i = 0; i < udma->contexts; i++) {
		select(udma, i);
		set_on(udma, false);
		set_key(udma, 0);
		udma->users[i] = 0;
	}
	for (i = 0; !ret && i < udma->contexts; i++) {
		select(udma, i);
		ret = await_idle(udma, forebay_stop_us());
	}
	forebay_udma_write(udma, FOREBAY_USER_UDMA_PENDING, GENMASK(FOREBAY_UDMA_CONTEXTS - 1, 0));
	return ret;
}
