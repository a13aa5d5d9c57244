// SPDX-License-Identifier: GPL-2.0-only
/* Mock of the vendor's driver: errors, its time-out path, and a run after each (dma.md 1.3). */

#include "vendor.h"

#define PAGE 4096

static void works(struct vendor_engine *engine, struct fby_tap *tap, const char *after)
{
	u32 status;

	vendor_fill(engine, 2, PAGE, engine->card->buf_dma, 0);
	vendor_start(engine, 2, V_START_IRQ);
	fby_tap_ok(tap,
		   vendor_wait_message(engine) && vendor_service(engine, &status) == 2 &&
			   (status & 0x7fffff) == (V_STOPPED | V_COMPLETED),
		   "a run after %s is good", after);
}

/* Starts a run that cannot end well and looks at what is logged. */
static void fails(struct vendor_engine *engine, struct fby_tap *tap, u32 bit, unsigned int done,
		  const char *what)
{
	u32 status, count;

	vendor_start(engine, 4, V_START_IRQ);
	fby_tap_ok(tap, vendor_wait_message(engine), "%s: a message comes", what);
	count = vendor_service(engine, &status);
	fby_tap_is(tap, status & (bit | V_BUSY), bit,
		   "%s: its bit is logged, the engine has stopped", what);
	fby_tap_is(tap, count, done, "%s: descriptors before it are counted", what);
	fby_tap_is(tap, atomic_read(&engine->messages), 1, "%s: one message", what);
	works(engine, tap, what);
}

static void bad_magic(struct vendor_engine *engine, struct fby_tap *tap)
{
	vendor_fill(engine, 4, PAGE, engine->card->buf_dma, 0);
	engine->descs[2].control =
		cpu_to_le32(0x12340000 | (le32_to_cpu(engine->descs[2].control) & 0xffff));
	fails(engine, tap, V_MAGIC_STOPPED, 2, "a bad magic number");
}

/* An address that no memory of this machine has. */
static void no_such_memory(struct vendor_engine *engine, struct fby_tap *tap)
{
	vendor_fill(engine, 4, PAGE, engine->card->buf_dma, 0);
	engine->descs[0].src_hi = cpu_to_le32(0x4000);
	fails(engine, tap, V_READ_ERROR_UR, 0, "a source that nobody answers for");
}

/*
 * The registers that the driver prints when it gives up, with the data path stuck: all of them
 * must answer.
 */
static void timeout(struct vendor_card *card, struct fby_tap *tap)
{
	struct vendor_engine *engine = vendor_find(card, true, true);
	u32 received = 0;

	if (!engine) {
		fby_tap_note(tap, "no stream on this card: nothing to get stuck on");
		return;
	}
	vendor_fill(engine, 4, PAGE, card->buf_dma, 0);
	vendor_start(engine, 4, V_START_IRQ);
	fby_tap_is(tap, vendor_read(engine, V_STATUS) & V_BUSY, V_BUSY,
		   "a read of an empty stream is busy");
	fby_tap_is(tap, vendor_read(engine, V_ID) >> 16, 0x1fc1, "stuck: the identifier answers");
	fby_tap_is(tap, vendor_read(engine, V_CONTROL), V_START_IRQ, "stuck: control");
	fby_tap_is(tap, vendor_read(engine, V_FIRST_LO), lower_32_bits(engine->descs_dma),
		   "stuck: first descriptor, low");
	fby_tap_is(tap, vendor_read(engine, V_FIRST_HI), upper_32_bits(engine->descs_dma),
		   "stuck: first descriptor, high");
	fby_tap_is(tap, vendor_read(engine, V_FIRST_ADJ), 3, "stuck: adjacent descriptors");
	fby_tap_is(tap, vendor_read(engine, V_COUNT), 0, "stuck: completed count");
	fby_tap_is(tap, vendor_read(engine, V_IEM), V_IEM_MASK, "stuck: interrupt enable mask");
	vendor_write(engine, V_CONTROL, V_START_IRQ & ~V_RUN);
	fby_tap_ok(tap, vendor_wait_idle(engine), "a cleared run bit brings it to rest");
	fby_tap_is(tap, vendor_read(engine, V_STATUS_RC) & V_BUSY, 0, "and it says so");
	/*
	 * Descriptors that the engine had begun may count as done; their results say that nothing
	 * came.
	 */
	for (unsigned int i = 0; i < 4; i++)
		received += le32_to_cpu(engine->results[i].length);
	fby_tap_is(tap, received, 0, "nothing was received");
	vendor_write(engine, V_IEM_W1S, V_IEM_MASK);
}

void vendor_check_trouble(struct vendor_card *card, struct fby_tap *tap)
{
	struct vendor_engine *engine = vendor_find(card, false, false);

	if (engine) {
		bad_magic(engine, tap);
		no_such_memory(engine, tap);
		bad_magic(engine, tap);
	}
	timeout(card, tap);
	if (engine)
		works(engine, tap, "all of it");
}
