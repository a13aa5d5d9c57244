// SPDX-License-Identifier: GPL-2.0-only
/*
 * A dmaengine client of mainline's XDMA driver: slave_sg transfers both ways on memory-mapped
 * channels with the data compared, lists of more descriptors than a block and than a run, cyclic
 * transfers, and an end in the middle of one.
 */

#include <linux/completion.h>
#include <linux/cpumask.h>
#include <linux/dma-mapping.h>
#include <linux/dmaengine.h>
#include <linux/platform_data/amd_xdma.h>
#include <linux/random.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/workqueue.h>

#include "parent.h"
#include "tap.h"

#define WAIT_MS 20000
#define PERIODS 4
#define PERIOD_BYTES (16 << 10)

/** struct client - one channel pair and what travels over it */
struct client {
	struct fby_parent *parent;
	struct fby_tap tap;
	struct dma_chan *h2c;
	struct dma_chan *c2h;
};

/* Counters of the card's status block: mmio reads, mmio writes, messages. */
static u32 card_counter(struct client *c, unsigned int index)
{
	return readl(c->parent->user + 0x100 + index * 8);
}

static bool is_ours(struct dma_chan *chan, void *param)
{
	struct client *c = param;

	return chan->device->dev == &c->parent->xdma->dev;
}

/*
 * Mainline's channels come in the order H2C 0.., C2H 0..; the first of each direction are
 * memory-mapped on every card we have. The driver's own filter is for a direction, ours is for the
 * device: so take all and keep two.
 */
static bool take_channels(struct client *c)
{
	struct dma_chan *taken[8] = {};
	unsigned int n = 0;
	dma_cap_mask_t mask;

	dma_cap_zero(mask);
	dma_cap_set(DMA_SLAVE, mask);
	while (n < ARRAY_SIZE(taken)) {
		taken[n] = dma_request_channel(mask, is_ours, c);
		if (!taken[n])
			break;
		n++;
	}
	fby_tap_note(&c->tap, "mainline's driver offers %u channels", n);
	if (n >= 2) {
		c->h2c = taken[0];
		c->c2h = taken[n / 2];
	}
	for (unsigned int i = 0; i < n; i++)
		if (taken[i] != c->h2c && taken[i] != c->c2h)
			dma_release_channel(taken[i]);
	return c->h2c && c->c2h;
}

static void done(void *param)
{
	complete(param);
}

static bool configure(struct dma_chan *chan, enum dma_transfer_direction dir, u64 card_addr)
{
	struct dma_slave_config cfg = { .direction = dir,
					.src_addr = card_addr,
					.dst_addr = card_addr };

	return !dmaengine_slave_config(chan, &cfg);
}

/*
 * One list of @pieces pieces of @piece bytes, each from a place of its own in @buf, which is
 * @stride per piece.
 */
static bool move(struct client *c, struct dma_chan *chan, enum dma_transfer_direction dir,
		 void *buf, unsigned int pieces, u32 piece, u32 stride, u64 card_addr)
{
	enum dma_data_direction map_dir = dir == DMA_MEM_TO_DEV ? DMA_TO_DEVICE : DMA_FROM_DEVICE;
	struct device *dev = &c->parent->pdev->dev;
	struct dma_async_tx_descriptor *tx;
	DECLARE_COMPLETION_ONSTACK(completion);
	struct sg_table table;
	struct scatterlist *sg;
	dma_cookie_t cookie;
	bool good = false;
	unsigned int i;

	if (!configure(chan, dir, card_addr) || sg_alloc_table(&table, pieces, GFP_KERNEL))
		return false;
	for_each_sg(table.sgl, sg, pieces, i)
		sg_set_buf(sg, buf + (size_t)i * stride, piece);
	if (dma_map_sgtable(dev, &table, map_dir, 0))
		goto free_table;
	tx = dmaengine_prep_slave_sg(chan, table.sgl, table.nents, dir, DMA_PREP_INTERRUPT);
	if (!tx)
		goto unmap;
	tx->callback = done;
	tx->callback_param = &completion;
	cookie = dmaengine_submit(tx);
	dma_async_issue_pending(chan);
	good = wait_for_completion_timeout(&completion, msecs_to_jiffies(WAIT_MS)) &&
	       dma_async_is_tx_complete(chan, cookie, NULL, NULL) == DMA_COMPLETE;
	if (!good)
		dmaengine_terminate_sync(chan);
unmap:
	dma_unmap_sgtable(dev, &table, map_dir, 0);
free_table:
	sg_free_table(&table);
	return good;
}

