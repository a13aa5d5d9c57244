// SPDX-License-Identifier: GPL-2.0-only
/*
 * Mock of the vendor's driver: transfers by interrupt and by polling, and its performance counters
 * (dma.md 1.2, 1.3).
 */

#include <linux/iopoll.h>
#include <linux/random.h>

#include "vendor.h"

#define PAGE 4096

/* One run, as the driver makes it, and every rule that it builds on. */
static bool run(struct vendor_engine *engine, struct fby_tap *tap, unsigned int count, u32 piece,
		u64 host, u64 card_addr)
{
	const char *name = engine->c2h ? "c2h" : "h2c";
	u32 status, done, again;
	bool good;

	vendor_fill(engine, count, piece, host, card_addr);
	vendor_start(engine, count, V_START_IRQ);
	good = fby_tap_ok(tap, vendor_wait_message(engine),
			  "%s: a run of %u descriptors of %u bytes sends its message", name, count,
			  piece);
	good &= fby_tap_is(tap, engine->pending & BIT(engine->irq_bit), 0,
			   "the handler has taken its request away by the mask");
	done = vendor_service(engine, &status);
	good &= fby_tap_is(tap, status & (V_BUSY | V_STOPPED | V_COMPLETED),
			   V_STOPPED | V_COMPLETED, "status: stopped, completed, not busy");
	good &= fby_tap_is(tap, done, count, "completed count");
	again = vendor_read(engine, V_STATUS_RC);
	good &= fby_tap_is(tap, again, 0, "the read has cleared the status");
	good &= fby_tap_is(tap, atomic_read(&engine->messages), 1, "one message for the run");
	return good;
}

static void compare(struct vendor_card *card, struct fby_tap *tap, size_t len)
{
	fby_tap_ok(tap, !memcmp(card->buf, card->buf + VENDOR_BUF_BYTES, len),
		   "%zu bytes are right", len);
}

static void both_ways(struct vendor_card *card, struct fby_tap *tap, unsigned int count, u32 piece,
		      u64 card_addr)
{
	size_t len = (size_t)count * piece;

	get_random_bytes(card->buf, len);
	memset(card->buf + VENDOR_BUF_BYTES, 0, len);
	if (run(vendor_find(card, false, false), tap, count, piece, card->buf_dma, card_addr) &&
	    run(vendor_find(card, true, false), tap, count, piece, card->buf_dma + VENDOR_BUF_BYTES,
		card_addr))
		compare(card, tap, len);
}

/*
 * Rule (b): a cause that is logged when its mask bit is set fires again, or the driver would lose
 * an interrupt.
 */
static void fire_again(struct vendor_card *card, struct fby_tap *tap)
{
	struct vendor_engine *engine = vendor_find(card, false, false);
	u32 status;

	vendor_write(engine, V_IEM_W1C, V_IEM_MASK);
	vendor_fill(engine, 1, 256, card->buf_dma, 0);
	vendor_start(engine, 1, V_START_IRQ);
	fby_tap_ok(tap, vendor_wait_idle(engine), "a run with all interrupts masked ends");
	fby_tap_is(tap, atomic_read(&engine->messages), 0, "without a message");
	vendor_write(engine, V_IEM_W1S, V_IEM_MASK);
	fby_tap_ok(tap, vendor_wait_message(engine),
		   "setting the mask with the cause logged sends it");
	vendor_service(engine, &status);
	vendor_write(engine, V_IEM_W1S, V_IEM_MASK);
	vendor_read(engine, V_STATUS);
	fby_tap_is(tap, atomic_read(&engine->messages), 1,
		   "once: after the cause is gone, setting the mask is silent");
}

void vendor_check_transfers(struct vendor_card *card, struct fby_tap *tap)
{
	both_ways(card, tap, 1, 64, 0);
	both_ways(card, tap, 1, PAGE, 0x1000);
	both_ways(card, tap, 16, PAGE, 0);
	both_ways(card, tap, 31, 1000, 0x33);
	both_ways(card, tap, VENDOR_MAX_DESCS, 512, 0x40);
	fire_again(card, tap);
	both_ways(card, tap, 2, PAGE, 0);
}

