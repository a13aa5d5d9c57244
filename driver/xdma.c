// SPDX-License-Identifier: GPL-2.0-only
#include "xdma.h"

#include <linux/bitfield.h>
#include <linux/io.h>
#include <linux/iopoll.h>

#include "forebay_regs.h"
#include "params.h"

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
 * forebay_engine_init() - bring the registers to the state that every run starts from
 * @engine: an engine at rest, after probe or after a reset of the card
 */
void forebay_engine_init(struct forebay_engine *engine)
{
	writel(ALL_ONES, engine->regs + FOREBAY_XDMA_CHAN_INTERRUPT_ENABLE_W1C);
	writel(CONTROL_MODE, engine->regs + FOREBAY_XDMA_CHAN_CONTROL);
	writel(lower_32_bits(engine->word_dma), engine->regs + FOREBAY_XDMA_CHAN_POLL_WB_ADDR_LO);
	writel(upper_32_bits(engine->word_dma), engine->regs + FOREBAY_XDMA_CHAN_POLL_WB_ADDR_HI);
	writel(lower_32_bits(engine->ring_dma), engine->sgdma + FOREBAY_XDMA_SGDMA_FIRST_DESC_LO);
	writel(upper_32_bits(engine->ring_dma), engine->sgdma + FOREBAY_XDMA_SGDMA_FIRST_DESC_HI);
	writel(0, engine->sgdma + FOREBAY_XDMA_SGDMA_FIRST_DESC_ADJACENT);
	engine->adjacent = 0;
	engine->irq_on = false;
}

/**
 * forebay_engine_leave() - bring the registers to the state after a reset, for whoever is next
 * @engine: an engine at rest
 */
void forebay_engine_leave(struct forebay_engine *engine)
{
	writel(ALL_ONES, engine->regs + FOREBAY_XDMA_CHAN_INTERRUPT_ENABLE_W1C);
	writel(ALL_ONES, engine->regs + FOREBAY_XDMA_CHAN_CONTROL_W1C);
	writel(ALL_ONES, engine->regs + FOREBAY_XDMA_CHAN_STATUS);
	writel(0, engine->regs + FOREBAY_XDMA_CHAN_POLL_WB_ADDR_LO);
	writel(0, engine->regs + FOREBAY_XDMA_CHAN_POLL_WB_ADDR_HI);
	writel(0, engine->sgdma + FOREBAY_XDMA_SGDMA_FIRST_DESC_LO);
	writel(0, engine->sgdma + FOREBAY_XDMA_SGDMA_FIRST_DESC_HI);
	writel(0, engine->sgdma + FOREBAY_XDMA_SGDMA_FIRST_DESC_ADJACENT);
}

/**
 * forebay_engine_start() - start a run
 * @engine: an engine at rest whose descriptors are ready
 * @adjacent: descriptors that follow the first one in its block
 * @irq_on: let the end of the run raise the interrupt
 *
 * Two posted writes when nothing changed since the last run. The mask comes last: the start
 * clears what the run before has logged, which would fire at once otherwise.
 */
void forebay_engine_start(struct forebay_engine *engine, unsigned int adjacent, bool irq_on)
{
	WRITE_ONCE(*engine->word, 0);
	if (adjacent != engine->adjacent) {
		writel(adjacent, engine->sgdma + FOREBAY_XDMA_SGDMA_FIRST_DESC_ADJACENT);
		engine->adjacent = adjacent;
	}
	writel(FOREBAY_XDMA_CHAN_CONTROL_RUN, engine->regs + FOREBAY_XDMA_CHAN_CONTROL_W1C);
	writel(CONTROL_MODE | FOREBAY_XDMA_CHAN_CONTROL_RUN,
	       engine->regs + FOREBAY_XDMA_CHAN_CONTROL);
	if (irq_on) {
		forebay_engine_irq_on(engine);
	} else if (engine->irq_on) {
		writel(0, engine->regs + FOREBAY_XDMA_CHAN_INTERRUPT_ENABLE);
		engine->irq_on = false;
	}
}

/**
 * forebay_engine_irq_on() - let causes through to the interrupt
 * @engine: the engine; a cause that is logged already fires now
 */
void forebay_engine_irq_on(struct forebay_engine *engine)
{
	if (engine->irq_on)
		return;
	writel(IRQ_CAUSES, engine->regs + FOREBAY_XDMA_CHAN_INTERRUPT_ENABLE);
	engine->irq_on = true;
}

/** forebay_engine_word() - the poll-mode word as the card has written it last. */
u32 forebay_engine_word(const struct forebay_engine *engine)
{
	return le32_to_cpu(READ_ONCE(*engine->word));
}

/** forebay_engine_status() - read the status register. */
u32 forebay_engine_status(struct forebay_engine *engine)
{
	return readl(engine->regs + FOREBAY_XDMA_CHAN_STATUS);
}

