// SPDX-License-Identifier: GPL-2.0-only
/* Mock of the vendor's driver: one engine, its descriptors, its run, its interrupt. */

#include <linux/interrupt.h>
#include <linux/iopoll.h>

#include "vendor.h"

#define WAIT_MS 5000

u32 vendor_read(const struct vendor_engine *engine, u32 reg)
{
	return readl(engine->card->config + engine->base + reg);
}

void vendor_write(const struct vendor_engine *engine, u32 reg, u32 value)
{
	writel(value, engine->card->config + engine->base + reg);
}

struct vendor_engine *vendor_find(struct vendor_card *card, bool c2h, bool stream)
{
	for (unsigned int i = 0; i < VENDOR_CHANNELS; i++) {
		struct vendor_engine *engine = &card->engine[c2h * VENDOR_CHANNELS + i];

		if (engine->present && engine->stream == stream)
			return engine;
	}
	return NULL;
}

/*
 * One descriptor per piece, one after the other in memory. Only the last one carries STOP, EOP and
 * COMPLETED. A C2H stream's source field holds the address of its result.
 */
void vendor_fill(struct vendor_engine *engine, unsigned int count, u32 piece, u64 host,
		 u64 card_addr)
{
	for (unsigned int i = 0; i < count; i++) {
		struct vendor_desc *desc = &engine->descs[i];
		bool last = i + 1 == count;
		u64 at = host + (u64)i * piece, card = card_addr + (u64)i * piece;
		u64 src = engine->c2h ? card : at, dst = engine->c2h ? at : card;
		u64 next = last ? 0 : engine->descs_dma + (i + 1) * sizeof(*desc);
		u32 adjacent = i + 2 < count ? count - i - 2 : 0;

		if (engine->c2h && engine->stream)
			src = engine->results_dma + i * sizeof(*engine->results);
		desc->control = cpu_to_le32(V_MAGIC | adjacent << 8 |
					    (last ? V_STOP | V_COMPLETE | V_EOP : 0));
		desc->bytes = cpu_to_le32(piece);
		desc->src_lo = cpu_to_le32(lower_32_bits(src));
		desc->src_hi = cpu_to_le32(upper_32_bits(src));
		desc->dst_lo = cpu_to_le32(lower_32_bits(dst));
		desc->dst_hi = cpu_to_le32(upper_32_bits(dst));
		desc->next_lo = cpu_to_le32(lower_32_bits(next));
		desc->next_hi = cpu_to_le32(upper_32_bits(next));
	}
	memset(engine->results, 0, count * sizeof(*engine->results));
}

void vendor_program(struct vendor_engine *engine, unsigned int count)
{
	vendor_write(engine, V_FIRST_LO, lower_32_bits(engine->descs_dma));
	vendor_write(engine, V_FIRST_HI, upper_32_bits(engine->descs_dma));
	vendor_write(engine, V_FIRST_ADJ, count - 1);
	atomic_set(&engine->messages, 0);
	reinit_completion(&engine->fired);
}

/* The read of the status is how the driver flushes its writes. */
void vendor_start(struct vendor_engine *engine, unsigned int count, u32 control)
{
	vendor_program(engine, count);
	vendor_write(engine, V_CONTROL, control);
	vendor_read(engine, V_STATUS);
}

bool vendor_wait_message(struct vendor_engine *engine)
{
	return wait_for_completion_timeout(&engine->fired, msecs_to_jiffies(WAIT_MS));
}

bool vendor_wait_idle(struct vendor_engine *engine)
{
	u32 status;

	return !readl_poll_timeout(engine->card->config + engine->base + V_STATUS, status,
				   !(status & V_BUSY), 100, WAIT_MS * 1000);
}

/* What the driver's work item does after an interrupt. The value is the completed count. */
u32 vendor_service(struct vendor_engine *engine, u32 *status)
{
	u32 count;

	*status = vendor_read(engine, V_STATUS_RC);
	if (!(*status & V_BUSY))
		vendor_write(engine, V_CONTROL, V_START_IRQ & ~V_RUN);
	count = vendor_read(engine, V_COUNT);
	vendor_write(engine, V_IEM_W1S, V_IEM_MASK);
	return count;
}

irqreturn_t vendor_channel_isr(int irq, void *data)
{
	struct vendor_engine *engine = data;

	vendor_write(engine, V_IEM_W1C, V_IEM_MASK);
	engine->pending = readl(engine->card->config + V_CHAN_PENDING);
	atomic_inc(&engine->messages);
	complete(&engine->fired);
	return IRQ_HANDLED;
}

/* User lines are levels: the mock masks the line until its source is quiet. */
irqreturn_t vendor_user_isr(int irq, void *data)
{
	struct vendor_card *card = data;

	writel(readl(card->config + V_USER_PENDING), card->config + V_USER_ENABLE_W1C);
	atomic_inc(&card->user_messages);
	complete(&card->user_fired);
	return IRQ_HANDLED;
}