static void both_ways(struct client *c, unsigned int pieces, u32 piece, u64 card_addr)
{
	u32 stride = ALIGN(piece + 64, 64);
	size_t room = (size_t)pieces * stride;
	u8 *out = kmalloc(room, GFP_KERNEL), *in = kzalloc(room, GFP_KERNEL);
	bool sent, received, same = true;

	if (!out || !in) {
		fby_tap_ok(&c->tap, false, "memory for %u pieces of %u bytes", pieces, piece);
		goto out_free;
	}
	get_random_bytes(out, room);
	sent = move(c, c->h2c, DMA_MEM_TO_DEV, out, pieces, piece, stride, card_addr);
	received = sent && move(c, c->c2h, DMA_DEV_TO_MEM, in, pieces, piece, stride, card_addr);
	fby_tap_ok(&c->tap, sent && received,
		   "slave_sg, %u pieces of %u bytes at card address 0x%llx, both ways", pieces,
		   piece, card_addr);
	for (unsigned int i = 0; i < pieces; i++)
		same = same && !memcmp(out + i * stride, in + i * stride, piece);
	fby_tap_ok(&c->tap, received && same, "the data is right");
out_free:
	kfree(out);
	kfree(in);
}

/* What a transfer costs on this driver; the same figures are taken for ours. */
static void cost(struct client *c)
{
	static const unsigned int count = 32;
	u8 *buf = kmalloc(3 * PAGE_SIZE, GFP_KERNEL);
	u32 reads, writes, messages;
	bool good = true;

	if (!buf)
		return;
	messages = card_counter(c, 8);
	writes = card_counter(c, 10);
	reads = card_counter(c, 9);
	for (unsigned int i = 0; i < count; i++)
		good = good && move(c, c->h2c, DMA_MEM_TO_DEV, buf, 3, 4000, PAGE_SIZE, 0);
	/* Three reads of counters lie between the two looks. */
	reads = card_counter(c, 9) - reads;
	writes = card_counter(c, 10) - writes;
	messages = card_counter(c, 8) - messages;
	fby_tap_ok(&c->tap, good, "%u transfers of three descriptors", count);
	fby_tap_note(
		&c->tap,
		"per transfer: %u.%02u register reads, %u.%02u register writes, %u.%02u messages",
		reads / count, reads % count * 100 / count, writes / count,
		writes % count * 100 / count, messages / count, messages % count * 100 / count);
	kfree(buf);
}

/** struct cyclic - counts periods and wakes who waits for enough of them */
struct cyclic {
	atomic_t left;
	struct completion enough;
};

static void period_done(void *param)
{
	struct cyclic *cyclic = param;

	if (atomic_dec_and_test(&cyclic->left))
		complete(&cyclic->enough);
}

static bool cyclic_run(struct client *c, dma_addr_t dma, unsigned int periods_wanted)
{
	struct dma_async_tx_descriptor *tx;
	struct cyclic cyclic;
	struct dma_tx_state state;
	dma_cookie_t cookie;
	bool good;

	atomic_set(&cyclic.left, periods_wanted);
	init_completion(&cyclic.enough);
	if (!configure(c->c2h, DMA_DEV_TO_MEM, 0x4000))
		return false;
	tx = dmaengine_prep_dma_cyclic(c->c2h, dma, PERIODS * PERIOD_BYTES, PERIOD_BYTES,
				       DMA_DEV_TO_MEM, DMA_PREP_INTERRUPT);
	if (!tx)
		return false;
	tx->callback = period_done;
	tx->callback_param = &cyclic;
	cookie = dmaengine_submit(tx);
	dma_async_issue_pending(c->c2h);
	good = wait_for_completion_timeout(&cyclic.enough, msecs_to_jiffies(WAIT_MS));
	if (dmaengine_tx_status(c->c2h, cookie, &state) == DMA_ERROR)
		good = false;
	dmaengine_terminate_sync(c->c2h);
	return good;
}

