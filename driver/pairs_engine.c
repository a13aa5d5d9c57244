// SPDX-License-Identifier: GPL-2.0-only
#include "pairs_engine.h"

#include <linux/bitfield.h>
#include <linux/delay.h>
#include <linux/kernel.h>
#include <linux/ktime.h>
#include <linux/log2.h>
#include <linux/string.h>

#include "forebay_regs.h"
#include "params.h"

static_assert(FOREBAY_PAIRS_RECORDS * FOREBAY_S2MM_RECORD_SIZE_BYTES <= PAGE_SIZE);

/* But for where control and status are both ways have the same registers; they go by the names that s2mm has for them. */
#define SAME(name) static_assert(FOREBAY_USER_S2MM_##name == FOREBAY_USER_MM2S_##name)
SAME(DMACR_RS);
SAME(DMACR_SOFT_RESET);
SAME(DMACR_IOC_IRQ_EN);
SAME(DMACR_ERR_IRQ_EN);
SAME(DMASR_HALTED);
SAME(DMASR_INT_ERR);
SAME(DMASR_SLV_ERR);
SAME(DMASR_DEC_ERR);
SAME(DMASR_IOC_IRQ);
SAME(DMASR_ERR_IRQ);
SAME(CAPS);
SAME(CAPS_LENGTH_BITS);
SAME(CAPS_PAIRS);
SAME(CAPS_BEAT_BYTES);
SAME(MODE);
SAME(MODE_RECORDS);
SAME(RING_LO);
SAME(RING_HI);
SAME(RING_SIZE);
SAME(NEXT_LENGTH);
static_assert(FOREBAY_USER_S2MM_NEXT_DA == FOREBAY_USER_MM2S_NEXT_SA);
static_assert(FOREBAY_USER_S2MM_NEXT_DA_MSB == FOREBAY_USER_MM2S_NEXT_SA_MSB);

/* Pause between two looks at an engine that is to change its state, in microseconds. */
#define LOOK_US 20
#define LOOK_SELDOM_US 500

/* Looks for the line's end in one interrupt: buffers do not end faster than that for ever. */
#define ACKS 8

/* Waits until @bits of a register are as in @want. Return: 0; -ETIMEDOUT; -ENODEV without an answer. */
static int await(const struct forebay_pairs *pairs, u32 offset, u32 bits, u32 want)
{
	ktime_t end = ktime_add_us(ktime_get(), forebay_stop_us());

	for (;;) {
		bool over = ktime_after(ktime_get(), end);
		u32 value = forebay_pairs_read(pairs, offset);

		if (value == ~0u)
			return -ENODEV;
		if ((value & bits) == want)
			return 0;
		if (over)
			return -ETIMEDOUT;
		usleep_range(LOOK_US, LOOK_SELDOM_US);
	}
}

/** forebay_pairs_engine_await() - wait until it has come to rest; 0, -ETIMEDOUT or -ENODEV. */
int forebay_pairs_engine_await(const struct forebay_pairs *pairs)
{
	return await(pairs, pairs->way->status, FOREBAY_USER_S2MM_DMASR_HALTED,
		     FOREBAY_USER_S2MM_DMASR_HALTED);
}

/** forebay_pairs_status_rests() - whether DMASR says that it is at rest. */
bool forebay_pairs_status_rests(u32 status)
{
	return status & FOREBAY_USER_S2MM_DMASR_HALTED;
}

/** forebay_pairs_status_failed() - whether it says that an error has brought it there. */
bool forebay_pairs_status_failed(u32 status)
{
	return status & (FOREBAY_USER_S2MM_DMASR_INT_ERR | FOREBAY_USER_S2MM_DMASR_SLV_ERR |
			 FOREBAY_USER_S2MM_DMASR_DEC_ERR);
}

/** forebay_pairs_engine_status() - DMASR, for messages. */
u32 forebay_pairs_engine_status(const struct forebay_pairs *pairs)
{
	return forebay_pairs_read(pairs, pairs->way->status);
}

/** forebay_pairs_engine_rests() - whether it has; a card that does not answer does not say so. */
bool forebay_pairs_engine_rests(const struct forebay_pairs *pairs)
{
	u32 status = forebay_pairs_read(pairs, pairs->way->status);

	return status != ~0u && status & FOREBAY_USER_S2MM_DMASR_HALTED;
}

/** forebay_pairs_engine_reset() - bring it to rest, with every register as after a reset; as await. */
int forebay_pairs_engine_reset(const struct forebay_pairs *pairs)
{
	forebay_pairs_write(pairs, pairs->way->control, FOREBAY_USER_S2MM_DMACR_SOFT_RESET);
	return await(pairs, pairs->way->control, FOREBAY_USER_S2MM_DMACR_SOFT_RESET, 0);
}

/**
 * forebay_pairs_engine_start() - let it run; it was reset
 * @pairs: the engine
 * @set: buffers for it, none of which it has yet
 *
 * Return: 0; -ETIMEDOUT if it does not; -ENODEV.
 */
