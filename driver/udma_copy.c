// SPDX-License-Identifier: GPL-2.0-only
#include "udma_copy.h"

#include <linux/bitfield.h>
#include <linux/delay.h>
#include <linux/err.h>
#include <linux/ktime.h>
#include <linux/minmax.h>
#include <linux/mm.h>
#include <linux/sched/signal.h>

#include "card.h"
#include "features.h"
#include "online.h"
#include "params.h"
#include "udma.h"

/* A copy of a page is over in microseconds: no sleep before that, in microseconds. */
#define SPIN_US 50
#define LOOK_US 20
#define LOOK_SELDOM_US 200

/* Version of its registers that the driver knows, and how much of its page it uses. */
#define REGS_MAJOR 1
#define BYTES (FOREBAY_USER_COPY_MOVED + sizeof(u32))

/**
 * forebay_udma_copy_find() - take the front end copy too, for programs that find no context free
 * @card: a card with programs
 *
 * Return: 0, also if there is none; -EINVAL; -ENOMEM.
 */
int forebay_udma_copy_find(struct forebay_card *card)
{
	struct forebay_feature *feature =
		forebay_feature_only(card, FOREBAY_USER_FEATURE_ID_CLASS_FRONT_END,
				     FOREBAY_USER_FRONT_END_COPY, REGS_MAJOR);
	int ret;

	if (IS_ERR_OR_NULL(feature))
		return PTR_ERR_OR_ZERO(feature);
	ret = forebay_feature_map(card, feature, BYTES);
	if (!ret)
		card->programs->copy = feature->regs;
	return ret;
}

static u32 copy_read(const struct forebay_programs *udma, u32 offset)
{
	return readl(udma->copy + offset);
}

static void copy_write(const struct forebay_programs *udma, u32 offset, u32 value)
{
	writel(value, udma->copy + offset);
}

/*
 * Waits until some bits of STATUS are as wanted. Return: 0; -ETIMEDOUT; -ENODEV; -ECANCELED if the
 * card is to be reset.
 */
static int await_status(const struct forebay_programs *udma, u32 bits, u32 want, u32 *status)
{
	ktime_t begin = ktime_get();
	ktime_t end = ktime_add_us(begin, forebay_stop_us());

	for (;;) {
		ktime_t now = ktime_get();

		*status = copy_read(udma, FOREBAY_USER_COPY_STATUS);
		if (*status == ~0u && forebay_card_gone(udma->card))
			return -ENODEV;
		if ((*status & bits) == want)
			return 0;
		if (READ_ONCE(udma->card->offline) || READ_ONCE(udma->card->unbound))
			return -ECANCELED;
		if (ktime_after(now, end))
			return -ETIMEDOUT;
		if (ktime_us_delta(now, begin) > SPIN_US)
			usleep_range(LOOK_US, LOOK_SELDOM_US);
	}
}

/**
 * forebay_udma_copy_rest() - end what is under way, if anything is; under udma.lock
 * @udma: the front end
 *
 * Return: 0, or an errno: the card may still use the memory.
 */
int forebay_udma_copy_rest(const struct forebay_programs *udma)
{
	u32 status;

	if (!udma->copy)
		return 0;
	copy_write(udma, FOREBAY_USER_COPY_CONTROL, FOREBAY_USER_COPY_CONTROL_ABORT);
	return await_status(udma, FOREBAY_USER_COPY_STATUS_BUSY, 0, &status);
}

/* One piece. What has arrived of it is added to start->done. */
static int move(struct forebay_programs *udma, dma_addr_t src, dma_addr_t dst, u32 bytes,
		struct forebay_udma_start *start)
{
	u32 status;
	int ret;

	copy_write(udma, FOREBAY_USER_COPY_SRC_LO, lower_32_bits(src));
	copy_write(udma, FOREBAY_USER_COPY_SRC_HI, upper_32_bits(src));
	copy_write(udma, FOREBAY_USER_COPY_DST_LO, lower_32_bits(dst));
	copy_write(udma, FOREBAY_USER_COPY_DST_HI, upper_32_bits(dst));
	copy_write(udma, FOREBAY_USER_COPY_LENGTH, bytes);
	copy_write(udma, FOREBAY_USER_COPY_SPACES, 0);
	copy_write(udma, FOREBAY_USER_COPY_CONTROL, FOREBAY_USER_COPY_CONTROL_GO);
	ret = await_status(udma, FOREBAY_USER_COPY_STATUS_DONE, FOREBAY_USER_COPY_STATUS_DONE,
			   &status);
	if (ret) {
		udma->stuck = forebay_udma_copy_rest(udma);
		return ret;
	}
	copy_write(udma, FOREBAY_USER_COPY_STATUS, FOREBAY_USER_COPY_STATUS_DONE);
	start->reason = FIELD_GET(FOREBAY_USER_COPY_STATUS_CAUSE, status);
	if (!start->reason) {
		start->done += bytes;
		return 0;
	}
	start->done += copy_read(udma, FOREBAY_USER_COPY_MOVED);
	return -EIO;
}

/* The region in which a range lies that may be used so, or NULL. */
static const struct forebay_udma_memory *find(const struct forebay_udma_file *file, u64 addr,
					      u64 bytes, u32 right)
{
	const struct forebay_udma_memory *memory;

	list_for_each_entry(memory, &file->regions, entry) {
		if (memory->rights & right && addr >= memory->addr &&
		    addr - memory->addr < memory->bytes &&
		    bytes <= memory->bytes - (addr - memory->addr))
			return memory;
	}
	return NULL;
}

/* Where byte @at of a region is on the bus; no more than @bytes there follow each other. */
static dma_addr_t on_bus(const struct forebay_udma_memory *memory, u64 at, u64 *bytes)
{
	unsigned int page = at >> PAGE_SHIFT;
	u64 run = PAGE_SIZE - offset_in_page(at);
	dma_addr_t bus = memory->bus[page] + offset_in_page(at);

	while (run < *bytes && memory->bus[page + 1] == memory->bus[page] + PAGE_SIZE) {
		run += PAGE_SIZE;
		page++;
	}
	*bytes = min(*bytes, run);
	return bus;
}

static bool overlap(const struct forebay_udma_start *start)
{
	return start->src < start->dst ? start->dst - start->src < start->bytes :
					 start->src - start->dst < start->bytes;
}

/**
 * forebay_udma_copy() - move bytes between a file's regions, and wait for the end; under udma.lock
 * @file: the file
 * @start: what is asked for; how much has arrived and why not more is filled in
 *
 * Return: as FOREBAY_IOC_UDMA_START, also if something was moved: start->done says so.
 */
int forebay_udma_copy(struct forebay_udma_file *file, struct forebay_udma_start *start)
{
	const struct forebay_udma_memory *src, *dst;
	struct forebay_programs *udma = file->udma;
	int ret = 0;

	if (!udma->copy)
		return -EOPNOTSUPP;
	if (!start->bytes || overlap(start))
		return -EINVAL;
	src = find(file, start->src, start->bytes, FOREBAY_UDMA_READ);
	dst = find(file, start->dst, start->bytes, FOREBAY_UDMA_WRITE);
	if (!src || !dst)
		return -EFAULT;
	while (!ret && start->done < start->bytes) {
		u64 bytes = start->bytes - start->done;
		dma_addr_t from = on_bus(src, start->src - src->addr + start->done, &bytes);
		dma_addr_t to = on_bus(dst, start->dst - dst->addr + start->done, &bytes);

		if (fatal_signal_pending(current))
			return -EINTR;
		ret = move(udma, from, to, bytes, start);
	}
	return ret;
}
