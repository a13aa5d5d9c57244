// SPDX-License-Identifier: GPL-2.0-only
#include "xdma.h"

#include <linux/bitfield.h>
#include <linux/io.h>
#include <linux/iopoll.h>
#include <linux/pci.h>
#include <linux/slab.h>

#include "card.h"
#include "chan.h"
#include "chan_ops.h"
#include "forebay_regs.h"
#include "params.h"
#include "xdma_doorbell.h"
#include "xdma_ring.h"

/* Logged bits that mean failure. */
#define STATUS_FAILED                                                                              \
	(FOREBAY_XDMA_CHAN_STATUS_ALIGN_MISMATCH | FOREBAY_XDMA_CHAN_STATUS_MAGIC_STOPPED |        \
	 FOREBAY_XDMA_CHAN_STATUS_INVALID_LENGTH | FOREBAY_XDMA_CHAN_STATUS_READ_ERROR |           \
	 FOREBAY_XDMA_CHAN_STATUS_WRITE_ERROR | FOREBAY_XDMA_CHAN_STATUS_DESC_ERROR)

/*
 * What raises the interrupt: the end of a run, good or bad. Completed descriptors within a run do
 * not: their causes could not be cleared without a register read, or a completion in between
 * might be lost. They show in the poll-mode word.
 */
#define IRQ_CAUSES (FOREBAY_XDMA_CHAN_INTERRUPT_ENABLE_DESC_STOPPED | STATUS_FAILED)

/* The control register's log bits have the places of the status register's. */
#define CONTROL_MODE                                                                               \
	(FOREBAY_XDMA_CHAN_CONTROL_DESC_STOPPED | FOREBAY_XDMA_CHAN_CONTROL_IDLE_STOPPED |         \
	 STATUS_FAILED | FOREBAY_XDMA_CHAN_CONTROL_POLL_WRITEBACK)

#define ALL_ONES 0xffffffffu

/*
 * Pause between two looks at a register while waiting for the engine, in microseconds; and between
 * two at an engine that is not ready after SOON_US, which is most likely stuck.
 */
#define LOOK_US 50
#define SOON_US 5000
#define LOOK_SELDOM_US 1000

/*
 * How long the poll-mode word may take after the engine is at rest, in milliseconds before
 * timeout_scale.
 */
#define WORD_MS 20

/**
 * struct xdma - one channel's registers and memory, and what was last written to them
 * @regs: the channel's page
 * @sgdma: its scatter-gather page
 * @doorbell: its doorbell, or NULL
 * @ring: descriptors, and what the card writes: the poll-mode word has the completed count and an
 *	error flag
 * @adjacent: descriptors said to follow the first one
 * @rang: the run that was started last was by the doorbell
 */
struct xdma {
	void __iomem *regs;
	void __iomem *sgdma;
	void __iomem *doorbell;
	struct forebay_xdma_ring ring;
	u32 adjacent;
	bool rang;
};

static struct xdma *xdma_of(const struct forebay_chan *chan)
{
	return chan->engine;
}

static u32 word_of(const struct xdma *xdma)
{
	return le32_to_cpu(READ_ONCE(xdma->ring.shared->word));
}

/* ---- memory ---- */

static int xdma_alloc(struct forebay_chan *chan)
{
	return forebay_xdma_ring_alloc(&xdma_of(chan)->ring, &chan->card->pdev->dev,
				       chan->c2h && chan->stream);
}

static void xdma_free(struct forebay_chan *chan)
{
	forebay_xdma_ring_free(&xdma_of(chan)->ring, &chan->card->pdev->dev);
}

/* ---- the state between runs ---- */

static void write_addresses(struct xdma *xdma, dma_addr_t word, dma_addr_t ring)
{
	writel(lower_32_bits(word), xdma->regs + FOREBAY_XDMA_CHAN_POLL_WB_ADDR_LO);
	writel(upper_32_bits(word), xdma->regs + FOREBAY_XDMA_CHAN_POLL_WB_ADDR_HI);
	writel(lower_32_bits(ring), xdma->sgdma + FOREBAY_XDMA_SGDMA_FIRST_DESC_LO);
	writel(upper_32_bits(ring), xdma->sgdma + FOREBAY_XDMA_SGDMA_FIRST_DESC_HI);
	writel(0, xdma->sgdma + FOREBAY_XDMA_SGDMA_FIRST_DESC_ADJACENT);
}