/** forebay_engine_gone() - read the identifier: does the card answer at all? */
bool forebay_engine_gone(struct forebay_engine *engine)
{
	u32 id = readl(engine->regs + FOREBAY_XDMA_CHAN_IDENTIFIER);

	return FIELD_GET(FOREBAY_XDMA_CHAN_IDENTIFIER_MAGIC, id) !=
	       FIELD_GET(FOREBAY_XDMA_CHAN_IDENTIFIER_MAGIC, FOREBAY_XDMA_CHAN_IDENTIFIER_RESET);
}

/*
 * The engine is at rest, or the card is gone. All ones is no possible status; only the identifier
 * tells a lost card from a read that failed once.
 */
static bool engine_settled(struct forebay_engine *engine, u32 status, bool *gone)
{
	if (status != ALL_ONES)
		return !forebay_status_busy(status);
	*gone = forebay_engine_gone(engine);
	return *gone;
}

/*
 * Whether the run that was started last has begun: that clears what the one before has logged, and
 * comes when the word of that one is acknowledged. Until then the counts are that one's, and a stop
 * would call the start off: it would have none of its own, and no packet left open would be closed.
 */
static bool engine_begun(struct forebay_engine *engine, u32 status, bool *gone)
{
	const u32 ended = FOREBAY_XDMA_CHAN_STATUS_DESC_STOPPED |
			  FOREBAY_XDMA_CHAN_STATUS_IDLE_STOPPED | STATUS_FAILED;

	return engine_settled(engine, status, gone) || !(status & ended);
}

/* Waits for @ready, at most the time for a stop. Return: 0, or -ETIMEDOUT. */
static int engine_await(struct forebay_engine *engine, u32 *status, bool *gone,
			bool (*ready)(struct forebay_engine *engine, u32 status, bool *gone))
{
	int ret;

	ret = read_poll_timeout(forebay_engine_status, *status, ready(engine, *status, gone),
				LOOK_US, SOON_US, false, engine);
	if (!ret)
		return 0;
	return read_poll_timeout(forebay_engine_status, *status, ready(engine, *status, gone),
				 LOOK_SELDOM_US, forebay_stop_us(), false, engine);
}

/**
 * forebay_engine_stop() - stop the engine and wait until it has let go of all memory
 * @engine: the engine, running or not
 * @rest: out: how far it has come; @status is valid whatever is returned
 *
 * Sleeps. Reads registers.
 *
 * Return: 0; -ETIMEDOUT if the engine is still busy after the time allowed; -ENODEV if the card
 * does not answer.
 */
int forebay_engine_stop(struct forebay_engine *engine, struct forebay_rest *rest)
{
	bool gone = false;
	int ret;

	*rest = (struct forebay_rest){ 0 };
	ret = engine_await(engine, &rest->status, &gone, engine_begun);
	writel(FOREBAY_XDMA_CHAN_CONTROL_RUN, engine->regs + FOREBAY_XDMA_CHAN_CONTROL_W1C);
	if (gone)
		return -ENODEV;
	if (ret)
		return ret;
	ret = engine_await(engine, &rest->status, &gone, engine_settled);
	if (gone)
		return -ENODEV;
	if (ret)
		return ret;
	rest->count = readl(engine->regs + FOREBAY_XDMA_CHAN_COMPLETED_COUNT);
	rest->partial = FIELD_GET(FOREBAY_XDMA_CHAN_PARTIAL_BYTES_BYTES,
				  readl(engine->regs + FOREBAY_XDMA_CHAN_PARTIAL_BYTES));
	/* A register space that is switched off may read anything, also a status at rest. */
	return forebay_engine_gone(engine) ? -ENODEV : 0;
}

static bool word_arrived(struct forebay_engine *engine, u32 count, bool error)
{
	u32 word = forebay_engine_word(engine);

	return (word & FOREBAY_POLL_WB_WORD_COUNT) >= count &&
	       (!error || (word & FOREBAY_POLL_WB_WORD_ERROR));
}

/**
 * forebay_engine_await_word() - wait for the poll-mode word of a run that has ended
 * @engine: an engine at rest
 * @count: the count that the word must reach
 * @error: the word must show an error
 *
 * The word follows the end of the run. A word that came after the next start would be taken for
 * the next run's. One that the host refused never comes, so the wait ends quietly. Sleeps.
 */
void forebay_engine_await_word(struct forebay_engine *engine, u32 count, bool error)
{
	bool here;

	count &= FOREBAY_POLL_WB_WORD_COUNT;
	read_poll_timeout(word_arrived, here, here, LOOK_US, forebay_scaled_us(WORD_MS), false,
			  engine, count, error);
}

/** forebay_status_busy() - the engine holds memory. */
bool forebay_status_busy(u32 status)
{
	return status & FOREBAY_XDMA_CHAN_STATUS_BUSY;
}

/** forebay_status_failed() - a failure is logged. */
bool forebay_status_failed(u32 status)
{
	return status & STATUS_FAILED;
}

/** forebay_status_cause() - what the logged failure means to programs. */
enum forebay_cause forebay_status_cause(u32 status)
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