int forebay_pairs_engine_start(const struct forebay_pairs *pairs,
			       const struct forebay_pairs_set *set)
{
	u32 run = FOREBAY_USER_S2MM_DMACR_RS;

	/* Sequence numbers begin anew: no old one must be taken for a new one. */
	memset(set->ring, 0, PAGE_SIZE);
	if (pairs->irqs)
		run |= FOREBAY_USER_S2MM_DMACR_IOC_IRQ_EN | FOREBAY_USER_S2MM_DMACR_ERR_IRQ_EN;
	forebay_pairs_write(pairs, FOREBAY_USER_S2MM_MODE, pairs->way->mode(&set->setup));
	forebay_pairs_write(pairs, FOREBAY_USER_S2MM_RING_LO, lower_32_bits(set->ring_bus));
	forebay_pairs_write(pairs, FOREBAY_USER_S2MM_RING_HI, upper_32_bits(set->ring_bus));
	forebay_pairs_write(pairs, FOREBAY_USER_S2MM_RING_SIZE, ilog2(FOREBAY_PAIRS_RECORDS));
	forebay_pairs_write(pairs, pairs->way->control, run);
	return await(pairs, pairs->way->status, FOREBAY_USER_S2MM_DMASR_HALTED, 0);
}

/** forebay_pairs_engine_stop() - tell it to come to rest, without a message. */
void forebay_pairs_engine_stop(const struct forebay_pairs *pairs)
{
	forebay_pairs_write(pairs, pairs->way->control, 0);
}

/** forebay_pairs_engine_arm() - give it a buffer behind those that it has. */
void forebay_pairs_engine_arm(const struct forebay_pairs *pairs, dma_addr_t bus, u32 bytes)
{
	forebay_pairs_write(pairs, FOREBAY_USER_S2MM_NEXT_DA, lower_32_bits(bus));
	forebay_pairs_write(pairs, FOREBAY_USER_S2MM_NEXT_DA_MSB, upper_32_bits(bus));
	forebay_pairs_write(pairs, FOREBAY_USER_S2MM_NEXT_LENGTH, bytes);
}

/**
 * forebay_pairs_engine_ack() - bring its line down, and see how it is
 * @pairs: the engine
 *
 * The card sends a message when the line rises. Records of what ended up to here are in memory, and
 * what ends from here on raises the line again; without the read it would be what ends while the
 * write is on its way that nobody hears of.
 *
 * Return: DMASR.
 */
u32 forebay_pairs_engine_ack(const struct forebay_pairs *pairs)
{
	const u32 line = FOREBAY_USER_S2MM_DMASR_IOC_IRQ | FOREBAY_USER_S2MM_DMASR_ERR_IRQ;
	unsigned int i;
	u32 status;

	for (i = 0; i < ACKS; i++) {
		forebay_pairs_write(pairs, pairs->way->status, line);
		status = forebay_pairs_read(pairs, pairs->way->status);
		if (!(status & line))
			break;
	}
	return status;
}

static u32 word(const void *record, u32 offset)
{
	return le32_to_cpu(READ_ONCE(*(const __le32 *)(record + offset)));
}

/* In the order of the bits. */
static u32 flags(u32 lost_hi)
{
	return (lost_hi & FOREBAY_S2MM_RECORD_LOST_HI_EOP ? FOREBAY_CAP_EOP : 0) |
	       (lost_hi & FOREBAY_S2MM_RECORD_LOST_HI_EOB ? FOREBAY_CAP_EOB : 0) |
	       (lost_hi & FOREBAY_S2MM_RECORD_LOST_HI_OVERRUN ? FOREBAY_CAP_OVERRUN : 0) |
	       (lost_hi & FOREBAY_S2MM_RECORD_LOST_HI_STOPPED ? FOREBAY_CAP_STOPPED : 0);
}

/**
 * forebay_pairs_record() - look for the record of a buffer in the ring
 * @set: the ring's set
 * @sequence: buffers that ended before it
 * @record: out: what it says
 *
 * Return: whether it is there.
 */
bool forebay_pairs_record(const struct forebay_pairs_set *set, u32 sequence,
			struct forebay_pairs_record *record)
{
	const void *at = set->ring +
			 sequence % FOREBAY_PAIRS_RECORDS * FOREBAY_S2MM_RECORD_SIZE_BYTES;
	u32 lost_hi;

	if (word(at, FOREBAY_S2MM_RECORD_SEQUENCE) != sequence + 1)
		return false;
	/* The sequence is written last. */
	dma_rmb();
	lost_hi = word(at, FOREBAY_S2MM_RECORD_LOST_HI);
	record->said = (struct forebay_cap_buffer){
		.stamp = word(at, FOREBAY_S2MM_RECORD_STAMP_LO) |
			 (u64)word(at, FOREBAY_S2MM_RECORD_STAMP_HI) << 32,
		.lost = word(at, FOREBAY_S2MM_RECORD_LOST_LO) |
			(u64)FIELD_GET(FOREBAY_S2MM_RECORD_LOST_HI_SAMPLES, lost_hi) << 32,
		.bytes = word(at, FOREBAY_S2MM_RECORD_BYTES),
		.sequence = sequence,
		.flags = flags(lost_hi),
	};
	record->bus = word(at, FOREBAY_S2MM_RECORD_BUFFER_LO) |
		      (u64)word(at, FOREBAY_S2MM_RECORD_BUFFER_HI) << 32;
	return true;
}