static void xdma_init(struct forebay_chan *chan)
{
	struct xdma *xdma = xdma_of(chan);

	writel(ALL_ONES, xdma->regs + FOREBAY_XDMA_CHAN_INTERRUPT_ENABLE_W1C);
	writel(CONTROL_MODE, xdma->regs + FOREBAY_XDMA_CHAN_CONTROL);
	write_addresses(xdma, forebay_xdma_ring_word(&xdma->ring), xdma->ring.dma);
	if (xdma->doorbell)
		forebay_xdma_doorbell_clear(xdma->doorbell);
	xdma->adjacent = 0;
	chan->irq_on = false;
}

static void xdma_leave(struct forebay_chan *chan)
{
	struct xdma *xdma = xdma_of(chan);

	writel(ALL_ONES, xdma->regs + FOREBAY_XDMA_CHAN_INTERRUPT_ENABLE_W1C);
	writel(ALL_ONES, xdma->regs + FOREBAY_XDMA_CHAN_CONTROL_W1C);
	writel(ALL_ONES, xdma->regs + FOREBAY_XDMA_CHAN_STATUS);
	write_addresses(xdma, 0, 0);
	if (xdma->doorbell)
		forebay_xdma_doorbell_clear(xdma->doorbell);
}

/* ---- a run ---- */

static void xdma_begin(struct forebay_chan *chan)
{
	xdma_of(chan)->ring.used = 0;
}

static bool xdma_full(const struct forebay_chan *chan)
{
	return forebay_xdma_ring_full(&xdma_of(chan)->ring);
}

static void xdma_add(struct forebay_chan *chan, struct forebay_request *req)
{
	forebay_xdma_ring_add(&xdma_of(chan)->ring, req);
}

static void xdma_irq_on(struct forebay_chan *chan)
{
	if (chan->irq_on)
		return;
	writel(IRQ_CAUSES, xdma_of(chan)->regs + FOREBAY_XDMA_CHAN_INTERRUPT_ENABLE);
	chan->irq_on = true;
}

/* The card reads the descriptors of the ring: two posted writes when their number is that of last time. */
static void start_ring(struct xdma *xdma, u32 adjacent)
{
	if (adjacent != xdma->adjacent) {
		writel(adjacent, xdma->sgdma + FOREBAY_XDMA_SGDMA_FIRST_DESC_ADJACENT);
		xdma->adjacent = adjacent;
	}
	writel(FOREBAY_XDMA_CHAN_CONTROL_RUN, xdma->regs + FOREBAY_XDMA_CHAN_CONTROL_W1C);
	writel(CONTROL_MODE | FOREBAY_XDMA_CHAN_CONTROL_RUN,
	       xdma->regs + FOREBAY_XDMA_CHAN_CONTROL);
}

/*
 * Posted writes only. The mask comes last: the start clears what the run before has logged, which
 * would fire at once otherwise.
 */
static void xdma_start(struct forebay_chan *chan, bool irq_on)
{
	struct xdma *xdma = xdma_of(chan);
	u32 adjacent = forebay_xdma_ring_close(&xdma->ring);

	WRITE_ONCE(xdma->ring.shared->word, 0);
	xdma->rang = xdma->doorbell && xdma->ring.used == 1 && forebay_params_doorbell();
	if (xdma->rang)
		forebay_xdma_doorbell_ring(xdma->doorbell, &xdma->ring.desc[0]);
	else
		start_ring(xdma, adjacent);
	if (irq_on) {
		xdma_irq_on(chan);
	} else if (chan->irq_on) {
		writel(0, xdma->regs + FOREBAY_XDMA_CHAN_INTERRUPT_ENABLE);
		chan->irq_on = false;
	}
}

static struct forebay_progress xdma_poll(const struct forebay_chan *chan)
{
	u32 word = word_of(xdma_of(chan));

	return (struct forebay_progress){
		.count = FIELD_GET(FOREBAY_POLL_WB_WORD_COUNT, word),
		.failed = word & FOREBAY_POLL_WB_WORD_ERROR,
	};
}

static bool xdma_received(const struct forebay_chan *chan, u32 count, size_t *bytes,
			  bool *packet_ended)
{
	return forebay_xdma_ring_received(&xdma_of(chan)->ring, count, bytes, packet_ended);
}

