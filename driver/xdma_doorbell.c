// SPDX-License-Identifier: GPL-2.0-only
#include "xdma_doorbell.h"

#include <linux/bitfield.h>
#include <linux/build_bug.h>
#include <linux/io-64-nonatomic-lo-hi.h>

#include "forebay_regs.h"
#include "xdma_ring.h"

#define LINE_BYTES (FOREBAY_XDMA_DOORBELL_LINE_COUNT * FOREBAY_XDMA_DOORBELL_LINE_STRIDE)
static_assert(sizeof(struct forebay_desc) <= LINE_BYTES);
static_assert(sizeof(struct forebay_desc) % sizeof(u64) == 0);

/**
 * forebay_xdma_doorbell_there() - whether a channel has a doorbell
 * @doorbell: where its page would be
 * @page_at: offset of that in the block of DMA registers, which has the number of the target
 */
bool forebay_xdma_doorbell_there(void __iomem *doorbell, u32 page_at)
{
	u32 id = readl(doorbell + FOREBAY_XDMA_DOORBELL_IDENTIFIER);

	return FIELD_GET(FOREBAY_XDMA_DOORBELL_IDENTIFIER_MAGIC, id) ==
		       FIELD_GET(FOREBAY_XDMA_DOORBELL_IDENTIFIER_MAGIC,
				 FOREBAY_XDMA_DOORBELL_IDENTIFIER_RESET) &&
	       FIELD_GET(FOREBAY_XDMA_DOORBELL_IDENTIFIER_TARGET, id) == page_at >> 12;
}

/**
 * forebay_xdma_doorbell_ring() - start a run of one descriptor; posted writes
 * @doorbell: its page; the engine is at rest
 * @desc: the descriptor, with STOP
 *
 * Eight bytes at a time, in order: the map is uncached, so that none is held back or joined with another.
 * Behind the descriptor everything is 0, and the last word rings.
 */
void forebay_xdma_doorbell_ring(void __iomem *doorbell, const struct forebay_desc *desc)
{
	const __le64 *words = (const __le64 *)desc;
	unsigned int at;

	for (at = 0; at < LINE_BYTES; at += sizeof(u64))
		writeq(at < sizeof(*desc) ? le64_to_cpu(words[at / sizeof(u64)]) : 0,
		       doorbell + FOREBAY_XDMA_DOORBELL_LINE + at);
}

/**
 * forebay_xdma_doorbell_clear() - forget what was refused before; a posted write
 * @doorbell: its page
 *
 * Whatever it was, it is not of the driver's runs.
 */
void forebay_xdma_doorbell_clear(void __iomem *doorbell)
{
	writel(~0u, doorbell + FOREBAY_XDMA_DOORBELL_REFUSED);
}

/**
 * forebay_xdma_doorbell_refused() - whether the run that was rung for never began; asked once
 * @doorbell: its page
 *
 * A front end that somebody has asked to rest takes none.
 */
bool forebay_xdma_doorbell_refused(void __iomem *doorbell)
{
	u32 why = readl(doorbell + FOREBAY_XDMA_DOORBELL_REFUSED);

	if (why)
		writel(why, doorbell + FOREBAY_XDMA_DOORBELL_REFUSED);
	return why;
}