static long has_run(void *unused)
{
	return 0;
}

/*
 * Waits until the last message of a run that was ended has been handled. Mainline does not wait for
 * it once BUSY is 0, and its handler takes a message that comes behind the next start for one of
 * that run, whose STATUS is still empty: an error. The order of things makes it sure. Each of these
 * transfers ends with a message later than that one; two, because a virtual machine gives
 * its guest all messages that wait in no order. Then each processor has taken what it was given.
 */
static bool ended_run_is_handled(struct client *c, void *buf)
{
	unsigned int cpu;

	for (unsigned int i = 0; i < 2; i++)
		if (!move(c, c->h2c, DMA_MEM_TO_DEV, buf, 1, PERIOD_BYTES, PERIOD_BYTES, 0x4000))
			return false;
	for_each_online_cpu(cpu)
		work_on_cpu(cpu, has_run, NULL);
	return true;
}

static void cyclic(struct client *c)
{
	struct device *dev = &c->parent->pdev->dev;
	u8 *source = kmalloc(PERIOD_BYTES, GFP_KERNEL);
	dma_addr_t dma;
	u8 *ring = dma_alloc_coherent(dev, PERIODS * PERIOD_BYTES, &dma, GFP_KERNEL);
	unsigned int same = 0, later = 0;
	u8 *still = NULL;

	if (!source || !ring)
		goto out_free;
	get_random_bytes(source, PERIOD_BYTES);
	if (!fby_tap_ok(&c->tap,
			move(c, c->h2c, DMA_MEM_TO_DEV, source, 1, PERIOD_BYTES, PERIOD_BYTES,
			     0x4000),
			"a period's data goes to the card"))
		goto out_free;
	memset(ring, 0, PERIODS * PERIOD_BYTES);
	fby_tap_ok(&c->tap, cyclic_run(c, dma, 3 * PERIODS),
		   "cyclic: %u periods, then an end in the middle", 3 * PERIODS);
	for (unsigned int i = 0; i < PERIODS; i++)
		same += !memcmp(ring + i * PERIOD_BYTES, source, PERIOD_BYTES);
	fby_tap_is(&c->tap, same, PERIODS, "every period of the ring holds the data");
	/* Ended means ended: the ring is ours at once, and what is put there stays. */
	memset(ring, 0x5a, PERIODS * PERIOD_BYTES);
	still = memchr_inv(ring, 0x5a, PERIODS * PERIOD_BYTES);
	both_ways(c, 4, 5000, 0x8000);
	later = memchr_inv(ring, 0x5a, PERIODS * PERIOD_BYTES) ? 1 : 0;
	fby_tap_ok(&c->tap, !still && !later, "after the end nothing is written into the ring");
	for (unsigned int i = 0; i < 5; i++)
		same += ended_run_is_handled(c, source) && cyclic_run(c, dma, i + 1);
	fby_tap_is(&c->tap, same, PERIODS + 5, "started and ended five more times");
out_free:
	if (ring)
		dma_free_coherent(dev, PERIODS * PERIOD_BYTES, ring, dma);
	kfree(source);
}

int fby_client_show(struct seq_file *out, void *unused)
{
	struct client c = { .parent = out->private, .tap = { .out = out } };

	if (!fby_tap_ok(&c.tap, take_channels(&c),
			"mainline's driver has bound and offers channels"))
		return 0;
	both_ways(&c, 1, 64, 0);
	both_ways(&c, 1, 65536, 0x1000);
	both_ways(&c, 3, 1001, 0x203);
	both_ways(&c, 31, 512, 0);
	both_ways(&c, 32, 512, 0);
	both_ways(&c, 33, 700, 0x77);
	both_ways(&c, 200, 4096, 0);
	cost(&c);
	cyclic(&c);
	both_ways(&c, 5, 3333, 0x111);
	dma_release_channel(c.h2c);
	dma_release_channel(c.c2h);
	return 0;
}