static size_t xdma_bytes(const struct forebay_chan *chan, unsigned int first, unsigned int end)
{
	return forebay_xdma_ring_bytes(&xdma_of(chan)->ring, first, end);
}

/* ---- what the registers say ---- */

static u32 read_status(struct xdma *xdma)
{
	return readl(xdma->regs + FOREBAY_XDMA_CHAN_STATUS);
}

/* The engine holds memory. */
static bool status_busy(u32 status)
{
	return status & FOREBAY_XDMA_CHAN_STATUS_BUSY;
}

/* What a logged failure means to programs. */
static enum forebay_cause status_cause(u32 status)
{
	if (status & FOREBAY_XDMA_CHAN_STATUS_DESC_ERROR)
		return FOREBAY_CAUSE_DESC_FETCH;
	if (status & FOREBAY_XDMA_CHAN_STATUS_MAGIC_STOPPED)
		return FOREBAY_CAUSE_BAD_MAGIC;
	if (status & (FOREBAY_XDMA_CHAN_STATUS_INVALID_LENGTH |
		      FOREBAY_XDMA_CHAN_STATUS_ALIGN_MISMATCH))
		return FOREBAY_CAUSE_LENGTH;
	if (status & FOREBAY_XDMA_CHAN_STATUS_READ_ERROR)
		return FOREBAY_CAUSE_READ;
	if (status & FOREBAY_XDMA_CHAN_STATUS_WRITE_ERROR)
		return FOREBAY_CAUSE_WRITE;
	return FOREBAY_CAUSE_STOPPED;
}

/* Reads the identifier: does the card answer at all? */
static bool xdma_gone(struct xdma *xdma)
{
	u32 id = readl(xdma->regs + FOREBAY_XDMA_CHAN_IDENTIFIER);

	return FIELD_GET(FOREBAY_XDMA_CHAN_IDENTIFIER_MAGIC, id) !=
	       FIELD_GET(FOREBAY_XDMA_CHAN_IDENTIFIER_MAGIC, FOREBAY_XDMA_CHAN_IDENTIFIER_RESET);
}

static enum forebay_activity xdma_look(struct forebay_chan *chan)
{
	u32 status = read_status(xdma_of(chan));

	if (status == ALL_ONES)
		return FOREBAY_SILENT;
	return status_busy(status) ? FOREBAY_WORKING : FOREBAY_AT_REST;
}

/* Bits that stay from the run before until the next one has begun. */
#define STATUS_ENDED                                                                               \
	(FOREBAY_XDMA_CHAN_STATUS_DESC_STOPPED | FOREBAY_XDMA_CHAN_STATUS_IDLE_STOPPED |           \
	 STATUS_FAILED)

/* Until the run has begun the count is that of the one before. */
static u32 xdma_count(struct forebay_chan *chan)
{
	struct xdma *xdma = xdma_of(chan);

	if (read_status(xdma) & STATUS_ENDED)
		return 0;
	return readl(xdma->regs + FOREBAY_XDMA_CHAN_COMPLETED_COUNT);
}

/* ---- the end of a run ---- */

/*
 * The engine is at rest, or the card is gone. All ones is no possible status; only the identifier
 * tells a lost card from a read that failed once.
 */
static bool settled(struct xdma *xdma, u32 status, bool *gone)
{
	if (status != ALL_ONES)
		return !status_busy(status);
	*gone = xdma_gone(xdma);
	return *gone;
}

/*
 * Whether the run that was started last has begun: that clears what the one before has logged, and
 * comes when the word of that one is acknowledged. Until then the counts are that one's, and a stop
 * would call the start off: it would have none of its own, and no packet left open would be closed.
 */
static bool begun(struct xdma *xdma, u32 status, bool *gone)
{
	return settled(xdma, status, gone) || !(status & STATUS_ENDED);
}

/* Waits for @ready, at most the time for a stop. Return: 0, or -ETIMEDOUT. */
static int await_ready(struct xdma *xdma, u32 *status, bool *gone,
		       bool (*ready)(struct xdma *xdma, u32 status, bool *gone))
{
	int ret;

	ret = read_poll_timeout(read_status, *status, ready(xdma, *status, gone),
				LOOK_US, SOON_US, false, xdma);
	if (!ret)
		return 0;
	return read_poll_timeout(read_status, *status, ready(xdma, *status, gone),
				 LOOK_SELDOM_US, forebay_stop_us(), false, xdma);
}