/*
 * The driver clears the host word by itself, starts without the bit for completed descriptors, and
 * expects the word all the same.
 */
static bool poll_run(struct vendor_engine *engine, struct fby_tap *tap, unsigned int count,
		     u32 piece, u64 host)
{
	const char *name = engine->c2h ? "c2h" : "h2c";
	u32 word, status;
	bool good;

	*engine->poll_word = 0;
	vendor_fill(engine, count, piece, host, 0x2000);
	vendor_start(engine, count, V_START_POLL);
	read_poll_timeout(le32_to_cpu, word, word, 10, 10000000, false,
			  READ_ONCE(*engine->poll_word));
	good = fby_tap_is(tap, word, count,
			  "%s: the write-back word counts %u descriptors since the start", name,
			  count);
	good &= fby_tap_ok(tap, vendor_wait_idle(engine), "and the engine is at rest");
	status = vendor_read(engine, V_STATUS_RC);
	good &= fby_tap_is(tap, status & V_COMPLETED, 0,
			   "completed is not logged when its bit is not set");
	good &= fby_tap_is(tap, vendor_read(engine, V_COUNT), count,
			   "the register agrees with the word");
	vendor_write(engine, V_CONTROL, V_START_POLL & ~V_RUN);
	good &= fby_tap_is(tap, atomic_read(&engine->messages), 0, "no message was sent");
	return good;
}

void vendor_check_poll(struct vendor_card *card, struct fby_tap *tap)
{
	struct vendor_engine *h2c = vendor_find(card, false, false),
			     *c2h = vendor_find(card, true, false);

	/* In this mode the driver leaves the channels' interrupts off. */
	writel(~0, card->config + V_CHAN_ENABLE_W1C);
	for (unsigned int count = 1; count <= 20; count += 6) {
		get_random_bytes(card->buf, count * PAGE);
		memset(card->buf + VENDOR_BUF_BYTES, 0, count * PAGE);
		if (poll_run(h2c, tap, count, PAGE, card->buf_dma) &&
		    poll_run(c2h, tap, count, PAGE, card->buf_dma + VENDOR_BUF_BYTES))
			compare(card, tap, count * PAGE);
	}
	/* What the runs have logged must not come as a message when interrupts are on again. */
	vendor_read(h2c, V_STATUS_RC);
	vendor_read(c2h, V_STATUS_RC);
	writel(~0, card->config + V_CHAN_ENABLE_W1S);
	both_ways(card, tap, 3, PAGE, 0);
}

void vendor_check_perf(struct vendor_card *card, struct fby_tap *tap)
{
	struct vendor_engine *engine = vendor_find(card, false, false);
	u32 cycles, beats, status;

	vendor_write(engine, V_PERF, 2);
	fby_tap_ok(tap, !vendor_read(engine, V_CYCLES_LO) && !vendor_read(engine, V_DATA_LO),
		   "the counters can be cleared");
	vendor_write(engine, V_PERF, 5);
	vendor_fill(engine, 8, PAGE, card->buf_dma, 0);
	vendor_start(engine, 8, V_START_IRQ);
	fby_tap_ok(tap, vendor_wait_message(engine), "a run with the counters on");
	vendor_service(engine, &status);
	cycles = vendor_read(engine, V_CYCLES_LO);
	beats = vendor_read(engine, V_DATA_LO);
	fby_tap_is(tap, beats, 8 * PAGE / 64, "data beats of the run");
	fby_tap_ok(tap, cycles >= beats, "in %u cycles", cycles);
	fby_tap_ok(tap, !(vendor_read(engine, V_CYCLES_HI) & 0x10000), "not saturated");
	fby_tap_is(tap, vendor_read(engine, V_CYCLES_LO), cycles, "they stand still after the run");
	fby_tap_note(tap, "pending: %u", vendor_read(engine, V_PEND_LO));
}