/*
 * Whether the start that was last has been let through. A front end that somebody has asked to rest
 * keeps RUN at 0 and begins nothing, and its counts stay those of whatever run came before. A doorbell
 * that is refused leaves RUN as it is.
 */
static bool let_through(struct xdma *xdma)
{
	if (xdma->rang)
		return !forebay_xdma_doorbell_refused(xdma->doorbell);
	return readl(xdma->regs + FOREBAY_XDMA_CHAN_CONTROL) & FOREBAY_XDMA_CHAN_CONTROL_RUN;
}

/* The same as forebay_xdma_stop(), up to what the status means. */
static int bring_to_rest(struct xdma *xdma, struct forebay_rest *rest)
{
	bool gone = false, ours;
	int ret;

	ret = await_ready(xdma, &rest->status, &gone, begun);
	ours = let_through(xdma);
	writel(FOREBAY_XDMA_CHAN_CONTROL_RUN, xdma->regs + FOREBAY_XDMA_CHAN_CONTROL_W1C);
	if (gone)
		return -ENODEV;
	if (ret)
		return ret;
	ret = await_ready(xdma, &rest->status, &gone, settled);
	if (gone)
		return -ENODEV;
	if (ret)
		return ret;
	if (ours) {
		rest->count = readl(xdma->regs + FOREBAY_XDMA_CHAN_COMPLETED_COUNT);
		rest->partial = FIELD_GET(FOREBAY_XDMA_CHAN_PARTIAL_BYTES_BYTES,
					  readl(xdma->regs + FOREBAY_XDMA_CHAN_PARTIAL_BYTES));
	}
	/* A register space that is switched off may read anything, also a status at rest. */
	return xdma_gone(xdma) ? -ENODEV : 0;
}

/* Tests wait for callers that are in it, and hold them there: the name is unique in the kernel. */
static int forebay_xdma_stop(struct forebay_chan *chan, struct forebay_rest *rest)
{
	int ret;

	*rest = (struct forebay_rest){ 0 };
	ret = bring_to_rest(xdma_of(chan), rest);
	rest->failed = rest->status & STATUS_FAILED;
	rest->cause = status_cause(rest->status);
	return ret;
}

static bool word_arrived(struct xdma *xdma, u32 count, bool failed)
{
	u32 word = word_of(xdma);

	return (word & FOREBAY_POLL_WB_WORD_COUNT) >= count &&
	       (!failed || (word & FOREBAY_POLL_WB_WORD_ERROR));
}

/*
 * The poll-mode word follows the end of the run. A word that came after the next start would be
 * taken for the next run's. One that the host refused never comes.
 */
static void xdma_await_end(struct forebay_chan *chan, u32 count, bool failed)
{
	bool here;

	count &= FOREBAY_POLL_WB_WORD_COUNT;
	read_poll_timeout(word_arrived, here, here, LOOK_US, forebay_scaled_us(WORD_MS), false,
			  xdma_of(chan), count, failed);
}

static const struct forebay_chan_ops xdma_ops = {
	.alloc = xdma_alloc,
	.free = xdma_free,
	.leave = xdma_leave,
	.init = xdma_init,
	.begin = xdma_begin,
	.full = xdma_full,
	.add = xdma_add,
	.start = xdma_start,
	.irq_on = xdma_irq_on,
	.poll = xdma_poll,
	.received = xdma_received,
	.bytes = xdma_bytes,
	.look = xdma_look,
	.count = xdma_count,
	.stop = forebay_xdma_stop,
	.await_end = xdma_await_end,
};

/**
 * forebay_xdma_attach() - give a channel its engine
 * @chan: a channel that has none; whoever frees it frees its @engine
 * @regs: the channel's page
 * @sgdma: its scatter-gather page
 * @doorbell: its doorbell, or NULL
 *
 * Return: 0 or -ENOMEM.
 */
int forebay_xdma_attach(struct forebay_chan *chan, void __iomem *regs, void __iomem *sgdma,
			void __iomem *doorbell)
{
	struct xdma *xdma = kzalloc(sizeof(*xdma), GFP_KERNEL);

	if (!xdma)
		return -ENOMEM;
	xdma->regs = regs;
	xdma->sgdma = sgdma;
	xdma->doorbell = doorbell;
	chan->engine = xdma;
	chan->ops = &xdma_ops;
	return 0;
}
